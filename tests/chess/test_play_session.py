"""Sessions: what is said before, during and after each move, and every way a game can end."""

import io
import re
from pathlib import Path

import chess
import chess.pgn
import pytest

from tests.chess.fixtures_play import ScriptedScreen, table
from zeitnot.chess.play import MENU, choose_control
from zeitnot.clocks import Kind, TimeControl, WorkTime, time_text
from zeitnot.models import make_manager
from zeitnot.policies import Mergen

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
QUEEN_UP = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 60"


@pytest.mark.source("G9.plan", "G9.played", "G5.first_move")
def test_before_a_move_comes_target_and_maximum_after_it_depth_time_and_remaining() -> None:
    game = table([], clock="3+2", human=chess.BLACK)
    game.session.run()
    plan, played = game.screen.said[:2]
    # The document's example: 3+2, the first move.
    assert plan == "Engine thinks: target 2.8s, maximum 7s"
    (first,) = game.game.played
    words = played.replace(",", "").split()
    assert played.startswith(f"Engine plays 1. {chess.Board().san(first.move)}: depth ")
    assert int(words[5]) >= 3
    assert 2.0 < float(words[6].removesuffix("s")) <= 7.0
    assert words[7:10] == [*time_text(first.left_s).split(), "left"]
    assert first.left_s == pytest.approx(182.0 - first.used_s)


@pytest.mark.source("G9.emergency", "G7.used")
def test_an_emergency_is_announced() -> None:
    game = table([], clock="0:08", human=chess.BLACK)
    game.session.run()
    assert game.screen.said[:2] == [
        "EMERGENCY: the engine has 8s left",
        "Engine thinks: target 0.8s, maximum 1.2s",
    ]
    assert 0.4 <= game.game.played[0].used_s <= 1.2  # it uses what it announces


@pytest.mark.source("G9.emergency")
@pytest.mark.parametrize("policy", ["stockfish", "neurofish", "argo", "textbook", "uniform"])
def test_a_low_clock_is_an_emergency_under_every_policy(policy: str) -> None:
    low = table([], clock="0:05", human=chess.BLACK, policy=policy)
    low.session.run()
    assert low.screen.said[0] == "EMERGENCY: the engine has 5s left"
    high = table([], clock="1:00", human=chess.BLACK, policy=policy)
    high.session.run()
    assert "EMERGENCY" not in high.text


@pytest.mark.parametrize("policy", ["mergen", "stockfish"])
def test_a_short_period_that_comes_again_is_no_emergency(policy: str) -> None:
    game = table([], clock="byo 3x5", human=chess.BLACK, policy=policy)
    game.session.run()
    assert "EMERGENCY" not in game.text
    assert game.game.played


@pytest.mark.source("G9.menu", "G9.default")
def test_the_menu_offers_the_six_controls_and_fixed_depth_is_the_default() -> None:
    kinds = [entry.kind for entry in MENU]
    assert kinds == [
        Kind.BULLET,
        Kind.BLITZ,
        Kind.RAPID,
        Kind.CLASSICAL,
        Kind.INFINITE,
        Kind.FIXED_DEPTH,
    ]
    controls = [str(entry.control) for entry in MENU]
    assert controls == ["1:00", "3:00+2", "10:00+5", "30:00", "infinite", "depth 5"]
    screen = ScriptedScreen(source=WorkTime(), answers=["", "3"])
    assert choose_control(screen) is MENU[5]
    assert choose_control(screen) is MENU[2]
    assert sum(line.strip()[:1].isdigit() for line in screen.said) == 12


def test_the_menu_takes_a_control_and_asks_again_after_nonsense() -> None:
    screen = ScriptedScreen(source=WorkTime(), answers=["7", "soon", "5:00+3"])
    entry = choose_control(screen)
    assert entry.control == TimeControl.fischer(300.0, 3.0)
    assert "There are 6 entries; for 7 minutes type 7:00." in screen.said
    assert any(line.startswith("Not understood") for line in screen.said)


@pytest.mark.source("G8.fixed_depth")
@pytest.mark.parametrize(("clock", "depth"), [("depth 5", 5), ("infinite", 14)])
def test_without_a_clock_the_engine_searches_to_a_depth(clock: str, depth: int) -> None:
    fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1" if depth > 5 else chess.STARTING_FEN
    side = not chess.Board(fen).turn
    game = table([], clock=clock, fen=fen, human=side)
    game.session.run()
    assert game.screen.said[0] == f"Engine thinks to depth {depth}"
    assert f"depth {depth}," in game.screen.said[1]
    assert "left" not in game.screen.said[1]


@pytest.mark.source("T10", "G12")
def test_book_moves_cost_no_time_and_no_search() -> None:
    game = table([("e4", 3.0)], clock="3+2", book=True)
    game.session.run()
    own, book = game.game.played
    assert own.used_s == pytest.approx(3.0)
    assert (book.used_s, book.left_s) == (0.0, 182.0)
    assert game.screen.said[0].endswith(" from its book, 3m 2s left")
    assert "thinks" not in game.text


