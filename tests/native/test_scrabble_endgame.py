"""The endgame solver: exact when it says so, and there with a move whenever it is stopped."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.scrabble.fixtures_lexicons import (
    Scene,
    Table,
    World,
    effort,
    large,
    native_moves,
    slow,
    small,
    subset,
    super_board,
    tiny,
    wide,
)
from tests.scrabble.oracle import BLANK, BLANK_BIT, SQUARES, SlowMove, Tiles
from tests.scrabble.plain_endgame import PlainEndgame, played
from tests.scrabble.random_games import RandomGame
from zeitnot._native import (
    Dictionary,
    EndgameReport,
    EndgameSolver,
    ScrabbleMoveKind,
    StaticValues,
    StopControl,
    StopReason,
)
from zeitnot.scrabble import Layout, LetterDistribution, Lexicon, Position
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.rules import MOST_SCORELESS, off_board

REAL = (
    "7T4K2/7R4IS1/5GLOM3FA1/7WAVEY1U1/3POI1E2FANG1/1QUARTILE4H1/8N6/3VITRIcS2D2/3O4HAY1o2/"
    "1BRING2AWA1N2/3C3AS1L1N2/3E1O1ME1DEE2/1LID1U1IS2AR2/5ZED2JUT2/5O1O2OX3 CEEPRTT/BEEINO 0/0 0"
)
"""From static play: exact after some 400,000 nodes."""
WIDE = (
    "MUREIN1U3VAW1/5ULNAD1AZO1/2VEX2DE2TOO1/3P3OR2F1D1/3O4ANNULI1/3N1J2T2L1ES/3Y1IF1E3ASK/"
    "3MAGICS3N1E/1WHY2GO4E1E/1A5E4R1T/1B5R3GO2/1B5C3AI2/1L5I3ED2/1E5O7/TRIPE2n7 ?AHIIRT/QST 0/0 0"
)
"""A blank, and room everywhere: far too much for a test."""
STUCK_Q = "15/15/15/15/15/15/15/6CWM6/15/15/15/15/15/15/15 EQ/AET 300/310 0"
NODES_A_SECOND = 1000.0
POLLED_NODES = 32


@dataclass(frozen=True, kw_only=True)
class Endgame:
    """A position with both racks."""

    board: Tiles
    rack: bytes
    other: bytes
    scoreless: int = 0
    size: int = 15

    @classmethod
    def of(cls, cgp: str) -> "Endgame":
        position = Position.from_cgp(cgp)
        tiles = {square: position.board.tile(*square) for square in SQUARES}
        board = {square: tile for square, tile in tiles.items() if tile}
        return cls(board=board, rack=bytes(position.rack), other=bytes(position.other_rack))

    def solve(
        self,
        solver: EndgameSolver,
        control: StopControl | None = None,
        on_ply: Callable[[EndgameReport], bool] = lambda _: False,
        **settings: Any,
    ) -> EndgameReport:
        squares = bytes(self.board.get(square, 0) for square in product(range(self.size), range(self.size)))
        return solver.solve(
            squares,
            self.rack,
            self.other,
            control or started(),
            on_ply,
            scoreless_turns=self.scoreless,
            **settings,
        )


def started(*, hard_s: float = float("inf"), nodes_a_second: float = 0.0) -> StopControl:
    control = StopControl(work_per_second=nodes_a_second)
    control.start(soft_s=float("inf"), hard_s=hard_s)
    return control


@cache
def english_dictionary() -> Dictionary:
    return dictionary_of(Lexicon.built_in(), Layout.standard())


@cache
def english() -> EndgameSolver:
    return EndgameSolver(english_dictionary())


def random_endgame(world: World, rng: Random, *, most_tiles: int) -> Endgame:
    """Play some turns and deal a few tiles to each, blanks more often than chance would."""
    table = Table(world, rng)
    while not table.board or rng.random() < 0.8:
        table.play(world.oracle.moves(table.board, table.scene().rack))
    counts = Counter(dict(enumerate(world.oracle.distribution.counts)))
    counts.subtract(BLANK if tile & BLANK_BIT else tile for tile in table.board.values())
    unseen = [tile for tile, count in counts.items() for _ in range(count)]
    rng.shuffle(unseen)
    if counts[BLANK] and rng.random() < 0.4:
        unseen.remove(BLANK)
        unseen.insert(rng.randrange(2), BLANK)
    own = rng.randint(1, most_tiles)
    both = own + rng.randint(1, most_tiles)
    return Endgame(
        board=dict(table.board),
        rack=bytes(unseen[:own]),
        other=bytes(unseen[own:both]),
        scoreless=rng.choice((0, 0, 0, 1, 2, 3, 4, 5)),
        size=world.oracle.size,
    )


def gain_along(line_of: EndgameReport, start: Endgame, distribution: LetterDistribution) -> int:
    """Play the line move by move; give what the first player gained when it ended the game."""
    board, racks, gains, scoreless = start.board, [start.rack, start.other], [0, 0], start.scoreless
    for turn, move in enumerate(line_of.line):
        player = turn % 2
        if move.kind == ScrabbleMoveKind.PLACE:
            board, racks[player] = played(board, racks[player], slow(move))
        gains[player] += move.score
        scoreless = 0 if move.score else scoreless + 1
        if not racks[player]:
            gains[player] += 2 * distribution.rack_value(racks[1 - player])
            break
        if scoreless == MOST_SCORELESS:
            gains = [gain - distribution.rack_value(rack) for gain, rack in zip(gains, racks, strict=True)]
            break
    else:
        pytest.fail("the line ends before the game")
    return gains[0] - gains[1]


@pytest.mark.parametrize(
    ("make_world", "most_tiles", "positions"),
    [
        *((subset, 2, 12), (subset, 3, 4), (wide, 3, 8), (tiny, 1, 6)),
        *((large, 2, 6), (small, 2, 12), (super_board, 2, 4)),
    ],
)
def test_values_are_those_of_exhaustive_search(
    make_world: Callable[[], World], most_tiles: int, positions: int
) -> None:
    world, rng = make_world(), Random(most_tiles)
    dictionary = world.dictionaries["gaddag"]
    solver: EndgameSolver = dictionary.core.EndgameSolver(dictionary, table_mb=1)
    for _ in range(effort(positions)):
        endgame = random_endgame(world, rng, most_tiles=most_tiles)
        report = endgame.solve(solver)
        plain = PlainEndgame(moves=world.oracle.moves, distribution=world.oracle.distribution)
        assert report.complete
        assert report.value_pts == plain.value_pts(
            endgame.board, endgame.rack, endgame.other, endgame.scoreless
        )
        assert report.value_pts == gain_along(report, endgame, world.oracle.distribution)


def test_values_beside_phoneys_are_those_of_exhaustive_search() -> None:
    world = subset()
    solver = EndgameSolver(world.dictionaries["word map"], table_mb=1)
    for seed in range(effort(3)):
        rng, states = Random(seed), RandomGame(seed).play().game.states
        full = rng.choice([state.board for state in states if 15 < state.board.tile_count < 40])
        board = {(row, column): full.rows[row][column] for row, column in SQUARES if full.rows[row][column]}
        tiles = rng.sample(off_board(full, world.oracle.distribution), k=4)
        endgame = Endgame(board=board, rack=bytes(tiles[:2]), other=bytes(tiles[2:]))
        report = endgame.solve(solver)
        plain = PlainEndgame(moves=world.oracle.moves, distribution=world.oracle.distribution)
        assert report.complete
        assert report.value_pts == plain.value_pts(endgame.board, endgame.rack, endgame.other, 0)


@pytest.mark.parametrize(("make_world", "most_tiles", "positions"), [(subset, 5, 5), (tiny, 2, 4)])
def test_larger_endgames_have_the_value_of_plain_search_with_generated_moves(
    make_world: Callable[[], World], most_tiles: int, positions: int
) -> None:
    world, rng, values = make_world(), Random(11), StaticValues()
    solver = EndgameSolver(world.dictionaries["word map"], table_mb=1)

    def moves(board: Tiles, rack: bytes) -> dict[SlowMove, int]:
        scene = Scene(board=board, rack=rack, bag=0, opponent_score=0)
        return native_moves(scene.generate(world.generators["word map"], values))

    for _ in range(effort(positions)):
        endgame = random_endgame(world, rng, most_tiles=most_tiles)
        report = endgame.solve(solver)
        plain = PlainEndgame(moves=moves, distribution=world.oracle.distribution)
        assert report.complete
        assert report.value_pts == plain.value_pts(
            endgame.board, endgame.rack, endgame.other, endgame.scoreless
        )
        assert report.value_pts == gain_along(report, endgame, world.oracle.distribution)


@pytest.mark.parametrize(("make_world", "most_tiles"), [(subset, 3), (tiny, 2), (wide, 3)])
def test_a_window_tells_on_which_side_of_it_the_value_lies(
    make_world: Callable[[], World], most_tiles: int
) -> None:
    world, rng = make_world(), Random(17)
    solver = EndgameSolver(world.dictionaries["gaddag"], table_mb=1)
    for _ in range(effort(20)):
        endgame = random_endgame(world, rng, most_tiles=most_tiles)
        value = endgame.solve(solver).value_pts
        for alpha in (value - 40, value - 2, value - 1, value, value + 1, value + 40):
            beta = alpha + rng.choice((1, 2, 5))
            found = endgame.solve(solver, alpha_pts=alpha, beta_pts=beta, keeps_table=rng.random() < 0.5)
            assert found.complete
            assert (found.value_pts <= alpha) == (value <= alpha)
            assert (found.value_pts >= beta) == (value >= beta)
            assert not alpha < value < beta or found.value_pts == value


def test_a_window_is_decided_with_fewer_nodes_than_the_exact_value() -> None:
    endgame = Endgame.of(REAL)
    exact = endgame.solve(english())
    lost = endgame.solve(english(), alpha_pts=exact.value_pts + 9, beta_pts=exact.value_pts + 11)
    assert lost.complete
    assert lost.value_pts <= exact.value_pts + 9
    assert lost.nodes < exact.nodes / 10


def test_windows_far_beyond_any_value_are_answered_at_once() -> None:
    endgame = Endgame.of(STUCK_Q)
    for alpha in (-(10**9), -20_000, 20_000, 10**9):
        report = endgame.solve(english(), alpha_pts=alpha, beta_pts=alpha + 2)
        assert report.complete
        assert (report.value_pts <= alpha) == (alpha > 0)
    with pytest.raises(ValueError, match="alpha_pts must be below beta_pts"):
        endgame.solve(english(), alpha_pts=3, beta_pts=3)


def test_a_kept_table_solves_the_same_endgame_again_with_few_nodes() -> None:
    solver = EndgameSolver(english_dictionary())
    first = Endgame.of(REAL).solve(solver)
    again = Endgame.of(REAL).solve(solver, keeps_table=True)
    assert again.complete
    assert again.value_pts == first.value_pts
    assert again.nodes < first.nodes / 4
    forgotten = Endgame.of(REAL).solve(solver)
    assert forgotten.nodes == first.nodes


def test_a_stuck_tile_lets_the_other_take_his_time() -> None:
    endgame = Endgame.of(STUCK_Q)
    report = endgame.solve(english())
    kinds = [move.kind for move in report.line]
    assert report.complete
    # Each of his three tiles scores by itself, while the Q can only pass.
    assert kinds[1::2] == [ScrabbleMoveKind.PLACE] * 3
    assert kinds[2::2] == [ScrabbleMoveKind.PASS] * 2
    assert report.value_pts == gain_along(report, endgame, LetterDistribution.english()) == -34


@pytest.mark.source("M14.callback", "M14.interrupt", "M14.record")
def test_the_callback_sees_value_and_time_of_every_depth_and_can_interrupt() -> None:
    seen: list[EndgameReport] = []

    def on_ply(report: EndgameReport) -> bool:
        seen.append(report)
        return report.depth == 3

    report = Endgame.of(REAL).solve(english(), started(nodes_a_second=NODES_A_SECOND), on_ply)
    assert [each.depth for each in seen] == [1, 2, 3]
    assert report.depth == 3
    assert not report.complete
    assert [each.elapsed_s for each in seen] == sorted(each.nodes / NODES_A_SECOND for each in seen)
    assert (report.value_pts, report.nodes) == (seen[-1].value_pts, seen[-1].nodes)
    for each in seen:
        assert each.value_pts == gain_along(each, Endgame.of(REAL), LetterDistribution.english())


@pytest.mark.source("M14.callback")
def test_depths_come_one_by_one_until_the_value_is_exact() -> None:
    seen: list[EndgameReport] = []

    def on_ply(report: EndgameReport) -> bool:
        seen.append(report)
        return False

    report = Endgame.of(REAL).solve(english(), on_ply=on_ply)
    assert report.complete
    assert [each.depth for each in seen] == list(range(1, report.depth + 1))
    assert [each.complete for each in seen] == [False] * (report.depth - 1) + [True]


@pytest.mark.parametrize("cgp", [REAL, WIDE])
def test_in_work_time_the_answer_is_the_same_every_time(cgp: str) -> None:
    def facts(solver: EndgameSolver) -> tuple[object, ...]:
        control = started(hard_s=5.0, nodes_a_second=NODES_A_SECOND)
        report = Endgame.of(cgp).solve(solver, control)
        moves = [(move.kind, move.line, move.start, move.tiles, move.score) for move in report.line]
        return report.depth, report.value_pts, report.nodes, report.elapsed_s, moves

    fresh = EndgameSolver(english_dictionary(), table_mb=1)
    first = facts(fresh)
    Endgame.of(STUCK_Q).solve(fresh)
    # What other searches left behind changes nothing.
    assert facts(fresh) == first == facts(EndgameSolver(english_dictionary(), table_mb=1))


@pytest.mark.parametrize("hard_s", [0.0, 0.01, 0.7, 3.0])
def test_the_hard_deadline_is_overrun_by_no_more_than_a_look_at_the_clock(hard_s: float) -> None:
    control = started(hard_s=hard_s, nodes_a_second=NODES_A_SECOND)
    report = Endgame.of(WIDE).solve(english(), control)
    assert hard_s * NODES_A_SECOND <= report.nodes < hard_s * NODES_A_SECOND + POLLED_NODES
    assert report.elapsed_s == report.nodes / NODES_A_SECOND
    assert control.reason() == StopReason.HARD_DEADLINE


def test_there_is_an_answer_however_soon_it_is_stopped() -> None:
    control = started()
    control.stop()
    endgame = Endgame.of(REAL)
    report = endgame.solve(english(), control)
    assert (report.depth, report.nodes, report.complete) == (0, 0, False)
    assert report.line[0].kind == ScrabbleMoveKind.PLACE
    assert report.value_pts == gain_along(report, endgame, LetterDistribution.english())


def test_the_number_of_nodes_can_be_limited() -> None:
    report = Endgame.of(REAL).solve(english(), most_nodes=777)
    assert report.nodes == 777
    assert report.depth > 0


def test_the_depth_can_be_limited() -> None:
    assert Endgame.of(REAL).solve(english(), most_depth=2).depth == 2


def test_a_soft_deadline_ends_it_after_a_depth() -> None:
    control = StopControl(work_per_second=NODES_A_SECOND)
    control.start(soft_s=0.001, hard_s=float("inf"))
    report = Endgame.of(REAL).solve(english(), control)
    assert report.depth == 1
    assert not control.stopped()


def test_threads_do_not_change_an_exact_value() -> None:
    one = Endgame.of(REAL).solve(english())
    three = Endgame.of(REAL).solve(english(), threads=3)
    assert one.complete
    assert three.complete
    assert one.value_pts == three.value_pts


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_the_callback_ends_all_threads(threads: int) -> None:
    def on_ply(report: EndgameReport) -> bool:
        raise RuntimeError(f"after depth {report.depth}")

    with pytest.raises(RuntimeError, match="after depth 1"):
        Endgame.of(WIDE).solve(english(), on_ply=on_ply, threads=threads)


def test_an_empty_board_is_played_on_from_the_start() -> None:
    report = Endgame(board={}, rack=bytes([3, 1, 20]), other=bytes([5])).solve(english())
    assert report.complete
    # CAT or ACT for ten points, and the E.
    assert report.value_pts == 2 * 5 + 2 * 1


@pytest.mark.parametrize(
    ("rack", "other", "settings", "rule"),
    [
        (b"", b"\1", {}, "both racks must have a tile"),
        (b"\1", b"", {}, "both racks must have a tile"),
        (bytes(8), b"\1", {}, "at most 7 tiles"),
        (b"\1", b"\63", {}, "letters of the alphabet"),
        (bytes([17, 17]), b"\1", {}, "at most 1 of letter 17, got 2"),
        (bytes([17]), bytes([17]), {}, "at most 1 of letter 17, got 2"),
        (b"\1", b"\1", {"scoreless_turns": 6}, "scoreless turns must be 0 to 5, got 6"),
        (b"\1", b"\1", {"scoreless_turns": -1}, "scoreless turns must be 0 to 5, got -1"),
        (b"\1", b"\1", {"threads": 0}, "threads must be 1 to"),
    ],
)
def test_what_is_no_endgame_is_refused(
    rack: bytes, other: bytes, settings: dict[str, Any], rule: str
) -> None:
    with pytest.raises(ValueError, match=rule):
        english().solve(bytes(225), rack, other, started(), lambda _: False, **settings)


def test_tables_have_a_size() -> None:
    with pytest.raises(ValueError, match="table_mb must be 1 to"):
        EndgameSolver(english_dictionary(), table_mb=0)
