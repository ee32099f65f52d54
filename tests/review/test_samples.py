"""Files of many origins, each written to the letter of its program: times are read, and doubts are told."""

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from tests.report.match_page.runs import duel_plan, played_run
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, MissingExtraError
from zeitnot.review import Source, TimedGame, UnreadGame, read_games, read_pgn

SAMPLES = Path(__file__).parent / "samples"
BLITZ_S = [0, 0, 4, 7, 1, 12, 9, 3, 20, 5, 2, 31, 6, 4, 8, 15]
WHOLE_S = [3, 2, *BLITZ_S[2:]]
LONG_S = [12, 25, 40, 61, 90, 33, 280, 410, 15, 77, 600, 122, 45, 300, 21, 950]
SITE_S = [0.1, 0.8, 1.1, 6.3, 2.4, 11.9, 3.0, 4.4, 27.7, 1.3, 9.9, 2.2, 0.6, 14.1, 5.5, 3.8]
ENGINE_S = [0.232, 0.401, 0.118, 0.97, 0.35, 0.288, 0.512, 0.109, 0.64, 0.2, 0.33, 0.471, 0.15, 0.72, 0.26]
ENGINE_S += [0.305]
NO_BOOK_S = [None, None, None, None, *ENGINE_S[4:]]
DAILY_S = [37, 4000, 86400, 120, 7000, 64, 3601, 50000, 10, 99999, 250, 3000, 17, 60000, 4242, 1]
FICS_S = [0, 0, 1.213, 2.871, 0.102, 7.015, 3.3, 11.48, 0.1, 4.921, 22.337, 1.09, 2.202, 9.75, 0.314, 3.021]
TEMPO_S = [0, 0, 0.41, 1.2, 0, 2.33, 1.05, 3.9, 0.7, 5.01, 2.2, 0.35, 1.11, 4.6, 0.9, 2.75]
MINUTES_S = [60.0 * each for each in (0, 1, 2, 3, 1, 8, 11, 5, 0, 20, 4, 2, 9, 1, 7, 16)]
SEASON_S = [
    None,
    None,
    12,
    45.123,
    60.777,
    33.21,
    150.001,
    20.999,
    0.005,
    81.234,
    77,
    40.404,
    99.999,
    61,
    30.303,
]
SEASON_S += [25.252]
FIRST = ["the clock shows its first time"] * 2

READ = {
    "lichess-blitz": ("3:00+2", BLITZ_S, FIRST),
    "lichess-berserk": ("3:00+2", BLITZ_S, ["berserk", FIRST[0]]),
    "lichess-bullet": ("1:00", [0, 0, 1, 2, 1, 3, 2, 1, 8, 4, 3, 9, 5, 2, 14, 11], ["Black lost on time"]),
    "lichess-broadcast": ("40/90:00+30, 30:00+30", LONG_S, []),
    "lichess-correspondence": (None, [None] * 16, ["no move has a time"]),
    "broadcast-minutes": ("90:00+30", LONG_S, ["'90+30' is read in minutes"]),
    "chessbase": ("40/90:00+30, 30:00+30", LONG_S, []),
    "chesscom-rapid": ("10:00", SITE_S, []),
    "chesscom-increment": ("3:00+2", SITE_S, ["lost on time"]),
    "chesscom-effects": ("3:00+2", SITE_S, []),
    "chesscom-daily": ("259200s/move", DAILY_S, []),
    "fics-database": ("3:00", FICS_S, []),
    "icc": ("5:00", WHOLE_S, []),
    "chesstempo": ("1:00", TEMPO_S, []),
    "hours-and-minutes": ("40/120:00, 60:00", MINUTES_S, ["hours and minutes", "hours and minutes"]),
    "cutechess": ("0:10+0.1", NO_BOOK_S, ["before the clock ran"] * 2 + ["no time is written"] * 4),
    "fastchess": ("0:08+0.08", ENGINE_S, []),
    "arena": ("5:00+2", WHOLE_S, []),
    "winboard": ("40/5:00", WHOLE_S, []),
    "fritz": ("5:00+3", WHOLE_S, []),
    "tcec": ("120:00+30", SEASON_S, ["no time is written"] * 2),
    "tcec-old": ("120:00+15", LONG_S, []),
    "zeitnot": ("0:10+0.1", NO_BOOK_S, ["no time is written"] * 4),
    "no-times": (None, [None] * 16, ["TimeControl tag is empty or missing", "no move has a time"]),
}


