"""Generation: moves with score, leave and equity, as the library gives them."""

import doctest
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import (
    Generator,
    Layout,
    LetterDistribution,
    Lexicon,
    MoveKind,
    Position,
    RatedMove,
    StaticEvaluation,
    generate,
    generation,
    read_leaves,
)
from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES, read_pre_endgame
from zeitnot.scrabble.lexicon import kwg_of

EMPTY_BOARD = "/".join(["15"] * 15)
MIDDLE = f"{'15/' * 7}6CAB6/{'15/' * 6}15"
FULL = Position.from_cgp(f"{MIDDLE} EHIRST?/ 0/14 0")


def text(rated: RatedMove, position: Position) -> str:
    return rated.move.text(position.distribution.alphabet, position.board)


def tiles(text: str) -> tuple[int, ...]:
    return LetterDistribution.english().alphabet.rack(text)


def test_the_examples_in_the_documentation_are_right() -> None:
    results = doctest.testmod(generation)
    assert results.attempted >= 3
    assert results.failed == 0


def test_every_move_is_legal_and_scores_what_the_rules_say() -> None:
    found = generate(FULL)
    assert len(found) > 5000
    for rated in found:
        if rated.move.kind is MoveKind.PLACE:
            play = FULL.judge(rated.move, Lexicon.built_in().__contains__)
            assert play.score_pts == rated.score_pts
            assert play.move == rated.move
            assert sorted([*rated.leave, *play.used]) == sorted(FULL.rack)


def test_the_best_come_first_and_are_the_same_however_many_are_wanted() -> None:
    found = generate(FULL)
    equities = [rated.equity_pts for rated in found]
    assert equities == sorted(equities, reverse=True)
    assert [rated.equity_pts for rated in generate(FULL, 20)] == equities[:20]
    assert generate(FULL, 1)[0].equity_pts == equities[0]


def test_all_exchanges_and_the_pass_are_among_the_moves() -> None:
    found = generate(Position.from_cgp(f"{MIDDLE} AABC/ 0/14 0"))
    kinds = [rated.move.kind for rated in found]
    assert kinds[-1] is MoveKind.PASS
    exchanges = {rated.move.tiles for rated in found if rated.move.kind is MoveKind.EXCHANGE}
    assert len(exchanges) == 3 * 2 * 2 - 1


def test_with_fewer_than_seven_tiles_in_the_bag_nothing_is_exchanged() -> None:
    few = replace(FULL, distribution=_distribution_of(17))
    lexicon = Lexicon.of_words(["CAB", "CABS"], name="few", distribution=few.distribution)
    assert few.bag_count == 0
    kinds = {rated.move.kind for rated in generate(few, lexicon=lexicon)}
    assert MoveKind.EXCHANGE not in kinds


def _distribution_of(tile_count: int) -> LetterDistribution:
    """Return a bag of just the tiles of the position, filled up with E."""
    english = LetterDistribution.english()
    counts = [0] * len(english.counts)
    for tile in (*tiles("EHIRST?"), *tiles("CAB")):
        counts[tile] += 1
    counts[5] += tile_count - sum(counts)
    return replace(english, name="few", counts=tuple(counts))


def test_equity_is_score_leave_and_what_else_there_is() -> None:
    leaves = read_leaves(BUILT_IN_LEAVES)
    for rated in generate(Position.from_cgp(f"{EMPTY_BOARD} AEIOUVS/ 0/0 0"), 50):
        assert rated.leave_pts == leaves.value(bytes(rated.leave)) / 1000
        total = rated.score_pts + rated.leave_pts + rated.other_pts
        assert rated.equity_pts == pytest.approx(total, abs=1e-6)


def test_a_first_play_pays_for_vowels_beside_premium_squares() -> None:
    """8G and 8I each have a double letter above and one below: 0.35 for each."""
    position = Position.from_cgp(f"{EMPTY_BOARD} AEIOUVS/ 0/0 0")
    others = {rated.other_pts for rated in generate(position) if rated.move.kind is MoveKind.PLACE}
    assert others == {0.0, -0.7, -1.4}
    without = StaticEvaluation(opening_vowel_pts=0.0)
    others = {rated.other_pts for rated in generate(position, evaluation=without)[:50]}
    assert others == {0.0}


def test_with_an_empty_bag_going_out_earns_twice_the_others_tiles() -> None:
    """The other holds EEEEEE, which is worth 6; the word brings 6 points and the doubled 12."""
    position = replace(Position.from_cgp(f"{MIDDLE} S/ 0/14 0"), distribution=_distribution_of(17))
    unseen = position.distribution.rack_value(position.unseen)
    lexicon = Lexicon.of_words(["CAB", "CABS"], name="few", distribution=position.distribution)
    best = generate(position, 1, lexicon=lexicon)[0]
    assert (text(best, position), best.score_pts, best.leave) == ("8G (CAB)S", 8, ())
    assert best.leave_pts == 0.0
    assert best.other_pts == 2 * unseen


