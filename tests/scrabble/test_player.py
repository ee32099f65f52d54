"""Player: the seven steps of a turn, with real generation, simulation and endgame search, in work time."""

import math
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from statistics import median
from typing import Any

import pytest

from tests.scrabble.fixtures_player import RATES, clock, player, position_with_bag
from zeitnot.errors import SettingError
from zeitnot.monitors import difference_error
from zeitnot.scrabble import Position
from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn import Choice, SearchState
from zeitnot.turns import Limits, Reason, ScrabbleFeatures, TurnRecord

EARLY = 60
LATE = 5
PLENTY_S = 60.0
ENOUGH_S = 15.0
"""For a turn that measures the machine, or that is compared with another."""


FIRST_S = 1500.0
"""The clock that the document's figures are written for."""


@cache  # several tests look at the same turn
def turn(
    position: Position,
    remaining_s: float = PLENTY_S,
    *,
    initial_s: float | None = None,
    **settings: Any,
) -> Choice:
    one = player(**settings)
    # No more is left than planned: savings have their price.
    one.new_game(initial_s=initial_s or 10 * remaining_s)
    return one.choose(position, clock=clock(remaining_s))


def document_turn(bag: int, seed: int, **settings: Any) -> TurnRecord:
    """Return a turn played strictly by the document, in a 25-minute game that goes as planned."""
    position = position_with_bag(bag, seed)
    one = player("magpie", preset="document", **settings)
    one.new_game(initial_s=FIRST_S)
    return one.choose(position, clock=clock(FIRST_S * (position.bag_count + 7) / 93), seed=1).record


@pytest.mark.source(
    "M22.budget", "M22.generation", "M22.simulation", "M22.endgame", "M22.choice", "M22.calibration"
)
def test_a_turn_near_the_end_goes_through_all_seven_steps() -> None:
    one = player()
    seen: list[str] = []
    choice = one.choose(
        position_with_bag(LATE),
        clock=clock(PLENTY_S),
        on_state=lambda state: seen.append(type(state).__name__),
    )
    record = choice.record
    assert record.budget.split is not None
    assert record.features == one.manager.previous.features  # type: ignore[union-attr]
    assert seen
    assert set(seen) == {"SimulationState"}
    assert record.simulation_s > 0
    assert record.endgame_s > 0
    assert choice.solved is not None
    assert choice.solved.has_each(1)
    assert choice.chosen.move in {move.rated.move for move in choice.solved.moves}
    assert record.used_s > 1 / RATES.generations_per_s + record.simulation_s + record.endgame_s
    assert one.manager.calibration.sample.measurements == 1


@pytest.mark.source("M2.rates", "M2.update", "M15", "M28.guesses", "M28.corrected")
def test_the_first_turn_replaces_the_guesses_by_what_was_measured() -> None:
    one = player()
    before = one.manager.calibration
    assert (before.movegen.seconds, before.sample.seconds, before.node.seconds) == (0.1, 0.001, 0.0001)
    one.choose(position_with_bag(LATE), clock=clock(ENOUGH_S), ply=0)
    after = one.manager.calibration
    assert after.movegen.seconds == one.manager.calibration.movegen.seconds > 1 / RATES.generations_per_s
    assert after.sample.seconds == pytest.approx(1 / RATES.samples_per_s)
    assert after.node.seconds == pytest.approx(1 / RATES.nodes_per_s)
    one.choose(position_with_bag(0), clock=clock(ENOUGH_S), ply=2)
    assert one.manager.calibration.movegen.measurements == 2


@pytest.mark.source("M3.reserve", "M3.share", "M4.tiles", "M5.close_moves", "M6.unseen")
def test_the_budget_says_how_it_came_about() -> None:
    position = position_with_bag(EARLY)
    record = turn(position).record
    features = record.features
    assert isinstance(features, ScrabbleFeatures)
    steps = {step.name: step for step in record.budget.target.steps}
    own_turns = (len(position.unseen) + len(position.rack)) / 4.3 / 2 + 0.5
    assert steps["reserve"].figure == pytest.approx(0.8)
    assert steps["share"].figure == pytest.approx(1 / own_turns)
    assert steps["phase"].figure == 0.8
    assert 0.2 <= steps["complexity"].figure <= 3.0
    assert f"{features.competitive_moves} close moves" in steps["complexity"].note or (
        features.competitive_moves is not None and 2 < features.competitive_moves <= 10
    )


