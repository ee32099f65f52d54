// A chess board of buttons: moves by click, by drag, or by the keyboard.
import { Drag } from "/assets/drag.js";
import { make } from "/assets/play.js";

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const PROMOTIONS = ["q", "r", "b", "n"];
const SVG = "http://www.w3.org/2000/svg";

const pieceName = (sign) => (sign ? `${sign === sign.toUpperCase() ? "white" : "black"} ${NAMES[sign.toLowerCase()]}` : "empty");

const drawing = (sign) => {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/assets/pieces.svg#${sign}`);
  svg.append(use);
  return svg;
};

export class Board {
  constructor(place, hooks) {
    this.place = place;
    this.hooks = hooks;
    this.squares = new Map();
    this.selected = "";
    this.turned = false;
    this.view = null;
    this.cursor = "";
    this.drag = new Drag((name) => this.lift(name), (name, under) => this.drop(name, under));
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("pointerdown", (event) => this.grab(event));
  }

  tools() {
    const flip = make("button", "", "Flip");
    flip.type = "button";
    flip.addEventListener("click", () => { this.turned = !this.turned; this.lay(); this.paint(); });
    return [flip];
  }

  show(state) {
    const first = !this.view;
    this.view = state.board;
    this.canMove = state.can.includes("move");
    if (state.ply !== this.ply) { // news of the same position take nothing out of the player's hand
      this.selected = "";
      this.hinted = [];
    }
    this.ply = state.ply;
    if (first) this.lay();
    this.paint();
  }

  hint(move) {
    this.hinted = [move.slice(0, 2), move.slice(2, 4)];
    this.paint();
  }

  // Makes the squares in the order of the side below.
  lay() {
    const white = (this.view.below === "white") !== this.turned;
    const files = white ? [..."abcdefgh"] : [..."hgfedcba"];
    const ranks = white ? [..."87654321"] : [..."12345678"];
    this.order = ranks.map((rank) => files.map((file) => file + rank));
    this.squares.clear();
    const grid = make("div", "grid");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", "Chess board");
    for (const line of this.order) {
      const row = make("div", "row");
      row.setAttribute("role", "row");
      for (const name of line) row.append(this.square(name, files[0], ranks[7]));
      grid.append(row);
    }
    this.place.replaceChildren(grid);
    this.cursor = this.squares.has(this.cursor) ? this.cursor : white ? "e2" : "e7";
  }

  square(name, firstFile, lastRank) {
    const cell = make("div", "cell");
    cell.setAttribute("role", "gridcell");
    const dark = (name.charCodeAt(0) + Number(name[1])) % 2 === 0;
    const button = make("button", `square ${dark ? "dark" : "light"}`);
    button.type = "button";
    button.dataset.square = name;
    if (name[0] === firstFile) button.append(make("span", "rank", name[1]));
    if (name[1] === lastRank) button.append(make("span", "file", name[0]));
    button.addEventListener("click", () => this.press(name));
    button.addEventListener("focus", () => this.moveCursor(name));
    this.squares.set(name, button);
    cell.append(button);
    return cell;
  }

  paint() {
    const targets = this.targetsOf(this.selected);
    for (const [name, button] of this.squares) {
      const sign = this.view.pieces[name] ?? "";
      if ((button.dataset.sign ?? "") !== sign) {
        button.querySelector("svg")?.remove();
        if (sign) button.append(drawing(sign));
        button.dataset.sign = sign;
      }
      const target = targets.some((to) => to.slice(0, 2) === name);
      button.classList.toggle("selected", name === this.selected);
      if (name !== this.selected) button.classList.remove("lifted");
      button.classList.toggle("target", target);
      button.classList.toggle("taken", target && Boolean(sign));
      button.classList.toggle("last", this.view.last.includes(name));
      button.classList.toggle("check", this.view.check === name);
      button.classList.toggle("hinted", this.hinted.includes(name));
      button.classList.toggle("movable", this.canMove && name in this.view.targets);
      button.tabIndex = name === this.cursor ? 0 : -1;
      const notes = [`${name} ${pieceName(sign)}`];
      if (name === this.selected) notes.push("selected");
      if (target) notes.push("can be reached");
      if (this.view.check === name) notes.push("in check");
      button.setAttribute("aria-label", notes.join(", "));
    }
  }

  targetsOf(name) { return (this.canMove && this.view.targets[name]) || []; }

  press(name) {
    if (this.selected && this.go(this.selected, name)) return;
    this.selected = name === this.selected || !this.targetsOf(name).length ? "" : name;
    this.paint();
  }

  // Plays a move between two squares if it is legal; a promotion asks for the piece first.
  go(from, to) {
    const fitting = this.targetsOf(from).filter((target) => target.slice(0, 2) === to);
    if (!fitting.length) return false;
    this.selected = "";
    this.paint();
    if (fitting.length === 1) this.hooks.move(from + fitting[0]);
    else this.promote(from, to);
    return true;
  }

  promote(from, to) {
    const dialog = make("dialog", "chooser");
    dialog.setAttribute("aria-label", "Promote to");
    const white = to[1] === "8";
    for (const piece of PROMOTIONS) {
      const button = make("button", "");
      button.type = "button";
      button.setAttribute("aria-label", NAMES[piece]);
      button.append(drawing(white ? piece.toUpperCase() : piece));
      button.addEventListener("click", () => { dialog.close(); this.hooks.move(from + to + piece); });
      dialog.append(button);
    }
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  moveCursor(name) {
    this.squares.get(this.cursor).tabIndex = -1;
    this.cursor = name;
    this.squares.get(name).tabIndex = 0;
  }

  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.key === "Escape") { this.selected = ""; this.paint(); return; }
    if (!step) return;
    event.preventDefault();
    const row = this.order.findIndex((line) => line.includes(this.cursor));
    const column = this.order[row].indexOf(this.cursor);
    const clamp = (number) => Math.max(0, Math.min(7, number));
    this.squares.get(this.order[clamp(row + step[0])][clamp(column + step[1])]).focus();
  }

  grab(event) {
    const name = event.target.closest("[data-square]")?.dataset.square;
    if (name && this.targetsOf(name).length) this.drag.grab(event, name);
  }

  lift(name) {
    this.selected = name;
    this.paint();
    const button = this.squares.get(name);
    button.classList.add("lifted");
    const ghost = drawing(this.view.pieces[name]);
    ghost.style.width = `${button.clientWidth}px`;
    return ghost;
  }

  drop(name, under) {
    this.squares.get(name).classList.remove("lifted");
    this.selected = "";
    const target = under?.closest("[data-square]")?.dataset.square;
    if (!target || !this.go(name, target)) this.paint();
  }
}
