from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import pytest

from zeitnot._native import StopControl
from zeitnot.errors import SettingError
from zeitnot.scrabble import Game, Generator, Position
from zeitnot.scrabble.dynamic_leaves import DynamicLeaves
from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.features import PHASES, features_of, phase_of
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.recording.positions import PositionSource
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording
from zeitnot.scrabble.recording.trace import CHECKPOINTS, ScrabbleTrace, is_seen
from zeitnot.scrabble.simulation import SimulationState, Simulator
from zeitnot.scrabble.table import seed_of
from zeitnot.turns import from_json_form, to_json_form

State = TypeVar("State")

SMALL = ScrabbleRecording(samples=1_000, long_samples=0, seeds=2, judge_samples=200, endgame_nodes=20_000)


@cache
def knowledge() -> Knowledge:
    return Knowledge.built_in()


@cache
def generator() -> Generator:
    known = knowledge()
    return Generator.make(known.lexicon, known.evaluation, known.layout)


@cache
def recorded(number: int, settings: ScrabbleRecording = SMALL) -> ScrabbleTrace:
    return ScrabbleRecorder(settings, knowledge=knowledge()).record(number)


def work() -> StopControl:
    control = StopControl(work_per_second=1000.0)
    control.start(soft_s=1e9, hard_s=1e9)
    return control


def kept(kind: type[State]) -> tuple[list[State], Callable[[State], bool]]:
    """Give a list and what keeps the states of a search in it, never ending the search."""
    states: list[State] = []

    def keep(state: State) -> bool:
        assert isinstance(state, kind)
        states.append(state)
        return False

    return states, keep


def test_what_is_recorded_depends_on_settings_and_number_alone() -> None:
    recorder = ScrabbleRecorder(SMALL)
    again = {number: recorder.record(number) for number in (17, 4, 1)}
    assert again == {number: recorded(number) for number in (1, 4, 17)}
    assert ScrabbleRecorder(replace(SMALL, seed=2)).record(17).cgp != again[17].cgp


def test_a_trace_keeps_all_it_has_as_json() -> None:
    for number in (1, 5):
        assert from_json_form(ScrabbleTrace, to_json_form(recorded(number))) == recorded(number)
    assert from_json_form(ScrabbleRecording, to_json_form(SMALL)) == SMALL


@pytest.mark.source("M29.positions")
def test_positions_are_of_all_phases_with_something_to_choose_and_rich_in_scores() -> None:
    source = PositionSource(
        generator=generator(), knowledge=knowledge(), seed=1, loose_pts=5.0, loose_moves=10, seen_moves=60
    )
    drawn = [source.draw(number) for number in range(5 * len(PHASES))]
    assert [phase_of(each.features) for each in drawn] == 5 * list(range(len(PHASES)))
    assert all((each.features.legal_moves or 0) > 1 for each in drawn)
    assert all(each.plies_to_come >= 1 and 15 < each.ply + each.plies_to_come < 45 for each in drawn)
    scores_pts = [each.features.score_difference_pts for each in drawn]
    assert min(scores_pts) < -50 < 50 < max(scores_pts)
    assert len({each.position.rack for each in drawn}) == len(drawn)


def test_features_are_those_that_the_player_of_the_position_sees() -> None:
    for number in (1, 5):
        position = Position.from_cgp(recorded(number).cgp)
        assert features_of(position, tuple(generator().moves(position, 60))) == recorded(number).features


@pytest.mark.source("M29.checkpoints")
def test_simulations_are_looked_at_where_the_document_does_and_densely_after_the_first_look() -> None:
    trace = recorded(1, replace(SMALL, samples=2_300))
    assert len(trace.runs) == 2
    for run in trace.runs:
        looks = [check.snapshot.samples for check in run.checks]
        for checkpoint in (100, 200, 500, 1_000, 2_000, 2_300):
            assert min(abs(samples - checkpoint) for samples in looks) <= 50
        seen = [check.snapshot.samples for check in run.checks if is_seen(check.snapshot)]
        assert 15 * 20 <= seen[0] <= 15 * 20 + 100
        assert all(after / before < 1.5 for before, after in pairwise(seen))


