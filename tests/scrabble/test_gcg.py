"""GCG: games as texts, in the ways that programs and people write them."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.random_games import RandomGame, english
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import EventKind, Game, GameRecord, LetterDistribution, gcg
from zeitnot.scrabble.events import Ending
from zeitnot.scrabble.moves import Move

GAME = """\
#character-encoding UTF-8
#player1 ann Ann Example
#player2 bob
#title A short game
#lexicon NONE
#x-colour blue
>ann: AEIQTUZ 8E QUIZ +44 44
#note The double word is all hers.
And this line goes on with it.
>bob: AENORST 9G AT +17 17
>bob: ENORS (challenge) +5 22
>ann: AET F8 .T +5 49
>ann: AET -- -5 44
>bob: ENORS?I -I? +0 22
>ann: AET - +0 44
>bob: ?ENORS 10E oNE +7 29
#rack1 AET
"""


def of(*lines: str) -> str:
    return "\n".join(("#player1 ann Ann", "#player2 bob Bob", *lines))


def events(*lines: str) -> list[tuple[str, int, tuple[int, int]]]:
    game = gcg.parse(of(*lines)).game
    return [
        (event.kind.value, event.points, state.scores)
        for event, state in zip(game.events, game.states[1:], strict=True)
    ]


QUIZ = ">ann: AEIQTUZ 8E QUIZ +44 44"
AT = ">bob: AENORST 9G AT +17 17"


def test_moves_are_replayed() -> None:
    assert events(QUIZ, AT) == [("move", 44, (44, 0)), ("move", 17, (44, 17))]


def test_the_first_event_says_who_begins() -> None:
    assert events(">bob: AEIQTUZ 8E QUIZ +44 44") == [("move", 44, (0, 44))]


@pytest.mark.parametrize(
    "line",
    [
        ">bob: AENORST 9G AT +17 17",
        ">bob: AT 9G AT +17 17",
        ">bob: 9G AT +17 17",
        ">bob: UNKNOWN 9G AT +17 17",
        ">bob:   AENORST   9g   AT            +17   17  IA, ZT",
        ">bob:\tAENORST\t9G\tAT\t+17\t17",
    ],
)
def test_a_line_is_read_however_it_is_written(line: str) -> None:
    assert events(QUIZ, line)[1] == ("move", 17, (44, 17))


@pytest.mark.parametrize("word", [".T", "IT", "(I)T"])
def test_letters_played_through_are_dots_letters_or_in_parentheses(word: str) -> None:
    assert events(QUIZ, f">bob: AT G8 {word} +3 3")[1] == ("move", 3, (44, 3))


def test_exchanges_name_tiles_or_count_them_and_passes_do_nothing() -> None:
    lines = (">bob: AENORST -ART +0 0", ">ann: AEIT -4 +0 44", ">bob: AENORST -  +0 0", ">ann: - +0 44")
    assert [event[1] for event in events(QUIZ, *lines)] == [44, 0, 0, 0, 0]


@pytest.mark.parametrize("points", ["-17", "+0"])
def test_a_play_withdrawn_loses_its_points(points: str) -> None:
    assert events(QUIZ, AT, f">bob: AENORST --  {points} 0")[-1] == ("withdrawal", -17, (44, 0))


def test_a_challenge_bonus_follows_with_the_new_rack_or_none() -> None:
    for rack in ("ENORSEE", "", "UNKNOWN"):
        assert events(QUIZ, f">ann: {rack} (challenge) +5 49")[-1] == ("challenge bonus", 5, (49, 0))


def test_a_wrong_challenge_that_costs_nothing_is_read() -> None:
    assert events(QUIZ, ">ann: (challenge) +0 44", AT)[1:] == [
        ("challenge bonus", 0, (44, 0)),
        ("move", 17, (44, 17)),
    ]


def test_a_wrong_challenge_may_cost_the_challenger_points() -> None:
    assert events(QUIZ, ">bob: AENORST (challenge) -10 -10", ">bob: AENORST 9G AT +17 7")[1:] == [
        ("challenge penalty", -10, (44, -10)),
        ("move", 17, (44, 7)),
    ]


@pytest.mark.parametrize("notes", [(), ("#note oh",), ("#note oh", "#note turn lost by a wrong challenge")])
def test_a_wrong_challenge_may_lose_the_turn(notes: tuple[str, ...]) -> None:
    text = of(QUIZ, ">bob: AENORST (challenge) +0 0", *notes, ">ann: AETOO 9G AT +17 61")
    game = gcg.parse(text).game
    assert game.events[1].is_lost_turn
    assert (game.state.scores, game.state.on_turn) == ((61, 0), 1)
    written = gcg.text(GameRecord(game=game))
    assert ">bob: AENORST - +0 0\n#note " in written
    assert gcg.parse(written).game == game


def test_a_pass_of_ones_own_will_is_no_lost_turn() -> None:
    game = gcg.parse(of(QUIZ, ">bob: AENORST - +0 0", "#note 3.000s, 1:00 left")).game
    assert not game.events[1].is_lost_turn


def test_a_play_that_went_out_may_be_challenged() -> None:
    """The last tiles: bob goes out with a phoney, takes it back, and ann goes out instead."""
    record = out_of_tiles()
    game = record.game
    lines = gcg.text(GameRecord(game=game)).splitlines()
    went_out = game.events[-1]
    rack = english_text(went_out.rack)
    bonus = [
        *lines,
        f">{game.nicks[went_out.player]}: (challenge) +5 {game.state.scores[went_out.player] + 5}",
    ]
    assert gcg.parse("\n".join(bonus)).game.is_over
    before = game.states[-2].scores[went_out.player]
    withdrawn = [*lines, f">{game.nicks[went_out.player]}: {rack} -- -{went_out.points} {before}"]
    again = gcg.parse("\n".join(withdrawn)).game
    assert not again.is_over
    assert again.state.on_turn == 1 - went_out.player
    assert again.state.hands == game.states[-2].hands


def test_a_pass_in_place_of_a_challenge_comes_before_the_tiles_are_counted() -> None:
    """Some programs write it when the opponent has gone out."""
    record = out_of_tiles()
    lines = gcg.text(record).splitlines()
    out, other = record.game.events[-1].player, record.game.state.on_turn
    passed = f">{record.game.nicks[other]}: - +0 {record.game.state.scores[other]}"
    counted = gcg.text(GameRecord(game=record.game.finish())).splitlines()[-1]
    assert gcg.parse("\n".join([*lines, passed, counted])).game.state == record.game.finish().state
    with pytest.raises(DataError, match="a game that is over has no more moves"):
        gcg.parse("\n".join([*lines, counted, passed]))
    assert counted.startswith(f">{record.game.nicks[out]}: (")


def out_of_tiles() -> GameRecord:
    """Return a random game up to the play that went out."""
    game = RandomGame(3).play().game
    out = next(number for number, state in enumerate(game.states) if state.ending is Ending.OUT)
    return GameRecord(game=replace(game, states=game.states[: out + 1], events=game.events[:out]))


def english_text(rack: tuple[int, ...]) -> str:
    return LetterDistribution.english().alphabet.rack_text(rack)


def test_six_zeros_end_the_game_and_each_loses_his_rack() -> None:
    zeros = [">bob: VVW - +0 0", ">ann: AET - +0 44"] * 3
    lines = (QUIZ, *zeros, ">ann: AET (AET) -3 41", ">bob: VVW (VVW) -12 -12 ", ">bob: VVW (time) -20 -32")
    assert events(*lines)[-3:] == [
        ("end rack", -3, (41, 0)),
        ("end rack", -12, (41, -12)),
        ("time penalty", -20, (41, -32)),
    ]


def test_everything_about_the_game_is_kept() -> None:
    record = gcg.parse(GAME)
    assert record.game.nicks == ("ann", "bob")
    assert record.names == ("Ann Example", "")
    assert record.pragmas == (("title", "A short game"), ("lexicon", "NONE"), ("x-colour", "blue"))
    assert record.lexicon == "NONE"
    assert record.racks == (english("AET"), ())
    assert record.game.events[0].note == "The double word is all hers.\nAnd this line goes on with it."
    assert not record.is_incomplete
    position = record.position()
    assert position.rack == english("AET")
    assert position.scores == (44, 29)
    assert position.lexicon == "NONE"


def test_what_was_read_is_written_the_same() -> None:
    assert gcg.text(gcg.parse(GAME)) == GAME


def test_notes_belong_to_the_event_before_them_or_to_the_game() -> None:
    record = gcg.parse(of("#note first", QUIZ, "#note one", "#note two", "", "", "#incomplete", AT))
    assert record.pragmas == (("note", "first"), ("incomplete", ""))
    assert record.game.events[0].note == "one\ntwo"
    assert record.is_incomplete


def test_a_note_cannot_pass_for_an_event() -> None:
    game = gcg.parse(of(QUIZ)).game.with_note("so:\n>bob: AT 9G AT +17 17\n#player1 x")
    record = GameRecord(game=game)
    assert len(gcg.parse(gcg.text(record)).game.events) == 1


@pytest.mark.parametrize(
    ("data", "nick"),
    [
        (b"#character-encoding UTF-8\n#player1 Ren\xc3\xa9 x\n#player2 b b\n", "Ren\u00e9"),
        (b"#character-encoding ISO-8859-1\n#player1 Ren\xe9 x\n#player2 b b\n", "Ren\u00e9"),
        (b"#player1 Ren\xe9 x\r\n#player2 b b\r\n", "Ren\u00e9"),
        (b"#player1 Ren\xc3\xa9 x\r#player2 b b\r", "Ren\u00e9"),
        (b"\xef\xbb\xbf#player1 Ren\xc3\xa9 x\n#player2 b b", "Ren\u00e9"),
        (b"\xef\xbb\xbf#character-encoding utf8\n#player1 Ren\xc3\xa9 x\n#player2 b b", "Ren\u00e9"),
    ],
)
def test_files_are_utf_8_or_latin_1(data: bytes, nick: str) -> None:
    assert gcg.parse(data).game.nicks[0] == nick


def test_words_are_checked_when_asked_save_those_withdrawn() -> None:
    known = {"QUIZ", "AT"}
    with pytest.raises(DataError, match="GCG, line 4: every word must be in the lexicon, got 'IA'"):
        gcg.parse(of(QUIZ, AT), is_word=known.__contains__)
    withdrawn = of(QUIZ, AT, "#note phony", ">bob: AENORST -- -17 0")
    assert gcg.parse(withdrawn, is_word=known.__contains__).game.state.scores == (44, 0)


BAD = [
    (of("?"), "line 3: a line must begin with # or >, or go on with a note, got '\\?'"),
    (of(">ann AEIQTUZ 8E QUIZ +44 44"), "line 3: an event must look like"),
    (of(">ann:"), "line 3: an event must look like"),
    (of(">ann: AEIQTUZ"), "line 3: an event must look like"),
    (of(">ann: AEIQTUZ 8E QUIZ"), "line 3: .* with points and total at its end"),
    (of(">ann: AEIQTUZ 8E QUIZ +44"), "line 3: .* with points and total"),
    (of(">ann: AEIQTUZ 8E QUIZ +x 44"), "line 3: .* with points and total"),
    (of(">ann: AEIQTUZ 8E QUIZ +44 444444444444"), "line 3: .* with points and total"),
    (of(">ann: AEIqTUZ 8E QUIZ +44 44"), "line 3: a rack must hold capital letters .* got 'q' in 'AEIqTUZ'"),
    (of(">ann: AEIQTUZ 8E QU1Z +44 44"), "line 3: a tile on the board must be .* got '1'"),
    (of(">ann: AEIQTUZ 88E QUIZ +44 44"), "line 3: a move must look like"),
    (
        of(">ann: AEITUZA 8E QUIZ +44 44"),
        "line 3: tiles must come from the rack 'AEITUZA', got 'Q' beyond it",
    ),
    (of(">ann: AEIQTUZ 8E QUIZ +45 45"), r"line 3: a move must count \+44 points, got \+45"),
    (of(">ann: AEIQTUZ 8E QUIZ +44 45"), "line 3: the total must be 44, got 45"),
    (of(">eve: AEIQTUZ 8E QUIZ +44 44"), r"line 3: an event must be of one of the players .* got 'eve'"),
    (of(QUIZ, ">ann: AET - +0 44"), "line 4: it must be the turn of 'bob', got 'ann'"),
    (of(QUIZ, ">bob: ANZ 9G AN +17 17"), "line 4: board and racks must hold at most 1 of 'Z', got 2"),
    (of(QUIZ, ">bob: AEINOUAE - +0 0"), "line 4: bob must have at most 7 tiles"),
    (of(QUIZ, ">bob: AET -B +0 0"), "line 4: tiles must come from the rack 'AET', got 'B' beyond it"),
    (of(QUIZ, ">bob: AET - +1 1"), r"line 4: a move must count \+0 points, got \+1"),
    (of(QUIZ, AT, ">ann: AET -- -44 0"), "line 5: a withdrawal must be of 'bob', got 'ann'"),
    (of(QUIZ, AT, ">bob: AENORSX -- -17 0"), "line 5: the rack must be 'AENORST' again, got 'AENORSX'"),
    (of(QUIZ, AT, ">bob: AENORST -- -16 1"), "line 5: a withdrawal must count -17 points, got -16"),
    (of(QUIZ, ">ann: (challenge) -5 39"), "line 4: a challenge bonus must be 0 points or more"),
    (of(QUIZ, ">ann: (challenge) +5 49", ">ann: (challenge) +5 54"), "line 5: a challenge bonus must follow"),
    (of(QUIZ, ">ann: (challenge) +5 49", ">bob: (challenge) -5 -5"), "line 5: a challenge .* must follow"),
    (of(QUIZ, ">bob: - +0 0", ">ann: (challenge) +0 44"), "line 5: a turn lost by a challenge must follow"),
    (of(QUIZ, ">bob: (challenge) +5 5"), "line 4: a challenge bonus must be of 'ann', got 'bob'"),
    (of(QUIZ, ">ann: (time) -10 34"), "line 4: the game must be over before this, got 'time penalty'"),
    (of(QUIZ, ">ann: (AEI) +6 50"), "line 4: the game must be over before this, got 'end rack'"),
    (of(QUIZ, ">ann: AET (AE) -6 38"), r"line 4: tiles left at the end must be the rack 'AET', got '\(AE\)'"),
    (of(QUIZ, ">ann: (AE -6 38"), r"line 4: tiles left at the end must stand between \( and \)"),
    ("#player1 ann\n" + QUIZ, "line 2: a game must name #player1 and #player2, got \\['ann'\\]"),
    ("", "a game must name #player1 and #player2, got \\[\\]"),
    ("#player1 ann\n#player2 ann", "line 2: players must be two with nicks of their own"),
    ("#player1 ann\n#player1 bob", "line 2: players must be two"),
    ("#player1", "line 1: players must be two"),
    (of("#player3 eve Eve"), "line 3: a game must have two players, got #player3"),
    (of("#rack1 AX!"), "line 3: a rack must hold capital letters"),
    (of("#rack1 AAAAAAAA"), "line 3: a rack must have at most 7 tiles"),
    (of("#rack2 Q", QUIZ), "line 3: board and racks must hold at most 1 of 'Q', got 2"),
    (of("#rack1 X", "#rack2 X"), "board and racks must hold at most 1 of 'X', got 2"),
    (of("#game-type wordsmog"), "line 3: #game-type must be 'classic', got 'wordsmog'"),
    (of("#tile-distribution klingon"), "line 3: #tile-distribution must be known, .* got 'klingon'"),
    (of("#board-layout round"), "line 3: #board-layout must be known, .* got 'round'"),
    (of(">ann: QUIZ 16A QUIZ +0 0"), "line 3: a play must stay on the 15 squares of its line"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=range(len(BAD)))
def test_an_error_names_the_line_and_the_reason(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        gcg.parse(text, source="my.gcg")
    assert str(caught.value).startswith("my.gcg")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"#character-encoding KOI8-R\n", "#character-encoding must be UTF-8 or ISO-8859-1, got 'KOI8-R'"),
        (b"#character-encoding UTF-8\n#player1 \xe9", r"line 2: text must be UTF-8, got b'\\xe9'"),
    ],
)
def test_another_encoding_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said):
        gcg.parse(data)


def test_files_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    record = gcg.parse(GAME)
    gcg.write(path, record)
    assert path.read_bytes() == GAME.encode()
    assert gcg.read(path) == record
    with pytest.raises(SettingError, match="a GCG game must go to a file that can be written"):
        gcg.write(tmp_path / "none" / "game.gcg", record)
    with pytest.raises(DataError, match=r"a GCG game must be a file .*no such file"):
        gcg.read(tmp_path / "none.gcg")
    path.write_text(of(QUIZ.replace("44", "45")), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        gcg.read(path)
    assert str(caught.value).startswith(f"{path}, line 3: ")


def test_a_language_of_ones_own_is_read_with_its_letters(tmp_path: Path) -> None:
    path = tmp_path / "tiny.csv"
    path.write_text("?,?,2,0,0\nA,a,20,1,1\n[CH],[ch],20,5,0\n", encoding="utf-8")
    letters = LetterDistribution.read(path)
    text = of("#tile-distribution tiny", ">ann: A[CH]? 8G [CH]A[ch] +12 12")
    record = gcg.parse(text, distribution=letters)
    assert record.game.state.scores == (12, 0)
    assert gcg.parse(gcg.text(record), distribution=letters) == record


@pytest.mark.parametrize("nicks", [("a b", "c"), ("", "c"), ("c", "c")])
def test_nicks_are_words_of_their_own(nicks: tuple[str, str]) -> None:
    with pytest.raises(DataError, match="nick"):
        GameRecord(game=Game.new(nicks=nicks))


@given(st.integers(0, 100_000), st.integers(1, 60))
def test_games_read_back(seed: int, turns: int) -> None:
    record = RandomGame(seed).play(turns)
    text = gcg.text(record)
    again = gcg.parse(text)
    assert again == record
    assert gcg.text(again) == text


def test_random_games_see_every_kind_of_event() -> None:
    kinds = {event.kind for seed in range(40) for event in RandomGame(seed).play().game.events}
    assert kinds == set(EventKind)


@pytest.mark.parametrize("line", ["#note x", "#x y", "further words of a note", ""])
def test_a_long_text_is_read_in_a_time_that_grows_with_its_length(line: str) -> None:
    head = "#player1 a A\n#player2 b B\n>a: IQ 8G QI +22 22\n#note first\n"

    def seconds(lines: int) -> float:
        text = head + f"{line}\n" * lines
        return min(_timed(text) for _ in range(3))

    # Twenty times the lines took four hundred times as long; noise is far below the bound.
    assert seconds(40_000) < 100 * max(seconds(2_000), 0.001)


def _timed(text: str) -> float:
    began_s = time.process_time()
    gcg.parse(text)
    return time.process_time() - began_s


def test_a_game_that_somebody_went_out_of_takes_one_pass_and_no_more() -> None:
    record = RandomGame(3).play()
    assert record.game.state.ending is Ending.OUT
    out = next(number for number, state in enumerate(record.game.states) if state.ending is Ending.OUT)
    over = replace(record.game, states=record.game.states[: out + 1], events=record.game.events[:out])
    passed = over.play(Move.pass_turn())
    with pytest.raises(DataError, match="a game that is over has no more moves"):
        passed.play(Move.pass_turn())
