"""Languages: tiles as published, words as people write them, and whole games of each on the clock."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.scrabble.fixtures_player import RATES
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.models import make_manager
from zeitnot.scrabble import (
    LANGUAGES,
    Board,
    Game,
    GameRecord,
    Knowledge,
    Layout,
    LetterDistribution,
    Lexicon,
    Move,
    MoveKind,
    Player,
    PlayerSettings,
    Position,
    Premium,
    SimulationSettings,
    StaticEvaluation,
    gcg,
    open_lexicon,
    read_evaluation,
    read_rules,
)
from zeitnot.scrabble.clocked_game import ClockedGame, ClockedResult
from zeitnot.scrabble.evaluation import RoughLeaves
from zeitnot.scrabble.knowledge import read_wins
from zeitnot.scrabble.letters import DATA

MOST_WORDS = 5_000
"""Words of a game in a test: enough to play well, few enough to build at once."""

EVERY = sorted(LANGUAGES)


def tiles_of(name: str) -> LetterDistribution:
    found = LetterDistribution.named(name)
    assert found is not None
    return found


def layout_of(name: str) -> Layout:
    found = Layout.named(name)
    assert found is not None
    return found


PUBLISHED = {
    "catalan": "?2; 1 E13 A12 I8 R8 S8 N6 O5 T5 L4 U4; 2 C3 D3 M3; 3 B2 G2 P2; 4 F V; 8 H J [QU] Z; "
    "10 Ç [L·L] [NY] X",
    "danish": "?2; 1 E9 A7 N6 R6; 2 D5 L5 O5 S5 T5; 3 B4 I4 K4 F3 G3 M3 U3 V3; 4 H2 J2 P2 Y2 Æ2 Ø2 Å2; "
    "8 C2 X Z",
    "dutch": "?2; 1 E18 N10 A6 O6 I4; 2 D5 R5 S5 T5; 3 G3 K3 L3 M3 B2 P2; 4 U3 F2 H2 J2 V2 Z2; 5 C2 W2; "
    "8 X Y; 10 Q",
    "english": "?2; 1 E12 A9 I9 O8 N6 R6 T6 L4 S4 U4; 2 D4 G3; 3 B2 C2 M2 P2; 4 F2 H2 V2 W2 Y2; 5 K; "
    "8 J X; 10 Q Z",
    "english_super": "?4; 1 E24 A16 O15 T15 I13 N13 R13 S10 L7 U7; 2 D8 G5; 3 C6 M6 B4 P4; "
    "4 H5 F4 W4 Y4 V3; 5 K2; 8 J2 X2; 10 Q2 Z2",
    "finnish": "?2; 1 A10 I10 N9 T9 E8 S7; 2 K5 L5 O5 Ä5; 3 U4 M3; 4 H2 J2 P2 R2 V2 Y2; 7 D Ö; "
    "8 B F G W; 10 C",
    "french": "?2; 1 E15 A9 I8 N6 O6 R6 S6 T6 U6 L5; 2 D3 M3 G2; 3 B2 C2 P2; 4 F2 H2 V2; 8 J Q; 10 K W X Y Z",
    "german": "?2; 1 E15 N9 S7 I6 R6 T6 U6 A5 D4; 2 H4 G3 L3 O3; 3 M4 B2 W Z; 4 C2 F2 K2 P; 6 Ä J Ü V; "
    "8 Ö X; 10 Q Y",
    "italian": "?2; 1 O15 A14 I12 E11; 2 C6 R6 S6 T6; 3 L5 M5 N5 U5; 5 B3 D3 F3 P3 V3; 8 G2 H2 Z2; 10 Q",
    "norwegian": "?2; 1 E9 A7 N6 R6 S6 T6 D5 I5 L5; 2 F4 G4 K4 O4 M3; 3 H3; 4 B3 U3 V3 J2 P2 Å2; 5 Ø2; "
    "6 Y Æ; 8 W; 10 C",
    "polish": "?2; 1 A9 I8 E7 O6 N5 Z5 R4 S4 W4; 2 Y4 C3 D3 K3 L3 M3 P3 T3; 3 B2 G2 H2 J2 Ł2 U2; "
    "5 Ą Ę F Ó Ś Ż; 6 Ć; 7 Ń; 9 Ź",
    "portuguese": "?3; 1 A14 E11 I10 O10 S8 U7 M6 R6 T5; 2 D5 L5 C4 P4; 3 N4 B3 Ç2; 4 F2 G2 H2 V2; 5 J2; "
    "6 Q; 8 X Z",
    "romanian": "?2; 1 A11 I10 E9 R7 T7 N6 U6 C5 O5 S5 L4; 2 D4 P4; 4 M3; 8 F2 V2; 9 B2 G2; 10 H J X Z",
    "spanish": "?2; 1 A12 E12 O9 I6 S6 N5 R5 U5 L4 T4; 2 D5 G2; 3 C4 B2 M2 P2; 4 H2 F V Y; 5 [CH] Q; "
    "8 J [LL] Ñ [RR] X; 10 Z",
    "swedish": "?2; 1 A8 R8 S8 T8 E7 N6 D5 I5 L5; 2 O5 G3 K3 M3 H2; 3 F2 V2 Ä2; 4 U3 B2 P2 Å2 Ö2; 7 J Y; "
    "8 C X; 10 Z",
}
"""Tiles as they are published: points, then the letters that have them, with their number above one."""


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_tiles_are_those_that_are_published(name: str) -> None:
    tiles = tiles_of(name)
    blanks, *groups = PUBLISHED[name].split("; ")
    wanted = {"?": (int(blanks[1:]), 0)}
    for points, letters in (group.split(" ", 1) for group in groups):
        for letter, count in re.findall(r"([^\d ]+)(\d*)", letters):
            wanted[letter] = int(count or 1), int(points)
    names = ("?", *tiles.alphabet.capitals)
    found = dict(zip(names, zip(tiles.counts, tiles.scores, strict=True), strict=True))
    assert {letter: facts for letter, facts in found.items() if facts != (0, 0)} == wanted


@pytest.mark.parametrize("name", EVERY)
def test_a_bag_has_as_many_tiles_as_published(name: str) -> None:
    assert tiles_of(name).tile_count == LANGUAGES[name].tiles


@pytest.mark.parametrize(
    ("name", "letters"), [("polish", 32), ("german", 29), ("spanish", 28), ("catalan", 26), ("norwegian", 32)]
)
def test_an_alphabet_has_its_letters(name: str, letters: int) -> None:
    assert len(tiles_of(name).alphabet) == letters


def test_fourteen_languages_have_tiles_and_another_name_has_none() -> None:
    assert len({*EVERY, "english"}) == 14
    for name in ("klingon", "../english", "english.csv", "", "Ω"):
        assert LetterDistribution.named(name) is None
    assert LetterDistribution.named("POLISH") is tiles_of("POLISH")
    assert tiles_of("Polish") == tiles_of("polish")


def test_the_board_of_super_scrabble_has_quadruple_squares() -> None:
    board = layout_of("SuperCrosswordGame")
    assert (board.name, board.size, board.start_row, board.start_column) == ("super", 21, 10, 10)
    assert board.premiums == tuple(zip(*board.premiums, strict=True))
    assert board.premiums == tuple(row[::-1] for row in board.premiums)
    counts = Counter(premium for row in board.premiums for premium in row)
    assert counts[Premium(word=4)] == 4
    assert counts[Premium(letter=4)] == 8
    assert counts[Premium(word=3)] == 16
    assert board.premiums[0][0] == board.premiums[20][20] == Premium(word=4)
    assert board.premiums[2][5] == Premium(letter=4)
    # The standard board lies in its middle.
    assert tuple(row[3:18] for row in board.premiums[3:18]) == layout_of("standard").premiums
    assert read_rules(None, Path("super")) == (tiles_of("english_super"), board)
    assert read_rules(Path("polish"), Path("super")) == (tiles_of("polish"), board)


SPELLED = [
    ("french", "été", "ETE"),
    ("french", "ÇA", "CA"),
    ("french", "œuf", "OEUF"),
    ("german", "Straße", "STRASSE"),
    ("german", "Äpfel", "ÄPFEL"),
    ("german", "A\u0308pfel", "ÄPFEL"),
    ("german", "Café", "CAFE"),
    ("spanish", "chico", "[CH]ICO"),
    ("spanish", "Chillarra", "[CH]I[LL]A[RR]A"),
    ("spanish", "[CH]ICO", "[CH]ICO"),
    ("spanish", "[ch]ico", "[CH]ICO"),
    ("spanish", "pingüino", "PINGUINO"),
    ("spanish", "año", "AÑO"),
    ("catalan", "col·legi", "CO[L·L]EGI"),
    ("catalan", "co\u0140legi", "CO[L·L]EGI"),
    ("catalan", "quinze", "[QU]INZE"),
    ("catalan", "anys", "A[NY]S"),
    ("catalan", "plaça", "PLAÇA"),
    ("catalan", "llengua", "LLENGUA"),
    ("polish", "źdźbło", "ŹDŹBŁO"),
    ("danish", "ærøgås", "ÆRØGÅS"),
    ("norwegian", "blåbær", "BLÅBÆR"),
    ("swedish", "idé", "IDE"),
    ("swedish", "räksmörgås", "RÄKSMÖRGÅS"),
    ("finnish", "äiti", "ÄITI"),
    ("finnish", "watti", "WATTI"),
    ("dutch", "\u0133sje", "IJSJE"),
    ("dutch", "België", "BELGIE"),
    ("italian", "perché", "PERCHE"),
    ("portuguese", "ação", "AÇAO"),
    ("romanian", "țară", "TARA"),
    ("romanian", "înger", "INGER"),
    ("english", "naïve", "NAIVE"),
    ("english", "straße", "STRASSE"),
]


@pytest.mark.parametrize(("language", "written", "tiles"), SPELLED)
def test_words_are_read_as_people_write_them(language: str, written: str, tiles: str) -> None:
    alphabet = tiles_of(language).alphabet
    assert alphabet.text(alphabet.spelled(written)) == tiles
    lexicon = Lexicon.of_words([written], name="one", distribution=tiles_of(language))
    assert lexicon.words() == [tiles]
    assert written in lexicon
    assert tiles in lexicon


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *(("french", "porte-monnaie"), ("french", "aujourd'hui"), ("polish", "quiz"), ("catalan", "iraq")),
        *(
            ("english", "cat5"),
            ("spanish", "[XX]A"),
            ("spanish", "kilo"),
            ("german", "日本"),
            ("dutch", "a b"),
        ),
    ],
)
def test_words_that_no_tiles_spell_are_refused(language: str, word: str) -> None:
    with pytest.raises(DataError, match=f"a word must have letters .*, got {re.escape(repr(word))}"):
        tiles_of(language).alphabet.spelled(word)


@pytest.mark.parametrize(
    ("typed", "text"), [("CHICO", "[CH]ICO"), ("perro", "pe[rr]o"), ("[LL]A", "[LL]A"), ("C.ICO", "C.ICO")]
)
def test_typed_words_get_the_brackets_of_their_tiles(typed: str, text: str) -> None:
    assert tiles_of("spanish").alphabet.bracketed(typed) == text
    assert tiles_of("english").alphabet.bracketed(typed) == typed


LISTED = [name for name in EVERY if LANGUAGES[name].word_list.is_file()]
"""Languages whose word list this system has."""


def words_of(name: str) -> list[str]:
    """Return words of the system's list."""
    language = LANGUAGES[name]
    content = language.word_list.read_bytes()
    listed = content.decode("latin-1" if name in {"norwegian", "swedish"} else "utf-8").splitlines()
    short = [word for word in listed if len(word) < 8 and language.takes(word)]
    return Random(name).sample(short, min(len(short), MOST_WORDS))


