// A Scrabble board of buttons with a rack: tiles by click, by drag, or typed at a cursor.
import { Drag } from "/assets/drag.js";
import { make } from "/assets/play.js";
import { Typist } from "/assets/tile_typing.js";
import { BLANK, bare, chooseLetter, chooseTiles, tileFace, tool } from "/assets/tiles.js";

const COLUMNS = "ABCDEFGHIJKLMNOPQRSTU";
const USUAL_SIZE = 15;
const PREMIUMS = {
  "2L": "double letter", "3L": "triple letter", "4L": "quadruple letter",
  "2W": "double word", "3W": "triple word", "4W": "quadruple word",
};
const PREVIEW_MS = 150;

export class Board {
  constructor(place, hooks) {
    this.place = place;
    this.hooks = hooks;
    this.squares = new Map();
    this.pending = new Map(); // square -> { index, name }: a tile of the rack, and the name that it is sent by
    this.rack = []; // { letter, value } in the order of the player
    this.cursor = "";
    this.across = true;
    this.picked = -1;
    this.view = null;
    this.timer = 0;
    this.looked = ""; // what was asked about last: the tiles laid, and how many lay there already
    this.sent = ""; // the tiles that were played last
    this.ply = -1;
    this.typist = new Typist(this);
    const face = (index) => tileFace(this.rack[index].letter, this.rack[index].value, false);
    this.drag = new Drag(face, (index, under) => this.drop(index, under));
  }

  lay() {
    const { size, start } = this.view;
    this.cursor = start;
    const grid = make("div", size > USUAL_SIZE ? "grid large" : "grid");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", "Scrabble board");
    for (let row = 1; row <= size; row += 1) {
      const line = make("div", "row");
      line.setAttribute("role", "row");
      for (const column of COLUMNS.slice(0, size)) line.append(this.square(`${row}${column}`));
      grid.append(line);
    }
    grid.addEventListener("keydown", (event) => this.key(event));
    this.frame = make("div", "board-frame");
    this.frame.append(grid);
    this.rackPlace = make("div", "rack");
    this.rackPlace.setAttribute("role", "group");
    this.rackPlace.setAttribute("aria-label", "Your tiles");
    this.facts = make("p", "note bag");
    this.facts.tabIndex = -1;
    this.place.append(this.frame, this.rackPlace, this.facts);
  }

  square(name) {
    const cell = make("div", "cell");
    cell.setAttribute("role", "gridcell");
    const button = make("button", "square");
    button.type = "button";
    button.dataset.square = name;
    button.addEventListener("click", () => this.press(name));
    button.addEventListener("focus", () => { this.cursor = name; this.paintCursor(); });
    button.addEventListener("pointerdown", (event) => {
      if (this.pending.has(name)) this.grab(event, this.pending.get(name).index);
    });
    this.squares.set(name, button);
    cell.append(button);
    return cell;
  }

  tools() {
    this.playButton = tool("Play", () => this.play());
    this.playButton.classList.add("main");
    this.recallButton = tool("Recall", () => this.recall());
    this.shuffleButton = tool("Shuffle", () => this.shuffle());
    this.turnButton = tool("Across", () => { this.across = !this.across; this.paintCursor(); });
    this.turnButton.setAttribute("aria-label", "Direction of typing: across");
    this.exchangeButton = tool("Exchange", () => this.exchange());
    this.passButton = tool("Pass", () => this.hooks.move("pass"));
    return [this.playButton, this.recallButton, this.shuffleButton, this.turnButton, this.exchangeButton, this.passButton];
  }

  show(state) {
    const before = this.view;
    this.view = state.board;
    this.can = state.can;
    this.letters = new Map(this.view.letters.map(([capital, small, plain]) => [capital, { small, plain, name: bare(capital) }]));
    if (!before) this.lay();
    const sameRack = before && this.sorted(before.rack) === this.sorted(this.view.rack);
    if (!sameRack) {
      this.rack = this.view.rack.map(([letter, value]) => ({ letter, value }));
      this.pending.clear();
      this.picked = -1;
      this.drag.letGo();
    }
    if (state.ply !== this.ply && this.text() === this.sent) this.pending.clear(); // played, perhaps challenged off at once
    this.ply = state.ply;
    if (!sameRack || !this.can.includes("move")) this.dialog?.close(); // it asks about tiles as they were
    for (const name of this.pending.keys()) if (this.view.tiles[name]) this.pending.delete(name);
    this.paint();
    if (before?.last.join() !== this.view.last.join()) this.reveal(this.view.last.length ? this.view.last : [this.view.start]);
  }

