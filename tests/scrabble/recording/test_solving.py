from dataclasses import replace
from functools import cache

import pytest

from zeitnot._native import StopControl
from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.models import make_manager
from zeitnot.scrabble import Position
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.recorded_simulation import RecordedSimulation, RecordEnds
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording
from zeitnot.scrabble.recording.solving import JUDGE_LEVELS
from zeitnot.scrabble.recording.trace import ScrabbleTrace
from zeitnot.scrabble.simulation import SimulationState, Simulator
from zeitnot.scrabble.turn import Choice, WorkRates
from zeitnot.turns import Reason, TurnRecord

RECORDING = ScrabbleRecording(
    samples=300,
    long_samples=0,
    seeds=1,
    judge_samples=200,
    most_bag=1,
    solving_nodes=100_000,
    solving_deals=8,
)
"""With one tile in the bag there are eight deals: all of them are solved, by the player and by the judge."""
NUMBER = 11
"""A position whose best move a simulation of two plies cannot see."""
MINUTE = ClockReading(remaining_s=60.0)


@cache
def knowledge() -> Knowledge:
    return Knowledge.built_in()


@cache
def recorded() -> ScrabbleTrace:
    return ScrabbleRecorder(RECORDING, knowledge=knowledge()).record(NUMBER)


@cache
def played() -> Choice:
    """Return the turn of the player itself, with the deals of the recorded run."""
    player = Player(make_manager("uniform"), knowledge(), rates=WorkRates())
    position = Position.from_cgp(recorded().cgp)
    return player.choose(position, clock=MINUTE, ply=recorded().ply, seed=recorded().runs[0].seed)


def test_solving_prefers_what_the_player_prefers_and_the_judge_sees_what_that_gains() -> None:
    (solving,) = recorded().runs[0].solvings
    (check,) = solving.checks
    solved = played().solved
    assert solved is not None
    assert (check.nodes, check.snapshot.samples, solving.is_complete) == (solved.nodes, solved.samples, True)
    worth_pts = judged_by_hand(tuple(move.rated for move in solved.moves))
    simulated = played().simulation
    assert simulated is not None
    chosen, before = played().chosen.move, simulated.moves[0].rated.move
    gain_pts = worth_pts[chosen] - worth_pts[before]
    assert gain_pts > 4.0
    assert solving.start_loss_pts - check.loss_pts == pytest.approx(gain_pts, abs=1e-6)
    assert recorded().runs[0].solved_losses_pts[-1] == solving.start_loss_pts
    assert recorded().solved_error_pts == 0.0


def test_a_judge_with_few_solved_deals_corrects_cheaper_games_by_them() -> None:
    few = ScrabbleRecorder(replace(RECORDING, solving_deals=2), knowledge=knowledge()).record(NUMBER)
    exact_pts = recorded().runs[0].solvings[0].start_loss_pts
    assert few.runs[0].solvings[0].start_loss_pts == pytest.approx(exact_pts, abs=1.0)
    assert 0.0 < few.solved_error_pts < 1.0


def judged_by_hand(arms: tuple[RatedMove, ...]) -> dict[object, float]:
    """Solve every arm on every deal there is."""
    control = StopControl(work_per_second=1.0)
    control.start(soft_s=1e9, hard_s=1e9)

    def go_on(state: SimulationState) -> bool:
        return False

    position = Position.from_cgp(recorded().cgp)
    nodes = JUDGE_LEVELS[-1][0]
    state = Simulator(knowledge=knowledge()).run(position, arms, control, go_on, seed=9, solve_nodes=nodes)
    assert state.has_all_deals
    return {move.rated.move: move.arm.mean_pts for move in state.moves}


def replayed(trace: ScrabbleTrace) -> tuple[RecordedSimulation, TurnRecord]:
    ends = RecordEnds(samples=10_000, nodes=10**9)  # this one ended before, with nothing left to sample
    (search,) = RecordedSimulation.of(trace, rates=WorkRates(), longest_s=60.0, ends=ends)
    manager = make_manager("uniform")
    return search, search.run(manager.begin(clock=MINUTE, ply=trace.ply, features=trace.features))


def test_a_replayed_turn_works_as_long_as_the_turn_of_the_player() -> None:
    trace = recorded()
    search, record = replayed(trace)
    real = played().record
    assert (record.samples, record.nodes, record.reason) == (real.samples, real.nodes, Reason.SOLVED)
    assert record.endgame_s == pytest.approx(real.endgame_s)
    assert search.loss_at(record) == trace.runs[0].solvings[0].checks[0].loss_pts
    assert not search.is_beyond(record)


def test_a_replay_without_the_recorded_solving_comes_to_another_loss_and_another_time() -> None:
    run = replace(recorded().runs[0], solvings=())
    (with_it, turn), (without, longer) = replayed(recorded()), replayed(replace(recorded(), runs=(run,)))
    assert without.loss_at(longer) - with_it.loss_at(turn) > 4.0
    assert longer.endgame_s > turn.endgame_s  # nothing says that all deals were solved


def test_what_is_recorded_of_simulations_does_not_depend_on_solving() -> None:
    alone = ScrabbleRecorder(replace(RECORDING, solving_nodes=0, solving_deals=0), knowledge=knowledge())
    without = alone.record(NUMBER)
    assert (without.runs[0].solvings, without.runs[0].solved_losses_pts) == ((), ())
    stripped = tuple(replace(run, solvings=(), solved_losses_pts=()) for run in recorded().runs)
    assert replace(recorded(), runs=stripped, solved_sight_loss_pts=0.0) == without


def test_positions_can_be_limited_to_few_tiles_in_the_bag() -> None:
    settings = replace(RECORDING, most_bag=14, samples=30, judge_samples=30, solving_nodes=0, solving_deals=0)
    recorder = ScrabbleRecorder(settings, knowledge=knowledge())
    bags = [recorder.record(number).features.bag_tiles for number in range(12)]
    assert all(1 <= bag <= 14 for bag in bags)
    assert min(bags) <= 7 < max(bags)


def test_solving_needs_both_nodes_and_deals_to_judge_it() -> None:
    with pytest.raises(SettingError, match=r"must both be above 0 or both 0, got 5 and 0"):
        replace(RECORDING, solving_nodes=5, solving_deals=0)
