"""Clocked games: real players to the end of real games, in work time."""

from dataclasses import replace
from functools import cache

import pytest

from tests.scrabble.fixtures_player import RATES, knowledge, player, position_with_bag
from zeitnot.clocks import Clock, TimeControl
from zeitnot.scrabble import EventKind, LetterDistribution, Position, gcg
from zeitnot.scrabble.clocked_game import ClockedGame, ClockedResult
from zeitnot.scrabble.features import PHASES, phase_of
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.table import TileBag
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Reason

TEN_MINUTES = "10:00 -10/min"
SLOW = WorkRates(generations_per_s=20.0, samples_per_s=8.0, nodes_per_s=20.0)


def play(control: str, *players: Player, seed: int = 1) -> ClockedResult:
    first, second = players
    return ClockedGame((first, second), TimeControl.parse(control), seed=seed).play()


@cache
def managed(control: str) -> ClockedResult:
    """Return a game of tournament length on a machine so slow that each takes as much work as ten minutes."""
    rates = SLOW.times(600.0 / bank_s(control))
    return play(control, player(rates=rates), player(rates=rates))


def bank_s(control: str) -> float:
    return TimeControl.parse(control).stages[0].base_s


def test_a_game_is_played_to_its_end_by_the_rules_and_repeats() -> None:
    result = managed(TEN_MINUTES)
    game = result.record.game
    assert game.is_over
    read = gcg.parse(gcg.text(result.record), is_word=knowledge().lexicon.__contains__)
    assert read.game.state.scores == game.state.scores == result.scores
    one, other = (play("1:00 -10/min", player(rates=SLOW), player(rates=SLOW)) for _ in range(2))
    assert one == other


def test_every_turn_has_its_row_with_the_clock_before_and_after() -> None:
    result = managed(TEN_MINUTES)
    for seat in (0, 1):
        records = [turn.record for turn in result.turns if turn.seat == seat]
        remaining_s = 600.0
        for record in records:
            assert record.clock_before_s == pytest.approx(remaining_s)
            remaining_s -= record.used_s
            assert record.clock_after_s == pytest.approx(remaining_s)
            assert record.move
            one_unit_s = 1 / SLOW.generations_per_s + 1 / SLOW.nodes_per_s
            assert record.used_s <= record.budget.limit_s + one_unit_s
            if record.samples > 100 and record.reason is not Reason.SOLVED:
                assert record.expected_loss_pts is not None
        assert result.remaining_s[seat] == pytest.approx(remaining_s)
        assert result.used_s[seat] == pytest.approx(600.0 - remaining_s)


def test_saved_games_have_the_time_of_every_turn() -> None:
    result = managed(TEN_MINUTES)
    events = gcg.parse(gcg.text(result.record)).game.events[: len(result.turns)]
    assert [event.used_s for event in events] == [round(turn.referee_s, 3) for turn in result.turns]


@pytest.mark.source("M34.in_time", "M34.used")
@pytest.mark.parametrize("control", ["25:00 -10/min", "15:00 -10/min", TEN_MINUTES])
def test_tournament_controls_are_kept_and_their_time_is_used(control: str) -> None:
    result = managed(control)
    assert result.forfeited is None
    assert result.over_s == (0.0, 0.0)
    # Some games end with a bingo and a short endgame; over many games it is 90 %.
    assert sum(result.used_s) >= 0.85 * 2 * bank_s(control)


def spent_by_phase(rates: WorkRates, positions: list[Position]) -> list[float]:
    """Let a player think on the same positions with its own clock; give the parts of the time by phase."""
    one = player(rates=rates)
    clock = Clock(TimeControl.parse("10:00 -10/min"))
    one.new_game(initial_s=clock.remaining_s)
    spent_s = [0.0] * len(PHASES)
    for number, position in enumerate(positions):
        record = one.choose(position, clock=clock.reading(), ply=2 * number, seed=number).record
        clock.spend(record.used_s)
        spent_s[phase_of(record.features)] += record.used_s
    assert clock.remaining_s >= 0
    return [part / sum(spent_s) for part in spent_s]


