// Tiles: their faces, and dialogs about them. A letter of several signs stands in brackets: [CH] is one tile.
import { make } from "/assets/play.js";

export const BLANK = "?";

export const bare = (letter) => letter.replace(/[[\]]/g, "");

export const tool = (words, press) => {
  const button = make("button", "", words);
  button.type = "button";
  button.addEventListener("click", press);
  return button;
};

export const tileFace = (letter, value, blank) => {
  const name = letter === BLANK ? " " : bare(letter);
  const marked = name.normalize("NFD").length > name.length ? " marked" : ""; // taller than others, or deeper
  const size = name.length > 1 ? ` of-${Math.min(3, name.length)}` : "";
  const face = make("span", `tile${blank ? " blank" : ""}${marked}${size}`);
  face.append(make("b", "", name), make("i", "", blank ? "" : String(value)));
  face.setAttribute("aria-hidden", "true");
  return face;
};

const makeDialog = (label, words) => {
  const dialog = make("dialog", "chooser letters");
  dialog.setAttribute("aria-label", label);
  dialog.append(make("p", "", words));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
};

// Asks for the letter of a blank, by click or by its key; returns the dialog.
export const chooseLetter = (letters, take) => {
  const dialog = makeDialog("The blank is", "The blank is");
  const choose = (letter) => { dialog.close(); take(letter); };
  for (const letter of letters) dialog.append(tool(bare(letter), () => choose(letter)));
  dialog.addEventListener("keydown", (event) => {
    const found = letters.find((letter) => letter === event.key.toUpperCase());
    if (!found || event.metaKey || (event.ctrlKey && !event.altKey)) return;
    event.preventDefault();
    choose(found);
  });
  dialog.showModal();
  return dialog;
};

// Asks which tiles of a rack go back into the bag; returns the dialog.
export const chooseTiles = (rack, take) => {
  const dialog = makeDialog("Exchange tiles", "Which tiles go back into the bag?");
  const given = new Set();
  const done = tool("Exchange", () => { dialog.close(); take([...given].map((index) => rack[index].letter)); });
  done.classList.add("main");
  done.disabled = true;
  rack.forEach(({ letter }, index) => {
    const button = tool(bare(letter), () => {
      if (!given.delete(index)) given.add(index);
      button.setAttribute("aria-pressed", String(given.has(index)));
      done.disabled = !given.size;
    });
    button.setAttribute("aria-pressed", "false");
    dialog.append(button);
  });
  dialog.append(done, tool("Cancel", () => dialog.close()));
  dialog.showModal();
  return dialog;
};
