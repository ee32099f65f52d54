import itertools
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from tests.lab.match.scenes import ScriptedPlayer, played, scripted_game, small_plan
from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.match.adjudicator import opened_tables, table_ending
from zeitnot.chess.match.game import EXACT_MARGIN_S, UNCLOCKED_S
from zeitnot.chess.match.table import ChessTable
from zeitnot.chess.openings import Opening
from zeitnot.clocks import TimeControl
from zeitnot.errors import EngineFaultError, SettingError
from zeitnot.games import Adjudication, Fault, HiccupError, HiccupWatch, RefereeRules
from zeitnot.games.hiccup_process import SIZE, TICK_S, HiccupPage
from zeitnot.turns import NO_LIMITS, Limits


def shufflers(**changes: float) -> tuple[ScriptedPlayer, ScriptedPlayer]:
    """Seat two who move their knights to and fro."""
    return (
        ScriptedPlayer(("g1f3", "f3g1"), turn_s=changes.get("white_s", 0.1)),
        ScriptedPlayer(("g8f6", "f6g8"), turn_s=changes.get("black_s", 0.1)),
    )


def stopped(*, since_s: float, until_s: float) -> HiccupWatch:
    """Make a watch that has seen one stop of the machine, and looks on long after it."""
    page = HiccupPage(bytearray(SIZE))
    page.tick(before_s=since_s - TICK_S, now_s=until_s)
    page.tick(before_s=1000.0, now_s=1000.0)
    return HiccupWatch(page)


def test_mate_ends_the_game() -> None:
    white = ScriptedPlayer(("f2f3", "g2g4"))
    black = ScriptedPlayer(("e7e5", "d8h4"))
    judged = scripted_game(white, black).play()
    assert judged.ending.result == "0-1"
    assert judged.ending.words == "Black wins: checkmate"
    assert judged.fault is None


def test_the_third_repetition_is_a_draw_without_a_claim() -> None:
    game = scripted_game(*shufflers())
    assert game.play().ending.words == "Draw: the same position for the third time"
    assert len(game.turns) == 8


def test_clocks_run_by_the_referee_with_increments() -> None:
    game = scripted_game(*shufflers(white_s=0.5, black_s=2.0), control="1:00+1")
    game.play()
    assert game.left_s() == pytest.approx((60 + 4 * 0.5, 60 - 4 * 1.0))
    assert [turn.referee_s for turn in game.turns[:2]] == pytest.approx([0.5, 2.0])
    assert game.turns[0].record.clock_after_s == pytest.approx(60.5)


def test_each_player_sees_both_clocks_and_the_game_so_far() -> None:
    white, black = shufflers(white_s=0.5, black_s=2.0)
    scripted_game(white, black, control="1:00+1").play()
    request = black.asked[1]
    assert request.clock is not None
    assert request.opponent is not None
    assert request.clock.remaining_s == pytest.approx(59)
    assert request.opponent.remaining_s == pytest.approx(61)
    assert [move.uci() for move in request.board.move_stack] == ["g1f3", "g8f6", "f3g1"]


def test_who_is_over_time_loses() -> None:
    game = scripted_game(*shufflers(black_s=0.9), control="0:02")
    judged = game.play()
    assert judged.ending.words == "White wins: Black is out of time"
    assert judged.ending.termination == "time forfeit"
    assert (judged.fault, judged.seat) == (Fault.FLAG, 1)
    assert len(game.turns) == 6  # the turn that was too long is told as well
    assert game.left_s()[1] == pytest.approx(-0.7)
    assert game.turns[-1].record.clock_after_s == pytest.approx(-0.7)


def test_a_clock_used_up_to_exactly_nothing_has_not_fallen() -> None:
    assert scripted_game(*shufflers(white_s=0.125, black_s=0.5), control="0:02").play().fault is None


def test_within_its_margin_a_side_may_be_over() -> None:
    game = scripted_game(*shufflers(black_s=0.51), control="0:02", margins_s=(0.0, 0.05))
    assert game.play().fault is None
    assert game.left_s()[1] == 0.0


def test_a_byoyomi_period_that_is_used_up_loses_no_game_while_there_are_others() -> None:
    game = scripted_game(*shufflers(black_s=1.5), control="0:01 byo 4x1")
    judged = game.play()
    assert judged.fault is None
    assert game.clock.clocks[1].periods_left == 1