def made_up(tiles: LetterDistribution, rng: Random) -> list[str]:
    """Return words of syllables, with letters as frequent as their tiles."""
    names, counts = tiles.alphabet.capitals, tiles.counts[1:]
    vowels = [
        name for n, name in enumerate(names, start=1) for _ in range(counts[n - 1]) if n in tiles.vowels
    ]
    others = [
        name for n, name in enumerate(names, start=1) for _ in range(counts[n - 1]) if n not in tiles.vowels
    ]

    def syllable() -> str:
        return rng.choice(others) + rng.choice(vowels) + rng.choice(["", "", rng.choice(others)])

    return ["".join(syllable() for _ in range(rng.choice((1, 1, 2, 2, 3)))) for _ in range(MOST_WORDS)]


def lexicon_of(name: str, words: Iterable[str]) -> Lexicon:
    """Return the words that the tiles can spell as a lexicon."""
    tiles, fitting = tiles_of(name), []
    for word in words:
        try:
            letters = tiles.alphabet.spelled(word)
        except DataError:
            continue
        if 2 <= len(letters) <= 15:
            fitting.append(tiles.alphabet.text(letters))
    return Lexicon.of_words(fitting, name=name, distribution=tiles)


def played(lexicon: Lexicon, layout: Layout, clock: str = "0:40 -10/min") -> ClockedResult:
    """Play a whole game in work time."""
    known = Knowledge(
        lexicon=lexicon,
        evaluation=StaticEvaluation(),
        wins=read_wins(None, lexicon.distribution),
        layout=layout,
    )
    settings = PlayerSettings(
        simulation=SimulationSettings(candidates=4, first_samples=2), solve_nodes=100, survivors=2
    )
    rates = RATES.times(0.1)
    first, second = (
        Player(make_manager(policy), known, settings=settings, rates=rates)
        for policy in ("magpie", "uniform")
    )
    return ClockedGame((first, second), TimeControl.parse(clock), seed=2).play()


