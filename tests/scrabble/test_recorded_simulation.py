from dataclasses import replace

import pytest

from tests.lab.replay.made_up_data import SAMPLES, scrabble_traces
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.models import make_manager
from zeitnot.scrabble.player import split_of
from zeitnot.scrabble.recorded_simulation import RecordedSimulation, RecordEnds
from zeitnot.scrabble.recording.trace import ScrabbleTrace, SolvedCheck, Solving
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Reason, SimulationCheck, Thinking, TurnRecord

RATES = WorkRates().times(0.1)


def begun(trace: ScrabbleTrace, policy: str = "magpie", *, clock_s: float = 120.0) -> Thinking:
    clock = ClockReading(remaining_s=clock_s)
    return make_manager(policy).begin(clock=clock, ply=trace.ply, features=trace.features)


def simulated() -> ScrabbleTrace:
    """Give a trace of the middle game, with leaves that are not valued anew."""
    return next(trace for trace in scrabble_traces() if 55 <= trace.features.unseen_tiles <= 80)


def solved() -> ScrabbleTrace:
    return next(trace for trace in scrabble_traces() if trace.features.bag_tiles == 0)


def replayed(trace: ScrabbleTrace, policy: str, *, clock_s: float) -> tuple[RecordedSimulation, TurnRecord]:
    ends = RecordEnds(samples=SAMPLES[-1], nodes=10**9)
    search = RecordedSimulation.of(trace, rates=RATES, longest_s=clock_s, ends=ends)[0]
    return search, search.run(begun(trace, policy, clock_s=clock_s))


@pytest.mark.parametrize("policy", ["magpie", "uniform", "learned"])
def test_a_simulation_ends_at_the_check_at_which_a_real_thinking_is_told_to_stop(policy: str) -> None:
    trace = simulated()
    search, record = replayed(trace, policy, clock_s=120.0)
    thinking = begun(trace, policy)
    movegen_s = 1 / RATES.generations_per_s
    split = split_of(thinking, trace.features)
    end_s = movegen_s + split.simulation_s
    stopped_s = (
        end_s if split.samples is None else min(end_s, movegen_s + split.samples / RATES.samples_per_s)
    )
    for snapshot in search.snapshots:
        elapsed_s = movegen_s + snapshot.samples / RATES.samples_per_s
        if elapsed_s >= stopped_s:
            break
        check = SimulationCheck(elapsed_s=elapsed_s, started_s=movegen_s, snapshot=snapshot)
        if thinking.observe(check).stop:
            stopped_s = elapsed_s
            break
    assert record.used_s == pytest.approx(stopped_s)
    assert not record.fault


def test_between_two_checks_the_loss_lies_between_theirs() -> None:
    trace = simulated()
    search, record = replayed(trace, "uniform", clock_s=60.0)
    losses_pts = [check.loss_pts for check in trace.runs[0].checks]
    for place, samples in enumerate(SAMPLES):
        assert search.loss_at(replace(record, samples=samples)) == pytest.approx(losses_pts[place])
    between = search.loss_at(replace(record, samples=2500))
    assert min(losses_pts[3:5]) < between < max(losses_pts[3:5])
    assert search.loss_at(replace(record, samples=50)) == losses_pts[0]
    sight = replace(search, sight_loss_pts=0.25)  # fewer samples than arms choose nothing
    assert sight.loss_at(replace(record, samples=5)) == 0.25
    assert search.loss_at(replace(record, samples=10**7)) == losses_pts[-1]


def test_every_seed_is_a_search_of_its_own() -> None:
    trace = simulated()
    searches = RecordedSimulation.of(trace, rates=RATES, longest_s=60.0)
    assert len(searches) == len(trace.runs)
    assert len({search.losses_pts for search in searches}) == len(searches)


def undecided() -> ScrabbleTrace:
    """Return a trace near the end whose two best candidates no simulation separates."""
    trace = next(trace for trace in scrabble_traces() if 1 <= trace.features.bag_tiles <= 7)
    runs = tuple(
        replace(
            run,
            checks=tuple(
                replace(check, snapshot=replace(check.snapshot, top=2 * check.snapshot.top[:1]))
                for check in run.checks
            ),
        )
        for run in trace.runs
    )
    return replace(trace, runs=runs)


