"""Analysis: moves beside the best ones, grades, luck and skill apart, and the time that turns would get."""

from dataclasses import replace

import pytest

from tests.review.planted_scrabble import EXCHANGE, planted_gcg
from tests.scrabble.analysed_game import (
    analysed,
    analysed_planted_game,
    analysed_whole_game,
    judged,
    judged_planted_game,
)
from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import knowledge
from zeitnot.clocks import TimeControl
from zeitnot.games import find_game
from zeitnot.models import make_manager
from zeitnot.scrabble import Game, GameRecord, Generator, Move, Position, ValuedMove, gcg
from zeitnot.scrabble.analysis import PlannedTime, TurnAnalysis, analysed_turns, analysis_comments, summary_of
from zeitnot.scrabble.events import Event, EventKind
from zeitnot.scrabble.luck import TileDraw
from zeitnot.scrabble.mistakes import BOUNDS, MISTAKES, Grade
from zeitnot.scrabble.recording.judge import EndgameValues
from zeitnot.scrabble.timed_gcg import scrabble_turns
from zeitnot.scrabble.turn import TurnTimer

EMPTY = "/".join(["15"] * 15)
BEST, OTHER = Move.parse("8D WORD", knowledge().lexicon.distribution.alphabet), Move.pass_turn()


def read(*lines: str) -> GameRecord:
    return gcg.parse("\n".join(["#player1 ann", "#player2 bob", *lines]))


def turn(
    lost_pts: float = 0.0,
    lost_chance: float = 0.0,
    *,
    number: int = 1,
    best_chance: float = 0.6,
    error_pts: float = 0.0,
    error_chance: float = 0.0,
    unseen: int = 93,
    luck_pts: float | None = None,
) -> TurnAnalysis:
    """Return a turn that lost this much, with so many tiles unseen, 7 of them the opponent's."""
    position = Position.from_cgp(f"{EMPTY} AEINRST/ 0/0 0")
    counts = list(position.distribution.counts)
    surplus = len(position.unseen) - unseen
    for tile in range(len(counts)):
        taken = min(counts[tile] - position.rack.count(tile), surplus)
        counts[tile], surplus = counts[tile] - taken, surplus - taken
    tiles = replace(position.distribution, counts=tuple(counts))
    return TurnAnalysis(
        number=number,
        player=0,
        position=replace(position, distribution=tiles),
        event=Event(kind=EventKind.MOVE, player=0, points=0, move=OTHER),
        best=(ValuedMove(move=BEST, score_pts=9, equity_pts=20.0, win_chance=best_chance),),
        played=ValuedMove(
            move=OTHER,
            score_pts=0,
            equity_pts=20.0 - lost_pts,
            win_chance=best_chance - lost_chance,
            gap_error_pts=error_pts,
            gap_error_chance=error_chance,
        ),
        draw=None if luck_pts is None else TileDraw(ply=0, player=0, value_pts=luck_pts, counted=9),
    )


@pytest.mark.parametrize(
    ("lost_pts", "grade"),
    [
        *((-2.0, Grade.GOOD), (0.9, Grade.GOOD), (1.0, Grade.SMALL), (7.0, Grade.SMALL)),
        *((7.1, Grade.MEDIUM), (15.0, Grade.MEDIUM), (15.1, Grade.LARGE)),
    ],
)
def test_early_mistakes_go_by_equity(lost_pts: float, grade: Grade) -> None:
    assert turn(lost_pts, 0.3, unseen=51).grade() is grade


@pytest.mark.parametrize(
    ("lost_chance", "grade"),
    [
        *((-0.1, Grade.GOOD), (0.004, Grade.GOOD), (0.005, Grade.SMALL), (0.0299, Grade.SMALL)),
        *((0.031, Grade.MEDIUM), (0.0699, Grade.MEDIUM), (0.071, Grade.LARGE)),
    ],
)
def test_late_mistakes_go_by_win_probability(lost_chance: float, grade: Grade) -> None:
    assert turn(30.0, lost_chance, unseen=50).grade() is grade


@pytest.mark.parametrize("best_chance", [0.99, 0.015])
def test_where_a_game_is_decided_mistakes_go_by_equity(best_chance: float) -> None:
    assert turn(9.0, 0.01, unseen=30, best_chance=best_chance).grade() is Grade.MEDIUM


def test_a_loss_within_its_error_is_no_mistake() -> None:
    assert turn(8.0, error_pts=4.1).grade() is Grade.GOOD
    assert turn(8.0, error_pts=3.9).grade() is Grade.MEDIUM
    assert turn(8.0, 0.08, unseen=40, error_chance=0.041).grade() is Grade.GOOD
    assert turn(8.0, 0.08, unseen=40, error_chance=0.039).grade() is Grade.LARGE


def test_with_an_empty_bag_points_count_unless_the_game_is_thrown_away() -> None:
    assert turn(5.0, 0.0, unseen=7, best_chance=1.0).grade() is Grade.SMALL
    assert turn(5.0, 0.0, unseen=7, best_chance=0.5).grade() is Grade.SMALL
    assert turn(1.0, 0.5, unseen=7, best_chance=0.5).grade() is Grade.LARGE
    assert turn(1.0, 1.0, unseen=7, best_chance=1.0).grade() is Grade.LARGE