def test_the_last_byoyomi_period_loses_it() -> None:
    judged = scripted_game(*shufflers(black_s=2.5), control="0:01 byo 3x1").play()
    assert (judged.fault, judged.seat) == (Fault.FLAG, 1)


def test_a_delay_is_not_charged() -> None:
    game = scripted_game(*shufflers(white_s=1.0, black_s=3.0), control="0:05 d2")
    game.play()
    assert game.left_s() == pytest.approx((5.0, 1.0))


def test_time_of_the_next_stage_comes_in_time() -> None:
    game = scripted_game(*shufflers(white_s=0.9, black_s=0.9), control="2/0:02, 0:02")
    assert game.play().fault is None
    assert game.left_s()[0] == pytest.approx(4 - 4 * 0.9)


def test_nobody_wins_on_time_without_mating_material() -> None:
    opening = Opening(fen="7k/8/8/8/8/8/6P1/K7 w - - 0 1")
    white = ScriptedPlayer(("g2g3",), turn_s=5.0)
    judged = scripted_game(white, ScriptedPlayer(("h8g8",)), control="0:02", opening=opening).play()
    assert judged.ending.result == "1/2-1/2"
    assert judged.fault is Fault.FLAG


def test_who_plays_what_is_not_legal_loses() -> None:
    judged = scripted_game(ScriptedPlayer(("e2e5",)), ScriptedPlayer(("e7e5",))).play()
    assert judged.ending.words == "Black wins: White played 'e2e5'"
    assert (judged.fault, judged.seat) == (Fault.ILLEGAL, 0)


@pytest.mark.parametrize("text", ["", "0000", "nonsense", "e7e5", "(none)"])
def test_no_move_is_not_legal_either(text: str) -> None:
    assert scripted_game(ScriptedPlayer((text,)), ScriptedPlayer(("e7e5",))).play().fault is Fault.ILLEGAL


@pytest.mark.parametrize(("kind", "fault"), [("crashed", Fault.CRASH), ("stalled", Fault.STALL)])
def test_an_engine_that_fails_loses_and_the_words_say_why(kind: str, fault: Fault) -> None:
    error = EngineFaultError("the engine ended with exit code 3", kind=kind)  # type: ignore[arg-type]
    white = ScriptedPlayer(("g1f3", "f3g1"), fault=error, fault_at=1)
    judged = scripted_game(white, ScriptedPlayer(("g8f6", "f6g8"))).play()
    assert (judged.fault, judged.seat) == (fault, 0)
    assert judged.ending.words == "Black wins: the engine ended with exit code 3"
    assert judged.ending.termination == "rules infraction"


def test_an_engine_is_not_given_up_because_the_machine_stood_still() -> None:
    error = EngineFaultError("no answer", kind="stalled")
    white = ScriptedPlayer(("g1f3",), fault=error)
    watch = stopped(since_s=-0.1, until_s=9.0)
    white.clock.time_s = -0.1
    game = scripted_game(white, ScriptedPlayer(("g8f6",)), control="0:02", hiccups=watch)
    white.clock.time_s = 0.0
    original = white.think

    def late(request: Request, *, deadline_s: float) -> PlayedMove:
        white.clock.time_s = deadline_s
        return original(request, deadline_s=deadline_s)

    white.think = late  # type: ignore[method-assign]
    with pytest.raises(HiccupError):
        game.play()


def test_an_engine_is_given_up_a_while_after_its_time() -> None:
    white, black = shufflers()
    scripted_game(white, black, control="0:02", rules=RefereeRules(stall_s=3.0), margins_s=(0.5, 0.0)).play()
    assert white.deadlines_s[0] == pytest.approx(2 + 0.5 + 3.0)
    assert black.deadlines_s[0] == pytest.approx(2 + 3.0)


def test_black_may_move_first() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    white, black = shufflers(black_s=1.0)
    game = scripted_game(white, black, control="1:00", opening=Opening(fen=fen))
    game.play()
    assert game.turns[0].seat == 1
    assert game.left_s() == pytest.approx((60 - 0.1 * len(white.asked), 60 - 1.0 * len(black.asked)))


def test_time_that_the_machine_took_is_not_held_against_an_engine() -> None:
    white, black = shufflers(black_s=2.5)
    watch = stopped(since_s=0.2, until_s=0.2 + 2.0)  # in Black's first turn
    with pytest.raises(HiccupError):
        scripted_game(white, black, control="0:02", hiccups=watch).play()


