"""Analysis: every move of a game against the best ones, its grade, and luck of the draw apart from skill."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from zeitnot.clocks import Clock, TimeControl
from zeitnot.games import MoveComment, TimedGame
from zeitnot.scrabble.challenges import is_withdrawn
from zeitnot.scrabble.events import Event
from zeitnot.scrabble.features import PHASES, features_of, phase_of
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.luck import TileDraw
from zeitnot.scrabble.mistakes import BOUNDS, MISTAKES, Grade, MistakeBounds
from zeitnot.scrabble.moves import Move, ValuedMove
from zeitnot.scrabble.player import PlayerSettings
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.game_turns import JudgedScrabbleTurn, move_words
from zeitnot.scrabble.timed_gcg import turn_places
from zeitnot.turns import Budget, Features, TimeManager

LISTED = 3
"""Best moves of a turn, and worst mistakes of a player, that are listed."""


_SEEN_MOVES = PlayerSettings().moves
"""Best moves at sight that tell a policy how close a choice is."""
_THROWN_AWAY = 0.5
"""Win probability lost by who leaves a proven win or draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAnalysis:
    """Analysis of one turn of a game."""

    number: int
    """Number of the turn, from 1."""
    player: int
    """Player on turn, 0 or 1."""
    position: Position
    """Position as the player saw it."""
    event: Event
    budget: Budget | None = None
    """Time that the policy would have planned; None without a clock."""
    best: tuple[ValuedMove, ...] = ()
    """Best moves, best first; empty where the turn could not be judged."""
    played: ValuedMove | None = None
    """Value of the move played; None where it is not known."""
    line: tuple[Move, ...] = ()
    """Best play to the end of the game, when the bag is empty."""
    is_proven: bool = False
    """Whether the values are exact."""
    phase: str = ""
    """Phase of the game; empty where the turn could not be judged."""
    draw: TileDraw | None = None
    """Draw that filled the rack; None where none was drawn."""
    note: str = ""
    """Reason why a value is missing, or what was valued in place of the move."""

    @property
    def is_best(self) -> bool:
        """Whether the best move was played."""
        return self.played is not None and bool(self.best) and self.played.move == self.best[0].move

    @property
    def lost_pts(self) -> float | None:
        """Equity of the best move less that of the move played; below 0 where the best wins more games."""
        return self.best[0].equity_pts - self.played.equity_pts if self.best and self.played else None

    @property
    def lost_chance(self) -> float | None:
        """Win probability of the best move less that of the move played."""
        return self.best[0].win_chance - self.played.win_chance if self.best and self.played else None

    def grade(self, bounds: MistakeBounds = BOUNDS) -> Grade | None:
        """Return the grade of the move; None where it is not known."""
        played, lost_pts, lost_chance = self.played, self.lost_pts, self.lost_chance
        if played is None or lost_pts is None or lost_chance is None:
            return None
        if self.is_best:
            return Grade.BEST
        bag = self.position.bag_count
        if bag == 0 and lost_chance >= _THROWN_AWAY:
            return Grade.LARGE
        if bounds.counts_chance(self.best[0], unseen=len(self.position.unseen), bag=bag):
            return bounds.by_chance(lost_chance, played.gap_error_chance)
        return bounds.by_points(lost_pts, played.gap_error_pts)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseLosses:
    """What a player lost in one phase of a game."""

    phase: str
    turns: int
    """Number of turns whose move could be valued."""
    lost_pts: float
    """Equity lost."""
    lost_chance: float
    """Win probability lost."""
    grades: Mapping[Grade, int]
    """Number of moves of each grade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """Summary of one player's moves and draws: the score is par, plus luck, less what the moves lost."""

    player: int
    turns: int
    """Number of the player's turns analysed."""
    valued: int
    """Number of those turns whose move could be valued."""
    best_moves: int
    """Number of those turns on which the best move was played."""
    lost_pts: float
    """Equity lost over all turns."""
    lost_error_pts: float
    """Standard error of it."""
    lost_chance: float
    """Win probability lost over all turns."""
    grades: Mapping[Grade, int]
    """Number of moves of each grade."""
    phases: tuple[PhaseLosses, ...]
    """The same by phase of the game, in their order."""
    mistakes: tuple[TurnAnalysis, ...]
    """Mistakes that lost the most equity, the worst first."""
    luck_pts: float
    """Luck of all draws that are known."""
    luck_error_pts: float
    """Standard error of it."""
    draws: int
    """Number of those draws."""
    score_pts: int | None
    """Final score; None where not all turns of the player were analysed."""

    @property
    def mean_lost_pts(self) -> float | None:
        """Mean equity lost per turn; None without valued turns."""
        return self.lost_pts / self.valued if self.valued else None

    @property
    def index(self) -> float:
        """Mistake index: a large mistake counts 1, a medium one 0.5, a small one 0.2."""
        return sum(weight * self.grades[grade] for grade, weight in MISTAKES.items())

    @property
    def par_pts(self) -> float | None:
        """Score less luck and with what was lost: average draws, played best, on the boards of this game.

        All else is in it, too: tiles counted at the end, penalties, turns whose luck or loss is not known.
        """
        return None if self.score_pts is None else self.score_pts - self.luck_pts + self.lost_pts


