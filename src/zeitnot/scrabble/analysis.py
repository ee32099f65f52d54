"""Analysis: every move of a game valued against the best ones, by turn and by player."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from zeitnot.clocks import Clock, TimeControl
from zeitnot.scrabble.endgame_values import EndgameValues
from zeitnot.scrabble.events import Event, EventKind
from zeitnot.scrabble.features import features_of
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import ALL, Generator, RatedMove
from zeitnot.scrabble.moves import Move, MoveKind, ValuedMove, is_same
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import SimulatedMove, SimulationState
from zeitnot.scrabble.table import seed_of
from zeitnot.scrabble.turn import Choice, TurnTimer
from zeitnot.turns import Budget, Features, Limits, TimeManager

MISTAKES = 3
"""Number of mistakes that a summary lists."""


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
    """Best moves, best first; empty where the rack is not known."""
    played: ValuedMove | None = None
    """Value of the move played; None where it is not known."""
    line: tuple[Move, ...] = ()
    """Best play to the end of the game, when the bag is empty."""
    is_proven: bool = False
    """Whether the values are exact."""
    note: str = ""
    """Reason why a value is missing."""

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
        if not self.best or self.played is None:
            return None
        best, played = self.best[0].win_chance, self.played.win_chance
        return None if best is None or played is None else best - played


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """Summary of one player's moves."""

    player: int
    turns: int
    """Number of the player's turns analysed."""
    valued: int
    """Number of those turns whose move could be valued."""
    best_moves: int
    """Number of those turns on which the best move was played."""
    lost_pts: float
    """Equity lost over all turns."""
    lost_chance: float
    """Win probability lost over all turns."""
    mistakes: tuple[TurnAnalysis, ...]
    """Turns that lost the most equity, the worst first."""

    @property
    def mean_lost_pts(self) -> float | None:
        """Mean equity lost per turn; None without valued turns."""
        return self.lost_pts / self.valued if self.valued else None


def summary_of(turns: Sequence[TurnAnalysis], player: int) -> PlayerSummary:
    """Return the summary of one player's turns."""
    own = [turn for turn in turns if turn.player == player]
    valued = [(turn, lost_pts) for turn in own if (lost_pts := turn.lost_pts) is not None]
    worst_first = sorted(valued, key=lambda pair: -pair[1])
    return PlayerSummary(
        player=player,
        turns=len(own),
        valued=len(valued),
        best_moves=sum(turn.is_best for turn, _ in valued),
        lost_pts=sum(lost_pts for _, lost_pts in valued),
        lost_chance=sum(turn.lost_chance or 0.0 for turn, _ in valued),
        mistakes=tuple(
            turn for turn, lost_pts in worst_first[:MISTAKES] if lost_pts > 0 and not turn.is_best
        ),
    )


LEAST_TIME_S = 0.05
"""Shortest analysis of a turn, even where the planned time is shorter."""

Wanted = Callable[[int, int], bool]
"""Returns whether to analyse a turn, from its number and player."""


def _all(number: int, player: int) -> bool:
    return True


class PlannedTime:
    """Two managers, each with a clock on which every turn takes its target time."""

    def __init__(self, make_manager: Callable[[], TimeManager], control: TimeControl) -> None:
        self._managers = make_manager(), make_manager()
        self._clocks = Clock(control), Clock(control)
        for manager, clock in zip(self._managers, self._clocks, strict=True):
            manager.new_game(initial_s=clock.remaining_s)

    def budget(self, player: int, features: Features, *, ply: int) -> Budget:
        """Return the budget of a turn and deduct its target from the clock."""
        clock, other = self._clocks[player], self._clocks[1 - player]
        thinking = self._managers[player].begin(
            clock=clock.reading(), opponent=other.reading(), ply=ply, features=features
        )
        clock.spend(thinking.budget.target_s)
        thinking.finish(used_s=thinking.budget.target_s)
        return thinking.budget


