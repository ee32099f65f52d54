"""The pre-endgame solver: exact when it says so, sound bounds at any time, the best never eliminated."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from tests.scrabble.fixtures_lexicons import Scene, World, effort, native_moves, slow, subset, tiny, wide
from tests.scrabble.oracle import BLANK, BLANK_BIT, SQUARES, SlowMove, Tiles
from tests.scrabble.plain_pre_endgame import PlainPreEndgame, PlainValue, Prior
from zeitnot._native import (
    KeptTiles,
    PreEndgameReport,
    PreEndgameSolver,
    ScrabbleMove,
    ScrabbleMoveKind,
    StaticValues,
    StopControl,
    StopReason,
)

NODES_A_SECOND = 1000.0
CLOSE = 1e-12


@dataclass(frozen=True, kw_only=True)
class Case:
    """A position with a few tiles in the bag."""

    world: World
    board: Tiles
    rack: bytes
    unseen: bytes
    bag: int
    spread: int = 0
    scoreless: int = 0

    def moves(self) -> list[ScrabbleMove]:
        scene = Scene(board=self.board, rack=self.rack, bag=self.bag, opponent_score=0)
        found = scene.generate(self.world.generators["word map"], StaticValues())
        return [move for move in found if move.kind != ScrabbleMoveKind.EXCHANGE]

    def solve(
        self,
        solver: PreEndgameSolver,
        control: StopControl | None = None,
        on_check: Callable[[PreEndgameReport], bool] = lambda _: False,
        moves: list[ScrabbleMove] | None = None,
        **settings: object,
    ) -> PreEndgameReport:
        counts = Counter(self.unseen)
        letters = range(len(self.world.oracle.distribution.counts))
        return solver.solve(
            bytes(self.board.get(square, 0) for square in SQUARES),
            self.rack,
            self.moves() if moves is None else moves,
            control or started(),
            on_check,
            unseen=bytes(counts[letter] for letter in letters),
            bag=self.bag,
            spread=self.spread,
            scoreless_turns=self.scoreless,
            **settings,  # type: ignore[arg-type]
        )

    def exact(self, prior: Prior | None = None) -> list[PlainValue]:
        """Value every move by exhaustive search, with moves of the other generator."""
        values = StaticValues()

        def moves(board: Tiles, rack: bytes) -> dict[SlowMove, int]:
            scene = Scene(board=board, rack=rack, bag=0, opponent_score=0)
            return native_moves(scene.generate(self.world.generators["word map"], values))

        plain = PlainPreEndgame(moves=moves, distribution=self.world.oracle.distribution)
        return [
            plain.candidate(
                self.board,
                self.rack,
                slow(move) if move.kind == ScrabbleMoveKind.PLACE else None,
                score=move.score,
                unseen=self.unseen,
                bag=self.bag,
                spread=self.spread,
                scoreless=self.scoreless,
                prior=prior,
            )
            for move in self.moves()
        ]


def started(*, hard_s: float = float("inf"), nodes_a_second: float = 0.0) -> StopControl:
    control = StopControl(work_per_second=nodes_a_second)
    control.start(soft_s=float("inf"), hard_s=hard_s)
    return control


def random_case(world: World, rng: Random, *, own: int, other: int, bag: int) -> Case:
    """Play some turns and deal a few tiles; the spread is small, so that all results occur."""
    board: Tiles = {}
    counts = Counter(dict(enumerate(world.oracle.distribution.counts)))
    for _ in range(rng.randint(2, 5)):
        left = [tile for tile, count in counts.items() for _ in range(count)]
        scene = Scene(board=board, rack=bytes(rng.sample(left, 5)), bag=9, opponent_score=0)
        placed = sorted(native_moves(scene.generate(world.generators["word map"], StaticValues())))
        if placed:
            move = rng.choice(placed)
            for at, tile in enumerate(move.tiles, start=move.start):
                if tile:
                    board[(at, move.line) if move.down else (move.line, at)] = tile
                    counts[BLANK if tile & BLANK_BIT else tile] -= 1
    left = [tile for tile, count in counts.items() for _ in range(count)]
    tiles = rng.sample(left, own + other + bag)
    return Case(
        world=world,
        board=board,
        rack=bytes(tiles[:own]),
        unseen=bytes(sorted(tiles[own:])),
        bag=bag,
        spread=rng.randint(-12, 6),
        scoreless=rng.choice((0, 0, 0, 1, 4, 5)),
    )


@cache
def solver(make_world: Callable[[], World]) -> PreEndgameSolver:
    return PreEndgameSolver(make_world().dictionaries["gaddag"], table_mb=1)


CASES = [
    (subset, 2, 2, 1),
    (subset, 2, 1, 2),
    (tiny, 2, 2, 1),
    (tiny, 1, 2, 2),
    (wide, 2, 2, 2),
    (subset, 1, 1, 3),
]


@pytest.mark.parametrize(("make_world", "own", "other", "bag"), CASES)
def test_chances_and_spreads_are_those_of_exhaustive_search(
    make_world: Callable[[], World], own: int, other: int, bag: int
) -> None:
    rng = Random(100 * own + 10 * other + bag)
    for _ in range(effort(12)):
        case = random_case(make_world(), rng, own=own, other=other, bag=bag)
        report = case.solve(solver(make_world), eliminates=False, spreads=True)
        exact = case.exact()
        assert report.complete
        assert sorted(each.index for each in report.candidates) == list(range(len(exact)))
        for each in report.candidates:
            assert each.low == each.high == each.win == float(exact[each.index].win)
            assert each.spread == pytest.approx(float(exact[each.index].spread), abs=CLOSE)
            assert each.deals == each.all_deals == each.spread_deals
            assert (each.share, each.eliminated) == (1.0, False)
        ranks = [(exact[each.index].win, exact[each.index].spread) for each in report.candidates]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(("make_world", "own", "other", "bag"), CASES[:4])
def test_bounds_hold_at_every_moment_and_the_best_is_never_eliminated(
    make_world: Callable[[], World], own: int, other: int, bag: int
) -> None:
    rng = Random(1000 * own + 10 * other + bag)
    for _ in range(effort(12)):
        case = random_case(make_world(), rng, own=own, other=other, bag=bag)
        exact = case.exact()
        seen: list[PreEndgameReport] = []

        def look(report: PreEndgameReport, seen: list[PreEndgameReport] = seen) -> bool:
            seen.append(report)
            return False

        last = case.solve(
            solver(make_world), on_check=look, check_s=0.0, first_patience=rng.choice((1, 5, 4000))
        )
        best = max((value.win, value.spread) for value in exact)
        for report in [*seen, last]:
            for each in report.candidates:
                win = float(exact[each.index].win)
                assert each.low - CLOSE <= win <= each.high + CLOSE
                assert each.low <= each.win <= each.high
                assert not each.eliminated or exact[each.index].win < best[0]
        first = last.candidates[0]
        assert last.complete
        assert first.win == float(best[0])
        assert (exact[first.index].win, exact[first.index].spread) == best


@pytest.mark.parametrize("nodes", [0, 1, 40, 300, 2000])
def test_work_time_stops_it_anywhere_with_bounds_that_hold(nodes: int) -> None:
    case = random_case(subset(), Random(5), own=3, other=2, bag=2)
    exact = case.exact()
    fresh = [PreEndgameSolver(subset().dictionaries["gaddag"], table_mb=1) for _ in range(2)]
    facts: list[object] = []
    for each in fresh:
        control = started(hard_s=nodes / NODES_A_SECOND, nodes_a_second=NODES_A_SECOND)
        report = case.solve(each, control)
        assert report.complete or control.reason() == StopReason.HARD_DEADLINE
        for state in report.candidates:
            assert state.low - CLOSE <= float(exact[state.index].win) <= state.high + CLOSE
        facts.append([(s.index, s.low, s.high, s.win, s.spread, s.deals) for s in report.candidates])
        facts.append([report.nodes, report.deals])
    assert facts[:2] == facts[2:]


@pytest.mark.parametrize("bag", [1, 2])
def test_what_the_opponent_may_have_kept_weighs_the_deals(bag: int) -> None:
    rng = Random(bag)
    for _ in range(effort(8)):
        case = random_case(subset(), rng, own=2, other=3, bag=bag)
        kept = [bytes(rng.sample(case.unseen, rng.randint(0, 3))) for _ in range(3)]
        prior = [(tiles, float(rng.randint(1, 9))) for tiles in dict.fromkeys(bytes(sorted(t)) for t in kept)]
        exact = case.exact(prior)
        report = case.solve(solver(subset), kept=KeptTiles(prior), eliminates=False, spreads=True)
        for each in report.candidates:
            assert each.win == pytest.approx(float(exact[each.index].win), abs=CLOSE)
            assert each.spread == pytest.approx(float(exact[each.index].spread), abs=1e-9)


def test_candidates_that_win_as_often_are_ranked_by_spread_whatever_the_rounding() -> None:
    rng = Random(6)
    for _ in range(effort(12)):
        case = replace(random_case(subset(), rng, own=2, other=2, bag=2), spread=500)
        kept = KeptTiles([(bytes([tile]), rng.random()) for tile in set(case.unseen)])
        report = case.solve(solver(subset), kept=kept)
        assert report.complete
        assert all(each.win == pytest.approx(1.0, abs=CLOSE) for each in report.candidates)
        spreads = [each.spread for each in report.candidates]
        assert spreads == sorted(spreads, reverse=True)


def test_a_rack_that_is_known_leaves_one_set_of_tiles_in_the_bag() -> None:
    case = random_case(subset(), Random(3), own=2, other=2, bag=1)
    known = KeptTiles([(case.unseen[:2], 1.0)])
    whole = case.solve(solver(subset), kept=known, moves=case.moves()[:1])
    assert whole.candidates[0].all_deals == 1


def test_tiles_that_were_exchanged_are_in_the_bag() -> None:
    case = random_case(subset(), Random(3), own=7, other=7, bag=2)
    emptying = next(move for move in case.moves() if move.tiles_played >= 2)
    back = case.unseen[:1]
    kept = KeptTiles([(b"", 1.0)], returned=[back])
    control = started(hard_s=0.0, nodes_a_second=NODES_A_SECOND)
    report = case.solve(solver(subset), control, kept=kept, moves=[emptying])
    assert report.candidates[0].all_deals == len(set(case.unseen[1:]))


def test_equal_deals_are_merged() -> None:
    case = random_case(tiny(), Random(4), own=2, other=2, bag=2)
    case = Case(world=case.world, board=case.board, rack=case.rack, unseen=bytes([1, 1, 2, 2]), bag=2)
    moves = case.moves()
    report = case.solve(solver(tiny), eliminates=False)
    for each in report.candidates:
        # Drawn together 11, 12 or 22; one after the other 1 and 2 come in either order, too.
        drawn = min(2, moves[each.index].tiles_played)
        assert each.all_deals == (3 if drawn == 2 else 4)


def test_threads_do_not_change_what_is_proven() -> None:
    case = random_case(subset(), Random(8), own=3, other=3, bag=2)
    one, three = (case.solve(solver(subset), threads=threads, eliminates=False) for threads in (1, 3))
    assert one.complete
    assert three.complete
    assert [(each.index, each.win) for each in one.candidates] == [
        (each.index, each.win) for each in three.candidates
    ]


def test_deals_can_be_limited_by_nodes_and_the_callback_can_stop_it() -> None:
    case = random_case(subset(), Random(9), own=4, other=4, bag=2)
    assert case.solve(solver(subset), most_nodes=100).nodes <= 100 + 32
    stopped = case.solve(solver(subset), on_check=lambda report: report.deals >= 3, check_s=0.0)
    assert stopped.deals == 3
    assert not stopped.complete


def test_deals_that_end_the_game_count_as_work() -> None:
    case = random_case(subset(), Random(9), own=4, other=4, bag=4)
    case = replace(case, scoreless=5)
    control = started(hard_s=0.02, nodes_a_second=NODES_A_SECOND)
    report = case.solve(solver(subset), control, moves=case.moves()[-1:])
    assert report.nodes == control.work() == 20 < report.candidates[0].all_deals


def test_an_error_in_the_callback_ends_all_threads() -> None:
    case = random_case(subset(), Random(9), own=6, other=6, bag=4)

    def fail(report: PreEndgameReport) -> bool:
        raise RuntimeError("enough")

    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="enough"):
            case.solve(solver(subset), on_check=fail, check_s=0.0, threads=threads)


@pytest.mark.parametrize(
    ("change", "settings", "rule"),
    [
        ({"bag": 0}, {}, "bag must be 1 to 6"),
        ({"bag": 7}, {}, "bag must be 1 to 6"),
        ({"rack": b""}, {}, "both players must have 1 to 7 tiles"),
        ({"unseen": b"\1"}, {}, "both players must have 1 to 7 tiles"),
        ({"unseen": bytes([1] * 9)}, {}, "both players must have 1 to 7 tiles"),
        ({"scoreless": 6}, {}, "scoreless_turns must be 0 to 5"),
        ({}, {"moves": []}, "there must be a candidate"),
        ({}, {"kept": KeptTiles([(b"\x1a\x1a\x1a", 1.0)])}, "tiles kept must be among the unseen ones"),
        ({}, {"kept": KeptTiles([(b"\2\3\4", 1.0)])}, "must fit the opponent's rack"),
        ({}, {"kept": KeptTiles([(b"", 1.0)], returned=[b"\2"])}, "must leave a rack of other"),
        ({}, {"threads": 0}, "threads must be 1 to"),
    ],
)
def test_what_is_no_pre_endgame_is_refused(
    change: dict[str, object], settings: dict[str, object], rule: str
) -> None:
    fields = {"world": subset(), "board": {}, "rack": b"\1\5", "unseen": b"\2\3\4", "bag": 1, **change}
    case = Case(**fields)  # type: ignore[arg-type]
    if not case.rack:
        settings = {"moves": [Case(**{**fields, "rack": b"\1"}).moves()[-1]], **settings}  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=rule):
        case.solve(solver(subset), **settings)  # type: ignore[arg-type]
