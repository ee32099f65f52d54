"""Targets: UCI as the engine and the proxy hear it, and what a wrapped engine may answer, in this process."""

import gc
import io
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from tests.fuzz.chess_texts import FENS
from tests.fuzz.scripted_program import DIES, ScriptedGroup
from tests.fuzz.target import Target
from zeitnot.chess.proxy.inner_engine import UCI, USI, EngineProtocol
from zeitnot.chess.proxy.session import ProxyOptions, ProxySession
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.session import _COMMANDS, Session
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.games import Writer
from zeitnot.games.streams import LineCutter

PATIENCE_S = 60.0
"""Longest wait for a best move; a busy machine is no finding."""
_UNBOUNDED = re.compile(r"(hash|threads).*[0-9]{2}", re.IGNORECASE)
"""Options that take as much of the machine as they say."""
SETTINGS = EngineSettings(policy="uniform", hash_mb=1)
END_OF_PART = b"\n--\n"
"""Ends the introduction of a lying engine, and each of its answers to `go`."""


class Answers(io.BytesIO):
    """Keeps what a session says; others can wait for its best moves."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    def write(self, data: Any) -> int:
        with self._changed:
            count = super().write(data)
            self._changed.notify_all()
            return count

    def lines(self) -> list[str]:
        return self.getvalue().decode("utf-8", "replace").splitlines()

    def moves(self) -> int:
        return sum(line.startswith("bestmove") for line in self.lines())

    def wait_for_moves(self, count: int) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: self.moves() >= count, timeout=PATIENCE_S)
        assert came, "no best move came"

    def check(self, *, moves: int) -> None:
        """Every search was answered once, and nothing happened that should not."""
        assert not [line for line in self.lines() if "should not happen" in line], "an error that was caught"
        assert self.moves() == moves, "not as many best moves as searches"


def _heard(data: bytes) -> Iterator[str]:
    """Yield the lines as a session gets them, up to `quit`."""
    cutter = LineCutter()
    for line in [*cutter.lines(data), cutter.rest()]:
        if _UNBOUNDED.search(line):
            continue
        yield line
        if line.split()[:1] == ["quit"]:
            return


def _engine(data: bytes) -> None:
    answers = Answers()
    session = Session(replace(SETTINGS, nodes_per_second=100_000), Writer(answers))
    asked = 0

    def counted() -> Iterator[str]:
        nonlocal asked
        for line in _heard(data):
            word = next((word for word in line.split() if word in _COMMANDS), "")
            if word == "quit":
                return
            asked += word == "go"
            yield line

    try:
        session.obey_all(counted())
    finally:
        gc.unfreeze()  # a session leaves what it loaded to no collection, and here come thousands of them
    answers.check(moves=asked)


@contextmanager
def _proxy(
    introduction: bytes, searches: Sequence[bytes] = (), *, protocol: EngineProtocol = UCI
) -> Iterator[tuple[ProxySession, Answers]]:
    """Wrap an engine that says these things."""
    group = type("Group", (ScriptedGroup,), {"introduction": introduction, "searches": searches})
    with patch("zeitnot.games.engine_process.ProcessGroup", group):
        engine = WrappedEngine([sys.executable], SETTINGS.make_manager(), protocol=protocol)
        answers = Answers()
        try:
            yield ProxySession(engine, ProxyOptions(SETTINGS, engine.inner), Writer(answers)), answers
        finally:
            engine.close()


INTRODUCTION = b"""id name Script 1
option name Hash type spin default 16 min 1 max 64
option name MultiPV type spin default 1 min 1 max 4
option name UCI_Chess960 type check default false
option name Clear Hash type button"""
SEARCH = b"""info depth 1 seldepth 2 score cp 30 nodes 20 pv e7e5 g1f3
info depth 2 score cp 25 upperbound nodes 99 hashfull 1 pv e7e5
info depth 2 score mate -3 wdl 0 10 990 nodes 120 multipv 1 pv c7c5
bestmove c7c5 ponder g1f3"""


def _to_proxy(data: bytes, *, protocol: EngineProtocol = UCI) -> None:
    asked = 0
    with _proxy(INTRODUCTION, [SEARCH] * 50, protocol=protocol) as (session, answers):

        def counted() -> Iterator[str]:
            nonlocal asked
            for line in _heard(data):
                words = line.split()
                asked += words[:1] == ["go"] and "perft" not in words
                yield line

        session.obey_all(counted())
        answers.check(moves=asked)


CONVERSATION = (
    *("uci", "isready", "setoption name MultiPV value 2", "position startpos moves e2e4"),
    *("go wtime 500 btime 500", "position startpos moves e2e4 e7e5", "go movetime 5", "isready"),
    *("go depth 2", "ucinewgame", "position startpos moves g1f3", "go nodes 50 searchmoves g8f6 e7e5"),
)


def _lies(data: bytes) -> None:
    introduction, *searches = data.split(END_OF_PART)
    asked = 0
    with _proxy(introduction, searches) as (session, answers):
        for line in CONVERSATION:
            session.obey(line)
            if line.startswith("go"):
                asked += 1
                answers.wait_for_moves(asked)
        session.obey_all(["quit"])
        answers.check(moves=asked)


TALKS = (
    b"""uci