class Analyst:
    """Analyses games with one player; the current turn can be stopped from another thread."""

    def __init__(self, player: Player, *, time_s: float | None = None, seed: int = 1, best: int = 3) -> None:
        """Analyse every turn for `time_s`; without it, for as long as a clock would have allowed."""
        self._player = player
        self._time_s = time_s
        self._seed = seed
        self._best = best
        knowledge = player.knowledge
        self._generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
        self._endgames = EndgameValues(
            knowledge, table_mb=player.settings.table_mb, threads=player.settings.simulation.threads
        )
        self._timer = TurnTimer(player.rates)
        self.stopped = False

    def stop(self) -> None:
        """Stop the analysis; neither the current turn nor later ones are yielded."""
        self.stopped = True
        self._timer.stop()

    def turns(self, game: Game, planned: PlannedTime, wanted: Wanted = _all) -> Iterator[TurnAnalysis]:
        """Yield the analysis of each turn, in order, as it is completed."""
        number = 0
        for index, event in enumerate(game.events):
            if event.kind is not EventKind.MOVE or event.move is None:
                continue
            number += 1
            plain = TurnAnalysis(
                number=number, player=event.player, position=game.position(index), event=event
            )
            is_known = len(event.rack) == game.states[index].hands[event.player]
            moves = self._moves(plain.position, self._player.settings.moves) if is_known else ()
            budget = planned.budget(event.player, features_of(plain.position, moves), ply=number - 1)
            if not wanted(number, event.player):
                continue
            time_s = max(LEAST_TIME_S, budget.target_s) if self._time_s is None else self._time_s
            turn = self._valued(replace(plain, budget=budget), moves, time_s)
            if self.stopped:
                return
            yield turn

    def _moves(self, position: Position, count: int = ALL) -> tuple[RatedMove, ...]:
        return tuple(self._generator.moves(position, count)) if position.rack else ()

    def _valued(self, turn: TurnAnalysis, moves: tuple[RatedMove, ...], time_s: float) -> TurnAnalysis:
        move = turn.event.move
        if not moves or move is None:
            return replace(turn, note=_unknown_rack(turn.event, turn.position))
        moves = self._moves(turn.position)
        played = next((rated for rated in moves if is_same(rated.move, move)), None)
        note = "" if played is not None else _not_found(move)
        timer = self._timer = TurnTimer(self._player.rates)
        if self.stopped:
            timer.stop()
        if turn.position.bag_count == 0:
            found = self._endgames.valued(turn.position, moves, played, timer, time_s=time_s)
            return replace(
                turn,
                best=found.best,
                played=found.played,
                line=found.line,
                is_proven=found.is_proven,
                note=note,
            )
        choice = self._player.choose(
            turn.position,
            limits=Limits(move_time_s=time_s),
            seed=seed_of(self._seed, turn.number),
            also=() if played is None else (played,),
            timer=timer,
        )
        best, worth = self._simulated(choice, played)
        return replace(turn, best=best, played=worth, note=note)

    def _simulated(
        self, choice: Choice, played: RatedMove | None
    ) -> tuple[tuple[ValuedMove, ...], ValuedMove | None]:
        """Return the moves ranked by the last search that decided, valued by one that has both moves."""
        states = [
            state
            for state, least in (
                (choice.solved, self._player.settings.solved_samples),
                (choice.simulation, 1),
            )
            if state is not None and state.has_each(least)
        ]
        for state in states:
            if played is None or _arm(state, played) is not None:
                ranked = [choice.chosen, *(move.rated for move in state.moves)]
                valued = [_simulated(arm) for rated in ranked if (arm := _arm(state, rated)) is not None]
                best = tuple(dict.fromkeys(valued))[: self._best]
                arm = None if played is None else _arm(state, played)
                return best, None if arm is None else _simulated(arm)
        at_sight = tuple(map(_static, choice.moves[: self._best]))
        return at_sight, None if played is None else _static(played)


def _unknown_rack(event: Event, position: Position) -> str:
    known = position.distribution.alphabet.rack_text(event.rack)
    return f"only {known} of the rack is known" if known else "the rack is not known"


def _not_found(move: Move) -> str:
    if move.kind is MoveKind.EXCHANGE and not move.tiles:
        return "the tiles exchanged are not known"
    return "not a legal move with this lexicon"


def _arm(state: SimulationState, rated: RatedMove) -> SimulatedMove | None:
    return next((arm for arm in state.moves if arm.rated.move == rated.move), None)


def _simulated(arm: SimulatedMove) -> ValuedMove:
    return ValuedMove(
        move=arm.rated.move,
        score_pts=arm.rated.score_pts,
        equity_pts=arm.equity_pts,
        equity_error_pts=arm.equity_error_pts,
        win_chance=arm.win_chance,
        samples=arm.samples,
    )


def _static(rated: RatedMove) -> ValuedMove:
    return ValuedMove(move=rated.move, score_pts=rated.score_pts, equity_pts=rated.equity_pts)
