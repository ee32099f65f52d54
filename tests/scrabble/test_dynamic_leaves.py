"""Dynamic leaves: worth of the tiles kept by what is really unseen, when time permits."""

import math
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from tests.native.test_scrabble_leave_sampler import LATE
from zeitnot._native import FilledWorth, LeaveSampler, StopControl
from zeitnot.errors import SettingError
from zeitnot.scrabble import Board, Generator, LetterDistribution, MoveKind, Position, RatedMove
from zeitnot.scrabble.dynamic_leaves import DynamicLeaves, DynamicRating
from zeitnot.scrabble.generation import native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.simulation import unseen_counts
from zeitnot.scrabble.turn import TurnTimer, WorkRates

MIDDLE = (
    "7O7/7U7/2U4T3E3/WAPITI1R3N3/A1O1R1PEWEES3/H3I1L1A2N3/O3T1A1U2A3/O2VOICER2R3/4N1A4E3/1J1YE1B8/"
    "1O1Es1L8/1T1G2E8/1AGGIE9/1S3XI8/15 RNUDTCA/ 244/291 0"
)
"""31 tiles unseen."""

OPENING = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRSTV/ 0/14 0"
TILES = LetterDistribution.english()


@cache
def knowledge() -> Knowledge:
    return Knowledge.built_in()


@cache
def moves_of(position: Position) -> tuple[RatedMove, ...]:
    generator = Generator.make(knowledge().lexicon, knowledge().evaluation)
    return tuple(generator.moves(position))


def rate(
    position: Position,
    *,
    hard_s: float = math.inf,
    work_per_second: float = 0.0,
    seed: int = 1,
    **settings: float,
) -> DynamicRating:
    leaves = replace(DynamicLeaves(knowledge=knowledge()), **settings)  # type: ignore[arg-type]
    control = StopControl(work_per_second=work_per_second)
    control.start(soft_s=math.inf, hard_s=hard_s)
    return leaves.rate(position, moves_of(position), control, seed=seed)


def values(rating: DynamicRating) -> dict[str, float]:
    return {TILES.alphabet.rack_text(sorted(move.leave)): move.leave_pts for move in rating.moves}


def static_values(position: Position) -> dict[str, float]:
    return values(DynamicRating(moves=moves_of(position)))


