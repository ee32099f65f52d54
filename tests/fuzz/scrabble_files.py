"""Targets: files, positions and games of Scrabble, and the lines that its player obeys."""

import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import zeitnot.scrabble
from tests.fuzz.target import Target, file_of, work_folder
from tests.scrabble import damage
from tests.scrabble import kwg_oracle as kwg
from tests.scrabble.fixtures_player import player
from tests.scrabble.random_games import RandomGame
from zeitnot._native import Leaves, Lexicon, WordMap
from zeitnot.clocks import GameClock, TimeControl
from zeitnot.errors import DataError
from zeitnot.games import find_game
from zeitnot.review import read_games
from zeitnot.scrabble import Layout, LetterDistribution, Position, gcg
from zeitnot.scrabble.evaluation import read_leaves, read_pre_endgame
from zeitnot.scrabble.line_server import LineServer
from zeitnot.scrabble.turn import WorkRates
from zeitnot.scrabble.win_table import WinTable

DATA = Path(zeitnot.scrabble.__file__).parent / "data"
CGPS = (
    "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRSTV/ 0/14 0 lex ENABLE1;",
    "15/15/15/15/15/15/15/3QUiZ8/6A8/6T8/15/15/15/15/15 AENORST/?BE 44/17 1 ld english; bdn standard; rk x;",
    f"{'21/' * 10}9CAB9{'/21' * 10} EHIRSTV/ 0/14 0 ld english_super; bdn super;",
)
LINES = (
    f"""hello 1
newgame seat 1 rule 5 lexicon X clock 25:00 -10/min
position {CGPS[0]}
last open 8G CAB
accept 600 500
go 600 -500
result 14 9
quit
""",
    f"""newgame seat 0 rule double lexicon none clock 3+2
position {CGPS[1]}
last stands -3
go 20 30
last off 8D QUiZ
accept 1 1
option a b
position x
last none
""",
)
_CLOCKS = json.dumps(GameClock(TimeControl.parse("3:00 -10/min")).snapshot().to_json())
KEPT = f"""#character-encoding UTF-8
#player1 you
#player2 zeitnot
#lexicon ENABLE1
#challenge-rule void
#clock 3:00 -10/min
#policy uniform
#incomplete
#clock-state {_CLOCKS}
#rack1 ?ABDENR
#rack2 DEJOOQS
"""
RATES = WorkRates(generations_per_s=100.0, samples_per_s=2.0, nodes_per_s=6.0)
"""A machine so slow that hours on a clock are little work."""
_LONG = re.compile(r"(?!position).*(?:[0-9]{5}|inf)", re.DOTALL)
"""A line with times of more than some seconds."""
GCG_WORDS = (
    *("#player1 ", "#player2 ", "#character-encoding UTF-8", "#lexicon ", "#note ", "#rack1 "),
    *("#challenge-rule 5", "\n>", " +0 ", " -5 ", " -- ", "(time)", "(challenge)", "8H ", "H8 ", "QUIZ"),
    *("q.iz", "?", "-ABC", "- ", "[%clk 1:00]"),
)
CGP_WORDS = ("/", " / ", "15", "?", " lex ", " ld ", " bdn ", "super", "german", "[CH]", ";", "A", "a", "6")


def _cgp(data: bytes) -> None:
    """Read a position; as it is written again, it is the same position."""
    position = Position.from_cgp(data.decode("utf-8", "replace"))
    assert Position.from_cgp(position.to_cgp()) == position


def _gcg(data: bytes) -> None:
    """Read a game for its times and for its moves; as it is written again, it is the same game."""
    list(read_games(file_of(data, "game.gcg")))
    record = gcg.parse(data)
    assert gcg.parse(gcg.text(record)).game.state == record.game.state


def _kept(data: bytes) -> None:
    """Read a game that was kept to be gone on with, as a list of games and as its page do."""
    text = data.decode("utf-8", "replace")
    find_game("scrabble").kept_facts(text)
    find_game("scrabble").resumed_game(text, work_folder()).view()


def _lines(data: bytes) -> None:
    said: list[str] = []
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if not _LONG.match(line)]
    LineServer(player(rates=RATES), name="fuzz", say=said.append).run(lines)
    assert not any("\n" in line for line in said), "an answer of more than one line"