@pytest.mark.source("M7.arms", "M9.fallback", "M10.rule")
def test_a_simulation_ends_when_its_loss_is_below_the_price_of_the_time_left() -> None:
    choice = turn(position_with_bag(EARLY), value_pts_per_s="1,1,1,1,1")
    record = choice.record
    assert record.reason is Reason.LOSS_BELOW_PRICE
    assert record.budget.split is not None
    left_s = record.budget.split.simulation_s - record.simulation_s
    assert left_s > 0
    assert record.expected_loss_pts is not None
    assert record.expected_loss_pts < left_s * 1.0


@pytest.mark.source("M20.player")
def test_a_dearer_second_ends_simulations_earlier() -> None:
    cheap = turn(position_with_bag(EARLY), value_pts_per_s="0,0,0,0,0", plateau_checks=10**6).record
    dear = turn(position_with_bag(EARLY), value_pts_per_s="5,5,5,5,5").record
    assert dear.samples < cheap.samples
    assert cheap.budget.split is not None
    assert cheap.simulation_s == pytest.approx(cheap.budget.split.simulation_s, rel=0.1)


@pytest.mark.source("M11.rate")
def test_a_loss_that_no_longer_falls_ends_the_simulation() -> None:
    # Every check counts here, as in the document; and a price that turns of this length come near to.
    settings: dict[str, Any] = {"plateau_growth": 1.0, "value_samples": 20_000, "model": "two-arm"}
    settings["value_pts_per_s"] = "0.005,0.005,0.005,0.005,0.005"
    records = [turn(position_with_bag(EARLY, seed), 60.0, **settings).record for seed in range(1, 9)]
    ended = [record for record in records if record.reason is Reason.PLATEAU]
    assert ended
    assert all(record.simulation_s < 0.95 * record.budget.target_s for record in ended)


@pytest.mark.source("M12.speed")
def test_checks_come_at_the_interval_that_the_measured_speed_gives() -> None:
    one = player(least_check_samples=20, check_interval_s=0.5)
    one.choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), ply=0)
    samples: list[int] = []

    def look(state: SearchState) -> None:
        assert isinstance(state, SimulationState)
        samples.append(state.samples)

    one.choose(position_with_bag(EARLY, 2), clock=clock(2 * PLENTY_S), ply=2, on_state=look)
    steps = [later - earlier for earlier, later in pairwise(samples[5:])]
    assert steps
    assert max(steps) <= 0.5 * RATES.samples_per_s * 1.3
    assert median(steps) >= 0.5 * RATES.samples_per_s * 0.9


@pytest.mark.source("M13.stable", "M14.interrupt")
def test_a_value_that_two_depths_agree_on_ends_the_endgame() -> None:
    record = turn(position_with_bag(0)).record
    assert record.reason is Reason.STABLE
    assert record.budget.split is not None
    assert record.endgame_s < 0.5 * record.budget.split.endgame_s
    assert turn(position_with_bag(0), endgame_stable_depths=50).record.nodes > record.nodes


@pytest.mark.source("M4.tiles")
def test_the_tiles_of_the_own_rack_are_counted() -> None:
    board = "15/15/15/15/15/15/15/6CWM6/15/15/15/15/15/15/15"
    record = player().choose(Position.from_cgp(f"{board} V/ 0/14 0"), clock=clock(PLENTY_S)).record
    assert isinstance(record.features, ScrabbleFeatures)
    assert record.features.own_tiles == 1
    assert record.features.tiles_left == record.features.unseen_tiles + 1


@pytest.mark.source("M13.safety", "M14.callback", "M14.interrupt")
def test_the_endgame_asks_after_every_depth_and_begins_none_that_it_cannot_finish() -> None:
    depths: list[int] = []
    one = player(endgame_stable_depths=50)

    def look(state: SearchState) -> None:
        assert isinstance(state, EndgameState)
        depths.append(state.depth)

    choice = one.choose(position_with_bag(0), clock=clock(6.0), on_state=look)
    assert depths == list(range(1, len(depths) + 1))
    assert choice.record.reason in {Reason.UNAFFORDABLE, Reason.SOLVED, Reason.TARGET}
    assert choice.record.used_s <= choice.record.budget.limit_s
    assert choice.record.depth == depths[-1]


@pytest.mark.source("M10.player", "M10.whole_turn")
@pytest.mark.parametrize(("bag", "price"), [(EARLY, 0.01), (LATE, 0.15)])
def test_the_document_stops_simulations_by_its_price_of_the_turns_time_left(bag: int, price: float) -> None:
    for record in (document_turn(bag, seed) for seed in (1, 4)):
        assert record.note.startswith("simulation: loss below price")
        assert record.budget.split is not None
        assert record.simulation_s < 0.05 * record.budget.split.simulation_s
        if record.endgame_s == 0:
            assert record.expected_loss_pts is not None
            assert record.expected_loss_pts < price * (record.budget.target_s - record.used_s)


