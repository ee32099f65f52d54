"""A program for `zeitnot match --game scrabble`: the line protocol in some thirty lines, to start from.

It plays the move that looks best at sight. Replace `best_move` by a call to another engine.

Run: zeitnot match uniform "python examples/line_engine.py" --game scrabble --games 2 --clock "0:30 -10/min"
"""

import sys

from zeitnot.scrabble import Position, generate


def best_move(position: Position) -> str:
    """Return a move as GCG writes it: `8D WORD`, `D8 W.RD`, `-ABC` to exchange, `-` to pass."""
    return generate(position, 1)[0].move.text(position.distribution.alphabet)


def main() -> None:
    """Answer the referee until it says `quit` or hangs up."""
    position = Position()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            print("hello 1 at sight", flush=True)
        elif word == "newgame":  # seat 0 rule void lexicon NAME clock CONTROL
            print("ready", flush=True)
        elif word == "position":
            position = Position.from_cgp(rest)
        elif word == "go":  # own and other clock in milliseconds
            print("move", best_move(position), flush=True)
        elif word == "accept":
            print("accept", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