def _native(kind: Any, use: Callable[[Any], None]) -> Callable[[bytes], None]:
    """Return what opens a file in native code and uses it for all that it is for."""

    def read(data: bytes) -> None:
        opened, reason = damage.tried(kind.from_bytes, data)
        if opened is None:
            assert " must " in reason, "a refusal without its rule"
            raise DataError(reason)
        use(opened)

    return read


def _native_target(
    name: str, kind: Any, use: Callable[[Any], None], seeds: Callable[[], list[bytes]]
) -> Target:
    return Target(
        name=name,
        seeds=seeds,
        read=_native(kind, use),
        most_bytes=16_384,
        tries=20,  # tests/scrabble/test_formats_fuzz.py reads more of them, under the sanitizers, too
    )


def _wins() -> bytes:
    return b"\n".join(lzma.decompress((DATA / "winpct.csv.xz").read_bytes()).split(b"\n")[:2])


def _small_lexicon() -> list[bytes]:
    words = damage.words()
    few, many = Random(5).sample(words, 40), damage.words_of_many_letters()[:25]
    return [Lexicon.build(few), kwg.kwg_file(few, shares=False), Lexicon.build(many)]


def _small_map() -> list[bytes]:
    return [WordMap.build(Lexicon.from_bytes(_small_lexicon()[0]))]


TARGETS = (
    Target(
        name="cgp", seeds=lambda: [cgp.encode() for cgp in CGPS], read=_cgp, words=CGP_WORDS, most_bytes=600
    ),
    Target(
        name="gcg",
        seeds=lambda: [gcg.text(RandomGame(seed).play()).encode() for seed in (1, 2)],
        read=_gcg,
        words=GCG_WORDS,
        tries=100,
    ),
    Target(
        name="kept-scrabble", seeds=lambda: [KEPT.encode()], read=_kept, words=GCG_WORDS, most_bytes=1_000
    ),
    Target(
        name="scrabble-lines",
        seeds=lambda: [lines.encode() for lines in LINES],
        read=_lines,
        refuses=False,
        words=("newgame ", "seat 0", " rule ", "void", " clock ", "last open ", "go ", "accept ", *CGP_WORDS),
        most_bytes=1_000,
        tries=10,
    ),
    _native_target("kwg", Lexicon, damage.use_lexicon, _small_lexicon),
    _native_target("word-map", WordMap, damage.use_map, _small_map),
    _native_target(
        "klv2", Leaves, damage.use_leaves, lambda: [damage.sound_leaves(), damage.sound_leaves(63)]
    ),
    Target(
        name="leaves-packed",
        seeds=lambda: [lzma.compress(damage.sound_leaves())],
        read=lambda data: read_leaves(file_of(data, "leaves.klv2.xz")),
    ),
    Target(
        name="wins",
        seeds=lambda: [_wins(), lzma.compress(_wins())],
        read=lambda data: [WinTable.read(file_of(data, f"win.csv{suffix}")) for suffix in _suffixes(data)],
        words=("0 ", "-1 ", "9" * 20, "\n", "1e5", "nan"),
        most_bytes=32_768,
    ),
    Target(
        name="pre-endgame",
        seeds=lambda: [(DATA / "pre_endgame.json").read_bytes()],
        read=lambda data: read_pre_endgame(file_of(data, "pre_endgame.json")),
        words=('"pre_endgame_pts"', "NaN", "[", "null"),
        most_bytes=500,
    ),
    Target(
        name="letters",
        seeds=lambda: [(DATA / f"{name}.csv").read_bytes() for name in ("english", "catalan")],
        read=lambda data: LetterDistribution.read(file_of(data, "letters.csv")),
        words=("?,?,2,0,0", ",", "\n", "Ä,ä,1,6,1", "L·L"),
    ),
    Target(
        name="layout",
        seeds=lambda: [(DATA / f"{name}.txt").read_bytes() for name in ("standard", "super")],
        read=lambda data: Layout.read(file_of(data, "layout.txt")),
        words=("7, 7\n", "=", "-", "~", "'", '"', " " * 15),
    ),
)


def _suffixes(data: bytes) -> tuple[str, ...]:
    return (".xz",) if data.startswith(b"\xfd7zXZ") else ("",)