def test_without_leaves_the_highest_score_is_best() -> None:
    plain = generate(Position.from_cgp(f"{MIDDLE} EHIRSTV/ 0/14 0"), 30, evaluation=StaticEvaluation())
    scores = [rated.score_pts for rated in plain]
    assert scores == sorted(scores, reverse=True)
    assert all(rated.leave_pts == 0.0 for rated in plain)


def test_words_come_from_the_lexicon_given() -> None:
    lexicon = Lexicon.of_words(["CAB", "CABS", "SCAB"], name="small")
    found = generate(FULL, lexicon=lexicon)
    places = {text(rated, FULL) for rated in found if rated.move.kind is MoveKind.PLACE}
    assert places == {"8G (CAB)S", "8F S(CAB)", "8G (CAB)s", "8F s(CAB)"}


def test_the_layout_of_the_position_counts() -> None:
    flat = replace(Layout.standard(), premiums=((Layout.standard().premiums[0][1],) * 15,) * 15)
    position = Position.from_cgp(f"{EMPTY_BOARD} QUIZ/ 0/0 0", layout=flat)
    assert generate(position, 1)[0].score_pts == 22
    assert generate(replace(position, layout=Layout.standard()), 1)[0].score_pts == 44


def test_one_generator_serves_many_positions() -> None:
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    for rack in ("QUIZ", "EHIRST?", "VVUUII"):
        position = Position.from_cgp(f"{MIDDLE} {rack}/ 0/0 0")
        assert generator.moves(position, 3) == generate(position, 3)


def test_without_a_rack_nothing_is_generated() -> None:
    with pytest.raises(DataError, match="rack of the player on turn"):
        generate(Position())


@pytest.mark.parametrize("count", [0, -1])
def test_less_than_one_move_is_refused(count: int) -> None:
    with pytest.raises(SettingError, match="count must be at least 1"):
        generate(FULL, count)


def test_letters_of_lexicon_and_position_must_agree(tmp_path: Path) -> None:
    csv = tmp_path / "few.csv"
    csv.write_text("?,?,2,0,0\nA,a,9,1,1\nB,b,9,1,0\n", encoding="utf-8")
    few = Position(distribution=LetterDistribution.read(csv), rack=(1, 2))
    with pytest.raises(DataError, match="same letters 'few', got 'english'"):
        generate(few)


def test_a_lexicon_without_a_gaddag_finds_no_moves(tmp_path: Path) -> None:
    content = bytearray(kwg_of(["CAB"], LetterDistribution.english()))
    content[4:8] = b"\0\0\x40\0"
    path = tmp_path / "dawg.kwg"
    path.write_bytes(content)
    with pytest.raises(DataError, match="must have a GADDAG to generate moves, got none in dawg"):
        generate(FULL, lexicon=Lexicon.open(path))


def test_damaged_leaves_are_refused_with_their_name(tmp_path: Path) -> None:
    for name in ("bad.klv2", "bad.klv2.xz"):
        path = tmp_path / name
        path.write_bytes(b"nonsense")
        with pytest.raises(DataError, match=name):
            read_leaves(path)


def test_too_many_pre_endgame_values_are_refused() -> None:
    with pytest.raises(SettingError, match="at most 16 values, got 17"):
        StaticEvaluation(pre_endgame_pts=(0.0,) * 17)


@pytest.mark.parametrize("content", ["", "[]", '{"pre_endgame_pts": ["x"]}', '{"other": []}'])
def test_damaged_pre_endgame_values_are_refused_with_their_name(content: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=r"bad\.json: pre-endgame values must be JSON"):
        read_pre_endgame(path)


def test_pre_endgame_values_are_read(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    path.write_text('{"made_by": "x", "pre_endgame_pts": [1.5, -2]}', encoding="utf-8")
    assert read_pre_endgame(path) == (1.5, -2.0)


def test_pre_endgame_values_count_by_the_tiles_left_in_the_bag() -> None:
    position = replace(FULL, distribution=_distribution_of(10 + 7 + 3))
    lexicon = Lexicon.of_words(["CAB", "CABS"], name="few", distribution=position.distribution)
    assert position.bag_count == 3
    evaluation = StaticEvaluation(pre_endgame_pts=(0.0, 0.0, -5.5))
    best = generate(position, lexicon=lexicon, evaluation=evaluation)
    others = {text(rated, position): rated.other_pts for rated in best if rated.move.kind is MoveKind.PLACE}
    assert others["8G (CAB)S"] == -5.5


def test_an_evaluation_is_the_same_in_another_process() -> None:
    one = StaticEvaluation.built_in()
    again = pickle.loads(pickle.dumps(one))  # noqa: S301 (its own)
    assert again.leaves.values() == one.leaves.values()  # type: ignore[union-attr]
    assert replace(again, leaves=one.leaves) == one
    plain = StaticEvaluation(not_out_pts=3.0)
    assert pickle.loads(pickle.dumps(plain)) == plain  # noqa: S301 (its own)
