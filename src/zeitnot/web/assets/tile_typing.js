// Typing tiles: what a key lays. Signs that one tile holds are taken together (C and H as CH), and a letter whose
// marks the keyboard does not have is another form of a plain one (A of Ą).
import { BLANK, bare } from "/assets/tiles.js";

const OTHER_FORM = ".·'";

export class Typist {
  // The board has `letters` (by their names in capitals), `rack`, `pending` and the cursor.
  constructor(board) {
    this.board = board;
    this.last = null; // the tile typed last: { square, laid, signs typed of it, shifted, next square }
  }

  // Lays what a key stands for; returns whether it stands for anything. Shift takes a blank.
  type(key, shifted) {
    const signs = [...key.normalize("NFKC").toUpperCase()];
    if (!this.means(signs[0])) return false;
    for (const sign of signs) {
      if (OTHER_FORM.includes(sign)) this.change();
      else this.lay(sign, shifted);
    }
    return true;
  }

  means(sign) {
    const last = this.behind();
    if (OTHER_FORM.includes(sign)) return Boolean(last);
    return this.readings(sign).length > 0 || Boolean(last && this.joined(last.signs + sign).length);
  }

  // The tile that was typed just before, if nothing else happened since.
  behind() {
    const { board, last } = this;
    return last && board.cursor === last.next && board.pending.get(last.square) === last.laid ? last : null;
  }

  matching(test) { return [...this.board.letters].filter(([, letter]) => test(letter)).map(([capital]) => capital); }

  joined(signs) { return this.matching(({ name }) => name.startsWith(signs)); }

  // Letters that a sign may mean: itself, longer ones that begin with it, other forms; an accent without a tile is left out.
  readings(sign) {
    const found = [
      ...this.matching(({ name }) => name === sign),
      ...this.matching(({ name }) => name !== sign && name.startsWith(sign)),
      ...this.matching(({ name, plain }) => !name.startsWith(sign) && plain.startsWith(sign)),
    ];
    const plain = sign.normalize("NFD")[0];
    return found.length || plain === sign ? found : this.readings(plain);
  }

  lay(sign, shifted) {
    const last = this.behind();
    if (last) {
      const signs = last.signs + sign;
      if (bare(this.capitalOf(last)).startsWith(signs)) { last.signs = signs; return; } // U of QU, which lies there
      const whole = this.joined(signs);
      if (whole.length && this.replace(last, whole, signs)) return;
      if (whole.length && !this.readings(sign).length) { this.miss(whole[0]); return; }
    }
    this.layNext(sign, shifted);
  }

  layNext(sign, shifted) {
    const { board } = this;
    const readings = this.readings(sign);
    const square = board.freeFrom(board.cursor);
    if (!square || !readings.length) return;
    const covered = board.pending.get(square);
    const free = covered ? [...board.freeTiles(), covered.index] : board.freeTiles();
    const exact = board.letters.get(readings[0]).name === sign;
    const laid = (exact ? this.tileFor([readings[0]], free, shifted) : null) ?? this.tileFor(readings, free, shifted);
    if (!laid) { this.miss(readings[0]); return; }
    board.pending.set(square, laid);
    board.paint();
    board.goTo(board.freeFrom(board.onward(square, 1)) ?? square);
    this.last = { square, laid, signs: sign, shifted, next: board.cursor };
  }

  // Changes the last letter to its next form: A to Ą, L to L·L.
  change() {
    const { board } = this;
    const last = this.behind();
    if (!last) return;
    const own = this.capitalOf(last);
    if (bare(own).startsWith(`${last.signs}·`)) { last.signs += "·"; return; }
    const [first] = board.letters.get(own).plain;
    const forms = this.matching(({ plain }) => plain[0] === first);
    const at = forms.indexOf(own);
    const others = [...forms.slice(at + 1), ...forms.slice(0, at)];
    const blank = board.rack[last.laid.index].letter === BLANK;
    if (!others.length || !this.replace(last, blank ? others.slice(0, 1) : others)) board.hooks.say(`You have no other ${bare(own)} on the rack.`);
  }

  // Lays another tile in the place of the last one; returns false if the rack has none of these letters.
  replace(last, capitals, signs = "") {
    const { board } = this;
    const laid = this.tileFor(capitals, [...board.freeTiles(), last.laid.index], last.shifted);
    if (!laid) return false;
    last.laid = laid;
    board.pending.set(last.square, laid);
    const name = bare(this.capitalOf(last));
    last.signs = signs || (name.length > 1 ? name.slice(0, -1) : name); // its last sign may be typed, too
    board.paint();
    return true;
  }

  // The first of these letters that is among the free tiles, else a blank as the first of them.
  tileFor(capitals, free, shifted) {
    const { letters, rack } = this.board;
    for (const capital of shifted ? [] : capitals) {
      const index = free.find((each) => rack[each].letter === capital);
      if (index !== undefined) return { index, name: capital };
    }
    const blank = free.find((each) => rack[each].letter === BLANK);
    return blank === undefined ? null : { index: blank, name: letters.get(capitals[0]).small };
  }

  capitalOf({ laid }) { return this.board.capital(laid.name); }

  miss(capital) { this.board.hooks.say(`You have no ${bare(capital)} on the rack.`); }
}
