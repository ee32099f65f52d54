// Steps through a finished game: the board, and how the time of each turn came about.
import { drawGrid, makeBar, planWords, secondsText, setBar } from "/assets/board.js";

const { grids, turns } = JSON.parse(document.getElementById("game-data").textContent);
const board = document.getElementById("board");
const detail = document.getElementById("turn");
let at = 0;

const named = (name) => document.getElementById(name);

const show = (place, { scroll = true } = {}) => {
  at = Math.max(0, Math.min(turns.length, place));
  const grid = grids[at];
  if (grid) drawGrid(board, grid);
  else board.textContent = "This position cannot be drawn.";
  document.querySelectorAll("tr.now").forEach((row) => row.classList.remove("now"));
  named("first").disabled = named("back").disabled = at === 0;
  named("on").disabled = named("last").disabled = at === turns.length;
  const heading = document.createElement("h2");
  if (at === 0) {
    heading.textContent = "Before the first turn";
    detail.replaceChildren(heading);
    return;
  }
  const turn = turns[at - 1];
  heading.textContent = `${at}. ${grid?.words ?? ""} · ${turn.name}`;
  const bar = makeBar();
  setBar(bar, turn, turn.used);
  const words = document.createElement("p");
  words.className = "plan";
  words.textContent = `used ${secondsText(turn.used)}: ${planWords(turn)}`;
  const facts = document.createElement("div");
  facts.innerHTML = turn.detail; // HTML of this server, which has escaped every name in it
  detail.replaceChildren(heading, bar.bar, words, facts);
  const row = named(`row-${at}`);
  row.classList.add("now");
  if (scroll) history.replaceState(null, "", `#turn-${at}`);
};

const fromAddress = () => {
  const found = /^#turn-(\d+)$/.exec(location.hash);
  show(found ? Number(found[1]) : turns.length, { scroll: false });
};

named("first").addEventListener("click", () => show(0));
named("back").addEventListener("click", () => show(at - 1));
named("on").addEventListener("click", () => show(at + 1));
named("last").addEventListener("click", () => show(turns.length));
addEventListener("hashchange", fromAddress);
addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: turns.length };
  if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.(".scroll, input, select, textarea")) return;
  event.preventDefault();
  show(steps[event.key]);
});
fromAddress();
document.documentElement.dataset.drawn = "yes";
