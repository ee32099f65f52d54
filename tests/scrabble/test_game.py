"""Games: whose turn it is, what is allowed when, and how it ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.random_games import RandomGame, english
from zeitnot.clocks import Overtime
from zeitnot.errors import DataError
from zeitnot.scrabble import Ending, EventKind, Game, LetterDistribution, Move, Position

ALPHABET = LetterDistribution.english().alphabet


def move(text: str) -> Move:
    return Move.parse(text, ALPHABET)


def game_of(*moves: str) -> Game:
    game = Game.new(nicks=("ann", "bob"))
    for text in moves:
        game = game.play(move(text))
    return game


def near_the_end() -> Game:
    """Return a game with an empty bag: ann holds A and T, bob what else is left."""
    counts = list(LetterDistribution.english().counts)
    tiles = [tile for tile, count in enumerate(counts) for _ in range(count) if tile]
    for kept in english("ATQI"):
        tiles.remove(kept)
    rows = [tiles[n : n + 15] for n in range(0, len(tiles), 15)]
    squares = [(row + 1, column, tile) for row, line in enumerate(rows) for column, tile in enumerate(line)]
    board = Position().board.with_tiles([*squares, (14, 0, 0x81), (14, 1, 0x81)])
    return Game.of(Position(board=board, rack=english("AT"), scores=(300, 310)), nicks=("ann", "bob"))


def test_turns_scores_and_hands_go_on() -> None:
    game = game_of("8E QUIZ", "9G AT")
    assert game.state.scores == (44, 17)
    assert game.state.on_turn == 0
    assert game.state.hands == (7, 7)
    assert game.state.bag_count == 80
    assert [event.points for event in game.events] == [44, 17]
    assert [state.on_turn for state in game.states] == [0, 1, 0]
    assert not game.is_over


def test_either_player_may_begin() -> None:
    game = Game.new(first=1).play(move("8E QUIZ"))
    assert game.state.scores == (0, 44)
    assert game.state.on_turn == 0


def test_a_position_is_seen_by_the_player_on_turn() -> None:
    game = Game.new().play(move("8E QUIZ"), rack=english("AEQUIZT")).play(move("-"), rack=english("VVW"))
    before = game.position(0)
    assert before.board.is_empty
    assert before.rack == english("AEQUIZT")
    middle = game.position(1)
    assert middle.scores == (0, 44)
    assert middle.rack == english("VVW")
    assert game.position().scores == (44, 0)
    assert game.position().rack == ()
    assert game.position().scoreless_turns == 1


def test_a_game_goes_on_from_a_position() -> None:
    start = Position.from_cgp(f"{'15/' * 7}4QUIZ7/{'15/' * 6}15 AT/ 10/44 1")
    game = Game.of(start, on_turn=1)
    assert game.state.scores == (44, 10)
    assert game.play(move("9G AT")).state.scores == (44, 27)
    assert game.play(move("-")).state.scoreless_turns == 2


def test_tiles_must_come_from_rack_and_bag() -> None:
    game = game_of("8E QUIZ")
    with pytest.raises(DataError, match="tiles must come from the rack 'ABC', got 'T' beyond it"):
        game.play(move("9G AT"), rack=english("ABC"))
    with pytest.raises(DataError, match="must hold at most 1 of 'Q', got 2"):
        game.play(move("9G AT"), rack=english("ATQ"))
    with pytest.raises(DataError, match="must hold at most 1 of 'Z', got 2"):
        game.play(move("9G ZA"))
    with pytest.raises(DataError, match="must hold at most 1 of 'Q', got 2"):
        game.play(move("-Q"))
    with pytest.raises(DataError, match="bob must have at most 7 tiles, got the rack 'AEIOUAEI'"):
        game.play(move("-"), rack=english("AEIOUAEI"))
    with pytest.raises(DataError, match="tiles must come from the rack 'ABC', got 'D' beyond it"):
        game.play(move("-CD"), rack=english("ABC"))


def test_a_play_withdrawn_gives_tiles_and_points_back_and_costs_the_turn() -> None:
    game = game_of("8E QUIZ", "9G AT").withdraw()
    assert game.state.board == game.states[1].board
    assert game.state.scores == (44, 0)
    assert game.state.on_turn == 0
    assert game.state.bag_count == game.states[1].bag_count
    assert game.state.scoreless_turns == 1
    assert game.events[-1].points == -17
    assert game.events[-1].kind is EventKind.WITHDRAWAL


def test_only_the_play_just_made_is_challenged() -> None:
    game = game_of("8E QUIZ", "-")
    with pytest.raises(DataError, match="a withdrawal must follow a play, got 'move' before it"):
        game.withdraw()
    with pytest.raises(DataError, match="a withdrawal must follow a play, got 'nothing' before it"):
        Game.new().withdraw()
    with pytest.raises(DataError, match="must follow a play, got 'withdrawal' before it"):
        game_of("8E QUIZ").withdraw().withdraw()
    with pytest.raises(DataError, match="a challenge bonus must be 0 points or more, got -1"):
        game_of("8E QUIZ").challenge_bonus(-1)
    with pytest.raises(DataError, match="a challenge penalty must be below 0 points, got 0"):
        game_of("8E QUIZ").challenge_penalty(0)
    with pytest.raises(DataError, match="a turn lost by a challenge must follow a play"):
        game.lose_turn()


def test_a_good_play_challenged_brings_points_and_no_turn() -> None:
    game = game_of("8E QUIZ").challenge_bonus(5, rack=english("EEE"))
    assert game.state.scores == (49, 0)
    assert game.state.on_turn == 1


def test_a_wrong_challenge_may_cost_the_turn_or_points() -> None:
    game = game_of("8E QUIZ").lose_turn(note="3.000s, 1:00 left")
    assert (game.state.scores, game.state.on_turn, game.state.scoreless_turns) == ((44, 0), 0, 1)
    assert game.events[-1].is_lost_turn
    game = game_of("8E QUIZ").challenge_penalty(-10)
    assert (game.state.scores, game.state.on_turn) == ((44, -10), 1)


def test_six_scoreless_turns_end_the_game_and_cost_the_racks() -> None:
    game = game_of("8E QUIZ", "-", "-ABC", "-3", "-")
    assert game.state.scoreless_turns == 4
    game = game.play(move("9G AT"))
    assert game.state.scoreless_turns == 0
    game = game.withdraw()
    assert game.state.scoreless_turns == 5
    assert not game.is_over
    game = game.play(move("-"))
    assert game.state.ending is Ending.SCORELESS
    with pytest.raises(DataError, match="a game that is over has no more moves, got '-'"):
        game.play(move("-"))
    with pytest.raises(DataError, match="both racks known"):
        game.finish()
    game = game.finish((english("JA"), english("B?")))
    assert game.state.scores == (44 - 9, -3)
    with pytest.raises(DataError, match="there must be one end rack for ann, got another"):
        game.end_rack(0, -9, rack=english("JA"))


def test_going_out_brings_twice_what_the_other_holds() -> None:
    game = near_the_end()
    assert game.state.bag_count == 0
    assert game.state.hands == (2, 2)
    game = game.play(move("1A AT"), rack=english("AT"))
    points = game.state.scores[0]
    assert game.state.ending is Ending.OUT
    assert game.state.hands == (0, 2)
    with pytest.raises(DataError, match="a game that is over has no more moves"):
        game.play(move("1D QI"))
    finished = game.finish()
    assert finished.state.scores == (points + 22, 310)
    assert finished.events[-1].rack == english("IQ")
    assert game.play(move("-")).finish().state.scores == finished.state.scores


def test_a_record_may_count_the_tiles_left_once_for_one_and_once_against_the_other() -> None:
    game = near_the_end().play(move("1A AT"))
    points = game.state.scores[0]
    game = game.end_rack(0, 11, rack=english("QI")).end_rack(1, -11, rack=english("QI"))
    assert game.state.scores == (points + 11, 299)


def test_the_tiles_left_must_be_the_right_ones_and_count_right() -> None:
    game = near_the_end().play(move("1A AT"))
    with pytest.raises(DataError, match="the tiles left must be 'IQ', got 'I'"):
        game.end_rack(0, 2, rack=english("I"))
    with pytest.raises(DataError, match=r"must count \+22 points, got \+20"):
        game.end_rack(0, 20, rack=english("IQ"))
    with pytest.raises(DataError, match=r"must count -11 points, got \+22"):
        game.end_rack(1, 22, rack=english("IQ"))


def test_the_last_play_can_still_be_challenged() -> None:
    game = near_the_end().play(move("1A AT"))
    assert game.challenge_bonus(5).state.ending is Ending.OUT
    back = game.withdraw()
    assert back.state.ending is None
    assert back.state.hands == (2, 2)
    assert back.play(move("1D QI")).state.ending is Ending.OUT


def test_no_exchange_and_no_tiles_beyond_the_hand_at_the_end() -> None:
    game = near_the_end()
    with pytest.raises(DataError, match="an exchange needs 7 tiles in the bag, which has 0, got one of 1"):
        game.play(move("-A"))
    with pytest.raises(DataError, match="a play must use tiles in hand, of which ann has 2, got 3"):
        game.play(move("1A ATI"))
    with pytest.raises(DataError, match="ann must have at most 2 tiles, got the rack 'ATI'"):
        game.play(move("-"), rack=english("ATI"))


def test_overtime_comes_off_the_final_score() -> None:
    game = near_the_end().play(move("1A AT")).finish()
    scores = game.state.scores
    assert game.overtime(1, 61.0).state.scores == (scores[0], scores[1] - 20)
    assert game.overtime(1, 0.0) is game
    assert game.overtime(0, 31.0, Overtime(points=1, period_s=30.0)).state.scores[0] == scores[0] - 2
    with pytest.raises(DataError, match="there must be one time penalty for bob, got another"):
        game.time_penalty(1, -10).time_penalty(1, -10)
    with pytest.raises(DataError, match="a time penalty must be below 0 points, got 10"):
        game.time_penalty(1, 10)
    with pytest.raises(DataError, match="the game must be over before this, got 'time penalty'"):
        near_the_end().time_penalty(0, -10)


def test_a_note_belongs_to_the_last_event() -> None:
    assert game_of("8E QUIZ").with_note("bold").events[-1].note == "bold"
    with pytest.raises(DataError, match="a note must follow an event, got 'bold'"):
        Game.new().with_note("bold")


def test_words_are_checked_when_asked() -> None:
    with pytest.raises(DataError, match="in the lexicon, got 'QUIZ'"):
        Game.new().play(move("8E QUIZ"), is_word=lambda _: False)


@given(st.integers(0, 10_000))
def test_tiles_and_points_add_up_in_every_game(seed: int) -> None:
    game = RandomGame(seed).play().game
    for index, state in enumerate(game.states):
        assert state.board.tile_count + state.bag_count + sum(state.hands) == 100
        totals = [0, 0]
        for event in game.events[:index]:
            totals[event.player] += event.points
        assert state.scores == tuple(totals)
        position = game.position(index)
        assert position.bag_count == state.bag_count
        assert sum(position.scores) == sum(state.scores)