@pytest.mark.source("M11.player", "M11.rises")
def test_the_document_stops_a_simulation_whose_loss_rises_or_stays() -> None:
    record = document_turn(EARLY, 8)
    assert record.reason is Reason.PLATEAU
    assert record.samples < 200
    without = document_turn(EARLY, 8, plateau_of_rises=False)
    assert without.samples > record.samples


@pytest.mark.source("M23.alone")
def test_the_document_plays_a_move_without_another_within_two_points_at_once() -> None:
    records = [document_turn(EARLY, seed) for seed in range(3, 8)]
    alone = [
        number
        for number, record in enumerate(records)
        if isinstance(record.features, ScrabbleFeatures)
        and record.features.competitive_moves == 1
        and (record.features.gap_pts or 0.0) <= 10
    ]
    assert alone
    assert all(records[number].reason is Reason.CLEAR_BEST for number in alone)
    assert all(records[number].samples == 0 for number in alone)
    assert turn(position_with_bag(EARLY, 3 + alone[0])).record.samples > 0


@pytest.mark.source("M16.cap")
def test_a_machine_faster_than_measured_draws_only_the_samples_that_were_granted() -> None:
    one = player(value_pts_per_s="0,0,0,0,0", plateau_checks=1000, work_margin=1)
    one.choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), ply=0)
    one.rates = RATES.times(4)
    record = one.choose(position_with_bag(EARLY, 2), clock=clock(PLENTY_S), ply=2).record
    assert record.budget.split is not None
    assert record.samples == record.budget.split.samples
    assert record.simulation_s == pytest.approx(record.budget.split.simulation_s / 4, rel=0.01)


def test_a_machine_that_was_busy_and_is_free_now_uses_its_time() -> None:
    one = player(value_pts_per_s="0,0,0,0,0", plateau_checks=1000)
    one.choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), ply=0)
    one.rates = RATES.times(4)
    record = one.choose(position_with_bag(EARLY, 2), clock=clock(2 * ENOUGH_S), ply=2).record
    assert record.budget.split is not None
    assert record.simulation_s == pytest.approx(record.budget.split.simulation_s, rel=0.01)


def test_an_endgame_faster_than_measured_visits_only_the_nodes_that_were_granted() -> None:
    one = player(endgame_stable_depths=50, endgame_safety_factor=0.0, work_margin=1)
    first = one.choose(position_with_bag(LATE), clock=clock(PLENTY_S), ply=0).record
    assert first.budget.split is not None
    assert first.budget.split.nodes is None  # a guess grants no nodes
    one.rates = RATES.times(4)
    record = one.choose(position_with_bag(0, 3), clock=clock(2.5), ply=2).record
    assert record.budget.split is not None
    assert record.budget.split.nodes == int(record.budget.split.endgame_s * RATES.nodes_per_s)
    assert record.nodes == pytest.approx(record.budget.split.nodes, rel=0.05)
    assert record.endgame_s < 0.3 * record.budget.split.endgame_s


@pytest.mark.source("M16.rate")
def test_the_samples_of_a_turn_are_those_that_fit_at_the_measured_rate() -> None:
    one = player(value_pts_per_s="0,0,0,0,0", plateau_checks=1000, work_margin=1)
    one.choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), ply=0)
    record = one.choose(position_with_bag(EARLY, 2), clock=clock(PLENTY_S), ply=2).record
    assert record.budget.split is not None
    assert record.budget.split.samples == int(record.budget.split.simulation_s * RATES.samples_per_s)
    assert record.samples == pytest.approx(record.budget.split.samples, rel=0.1)


@pytest.mark.source("M17.threads")
@pytest.mark.parametrize("bag", [LATE, 0])
def test_threads_change_nothing_in_work_time(bag: int) -> None:
    one = player(threads=1).choose(position_with_bag(bag), clock=clock(ENOUGH_S))
    two = player(threads=2).choose(position_with_bag(bag), clock=clock(ENOUGH_S))
    assert one.record == two.record
    assert one.chosen.move == two.chosen.move


@pytest.mark.source("M18.near_endgame", "M18.pre_endgame")
@pytest.mark.parametrize(("bag", "share"), [(LATE, 0.3), (12, 0.6)])
def test_the_endgame_gets_its_share_and_what_the_simulation_left(bag: int, share: float) -> None:
    position = position_with_bag(bag)
    record = turn(position).record
    split = record.budget.split
    assert split is not None
    rest_s = split.simulation_s + split.endgame_s
    wanted = 0.3 if position.bag_count <= 7 else share
    assert split.simulation_s == pytest.approx(wanted * rest_s)
    assert record.endgame_s <= split.endgame_s + split.simulation_s - record.simulation_s + 1e-6
    assert record.endgame_s > 0


