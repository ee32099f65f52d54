"""The judge of simulations: what an arm that led loses, by samples that did not choose it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from zeitnot.errors import DataError
from zeitnot.monitors import difference_error
from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.generation import Generator, RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.trace import JudgedPly
from zeitnot.scrabble.rules import MOST_SCORELESS, going_out_pts
from zeitnot.scrabble.turn import TurnTimer, WorkRates
from zeitnot.turns import Arm

JUDGES = 2
"""Simulations that judge: each values what the other one and the runs take for the best."""

K = TypeVar("K")

Word = Mapping[int, Arm]
"""Final estimates of one simulation, by the number of the candidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedLosses:
    """Losses of all checkpoints of a position."""

    losses_pts: tuple[tuple[float, ...], ...]
    """Losses by run, then by checkpoint."""
    error_pts: float
    """Standard error of a loss that is not 0, mean over them."""


def arms_to_judge(leaders: Sequence[Sequence[int]], finals: Sequence[Word]) -> tuple[int, ...]:
    """Return the arms that ever led, and those that other runs take for the best."""
    arms = {leader for run in leaders for leader in run}
    arms.update(best_arm(_others(finals, run) or finals) for run in range(len(finals)))
    return tuple(sorted(arms))


def judge(leaders: Sequence[Sequence[int]], finals: Sequence[Word], judges: Sequence[Word]) -> JudgedLosses:
    """Return what the leaders of each run lose.

    An arm is valued by judges alone: their samples are shared equally among the arms, while arms that had bad
    luck in a run get no more samples and keep it. The best arm that it is compared with is chosen by the
    other runs and the other judges, never by the samples that value it, nor by those of the run that is
    judged: what is best by luck is worth no more than it is.
    """
    losses_pts, squares = [], []
    for run, led in enumerate(leaders):
        by_judge = []
        for number, word in enumerate(judges):
            best = best_arm(_others(finals, run) + _others(judges, number), among=word)
            by_judge.append([word[best].mean_pts - word[leader].mean_pts for leader in led])
            squares += [gap_error_pts(word, best, leader) ** 2 for leader in led if leader != best]
        losses_pts.append(tuple(math.fsum(losses) / len(judges) for losses in zip(*by_judge, strict=True)))
    mean_square = math.fsum(squares) / len(squares) if squares else 0.0
    return JudgedLosses(losses_pts=tuple(losses_pts), error_pts=math.sqrt(mean_square / len(judges)))


def best_arm(words: Sequence[Word], among: Iterable[int] | None = None) -> int:
    """Choose the arm with the best mean over several simulations.

    Each has its own luck with its deals, so means are compared with that of one arm in the same simulation.
    One that went through all deals there are leaves the others nothing to say.
    """
    words = [word for word in words if _is_exact(word)] or words
    arms = sorted(words[0] if among is None else among)
    samples = {arm: sum(word[arm].samples for word in words) for arm in arms}
    base = max(arms, key=lambda arm: samples[arm])
    lead_pts = {
        arm: math.fsum(word[arm].samples * (word[arm].mean_pts - word[base].mean_pts) for word in words)
        / samples[arm]
        for arm in arms
        if samples[arm]
    }
    return max(lead_pts, key=lambda arm: lead_pts[arm])


def disagreement_pts(judges: Sequence[Word]) -> float:
    """Return the standard error of the mean of two judges, from how they differ about the arms."""
    first, second = judges
    best = best_arm(judges)
    squares = [
        (first[best].mean_pts - first[arm].mean_pts - second[best].mean_pts + second[arm].mean_pts) ** 2
        for arm in first
        if arm != best
    ]
    return 0.5 * math.sqrt(math.fsum(squares) / len(squares)) if squares else 0.0


def gap_error_pts(word: Mapping[K, Arm], best: K, other: K) -> float:
    """Return the error of a difference on shared deals; covariances are those with its leader."""
    leader = max(word, key=lambda arm: word[arm].mean_pts)
    return difference_error(word[leader], word[best if other == leader else other])


def _is_exact(word: Word) -> bool:
    return all(arm.variance == 0.0 and arm.samples > 1 for arm in word.values())


