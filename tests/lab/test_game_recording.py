"""New recordings of whole games are as matches are; those of earlier versions go on as they began."""

from pathlib import Path

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.lab.replay.made_up_data import chess_games
from zeitnot.chess import EARLIER_TURNS, ChessRecording
from zeitnot.lab import ShardStore, recording_of_games
from zeitnot.turns import to_json_form

NEW_FIELDS = ("to_the_end", "earlier_turns")


def test_new_games_are_played_to_the_end_with_tables_as_warm_as_in_a_match(tmp_path: Path) -> None:
    settings = recording_of_games(ChessRecording(nodes=500), tmp_path / "none.data")
    assert (settings.nodes, settings.whole_games) == (500, True)
    assert (settings.to_the_end, settings.earlier_turns) == (True, EARLIER_TURNS)


@pytest.mark.parametrize("known", [True, False])
def test_a_data_set_of_an_earlier_version_goes_on_as_it_began(tmp_path: Path, *, known: bool) -> None:
    begun = ChessRecording(nodes=500, whole_games=True)
    form = {name: value for name, value in to_json_form(begun).items() if known or name not in NEW_FIELDS}
    folder = tmp_path / "old.data"
    with ShardStore(folder, game="chess", settings=form) as store:
        store.add(chess_games(1))
    settings = recording_of_games(ChessRecording(nodes=500), folder)
    assert settings == begun
    with ShardStore(folder, game="chess", settings=to_json_form(settings)) as store:
        assert store.numbers == {0}


def test_a_data_set_of_this_version_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "new.data"
    settings = recording_of_games(ChessRecording(nodes=500), folder)
    with ShardStore(folder, game="chess", settings=to_json_form(settings)) as store:
        store.add(chess_games(1))
    assert recording_of_games(ChessRecording(nodes=500), folder) == settings


def test_a_data_set_goes_on_with_the_same_program_by_another_name(tmp_path: Path) -> None:
    folder = tmp_path / "named.data"
    begun = recording_of_games(ChessRecording(nodes=500, engine=("stockfish",)), folder)
    with ShardStore(folder, game="chess", settings=to_json_form(begun)) as store:
        store.add(chess_games(1))
    by_path = ChessRecording(nodes=500, engine=(debian_engine("stockfish"),))
    assert recording_of_games(by_path, folder) == begun
    other = ChessRecording(nodes=500, engine=(debian_engine("toga2"),))
    assert recording_of_games(other, folder).engine == other.engine
    gone = ChessRecording(nodes=500, engine=("no-such-engine",))
    assert recording_of_games(gone, folder).engine == gone.engine
