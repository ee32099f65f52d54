"""Review: games read, turns judged on all cores, and what each player's clock was spent on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from zeitnot.chess import GameTurn, JudgedTurn
from zeitnot.clocks import Kind, TimeControl
from zeitnot.errors import DataError
from zeitnot.review.game_files import UnreadGame, read_games
from zeitnot.review.judging import JudgeSettings, Progress, judge_turns
from zeitnot.review.other_managers import MANAGERS
from zeitnot.review.player_profile import PlayerProfile, player_profiles
from zeitnot.review.side_review import JudgedMove, MoveReview, SideReview, review_side
from zeitnot.review.thinking_value import Pace, ThinkingCurve, pace_of
from zeitnot.review.timed_game import TimedGame
from zeitnot.review.turn_cache import TurnCache
from zeitnot.review.verdicts import TimeVerdict

MOMENTS = 5
"""Moments of a game that are shown with a board."""
_LEAST_MOMENT = 0.01
"""Expected score below which a move is no moment."""
_MOMENTOUS = (
    TimeVerdict.TOO_LONG,
    TimeVerdict.TOO_QUICK,
    TimeVerdict.TIME_TROUBLE,
    TimeVerdict.NOT_TIME,
    TimeVerdict.WELL_SPENT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview:
    """One game, by one or both of its sides."""

    game: TimedGame
    """The game with its times."""
    sides: tuple[SideReview, ...]
    """The sides that were reviewed, White first."""

    @property
    def moves(self) -> tuple[MoveReview, ...]:
        """Reviewed moves of all sides, in the order of the game."""
        return tuple(sorted((m for side in self.sides for m in side.moves), key=lambda each: each.move.ply))

    @property
    def moments(self) -> tuple[MoveReview, ...]:
        """The moves that mattered most, in the order of the game."""
        matter = [
            each for each in self.moves if each.verdict in _MOMENTOUS and _weight(each) >= _LEAST_MOMENT
        ]
        chosen = sorted(matter, key=_weight, reverse=True)[:MOMENTS]
        return tuple(sorted(chosen, key=lambda each: each.move.ply))


def _weight(review: MoveReview) -> float:
    # Praise matters less than what went wrong.
    return review.cost / 2 if review.verdict is TimeVerdict.WELL_SPENT else review.cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All that was reviewed."""

    games: tuple[GameReview, ...]
    """Games in the order of their files."""
    unread: tuple[UnreadGame, ...]
    """Games that were not reviewed, with the reasons."""
    profiles: tuple[PlayerProfile, ...]
    """Players of two games or more, those with the most first."""
    engine: str
    """Engine that judged; empty for the built-in one."""
    nodes: int
    """Nodes of the search of a turn."""
    is_complete: bool = True
    """Whether all games were judged; False if the review was stopped."""


