// Draws boards from squares: chess pieces, tiles, or plain signs. Every colour is left to the style sheet.
const SVG = "http://www.w3.org/2000/svg";
const SQUARE = 40;

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const PREMIUMS = { "'": "letter2", '"': "letter3", "-": "word2", "=": "word3", "^": "letter4", "~": "word4" };

// Makes an empty board of so many rows and columns, and returns what draws positions on it.
const makeBoard = (place, rows, columns, look) => {
  const svg = element("svg", { viewBox: `0 0 ${columns * SQUARE} ${rows * SQUARE}`, role: "img", class: `squares ${look}` });
  const squares = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const group = element("g", { transform: `translate(${column * SQUARE} ${row * SQUARE})` });
      const shade = look === "chess" ? ((row + column) % 2 ? "dark" : "light") : "plain";
      const ground = element("rect", { width: SQUARE, height: SQUARE, class: `ground ${shade}` });
      group.append(ground);
      svg.append(group);
      squares.push({ group, ground, shade, sign: null, shown: null });
    }
  }
  place.replaceChildren(svg);
  return { svg, squares, rows, columns, look };
};

const drawn = (look, sign) => {
  if (look === "chess") return element("use", { href: `/assets/pieces.svg#${sign}`, width: SQUARE, height: SQUARE });
  const kind = `tile${sign === sign.toUpperCase() ? "" : " blank"}${look === "tiles" && sign.length > 1 ? " several" : ""}`;
  const text = element("text", { x: SQUARE / 2, y: SQUARE / 2, class: kind });
  text.textContent = sign.toUpperCase();
  return text;
};

const setSquare = (board, square, sign, marked) => {
  const premium = board.look === "tiles" ? PREMIUMS[sign] : undefined;
  const tiled = board.look !== "chess" && sign && !premium;
  const kind = `ground ${tiled ? "wood" : premium || square.shade}${marked ? " marked" : ""}`;
  if (square.ground.getAttribute("class") !== kind) square.ground.setAttribute("class", kind);
  const shown = premium ? "" : sign;
  if (square.sign === shown) return;
  square.shown?.remove();
  square.shown = shown ? drawn(board.look, shown) : null;
  if (square.shown) square.group.append(square.shown);
  square.sign = shown;
};

// Draws a position in a place of the page; only what changed is touched.
export const drawGrid = (place, grid, label = "") => {
  const rows = grid.rows.length;
  const columns = rows ? grid.rows[0].length : 0;
  let board = place.board;
  if (!board || board.rows !== rows || board.columns !== columns || board.look !== grid.look) {
    board = place.board = makeBoard(place, rows, columns, grid.look);
  }
  const marked = new Set(grid.marked.map(([row, column]) => row * columns + column));
  grid.rows.forEach((row, y) => row.forEach((sign, x) => {
    const number = y * columns + x;
    setSquare(board, board.squares[number], sign, marked.has(number));
  }));
  board.svg.setAttribute("aria-label", label || `Board${grid.words ? ` after ${grid.words}` : ""}`);
};

// Seconds as a person reads them on a clock.
export const clockText = (seconds) => {
  if (seconds === null || seconds === undefined) return "∞";
  const sign = seconds < 0 ? "−" : "";
  const whole = Math.abs(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole - 60 * minutes;
  if (minutes >= 60) return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(Math.floor(rest)).padStart(2, "0")}`;
  return whole < 20 && minutes === 0 ? `${sign}0:${rest.toFixed(1).padStart(4, "0")}` : `${sign}${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
};

export const secondsText = (seconds) =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds < 100 ? seconds.toPrecision(3) : Math.round(seconds)} s`;

// A bar with the time used, the target as a mark, and the hard limit as its end.
export const makeBar = () => {
  const bar = document.createElement("div");
  bar.className = "bar";
  const used = document.createElement("i");
  used.className = "used";
  const target = document.createElement("i");
  target.className = "target";
  bar.append(used, target);
  return { bar, used, target };
};

export const setBar = ({ bar, used, target }, plan, elapsed) => {
  const end = plan.limit ?? plan.target;
  bar.hidden = end === null || end === undefined || !(end > 0);
  if (bar.hidden) return;
  const whole = Math.max(end, elapsed);
  used.style.setProperty("width", `${Math.min(100, (100 * elapsed) / whole)}%`);
  target.style.setProperty("left", `${Math.min(100, (100 * (plan.target ?? end)) / whole)}%`);
  bar.classList.toggle("beyond", elapsed > end);
};

export const planWords = (plan) => {
  if (plan.limit === null && plan.target === null) return "on its own clock";
  const limit = plan.limit === null ? "no limit" : `at most ${secondsText(plan.limit)}`;
  return plan.target === null ? limit : `target ${secondsText(plan.target)}, ${limit}`;
};