def test_a_hiccup_that_does_not_explain_it_is_no_excuse() -> None:
    white, black = shufflers(black_s=2.5)
    watch = stopped(since_s=0.2, until_s=0.2 + 0.1)
    assert scripted_game(white, black, control="0:02", hiccups=watch).play().fault is Fault.FLAG


def test_a_long_game_is_drawn() -> None:
    judged = scripted_game(*shufflers(), rules=RefereeRules(most_plies=5)).play()
    assert judged.ending.words == "Draw: 5 half moves"
    assert judged.ending.termination == "adjudication"


def test_adjudication_is_off_unless_asked_for() -> None:
    white, black = shufflers()
    white.scores_cp, black.scores_cp = itertools.repeat(-900.0), itertools.repeat(900.0)
    assert "third time" in scripted_game(white, black).play().ending.words


def test_a_loss_that_both_sides_see_is_adjudicated() -> None:
    white, black = shufflers()
    white.scores_cp, black.scores_cp = itertools.repeat(-900.0), itertools.repeat(900.0)
    rules = RefereeRules(adjudication=Adjudication(resign_moves=2, resign_cp=600))
    game = scripted_game(white, black, rules=rules)
    assert game.play().ending.words == "Black wins: White is lost by both sides' scores"
    assert len(game.turns) == 4


def test_one_side_alone_resigns_nothing() -> None:
    white, black = shufflers()
    white.scores_cp, black.scores_cp = itertools.repeat(-900.0), itertools.repeat(100.0)
    rules = RefereeRules(adjudication=Adjudication(resign_moves=1))
    assert "third time" in scripted_game(white, black, rules=rules).play().ending.words


def test_an_equal_game_is_adjudicated_after_the_given_move() -> None:
    white, black = shufflers()
    white.scores_cp, black.scores_cp = itertools.repeat(3.0), itertools.repeat(-5.0)
    rules = RefereeRules(adjudication=Adjudication(draw_moves=2, draw_from_move=3))
    game = scripted_game(white, black, rules=rules)
    assert game.play().ending.words == "Draw: equal by both sides' scores"
    assert game.board.fullmove_number == 3


def test_the_opening_is_on_the_board_and_not_on_the_clock() -> None:
    game = scripted_game(
        ScriptedPlayer(("a2a3",)), ScriptedPlayer(("zzzz",)), opening=Opening(moves=("e2e4", "e7e5"))
    )
    game.play()
    assert game.board.move_stack[0] == chess.Move.from_uci("e2e4")
    assert game.turns[0].record.ply == 2


def test_each_seat_may_have_a_clock_of_its_own_also_where_black_begins() -> None:
    controls = TimeControl.parse("1:00+1"), TimeControl.parse("0:30")
    game = scripted_game(*shufflers())
    odds = replace(game, controls=controls)
    odds.play()
    assert odds.left_s() == pytest.approx((60 + 4 * 0.9, 30 - 4 * 0.1))
    after_white = Opening(moves=("g1f3",))
    players = ScriptedPlayer(("f3g1", "g1f3")), ScriptedPlayer(("g8f6", "f6g8"))
    black_first = replace(scripted_game(*players, opening=after_white), controls=controls)
    assert black_first.left_s() == (60, 30)


def test_a_search_is_limited_as_the_seat_is_and_has_no_clock_where_there_is_none() -> None:
    white, black = shufflers(white_s=700.0)
    limits = Limits(nodes=500), NO_LIMITS
    controls = TimeControl.infinite(), TimeControl.parse("1:00")
    game = replace(scripted_game(white, black), controls=controls, limits=limits)
    assert game.play().fault is None  # a turn of any length is in time
    assert (white.asked[0].clock, white.asked[0].opponent, white.asked[0].limits.nodes) == (None, None, 500)
    assert white.deadlines_s[0] == UNCLOCKED_S + RefereeRules().stall_s
    assert black.asked[0].clock is not None
    assert black.asked[0].opponent is None


def test_a_fixed_time_is_told_without_a_clock_and_may_be_over_a_little() -> None:
    white, black = shufflers(white_s=1.05, black_s=0.1)
    limits = Limits(move_time_s=1.0), NO_LIMITS
    controls = TimeControl.parse("1s/move"), TimeControl.parse("1:00")
    game = replace(scripted_game(white, black), controls=controls, limits=limits)
    assert game.play().fault is None
    assert white.asked[0].clock is None
    late = replace(
        scripted_game(*shufflers(white_s=1.0 + EXACT_MARGIN_S + 0.01)), controls=controls, limits=limits
    )
    assert late.play().fault is Fault.FLAG