@pytest.mark.source("M19")
def test_the_endgames_go_on_for_as_long_as_the_simulation_ended_early() -> None:
    # Less is left than planned, so that a second has its full price.
    records = [turn(position_with_bag(LATE, seed), initial_s=20 * PLENTY_S).record for seed in (10, 16)]
    early = [record for record in records if record.note == "simulation: loss below price; endgame: time"]
    assert early
    for record in early:
        split = record.budget.split
        assert split is not None
        unused_s = split.simulation_s - record.simulation_s
        assert unused_s > 0.05 * split.endgame_s
        assert record.endgame_s == pytest.approx(split.endgame_s + unused_s, rel=0.02)


@pytest.mark.source("M22.quick_exit", "M23.gap")
def test_a_move_far_ahead_is_played_without_simulation() -> None:
    records = [turn(position_with_bag(EARLY, seed), 60.0).record for seed in range(1, 9)]
    gaps = [r.features.gap_pts for r in records if isinstance(r.features, ScrabbleFeatures)]
    ahead = [record for record, gap in zip(records, gaps, strict=True) if gap is not None and gap > 10]
    assert 0 < len(ahead) < len(records)
    assert all(record.reason is Reason.CLEAR_BEST for record in ahead)
    record = ahead[0]
    assert record.samples == 0
    assert record.used_s == pytest.approx(1 / RATES.generations_per_s)


@pytest.mark.source("M24.proven", "M24.simulated", "M24.static")
def test_what_is_proven_comes_before_what_is_simulated_and_that_before_what_looks_best() -> None:
    solved = turn(position_with_bag(0, 10), PLENTY_S)
    assert solved.endgame is not None
    assert solved.chosen.move == solved.endgame.line[0] != solved.moves[0].move
    simulated = turn(position_with_bag(EARLY))
    assert simulated.simulation is not None
    assert simulated.chosen.move == simulated.simulation.moves[0].rated.move
    static = turn(position_with_bag(EARLY), 4.0, initial_s=FIRST_S)
    assert static.chosen == static.moves[0]


@pytest.mark.source("M25.simulation", "M25.search", "M25.static")
@pytest.mark.parametrize("bag", [EARLY, LATE, 0])
def test_below_five_seconds_the_best_static_move_is_played_at_once(bag: int) -> None:
    choice = turn(position_with_bag(bag), 4.9, initial_s=FIRST_S)
    assert choice.record.reason is Reason.LOW_TIME
    assert choice.chosen == choice.moves[0]
    assert choice.record.samples == choice.record.nodes == 0


@pytest.mark.source("M25.search")
@pytest.mark.parametrize("bag", [LATE, 0])
def test_a_game_of_ten_seconds_is_searched_with_less_than_five_on_the_clock(bag: int) -> None:
    record = turn(position_with_bag(bag), 4.0, initial_s=10.0).record
    assert record.reason is not Reason.LOW_TIME
    assert record.nodes > 0


@pytest.mark.source("M26")
@pytest.mark.parametrize("policy", ["magpie", "uniform"])
def test_a_single_move_is_played_at_once_under_any_policy(policy: str) -> None:
    board = "15/15/15/15/15/15/15/6CWM6/15/15/15/15/15/15/15"
    record = player(policy).choose(Position.from_cgp(f"{board} V/ 0/14 0"), clock=clock(PLENTY_S)).record
    assert record.reason is Reason.ONE_MOVE
    assert record.samples == record.nodes == 0


@pytest.mark.source("M27")
@pytest.mark.parametrize("remaining_s", [5.0, 6.0, 10.0, 40.0])
def test_two_seconds_stay_on_the_clock(remaining_s: float) -> None:
    for bag in (EARLY, LATE, 0):
        record = turn(position_with_bag(bag), remaining_s, initial_s=FIRST_S).record
        assert record.used_s <= record.budget.limit_s <= remaining_s - 2.0


