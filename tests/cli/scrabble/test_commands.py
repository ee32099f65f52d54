"""`zeitnot scrabble`: moves, show and anagram at the command line."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of, form_of, output_of
from tests.cli.terminal import shown_at_terminal
from zeitnot.cache_folder import FOLDER_VARIABLE
from zeitnot.cli.app import run
from zeitnot.scrabble import Position
from zeitnot.scrabble.letters import ENGLISH

MIDDLE = f"{'15/' * 7}6CAB6/{'15/' * 6}15"
CGP = f"{MIDDLE} EHIRST?/ 0/14 0"
SPANISH = "?,?,2,0,0\nA,a,12,1,1\nCH,ch,4,5,0\nB,b,2,3,0\n"
GAME = """\
#player1 ann Ann Example
#player2 bob
#lexicon ENABLE1
>ann: EHIRSTV 8H VIS +12 12
>bob: QAB -Q +0 0
>ann: EHRT?AB - +0 12
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Write a game of three turns that nobody has finished."""
    path = tmp_path / "game.gcg"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_moves_are_ranked_with_score_leave_and_equity(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "moves", f"{MIDDLE} EHIRSTV/ 0/14 0", "-n", "5").splitlines()
    assert lines[0] == "EHIRSTV, 83 tiles in the bag; lexicon ENABLE1, leaves built-in"
    assert lines[2].split() == ["#", "move", "score", "keeps", "leave", "equity"]
    assert lines[4].split() == ["1", "F2", "THRIVES", "81", "81.0"]
    assert len([line for line in lines[4:] if line.strip()]) == 5


def test_fifteen_moves_are_shown_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(form_of(capsys, "moves", CGP)["moves"]) == 15
    assert len(form_of(capsys, "moves", CGP, "--count", "40")["moves"]) == 40


def test_json_has_the_figures_of_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "moves", CGP, "-n", "1")
    assert (form["cgp"], form["lexicon"], form["leaves"]) == (CGP, "ENABLE1", "built-in")
    assert form["moves"] == [
        {
            "move": "H1 HySTERI(A)",
            "kind": "place",
            "score_pts": 83,
            "leave": "",
            "leave_pts": 0.0,
            "other_pts": 0.0,
            "equity_pts": 83.0,
        }
    ]


def test_without_leaves_the_score_alone_counts(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "moves", f"{MIDDLE} EHIRSTV/ 0/14 0", "--leaves", "none")
    assert form["leaves"] == "none"
    assert all(move["equity_pts"] == move["score_pts"] for move in form["moves"])


def test_rough_leaves_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "moves", f"{MIDDLE} QUA/ 0/14 0", "--leaves", "rough", "-n", "100")
    kept = {move["leave"]: move["leave_pts"] for move in form["moves"]}
    assert kept["QU"] == -5.0


def test_exchanges_and_passes_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "moves", f"{MIDDLE} VVUU/ 0/14 0", "-n", "100")
    assert re.search(r"\d+ +exchange UUVV +0 ", text)
    assert re.search(r"\d+ +pass +0 +UUVV +-1000.0 ", text)
    assert "other" not in text


def test_what_equity_has_besides_is_shown_where_there_is_any(capsys: pytest.CaptureFixture[str]) -> None:
    empty = f"{'15/' * 14}15 AEIOUVS/ 0/0 0"
    assert "other" in output_of(capsys, "moves", empty, "-n", "30")
    assert "other" not in output_of(capsys, "moves", CGP)


def test_another_lexicon_in_the_position_is_answered_with_the_one_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["scrabble", "moves", f"{CGP} lex CSW21;", "-n", "1"]) == 0
    output, error = capsys.readouterr()
    assert (
        error == "zeitnot: the position names the lexicon CSW21, ENABLE1 was used; --lexicon names another\n"
    )
    assert "lexicon ENABLE1" in output
    assert run(["scrabble", "moves", f"{CGP} lex enable1;", "-n", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_moves_of_a_turn_of_a_game(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "moves", str(game), "--turn", "1", "-n", "1")
    assert form["cgp"] == f"{'15/' * 14}15 EHIRSTV/ 0/0 0 lex ENABLE1;"
    assert form["moves"][0]["score_pts"] > 70


def test_tiles_of_several_letters_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spanish.csv").write_text(SPANISH, encoding="utf-8")
    (tmp_path / "words.txt").write_text("A[CH]A\na[ch]\nBA\n", encoding="utf-8")
    tiles = ["--distribution", str(tmp_path / "spanish.csv")]
    output_of(capsys, "lexicon", "build", str(tmp_path / "words.txt"), "-o", str(tmp_path / "w.kwg"), *tiles)
    cgp = f"{'15/' * 7}6BA7/{'15/' * 6}15 A[CH]?/ 0/0 0"
    lexicon = ["--lexicon", str(tmp_path / "w.kwg")]
    text = output_of(capsys, "moves", cgp, *lexicon, *tiles, "-n", "40")
    assert text.startswith("A[CH]?, ")
    assert "leaves none" in text
    assert re.search(r"H8 \(A\)\[CH\]A +\d+ +\? ", text)
    assert re.search(r"H8 \(A\)\[ch\]A", text)
    anagrams = output_of(capsys, "anagram", "[CH]A?", *lexicon, *tiles)
    assert "A[CH]a" in anagrams
    assert "[CH]" in output_of(capsys, "lexicon", "info", str(tmp_path / "w.kwg"), *tiles)


def test_other_counts_and_scores_of_english_letters_take_the_built_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ENGLISH.read_text(encoding="utf-8").splitlines()
    doubled = [f"{','.join(row.split(',')[:3])},{2 * int(row.split(',')[3])},{row[-1]}" for row in rows]
    (tmp_path / "dear.csv").write_text("\n".join(doubled), encoding="utf-8")
    cgp = f"{'15/' * 14}15 QUIZ/ 0/0 0"
    form = form_of(capsys, "moves", cgp, "-n", "1", "--distribution", str(tmp_path / "dear.csv"))
    assert (form["lexicon"], form["leaves"], form["moves"][0]["score_pts"]) == ("ENABLE1", "built-in", 88)


def test_tiles_of_other_letters_need_words_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "spanish.csv").write_text(SPANISH, encoding="utf-8")
    assert run(["scrabble", "anagram", "A", "--distribution", str(tmp_path / "spanish.csv")]) == 2
    assert "--lexicon must name the words for the tiles 'spanish'" in capsys.readouterr().err


def test_the_layout_changes_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flat = tmp_path / "flat.txt"
    flat.write_text("7, 7\n" + f"{' ' * 15}\n" * 15, encoding="utf-8")
    cgp = f"{'15/' * 14}15 QUIZ/ 0/0 0"
    assert form_of(capsys, "moves", cgp, "-n", "1")["moves"][0]["score_pts"] == 44
    flat_form = form_of(capsys, "moves", cgp, "-n", "1", "--layout", str(flat))
    assert flat_form["moves"][0]["score_pts"] == 22
    assert "=" not in output_of(capsys, "show", cgp, "--layout", str(flat))


def test_a_position_is_shown_plainly_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "show", CGP)
    assert "\x1b" not in text
    lines = text.splitlines()
    assert lines[8].split()[1:] == list("=..'..CAB..'..=")
    assert lines[17] == "on turn   0  EHIRST?"


def test_a_game_is_shown_at_its_end_and_before_a_turn(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "show", str(game)).splitlines()
    assert lines[0] == "Ann Example - bob, after 3 turns"
    assert lines[9].split()[1:] == list("=..'...VIS.'..=")
    lines = output_of(capsys, "show", str(game), "--turn", "1").splitlines()
    assert lines[0] == "Ann Example - bob, turn 1 of 3"
    assert lines[9].split()[8] == "*"
    assert lines[18] == "ann      0  EHIRSTV"
    assert lines[-1] == "played    8H VIS  +12"
    assert output_of(capsys, "show", str(game), "-t", "2").splitlines()[-1] == "played   exchange Q  +0"
    assert output_of(capsys, "show", str(game), "-t", "3").splitlines()[-1] == "played   pass  +0"


def test_a_turn_can_be_had_as_cgp(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "show", str(game), "--turn", "2", "--cgp")
    assert text == f"{'15/' * 7}7VIS5/{'15/' * 6}15 QAB/ 0/12 0 lex ENABLE1;\n"
    assert Position.from_cgp(text).lexicon == "ENABLE1"


def test_a_turn_of_a_game_can_be_had_as_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME.replace("VIS +12 12\n", "VIS +12 12\n#note 3.25s, 0:57 left\n"), encoding="utf-8")
    form = form_of(capsys, "show", str(game), "--turn", "1")
    assert (form["turn"], form["turns"], form["on_turn"], form["rack"]) == (1, 3, "ann", "EHIRSTV")
    assert form["played"] == form["game"]["events"][0]
    assert (form["played"]["move"], form["played"]["points"], form["played"]["used_s"]) == (
        "8H VIS",
        12,
        3.25,
    )
    assert [event["used_s"] for event in form["game"]["events"]] == [3.25, None, None]
    assert form["game"]["players"][1] == {"nick": "bob", "name": "", "score_pts": 0}
    assert (
        output_of(capsys, "show", str(game), "-t", "1").splitlines()[-1] == "played    8H VIS  +12  in 3.25 s"
    )
    assert form_of(capsys, "show", CGP)["cgp"] == CGP
    assert run(["scrabble", "show", CGP, "--cgp", "--json"]) == 2


def test_tiles_unseen_are_not_cut_at_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = output_of(capsys, "show", CGP)
    assert max(map(len, text.splitlines())) <= 80
    unseen = text.split("unseen")[1].split()
    assert sum(map(len, unseen)) == 100 - 3 - 7


WRONG = """\
#player1 ann
#player2 bob
>ann: EHIRSTV 8H VIS +13 13
>bob: QAB -Q +0 0
>ann: EHRT?AB - +0 13
>bob: A 7J A +2 3
"""


@pytest.mark.parametrize("command", ["show", "moves"])
def test_a_game_with_wrong_scores_is_refused_or_read_with_all_of_them_listed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.gcg"
    path.write_text(WRONG, encoding="utf-8")
    turn = [command, str(path), "--turn", "3"]
    assert run(["scrabble", *turn]) == 2
    error = capsys.readouterr().err
    assert "line 3: a move must count +12 points, got +13; --lenient lists what is wrong" in error
    assert run(["scrabble", *turn, "--lenient"]) == 0
    output, error = capsys.readouterr()
    assert output
    assert [line.split(", ")[1:] for line in error.splitlines()] == [
        ["line 3: a move must count +12 points", "got +13"],
        ["line 6: the total must be 2", "got 3"],
    ]


def test_a_game_that_no_leniency_saves_is_refused_as_ever(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME.replace("8H VIS", "1A VIS"), encoding="utf-8")
    for lenient in ([], ["--lenient"]):
        assert run(["scrabble", "show", str(game), *lenient]) == 2
        error = capsys.readouterr().err
        assert "the first play must cover 8H" in error
        assert "--lenient" not in error


@pytest.mark.parametrize(("words", "code"), [(["QUIZ", "zax"], 0), (["QUIZ", "XYZZY"], 1), (["Q1"], 1)])
def test_words_are_checked_with_an_exit_code(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scrabble", "check", *words]) == code
    lines = capsys.readouterr().out.splitlines()
    good = ["QUIZ", "ZAX"]
    assert lines == [
        f"{word.upper()} is {'good' if word.upper() in good else 'not good'} in ENABLE1" for word in words
    ]
    assert run(["scrabble", "check", *words, "--json"]) == code
    form = json.loads(capsys.readouterr().out)
    assert form["good"] is (code == 0)
    assert form["words"] == {word.upper(): word.upper() in good for word in words}


def test_a_language_of_more_tiles_is_played_with_stretched_chances_and_says_so_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{sign},{sign.lower()},11,1,{int(sign in 'AEI')}\n" for sign in "AEIRSTNLÄ")
    (tmp_path / "long.csv").write_text(f"?,?,3,0,0\n{rows}", encoding="utf-8")
    (tmp_path / "words.txt").write_text("RASTEN\nSTEIN\nLÄNTS\nES\nNA\n", encoding="utf-8")
    tiles = ["--distribution", str(tmp_path / "long.csv")]
    kwg = str(tmp_path / "w.kwg")
    output_of(capsys, "lexicon", "build", str(tmp_path / "words.txt"), "-o", kwg, *tiles)
    cgp = f"{'15/' * 14}15 RASTEIN/ 0/0 0"
    assert run(["scrabble", "think", cgp, "--lexicon", kwg, *tiles, "--time", "1s", "--work", "200"]) == 0
    error = capsys.readouterr().err
    assert error.count("chances to win are those of English with 100 tiles, stretched to 102") == 1
    assert "`zeitnot scrabble learn winpct`" in error


def test_anagrams_are_grouped_by_length_longest_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "anagram", "cats", "--some").splitlines()
    assert lines[:2] == ["4 letters (4 words)", "ACTS  CAST  CATS  SCAT"]
    assert [line.split()[0] for line in lines[::2]] == ["4", "3", "2"]
    assert output_of(capsys, "anagram", "QQ") == "no word of ENABLE1 can be made of these tiles\n"


def test_blanks_are_small_in_anagrams(capsys: pytest.CaptureFixture[str]) -> None:
    words = output_of(capsys, "anagram", "AEINST?").split()
    assert "ANESTrI" in words
    assert "NASTIEs" in words
    form = form_of(capsys, "anagram", "AEINST?")
    assert "ANESTRI" in form["words"]["7"]


BAD = [
    (["moves", f"{MIDDLE} / 0/14 0"], ["rack of the player on turn", "got none"]),
    (["moves", "15/15 ABC/ 0/0 0"], ["CGP board must have 15 rows", "got 2"]),
    (["moves", f"{MIDDLE} ZZZ/ 0/0 0"], ["at most 1 of 'Z'", "got 3"]),
    (["moves", CGP, "-n", "0"], ["--count", "1 or more"]),
    (["moves", CGP, "-n", "many"], ["--count", "whole number"]),
    (["moves", CGP, "--turn", "1"], ["--turn needs a game"]),
    (["moves", CGP, "--lexicon", "nosuch.kwg"], ["a lexicon", "no such file", "'nosuch.kwg'"]),
    (["moves", CGP, "--lexicon", "words.txt"], ["KWG", "lexicon build", "'words.txt'"]),
    (["moves", CGP, "--leaves", "nosuch.klv2"], ["a leave table", "no such file"]),
    (["moves", CGP, "--distribution", "nosuch.csv"], ["a letter distribution", "no such file"]),
    (["moves", CGP, "--layout", "nosuch.txt"], ["a board layout", "no such file"]),
    (["moves", "nosuch.gcg"], ["a GCG game", "no such file"]),
    (["show", "nonsense"], ["a GCG game", "no such file", "'nonsense'"]),
    (["show", "non sense"], ["a CGP must have", "'non sense'"]),
    (["show", f"{MIDDLE} / 0/14 0 ld klingon;"], ["'ld' must be known", "--language", "'klingon'"]),
    (["show", ""], ["a GCG game"]),
    (["anagram", "A1"], ["A to Z", "'1'"]),
    (["anagram", ""], ["1 to 255 tiles"]),
    (["anagram"], ["TILES"]),
    (
        ["nosuch"],
        ["nosuch", "moves, show, play, think, solve, analyse, infer, autoplay, engine, check, anagram"],
    ),
]


@pytest.mark.parametrize(
    ("arguments", "said"), BAD, ids=[" ".join(each[-30:] for each in bad) for bad, _ in BAD]
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str],
    said: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, arguments, said)


@pytest.mark.parametrize("turn", ["0", "4", "x"])
def test_a_turn_that_is_not_in_the_game_is_refused(
    turn: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scrabble", "show", str(game), "--turn", turn]) == 2
    error = capsys.readouterr().err
    assert "--turn" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", ["moves", "show", "anagram", "check"])
def test_every_example_in_the_help_runs(
    command: str, game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent)
    examples = examples_of(capsys, command)
    assert len(examples) == (4 if command == "show" else 3)
    for example in examples:
        assert run(example) == 0
        assert capsys.readouterr().out


def terminal(*arguments: str, **environment: str) -> str:
    return shown_at_terminal("scrabble", *arguments, **environment)


def test_a_terminal_gets_a_board_in_colours() -> None:
    assert "\x1b[1;38;5;16;48;5;222m C " in terminal("show", CGP)
    assert "\x1b[38" not in terminal("show", CGP, NO_COLOR="1")


def test_the_first_build_is_told_at_a_terminal_and_no_later_one(tmp_path: Path) -> None:
    environment = {FOLDER_VARIABLE: str(tmp_path / "cache")}
    assert "building the lexicon ENABLE1 ..." in terminal("anagram", "QUIZ", **environment)
    shown = terminal("moves", CGP, "-n", "1", **environment)
    assert "building the word map of ENABLE1 ..." in shown
    assert "building the lexicon" not in shown
    assert "building" not in terminal("moves", CGP, "-n", "1", **environment)