@pytest.mark.source("T10", "G12")
def test_a_book_can_be_closed() -> None:
    game = table(["e4"], book=False)
    game.session.run()
    assert "book" not in game.text
    assert game.screen.said[0] == "Engine thinks to depth 2"


def test_whole_games_repeat_in_work_time() -> None:
    moves = []
    for _ in range(2):
        game = table([("e4", 1.0), ("d4", 2.0), ("a3", 0.5)], clock="1:00+1", policy="stockfish")
        game.session.run()
        moves.append([(played.move, played.used_s) for played in game.game.played])
    assert moves[0] == moves[1]
    assert len(moves[0]) == 6


def test_both_clocks_stand_in_the_prompt() -> None:
    game = table([("e4", 62.5), "clock"], clock="3+2", book=True)
    game.session.run()
    assert game.screen.prompts[:2] == ["you 3:00  engine 3:00 > ", "you 2:00  engine 3:02 > "]
    assert "you 2:00  engine 3:02" in game.screen.said


def test_a_flag_that_falls_while_the_human_thinks_loses() -> None:
    game = table([("e4", 61.0)], clock="1:00")
    ending = game.session.run()
    assert (ending.result, ending.termination) == ("0-1", "time forfeit")
    assert game.screen.said[-1] == "Black wins: White is out of time (0-1)"
    assert game.game.played == []


def test_a_flag_against_a_bare_king_is_a_draw() -> None:
    game = table([("Qd4", 61.0)], clock="1:00", fen=QUEEN_UP)
    assert game.session.run().words == "Draw: White is out of time, but Black cannot mate"


@pytest.mark.parametrize(
    ("fen", "answers", "words"),
    [
        (MATE_IN_ONE, ["Ra8"], "White wins: checkmate (1-0)"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ["Qf7"], "Draw: stalemate (1/2-1/2)"),
        (
            "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
            ["Kxe2"],
            "Draw: neither side can mate with what is left (1/2-1/2)",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 99 80",
            ["Re3"],
            "Draw: fifty moves without a capture or a pawn move (1/2-1/2)",
        ),
        (chess.STARTING_FEN, ["e4", "resign"], "Black wins: White resigns (0-1)"),
        (chess.STARTING_FEN, ["e4", "quit"], "Game broken off (*)"),
        (chess.STARTING_FEN, ["e4"], "Game broken off (*)"),
    ],
)
def test_every_ending_is_said_in_one_line(fen: str, answers: list[str], words: str) -> None:
    game = table(answers, fen=fen)
    game.session.run()
    assert game.screen.said[-1] == words


@pytest.mark.source("G9.bad_move")
def test_a_bad_move_is_answered_and_the_question_put_again() -> None:
    game = table(["Ke3", "e4e5", "xyz", "", "e4"])
    game.session.run()
    assert game.screen.said[:3] == [
        "No king can go to e3: it cannot move.",
        "There is no piece on e4.",
        "'xyz' is no move and no command. Type a move such as e4, Nf3 or g1f3. `help` tells more.",
    ]
    assert game.game.played[0].move.uci() == "e2e4"


def test_moves_taken_back_come_with_their_time() -> None:
    game = table([("e4", 10.0), ("d4", 20.0), "undo", ("c4", 5.0)], clock="3+2", book=True)
    game.session.run()
    assert "Taken back: your last move and the answer to it." in game.screen.said
    assert game.screen.prompts[3] == game.screen.prompts[1] == "you 2:52  engine 3:02 > "
    assert [played.used_s for played in game.game.played[::2]] == pytest.approx([10.0, 5.0])
    assert game.game.board.move_stack[2].uci() == "c2c4"


@pytest.mark.parametrize("human", [chess.WHITE, chess.BLACK])
def test_nothing_is_taken_back_before_the_first_own_move(human: chess.Color) -> None:
    game = table(["undo"], human=human)
    game.session.run()
    assert "There is no move of yours to take back." in game.screen.said


def test_a_hint_names_a_good_move_and_leaves_the_game_alone() -> None:
    game = table(["hint", "undo"], fen=MATE_IN_ONE)
    game.session.run()
    assert game.screen.said[0].startswith("Hint: Ra8# (depth ")
    assert game.game.played == []


def test_a_draw_is_agreed_when_the_engine_is_worse_and_not_when_it_is_better() -> None:
    worse = table(["draw?"], fen=QUEEN_UP)
    assert worse.session.run().words == "Draw: agreed"
    better = table(["draw"], fen="4k3/8/8/8/q7/8/8/4K3 w - - 0 60")
    assert better.session.run().result == "*"
    assert better.screen.said[0] == "The engine plays on."


def test_a_draw_in_a_level_game_is_agreed_late_only() -> None:
    rooks = "4k2r/5ppp/8/8/8/8/5PPP/4K2R w Kk - 0 {}"
    assert table(["draw?"], fen=rooks.format(40)).session.run().words == "Draw: agreed"
    assert table(["draw?"], fen=rooks.format(5)).session.run().result == "*"