@pytest.mark.source("M35.recomputed", "M35.static", "M35.cost")
def test_leaves_are_recomputed_within_the_turn_when_time_permits_and_cost_as_generation_does() -> None:
    position = position_with_bag(20)
    static = turn(position, 4.0, initial_s=FIRST_S).moves
    one = player()
    choice = one.choose(position, clock=clock(PLENTY_S))
    changed = [move for move in choice.moves if move not in static]
    assert changed
    assert {move.move for move in choice.moves} == {move.move for move in static}
    assert [m.equity_pts for m in choice.moves] == sorted((m.equity_pts for m in choice.moves), reverse=True)
    spent_s = one.manager.calibration.movegen.seconds
    assert 1 / RATES.generations_per_s < spent_s <= 0.06 * choice.record.budget.target_s + 0.1
    assert choice.record.used_s == pytest.approx(spent_s + choice.record.simulation_s, abs=1e-6)


@pytest.mark.source("M36.narrowed", "M36.solved", "M36.one_budget")
def test_the_survivors_of_simulation_are_solved_out_of_one_budget() -> None:
    choice = turn(position_with_bag(LATE))
    assert choice.simulation is not None
    assert choice.solved is not None
    survivors = {move.rated.move for move in choice.solved.moves}
    assert len(survivors) <= 3 < len(choice.simulation.moves)
    assert survivors <= {move.rated.move for move in choice.simulation.moves[:3]}
    assert choice.solved.nodes > choice.solved.moves[0].samples
    assert choice.record.simulation_s + choice.record.endgame_s <= choice.record.budget.target_s


@pytest.mark.source("M36.overrule")
def test_solved_values_overrule_the_best_simulated_move_by_more_than_their_error_only() -> None:
    overruled, kept = 0, 0
    for seed in (1, 3):
        choice = turn(position_with_bag(LATE, seed))
        assert choice.simulation is not None
        assert choice.solved is not None
        assert choice.solved.has_each(8)
        best, leader = choice.simulation.moves[0], choice.solved.moves[0]
        solved = next((each for each in choice.solved.moves if each.rated.move == best.rated.move), leader)
        lead_pts = leader.arm.mean_pts - solved.arm.mean_pts
        if lead_pts > difference_error(leader.arm, solved.arm):
            overruled += 1
            assert choice.chosen.move == leader.rated.move != best.rated.move
        elif lead_pts > 0:
            kept += 1
            assert choice.chosen.move == best.rated.move
    assert overruled
    assert kept


@pytest.mark.source("M36.solved")
def test_with_one_tile_in_the_bag_every_draw_is_solved_once() -> None:
    positions = [position_with_bag(1, seed) for seed in (4, 7, 8, 9)]
    assert all(position.bag_count == 1 for position in positions)
    choices = [turn(position, 2000.0, value_pts_per_s="0,0,0,0,0") for position in positions]
    choice = next(choice for choice in choices if choice.solved is not None)
    assert choice.solved is not None
    assert choice.solved.deals == 8
    assert all(move.samples == 8 for move in choice.solved.moves)
    assert all(move.arm.variance == pytest.approx(0.0) for move in choice.solved.moves)


def test_a_turn_repeats_to_the_bit_and_another_seed_changes_it() -> None:
    first = player().choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), seed=5)
    again = player().choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), seed=5)
    other = player().choose(position_with_bag(EARLY), clock=clock(ENOUGH_S), seed=6)
    assert first.record == again.record
    assert first.simulation == again.simulation != other.simulation


def test_a_time_for_the_move_is_used_without_a_clock() -> None:
    record = player().choose(position_with_bag(EARLY), limits=Limits(move_time_s=3.0)).record
    assert 2.5 <= record.used_s <= 3.0
    with pytest.raises(SettingError, match="a clock or a time for the move"):
        player().choose(position_with_bag(EARLY))


@pytest.mark.parametrize("remaining_s", [-30.0, 0.0, 0.001, 0.5])
@pytest.mark.parametrize("policy", ["magpie", "uniform"])
def test_an_empty_clock_still_gets_a_move(policy: str, remaining_s: float) -> None:
    for bag in (EARLY, LATE, 0):
        choice = player(policy).choose(position_with_bag(bag), clock=clock(remaining_s))
        assert choice.chosen == choice.moves[0] or remaining_s > 0.1
        assert choice.record.used_s <= max(remaining_s, 1 / RATES.generations_per_s)


def test_ctrl_c_in_a_checkpoint_comes_through() -> None:
    def interrupt(state: object) -> None:
        raise KeyboardInterrupt

    interrupting: Callable[[object], None] = interrupt
    for bag in (EARLY, LATE, 0):
        with pytest.raises(KeyboardInterrupt):
            player(threads=2).choose(position_with_bag(bag), clock=clock(60.0), on_state=interrupting)
    assert not math.isnan(player().choose(position_with_bag(0), clock=clock(60.0)).record.used_s)