def summary_of(
    turns: Sequence[TurnAnalysis], player: int, game: Game, bounds: MistakeBounds = BOUNDS
) -> PlayerSummary:
    """Return the summary of one player's turns."""
    own = [turn for turn in turns if turn.player == player]
    valued = [turn for turn in own if turn.lost_pts is not None]
    draws = [turn.draw for turn in own if turn.draw is not None and turn.draw.counted]
    mistakes = [turn for turn in valued if turn.grade(bounds) in MISTAKES]
    all_turns = sum(game.events[place].player == player for place in turn_places(game))
    return PlayerSummary(
        player=player,
        turns=len(own),
        valued=len(valued),
        best_moves=sum(turn.is_best for turn in valued),
        lost_pts=_lost_pts(valued),
        lost_error_pts=math.hypot(*(turn.played.gap_error_pts for turn in valued if turn.played is not None)),
        lost_chance=_lost_chance(valued),
        grades=_grades(valued, bounds),
        phases=tuple(
            PhaseLosses(
                phase=phase,
                turns=len(part),
                lost_pts=_lost_pts(part),
                lost_chance=_lost_chance(part),
                grades=_grades(part, bounds),
            )
            for phase in PHASES
            if (part := [turn for turn in valued if turn.phase == phase])
        ),
        mistakes=tuple(sorted(mistakes, key=lambda turn: -(turn.lost_pts or 0.0))[:LISTED]),
        luck_pts=math.fsum(draw.luck_pts for draw in draws),
        luck_error_pts=math.hypot(*(draw.error_pts for draw in draws)),
        draws=len(draws),
        score_pts=game.state.scores[player] if len(own) == all_turns else None,
    )


def _lost_pts(turns: Sequence[TurnAnalysis]) -> float:
    return math.fsum(turn.lost_pts or 0.0 for turn in turns)


def _lost_chance(turns: Sequence[TurnAnalysis]) -> float:
    return math.fsum(turn.lost_chance or 0.0 for turn in turns)


def _grades(turns: Sequence[TurnAnalysis], bounds: MistakeBounds) -> dict[Grade, int]:
    found = [turn.grade(bounds) for turn in turns]
    return {grade: found.count(grade) for grade in Grade}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnalysis:
    """A game with the analysis of its turns."""

    game: Game
    timed: TimedGame
    """The same game with the times of its turns, as far as the file has them."""
    turns: tuple[TurnAnalysis, ...]
    """Turns that were analysed, in their order."""
    samples: int = 0
    """Samples of one simulation of a turn."""

    @property
    def summaries(self) -> tuple[PlayerSummary, PlayerSummary]:
        """Summaries of both players."""
        return summary_of(self.turns, 0, self.game), summary_of(self.turns, 1, self.game)


