"""A UCI engine that does what its first argument says: a real program, run as a real process.

It always knows one move, which it is told with `--move`, and reports depth after depth while it searches, one
every ten milliseconds.
"""

import argparse
import os
import select
import signal
import sys
import time

DEPTH_S = 0.01


def say(line: str) -> None:
    """Write one line at once."""
    os.write(1, f"{line}\n".encode())


def spin(spin_s: float) -> None:
    """Keep a core busy until this process has had it for that long."""
    until = time.process_time() + spin_s
    while time.process_time() < until:
        pass


class Scripted:
    """Answers commands; `kind` says what goes wrong."""

    def __init__(self, kind: str, move: str, flag_file: str, late_s: float) -> None:
        """Begin idle."""
        self.kind, self.move, self.flag_file, self.late_s = kind, move, flag_file, late_s
        self.searching = False
        self.depth = 0
        self.lines = 1
        self.left = b""

    def run(self) -> None:
        """Obey until the end of input, with the search going on in between."""
        while True:
            if select.select([0], [], [], DEPTH_S if self.searching else None)[0]:
                data = os.read(0, 65536)
                if not data:
                    self.end_of_input()
                    return
                *lines, self.left = (self.left + data).split(b"\n")
                for line in lines:
                    self.obey(line.decode().split())
            elif self.searching:
                self.search()

    def end_of_input(self) -> None:
        """End, or go on without any input, deaf to all but the strongest signal."""
        while "stubborn" in self.kind:
            time.sleep(60)

    def obey(self, words: list[str]) -> None:
        """Obey one command."""
        if self.kind == "logs":
            with open(self.flag_file, "a", encoding="utf-8") as log:
                log.write(f"{' '.join(words)}\n")
        match words:
            case ["uci"]:
                self.introduce()
            case ["isready"] if self.kind != "never-ready":
                say("readyok")
            case ["setoption", "name", *rest]:
                self.lines = int(rest[-1]) if rest[0] == "MultiPV" else self.lines
                say(f"info string option {' '.join(rest)}")
            case ["go", *_]:
                self.begin()
            case ["ponderhit"] if self.searching:
                self.answer()
            case ["stop"] if self.searching:
                self.stop()
            case ["quit"] if "deaf" not in self.kind:
                sys.exit(0)
            case ["hello", *_]:
                say("hello to you")

    def stop(self) -> None:
        """End the search; one kind hears nothing any more when its search has not begun, as Ethereal."""
        if self.kind == "no-early-stop" and self.depth == 0:
            self.kind = "deaf"
        if "deaf" not in self.kind:
            self.answer()

    def introduce(self) -> None:
        """Answer `uci`, unless the script says otherwise."""
        if self.kind == "mute":
            return
        if self.kind == "babbles-first":
            while True:
                os.write(1, b"x" * 65536)
        say("id name Scripted")
        say("id author the tests")
        say("option name Hash type spin default 16 min 1 max 64")
        say("option name Move Overhead type spin default 30 min 0 max 5000")
        say("option name MultiPV type spin default 1 min 1 max 4")
        if self.kind == "logs":
            say("option name Ponder type check default false")
        say("option name Clear Hash type button")
        say("uciok")

    def begin(self) -> None:
        """Begin a search."""
        self.searching, self.depth = True, 0
        if self.kind in ("dies-at-go", "dies-once-at-go") and self.first_time():
            print("out of luck", file=sys.stderr)
            sys.exit(3)
        if self.kind == "answers-early" or self.kind.endswith("-at-go"):
            self.search()
            self.answer()

    def first_time(self) -> bool:
        """Return whether this is the first call, in any process; always True for lasting faults."""
        if "once" not in self.kind:
            return True
        if os.path.exists(self.flag_file):
            return False
        with open(self.flag_file, "w", encoding="utf-8"):
            return True

    def search(self) -> None:
        """Search one depth more."""
        self.depth += 1
        if self.kind in ("dies-in-search", "dies-once-in-search") and self.depth > 3 and self.first_time():
            sys.exit(4)
        if self.kind.startswith("silent"):
            return
        if self.kind == "floods":
            until = time.monotonic() + DEPTH_S
            while time.monotonic() < until:
                os.write(1, b"info string flood\n" * 200)
        if self.kind == "floods-without-end":
            os.write(1, b"x" * 65536)
        nodes = "" if self.kind == "no-nodes" else f" nodes {self.depth * 100}"
        if self.lines == 1:
            changed = self.kind == "takes-back" and self.depth > 1
            say(f"info depth {self.depth} score cp 20{nodes} pv {'e2e4' if changed else self.move}")
        for place in range(1, self.lines + 1) if self.lines > 1 else ():
            first = self.move if place == 1 else "a2a3"
            say(f"info depth {self.depth} multipv {place} score cp {20 // place}{nodes} pv {first}")

    def answer(self) -> None:
        """Answer the search in its own way."""
        self.searching = False
        match self.kind:
            case "illegal":
                say("bestmove e1e8")
            case "null":
                say("bestmove 0000")
            case "spins" | "spins-at-go":
                spin(self.late_s)
                say(f"bestmove {self.move}")
            case "late" | "late-at-go":
                time.sleep(self.late_s)
                say(f"bestmove {self.move}")
            case "talks-on":
                say(f"bestmove {self.move}")
                say(f"info depth 99 score cp 5 pv {self.move}")
                say(f"bestmove {self.move}")
            case _:
                say(f"bestmove {self.move} ponder e7e5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind")
    parser.add_argument("--move", default="d2d4")
    parser.add_argument("--flag-file", default="")
    parser.add_argument("--late", type=float, default=0.4, help="seconds of the late kinds")
    options = parser.parse_args()
    if options.kind == "dies-at-once":
        print("cannot open shared object", file=sys.stderr)
        sys.exit(127)
    if "stubborn" in options.kind:
        for each in (signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)
    Scripted(options.kind, options.move, options.flag_file, options.late).run()