def _others(words: Sequence[Word], number: int) -> list[Word]:
    return [*words[:number], *words[number + 1 :]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterMove:
    """Value of a move to the end of the game."""

    value_pts: int
    """Points that the player on turn gains, the move included."""
    is_proven: bool = True
    """Whether the value is exact."""


class EndgameValues:
    """Values moves by solving the endgames that follow them."""

    def __init__(self, knowledge: Knowledge, *, table_mb: int) -> None:
        self._search = EndgameSearch(knowledge, table_mb=table_mb)

    def after(self, position: Position, rated: RatedMove, timer: TurnTimer, *, until_s: float) -> AfterMove:
        """Return the value of a move to the end of the game."""
        distribution = position.distribution
        if not rated.leave:
            return AfterMove(value_pts=rated.score_pts + going_out_pts(position.unseen, distribution))
        scoreless_turns = 0 if rated.score_pts else position.scoreless_turns + 1
        if scoreless_turns >= MOST_SCORELESS:
            held_pts = distribution.rack_value(rated.leave)
            return AfterMove(value_pts=distribution.rack_value(position.unseen) - held_pts)
        after = Position(
            board=position.board.with_tiles(position.judge(rated.move).squares)
            if rated.move.kind is MoveKind.PLACE
            else position.board,
            rack=position.unseen,
            other_rack=rated.leave,
            scores=(position.scores[1], position.scores[0] + rated.score_pts),
            scoreless_turns=scoreless_turns,
            distribution=distribution,
            layout=position.layout,
        )
        with timer.solving(until_s=until_s) as control:
            state = self._search.run(after, control, lambda state: False)
        return AfterMove(value_pts=rated.score_pts - state.value_pts, is_proven=state.is_complete)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedTurn:
    """An endgame, solved as far as the nodes went, and the moves that were best for a while."""

    plies: tuple[JudgedPly, ...]
    """Depths of the solver."""
    moves: tuple[Move, ...]
    """Best move of each depth."""
    gained_pts: Mapping[Move, float]
    """Points that each valued move gains to the end of the game."""
    line: tuple[Move, ...]
    """Best play of both sides."""
    error_pts: float
    """Difference between two searches of the last move; 0 if the value is proven."""
    is_proven: bool
    """Whether all values are exact."""


def solved_turn(
    position: Position,
    knowledge: Knowledge,
    generator: Generator,
    *,
    nodes: int,
    table_mb: int,
    also: Iterable[Move] = (),
) -> SolvedTurn:
    """Solve a position, then what follows every move that was best for a while, and the other ones named.

    All moves are valued in the same way, the last one too: cut short, a search of the whole position and one
    of what follows a move can differ. That difference is the error.
    """
    states, final = _deepened(position, knowledge, nodes=nodes, table_mb=table_mb)
    values = EndgameValues(knowledge, table_mb=table_mb)
    moves = generator.moves(position)
    gained_pts = {}
    is_proven = final.is_complete
    for move in dict.fromkeys([*(state.line[0] for state in [*states, final]), *also]):
        if (rated := moves.find(move)) is None:
            raise DataError(f"a move to value must be legal, got {position.move_text(move)!r}")
        timer = TurnTimer(rates := WorkRates())
        after = values.after(position, rated, timer, until_s=nodes / rates.nodes_per_s)
        gained_pts[move] = float(after.value_pts)
        is_proven = is_proven and after.is_proven
    best_pts = max(gained_pts.values())
    plies = tuple(
        JudgedPly(
            depth=state.depth,
            nodes=state.nodes,
            value_pts=float(state.value_pts),
            loss_pts=float(best_pts - gained_pts[state.line[0]]),
        )
        for state in states
    )
    return SolvedTurn(
        plies=plies,
        moves=tuple(state.line[0] for state in states),
        gained_pts=gained_pts,
        line=final.line,
        error_pts=abs(final.value_pts - gained_pts[final.line[0]]),
        is_proven=is_proven,
    )


def _deepened(
    position: Position, knowledge: Knowledge, *, nodes: int, table_mb: int
) -> tuple[list[EndgameState], EndgameState]:
    """Search with a table of its own, so that nothing solved before makes it quicker."""
    states: list[EndgameState] = []

    def kept(state: EndgameState) -> bool:
        states.append(state)
        return False

    rates = WorkRates()
    with TurnTimer(rates).solving(until_s=nodes / rates.nodes_per_s) as control:
        final = EndgameSearch(knowledge, table_mb=table_mb).run(position, control, kept)
    return states, final