  // Scrolls a board that is wider than the page so that these squares are in the middle, unless they are in view.
  reveal(names) {
    const boxes = names.map((name) => this.squares.get(name).getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const frame = this.frame.getBoundingClientRect();
    if (left < frame.left || right > frame.right) this.frame.scrollLeft += (left + right - frame.left - frame.right) / 2;
  }

  sorted(rack) { return rack.map(([letter]) => letter).sort().join(); }

  // Lays the tiles of a hint, so that it can be played or recalled.
  hint(move) {
    if (!move.includes("=")) return;
    this.recall();
    for (const laid of move.split(" ")) {
      const [square, name] = laid.split("=");
      const free = this.freeTiles();
      const own = free.find((index) => this.rack[index].letter === name);
      const index = own ?? free.find((each) => this.rack[each].letter === BLANK);
      if (index !== undefined) this.pending.set(square, { index, name });
    }
    this.hinted = this.text();
    this.paint();
  }

  freeTiles() {
    const used = new Set([...this.pending.values()].map(({ index }) => index));
    return this.rack.map((_, index) => index).filter((index) => !used.has(index));
  }

  paint() {
    for (const [name, button] of this.squares) this.paintSquare(name, button);
    this.paintRack();
    this.paintCursor();
    const mine = this.can.includes("move");
    if (this.playButton) {
      this.playButton.disabled = !mine || !this.pending.size;
      this.recallButton.disabled = !this.pending.size;
      this.exchangeButton.disabled = !this.can.includes("exchange");
      this.passButton.disabled = !this.can.includes("pass");
      this.shuffleButton.disabled = !this.rack.length;
    }
    const words = this.view.rules ? `${this.view.rules}, lexicon ${this.view.lexicon}` : this.view.lexicon;
    this.facts.textContent = `${words}. ${this.view.bag} tiles in the bag. Unseen: ${this.view.unseen}`;
    this.look();
  }

  paintSquare(name, button) {
    const laid = this.pending.get(name);
    const there = this.view.tiles[name];
    const premium = this.view.premiums[name];
    const face = there ?? (laid ? this.faceOf(laid) : null);
    const key = JSON.stringify([face, Boolean(laid)]);
    button.className = `square ${face ? "full" : premium ? `p${premium}` : ""}${laid ? " pending" : ""}${this.view.last.includes(name) ? " last" : ""}`;
    if (button.dataset.key !== key) {
      button.dataset.key = key;
      button.replaceChildren();
      if (face) button.append(tileFace(...face));
      else if (name === this.view.start) button.append(make("span", "mark", "★"));
      else if (premium) button.append(make("span", "mark", premium));
    }
    const what = face ? `${bare(face[0])}${face[2] ? ", blank" : ""}${laid ? ", yours, not played yet" : ""}` : PREMIUMS[premium] ?? "empty";
    button.setAttribute("aria-label", `${name} ${what}`);
  }

  faceOf({ index, name }) {
    const { letter, value } = this.rack[index];
    return letter === BLANK ? [this.capital(name), 0, true] : [letter, value, false];
  }

  capital(small) {
    for (const [capital, { small: own }] of this.letters) if (own === small) return capital;
    return small;
  }

  paintRack() {
    const free = new Set(this.freeTiles());
    const buttons = this.rack.map(({ letter, value }, index) => {
      const button = tool("", () => this.pick(index));
      button.className = `rack-tile${index === this.picked ? " picked" : ""}${free.has(index) ? "" : " gone"}`;
      button.dataset.tile = index;
      button.disabled = !free.has(index);
      button.setAttribute("aria-label", letter === BLANK ? "blank" : bare(letter));
      button.setAttribute("aria-pressed", String(index === this.picked));
      button.append(tileFace(letter, value, false));
      button.addEventListener("pointerdown", (event) => this.grab(event, index));
      return button;
    });
    const focused = document.activeElement?.dataset?.tile;
    this.rackPlace.replaceChildren(...buttons);
    if (focused !== undefined) buttons[focused]?.focus();
  }

  paintCursor() {
    for (const [name, button] of this.squares) {
      button.tabIndex = name === this.cursor ? 0 : -1;
      button.classList.toggle("across", name === this.cursor && this.across);
      button.classList.toggle("down", name === this.cursor && !this.across);
    }
    if (this.turnButton) {
      this.turnButton.textContent = this.across ? "Across →" : "Down ↓";
      this.turnButton.setAttribute("aria-label", `Direction of typing: ${this.across ? "across" : "down"}`);
    }
  }

  press(name) {
    if (this.pending.has(name)) { this.pending.delete(name); this.paint(); return; }
    if (this.picked >= 0 && !this.view.tiles[name]) { this.put(name, this.picked); return; }
    if (this.wasHere === name) this.across = !this.across;
    this.wasHere = name;
    this.paintCursor();
  }

  pick(index) {
    this.picked = this.picked === index ? -1 : index;
    this.paintRack();
  }

  // Lays a tile of the rack on a square; a blank that has no letter yet asks for it first.
  put(square, index) {
    const tile = this.rack[index];
    if (!tile || !this.can.includes("move") || this.view.tiles[square]) return;
    let name = tile.letter;
    for (const [other, laid] of this.pending) {
      if (laid.index === index) name = laid.name;
      if (laid.index === index || other === square) this.pending.delete(other);
    }
    this.picked = -1;
    if (name === BLANK) {
      this.dialog = chooseLetter([...this.letters.keys()], (capital) => {
        this.pending.set(square, { index, name: this.letters.get(capital).small });
        this.paint();
      });
    } else this.pending.set(square, { index, name });
    this.paint();
  }

  exchange() {
    this.recall();
    this.dialog = chooseTiles(this.rack, (letters) => this.hooks.move(`exchange ${letters.join("")}`));
  }

  recall() {
    this.pending.clear();
    this.picked = -1;
    this.paint();
  }

  shuffle() {
    this.recall();
    for (let last = this.rack.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.rack[last], this.rack[other]] = [this.rack[other], this.rack[last]];
    }
    this.paintRack();
  }

