"""Analyses with few samples, for tests that look at what is made of them."""

from functools import cache

from tests.review.planted_scrabble import planted_gcg
from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import knowledge
from zeitnot.scrabble import GameAnalysis, GameRecord, Generator, ScrabbleRecording, analysed_turns, gcg
from zeitnot.scrabble.luck import draws_of
from zeitnot.scrabble.recording.game_turns import JudgedScrabbleTurn, ScrabbleTurnRecorder
from zeitnot.scrabble.timed_gcg import scrabble_turns, timed_game

TINY = ScrabbleRecording(
    samples=300, long_samples=0, seeds=2, judge_samples=240, candidates=6, endgame_nodes=2_000
)


def judged(record: GameRecord) -> dict[int, JudgedScrabbleTurn]:
    recorder = ScrabbleTurnRecorder(TINY)
    return {ply: recorder.record(turn) for ply, turn in scrabble_turns(record.game, ()).items()}


def analysed(record: GameRecord, turns: dict[int, JudgedScrabbleTurn] | None = None) -> GameAnalysis:
    """Analyse a game whose turns may have been judged before."""
    known = knowledge()
    draws = draws_of(record.game, Generator.make(known.lexicon, known.evaluation), samples=60)
    return GameAnalysis(
        game=record.game,
        timed=timed_game(record, place="test"),
        turns=tuple(analysed_turns(record.game, turns or judged(record), draws=draws)),
        samples=TINY.samples,
    )


@cache
def analysed_whole_game() -> GameAnalysis:
    """Analyse a game to its end, which has no times."""
    return analysed(finished_game())


@cache
def judged_planted_game() -> dict[int, JudgedScrabbleTurn]:
    return judged(gcg.parse(planted_gcg({})))


@cache
def analysed_planted_game() -> GameAnalysis:
    """Analyse a game with times, and with an exchange where 36 points were to be had."""
    return analysed(gcg.parse(planted_gcg({})), judged_planted_game())