def with_unseen(rack: str, unseen: str) -> Position:
    """Put all other tiles on the board, in no order that makes sense."""
    left = Counter(dict(enumerate(TILES.counts)))
    left.subtract(TILES.alphabet.rack(rack + unseen))
    assert min(left.values()) >= 0
    tiles = [1 | 0x80 if tile == 0 else tile for tile in left.elements()]
    squares = [(index // 15, index % 15, tile) for index, tile in enumerate(tiles)]
    return Position(board=Board.empty().with_tiles(squares), rack=tuple(sorted(TILES.alphabet.rack(rack))))


@pytest.mark.source("M35.recomputed")
@pytest.mark.parametrize("board_draws", [0, 20])
def test_a_q_loses_worth_when_no_u_is_unseen_and_gains_when_all_are(board_draws: int) -> None:
    others = "AABCDEEEEGHIIILMNOOPRTT"
    hopeless = with_unseen("QAEINTR", others)
    hopeful = with_unseen("QAEINTR", others + "UUUU??")
    worse = values(rate(hopeless, board_draws=board_draws))["Q"]
    static = static_values(hopeless)["Q"]
    assert worse < static - 1.0
    assert values(rate(hopeful, board_draws=board_draws))["Q"] > worse + 2.0


def test_vowels_gain_worth_when_few_are_unseen() -> None:
    position = with_unseen("AEIRSTN", "BCDDFGHKLLMNNPPRRTTVWWY")
    dynamic, static = values(rate(position, board_draws=0)), static_values(position)
    assert dynamic["AE"] - dynamic["NT"] > static["AE"] - static["NT"] + 2.0


def test_with_a_full_bag_the_first_step_finds_the_leave_table_again() -> None:
    position = Position.from_cgp(OPENING)
    rating = rate(position, pool_most_unseen=100, pool_draws=10_000)
    static = static_values(position)
    assert rating.pool_draws == 10_000
    for text, worth in values(rating).items():
        assert worth == pytest.approx(static[text], abs=1.5), text


@pytest.mark.source("M35.static")
def test_static_values_stand_when_time_does_not_permit() -> None:
    position = Position.from_cgp(MIDDLE)
    static = DynamicRating(moves=moves_of(position))
    assert rate(position, hard_s=0.0, work_per_second=1.0) == static
    hurried = rate(position, hard_s=0.1, work_per_second=10.0, least_pool_draws=100)
    assert hurried == replace(static, spent_s=0.1)


def test_without_time_for_the_board_the_pool_has_its_say() -> None:
    position = Position.from_cgp(MIDDLE)
    whole = rate(position, work_per_second=1000.0)
    assert (whole.pool_draws, whole.board_draws) == (400, 50)
    pool_only = rate(position, board_draws=0, work_per_second=1000.0)
    assert pool_only.board_draws == 0
    cut = rate(position, work_per_second=1000.0, hard_s=pool_only.spent_s + 0.0005)
    assert (cut.moves, cut.board_draws) == (pool_only.moves, 0)
    later = rate(position, work_per_second=1000.0, hard_s=pool_only.spent_s + 0.02)
    assert 0 < later.board_draws < 50


@pytest.mark.source("M35.cost")
def test_the_cost_is_reported_and_counts_on_the_clock_of_the_turn() -> None:
    position = Position.from_cgp(MIDDLE)
    timer = TurnTimer(WorkRates())
    timer.generated()
    before_s = timer.elapsed_s
    with timer.listing(until_s=0.05) as control:
        rating = DynamicLeaves(knowledge=knowledge()).rate(position, moves_of(position), control)
    assert rating.spent_s > 0.0
    assert timer.elapsed_s == pytest.approx(before_s + rating.spent_s)
    assert timer.elapsed_s <= 0.05 + 1e-9
    assert rate(position).spent_s > 0.0  # by the wall


def test_the_same_seed_gives_the_same_rating_and_another_seed_another() -> None:
    position = Position.from_cgp(MIDDLE)
    once = rate(position, work_per_second=1000.0)
    assert rate(position, work_per_second=1000.0) == once
    assert rate(position, work_per_second=1000.0, seed=2).moves != once.moves


@pytest.mark.parametrize("cgp", [MIDDLE, LATE])
def test_moves_stay_the_same_but_for_their_leaves(cgp: str) -> None:
    position = Position.from_cgp(cgp)
    rating = rate(position)
    static = {move.move: move for move in moves_of(position)}
    assert len(rating.moves) == len(static)
    for move in rating.moves:
        before = static[move.move]
        assert (move.score_pts, move.leave) == (before.score_pts, before.leave)
        assert move.other_pts == pytest.approx(before.other_pts, abs=0.0011)
    equities = [move.equity_pts for move in rating.moves]
    assert equities == sorted(equities, reverse=True)
    passed = [move for move in rating.moves if move.move.kind is MoveKind.PASS]
    assert passed == [static[move.move] for move in passed]
    kept = {(tuple(sorted(move.leave)), move.leave_pts) for move in rating.moves}
    assert len(kept) == len({leave for leave, _ in kept})
    assert kept != {(tuple(sorted(move.leave)), move.leave_pts) for move in static.values()}


def test_the_board_is_weighed_against_the_pool_by_its_draws() -> None:
    position = Position.from_cgp(MIDDLE)
    pool = values(rate(position, board_draws=0))
    mixed = values(rate(position, board_draws=25, prior_draws=75.0))
    near = [text for text in pool if mixed[text] != pool[text]]
    assert 1 < len(near) < len(pool)
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    order = sorted({(), *(tuple(sorted(TILES.alphabet.rack(text))) for text in near)})
    means = LeaveSampler(knowledge().dictionary, knowledge().evaluation.native).measure(
        native_board(position),
        [bytes(leave) for leave in order],
        control,
        unseen=unseen_counts(position),
        bag=position.bag_count,
        worth=FilledWorth.BEST_MOVE,
        most_draws=25,
    )
    board = dict(zip(map(TILES.alphabet.rack_text, order), means.points, strict=True))
    for text in near:
        expected = 0.75 * pool[text] + 0.25 * (board[text] - board[""])
        assert mixed[text] == pytest.approx(expected), text


def test_it_is_not_worthwhile_early_nor_with_an_empty_bag() -> None:
    leaves = DynamicLeaves(knowledge=knowledge())
    early = Position.from_cgp(OPENING)
    ended = with_unseen("AEINRST", "EEIOT")
    assert [leaves.worthwhile(position) for position in (early, ended)] == [False, False]
    assert leaves.worthwhile(Position.from_cgp(MIDDLE))
    for position in (early, ended):
        assert rate(position) == DynamicRating(moves=moves_of(position))


@pytest.mark.parametrize(
    ("setting", "rule"),
    [
        ({"pool_most_unseen": -1}, "pool_most_unseen must be at least 0"),
        ({"margin_pts": math.nan}, "margin_pts must be at least 0"),
        ({"least_pool_draws": 0}, "least_pool_draws must be from 1 to pool_draws"),
        ({"pool_draws": 20}, "least_pool_draws must be from 1 to pool_draws"),
        ({"prior_draws": 0.0}, "prior_draws must be above 0"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(setting: dict[str, float], rule: str) -> None:
    with pytest.raises(SettingError, match=rule):
        replace(DynamicLeaves(knowledge=knowledge()), **setting)  # type: ignore[arg-type]