def test_a_loss_that_the_loser_alone_sees_is_enough_where_it_is_one_sided() -> None:
    rules = Adjudication(resign_moves=2, resign_cp=500, resign_one_sided=True)
    white, black = shufflers()
    white.scores_cp, black.scores_cp = itertools.repeat(-600.0), itertools.repeat(0.0)
    game = scripted_game(white, black, rules=RefereeRules(adjudication=rules))
    judged = game.play()
    assert judged.ending.words == "Black wins: White is lost by its own scores"
    assert len(game.turns) == 3


def constant_table(folder: Path, name: str, pieces: list[int], *, mover: int, other: int) -> None:
    """Write a Syzygy table in which every position has the same value, by who is to move."""
    data = b"\x71\xe8\x23\x5d" + bytes([1, 0x11, *(piece | piece << 4 for piece in pieces)])
    data += b"\0" * (len(data) % 2) + bytes([0x80, mover + 2, 0x80, other + 2])
    (folder / f"{name}.rtbw").write_bytes(data.ljust(80, b"\0"))


WHITE_KING, WHITE_QUEEN, BLACK_KING = 6, 5, 14


def test_tables_decide_a_game_right_after_a_capture(tmp_path: Path) -> None:
    constant_table(tmp_path, "KQvK", [WHITE_QUEEN, WHITE_KING, BLACK_KING], mover=2, other=-2)
    tables = opened_tables(str(tmp_path))
    opening = Opening(fen="8/k7/8/3p4/8/8/8/3QK3 w - - 0 1")
    players = ScriptedPlayer(("d1d5",)), ScriptedPlayer(("a7a6",))
    judged = scripted_game(*players, opening=opening, tables=tables).play()
    assert (judged.ending.result, judged.ending.words) == ("1-0", "White wins: by the endgame tables")
    assert judged.ending.termination == "adjudication"
    quiet = chess.Board("8/k7/8/8/8/8/8/3QK3 b - - 1 1")
    assert table_ending(quiet, tables) is None  # the fifty-move rule may take the win away
    assert table_ending(chess.Board(), tables) is None
    tables.close()


def test_a_win_that_the_fifty_move_rule_takes_away_is_a_draw(tmp_path: Path) -> None:
    constant_table(tmp_path, "KQvK", [WHITE_QUEEN, WHITE_KING, BLACK_KING], mover=1, other=-1)
    tables = opened_tables(str(tmp_path))
    ending = table_ending(chess.Board("8/k7/8/8/8/8/8/3QK3 w - - 0 1"), tables)
    assert ending is not None
    assert ending.words == "Draw: by the endgame tables"
    tables.close()


@pytest.mark.parametrize("name", ["empty", "nowhere"])
def test_a_folder_without_tables_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SettingError, match="--syzygy must be a folder"):
        opened_tables(str(tmp_path / name))


def test_a_side_with_a_fixed_time_ponders_under_a_clock_that_ends_it() -> None:
    white, black = shufflers()
    white.expects = ("g8f6", "f6g8")
    controls = TimeControl.parse("1s/move"), TimeControl.parse("1:00")
    limits = Limits(move_time_s=1.0, nodes=50), NO_LIMITS
    game = replace(scripted_game(white, black), controls=controls, limits=limits, ponders=True)
    game.play()
    pondering = white.pondering[0]
    assert pondering.limits == Limits(ponder=True, nodes=50)
    assert pondering.clock is not None


def test_an_engine_on_its_own_clock_is_told_a_fixed_time_and_a_policy_sees_a_clock() -> None:
    table = ChessTable(small_plan("stockfish", "uniform", control="0.5s/move", work_per_s=None))
    assert [table._limits(number).move_time_s for number in (0, 1)] == [0.5, None]
    table.close()


def test_time_odds_are_in_the_tags_as_other_runners_write_them() -> None:
    text = played(small_plan("uniform:clock=2+0.1", "textbook"))[0].text
    assert '[WhiteTimeControl "2+0.1"]\n[BlackTimeControl "1+0.01"]' in text
    assert "[TimeControl" not in text
