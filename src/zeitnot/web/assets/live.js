// Follows a match: boards, clocks that tick, budgets as bars, and the parts that the server writes anew.
import { clockText, drawGrid, makeBar, planWords, secondsText, setBar } from "/assets/board.js";

const section = document.getElementById("live");
const boards = document.getElementById("boards");
const noGames = document.getElementById("no-games");
const linkState = document.getElementById("link-state");
const games = new Map();
let ahead = 0; // how far the clock of the server is ahead of this one, in seconds

const made = (name, kind, ...children) => {
  const node = document.createElement(name);
  if (kind) node.className = kind;
  node.append(...children);
  return node;
};

const makeSide = () => {
  const side = { name: made("span"), swatch: made("i", "swatch"), clock: made("span", "clock"), bar: makeBar(), words: made("p", "plan"), reason: made("p", "reason") };
  side.root = made("div", "side", made("div", "player", made("span", "who", side.swatch, side.name), side.clock), side.bar.bar, side.words, side.reason);
  return side;
};

const makeGame = () => {
  const view = { title: made("h3"), move: made("span", "last"), board: made("div", "board-live"), sides: [makeSide(), makeSide()] };
  view.root = made("article", "live-game", made("header", "", view.title, view.move), view.sides[1].root, view.board, view.sides[0].root);
  return view;
};

const setText = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

// What changes with time alone.
const tick = (game) => {
  const elapsed = Math.max(0, Date.now() / 1000 + ahead - game.at);
  game.view.sides.forEach((side, seat) => {
    const running = seat === game.seat;
    const left = game.left ? game.left[seat] : null;
    if (game.left) setText(side.clock, clockText(left !== null && running && game.ticks ? left - elapsed : left));
    if (running && game.ticks && game.plan) setBar(side.bar, game.plan, elapsed);
  });
};

const drawSide = (game, side, seat) => {
  const running = seat === game.seat;
  const turn = game.turns[seat];
  side.root.classList.toggle("running", running);
  setText(side.name, game.names[seat]);
  side.swatch.className = `swatch own${game.colours[seat]}`;
  if (!game.left) setText(side.clock, "");
  const plan = running && game.plan ? game.plan : turn;
  side.bar.bar.hidden = !plan;
  const price = (each) => (each.price ? `; ${each.price}` : "");
  if (running && game.plan) setText(side.words, `thinks: ${planWords(game.plan)}${price(game.plan)}`);
  else if (turn) {
    setBar(side.bar, turn, turn.used);
    setText(side.words, `used ${secondsText(turn.used)}: ${planWords(turn)}${price(turn)}`);
  } else setText(side.words, "");
  setText(side.reason, turn ? `Last stop: ${turn.reason}` : "");
};

const draw = (form) => {
  let game = games.get(form.number);
  if (!game) {
    game = { view: makeGame() };
    games.set(form.number, game);
    setText(game.view.title, `Game ${form.number}`);
    const after = [...games.keys()].filter((number) => number > form.number).sort((a, b) => a - b)[0];
    boards.insertBefore(game.view.root, after === undefined ? null : games.get(after).view.root);
  }
  Object.assign(game, form);
  if (form.grid) {
    drawGrid(game.view.board, form.grid, `Game ${form.number}${form.grid.words ? ` after ${form.grid.words}` : ""}`);
    setText(game.view.move, form.grid.words);
  }
  game.view.sides.forEach((side, seat) => drawSide(game, side, seat));
  tick(game);
};

const remove = (number) => {
  games.get(number)?.view.root.remove();
  games.delete(number);
};

const setState = (state) => {
  const mark = made("span", `state ${state.word}`);
  mark.textContent = state.word;
  document.getElementById("state").replaceChildren(mark);
  setText(document.getElementById("state-text"), state.text);
  for (const button of document.querySelectorAll("#wishes button")) button.hidden = !state.wishes.includes(button.value);
};

const setParts = (parts) => {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(name);
    // HTML of this server, which has escaped every name in it; where somebody reads with the keyboard is kept.
    const scrolled = place.querySelector(".scroll")?.scrollLeft ?? 0;
    place.innerHTML = html;
    if (place.tagName === "SECTION") place.hidden = html === "";
    const box = place.querySelector(".scroll");
    if (box) box.scrollLeft = scrolled;
  }
};

const take = (form) => {
  ahead = form.now - Date.now() / 1000;
  if (form.whole) for (const number of [...games.keys()]) remove(number);
  for (const number of form.gone ?? []) remove(number + 1);
  for (const game of form.games ?? []) draw(game);
  if (form.state) setState(form.state);
  if (form.parts) setParts(form.parts);
  noGames.hidden = games.size > 0;
  document.documentElement.dataset.live = "yes";
};

const source = new EventSource(section.dataset.events);
source.onmessage = (event) => {
  setText(linkState, "");
  take(JSON.parse(event.data));
};
source.onerror = () => {
  setText(linkState, "The server does not answer; this is the picture as it was. It is tried again.");
};
addEventListener("pagehide", () => source.close());

const REFRESH_MS = 100;
setInterval(() => {
  if (!document.hidden) games.forEach(tick);
}, REFRESH_MS);

// The buttons work without this; with it the page stays where it is.
document.getElementById("wishes").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const wish = event.submitter?.value;
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams({ wish }) });
    if (!answer.ok) setText(linkState, "That was refused; load the page again to see why.");
  } catch {
    setText(linkState, "The server does not answer.");
  } finally {
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  }
});