def test_solving_too_short_to_prefer_a_candidate_takes_its_time_in_vain() -> None:
    # Two candidates, eight deals of 2,000 nodes each: 1.6 s at this speed.
    short, early = replayed(undecided(), "uniform", clock_s=2.0)
    assert 0.0 < early.endgame_s < 1.6
    assert short.loss_at(early) == short.loss_at(replace(early, endgame_s=0.0))
    assert early.used_s == pytest.approx(short.run(begun(undecided(), "uniform", clock_s=2.0)).used_s)
    long, late = replayed(undecided(), "uniform", clock_s=60.0)
    assert late.endgame_s > 1.6
    samples = late.samples + late.endgame_s * RATES.samples_per_s
    assert long.loss_at(late) == long.loss_at(replace(late, samples=int(samples), endgame_s=0.0))


def test_no_policy_looks_at_solving_before_every_candidate_has_its_deals() -> None:
    record = impatiently_played(undecided())
    assert record.reason is Reason.LOSS_BELOW_PRICE
    assert record.endgame_s >= 1.6


def impatiently_played(trace: ScrabbleTrace) -> TurnRecord:
    """Play a turn with a policy that solves whenever it can and stops at the first look."""
    search = RecordedSimulation.of(trace, rates=RATES, longest_s=60.0)[0]
    impatient = make_manager("learned", settings={"solving_nodes": 1, "least_loss_pts": 1000.0})
    clock = ClockReading(remaining_s=60.0)
    return search.run(impatient.begin(clock=clock, ply=trace.ply, features=trace.features))


def solved_before_the_endgame() -> ScrabbleTrace:
    """Return the undecided trace with solving recorded: it is worth two points from 80,000 nodes on."""
    trace = undecided()
    snapshot = replace(trace.runs[0].checks[-1].snapshot, samples=20)
    solving = Solving(
        samples=SAMPLES[2],
        start_loss_pts=3.0,
        is_complete=False,
        checks=(
            SolvedCheck(nodes=20_000, snapshot=snapshot, loss_pts=3.0),
            SolvedCheck(nodes=80_000, snapshot=snapshot, loss_pts=1.0),
        ),
    )
    # Much earlier, with other candidates, it is worth half a point; as seconds, these nodes are rounded down.
    early = replace(solving, samples=20, checks=(replace(solving.checks[1], nodes=80_011, loss_pts=2.5),))
    run = replace(trace.runs[0], solved_losses_pts=(3.0,) * len(SAMPLES), solvings=(early, solving))
    return replace(trace, runs=(run,), solved_sight_loss_pts=9.0)


def test_recorded_solving_gains_what_it_gained_after_as_many_nodes() -> None:
    search, record = replayed(solved_before_the_endgame(), "uniform", clock_s=60.0)
    per_s = RATES.nodes_per_s

    def loss_pts(nodes: float) -> float:
        return search.loss_at(replace(record, endgame_s=nodes / per_s))

    losses_pts = [loss_pts(nodes) for nodes in (0, 19_999, 20_000, 80_000, 800_000)]
    assert losses_pts == pytest.approx([3, 3, 3, 1, 1])
    assert loss_pts(40_000) == pytest.approx(2.0)  # half way between the checks, by the logarithm
    assert record.nodes > 80_000
    assert search.loss_at(record) == 1.0
    assert search.loss_at(replace(record, samples=25, endgame_s=80_011 / per_s)) == 2.5
    assert search.is_beyond(record)
    assert search.loss_at(replace(record, samples=0, endgame_s=0.0)) == 9.0


def test_without_the_solving_that_was_recorded_a_replay_comes_to_another_loss() -> None:
    trace = solved_before_the_endgame()
    without = replace(trace, runs=(replace(trace.runs[0], solvings=()),))
    with_it, turn = replayed(trace, "uniform", clock_s=60.0)
    without_it, same_turn = replayed(without, "uniform", clock_s=60.0)
    assert (with_it.loss_at(turn), without_it.loss_at(same_turn)) == (1.0, 3.0)
    assert min(stop.loss for stop in with_it.stops()) < min(stop.loss for stop in without_it.stops()[:-1])
    old = replace(trace, runs=(replace(trace.runs[0], solvings=(), solved_losses_pts=()),))
    search, record = replayed(old, "uniform", clock_s=60.0)
    assert search.loss_at(record) in {check.loss_pts for check in old.runs[0].checks}