@pytest.mark.source("M29.checkpoints")
def test_by_default_one_position_in_six_of_every_phase_comes_to_the_last_checkpoint() -> None:
    numbers = range(12 * len(PHASES))
    long = [number for number in numbers if ScrabbleRecording().samples_of(number) >= max(CHECKPOINTS)]
    assert [number % len(PHASES) for number in long] == 2 * list(range(len(PHASES)))
    assert {ScrabbleRecording().samples_of(number) for number in set(numbers) - set(long)} == {10_000}


@pytest.mark.source("M29.checkpoints")
def test_a_long_simulation_is_recorded_to_its_end_beside_short_ones() -> None:
    settings = replace(SMALL, samples=300, long_samples=1_200)
    most = [max(run.checks[-1].snapshot.samples for run in recorded(n, settings).runs) for n in (0, 1)]
    assert most[0] == pytest.approx(1_200, abs=50)
    assert most[1] == pytest.approx(300, abs=50)


@pytest.mark.source("M7.arms", "M7.context")
def test_a_check_has_the_snapshot_that_a_player_would_see() -> None:
    trace = recorded(1)
    for check in (check for run in trace.runs for check in run.checks):
        means_pts = [arm.mean_pts for arm in check.snapshot.top]
        assert check.snapshot.arms == 15
        assert len(means_pts) == 8
        assert means_pts == sorted(means_pts, reverse=True)
        assert check.snapshot.bag_tiles == trace.features.bag_tiles
        assert check.snapshot.score_difference_pts == trace.features.score_difference_pts
        assert all(arm.samples > 1 and arm.variance > 0.0 for arm in check.snapshot.top)


def test_a_simulation_with_all_deals_is_seen_however_few_they_are() -> None:
    trace = recorded(4)
    assert trace.features.bag_tiles == 1
    assert [[is_seen(check.snapshot) for check in run.checks][-1] for run in trace.runs] == [True, True]
    assert all(run.checks[-1].snapshot.samples == 15 * 8 for run in trace.runs)


def candidates(trace: ScrabbleTrace, settings: ScrabbleRecording) -> tuple[RatedMove, ...]:
    position = Position.from_cgp(trace.cgp)
    rating = DynamicLeaves(knowledge=knowledge()).rate(
        position, generator().moves(position, 60), work(), seed=seed_of(settings.seed, trace.number, "leaves")
    )
    return rating.moves[: settings.candidates]


@pytest.mark.source("M29.loss")
@pytest.mark.parametrize("number", [28, 46, 142])
def test_losses_are_exact_where_every_deal_can_be_judged(number: int) -> None:
    settings = replace(SMALL, samples=300, seeds=3, judge_samples=5_000)
    trace = recorded(number, settings)
    position, arms = Position.from_cgp(trace.cgp), candidates(trace, settings)
    simulator = Simulator(knowledge=knowledge(), settings=settings.simulation)
    truth = simulator.run(position, arms, work(), lambda state: False, seed=99, check_s=1.0)
    assert truth.has_all_deals
    worth_pts = {move.rated.move: move.arm.mean_pts for move in truth.moves}
    losses_pts = []
    for run in trace.runs:
        states, keep = kept(SimulationState)
        simulator.run(position, arms, work(), keep, seed=run.seed, most_samples=300, check_s=0.1)
        assert [state.snapshot(position) for state in states] == [check.snapshot for check in run.checks]
        led = [worth_pts[state.moves[0].rated.move] for state in states]
        losses_pts += [(check.loss_pts, pts) for check, pts in zip(run.checks, led, strict=True)]
    best_pts = max(loss_pts + pts for loss_pts, pts in losses_pts)
    assert min(abs(best_pts - pts) for pts in worth_pts.values()) < 1e-6
    for loss_pts, pts in losses_pts:
        assert loss_pts == pytest.approx(best_pts - pts, abs=1e-6)
        assert loss_pts >= -1e-9
    assert any(loss_pts > 0.05 for loss_pts, _ in losses_pts)
    assert trace.loss_error_pts == 0.0