def test_the_board_is_flipped_on_demand() -> None:
    game = table(["flip"])
    game.session.run()
    assert game.screen.pictures[0].splitlines()[0].startswith(" 8  r  n  b  q  k ")
    assert game.screen.pictures[-1].splitlines()[0].startswith(" 1  R  N  B  K  Q ")
    assert game.screen.pictures[-1].splitlines()[-1].split() == list("hgfedcba")


def test_players_and_last_moves_stand_beside_the_board() -> None:
    game = table(["e4", "d4", "c4", "a3", "h3", "b4"], book=False)
    game.session.run()
    lines = game.screen.pictures[-1].splitlines()
    assert lines[0].endswith("Black: Zeitnot")
    assert lines[7].endswith("White: you")
    numbers = [line[30:].split()[0] for line in lines[2:7]]
    assert numbers == ["2.", "3.", "4.", "5.", "6."]


def test_help_fits_a_terminal_below_the_board() -> None:
    game = table(["help"])
    game.session.run()
    lines = game.screen.said[:-1]
    assert len(lines) <= 10
    assert max(map(len, lines)) <= 79
    for word in ("undo", "hint", "why", "resign", "draw?", "clock", "flip", "pgn", "quit"):
        assert word in game.text


def test_the_game_so_far_can_be_read(tmp_path: Path) -> None:
    game = table(["e4", "pgn"], clock="3+2", book=True)
    game.session.run()
    start = game.screen.said.index('[Event "Game at the terminal"]')
    shown = chess.pgn.read_game(io.StringIO("\n".join(game.screen.said[start:-1])))
    assert shown is not None
    assert next(move.uci() for move in shown.mainline_moves()) == "e2e4"
    assert shown.headers["Result"] == "*"


def test_the_game_is_kept_when_the_player_interrupts(tmp_path: Path) -> None:
    class Interrupted(ScriptedScreen):
        def ask(self, *_: object) -> str | None:
            if self.answers:
                return str(self.answers.pop(0))
            raise KeyboardInterrupt

    game = table([], keep_in=tmp_path / "new" / "games.pgn")
    game.session.screen = Interrupted(source=game.source, answers=["e4"])
    assert game.session.run().result == "*"
    text = (tmp_path / "new" / "games.pgn").read_text(encoding="utf-8")
    assert '[Termination "abandoned"]' in text
    assert "1. e4" in text
    assert game.session.screen.said[-1] == f"Saved in {tmp_path / 'new' / 'games.pgn'}"


def test_a_game_that_cannot_be_kept_is_shown_instead(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    game = table(["e4"], keep_in=tmp_path / "file" / "games.pgn")
    game.session.run()
    assert "must be kept in a file that can be written" in game.screen.said[-1]
    assert "1. e4" in game.screen.said[-1]


def test_a_game_without_moves_is_not_kept(tmp_path: Path) -> None:
    table([], keep_in=tmp_path / "games.pgn").session.run()
    assert not (tmp_path / "games.pgn").exists()


def test_the_kind_named_by_the_menu_reaches_the_policy() -> None:
    game = table([], clock="30:00", human=chess.BLACK)
    game.session.opponent.engine.manager.adopt(make_manager(Mergen(kind=Kind.CLASSICAL)))
    game.session.run()
    # 30 minutes called classical: a fifth more than the rapid of the clock.
    rapid = table([], clock="30:00", human=chess.BLACK)
    rapid.session.run()
    assert target_s(game.screen.said[0]) == pytest.approx(1.2 * target_s(rapid.screen.said[0]), abs=0.1)


def target_s(plan: str) -> float:
    return float(plan.removeprefix("Engine thinks: target ").partition("s,")[0])


def test_why_explains_the_last_move_from_the_clock_to_what_ended_the_search() -> None:
    game = table(["why", "e2e4", "why", "quit"], clock="3+2", policy="mergen")
    game.session.run()
    said = game.screen.said
    assert "nothing to explain" in said[0]
    begin = next(place for place, line in enumerate(said) if "planned by mergen, 3:00 on the clock" in line)
    lines = said[begin + 1 : -1]
    rows = {line.strip().split("  ")[0]: line for line in lines}
    for name in ("clock", "buffer", "even share", "increment", "kind of game", "maximum", "granted"):
        assert name in rows
    assert rows["clock"].split()[1:5] == ["180", "s", "180", "s"]
    assert re.fullmatch(r"  ended after .* at depth \d+, [\d,]+ nodes: \w.*", lines[-1])


def test_why_goes_back_with_a_move_that_is_taken_back() -> None:
    game = table(["e2e4", "d2d4", "undo", "why", "undo", "why"], clock="3+2")
    game.session.run()
    answers = [line for line in game.screen.said if "planned by" in line or "nothing to explain" in line]
    assert answers[0].startswith("1... ")
    assert "nothing to explain" in answers[1]


def test_why_says_that_a_move_came_from_the_book() -> None:
    game = table(["e2e4", "why"], clock="3+2", book=True)
    game.session.run()
    assert re.search(r"^1\.\.\. \S+ came from the book: nothing was searched", game.text, flags=re.MULTILINE)
