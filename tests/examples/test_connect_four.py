"""Connect Four, a game in a package of its own: rules and search against an oracle, games under clocks."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.examples import slow_connect_four as slow
from tests.lab.fleet.tiny_match import ImpatientFleet, played
from tests.turns.awkward import installed
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError, SettingError
from zeitnot.games import Fault, PlayedGame, RefereeRules, find_game
from zeitnot.lab.match.plan import MatchPlan, plan_match
from zeitnot.models import make_manager
from zeitnot.policies import registry
from zeitnot.turns import NO_CONNECTION, Reason

if TYPE_CHECKING:
    from zeitnot_connect_four.search import Found

pytestmark = pytest.mark.usefixtures("connect_four")

GAME = "connect-four"
LATE = "211571176451734736656412"
"""More than half of the board is full and nobody has won: games from here are short."""


def plan(
    *participants: str, control: str = "2+0.02", work: float | None = 1500.0, late: bool = False
) -> MatchPlan:
    made = plan_match(*participants, game=GAME, control=control, games=2, work_per_s=work)
    return replace(made, openings=(LATE,)) if late else made


def games_of(made: MatchPlan) -> list[PlayedGame]:
    table = made.played_game.table(made)
    try:
        return [table.play(made.order(number)) for number in range(2)]
    finally:
        table.close()


def found_in(line: str, nodes: int = 10**9) -> "list[Found]":
    from zeitnot_connect_four.board import Board
    from zeitnot_connect_four.search import Search

    return list(Search().deepen(Board.after(line), lambda visited: nodes - visited))


def test_the_number_of_positions_after_each_disc_is_the_known_one() -> None:
    from zeitnot_connect_four.board import Board

    boards, counts = {Board()}, []
    for _ in range(6):
        counts.append(len(boards))
        boards = {board.played(column) for board in boards for column in board.legal_columns()}
    assert [*counts, len(boards)] == [1, 7, 49, 238, 1120, 4263, 16422]  # as in OEIS A212693


def test_games_end_where_the_oracle_ends_them() -> None:
    from zeitnot_connect_four.board import Board

    rng = Random(5)
    won = 0
    for _ in range(60):
        board, columns = Board(), slow.columns_after("")
        while not board.is_over:
            assert sorted(board.legal_columns()) == [x for x in range(7) if len(columns[x]) < 6]
            column = rng.choice(board.legal_columns())
            board, columns = board.played(column), slow.after(columns, column)
            assert board.is_won == slow.has_won(columns, "ba"[board.plies % 2])
        won += board.is_won
    assert 50 <= won <= 60


@pytest.mark.parametrize("seed", range(24))
def test_a_position_near_the_end_is_solved_exactly(seed: int) -> None:
    line = slow.random_line(Random(seed), 31)
    columns = slow.columns_after(line)
    value, plies = slow.solved(columns)
    last = found_in(line)[-1]
    assert last.solved
    if value == 0:
        assert (last.score_cp, last.win_in) == (0, None)
    else:
        assert last.score_cp == value * (100_000 - plies)
        assert last.win_in == value * ((plies + 1) // 2)
    after_best, _ = slow.solved(slow.after(columns, last.column))
    assert -after_best == value


def test_a_search_ends_at_its_nodes_and_its_depths_repeat() -> None:
    first, second = found_in("4453", 3000), found_in("4453", 3000)
    assert first == second
    assert [each.depth for each in first] == list(range(1, len(first) + 1))
    assert first[-1].nodes <= 3000
    assert found_in("4453", 1)[0].depth == 1  # there must be a move


@pytest.mark.parametrize("line", ["8", "4x", "4444444", "41424344", "x" * 200])
def test_a_line_that_cannot_be_played_is_refused(line: str) -> None:
    from zeitnot_connect_four.board import Board

    with pytest.raises(
        DataError, match="a line must have columns from 1 to 7 that are free, and end with a win"
    ):
        Board.after(line + "4")


def test_built_in_openings_are_many_open_and_without_mirror_images() -> None:
    from zeitnot_connect_four.board import Board

    lines = find_game(GAME).openings()
    assert len(lines) > 300
    assert not any(Board.after(line).is_over for line in lines)
    own = {Board.after(line) for line in lines}
    assert len(own) == len(lines)
    for line in lines:
        mirrored = Board.after("".join(str(8 - int(letter)) for letter in line))
        assert mirrored == Board.after(line) or mirrored not in own


class StepSource:
    """A clock on which a millisecond passes at every look."""

    def __init__(self) -> None:
        self._looks = 0

    def now_s(self) -> float:
        self._looks += 1
        return self._looks / 1000


@pytest.mark.parametrize("work_per_s", [None, 3000.0])
@pytest.mark.parametrize("remaining_s", [0.0, 0.02, 0.5])
def test_a_turn_ends_at_the_hard_limit_by_either_clock(work_per_s: float | None, remaining_s: float) -> None:
    from zeitnot_connect_four.board import Board
    from zeitnot_connect_four.player import Player

    manager = make_manager("uniform", {"turns_left": 1.0}, overhead=NO_CONNECTION)
    player = Player(manager, work_per_s=work_per_s, source=StepSource())
    record = player.think(Board.after("4453"), clock=ClockReading(remaining_s=remaining_s))
    assert record.move in set("1234567")
    late_s = 0.0 if work_per_s else 0.006  # a look after the last depth, and one at the end
    assert record.used_s <= record.budget.limit_s + late_s
    assert record.depth >= 1


def test_a_solved_position_ends_the_turn_at_once() -> None:
    from zeitnot_connect_four.board import Board
    from zeitnot_connect_four.player import Player

    player = Player(make_manager("uniform"), work_per_s=1000.0)
    clock = ClockReading(remaining_s=600.0)
    win = player.think(Board.after("414141"), clock=clock)
    assert (win.move, win.reason, win.depth) == ("4", Reason.MATE, 1)
    only = player.think(Board.after(slow.random_line(Random(2), 40)), clock=clock)
    assert (only.reason, only.depth) == (Reason.ONE_MOVE, 1)
    drawn = next(line for line in late_lines(36) if slow.solved(slow.columns_after(line))[0] == 0)
    full = player.think(Board.after(drawn), clock=clock)
    assert (full.reason, full.depth, full.score_cp) == (Reason.SOLVED, 6, 0.0)
    assert max(only.used_s, full.used_s) < 1


def late_lines(discs: int) -> Iterator[str]:
    """Return lines to positions with a choice, near the end."""
    for seed in range(100):
        line = slow.random_line(Random(seed), discs)
        if sum(len(column) < slow.HEIGHT for column in slow.columns_after(line)) > 1:
            yield line


def test_a_match_in_work_time_repeats_to_the_bit() -> None:
    made = plan("uniform", "learned")
    first, second = games_of(made), games_of(made)
    assert [(game.turns, game.text, game.left_s) for game in first] == [
        (game.turns, game.text, game.left_s) for game in second
    ]
    assert all(game.fault is None for game in first)


def test_every_policy_that_suits_it_plays_without_a_fault() -> None:
    names = find_game(GAME).policies()
    assert {"uniform", "textbook", "stockfish", "learned", "argo"} <= set(names)
    assert "magpie" not in names
    for name in names:
        other = "uniform" if name != "uniform" else "uniform:turns_left=20"
        made = plan(name, other, work=500.0)
        (game, _) = games_of(made)
        assert game.fault is None, name
        assert not game.notes, name


def test_nobody_runs_out_of_time_by_the_wall_clock() -> None:
    for game in games_of(plan("uniform", "textbook", control="0.8+0.01", work=None)):
        assert game.fault is None
        assert min(game.left_s) > 0
        assert sum(turn.referee_s for turn in game.turns) > 0.3


def test_who_is_over_its_time_loses() -> None:
    from zeitnot_connect_four.clocked_game import ClockedGame
    from zeitnot_connect_four.player import Player

    made = plan("uniform", "textbook")
    slow_machine = StepSource()
    game = ClockedGame(
        players=(
            Player(make_manager("uniform"), source=slow_machine),
            Player(make_manager("uniform"), source=slow_machine),
        ),
        opening="445",
        control=replace(made, control="0.001").time_control,
        source=slow_machine,
    )
    ending = game.play()
    assert (ending.fault, ending.seat, ending.half_points) == (Fault.FLAG, 1, 2)
    assert ending.words == "second is out of time"


def test_every_turn_of_a_game_is_found_again_in_its_text() -> None:
    from zeitnot_connect_four.game_text import read_game

    made = replace(plan("uniform", "textbook"), openings=("44535",))
    game, other = games_of(made)
    text = read_game(game.text)
    assert text.headers["Opening"] == "44535"
    assert text.headers["First"] == "uniform"
    assert [turn.seat for turn in game.turns[:2]] == [1, 0]
    assert text.times_s == pytest.approx([turn.referee_s for turn in game.turns], abs=0.0006)
    line = "44535"
    for place, turn in enumerate(game.turns):
        before = made.played_game.position_before(made, game.text, place=place, move=turn.record.move)
        assert before is not None
        assert before.notation == line
        assert before.board.count("<circle") == 42 + 1
        line += before.move
    found = made.played_game.position_before
    assert found(made, game.text, place=len(game.turns), move="4") is None
    assert found(made, "no game", place=0, move="4") is None
    assert other.text != game.text


@pytest.fixture
def awkward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, connect_four: Path) -> Iterator[None]:
    site = installed(tmp_path / "site")["PYTHONPATH"]
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", f"{connect_four}:{site}")
    registry._plugged_in.cache_clear()
    yield
    registry._plugged_in.cache_clear()


@pytest.mark.usefixtures("awkward")
@pytest.mark.parametrize("hook", ["plan", "observe"])
def test_a_policy_that_hangs_plays_on_without_its_advice(hook: str) -> None:
    made = plan(f"awkward:hook={hook},how=wait", "uniform", work=None, late=True)
    for game in games_of(replace(made, rules=RefereeRules(margins_s=(60.0,)))):
        assert game.fault is None
        (note,) = game.notes
        assert "it is not asked again in this game" in note
        assert sum(turn.referee_s for turn in game.turns) < 10


@pytest.mark.usefixtures("awkward")
def test_one_that_holds_the_interpreter_loses_its_game() -> None:
    from zeitnot_connect_four.game_text import read_game

    made = plan("awkward:hook=plan,how=hold", "uniform", late=True)
    with ImpatientFleet(made) as fleet:
        (game,) = played(fleet, range(1)).values()
    assert (game.fault, game.fault_seat, game.half_points) == (Fault.STALL, 0, 0)
    assert read_game(game.text).headers["Ending"].endswith("did not answer")


def test_openings_of_a_file_are_read_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("# from a book\n44535\n\n4444  # the middle\n", encoding="utf-8")
    assert find_game(GAME).openings(file) == ("44535", "4444")
    assert find_game(GAME).openings(file, plies=2) == ("44", "44")
    file.write_text("44\n4141414\n", encoding="utf-8")
    with pytest.raises(DataError, match="an opening must leave something to play, got '4141414'"):
        find_game(GAME).openings(file)
    with pytest.raises(DataError, match="openings must be a text file"):
        find_game(GAME).openings(tmp_path)
    with pytest.raises(SettingError, match="connect-four has no settings of its own"):
        replace(plan("uniform", "textbook"), settings=(("x", "1"),))
