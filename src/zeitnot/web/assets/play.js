// A game against the engine: shows what the server sends, and sends what the player does.
import { clockText, makeBar, secondsText, setBar } from "/assets/board.js";

const page = document.getElementById("play");
const address = page.dataset.at;
const part = (id) => document.getElementById(id);
const BUTTONS = {
  challenge: "Challenge",
  take_back: "Take back",
  hint: "Hint",
  draw: "Offer a draw",
  hurry: "Move now",
  resign: "Resign",
};

let state = null;
let heardAt = 0;
let board = null;
let asked = null; // the ply at which something was asked that is not answered yet
let answer = ""; // what the server said to the last thing that was asked, while it is shown

// Makes an element with text, which is never read as HTML.
export const make = (name, className = "", text = "") => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

export const say = (words) => {
  answer = "";
  part("said").textContent = words;
};
// Shows the result behind the answer to what led to it, whichever of them comes first.
const sayResult = () => { if (state.result) part("said").textContent = `${answer} ${state.result}`.trim(); };
const complain = (words) => { part("trouble").textContent = words; };

// Sends an action and returns what the server says to it; an Error says in words why it was not done.
const post = async (action, body) => {
  let reply = null;
  try {
    reply = await fetch(`${address}/${action}`, { method: "POST", body });
  } catch {
    throw new Error("The server does not answer; it is not known whether that was played.");
  }
  const form = await reply.json().catch(() => ({})); // who refuses before the game is asked sends no JSON
  if (!reply.ok || !form) throw new Error(form?.error ?? "The server refused that; try again in a moment.");
  return form;
};

// Asks the server to do something; what it refuses is shown. Returns its answer, or null.
const act = async (action, text = "") => {
  // A new position can be here before the answer to the move that led to it: only one thing is asked at each.
  if (!state || asked === state.ply) return null;
  const ply = state.ply;
  asked = ply;
  complain("");
  if (action !== "hint") say("");
  try {
    const form = await post(action, new URLSearchParams({ text, ply }));
    if (form.words) {
      say(form.words);
      answer = form.words; // news of the position that it led to must not wipe it out
      sayResult();
    }
    return form;
  } catch (error) {
    complain(error.message);
    board.show(state);
    return null;
  } finally {
    if (asked === ply) asked = null;
  }
};

const preview = async (text) => {
  try {
    const reply = await fetch(`${address}/preview?${new URLSearchParams({ text })}`);
    return reply.ok ? (await reply.json()).words : "";
  } catch {
    return ""; // a server that is gone is complained of elsewhere
  }
};

const seatOf = (seat) => {
  const view = state.seats[seat];
  const place = part(seat === state.human ? "side-below" : "side-above");
  const running = view.is_running;
  place.classList.toggle("running", running);
  const elapsed = running ? (performance.now() - heardAt) / 1000 : 0;
  const clock = view.left_s === null ? "" : `${clockText(view.left_s - elapsed)} ${view.note}`.trim();
  const score = view.score === null ? "" : `${view.score}`;
  return { place, name: seat === state.human ? "You" : view.name, clock, score };
};

const showSeats = () => {
  for (const seat of [0, 1]) {
    const { place, name, clock, score } = seatOf(seat);
    if (!place.firstChild) {
      place.append(make("span", "name"), make("b", "score"), make("span", "clock"));
      place.lastChild.setAttribute("role", "timer");
    }
    const [nameAt, scoreAt, clockAt] = place.children;
    if (nameAt.textContent !== name) nameAt.textContent = name;
    if (scoreAt.textContent !== score) scoreAt.textContent = score;
    if (clockAt.textContent !== clock) clockAt.textContent = clock;
    clockAt.hidden = !clock;
  }
};

const bar = makeBar();
part("plan-bar").append(bar.bar);
bar.bar.hidden = true;

const thinks = () => state.plan && !state.plan.move && state.can.includes("hurry");

const showBar = () => {
  const plan = state.plan;
  if (!plan) { bar.bar.hidden = true; return; }
  const elapsed = plan.elapsed_s + (thinks() ? (performance.now() - heardAt) / 1000 : 0);
  setBar(bar, { target: plan.target_s, limit: plan.limit_s }, elapsed);
  part("plan-bar").classList.toggle("running", Boolean(thinks()));
  const budget = plan.limit_s === null ? ""
    : `; target ${secondsText(plan.target_s ?? plan.limit_s)}, at most ${secondsText(plan.limit_s)}`;
  const words = `${plan.policy}: ${secondsText(elapsed)} ${thinks() ? "so far" : "used"}${budget}`;
  if (part("plan-words").textContent !== words) part("plan-words").textContent = words;
};

const row = (cells, name) => {
  const made = make("tr");
  for (const cell of cells) made.append(make(name, "", cell));
  return made;
};