def review_files(
    paths: Iterable[Path],
    *,
    player: str = "",
    clock: TimeControl | None = None,
    most_games: int | None = None,
    settings: JudgeSettings | None = None,
    nodes_per_s: float | None = None,
    on_progress: Progress | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> Review:
    """Review the games of files; with a name, only the players whose name has it."""
    found: list[TimedGame | UnreadGame] = []
    games = 0
    for each in (each for path in paths for each in read_games(path, clock=clock)):
        if isinstance(each, UnreadGame) or any(_is_wanted(name, player) for name in each.players):
            found.append(each)
            games += isinstance(each, TimedGame)
            if games == most_games:
                break
    return review_games(
        found,
        player=player,
        settings=settings,
        nodes_per_s=nodes_per_s,
        on_progress=on_progress,
        is_stopped=is_stopped,
    )


def _nothing(unread: Sequence[UnreadGame], player: str) -> str:
    if player:
        return f"a review must have a game of the player, got none with a name like {player!r}"
    more = f" ({unread[0].place}: {unread[0].reason})" if unread else ""
    return f"a review must have a game, got none that can be read{more}"


def review_games(
    found: Iterable[TimedGame | UnreadGame],
    *,
    player: str = "",
    settings: JudgeSettings | None = None,
    nodes_per_s: float | None = None,
    managers: Sequence[str] = MANAGERS,
    cache: TurnCache | None = None,
    on_progress: Progress | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> Review:
    """Review games as they were read; with a name, only the players whose name has it.

    `on_progress` hears of every turn, and turns are kept, so that stopping loses nothing. `nodes_per_s`
    sets what a second counts as, where it is known; otherwise it is found from the games.
    """
    read = list(found)
    games = [
        each
        for each in read
        if isinstance(each, TimedGame) and any(_is_wanted(name, player) for name in each.players)
    ]
    unread = [each for each in read if isinstance(each, UnreadGame)]
    if not games:
        raise DataError(_nothing(unread, player))
    settings = settings or JudgeSettings()
    recording = settings.recording()
    wanted = [[side for side in (0, 1) if _is_wanted(game.players[side], player)] for game in games]
    turns = [turn for game, sides in zip(games, wanted, strict=True) for turn in _turns(game, sides).values()]
    own_cache = cache or TurnCache(recording)
    try:
        judged = judge_turns(turns, settings, cache=own_cache, on_progress=on_progress, is_stopped=is_stopped)
    finally:
        if cache is None:
            own_cache.close()
    sides = [_judged_sides(game, which, judged) for game, which in zip(games, wanted, strict=True)]
    paces = _paces(games, sides, most_nodes=recording.nodes, nodes_per_s=nodes_per_s)
    reviews = tuple(
        GameReview(
            game=game,
            sides=tuple(
                review_side(game, side, paces.get(_player_key(game, side)), managers=managers)
                for side in found
            ),
        )
        for game, found in zip(games, sides, strict=True)
        if found
    )
    return Review(
        games=reviews,
        unread=tuple(unread),
        profiles=player_profiles([(each.game, each.sides) for each in reviews]),
        engine=recording.engine[0] if recording.engine else "",
        nodes=recording.nodes,
        is_complete=all(turn in judged for turn in turns),
    )


def _is_wanted(name: str, player: str) -> bool:
    return player.lower() in name.lower()


def _turns(game: TimedGame, sides: Sequence[int]) -> dict[int, GameTurn]:
    """Return the turns of the sides by ply."""
    board = chess.Board(game.root_fen)
    found = {}
    for move in game.moves:
        if (0 if move.is_white else 1) in sides:
            found[move.ply] = GameTurn.of(board, move.uci)
        board.push_uci(move.uci)
    return found


def _judged_sides(
    game: TimedGame, which: Sequence[int], judged: dict[GameTurn, JudgedTurn]
) -> list[list[JudgedMove]]:
    """Return the sides with their judgements; none of a game that was not judged to its end."""
    turns = _turns(game, which)
    if any(turn not in judged for turn in turns.values()):
        return []
    sides: list[list[JudgedMove]] = []
    for side in which:
        moves = [move for move in game.moves if move.is_white == (side == 0)]
        found = [(move, judged[turns[move.ply]]) for move in moves]
        sides.append(
            [JudgedMove(move=move, judged=turn, curve=ThinkingCurve.of(turn.trace)) for move, turn in found]
        )
    return [side for side in sides if side]


_PlayerKey = tuple[str, Kind | None]


def _player_key(game: TimedGame, side: Sequence[JudgedMove]) -> _PlayerKey:
    """Return what a pace belongs to: a player at one kind of control."""
    name = game.players[0 if side[0].move.is_white else 1]
    return name, None if game.control is None else game.control.kind


def _paces(
    games: Sequence[TimedGame],
    sides: Sequence[Sequence[Sequence[JudgedMove]]],
    *,
    most_nodes: int,
    nodes_per_s: float | None,
) -> dict[_PlayerKey, Pace]:
    """Find the pace of each player at each kind of control, from all moves with a time."""
    moves: dict[_PlayerKey, list[JudgedMove]] = {}
    for game, found in zip(games, sides, strict=True):
        for side in found:
            moves.setdefault(_player_key(game, side), []).extend(each for each in side if each.is_timed)
    paces = {}
    for key, timed in moves.items():
        used_s = [each.move.time.used_s or 0.0 for each in timed]
        if not timed or not sum(used_s):
            continue
        if nodes_per_s is not None:
            paces[key] = Pace(nodes_per_s=nodes_per_s, usual_s=sum(used_s) / len(used_s))
            continue
        losses = [each.judged.played_loss for each in timed]
        paces[key] = pace_of([each.curve for each in timed], used_s, losses, most_nodes=most_nodes)
    return paces
