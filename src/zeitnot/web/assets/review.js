// Sends dropped or chosen files to be reviewed, and follows the reviews until their pages are kept.
const form = document.getElementById("new-review");
const file = document.getElementById("file");
const drop = document.getElementById("drop");
const work = document.getElementById("work");
const said = document.getElementById("said");
const trouble = document.getElementById("trouble");
const largest = Number(form.dataset.largest);
let before = new Map(); // states of the reviews by name

const setText = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

const refusal = async (answer) => {
  try {
    return (await answer.json()).error;
  } catch {
    return answer.status === 413 ? "The file is too large." : "The server refused the file.";
  }
};

// What is wrong with a file, in words; nothing if it is taken.
const sent = async (each) => {
  if (each.size > largest) return `The file has more than ${largest >> 20} MB; \`zeitnot review\` at the terminal takes it.`;
  const query = new URLSearchParams({ name: each.name.slice(-100) });
  for (const name of ["player", "effort", "games", "engine"]) query.set(name, form.elements[name].value);
  try {
    const answer = await fetch(`/review?${query}`, { method: "POST", body: each });
    return answer.ok ? "" : await refusal(answer);
  } catch {
    return "The file cannot be sent: the server does not answer, or the file cannot be read.";
  }
};

const send = async (files) => {
  const button = form.querySelector("button");
  const wrong = [];
  button.disabled = true;
  setText(trouble, "");
  for (const each of files) {
    const words = await sent(each);
    if (words) wrong.push(`${each.name}: ${words}`);
  }
  setText(trouble, files.length ? wrong.join(" ") : "Choose a file first.");
  button.disabled = false;
  form.reset();
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send([...file.files]);
});

// A file that misses the box must not replace the page.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
addEventListener("dragover", () => drop.classList.add("over"));
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", (event) => {
  drop.classList.remove("over");
  if (event.dataTransfer?.files.length) send([...event.dataTransfer.files]);
});

const setLists = (form) => {
  const at = document.activeElement?.closest("form[action]")?.getAttribute("action");
  work.innerHTML = form.work; // HTML of this server, which has escaped every name in it
  document.getElementById("kept").innerHTML = form.kept;
  if (at) document.querySelector(`form[action="${at}"] button`)?.focus();
};

const tell = (jobs) => {
  const now = new Map(Object.entries(jobs));
  for (const [name, job] of now) {
    const state = before.get(name)?.state;
    if (state !== job.state && job.state === "failed") setText(said, `${job.file_name}: the review failed.`);
    if (state !== job.state && job.state === "reviewing") setText(said, `${job.file_name} is being reviewed.`);
  }
  for (const [name, job] of before) {
    if (now.has(name)) continue;
    if (document.querySelector(`#kept a[href="/review/${name}"]`)) setText(said, `${job.file_name} was reviewed.`);
    else if (job.state === "cancelled" || job.state === "waiting") setText(said, `The review of ${job.file_name} was cancelled.`);
    else setText(said, "");
  }
  before = now;
};

const source = new EventSource(work.dataset.events);
source.addEventListener("reviews", (event) => {
  const news = JSON.parse(event.data);
  if (news.work !== undefined) setLists(news);
  for (const [name, job] of Object.entries(news.jobs)) {
    const place = document.getElementById(name);
    const bar = place?.querySelector("progress");
    if (bar) {
      bar.max = job.total || 1;
      bar.value = job.done;
    }
    if (place) setText(place.querySelector(".words"), job.words);
  }
  tell(news.jobs);
  document.documentElement.dataset.live = "yes";
});
source.onerror = () => setText(trouble, "The server does not answer; this is the picture as it was. It is tried again.");
source.onopen = () => { if (trouble.textContent.startsWith("The server does not answer;")) setText(trouble, ""); };
addEventListener("pagehide", () => source.close());

document.addEventListener("submit", (event) => {
  if (event.submitter?.value === "delete" && !confirm("Delete this review?")) event.preventDefault();
});
