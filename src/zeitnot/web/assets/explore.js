// Asks anew when a field or a slider changes: the budgets at once, the curves when the control has changed.
const form = document.getElementById("question");
const answer = document.getElementById("answer");
const curves = document.getElementById("curves");
const QUIET_MS = 40;
let timer = 0;
let asked = null;
let drawnFor = "";

const query = () => new URLSearchParams(new FormData(form)).toString();

const fetched = async (address, signal) => {
  const response = await fetch(address, { signal });
  return response.text();
};

const askBudgets = async () => {
  asked?.abort();
  asked = new AbortController();
  const words = query();
  try {
    const closed = [...answer.querySelectorAll("details")].map((each) => !each.open);
    answer.innerHTML = await fetched(`/explore/answer?${words}`, asked.signal); // escaped by the server
    answer.querySelectorAll("details").forEach((each, place) => { if (closed[place]) each.open = false; });
    history.replaceState(null, "", `?${words}`);
    answer.dataset.for = words;
  } catch (error) {
    if (error.name !== "AbortError") answer.textContent = "The server does not answer.";
  }
};

const askCurves = async () => {
  const wanted = `${form.elements.game.value} ${form.elements.control.value}`;
  if (wanted === drawnFor) return;
  drawnFor = wanted;
  curves.setAttribute("aria-busy", "true");
  try {
    const html = await fetched(`/explore/curves?${query()}`);
    if (wanted === drawnFor) curves.innerHTML = html;
  } catch {
    curves.textContent = "The server does not answer.";
  }
  if (wanted === drawnFor) curves.removeAttribute("aria-busy");
};

const changed = () => {
  for (const output of form.querySelectorAll("output")) {
    const slider = document.getElementById(output.htmlFor.value);
    output.textContent = `${slider.value}${slider.dataset.unit}`;
  }
  clearTimeout(timer);
  timer = setTimeout(() => { askBudgets(); askCurves(); }, QUIET_MS);
};

form.addEventListener("input", (event) => {
  // Another game has other controls and positions: the page knows them.
  if (event.target.id === "game") location.search = `?game=${encodeURIComponent(event.target.value)}`;
  else changed();
});
form.addEventListener("submit", (event) => { event.preventDefault(); changed(); });
form.querySelector("button").hidden = true;
askCurves();
document.documentElement.dataset.ready = "yes";