def test_solving_in_work_time_begins_no_deal_that_may_not_fit() -> None:
    search, record = replayed(solved_before_the_endgame(), "uniform", clock_s=2.0)
    budget_s = split_of(begun(undecided(), "uniform", clock_s=2.0), search.features).endgame_s
    # A deal takes 1,000 nodes, and none is begun with less than 2,000 left: about 1,500 are not used.
    assert budget_s - record.endgame_s == pytest.approx(1_500 / RATES.nodes_per_s)
    _, short = replayed(solved_before_the_endgame(), "uniform", clock_s=0.4)
    assert short.simulation_s > 0.0
    assert short.endgame_s == 0.0


def test_a_policy_can_stop_recorded_solving_at_a_check() -> None:
    record = impatiently_played(solved_before_the_endgame())
    assert record.reason is Reason.LOSS_BELOW_PRICE
    assert record.endgame_s == pytest.approx(20_000 / RATES.nodes_per_s)


def test_an_empty_bag_is_solved_depth_by_depth() -> None:
    trace = solved()
    search, record = replayed(trace, "uniform", clock_s=3600.0)
    assert record.reason is Reason.SOLVED
    assert record.depth == trace.plies[-1].depth
    movegen_s = 1 / RATES.generations_per_s
    assert record.used_s == pytest.approx(movegen_s + trace.plies[-1].nodes / RATES.nodes_per_s)
    assert search.loss_at(record) == trace.plies[-1].loss_pts
    assert search.loss_at(replace(record, depth=2)) == trace.plies[1].loss_pts
    short, early = replayed(trace, "uniform", clock_s=2.0)
    assert early.depth < record.depth
    assert short.loss_at(early) >= search.loss_at(record)


def test_beyond_its_end_a_simulation_goes_on_with_the_same_means_and_smaller_errors() -> None:
    search = RecordedSimulation.of(simulated(), rates=RATES, longest_s=120.0)[0]
    last = search.snapshots[len(SAMPLES) - 1]
    further = search.snapshots[-1]
    assert further.samples >= 120.0 * RATES.samples_per_s
    assert [arm.mean_pts for arm in further.top] == [arm.mean_pts for arm in last.top]
    assert further.largest_standard_error_pts < last.largest_standard_error_pts
    record = search.run(begun(simulated(), "uniform", clock_s=3600.0))
    assert search.is_beyond(record)


def test_a_simulation_that_has_seen_every_deal_ends_there() -> None:
    trace = simulated()
    few = replace(trace, runs=(replace(trace.runs[0], checks=trace.runs[0].checks[:2]),))
    search = RecordedSimulation.of(few, rates=RATES, longest_s=60.0, ends=RecordEnds.of([trace]))[0]
    record = search.run(begun(few, "uniform", clock_s=3600.0))
    assert record.reason is Reason.SOLVED
    assert record.samples == SAMPLES[1]
    assert not search.is_beyond(record)


def test_an_endgame_that_was_cut_short_takes_all_its_time() -> None:
    trace = solved()
    cut = replace(trace, plies=trace.plies[:3])
    ends = RecordEnds(samples=0, nodes=trace.plies[3].nodes)
    search = RecordedSimulation.of(cut, rates=RATES, longest_s=60.0, ends=ends)[0]
    record = search.run(begun(cut, "uniform", clock_s=3600.0))
    assert record.reason is Reason.TARGET
    assert record.used_s > trace.plies[-1].nodes / RATES.nodes_per_s
    assert search.is_beyond(record)


def test_a_quick_exit_takes_one_move_generation() -> None:
    trace = simulated()
    clear = replace(trace, features=replace(trace.features, gap_pts=50.0))
    _, record = replayed(clear, "magpie", clock_s=120.0)
    assert record.reason is Reason.CLEAR_BEST
    assert record.used_s == 1 / RATES.generations_per_s


def test_a_trace_without_anything_is_refused() -> None:
    with pytest.raises(DataError, match="must have a check or a depth, got none"):
        RecordedSimulation.of(replace(simulated(), runs=()), rates=RATES, longest_s=1.0)
