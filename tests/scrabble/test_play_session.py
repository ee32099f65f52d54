"""Sessions at the table: whole games, what is typed, the clocks, and a game that is never lost."""

import re
from functools import cache

import pytest

from tests.scrabble.fixtures_play import Room, best_at_sight, room
from tests.scrabble.fixtures_player import knowledge
from zeitnot.clocks import time_text
from zeitnot.errors import DataError
from zeitnot.scrabble import EventKind, GameRecord, gcg
from zeitnot.scrabble.table import Table

FIRST = "8D WIFTY"


def reread(record: GameRecord) -> GameRecord:
    lexicon = knowledge().lexicon
    return gcg.parse(gcg.text(record), is_word=lambda word: word in lexicon)


@cache
def quick_game() -> Room:
    """Play a whole game at a second a move."""
    return room(always=(best_at_sight, 1.0)).run()


@pytest.mark.source("M37")
def test_a_game_is_played_to_its_end_and_overtime_comes_off_the_score() -> None:
    played = room(always=(best_at_sight, 12.0)).run()
    game, clock = played.table.game, played.table.clock.clocks[0]
    assert game.is_over
    assert clock.overtime_s > 0
    penalties = [event for event in game.events if event.kind is EventKind.TIME_PENALTY]
    assert [(event.player, event.points) for event in penalties] == [(0, -clock.penalty_pts)]
    points = sum(event.points for event in game.events if event.player == 0)
    assert game.state.scores[0] == points
    assert f"ann {penalties[0].points:+d} for {time_text(clock.overtime_s)} over time" in played.text
    assert re.search(r"(ann|zeitnot) [+-]\d+ for [A-Z?]+", played.text)
    assert f"ann {game.state.scores[0]}, zeitnot {game.state.scores[1]}" in played.screen.said[-2]


@pytest.mark.source("M37")
def test_the_engine_keeps_its_own_clock_and_pays_nothing() -> None:
    played = quick_game()
    assert played.table.game.is_over
    assert played.table.clock.clocks[1].overtime_s == 0
    assert not [event for event in played.table.game.events if event.kind is EventKind.TIME_PENALTY]


def test_a_finished_game_is_read_back_with_every_word_checked() -> None:
    played = quick_game()
    record = played.kept[-1]
    again = reread(record)
    assert again == record
    assert not again.is_incomplete
    assert again.lexicon == "ENABLE1"
    assert again.pragma("clock") == "1:00 -10/min"
    assert played.screen.said[-1] == f"kept {len(played.kept)} times"


def test_the_time_of_every_move_is_in_the_saved_game_and_read_back() -> None:
    played = room([(FIRST, 2.3456)], always=(best_at_sight, 0.007)).run()
    again = reread(played.kept[-1]).game
    times_s = [event.used_s for event in again.events]
    assert times_s[0] == 2.346
    assert times_s[2] == 0.007
    assert sum(time_s or 0.0 for time_s in times_s[1::2]) == pytest.approx(
        played.table.clock.clocks[1].used_s, abs=0.01
    )
    assert again.events[0].note == "2.346s, 0:58 left"


def test_the_game_is_kept_after_every_move() -> None:
    played = room([FIRST, best_at_sight]).run()
    assert [len(record.game.events) for record in played.kept] == [1, 2, 3, 4, 4]
    assert all(record.is_incomplete for record in played.kept)
    assert reread(played.kept[-1]).game == played.table.game


def test_the_engine_says_what_it_played_how_long_it_took_and_why_no_longer() -> None:
    played = room([FIRST]).run()
    event = played.table.game.events[1]
    (line,) = [line for line in played.screen.said if line.startswith("zeitnot plays")]
    move = re.fullmatch(
        r"zeitnot plays (\S+ \S+) for (\d+): [\d.]+s(, [\d,]+ samples)?, (\S+) left \(stopped: [a-z ]+\)",
        line,
    )
    assert move is not None
    assert int(move[2]) == event.points
    assert played.screen.prompts[0] == "ann 1:00  zeitnot 1:00 > "


def test_the_picture_has_scores_rack_tiles_and_the_last_moves_beside_the_board() -> None:
    played = room([FIRST, "pass"]).run()
    lines = played.screen.pictures[-1].splitlines()
    assert len(lines) == 16
    assert max(map(len, lines)) <= 80
    rack = played.table.game.distribution.alphabet.rack_text(played.table.racks[0])
    assert re.search(rf"  ann +36  {rack}$", lines[0])
    assert re.search(r"  zeitnot +\d+$", lines[1])
    text = played.screen.pictures[-1]
    for words in ("ann 8D WIFTY +36", "ann passed", "unseen "):
        assert words in text