let shownPlan = "";
const showPlan = () => {
  const plan = state.plan;
  const key = JSON.stringify([plan?.steps, plan?.lines, thinks() ? state.live : ""]);
  if (key === shownPlan) return;
  shownPlan = key;
  const steps = part("plan-steps");
  steps.replaceChildren();
  steps.hidden = !plan?.steps.length;
  if (plan?.steps.length) {
    const table = make("table", "trail-steps");
    const head = make("thead");
    head.append(row(["Step", "Figure", "Target", "Limit"], "th"));
    const body = make("tbody");
    for (const [name, figure, target, limit, note] of plan.steps) {
      const made = row([name, figure, target, limit], "td");
      if (note) made.firstChild.append(make("small", "", note));
      body.append(made);
    }
    table.append(head, body);
    steps.append(table);
  }
  const lines = [...(plan?.lines ?? []), ...(thinks() && state.live ? [state.live] : [])];
  part("plan-lines").replaceChildren(...lines.map((line) => make("p", "", line)));
};

const showMoves = () => {
  const list = part("moves");
  const rows = state.moves.map((move) => {
    const made = make("li", move.seat === state.human ? "mine" : "");
    made.append(make("span", "text", move.text));
    if (move.points !== null) made.append(make("span", "points", `${move.points >= 0 ? "+" : ""}${move.points}`));
    if (move.total !== null) made.append(make("span", "total", `${move.total}`));
    made.append(make("small", "", move.used_s === null ? "" : secondsText(move.used_s)));
    return made;
  });
  const sheet = make("ol", state.moves.some((move) => move.points !== null) ? "sheet" : "pairs");
  sheet.append(...rows);
  list.replaceChildren(rows.length ? sheet : make("p", "none", "No move yet."));
  list.scrollTop = list.scrollHeight;
  part("sheet").querySelector("p:last-child").hidden = !state.result;
};

const showTools = () => {
  const wanted = Object.keys(BUTTONS).filter((action) => state.can.includes(action));
  const tools = part("tools");
  const key = wanted.join();
  if (tools.dataset.key === key) return;
  const focused = document.activeElement?.dataset?.action;
  tools.dataset.key = key;
  const common = wanted.map((action) => {
    const button = make("button", "", BUTTONS[action]);
    button.type = "button";
    button.dataset.action = action;
    button.addEventListener("click", () => pressed(action));
    return button;
  });
  let own = tools.querySelector(".own-tools");
  if (!own) {
    own = make("span", "own-tools");
    own.append(...board.tools());
  }
  tools.replaceChildren(own, ...common);
  if (focused) tools.querySelector(`[data-action=${focused}]`)?.focus();
};

const pressed = async (action) => {
  if (action === "resign" && !window.confirm("Give up this game?")) return;
  const ply = state.ply;
  const form = await act(action);
  if (form?.hint && state.ply === ply) board.hint(form.hint);
};

const whoIsOn = () => {
  if (state.result) return state.result;
  return state.on_turn === state.human ? "Your move." : "The engine thinks.";
};

const showAll = () => {
  document.title = `${whoIsOn()} · ${page.dataset.game} · zeitnot`;
  showSeats();
  showTools();
  board.show(state);
  showMoves();
  showPlan();
  showBar();
  if (state.fault) complain(state.fault);
  sayResult();
};

const tick = () => {
  if (state) {
    showSeats();
    showBar();
  }
};

const begin = async () => {
  const { Board } = await import(`/assets/${page.dataset.game}_board.js`);
  board = new Board(part("board"), { move: (text) => act("move", text), preview, say });
  const events = new EventSource(`${address}/events`);
  events.addEventListener("state", (event) => {
    const before = state;
    state = JSON.parse(event.data);
    heardAt = performance.now();
    if (before && before.ply !== state.ply && !answer) say("");
    if (before?.fault && !state.fault) complain("");
    page.dataset.ply = state.ply;
    page.dataset.turn = state.result ? "over" : state.on_turn === state.human ? "you" : "engine";
    showAll();
  });
  events.addEventListener("live", (event) => {
    if (!state) return;
    Object.assign(state, JSON.parse(event.data));
    heardAt = performance.now();
    showSeats();
    showPlan();
    showBar();
  });
  events.addEventListener("open", () => { page.dataset.link = "on"; complain(""); });
  events.addEventListener("error", () => {
    page.dataset.link = "off";
    complain("The connection is lost; trying again. Every move that was made is kept.");
    // A server that is gone for longer ends the stream for good: the browser does not try again.
    if (events.readyState === EventSource.CLOSED) window.setTimeout(() => window.location.reload(), 2000);
  });
  window.setInterval(tick, 100);
};

begin();