class PlannedTime:
    """Two managers, each with a clock on which every turn takes its target time."""

    def __init__(self, make_manager: Callable[[], TimeManager], control: TimeControl) -> None:
        self._managers = make_manager(), make_manager()
        self._clocks = Clock(control), Clock(control)
        for manager, clock in zip(self._managers, self._clocks, strict=True):
            manager.new_game(initial_s=clock.remaining_s)

    def budgets(self, game: Game, generator: Generator) -> tuple[Budget, ...]:
        """Return the budgets of all turns of a game, by ply from 0."""
        found = []
        for ply, place in enumerate(turn_places(game)):
            event, position = game.events[place], game.position(place)
            is_known = len(event.rack) == game.states[place].hands[event.player]
            moves = generator.moves(position, _SEEN_MOVES) if is_known else ()
            found.append(self._budget(event.player, features_of(position, moves), ply=ply))
        return tuple(found)

    def _budget(self, player: int, features: Features, *, ply: int) -> Budget:
        """Return the budget of a turn and deduct its target from the clock."""
        clock, other = self._clocks[player], self._clocks[1 - player]
        thinking = self._managers[player].begin(
            clock=clock.reading(), opponent=other.reading(), ply=ply, features=features
        )
        clock.spend(thinking.budget.target_s)
        thinking.finish(used_s=thinking.budget.target_s)
        return thinking.budget


def analysed_turns(
    game: Game,
    judged: Mapping[int, JudgedScrabbleTurn],
    *,
    draws: Sequence[TileDraw] = (),
    budgets: Sequence[Budget] = (),
) -> list[TurnAnalysis]:
    """Return the turns that were judged, by ply from 0, with the luck and the planned time of each."""
    by_ply = {draw.ply: draw for draw in draws}
    found = []
    for ply, place in enumerate(turn_places(game)):
        turn, position, event = judged.get(ply), game.position(place), game.events[place]
        if turn is None:
            continue
        trace = turn.trace
        is_off = is_withdrawn(game, place) and not turn.judgement.problem
        found.append(
            TurnAnalysis(
                number=ply + 1,
                player=event.player,
                position=position,
                event=event,
                budget=budgets[ply] if budgets else None,
                best=turn.moves[:LISTED],
                played=turn.played,
                line=turn.line,
                is_proven=turn.is_proven,
                phase="" if trace is None else PHASES[phase_of(trace.features)],
                draw=by_ply.get(ply),
                note="challenged off, which comes to a pass" if is_off else turn.judgement.problem,
            )
        )
    return found


def analysis_comments(
    turns: Sequence[TurnAnalysis], bounds: MistakeBounds = BOUNDS
) -> dict[int, MoveComment]:
    """Return what an annotated game says about its turns, by ply from 0."""
    return {turn.number - 1: _comment(turn, bounds) for turn in turns}


def _comment(turn: TurnAnalysis, bounds: MistakeBounds) -> MoveComment:
    grade, words = turn.grade(bounds), []
    if grade in MISTAKES:
        words.append(f"{grade.capitalize()} mistake: {loss_words(turn)}.")
    elif grade is not None:
        words.append(f"{grade.capitalize()} move.")
    elif turn.note:
        words.append(f"Not judged: {turn.note}.")
    if turn.draw is not None and turn.draw.counted:
        words.append(f"Luck of the draw {turn.draw.luck_pts:+.1f}.")
    better = grade in MISTAKES and bool(turn.best)
    return MoveComment(
        words=" ".join(words),
        loss=turn.lost_pts or 0.0,
        in_trouble=False,
        line=(move_words(turn.position, turn.best[0].move),) if better else (),
    )


def loss_words(turn: TurnAnalysis) -> str:
    """Return what a move lost, with the error: `lost 3.1 ± 0.8 points, 1.2 % of wins`."""
    if turn.played is None or turn.lost_pts is None or turn.lost_chance is None:
        return "what it lost is not known"
    error_pts = turn.played.gap_error_pts
    error = f" ± {error_pts:.1f}" if error_pts else ""
    return f"lost {turn.lost_pts:.1f}{error} points, {100 * turn.lost_chance:.1f} % of wins"