def test_the_best_move_and_one_that_is_not_known_are_no_mistakes() -> None:
    plain = turn(0.0)
    assert replace(plain, played=plain.best[0]).grade() is Grade.BEST
    assert replace(plain, played=None).grade() is None
    assert replace(plain, best=()).grade() is None


def test_score_is_par_plus_luck_less_what_was_lost() -> None:
    """One turn of 4 points: 9.5 points of luck, of which, and of all else, 20 were lost."""
    game = Game.new().play(Move.parse("8G EE", knowledge().lexicon.distribution.alphabet))
    summary = summary_of([turn(20.0, 0.1, error_pts=3.0, luck_pts=9.5)], 0, game)
    assert (summary.score_pts, summary.luck_pts, summary.lost_pts) == (4, 9.5, 20.0)
    assert summary.par_pts == 4 - 9.5 + 20.0
    assert summary.lost_error_pts == 3.0
    assert summary.index == MISTAKES[Grade.LARGE] == 1.0
    part = summary_of([], 0, game)
    assert (part.score_pts, part.par_pts, part.mean_lost_pts) == (None, None, None)


def test_luck_skill_and_the_rest_add_up_to_the_spread() -> None:
    analysis = analysed_whole_game()
    first, second = analysis.summaries
    assert first.par_pts is not None
    assert second.par_pts is not None
    scores = analysis.game.state.scores
    luck_pts = first.luck_pts - second.luck_pts
    skill_pts = second.lost_pts - first.lost_pts
    assert luck_pts + skill_pts + first.par_pts - second.par_pts == pytest.approx(scores[0] - scores[1])
    assert 150 < first.par_pts < 600
    draws = [each.draw for each in analysis.turns if each.draw is not None]
    assert first.luck_pts == pytest.approx(sum(draw.luck_pts for draw in draws if draw.player == 0))
    assert first.draws + second.draws == len(draws) > 15


def test_every_turn_is_there_in_order_and_the_move_played_is_always_valued() -> None:
    analysis = analysed_whole_game()
    moves = [event for event in analysis.game.events if event.move is not None]
    assert [each.number for each in analysis.turns] == list(range(1, len(moves) + 1))
    assert [each.event for each in analysis.turns] == moves
    for each in analysis.turns:
        assert each.played is not None
        assert each.event.move is not None
        assert each.played.move.used == each.event.move.used
        assert each.lost_pts is not None
        assert each.note == ""
        assert each.grade() is not None
        if each.is_best:
            assert (each.lost_pts, each.lost_chance, each.grade()) == (0.0, 0.0, Grade.BEST)
        elif each.position.bag_count:
            assert each.played.gap_error_pts > 0
            assert each.played.gap_error_chance > 0


def test_the_planted_mistake_is_found() -> None:
    exchange = analysed_planted_game().turns[EXCHANGE]
    assert exchange.grade() in MISTAKES
    assert exchange.lost_pts is not None
    assert exchange.lost_pts > 5
    assert exchange.best[0].move.tiles


def test_with_an_empty_bag_the_best_line_is_there_and_the_game_is_won_or_lost() -> None:
    late = [each for each in analysed_whole_game().turns if each.position.bag_count == 0]
    assert late
    for each in late:
        assert each.line[0] == each.best[0].move
        assert each.best[0].win_chance in {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (">ann: 8H HI +10 10", "only HI of the rack is known"),
        (">ann: HI 8H HI +10 10", "only HI of the rack is known"),
        (">ann: - +0 0", "the rack is not known"),
        (">ann: EHIRSTV -3 +0 0", "the tiles exchanged are not known"),
        (">ann: EHIRSTV 8H HTV +18 18", "phoney: HTV not in ENABLE1"),
    ],
)
def test_what_cannot_be_valued_says_why(line: str, note: str) -> None:
    record = read(line)
    (each,) = analysed_turns(record.game, judged(record))
    assert each.note == note
    assert (each.played, each.lost_pts, each.lost_chance, each.is_best) == (None, None, None, False)
    assert analysis_comments([each])[0].words == f"Not judged: {note}."


def test_a_play_that_was_challenged_off_is_judged_as_a_pass() -> None:
    record = read(">ann: EHIRSTV 8H HTV +18 18", ">ann: EHIRSTV -- -18 0", ">bob: AAEINTU 8G AN +4 4")
    first, second = analysed(record).turns
    assert first.note == "challenged off, which comes to a pass"
    assert first.played is not None
    assert first.played.move == Move.pass_turn()
    assert first.grade() is Grade.LARGE
    assert second.player == 1


def test_a_first_play_down_is_judged_as_its_mirror_image() -> None:
    record = read(">ann: EHIRSTV H8 HI +10 10")
    (each,) = analysed(record).turns
    assert each.played is not None
    assert (each.played.move.coordinates, each.note) == ("8H", "")


