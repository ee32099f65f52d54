"""Solving before the endgame, recorded: what it prefers after each amount of work, judged by endgames."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zeitnot._native import Sampling, StopControl
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.player import PlayerSettings
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.judge import JUDGES, Word, disagreement_pts, judge
from zeitnot.scrabble.recording.trace import ScrabbleTrace, SolvedCheck, Solving, nearest_checkpoint
from zeitnot.scrabble.simulation import SimulatedMove, SimulationState, Simulator
from zeitnot.scrabble.table import seed_of
from zeitnot.scrabble.turn import TurnTimer, WorkRates
from zeitnot.turns import Arm

SOLVING_STARTS = frozenset({500})
"""Samples after which candidates are solved; the end of a simulation is another."""
NODE_GROWTH = 1.4
"""Nodes grow at least by this from check to check."""
JUDGE_LEVELS = ((0, 50), (300, 5), (10_000, 1))
"""Nodes of the judge's endgames, and how many times its deals they are played on. Games played out by static
moves cost a hundredth of solved ones, and most of the luck of a deal is in both: so the first level is the
mean of many, and each later one corrects it by the mean difference from the level before, on the same deals.
Together they come to what the last level alone would on many deals."""
_PLAYED_OUT_PLIES = 200
"""More turns than any game has left."""

Solved = tuple[SimulationState, tuple[SimulationState, ...], bool]
"""A simulation, the states of solving what it left open, and whether that came to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvingRecorder:
    """Adds solving to a trace whose simulations are recorded, and judges all its moves by endgames."""

    knowledge: Knowledge
    """Words and static values."""
    player: PlayerSettings
    """The player whose solving it is."""
    nodes: int
    """Nodes of solving at each start."""
    deals: int
    """Deals that each judge solves with the most nodes."""
    seed: int
    """Seed of the recording."""

    def added(
        self,
        trace: ScrabbleTrace,
        position: Position,
        sight: RatedMove,
        simulated: Sequence[Sequence[SimulationState]],
    ) -> ScrabbleTrace:
        """Solve after each run of the trace, whose states these are, and return it with all that was found.

        The player's own choice is judged: the simulated best, unless solved values lead by more than their
        error. Simulated states and play at sight are judged in the same way, so that they can be compared.
        """
        rated = {move.rated.move: move.rated for move in simulated[0][0].moves} | {sight.move: sight}
        places = {move: place for place, move in enumerate(rated)}
        found = [
            self._solved_after(position, states, run.seed)
            for states, run in zip(simulated, trace.runs, strict=True)
        ]
        leaders = [
            [
                places[sight.move],
                *(places[state.moves[0].rated.move] for state in states),
                *(places[self._preferred(state, start).move] for start, kept, _ in solved for state in kept),
            ]
            for states, solved in zip(simulated, found, strict=True)
        ]
        arms = sorted({leader for led in leaders for leader in led})
        candidates = list(rated.values())
        judges = [
            self._valued(position, {arm: candidates[arm] for arm in arms}, trace.number, each)
            for each in range(JUDGES)
        ]
        losses_pts = judge(leaders, (), judges).losses_pts
        runs = tuple(
            replace(
                run,
                solved_losses_pts=losses[1 : 1 + len(states)],
                solvings=_solvings(position, states, solved, losses[1:]),
            )
            for run, states, solved, losses in zip(trace.runs, simulated, found, losses_pts, strict=True)
        )
        return replace(
            trace,
            runs=runs,
            solved_sight_loss_pts=math.fsum(losses[0] for losses in losses_pts) / len(losses_pts),
            solved_error_pts=disagreement_pts(judges),
        )

    def _preferred(self, solved: SimulationState, start: SimulationState) -> RatedMove:
        return self.player.preferred(solved, start.moves[0].rated)

    def _solved_after(self, position: Position, states: Sequence[SimulationState], seed: int) -> list[Solved]:
        """Solve after every state that is a start; the same candidates, in any order, are solved once."""
        known: dict[frozenset[Move], tuple[tuple[SimulationState, ...], bool]] = {}
        found = []
        for state in states:
            is_start = state is states[-1] or nearest_checkpoint(state.samples) in SOLVING_STARTS
            survivors = self.player.survivors_of(state)
            if not is_start or len(survivors) == 1:
                continue
            moves = frozenset(rated.move for rated in survivors)
            if moves not in known:
                known[moves] = self._solved(position, survivors, seed)
            found.append((state, *known[moves]))
        return found

    def _solved(
        self, position: Position, survivors: Sequence[RatedMove], seed: int
    ) -> tuple[tuple[SimulationState, ...], bool]:
        """Solve as the player does, and keep the states from the first one by which it may choose."""
        kept: list[SimulationState] = []

        def look(state: SimulationState) -> bool:
            is_due = not kept or state.nodes >= NODE_GROWTH * kept[-1].nodes
            if is_due and state.has_each(self.player.solved_samples):
                kept.append(state)
            return False

        rates = WorkRates()
        with TurnTimer(rates).solving(until_s=self.nodes / rates.nodes_per_s) as control:
            final = Simulator(knowledge=self.knowledge, settings=self.player.simulation).run(
                position,
                survivors,
                control,
                look,
                seed=seed,
                solve_nodes=self.player.solve_nodes,
                first_samples=self.player.solved_samples,
                check_s=self.player.check_s,
            )
        if kept and final.nodes > kept[-1].nodes:
            kept.append(final)
        return tuple(kept), final.has_all_deals

    def _valued(self, position: Position, arms: Mapping[int, RatedMove], number: int, each: int) -> Word:
        """Return the value of each arm, level by level.

        The chance of a win is that of a normal distribution with the mean final spread of the arm and the
        deviation over deals. Where every deal was solved, wins are counted: on fewer deals that has several
        times the error.
        """
        if len(arms) == 1:
            return {arm: Arm(mean_pts=0.0, variance=0.0, samples=1) for arm in arms}  # nothing to lose
        levels = [self._level(position, arms, number, each, level) for level in range(len(JUDGE_LEVELS))]
        (_, first), (_, last) = levels[0], levels[-1]
        if last.has_all_deals:
            values_pts = _by_arm(last, arms, lambda move: move.arm.mean_pts)
        else:
            variances = [move.samples * move.equity_error_pts**2 for move in first.moves]
            deviation_pts = max(1.0, math.sqrt(math.fsum(variances) / len(variances)))
            values_pts = {
                arm: self._utility_pts(
                    position.spread_pts + math.fsum(gained_pts[arm] for gained_pts, _ in levels),
                    deviation_pts,
                )
                for arm in arms
            }
        return {
            arm: Arm(mean_pts=value, variance=0.0, samples=self.deals) for arm, value in values_pts.items()
        }

    def _level(
        self, position: Position, arms: Mapping[int, RatedMove], number: int, each: int, level: int
    ) -> tuple[dict[int, float], SimulationState]:
        """Return the points that each arm gains, less those of the level before, and the games played."""
        nodes, times = JUDGE_LEVELS[level]
        seed = seed_of(self.seed, number, f"solving judge {level}", each)
        deals = times * self.deals
        state = self._played_out(position, arms, nodes=nodes, deals=deals, seed=seed)
        gained_pts = _by_arm(state, arms, lambda move: move.equity_pts)
        if level == 0:
            return gained_pts, state
        below = self._played_out(position, arms, nodes=JUDGE_LEVELS[level - 1][0], deals=deals, seed=seed)
        below_pts = _by_arm(below, arms, lambda move: move.equity_pts)
        return {arm: gained_pts[arm] - below_pts[arm] for arm in arms}, state

    def _utility_pts(self, spread_pts: float, deviation_pts: float) -> float:
        """Return what the player maximises, for a normal distribution of the final spread."""
        win_chance = 0.5 * (1.0 + math.erf(spread_pts / deviation_pts / math.sqrt(2.0)))
        return self.player.simulation.win_pts * win_chance + self.player.simulation.spread_weight * spread_pts

    def _played_out(
        self, position: Position, arms: Mapping[int, RatedMove], *, nodes: int, deals: int, seed: int
    ) -> SimulationState:
        """Play every arm to the end on the same deals; with nodes, the endgames are solved."""
        settings = replace(self.player.simulation, sampling=Sampling.ROUND_ROBIN, plies=_PLAYED_OUT_PLIES)
        control = StopControl(work_per_second=1.0)
        control.start(soft_s=math.inf, hard_s=math.inf)
        return Simulator(knowledge=self.knowledge, settings=settings).run(
            position,
            list(arms.values()),
            control,
            lambda state: False,
            seed=seed,
            most_samples=deals * len(arms),
            solve_nodes=nodes,
            first_samples=1,
            check_s=float(deals * len(arms)),
        )


def _by_arm(
    state: SimulationState, arms: Mapping[int, RatedMove], value: Callable[[SimulatedMove], float]
) -> dict[int, float]:
    values = {move.rated.move: value(move) for move in state.moves}
    return {arm: values[rated.move] for arm, rated in arms.items()}


def _solvings(
    position: Position,
    states: Sequence[SimulationState],
    found: Sequence[Solved],
    losses_pts: Sequence[float],
) -> tuple[Solving, ...]:
    """Put the states of solving and their losses together, which follow those of the simulation."""
    after = iter(losses_pts[len(states) :])
    return tuple(
        Solving(
            samples=start.samples,
            start_loss_pts=losses_pts[states.index(start)],
            is_complete=is_complete,
            checks=tuple(
                SolvedCheck(nodes=state.nodes, snapshot=state.snapshot(position), loss_pts=next(after))
                for state in kept
            ),
        )
        for start, kept, is_complete in found
    )