def check_game(result: ClockedResult, lexicon: Lexicon) -> None:
    """Hold a game to the rules: read again from its text, which names tiles and board itself."""
    record = result.record
    assert record.game.is_over
    assert result.forfeited is None
    assert gcg.parse(gcg.text(record), is_word=lexicon.__contains__) == record
    assert (
        sum(event.move is not None and event.move.kind is MoveKind.PLACE for event in record.game.events) > 8
    )
    for turn in range(0, len(record.game.events), 5):
        position = record.game.position(turn)
        assert Position.from_cgp(position.to_cgp()) == position


@pytest.mark.parametrize("name", LISTED)
def test_a_whole_game_is_played_with_real_words(name: str) -> None:
    lexicon = lexicon_of(name, words_of(name))
    check_game(played(lexicon, Layout.standard()), lexicon)


@pytest.mark.parametrize("name", [name for name in EVERY if name not in LISTED])
def test_a_whole_game_is_played_with_made_up_words_where_the_system_has_no_list(name: str) -> None:
    """Nothing is shown about the words of the language; its tiles, alphabet and texts are real."""
    lexicon = lexicon_of(name, made_up(tiles_of(name), Random(name)))
    check_game(played(lexicon, Layout.standard()), lexicon)


def test_a_whole_game_is_played_on_the_board_of_super_scrabble() -> None:
    tiles, board = read_rules(None, Path("super"))
    lexicon = Lexicon.built_in().with_tiles(tiles)
    result = played(lexicon, board, "0:25 -10/min")
    check_game(result, lexicon)
    squares = [square for event in result.record.game.events if event.move for square in event.move.squares()]
    assert max(map(max, squares)) > 14
    assert sum(1 for _ in result.record.game.state.board.tiles()) > 150