def test_moves_beside_a_phoney_that_stayed_are_valued() -> None:
    record = read(">ann: EHIRSTV 8H HTV +18 18", ">bob: AAEINTU 9H AN +11 11")
    first, second = analysed_turns(record.game, judged(record))
    assert first.note == "phoney: HTV not in ENABLE1"
    assert second.note == "phoney: TN not in ENABLE1"


def test_a_turn_lost_by_a_wrong_challenge_is_not_taken_for_a_choice() -> None:
    record = read(">ann: EHIRSTV 8H HI +10 10", ">bob: AAEINTU (challenge) +0 0", ">ann: ERSTVAA - +0 10")
    turns = analysed_turns(record.game, judged(record))
    assert [turn.note for turn in turns] == ["", "turn lost by a wrong challenge", ""]
    assert turns[1].lost_pts is None


def test_the_judge_does_not_see_what_the_mover_could_not() -> None:
    """The opponent's rack of the file changes nothing about a turn before the bag is empty."""
    known = read(">ann: EHIRSTV 8H HI +10 10", ">bob: AAEINTU 9H AN +11 11")
    unknown = read(">ann: EHIRSTV 8H HI +10 10", ">bob: 9H AN +11 11")
    assert scrabble_turns(known.game, ())[0] == scrabble_turns(unknown.game, ())[0]
    assert "EHIRSTV/ " in scrabble_turns(known.game, ())[0].cgp


def test_the_clock_runs_by_what_every_turn_would_have_got() -> None:
    record = gcg.parse(planted_gcg({}))
    planned = PlannedTime(lambda: make_manager("magpie"), TimeControl.parse("25:00 -10/min"))
    known = knowledge()
    budgets = planned.budgets(record.game, Generator.make(known.lexicon, known.evaluation))
    turns = analysed_turns(record.game, judged_planted_game(), budgets=budgets)
    assert [each.budget for each in turns] == list(budgets)
    for whose in (0, 1):
        left_s = 1500.0
        for each in turns:
            if each.player == whose and each.budget is not None:
                assert each.budget.target.steps[0].result_s == pytest.approx(max(0.0, left_s), abs=1e-6)
                left_s -= each.budget.target_s
        assert 0 <= left_s < 1500.0


def test_a_summary_counts_losses_grades_and_phases() -> None:
    analysis = analysed_whole_game()
    summary = analysis.summaries[1]
    own = [each for each in analysis.turns if each.player == 1]
    losses = [each.lost_pts for each in own if each.lost_pts is not None]
    assert (summary.turns, summary.valued) == (len(own), len(losses))
    assert summary.lost_pts == pytest.approx(sum(losses))
    assert summary.mean_lost_pts == pytest.approx(sum(losses) / len(losses))
    assert summary.best_moves == summary.grades[Grade.BEST] == sum(each.is_best for each in own)
    assert sum(summary.grades.values()) == len(losses)
    worst = [each.lost_pts or 0.0 for each in summary.mistakes]
    assert worst == sorted(worst, reverse=True)
    assert all(each.grade() in MISTAKES for each in summary.mistakes)
    assert sum(each.turns for each in summary.phases) == summary.valued
    assert sum(each.lost_pts for each in summary.phases) == pytest.approx(summary.lost_pts)
    assert sum(each.grades[Grade.LARGE] for each in summary.phases) == summary.grades[Grade.LARGE]


def test_an_annotated_game_says_grade_loss_luck_and_the_better_move() -> None:
    analysis = analysed_planted_game()
    text = find_game("scrabble").reviewer().annotated(analysis.timed, analysis_comments(analysis.turns))
    exchange = analysis.turns[EXCHANGE]
    grade = exchange.grade()
    assert grade is not None
    note = text.split(">ann: AEIIQRS -IQ")[1].split("\n>")[0]
    assert note.startswith(" +0 121\n#note 20.000s, ")
    assert f"{grade.capitalize()} mistake: lost {exchange.lost_pts:.1f} ± " in note
    assert "Better: " in note
    assert "Luck of the draw " in note
    again = gcg.parse(text)
    assert again.game.events[0].used_s == 20.0


def test_the_values_of_all_moves_of_an_endgame_are_those_of_the_best_line_at_most() -> None:
    game = finished_game().game
    late = [index for index, state in enumerate(game.states) if 0 < sum(state.hands) <= 6]
    position, known = game.position(late[0]), knowledge()
    values = EndgameValues(known, table_mb=1)
    moves = Generator.make(known.lexicon, known.evaluation).moves(position)
    found = [values.after(position, rated, TurnTimer(), until_s=60.0) for rated in moves]
    assert all(each.is_proven for each in found)
    (solved,) = [each for each in analysed_whole_game().turns if each.position == position]
    assert solved.is_proven
    assert max(each.value_pts for each in found) == solved.best[0].equity_pts
    assert min(each.value_pts for each in found) < solved.best[0].equity_pts


def test_bounds_can_be_set() -> None:
    strict = replace(BOUNDS, medium_pts=2.0, large_pts=3.0)
    assert turn(2.5).grade(strict) is Grade.MEDIUM
    assert summary_of([turn(3.5)], 0, Game.new(), strict).grades[Grade.LARGE] == 1