@pytest.mark.source("M31.budgets")
def test_moves_that_were_played_are_judged_as_the_checkpoints_are() -> None:
    recorder = ScrabbleRecorder(SMALL, knowledge=knowledge())
    trace, losses_pts = recorder.record_beside(1, lambda drawn, seed: [drawn.moves[0].move] * 2)
    assert (trace.runs, trace.sight_loss_pts) == (recorded(1).runs, recorded(1).sight_loss_pts)
    assert [len(losses) for losses in losses_pts] == [2, 2]
    assert sum(losses[0] for losses in losses_pts) / 2 == pytest.approx(trace.sight_loss_pts)
    worst, losses_pts = recorder.record_beside(1, lambda drawn, seed: [drawn.moves[-1].move])
    assert min(losses[0] for losses in losses_pts) > worst.sight_loss_pts
    with pytest.raises(SettingError, match="got an empty bag in 5"):
        recorder.record_beside(5, lambda drawn, seed: [])


def solved(position: Position) -> EndgameState:
    state = EndgameSearch(knowledge()).run(position, work(), lambda state: False)
    assert state.is_complete
    return state


@pytest.mark.parametrize("number", [59, 281, 305, 311])
def test_a_depth_loses_what_its_move_gives_away_against_best_play(number: int) -> None:
    trace = recorded(number)
    position = Position.from_cgp(trace.cgp)
    best_pts = solved(position).value_pts
    states, keep = kept(EndgameState)
    EndgameSearch(knowledge()).run(position, work(), keep)
    assert [(ply.depth, ply.nodes, ply.value_pts) for ply in trace.plies] == [
        (state.depth, state.nodes, state.value_pts) for state in states
    ]
    for ply, state in zip(trace.plies, states, strict=True):
        assert ply.loss_pts == best_pts - gained_pts(position, state)
    assert trace.plies[0].loss_pts > 0.0
    assert trace.plies[-1].loss_pts == 0.0
    assert trace.runs == ()


def gained_pts(position: Position, state: EndgameState) -> int:
    """Play the first move of a line by the rules of the game, and solve what is left."""
    rated = generator().rate(position, state.line[0])
    assert rated is not None
    other = position.unseen
    game = Game.of(position).play(rated.move, rack=position.rack)
    if game.is_over:
        scores = game.finish((rated.leave, other)).state.scores
        return scores[0] - scores[1] - position.spread_pts
    left = replace(game.position(), rack=other)
    return rated.score_pts - solved(left).value_pts


@pytest.mark.parametrize(
    "change",
    [
        {"samples": 29},
        {"judge_samples": 29},
        {"seeds": 0},
        {"candidates": 1},
        {"endgame_nodes": 0},
        {"loose_pts": float("nan")},
    ],
)
def test_settings_that_nothing_can_be_recorded_with_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=f"^{next(iter(change))} must be"):
        replace(SMALL, **change)


def test_the_smallest_recording_that_is_allowed_works() -> None:
    least = ScrabbleRecording(samples=30, seeds=1, judge_samples=30, endgame_nodes=1, loose_pts=0.0)
    (run,) = recorded(1, least).runs
    assert [check.snapshot.samples for check in run.checks] == [30]
    assert recorded(1, least).loss_error_pts < 100.0
    assert recorded(5, least).runs == ()


def test_a_number_below_0_is_refused() -> None:
    with pytest.raises(SettingError, match="must be at least 0, got -1"):
        ScrabbleRecorder(SMALL, knowledge=knowledge()).record(-1)