def game_of(name: str, clock: str | None = None) -> TimedGame:
    control = None if clock is None else TimeControl.parse(clock)
    (game,) = read_games(SAMPLES / f"{name}.pgn", clock=control)
    assert isinstance(game, TimedGame)
    return game


def times_of(game: TimedGame) -> list[float | None]:
    return [move.time.used_s for move in game.moves]


def test_there_are_files_of_twenty_origins() -> None:
    assert len(list(SAMPLES.glob("*.pgn"))) >= 20
    assert len(READ) >= 20


@pytest.mark.parametrize("name", READ)
def test_times_are_those_that_were_written(name: str) -> None:
    control, times_s, problems = READ[name]
    game = game_of(name)
    assert (None if game.control is None else str(game.control)) == control
    assert times_of(game) == pytest.approx(times_s, abs=1e-6)
    assert len(game.problems) == len(problems)
    for told, expected in zip(game.problems, problems, strict=True):
        assert expected in told


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.pgn")), ids=lambda path: path.stem)
def test_a_move_has_a_time_or_a_problem(path: Path) -> None:
    (game,) = read_games(path)
    assert isinstance(game, TimedGame)
    for move in game.moves:
        assert move.time.used_s is not None or move.time.problem
        assert (move.time.used_s is None) == (move.time.source is Source.NONE)


def test_a_free_text_control_is_not_guessed_but_can_be_said() -> None:
    game = game_of("broadcast-free-text")
    assert times_of(game) == [None] * 16
    assert "cannot be read" in game.problems[0]
    assert any("--clock" in each for each in game.problems)
    assert times_of(game_of("broadcast-free-text", "40/90:00+30, 30:00+30")) == LONG_S


@pytest.mark.parametrize(
    "tag", ["90 min. + 30 s. per move", "90 minutes + 30 sec / move", "90min+30sec/move", "90 m + 30 s"]
)
def test_a_control_in_words_is_read_and_told(tag: str) -> None:
    text = (SAMPLES / "broadcast-minutes.pgn").read_text(encoding="utf-8").replace("90+30", tag)
    (game,) = read_pgn(text, what="relay")
    assert isinstance(game, TimedGame)
    assert times_of(game) == LONG_S
    assert game.problems == (f"the TimeControl tag {tag!r} is read as 90:00+30",)


def test_what_a_delay_hides_is_told() -> None:
    game = game_of("us-delay")
    hidden = [move.ply for move in game.moves if "hides" in move.time.problem]
    assert hidden == [0, 1, 8, 14]
    assert [used_s for ply, used_s in enumerate(times_of(game)) if ply not in hidden] == [
        used_s for ply, used_s in enumerate(LONG_S) if ply not in hidden
    ]
    without_tag = game_of("livechess-delay")
    assert any("right only if nothing is added" in each for each in without_tag.problems)
    assert times_of(game_of("livechess-delay", "130:00 d30"))[2:8] == LONG_S[2:8]


def test_missing_and_damaged_clocks_are_told_move_by_move() -> None:
    missing = {move.ply: move.time.problem for move in game_of("missing-clocks").moves if move.ply > 1}
    assert [ply for ply, problem in missing.items() if problem] == [6, 7, 8, 9, 11, 13]
    assert missing[6] == "no time is written"
    assert missing[8] == "the clock before the move is unknown"
    damaged = {move.ply: move.time for move in game_of("damaged-clocks").moves}
    assert damaged[4].problem == "cannot read '[%clk 0:99:xx]'"
    assert damaged[6].problem == "the clock is below zero: -0:05"
    assert damaged[9].problem.startswith("the clock rose from 2:44 to 59:00, ")
    assert damaged[11].problem == "the clock before the move is unknown"
    assert [ply for ply, time in damaged.items() if time.used_s is None] == [4, 6, 8, 9, 11]


