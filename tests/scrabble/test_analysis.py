"""Analysts: the move played beside the best ones, the time it would have got, and who played how well."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import knowledge, player, position_with_bag
from zeitnot.clocks import TimeControl
from zeitnot.models import make_manager
from zeitnot.scrabble import Game, Generator, Move, MoveKind, gcg
from zeitnot.scrabble.analysis import Analyst, PlannedTime, TurnAnalysis, summary_of
from zeitnot.scrabble.endgame_values import EndgameValues
from zeitnot.scrabble.moves import is_same
from zeitnot.scrabble.turn import TurnTimer
from zeitnot.turns import Limits

CLOCK = "25:00 -10/min"


def planned(policy: str = "magpie", clock: str = CLOCK) -> PlannedTime:
    return PlannedTime(lambda: make_manager(policy), TimeControl.parse(clock))


def analysed(
    game: Game,
    wanted: Callable[[int, int], bool] = lambda number, player: True,
    *,
    time_s: float | None = 2.0,
    clock: str = CLOCK,
) -> list[TurnAnalysis]:
    return list(Analyst(player(), time_s=time_s).turns(game, planned(clock=clock), wanted))


@cache
def whole_game() -> tuple[TurnAnalysis, ...]:
    return tuple(analysed(finished_game().game, time_s=0.7))


def read(*lines: str) -> Game:
    return gcg.parse("\n".join(["#player1 ann", "#player2 bob", *lines])).game


def test_every_turn_is_given_in_order_and_the_move_played_is_always_valued() -> None:
    game = finished_game().game
    turns = whole_game()
    moves = [event for event in game.events if event.move is not None]
    assert [turn.number for turn in turns] == list(range(1, len(moves) + 1))
    assert [turn.event for turn in turns] == moves
    for turn in turns:
        assert turn.played is not None
        assert turn.event.move is not None
        assert is_same(turn.played.move, turn.event.move)
        assert turn.lost_pts is not None
        assert turn.note == ""
        if turn.is_best:
            assert (turn.lost_pts, turn.lost_chance) == (0.0, 0.0)


def test_a_move_far_from_the_best_at_sight_is_simulated_all_the_same() -> None:
    game = read(">ann: EHIRSTV 8H HI +10 10", ">bob: AAEINTU 9H AN +11 11")
    first, second = analysed(game)
    assert first.played is not None
    assert first.played.samples > 0
    assert first.played.move not in [valued.move for valued in first.best]
    assert first.lost_pts is not None
    assert first.lost_pts > 20
    assert first.lost_chance is not None
    assert 0.05 < first.lost_chance < 1
    assert len(first.best) == 3
    assert second.lost_pts is not None


def test_the_best_move_loses_nothing() -> None:
    game = finished_game().game
    turn = analysed(game, lambda number, player: number == 1)[0]
    best = turn.best[0].move
    game = Game.new(nicks=("ann", "bob")).play(best, rack=turn.event.rack)
    (again,) = analysed(game)
    assert again.is_best
    assert again.lost_pts == 0


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (">ann: 8H HI +10 10", "only HI of the rack is known"),
        (">ann: HI 8H HI +10 10", "only HI of the rack is known"),
        (">ann: - +0 0", "the rack is not known"),
        (">ann: EHIRSTV -3 +0 0", "the tiles exchanged are not known"),
        (">ann: EHIRSTV 8H HTV +18 18", "not a legal move with this lexicon"),
    ],
)
def test_what_cannot_be_valued_says_why_and_has_a_budget_all_the_same(line: str, note: str) -> None:
    (turn,) = analysed(read(line))
    assert turn.note == note
    assert (turn.played, turn.lost_pts, turn.lost_chance, turn.is_best) == (None, None, None, False)
    assert bool(turn.best) == ("rack" not in note)
    assert turn.budget is not None


def test_a_play_withdrawn_is_a_turn_like_any_other() -> None:
    game = read(">ann: EHIRSTV 8H HTV +18 18", ">ann: EHIRSTV -- -18 0", ">bob: AAEINTU 8G AN +4 4")
    first, second = analysed(game)
    assert first.note == "not a legal move with this lexicon"
    assert second.player == 1
    assert second.played is not None


def test_a_single_tile_may_be_written_across_or_down() -> None:
    across = Move.place(row=7, column=6, across=True, tiles=[1, 0])
    down = Move.place(row=7, column=6, across=False, tiles=[1])
    assert is_same(across, down)
    assert is_same(Move.exchange([1, 2]), Move.exchange([2, 1]))
    assert not is_same(Move.exchange([1, 2]), Move.exchange([1]))
    assert not is_same(Move.pass_turn(), down)


def test_the_values_of_all_moves_of_an_endgame_are_never_above_the_best_and_one_reaches_it() -> None:
    game = finished_game().game
    late = [index for index, state in enumerate(game.states) if 0 < sum(state.hands) <= 6]
    position = game.position(late[0])
    known = knowledge()
    moves = tuple(Generator.make(known.lexicon, known.evaluation).moves(position))
    values = EndgameValues(known, table_mb=1, threads=1)
    found = [values.valued(position, moves, rated, TurnTimer(), time_s=60.0) for rated in moves]
    assert all(each.is_proven for each in found)
    assert len({each.best[0].equity_pts for each in found}) == 1
    worths = [each.played.equity_pts for each in found if each.played is not None]
    assert len(worths) == len(moves) > 2
    assert max(worths) == found[0].best[0].equity_pts
    assert min(worths) < max(worths)


def test_with_an_empty_bag_the_best_line_is_given_and_the_game_is_won_or_lost() -> None:
    turns = [turn for turn in whole_game() if turn.position.bag_count == 0]
    assert turns
    for turn in turns:
        assert turn.line[0] == turn.best[0].move
        assert turn.best[0].win_chance in {0.0, 0.5, 1.0}


def test_the_clock_runs_by_what_every_turn_would_have_got() -> None:
    turns = whole_game()
    for whose in (0, 1):
        left_s = 1500.0
        for turn in turns:
            if turn.player == whose and turn.budget is not None:
                assert turn.budget.target.steps[0].result_s == pytest.approx(max(0.0, left_s), abs=1e-6)
                left_s -= turn.budget.target_s
        assert 0 <= left_s < 1500.0


def test_without_a_time_every_turn_is_thought_about_as_long_as_the_clock_grants() -> None:
    def first_two(number: int, player: int) -> bool:
        return number <= 2

    game = finished_game().game
    short, long = (
        analysed(game, first_two, time_s=None, clock=clock) for clock in ("0:30 -10/min", "2:00 -10/min")
    )
    granted = [[turn.budget.target_s for turn in turns if turn.budget] for turns in (short, long)]
    samples = [[sum(valued.samples for valued in turn.best) for turn in turns] for turns in (short, long)]
    assert granted[0] < granted[1]
    assert samples[0] < samples[1]


def test_in_work_time_an_analysis_repeats_to_the_bit() -> None:
    def early(number: int, player: int) -> bool:
        return number in {2, 3}

    game = finished_game().game
    assert analysed(game, early, time_s=0.5) == analysed(game, early, time_s=0.5)


def test_only_the_turns_that_are_wanted_are_looked_at() -> None:
    turns = analysed(finished_game().game, lambda number, player: player == 1 and number < 7, time_s=0.1)
    assert [turn.number for turn in turns] == [2, 4, 6]


def test_a_stop_ends_the_analysis() -> None:
    analyst = Analyst(player(), time_s=0.1)
    turns = analyst.turns(finished_game().game, planned())
    assert next(turns).number == 1
    analyst.stop()
    assert list(turns) == []


def test_a_summary_counts_losses_best_moves_and_the_largest_mistakes() -> None:
    turns = whole_game()
    summary = summary_of(turns, 1)
    own = [turn for turn in turns if turn.player == 1]
    losses = [turn.lost_pts for turn in own if turn.lost_pts is not None]
    assert (summary.turns, summary.valued) == (len(own), len(losses))
    assert summary.lost_pts == pytest.approx(sum(losses))
    assert summary.mean_lost_pts == pytest.approx(sum(losses) / len(losses))
    assert summary.best_moves == sum(turn.is_best for turn in own)
    worst = [turn.lost_pts or 0.0 for turn in summary.mistakes]
    assert worst == sorted(worst, reverse=True)
    assert worst[0] == max(losses)
    assert summary_of([replace(own[0], played=None)], 1).mean_lost_pts is None


def test_the_played_move_is_also_weighed_where_candidates_are_solved() -> None:
    position = position_with_bag(3)
    known = knowledge()
    moves = Generator.make(known.lexicon, known.evaluation).moves(position, 40)
    far = next(rated for rated in moves[20:] if rated.move.kind is MoveKind.PLACE)
    analyst = Analyst(player(), time_s=1.0)
    choice = player().choose(position, limits=Limits(move_time_s=1.0), also=(far,))
    assert choice.simulation is not None
    assert far.move in [move.rated.move for move in choice.simulation.moves]
    game = Game.of(position).play(far.move, rack=position.rack)
    (turn,) = analyst.turns(game, planned())
    assert turn.played is not None
    assert turn.played.samples > 0