def test_a_whole_game_is_played_on_a_small_board(tmp_path: Path) -> None:
    path = tmp_path / "nine.txt"
    path.write_text(
        "4, 4\n" + "\n".join(["=  '-'  =", *["         "] * 7, "~  '^'  ~"]) + "\n", encoding="utf-8"
    )
    layout = Layout.read(path)
    tiles = replace(
        LetterDistribution.english(), counts=tuple(n // 2 for n in LetterDistribution.english().counts)
    )
    lexicon = Lexicon.built_in().with_tiles(replace(tiles, name="half"))
    record = played(lexicon, layout).record
    assert record.game.is_over
    read = gcg.parse(
        gcg.text(record), is_word=lexicon.__contains__, distribution=lexicon.distribution, layout=layout
    )
    assert read == record


def test_a_language_plays_with_the_word_list_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zeitnot.scrabble.knowledge.WORD_LISTS", tmp_path)
    with pytest.raises(SettingError, match=r"--lexicon must .*`apt install wspanish`.*got neither"):
        open_lexicon(None, tiles_of("spanish"))
    with pytest.raises(SettingError, match=r"--lexicon must name a KWG file of finnish words, got neither"):
        open_lexicon(None, tiles_of("finnish"))
    (tmp_path / "spanish").write_text("perro\nMadrid\nallí\nx\nsub-zona\nkilo\n", encoding="utf-8")
    lexicon = open_lexicon(None, tiles_of("spanish"))
    assert lexicon.words() == ["A[LL]I", "PE[RR]O"]
    assert lexicon.name == "spanish"
    (tmp_path / "swedish").write_bytes("räksmörgås\ngås\n".encode("latin-1"))
    assert open_lexicon(None, tiles_of("swedish")).words() == ["GÅS", "RÄKSMÖRGÅS"]
    (tmp_path / "ngerman").write_text("Straße\nBerlin\nNATO\nüben\n", encoding="utf-8")
    assert open_lexicon(None, tiles_of("german")).words() == ["BERLIN", "STRASSE", "ÜBEN"]


def test_of_a_list_with_too_many_words_the_shorter_ones_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zeitnot.scrabble.knowledge.WORD_LISTS", tmp_path)
    monkeypatch.setattr("zeitnot.scrabble.lexicon.MOST_LISTED", 4)
    (tmp_path / "italian").write_text("casa\nre\ncane\nuno\ndue\nmare\n", encoding="utf-8")
    assert open_lexicon(None, tiles_of("italian")).words() == ["DUE", "RE", "UNO"]


def test_other_words_have_no_english_leaves() -> None:
    assert read_evaluation(None, tiles_of("english"))[0] == "built-in"
    assert read_evaluation(None, tiles_of("english_super"))[0] == "built-in"
    for name in ("french", "dutch", "polish"):
        assert read_evaluation(None, tiles_of(name))[0] == "none"


@pytest.mark.parametrize(("table", "tiles"), [("german", "italian"), ("italian", "polish")])
def test_a_leave_table_of_another_alphabet_is_refused(table: str, tiles: str, tmp_path: Path) -> None:
    path = tmp_path / "leaves.klv2"
    counts = [0] * len(tiles_of(table).counts)
    counts[1] = counts[-1] = 2
    few = replace(tiles_of(table), counts=tuple(counts))
    path.write_bytes(RoughLeaves().table(few).to_bytes())
    with pytest.raises(DataError, match="a leave table must have the letters of"):
        read_evaluation(str(path), tiles_of(tiles))


def test_a_game_of_unknown_tiles_is_refused() -> None:
    text = "#player1 ann\n#player2 bob\n#tile-distribution spanish\n>ann: A[CH]OPERA 8G A[CH]O +14 14\n"
    assert gcg.parse(text).game.state.scores == (14, 0)
    with pytest.raises(DataError, match=r"line 3: #tile-distribution must be known.*--language.*'klingon'"):
        gcg.parse(text.replace("spanish", "klingon"))


@pytest.mark.parametrize("board", ["standard", "super"])
@pytest.mark.parametrize("tiles", ["english", "english_super", "polish"])
def test_texts_name_tiles_and_board_so_that_both_are_read_back(tiles: str, board: str) -> None:
    distribution, layout = tiles_of(tiles), layout_of(board)
    position = Position(board=Board.empty(layout.size), distribution=distribution, layout=layout)
    assert Position.from_cgp(position.to_cgp()) == position
    game = Game.new(nicks=("ann", "bob"), distribution=distribution, layout=layout).play(Move.pass_turn())
    record = GameRecord(game=game, pragmas=(("title", "X"),))
    assert gcg.parse(gcg.text(record)) == record


def test_a_game_that_names_only_its_board_has_the_tiles_that_belong_to_it() -> None:
    named = ["#player1 ann", "#player2 bob", "#board-layout super", "#tile-distribution english"]
    assert gcg.parse("\n".join(named[:3])).game.distribution == tiles_of("english_super")
    for lines in (named, [*named[:2], *named[:1:-1]]):
        assert gcg.parse("\n".join(lines)).game.distribution == tiles_of("english")


def test_tiles_named_after_the_first_move_are_refused() -> None:
    text = "#player1 ann\n#player2 bob\n>ann: CATERPI 8G CAT +10 10\n#tile-distribution spanish\n"
    with pytest.raises(DataError, match="line 4: #tile-distribution must stand before racks and moves"):
        gcg.parse(text)


def test_a_position_names_its_own_tiles_and_board() -> None:
    rows = "/".join(["21"] * 10 + ["9C[CH]A9"] + ["21"] * 10)
    position = Position.from_cgp(f"{rows} A[LL]/ 0/0 0 ld spanish; bdn super; lex X;")
    assert position.distribution == tiles_of("spanish")
    assert position.layout == layout_of("super")
    assert position.options == (("lex", "X"),)
    assert position.to_cgp() == f"{rows} A[LL]/ 0/0 0 lex X; ld spanish; bdn super;"
    with pytest.raises(DataError, match="CGP board must have 15 rows, got 21"):
        Position.from_cgp(f"{rows} A[LL]/ 0/0 0 ld spanish;")
    with pytest.raises(DataError, match=r"'ld' must be known, or --language.*, got 'klingon'"):
        Position.from_cgp(f"{rows} / 0/0 0 ld klingon; bdn super;")


def test_the_package_has_no_tiles_that_no_language_names() -> None:
    names = {path.stem for path in DATA.glob("*.csv")}
    assert names == {*EVERY, "english", "english_super"}
    assert names == set(PUBLISHED)
