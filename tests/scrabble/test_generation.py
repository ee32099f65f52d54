"""Generation: moves with score, leave and equity, as the library gives them."""

import doctest
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zeitnot._native import ScrabbleMoveKind
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import (
    Generator,
    Layout,
    LetterDistribution,
    Lexicon,
    Move,
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


def made_at_once(position: Position) -> list[RatedMove]:
    """Make every move of a position, one by one, from the rules."""
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    native = generator.native.generate(
        bytes(tile for row in position.board.rows for tile in row),
        bytes(position.rack),
        generator.evaluation.native,
        bag=position.bag_count,
        wanted=10**6,
    )
    found = []
    for each in native:
        used = list(each.tiles)
        if each.kind == ScrabbleMoveKind.PLACE:
            used = [0 if tile & 0x80 else tile for tile in each.tiles if tile]
        left = list(dict.fromkeys(position.rack))
        kept = [t for t in left for _ in range(position.rack.count(t) - used.count(t))]
        row, column = (each.start, each.line) if each.down else (each.line, each.start)
        move = Move.pass_turn()
        if each.kind == ScrabbleMoveKind.EXCHANGE:
            move = Move.exchange(each.tiles)
        elif each.kind == ScrabbleMoveKind.PLACE:
            move = Move.place(row=row, column=column, across=not each.down, tiles=each.tiles)
        found.append(
            RatedMove(
                move=move,
                score_pts=each.score,
                equity_pts=each.equity / 1000,
                leave=tuple(kept),
                leave_pts=generator.evaluation.leave_pts(tuple(kept)),
                native=each,
            )
        )
    return found


def test_moves_that_are_made_when_asked_for_are_those_that_are_made_at_once() -> None:
    position = Position.from_cgp(f"{MIDDLE} EHIRSTV/ 0/14 0")
    found, expected = generate(position), made_at_once(position)
    assert found == expected
    assert len(found) == len(expected) > 500
    assert list(found[3:40:7]) == expected[3:40:7]
    assert found[10:20][2:4] == expected[12:14]
    assert found[::-1] == expected[::-1]
    assert found[-1] == expected[-1]
    assert found[5] is found[:10][5]
    assert found != expected[:-1]
    assert found != "moves"
    assert found.scores_pts.tolist() == [rated.score_pts for rated in expected]
    assert found[2:9].equities_pts.tolist() == [rated.equity_pts for rated in expected[2:9]]
    with pytest.raises(IndexError):
        found[len(found)]


def test_a_move_is_made_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Move] = []
    plain = generation.rated

    def counted(*arguments: Any, **named: Any) -> RatedMove:
        made.append((move := plain(*arguments, **named)).move)
        return move

    monkeypatch.setattr(generation, "rated", counted)
    found = generate(FULL)
    assert len(found) > 5000
    assert made == []
    best = found[0], found[:5][0], found.find(found[0].move)
    assert made == [best[0].move]


def test_a_play_is_found_whichever_way_it_is_written() -> None:
    position = Position.from_cgp(f"{MIDDLE} AABCS/ 0/14 0")
    alphabet, found = position.distribution.alphabet, generate(position)

    def of(text: str) -> RatedMove | None:
        return found.find(Move.parse(text, alphabet))

    across = of("8G ...S")
    assert across is not None
    assert of("8G (CAB)S") is across
    assert of("-CAAB") is of("-AABC") is not None
    assert of("-") is found[-1]
    assert of("8G ...Z") is None
    assert of("-3") is None
    assert found[:1].find(across.move) is None
    single = next(r for r in found if len(r.move.used) == 1 and len(r.move.tiles) > 1)
    square = next(s for s, tile in zip(single.move.squares(), single.move.tiles, strict=True) if tile)
    alone = Move.place(row=square[0], column=square[1], across=True, tiles=single.move.used)
    assert found.find(alone) == single
    opening = generate(Position.from_cgp(f"{EMPTY_BOARD} QUIZ/ 0/0 0"))
    assert opening.find(Move.parse("H8 QUIZ", alphabet)) is opening.find(Move.parse("8H QUIZ", alphabet))
    assert opening.find(Move.parse("8H QUIZ", alphabet)) is not None


@pytest.mark.parametrize("cgp", [f"{MIDDLE} EHIRST?/ 0/14 0", f"{EMPTY_BOARD} AEIOUVS/ 0/0 0"])
def test_a_single_move_is_rated_as_among_all(cgp: str) -> None:
    position = Position.from_cgp(cgp)
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    found = generator.moves(position)
    for rated in [*found[:40], *found[40::97], found[-1]]:
        assert generator.rate(position, rated.move) == rated
        assert generator.loss_pts(position, rated.move) == found[0].equity_pts - rated.equity_pts


@pytest.mark.parametrize(
    "text",
    [
        *("8G ...Q", "8H ..Z", "8G .E.S", "8F ...S", "8E SCABS", "1A HIS", "9I HITS", "8G (CAT)S"),
        *("-ZZ", "-3", "7D RHSTIE", "H8 S", "9G SH"),
    ],
)
def test_an_illegal_move_has_no_rating(text: str) -> None:
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    move = Move.parse(text, FULL.distribution.alphabet)
    assert generator.rate(FULL, move) is None
    assert generator.loss_pts(FULL, move) is None


def test_the_best_of_many_racks_is_found_on_one_board() -> None:
    position = Position.from_cgp(f"{MIDDLE} EHIRST?/ 0/14 0")
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    racks = [tiles(text) for text in ("QUIZ", "EHIRST?", "VVUUIIO")]
    expected = [generator.moves(replace(position, rack=rack), 1)[0].equity_pts for rack in racks]
    assert generator.best_pts(position, racks) == expected
    few = replace(position, rack=tiles("S"), distribution=_distribution_of(17))
    lexicon = Lexicon.of_words(["CAB", "CABS"], name="few", distribution=few.distribution)
    generator = Generator.make(lexicon, StaticEvaluation())
    for text in ("S", "EST"):
        best = generator.moves(replace(few, rack=tiles(text)), 1)[0].equity_pts
        assert generator.best_pts(few, [tiles(text)]) == [best]