isready
position startpos moves e2e4 e7e5
go wtime 1000 btime 900 winc 10 binc 10 movestogo 3
stop
quit
""",
    b"""setoption name Policy value mergen
setoption name mergen.preset value blitz
setoption name MultiPV value 3
go depth 3 searchmoves e2e4 d2d4
ucinewgame
go infinite
stop
""",
    f"""setoption name UCI_Chess960 value true
position fen {FENS[3]} moves f4f5
go nodes 500 mate 2
""".encode(),
    b"""setoption name OwnBook value true
setoption name Ponder value true
go ponder wtime 50 btime 50
ponderhit
debug on
register later
go movetime 20
d
""",
)
UCI_WORDS = (
    *("uci", "isready", "ucinewgame", "position startpos", "position fen ", " moves e2e4", "go ", "stop"),
    *("quit", "ponderhit", "debug on", "setoption name ", " value ", "Policy", "Preset", "MultiPV"),
    *("Move Overhead", "\n", "wtime ", "btime ", "winc ", "movestogo ", "movetime ", "depth ", "nodes "),
    *("mate ", "infinite", "ponder", "searchmoves ", "uniform", "stockfish", "textbook", "argo"),
    *("neurofish", "learned", "-1", "99999999999", "0000", "BookFile", "OwnBook", "Nodes Per Second"),
    *("UCI_ShowWDL", "<empty>", "none", "true", "false", *FENS[1:3]),
)
USI_TALKS = (
    b"""usi
isready
usinewgame
position startpos moves 7g7f
go btime 1000 wtime 900 byoyomi 100
stop
quit
""",
    b"""position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
go ponder btime 0 wtime 0 binc 1 winc 1
ponderhit
go infinite
stop
go mate infinite
""",
)
LIES = tuple(
    END_OF_PART.join(parts)
    for parts in (
        (INTRODUCTION, SEARCH),
        (
            b"id name \nid author a",
            SEARCH,
            DIES,
            b"bestmove 0000",
            b"info string x\nbestmove (none) ponder x\nbestmove e7e5\ninfo depth 99999 score cp 5 pv e7e5",
        ),
        (
            b"option name UCI_Variant type combo default chess var chess var atomic\noption name UCI_ShowWDL",
            b"info depth 1 currmove a7a6 currmovenumber 1\ninfo depth 1\ninfo depth 2 score cp 9 pv a7a6",
        ),
    )
)
LIE_WORDS = (
    *("\n--\n", "bestmove ", " ponder ", "info depth ", " score cp ", " score mate ", " pv "),
    *(" multipv ", " wdl ", " nodes ", " lowerbound", " upperbound", " string ", "hashfull "),
    *("movesleft ", "seldepth ", "currmove ", "e7e5", "option name ", " type spin default 1 min 1 max 4"),
    *(" type combo default a var a", " var ", "MultiPV", "id name ", "readyok", "uciok", "0000"),
    *("(none)", "-999999999999999999", "nan", "USI_Variant", "copyprotection error"),
)

TARGETS = (
    Target(
        name="uci",
        seeds=lambda: TALKS,
        read=_engine,
        refuses=False,
        words=UCI_WORDS,
        most_bytes=1_000,
        tries=30,
    ),
    Target(
        name="proxy",
        seeds=lambda: TALKS,
        read=_to_proxy,
        refuses=False,
        words=UCI_WORDS,
        most_bytes=1_000,
        tries=20,
    ),
    Target(
        name="proxy-usi",
        seeds=lambda: USI_TALKS,
        read=lambda data: _to_proxy(data, protocol=USI),
        refuses=False,
        words=(*UCI_WORDS, "byoyomi ", "sfen ", "usinewgame", "mate infinite"),
        most_bytes=600,
        tries=10,
    ),
    Target(
        name="inner-engine",
        seeds=lambda: LIES,
        read=_lies,
        refuses=False,
        words=LIE_WORDS,
        most_bytes=2_000,
        tries=20,
    ),
)