  text() { return [...this.pending].map(([square, { name }]) => `${square}=${name}`).join(" "); }

  play() {
    if (!this.pending.size || !this.can.includes("move")) return;
    this.sent = this.text();
    this.looked = ""; // tiles that are refused are looked at again
    this.previewed = false;
    window.clearTimeout(this.timer);
    this.hooks.move(this.sent);
  }

  // Asks what the tiles on the board would make, a moment after the last change of these tiles or of the board.
  look() {
    const text = this.text();
    const looked = text && this.can.includes("move") ? `${Object.keys(this.view.tiles).length} ${text}` : "";
    if (looked === this.looked) return;
    this.looked = looked;
    window.clearTimeout(this.timer);
    if (!looked) { if (this.previewed) this.hooks.say(""); this.previewed = false; return; }
    if (text === this.hinted) return; // the hint has said its points
    this.timer = window.setTimeout(async () => {
      const words = await this.hooks.preview(text);
      if (text === this.text()) { this.hooks.say(words); this.previewed = true; }
    }, PREVIEW_MS);
  }

  step(name, rows, columns) {
    const row = Number.parseInt(name, 10) + rows;
    const column = COLUMNS.indexOf(name.at(-1)) + columns;
    const { size } = this.view;
    return row >= 1 && row <= size && column >= 0 && column < size ? `${row}${COLUMNS[column]}` : null;
  }

  onward(name, way) { return this.across ? this.step(name, 0, way) : this.step(name, way, 0); }

  // The first square from here on, in the direction of typing, on which nothing lies; null behind the last one.
  freeFrom(square) {
    let free = square;
    while (free && this.view.tiles[free]) free = this.onward(free, 1);
    return free;
  }

  key(event) {
    const composed = event.key.length === 1 && event.key > "\u007f"; // a letter made with AltGr or Option
    if (event.metaKey || ((event.ctrlKey || event.altKey) && !composed)) return;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) this.goTo(this.step(this.cursor, ...step));
    else if (event.key === " ") { this.across = !this.across; this.paintCursor(); }
    else if (event.key === "Enter") this.play();
    else if (event.key === "Escape") this.recall();
    else if (event.key === "Backspace") this.untype();
    else if (event.key.length === 1) { if (!this.can.includes("move") || !this.typist.type(event.key, event.shiftKey)) return; }
    else return;
    event.preventDefault();
  }

  goTo(name) { if (name) this.squares.get(name).focus(); }

  untype() {
    let square = this.pending.has(this.cursor) ? this.cursor : this.onward(this.cursor, -1);
    while (square && this.view.tiles[square]) square = this.onward(square, -1);
    if (!square) return;
    this.pending.delete(square);
    this.paint();
    this.goTo(square);
  }

  grab(event, index) { if (this.can.includes("move")) this.drag.grab(event, index); }

  drop(index, under) {
    const square = under?.closest("[data-square]")?.dataset.square;
    if (square) this.put(square, index);
    else if (under?.closest(".rack")) {
      for (const [name, laid] of this.pending) if (laid.index === index) this.pending.delete(name);
      this.paint();
    }
  }
}
