"""A program that speaks the line protocol and does what its first argument says: a real process."""

import os
import sys
import time

KINDS = {
    "passes": "move -",
    "illegal": "move 8H QX",
    "far": "move 1A AB",
    "garbage": "move ?!*",
    "nonsense": "what do you want",
    "error": "error I do not know",
    "challenges": "challenge",
    "endless": f"move 8H {'long ' * 50_000}",
}


def say(line: str) -> None:
    """Write one line at once."""
    os.write(1, f"{line}\n".encode())


def hello(kind: str) -> None:
    """Answer the greeting, or do not."""
    if kind == "mute":
        time.sleep(3600)
    name = "\x1b[2J" + "long " * 50_000 if kind == "endless" else "scripted"
    say("hello 2 too new" if kind == "new" else "uciok" if kind == "uci" else f"hello 1 {name}")


def go(kind: str) -> None:
    """Answer a position."""
    if kind == "dies":
        sys.exit("out of tiles")
    elif kind == "hangs":
        time.sleep(3600)
    elif kind == "floods":
        while True:
            say("info still thinking")
    elif kind == "chatters":
        say("info depth 3")
        say("")
        say("move -")
        say("move -")
    else:
        say(KINDS[kind])


def main(kind: str, log: str) -> None:
    """Obey until the end of input."""
    for line in sys.stdin:
        if log:
            with open(log, "a", encoding="utf-8") as file:
                file.write(line)
        word = line.partition(" ")[0].strip()
        if word == "hello":
            hello(kind)
        elif word == "newgame":
            say("ready")
        elif word == "go":
            go(kind)
        elif word == "accept":
            say("accept")
        elif word == "quit":
            return


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
