import io

import chess.pgn
import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from zeitnot.scrabble import gcg


def test_games_in_work_time_repeat_to_the_bit() -> None:
    plan = small_plan("argo", "mergen")
    first, second = played(plan), played(plan)
    assert [game.turns for game in first] == [game.turns for game in second]
    assert [game.left_s for game in first] == [game.left_s for game in second]


def test_a_game_does_not_depend_on_what_its_table_played_before() -> None:
    plan = small_plan("argo", "mergen")
    alone = plan.played_game.table(plan).play(plan.order(1))
    assert played(plan)[1].turns == alone.turns


def test_pgn_tells_clock_time_score_and_depth_of_every_move() -> None:
    plan = small_plan()
    game = played(plan)[0]
    read = chess.pgn.read_game(io.StringIO(game.text))
    assert read is not None
    assert not read.errors
    assert read.headers["White"] == "uniform"
    assert read.headers["Black"] == "textbook"
    assert read.headers["TimeControl"] == "1+0.01"
    assert read.headers["Round"] == "1.1"
    nodes = list(read.mainline())
    opening = len(plan.openings[0].split())
    assert all(node.clock() is None for node in nodes[:opening])
    for node, turn in zip(nodes[opening:], game.turns, strict=False):
        assert node.move.uci() == turn.record.move
        assert node.clock() == pytest.approx(turn.record.clock_after_s, abs=0.001)
        assert node.emt() == pytest.approx(turn.referee_s, abs=0.001)
        score = node.eval()
        assert score is not None
        if not score.is_mate():
            assert score.pov(not node.turn()).score() == turn.record.score_cp
            assert node.eval_depth() == (turn.record.depth or None)


def test_the_last_move_says_how_the_game_ended() -> None:
    game = played(small_plan())[0]
    read = chess.pgn.read_game(io.StringIO(game.text))
    assert read is not None
    assert read.end().comment.endswith(game.words)


def test_stockfish_uses_less_whenever_the_other_clock_of_the_match_shows_more() -> None:
    game = played(small_plan("zeitnot+stockfish", "uniform", games=1))[0]
    left_s, behind = [1.0, 1.0], 0
    for turn in game.turns:
        step = next((s for s in turn.record.budget.target.steps if s.name == "opponent's clock"), None)
        own_s, other_s = left_s[turn.seat], left_s[1 - turn.seat]
        if turn.seat == 0:
            assert (step is not None) is (own_s < other_s)
            behind += step is not None
        assert turn.record.clock_after_s is not None
        left_s[turn.seat] = turn.record.clock_after_s
    assert behind > 5


def test_scrabble_pairs_have_the_same_tiles_and_the_seats_swapped() -> None:
    first, second = played(scrabble_plan())
    assert first.scores_pts is not None
    assert first.half_points == 1 + (first.scores_pts[0] > first.scores_pts[1]) - (
        first.scores_pts[0] < first.scores_pts[1]
    )
    records = [gcg.parse(game.text) for game in (first, second)]
    assert records[0].game.nicks == ("magpie", "uniform")
    assert records[1].game.nicks == ("uniform", "magpie")
    # Each seat draws from its own end of one shuffle, whoever sits there.
    racks = [[event.rack for event in record.game.events][:2] for record in records]
    assert sorted(racks[0][0]) == sorted(racks[1][0])
    assert records[0].game.state.scores == first.scores_pts


def test_scrabble_in_work_time_repeats_to_the_bit() -> None:
    plan = scrabble_plan()
    assert [game.turns for game in played(plan)] == [game.turns for game in played(plan)]


def test_turns_are_told_with_both_clocks() -> None:
    plan = small_plan()
    told: list[tuple[int, tuple[float, float]]] = []
    table = plan.played_game.table(plan)
    game = table.play(plan.order(0), lambda turn, left_s: told.append((turn.seat, left_s)))
    assert [seat for seat, _ in told] == [turn.seat for turn in game.turns]
    assert told[-1][1] == game.left_s