@pytest.mark.source("M33.shares", "M17.rates")
def test_a_machine_four_times_as_slow_spends_its_time_in_the_same_phases() -> None:
    games = [[position_with_bag(bag, seed) for bag in range(86, -1, -9)] for seed in (1, 2)]
    slow, fast = (
        [sum(shares) / len(games) for shares in zip(*(spent_by_phase(rates, g) for g in games), strict=True)]
        for rates in (SLOW.times(0.4), SLOW.times(1.6))
    )
    assert slow == pytest.approx(fast, abs=0.1)


@pytest.mark.source("M1.penalty", "M37")
def test_overtime_comes_off_the_score_by_the_started_minute() -> None:
    # A list of moves takes so long here that the clock runs out without any thinking.
    crawling = replace(SLOW, generations_per_s=0.1)
    result = play("1:00 -10/min", player(rates=crawling), player(rates=crawling))
    for seat in (0, 1):
        minutes = -(-result.over_s[seat] // 60.0)
        assert minutes >= 1
        assert result.penalties_pts[seat] == 10 * minutes
    events = [event for event in result.record.game.events if event.kind is EventKind.TIME_PENALTY]
    assert [event.points for event in events] == [-points for points in result.penalties_pts]
    assert sum(event.points for event in result.record.game.events if event.player == 0) == result.scores[0]


def test_too_much_overtime_loses_the_game() -> None:
    crawling = replace(SLOW, generations_per_s=0.05)
    result = play("1:00 -10/min max 1:00", player(rates=crawling), player(rates=SLOW))
    assert result.forfeited == 0
    assert result.scores[0] < result.scores[1]
    assert not result.record.game.is_over


def test_overtime_is_bought_when_it_pays_and_never_beyond_the_forfeit() -> None:
    eager = player(rates=RATES, overtime_margin=0.5, static_loss_pts=5.0)
    result = play("0:02 -10/min max 1:30", eager, player(rates=RATES))
    bought = [turn.record for turn in result.turns if turn.record.budget.periods_bought]
    assert bought
    assert all(turn.seat == 0 for turn in result.turns if turn.record.budget.periods_bought)
    assert "overtime bought" in str(bought[0].budget.target)
    assert result.penalties_pts[0] > 0 == result.penalties_pts[1]
    assert result.forfeited is None
    assert result.over_s[0] <= 90.0


@pytest.mark.source("M25.search")
def test_endgames_of_short_games_are_searched_while_there_is_time() -> None:
    turns = [
        turn.record
        for seed in (1, 2, 3)
        for turn in play("0:10 -10/min", player(rates=RATES), player(rates=RATES), seed=seed).turns
    ]
    endgames = [turn for turn in turns if phase_of(turn.features) == len(PHASES) - 1]
    at_sight = [turn for turn in endgames if turn.reason is Reason.LOW_TIME]
    assert len(endgames) > 5
    assert not [turn for turn in at_sight if turn.clock_before_s and turn.clock_before_s > 0.5]
    assert len(at_sight) <= 0.2 * len(endgames)


@pytest.mark.source("M1.increment", "M2.time")
def test_increments_come_after_every_turn() -> None:
    result = play("0:30+2", player(rates=SLOW), player(rates=SLOW))
    for seat in (0, 1):
        turns = sum(turn.seat == seat for turn in result.turns)
        assert result.used_s[seat] + result.remaining_s[seat] == pytest.approx(30.0 + 2.0 * turns)
        assert result.remaining_s[seat] >= 0


def test_a_bag_gives_each_seat_its_own_tiles() -> None:
    first, second = (TileBag(LetterDistribution.english(), 7) for _ in range(2))
    one = first.fill((), 0)
    first.fill((), 1)
    second.fill((), 1)
    assert second.fill((), 0) == one
    assert len(first) == 100 - 14
    before = len(first)
    rack = first.exchange(one, one[:3], 0)
    assert len(rack) == 7
    assert len(first) == before
