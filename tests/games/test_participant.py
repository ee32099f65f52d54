import re
from pathlib import Path

import pytest

from zeitnot.errors import SettingError, UnknownPolicyError, ZeitnotError
from zeitnot.games import Participant, Side


def test_a_policy_plays_on_the_built_in_engine() -> None:
    participant = Participant.parse("argo")
    assert (participant.side, participant.policy, participant.command) == (Side.BUILT_IN, "argo", ())


def test_settings_follow_a_colon() -> None:
    participant = Participant.parse("magpie:alpha=0.2,tiles_per_turn=4", "scrabble")
    assert participant.settings == (("alpha", "0.2"), ("tiles_per_turn", "4"))
    assert participant.name == "magpie:alpha=0.2,tiles_per_turn=4"


def test_an_engine_and_a_policy_are_joined_by_a_plus() -> None:
    participant = Participant.parse("stockfish+textbook:option.Hash=32,option.Move Overhead=20")
    assert participant.side is Side.WRAPPED
    assert participant.command[0].endswith("/stockfish")
    assert participant.policy == "textbook"
    assert participant.options == (("Hash", "32"), ("Move Overhead", "20"))


def test_an_engine_alone_keeps_its_own_clock_also_where_a_policy_has_its_name() -> None:
    assert Participant.parse("stockfish").side is Side.OWN_CLOCK
    assert Participant.parse("toga2").side is Side.OWN_CLOCK


def test_a_file_is_kept_with_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine").symlink_to("/bin/true")
    monkeypatch.chdir(tmp_path)
    assert Participant.parse("./engine+argo").command == (str(tmp_path / "engine"),)


def test_the_policy_of_that_name_is_written_with_the_built_in_engine() -> None:
    participant = Participant.parse("zeitnot+stockfish")
    assert (participant.side, participant.policy) == (Side.BUILT_IN, "stockfish")


def test_settings_of_a_file_give_way_to_those_written_with_the_participant() -> None:
    participant = Participant.parse("uniform:turns_left=20").with_settings(
        {"turns_left": "50", "increment_share": "0.5"}
    )
    assert dict(participant.settings) == {"turns_left": "20", "increment_share": "0.5"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a participant must be POLICY"),
        ("+textbook", "a participant must be POLICY"),
        ("stockfish+", "a participant must be POLICY"),
        ("no-such-engine", "'no-such-engine' is no policy"),
        ("zeitnot", "the built-in engine must have a policy"),
        ("uniform:turns_left", "must be KEY=VALUE, got 'turns_left'"),
        ("uniform:turns_left=0.5", "turns_left must be"),
        ("uniform:turn_left=5", "turns_left"),
        ("stockfish:hash=5", "has options alone"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said_before_anything_is_played(text: str, said: str) -> None:
    with pytest.raises(SettingError) as caught:
        Participant.parse(text)
    assert said in str(caught.value)


def test_a_wrapped_engine_wants_a_policy_that_there_is() -> None:
    with pytest.raises(UnknownPolicyError, match="did you mean 'textbook'"):
        Participant.parse("stockfish+texbook")


@pytest.mark.parametrize("text", ["stockfish", "stockfish+magpie", "argo"])
def test_scrabble_is_for_policies_of_scrabble(text: str) -> None:
    with pytest.raises(SettingError, match="uniform, magpie"):
        Participant.parse(text, "scrabble")


def test_a_participant_may_have_a_clock_and_limits_of_its_own() -> None:
    participant = Participant.parse("uniform:clock=40/1:00+1,turns_left=20,nodes=5000,depth=8")
    assert (participant.control, participant.nodes, participant.depth) == ("40/1:00+1", 5000, 8)
    assert participant.settings == (("turns_left", "20"),)
    assert Participant.parse("stockfish:movetime=0.5").control == "0.5s/move"


def test_a_participant_may_have_a_name_of_its_own_and_is_still_known_as_written() -> None:
    participant = Participant.parse("stockfish:name=SF dev,option.Hash=16")
    assert (participant.name, participant.text) == ("SF dev", "stockfish:name=SF dev,option.Hash=16")
    assert participant.options == (("Hash", "16"),)
    assert Participant.parse("stockfish").text == "stockfish"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("uniform:clock=1+1,movetime=3", "clock= or movetime=, not both"),
        ("uniform:clock=soon", "at position 1 of 'soon'"),
        ("uniform:movetime=0", "must be seconds for each move, above 0, got '0'"),
        ("uniform:movetime=nan", "must be seconds for each move"),
        ("uniform:nodes=many", "nodes= must be a whole number from 1 to"),
        ("uniform:nodes=0", "nodes= must be a whole number from 1 to"),
        ("uniform:depth=1001", "depth= must be a whole number from 1 to 1000"),
        (f"uniform:depth={'9' * 5000}", "depth= must be a whole number from 1 to 1000"),
        ("uniform:name=\x1b[2J", "name must be printable"),
        (f"uniform:name={'x' * 201}", "at most 200 characters"),
    ],
)
def test_clocks_limits_and_names_that_cannot_be_are_refused(text: str, said: str) -> None:
    with pytest.raises(ZeitnotError, match=re.escape(said)):
        Participant.parse(text)