@pytest.mark.parametrize(
    "pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress]
)
def test_packed_files_are_read_whatever_their_name(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    text = b"".join(path.read_bytes() + b"\n" for path in sorted(SAMPLES.glob("*.pgn")))
    path = tmp_path / "games.bin"
    path.write_bytes(pack(text))
    games = list(read_games(path))
    assert len(games) == len(list(SAMPLES.glob("*.pgn")))
    assert all(isinstance(game, TimedGame) for game in games)


def test_a_file_that_ends_too_early_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    text = b"".join(each.read_bytes() for each in sorted(SAMPLES.glob("*.pgn")))
    path.write_bytes(gzip.compress(text)[:900])
    with pytest.raises(DataError, match=r"cut\.pgn\.gz"):
        list(read_games(path))


def test_without_zstandard_the_install_line_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(b"1. e4 *\n"))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zeitnot\[zst\]'"):
        list(read_games(path))


def test_old_files_in_latin_1_keep_their_names(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('[White "Müller"]\n[Black "Ré"]\n\n1. e4 e5 *\n'.encode("latin-1"))
    (game,) = read_games(path)
    assert isinstance(game, TimedGame)
    assert game.players == ("Müller", "Ré")


def test_a_broken_game_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    variant = '[Variant "Atomic"]\n\n1. e4 *\n'
    illegal = "1. e4 e5 2. Ke3 *\n"
    path.write_text(f'{variant}\n{illegal}\n[White "x"]\n\n*\n\n1. d4 d5 *\n', encoding="utf-8")
    first, second, third, fourth = read_games(path)
    assert isinstance(first, UnreadGame)
    assert "variant" in first.reason
    assert isinstance(second, TimedGame)
    assert len(second.moves) == 2
    assert "cannot be read" in second.problems[0]
    assert isinstance(third, UnreadGame)
    assert third.reason == "it has no moves"
    assert isinstance(fourth, TimedGame)


def test_the_tags_of_the_next_game_end_a_game_that_lacks_its_end() -> None:
    text = """[White "a"]
[TimeControl "60"]

1. e4 {a
[White "comment"] } e5 1-0
[White "b"]

1. d4 *

[White "c"]
[TimeControl "180"]

[White "d"]
[White "written twice"]

[Black "after a gap"]

1. c4 c5 *
"""
    first, second, third, fourth = read_pgn(text, what="archive")
    assert isinstance(first, TimedGame)
    assert isinstance(second, TimedGame)
    assert isinstance(third, UnreadGame)
    assert isinstance(fourth, TimedGame)
    assert [(game.players[0], len(game.moves)) for game in (first, second)] == [("a", 2), ("b", 1)]
    assert third.reason == "it has no moves"
    assert fourth.players == ("written twice", "after a gap")
    assert fourth.control is None  # not that of the game before it
    assert not any("cannot be read" in each for game in (first, second, fourth) for each in game.problems)


@pytest.mark.parametrize("event", ["FICS rated atomic game", "FICS unrated suicide game"])
def test_a_variant_that_only_the_event_names_is_not_read_as_usual_chess(event: str) -> None:
    (game,) = read_pgn(f'[Event "{event}"]\n\n1. e4 {{[%emt 1.0]}} *\n', what="fics")
    assert isinstance(game, UnreadGame)
    assert f"got {event.split()[2]} by the Event tag" in game.reason


def test_the_games_of_a_run_are_read_with_its_clock(tmp_path: Path) -> None:
    run = played_run(tmp_path / "duel.run", duel_plan())
    games = list(read_games(run))
    assert len(games) == duel_plan().total_games
    for game in games:
        assert isinstance(game, TimedGame)
        assert game.control == duel_plan().time_control
        assert game.has_times
        assert all("no time is written" in each for each in game.problems)  # the moves of the opening