def test_who_is_second_lets_the_engine_begin() -> None:
    played = room(second=True).run()
    assert [event.player for event in played.table.game.events] == [0]
    assert played.screen.said[1].startswith("zeitnot ")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("8D WIFYT", "Not in ENABLE1: WIFYT. Try something else."),
        ("8D WIFTZ", "tiles must come from the rack 'FISTUWY', got 'Z' beyond it"),
        ("1A WIFTY", "the first play must cover 8H, got one from 1A"),
        ("8D", "8D WORD (across), D8 WORD (down), exchange ABC or pass, got '8D'"),
        ("castle", "Not understood"),
        ("exchange QQQ", "tiles must come from the rack 'FISTUWY', got 'QQQ' beyond it"),
        ("-3", "An exchange must name its tiles"),
        ("8D W.FTY", "a play must have no gaps"),
        ("8D WI(", "letters played through must stand between ( and )"),
    ],
)
def test_what_cannot_be_played_is_answered_in_a_line_and_asked_again(typed: str, said: str) -> None:
    played = room([typed, FIRST]).run()
    assert said in played.text
    assert len(played.table.game.events) == 2


@pytest.mark.parametrize("typed", ["8d wifty", "8D WIFTY", " 8d  WIFTY "])
def test_small_letters_throughout_mean_no_blanks(typed: str) -> None:
    played = room([typed]).run()
    assert played.table.game.events[0].points == 36


def test_tiles_are_exchanged_for_others() -> None:
    played = room(["exchange uwy"]).run()
    alphabet = played.table.game.distribution.alphabet
    assert alphabet.rack_text(played.table.game.events[0].rack) == "FISTUWY"
    assert len(played.table.racks[0]) == 7
    assert played.table.game.events[0].points == 0


def test_commands_tell_about_rack_tiles_clock_and_moves() -> None:
    played = room(["rack", "shuffle", "unseen", "clock", "moves", "help", "board", "?"]).run()
    said = played.screen.said
    assert "FISTUWY" in said
    assert sorted(said[2]) == sorted("FISTUWY")
    assert "93 unseen, 86 of them in the bag: ?? AAAAAAAAA BB" in played.text
    assert "ann 1:00  zeitnot 1:00" in said
    assert re.search(r"8D WIFTY +36  equity +\d", played.text)
    assert played.text.count("exchange ABC  give tiles back") == 2
    assert not played.table.game.events


def test_a_hint_is_a_move_that_can_be_played() -> None:
    advised = room(["hint"]).run()
    hint = re.search(r"Hint: (.*) for (\d+), equity [\d.-]+, wins \d+ %", advised.text)
    assert hint is not None
    played = room([hint[1]]).run()
    assert played.table.game.events[0].points == int(hint[2])


def test_a_game_put_aside_goes_on_with_the_same_tiles_scores_and_clocks() -> None:
    before = room([(FIRST, 5.0), ("quit", 7.0)]).run()
    assert before.screen.said[-2].startswith("Game put aside (ann 36, zeitnot ")
    after = room(record=reread(before.kept[-1]))
    assert after.table.racks == before.table.racks
    assert after.table.game == before.table.game
    assert after.table.clock.remaining_s(0) == pytest.approx(60.0 - 12.0)
    assert after.table.clock.remaining_s(1) == before.table.clock.remaining_s(1)
    after.screen.always = (best_at_sight, 1.0)
    after.run()
    assert after.table.game.is_over
    assert reread(after.kept[-1]).game == after.table.game


def test_who_resigns_has_lost_and_nobody_goes_on() -> None:
    played = room([FIRST, "resign"]).run()
    assert re.fullmatch(r"ann resigned: zeitnot won \(ann 36, zeitnot \d+\)", played.screen.said[-2])
    record = reread(played.kept[-1])
    assert record.pragma("note") == "ann resigned"
    with pytest.raises(DataError, match="put aside here"):
        Table.resumed(record, knowledge(), seed=1)


@pytest.mark.source("M37")
def test_who_is_over_by_more_than_the_rules_allow_forfeits() -> None:
    played = room([FIRST, ("pass", 200.0)], clock="1:00 -10/min max 1:00").run()
    assert played.table.forfeited == 0
    assert "ann forfeited on time: zeitnot won" in played.text
    assert len(played.table.game.events) == 2


def test_a_game_without_overtime_ends_when_the_flag_falls() -> None:
    played = room([FIRST, ("pass", 61.0)], clock="1:00").run()
    assert "ann forfeited on time" in played.text


def test_a_game_without_a_clock_can_be_played() -> None:
    played = room([FIRST], clock="infinite").run()
    assert played.screen.prompts == ["your move > "] * 2
    assert len(played.table.game.events) == 2


def test_what_cannot_be_kept_is_told_at_the_end_and_the_game_goes_on() -> None:
    played = room([FIRST, "pass"], fails="the disk is full").run()
    assert len(played.table.game.events) == 4
    assert played.screen.said[-1] == "the disk is full"


@pytest.mark.parametrize(
    ("find", "replacement", "said"),
    [
        ("#incomplete\n", "", "incomplete"),
        ('"to_move": 0', '"to_move": 1', "player on turn"),
        ('{"clocks"', '["clocks"', "must be JSON"),
        ("#clock 1:00", "#clock soon", "clocks of the game"),
    ],
)
def test_a_record_that_was_changed_is_refused_with_the_reason(find: str, replacement: str, said: str) -> None:
    text = gcg.text(room([FIRST]).run().kept[-1])
    assert find in text
    with pytest.raises(DataError, match=said):
        Table.resumed(gcg.parse(text.replace(find, replacement)), knowledge(), seed=1)
