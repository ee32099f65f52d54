"""Review: all games, kept turns, stopping, JSON, PGN, and players over many games."""

import io
import json
from pathlib import Path

import chess.pgn
import pytest

from tests.review.planted_games import BLUNDER, MOVES, is_legal, planted
from zeitnot.errors import DataError
from zeitnot.review import (
    JudgeSettings,
    Review,
    TimeVerdict,
    TurnCache,
    annotated_games,
    read_games,
    review_files,
    review_form,
    review_games,
)


@pytest.fixture(scope="module")
def found(quick: JudgeSettings, cache: TurnCache) -> Review:
    games = [planted({BLUNDER: float(1 + number)}) for number in range(7)]
    return review_games(games, settings=quick, cache=cache)


def test_every_move_of_both_sides_is_reviewed(found: Review) -> None:
    assert len(found.games) == 7
    for game in found.games:
        assert [side.name for side in game.sides] == ["Wim", "Bea"]
        assert len(game.moves) == len(MOVES)
        assert len(game.moments) <= 5
        assert found.is_complete


def test_figures_of_a_side_belong_together(found: Review) -> None:
    side = found.games[0].sides[0]
    assert side.pace is not None
    assert 0 <= side.achieved <= side.achievable
    assert side.gain == pytest.approx(side.achievable - side.achieved)
    assert side.gain <= side.gain_with_all + 1e-9
    best_s = [move.best_s for move in side.moves]
    assert sum(each for each in best_s if each is not None) <= side.used_s + 1e-6
    assert side.expected_loss - side.gain <= side.expected_loss
    assert [each.name for each in side.managers] == ["learned", "mergen", "textbook"]
    assert all(len(each.used_s) == 16 and each.left_s > 0 for each in side.managers)


def test_one_player_alone_can_be_reviewed(quick: JudgeSettings, cache: TurnCache) -> None:
    (game,) = review_games([planted({})], player="BEA", settings=quick, cache=cache, managers=()).games
    assert [side.name for side in game.sides] == ["Bea"]


