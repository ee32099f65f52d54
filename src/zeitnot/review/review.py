"""Review: games read, turns judged on all cores, and what each player's clock was spent on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zeitnot.clocks import Kind, TimeControl
from zeitnot.errors import DataError
from zeitnot.games import (
    JudgeSettings,
    Reviewer,
    TimedGame,
    UnreadGame,
    VerdictRules,
    find_game,
)
from zeitnot.review.game_files import read_games
from zeitnot.review.judging import AskedGame, Progress, is_wanted, judge_turns
from zeitnot.review.move_review import JudgedMove, MoveReview
from zeitnot.review.player_profile import PlayerProfile, player_profiles
from zeitnot.review.side_review import SideReview, review_side
from zeitnot.review.thinking_value import Pace, pace_of
from zeitnot.review.turn_cache import TurnCache
from zeitnot.review.verdicts import TimeVerdict

MOMENTS = 5
"""Moments of a game that are shown with a board."""
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
    """The sides that were reviewed, the first seat first."""

    @property
    def rules(self) -> VerdictRules:
        """Bounds and words of the verdicts."""
        return find_game(self.game.game).reviewer().rules

    @property
    def moves(self) -> tuple[MoveReview, ...]:
        """Reviewed moves of all sides, in the order of the game."""
        return tuple(sorted((m for side in self.sides for m in side.moves), key=lambda each: each.move.ply))

    @property
    def moments(self) -> tuple[MoveReview, ...]:
        """The moves that mattered most, in the order of the game."""
        matter = [
            each
            for each in self.moves
            if each.verdict in _MOMENTOUS and _weight(each) >= self.rules.least_told
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
    work: int
    """Work on a turn: nodes in chess, samples in Scrabble."""
    is_complete: bool = True
    """Whether all games were judged; False if the review was stopped."""
    game: str = "chess"
    """Name of the game that was played."""

    @property
    def reviewer(self) -> Reviewer:
        """What the game provides for its reviews."""
        return find_game(self.game).reviewer()

    @property
    def judge(self) -> str:
        """Who judged, in words."""
        return self.engine or self.reviewer.built_in_judge


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
    own = () if settings is None else settings.settings
    for each in (each for path in paths for each in read_games(path, clock=clock, settings=own)):
        if isinstance(each, UnreadGame) or any(is_wanted(name, player) for name in each.players):
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
    managers: Sequence[str] | None = None,
    cache: TurnCache | None = None,
    on_progress: Progress | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> Review:
    """Review games as they were read; with a name, only the players whose name has it.

    `on_progress` hears of every turn, and turns are kept, so that stopping loses nothing. `nodes_per_s`
    sets what a second counts as, where it is known, in nodes, or samples in Scrabble; otherwise it is found
    from the games. `managers` are by default those that the game names.
    """
    read = list(found)
    games = [
        each
        for each in read
        if isinstance(each, TimedGame) and any(is_wanted(name, player) for name in each.players)
    ]
    unread = [each for each in read if isinstance(each, UnreadGame)]
    if not games:
        raise DataError(_nothing(unread, player))
    game_name, settings = _only_game(games), settings or JudgeSettings()
    reviewer, recording = find_game(game_name).reviewer(), settings.recording(game_name)
    asked = [AskedGame.of(game, player, reviewer, settings) for game in games]
    turns = [turn for each in asked for turn in each.turns.values()]
    own_cache = cache or TurnCache(recording, game=game_name)
    try:
        judged = judge_turns(
            turns,
            settings,
            game=game_name,
            cache=own_cache,
            on_progress=on_progress,
            is_stopped=is_stopped,
        )
    finally:
        if cache is None:
            own_cache.close()
    engine, work = reviewer.judge_words(recording)
    sides = [each.sides(judged) for each in asked]
    paces = _paces(games, sides, reviewer, most_work=work, work_per_s=nodes_per_s)
    wanted = reviewer.managers if managers is None else managers
    reviews = tuple(
        GameReview(
            game=each.game,
            sides=tuple(
                review_side(
                    each.game,
                    side,
                    pace := paces.get(_player_key(each.game, side)),
                    reviewer=reviewer,
                    managers=wanted,
                    positions=each.replayed(side, judged, pace) if wanted else (),
                )
                for side in found
            ),
        )
        for each, found in zip(asked, sides, strict=True)
        if found
    )
    return Review(
        games=reviews,
        unread=tuple(unread),
        profiles=player_profiles([(each.game, each.sides) for each in reviews]),
        engine=engine,
        work=work,
        is_complete=all(turn in judged for turn in turns),
        game=game_name,
    )


def _only_game(games: Sequence[TimedGame]) -> str:
    names = list(dict.fromkeys(game.game for game in games))
    if len(names) > 1:
        raise DataError(f"a review must be of one kind of game, got {' and '.join(names)}")
    return names[0]


_PlayerKey = tuple[str, Kind | None]


def _player_key(game: TimedGame, side: Sequence[JudgedMove]) -> _PlayerKey:
    """Return what a pace belongs to: a player at one kind of control."""
    name = game.players[side[0].move.seat]
    return name, None if game.control is None else game.control.kind


def _paces(
    games: Sequence[TimedGame],
    sides: Sequence[Sequence[Sequence[JudgedMove]]],
    reviewer: Reviewer,
    *,
    most_work: int,
    work_per_s: float | None,
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
        if work_per_s is not None:
            paces[key] = Pace(work_per_s=work_per_s, usual_s=sum(used_s) / len(used_s))
            continue
        paces[key] = pace_of(
            [each.curve for each in timed],
            used_s,
            [each.judgement.played_loss for each in timed],
            most_work=most_work,
            usual_work=reviewer.usual_work,
            least_work=reviewer.least_work,
        )
    return paces
