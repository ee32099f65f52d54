"""Turns of anybody's games are judged as those of data sets are, endgames and odd moves included."""

from dataclasses import replace

import pytest

from tests.scrabble.fixtures_player import position_with_bag
from zeitnot.games import Judgement
from zeitnot.scrabble import Generator, Knowledge, Move
from zeitnot.scrabble.recorded_simulation import RecordedSimulation
from zeitnot.scrabble.recording.game_turns import (
    SIGHT_SAMPLES,
    JudgedScrabbleTurn,
    ScrabbleTurn,
    ScrabbleTurnRecorder,
    move_words,
)
from zeitnot.scrabble.recording.recorder import ScrabbleRecording
from zeitnot.scrabble.reviewer import ScrabbleReviewer
from zeitnot.turns import from_json_form, to_json_form

TINY = ScrabbleRecording(samples=400, long_samples=0, seeds=2, judge_samples=200, endgame_nodes=2_000)


def judged(bag: int, played: str) -> JudgedScrabbleTurn:
    position = position_with_bag(bag)
    return ScrabbleTurnRecorder(TINY).record(ScrabbleTurn(cgp=position.to_cgp(), played=played))


def best_static(bag: int) -> str:
    position, known = position_with_bag(bag), Knowledge.built_in()
    found = Generator.make(known.lexicon, known.evaluation).moves(position, 1)[0]
    return found.move.text(position.distribution.alphabet)


@pytest.mark.parametrize("bag", [0, 40])
def test_a_turn_has_steps_from_first_sight_on_and_a_pass_loses_points(bag: int) -> None:
    found = judged(bag, "-")
    steps = found.judgement.steps
    assert [step.work for step in steps[:2]] == [1.0, SIGHT_SAMPLES]
    assert sorted(step.work for step in steps) == [step.work for step in steps]
    assert len(steps) > 2
    if bag:
        assert steps[2].work > SIGHT_SAMPLES + 250  # before every candidate has 20 samples, nobody looks
    assert found.judgement.played_loss > 5.0
    assert found.judgement.line[0] != "pass"
    assert found.trace is not None
    assert bool(found.trace.plies) == (bag == 0)
    assert from_json_form(JudgedScrabbleTurn, to_json_form(found)) == found


@pytest.mark.parametrize("bag", [0, 40])
def test_who_plays_what_stands_best_at_sight_loses_what_that_loses(bag: int) -> None:
    found = judged(bag, best_static(bag)).judgement
    assert found.played_loss == pytest.approx(max(0.0, found.steps[1].loss), abs=1.0)


@pytest.mark.parametrize("bag", [0, 40])
def test_moves_are_valued_best_first_with_the_one_played_among_them(bag: int) -> None:
    found, position = judged(bag, "-"), position_with_bag(bag)
    assert found.played in found.moves
    assert found.played is not None
    assert found.played.move == Move.pass_turn()
    assert move_words(position, found.moves[0].move) == found.judgement.line[0]
    assert len({valued.move for valued in found.moves}) == len(found.moves) > 1
    assert found.moves[0].equity_pts - found.played.equity_pts > 5.0
    assert (found.moves[0].gap_error_pts, found.moves[0].gap_error_chance) == (0.0, 0.0)
    assert bool(found.line) == (bag == 0)
    if bag:
        assert 0 < found.played.gap_error_pts < 10
        assert 0 < found.played.gap_error_chance < 0.1
        assert found.played.samples > 20
        assert all(0 < valued.win_chance < 1 for valued in found.moves)
    else:
        assert found.line[0] == found.moves[0].move
        assert found.played.samples == 0


def test_where_one_move_always_led_the_runs_value_it() -> None:
    """QUIXOTE lies best on 8D, by 19 points: no judge is needed, and its one sample says little."""
    turn = ScrabbleTurn(cgp=f"{'15/' * 14}15 EIOQTUX/ 0/0 0", played="8D QUIXOTE")
    found = ScrabbleTurnRecorder(replace(TINY, candidates=2)).record(turn)
    assert found.played == found.moves[0]
    assert all(valued.samples > 20 for valued in found.moves)
    assert found.moves[0].equity_pts - found.moves[1].equity_pts > 10


def test_a_play_that_is_no_word_is_not_judged_and_says_so() -> None:
    words = "phoney: TSRN not in ENABLE1"
    turn = ScrabbleTurn(cgp=f"{'15/' * 14}15 AEINRST/ 0/0 0", played="8G TSRN")
    found = ScrabbleTurnRecorder(TINY).record(turn)
    assert found == JudgedScrabbleTurn(judgement=Judgement(problem=words))
    told = ScrabbleTurnRecorder(TINY).record(replace(turn, problem="the rack is not known"))
    assert told.judgement.problem == "the rack is not known"


def test_the_turns_to_come_go_by_the_tiles_left() -> None:
    many, few = judged(40, "-").judgement.turns_to_come, judged(0, "-").judgement.turns_to_come
    assert many is not None
    assert few is not None
    assert many > few + 2


def test_a_replay_ends_with_an_endgame_that_is_proven_and_goes_on_where_it_is_not() -> None:
    found = judged(0, "-")
    assert found.trace is not None
    for error_pts, is_complete in ((0.0, True), (1.0, False)):
        turn = replace(found, trace=replace(found.trace, loss_error_pts=error_pts))
        replayed = ScrabbleReviewer().replayed(turn, number=3, work_per_s=1.0, usual_s=60.0, longest_s=600.0)
        assert replayed is not None
        assert isinstance(replayed.search, RecordedSimulation)
        assert replayed.search.is_complete is is_complete
        assert replayed.search.rates.generations_per_s == pytest.approx(1 / 6)
    unjudged = JudgedScrabbleTurn(judgement=Judgement(problem="the rack is not known"))
    assert (
        ScrabbleReviewer().replayed(unjudged, number=0, work_per_s=1.0, usual_s=60.0, longest_s=60.0) is None
    )