def test_a_second_look_searches_nothing(
    quick: JudgeSettings, cache: TurnCache, found: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr("zeitnot.chess.reviewer.TurnRecorder", None)
    again = review_games(
        [each.game for each in found.games],
        settings=quick,
        cache=cache,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(len(MOVES), len(MOVES))]
    assert review_form(again) == review_form(found)


def test_one_who_stops_loses_nothing(quick: JudgeSettings, tmp_path: Path) -> None:
    cache = TurnCache(quick.recording(), path=tmp_path / "review.db")
    done: list[int] = []
    stopped = review_games(
        [planted({})],
        settings=quick,
        cache=cache,
        on_progress=lambda number, _: done.append(number),
        is_stopped=lambda: len(done) > 4,
    )
    assert not stopped.is_complete
    assert stopped.games == ()
    told: list[int] = []
    review_games(
        [planted({})],
        settings=quick,
        cache=cache,
        on_progress=lambda number, _: told.append(number),
        is_stopped=lambda: True,
    )
    assert told == [4]
    cache.close()


def test_turns_are_kept_for_one_engine_and_effort(
    quick: JudgeSettings, cache: TurnCache, tmp_path: Path
) -> None:
    path = tmp_path / "review.db"
    first = TurnCache(quick.recording(), path=path)
    other = TurnCache(JudgeSettings(engine=(), effort=0.3).recording(), path=path)
    review_games([planted({})], player="Wim", settings=quick, cache=first, managers=(), is_stopped=None)
    done: list[int] = []
    review_games(
        [planted({})],
        settings=quick,
        cache=other,
        on_progress=lambda number, _: done.append(number),
        is_stopped=lambda: True,
    )
    assert done == [0]


def test_a_cache_that_cannot_be_opened_or_is_damaged_is_done_without(
    quick: JudgeSettings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    closed = TurnCache(quick.recording(), path=tmp_path / "file" / "review.db")
    (tmp_path / "damaged.db").write_bytes(b"no database" * 100)
    damaged = TurnCache(quick.recording(), path=tmp_path / "damaged.db")
    for cache in (closed, damaged):
        assert cache.find([]) == {}


def test_two_processes_find_the_same(quick: JudgeSettings, tmp_path: Path, cache: TurnCache) -> None:
    game = planted({})
    two = JudgeSettings(engine=(), effort=quick.effort, processes=2)
    fresh = TurnCache(two.recording(), path=tmp_path / "review.db")
    assert review_form(review_games([game], settings=two, cache=fresh, managers=())) == review_form(
        review_games([game], settings=quick, cache=cache, managers=())
    )


def test_the_form_is_plain_json(found: Review) -> None:
    form = json.loads(json.dumps(review_form(found), allow_nan=False))
    move = form["games"][0]["sides"][0]["moves"][BLUNDER // 2]
    assert move["verdict"] == "too quick"
    assert move["used_s"] == 1.0
    assert move["choices"]
    assert form["players"][0]["all"]["games"] == 7


def test_the_pgn_has_comments_glyphs_and_the_better_line(found: Review) -> None:
    text = annotated_games(found)
    games = io.StringIO(text)
    first = chess.pgn.read_game(games)
    assert first is not None
    assert is_legal(text)
    node = list(first.mainline())[BLUNDER]
    assert node.clock() is not None
    assert "Too quick [0:01]: 1 s only" in " ".join(node.comment.split())
    assert chess.pgn.NAG_BLUNDER in node.nags
    assert len(node.parent.variations) == 2
    assert first.headers["Annotator"] == "zeitnot review"
    assert sum(1 for _ in iter(lambda: chess.pgn.read_game(games), None)) == 6


def test_a_player_of_many_games_has_a_profile(found: Review) -> None:
    profile = found.profiles[0]
    assert profile.name == "Wim"
    assert profile.all.games == 7
    assert [each.name for each in profile.phases] == ["opening", "middle game"]
    assert [each.name for each in profile.seats] == ["White"]
    assert [each.name for each in profile.controls] == ["rapid"]
    assert profile.all.share is not None
    assert 0 < profile.all.share.mean < 1
    assert profile.trend is not None
    assert profile.typical.startswith("Typical: too quick in the middle game")
    assert sum(each.loss for each in profile.phases) == pytest.approx(profile.all.loss)


def test_games_without_times_have_losses_alone(
    quick: JudgeSettings, cache: TurnCache, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[White "W"]\n[Black "B"]\n\n{" ".join(MOVES)} *\n', encoding="utf-8")
    found = review_games(read_games(path), settings=quick, cache=cache)
    side = found.games[0].sides[0]
    assert side.pace is None
    assert {each.verdict for each in side.moves} == {TimeVerdict.UNKNOWN}
    assert side.loss > 0.3
    assert found.profiles == ()


def test_a_file_without_a_game_of_the_player_is_refused(tmp_path: Path, quick: JudgeSettings) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 *\n", encoding="utf-8")
    with pytest.raises(DataError, match="'nobody'"):
        review_files([path], player="nobody", settings=quick)
    path.write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="got none that can be read"):
        review_files([path], settings=quick)


def test_files_of_all_origins_go_through(quick: JudgeSettings, cache: TurnCache) -> None:
    samples = sorted((Path(__file__).parent / "samples").glob("*.pgn"))
    games = [game for path in samples for game in read_games(path)]
    found = review_games(games, settings=quick, cache=cache, managers=("uniform",))
    assert len(found.games) == len(samples)
    assert found.unread == ()
    json.dumps(review_form(found), allow_nan=False)
    assert is_legal(annotated_games(found))
    for game in found.games:
        for side in game.sides:
            assert (side.pace is not None) == any(each.move.time.used_s for each in side.moves)
