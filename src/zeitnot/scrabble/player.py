"""Player: plays a turn in seven steps under a time manager."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError, check_each, check_least
from zeitnot.monitors import bonferroni, difference_error
from zeitnot.policies import ScrabbleSplit
from zeitnot.scrabble.dynamic_leaves import DynamicLeaves
from zeitnot.scrabble.endgame import EndgameSearch
from zeitnot.scrabble.features import choices, features_of
from zeitnot.scrabble.generation import Generator, RatedMove
from zeitnot.scrabble.inference import InferenceSettings, InferredRack, ObservedPlay, RackInference
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.pre_endgame import PreEndgameMove, PreEndgameSearch, PreEndgameState, is_pre_endgame
from zeitnot.scrabble.simulation import SimulationSettings, SimulationState, Simulator
from zeitnot.scrabble.turn import Choice, OnState, SearchState, TurnTimer, TurnWork, WorkRates
from zeitnot.turns import (
    NO_LIMITS,
    Arm,
    Limits,
    Overhead,
    Reason,
    ScrabbleFeatures,
    Split,
    Thinking,
    TimeManager,
)

FIRST_LAG = Overhead(mean_s=0.002, worst_s=0.1)
"""Assumed delay past a deadline before it is measured: searches stop within a millisecond, but on a busy
machine the process may wait for some time slices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSettings:
    """Settings of a player's searches."""

    simulation: SimulationSettings = field(default_factory=SimulationSettings)
    moves: int = 60
    """Number of best static moves considered before simulation."""
    leaves_share: float = 0.05
    """Share of a turn's time for recomputing leaves for the tiles actually unseen (M35)."""
    solved_bag: int = 14
    """Most tiles in the bag for which the survivors of simulation are solved (M36)."""
    survivors: int = 4
    """Most candidates that are solved."""
    survivor_errors: float = 3.0
    """Candidates survive simulation when they are behind by at most this many standard errors."""
    survivor_pts: float = 5.0
    """Candidates also survive within this many points: static play errs by more than its samples show."""
    solve_nodes: int = 2_000
    """Node limit for the endgame after one candidate on one deal."""
    solved_samples: int = 8
    """Number of deals on which every survivor is solved before any is preferred."""
    solved_errors: float = 1.0
    """Lead in standard errors with which a survivor replaces the simulated best move."""
    pre_endgame: bool = False
    """Whether leading candidates are solved over every deal when 1 to 6 tiles are in the bag, instead of on
    samples of deals."""
    pre_endgame_candidates: int = 6
    """Number of leading candidates of the simulation that are solved over every deal."""
    pre_endgame_deals: int = 4
    """Number of deals on which every candidate must be solved before their chances to win are compared."""
    decide_share: float = 0.0
    """Share of an endgame's time for the question who wins, before the search for the best spread."""
    table_mb: int = 16
    """Table size of the endgame solver."""
    check_s: float = 0.02
    """Time between two checks of a simulation, where the policy does not set one."""
    inference: InferenceSettings = field(default_factory=InferenceSettings)
    """How the opponent's rack is inferred, where the policy grants time for it."""

    def __post_init__(self) -> None:
        check_least(self, 1, "moves", "survivors", "solve_nodes", "solved_samples", "table_mb")
        check_least(self, 1, "pre_endgame_candidates", "pre_endgame_deals")
        check_each(self, "at least 0 and below 1", lambda share: 0 <= share < 1, "decide_share")

    @classmethod
    def of(cls, *, threads: int, plies: int | None, candidates: int | None) -> Self:
        """Return settings with this simulation; what is not given stays as the player has it."""
        default = cls()
        simulation = replace(
            default.simulation,
            threads=threads,
            plies=plies or default.simulation.plies,
            candidates=candidates or default.simulation.candidates,
        )
        return cls(simulation=simulation, moves=max(default.moves, simulation.candidates))

    def survives(self, arm: Arm, best: Arm) -> bool:
        """Return whether an arm is too close to the best for simulation to separate them."""
        most_pts = max(self.survivor_pts, self.survivor_errors * difference_error(best, arm))
        return best.mean_pts - arm.mean_pts <= most_pts

    def survivors_of(self, state: SimulationState) -> tuple[RatedMove, ...]:
        """Return the candidates that simulation could not separate from the best, best first."""
        first = state.moves[: self.survivors]
        return tuple(move.rated for move in first if self.survives(move.arm, first[0].arm))

    def preferred(self, solved: SimulationState, simulated: RatedMove | None) -> RatedMove:
        """Return the simulated best unless solved values beat it by more than their error: they are few."""
        leader = solved.moves[0]
        kept = next((move for move in solved.moves if move.rated is simulated), leader)
        lead_pts = leader.arm.mean_pts - kept.arm.mean_pts
        sure = lead_pts > self.solved_errors * difference_error(leader.arm, kept.arm)
        return leader.rated if sure else kept.rated

    def proven_or_ahead(self, solved: PreEndgameState, simulated: RatedMove | None) -> RatedMove | None:
        """Return the move that solved deals prefer; None if too few of them are solved.

        A candidate replaces the simulated best one when it is proven better, or when every candidate left is
        solved on enough deals and it leads by more than the error of those that are not solved.
        """
        leader = solved.moves[0]
        kept = next((move for move in solved.moves if move.rated is simulated), leader)
        if solved.is_proven or kept.is_eliminated or leader.low > kept.high:
            return leader.rated
        if not solved.has_each(self.pre_endgame_deals):
            return None
        return leader.rated if self._leads(leader, kept) else kept.rated

    def _leads(self, leader: PreEndgameMove, kept: PreEndgameMove) -> bool:
        error = math.sqrt(leader.variance + kept.variance)
        return leader.win_chance - kept.win_chance > self.solved_errors * error


OnPlan = Callable[[Thinking], None]
"""Called with the plan of a turn before its searches begin."""


def nobody_plans(thinking: Thinking) -> None:
    """Ignore the plan of a turn."""


def _nobody_looks(state: SearchState) -> None:
    """Ignore a report of a search."""


class Player:
    """A player of one side; its manager holds calibration and diagnostics."""

    def __init__(
        self,
        manager: TimeManager,
        knowledge: Knowledge,
        *,
        settings: PlayerSettings | None = None,
        rates: WorkRates | None = None,
    ) -> None:
        """Take a manager; with rates, time is counted in work and games are reproducible."""
        self.manager = manager
        self.knowledge = knowledge
        self.settings = settings or PlayerSettings()
        self.rates = rates
        self._generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
        self._simulator = Simulator(knowledge=knowledge, settings=self.settings.simulation)
        self._leaves = DynamicLeaves(knowledge=knowledge)
        inference = replace(self.settings.inference, threads=self.settings.simulation.threads)
        self._inference = RackInference(knowledge=knowledge, settings=inference)
        self._endgame = EndgameSearch(knowledge, table_mb=self.settings.table_mb)
        self._last_endgame: Position | None = None
        self._pre_endgame: PreEndgameSearch | None = None  # its tables are made when they are needed
        self._lag = FIRST_LAG
        self._inferred: InferredRack | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Start a new game; measurements of the machine are kept."""
        self._inferred = None
        self.manager.new_game(initial_s=initial_s)
        self._last_endgame = None

    def choose(
        self,
        position: Position,
        *,
        clock: ClockReading | None = None,
        opponent: ClockReading | None = None,
        limits: Limits = NO_LIMITS,
        ply: int | None = None,
        seed: int = 1,
        on_state: OnState = _nobody_looks,
        on_plan: OnPlan = nobody_plans,
        also: tuple[RatedMove, ...] = (),
        timer: TurnTimer | None = None,
        seen: ObservedPlay | None = None,
    ) -> Choice:
        """Play one turn (M22).

        `seen` is the opponent's last turn, from which a policy may have the opponent's rack inferred.
        `also` lists moves that are simulated even if they are not among the best static ones; a caller that
        passes its own timer can stop the turn from another thread.
        """
        self.knowledge.check(position)
        if clock is None and limits.move_time_s is None:
            raise SettingError("a turn must have a clock or a time for the move, got neither")
        timer = timer or TurnTimer(self.rates)
        # The budget depends on how close the best moves are, so they are generated first, on the same clock.
        moves = tuple(self._generator.moves(position, self.settings.moves))
        timer.generated()
        movegen_s = timer.elapsed_s
        features = features_of(position, moves, seen)
        thinking = self.manager.begin(
            clock=clock,
            opponent=opponent,
            limits=limits,
            ply=ply,
            features=features,
            lag=None if timer.counts_work_alone else self._lag,
            wall_time=self.rates is None,
        )
        on_plan(thinking)
        turn = TurnWork(
            position=position,
            moves=moves,
            thinking=thinking,
            timer=timer,
            seed=seed,
            listed_s=movegen_s,
            movegen_s=movegen_s,
            split=split_of(thinking, features),
            on_state=on_state,
            also=also,
            seen=seen,
            earlier=self._inferred,
        )
        self._inferred = None  # a turn without inference breaks the chain
        turn.reason = self._quick_exit(turn)
        if turn.reason is None:
            self._revalue(turn)
            self._infer(turn)
            self._simulate(turn)
            self._solve(turn)
        return self._calibrated(turn, self._final_choice(turn))

    def _quick_exit(self, turn: TurnWork) -> Reason | None:
        """Return why no search is needed; None when one is."""
        if turn.thinking.budget.quick_exit is not None:
            return turn.thinking.budget.quick_exit
        if choices(turn.moves) <= 1 and not turn.also:
            return Reason.ONE_MOVE
        return Reason.LOW_TIME if turn.is_late else None

    def _revalue(self, turn: TurnWork) -> None:
        """Recompute leaves for the tiles actually unseen if time permits, counted as generation (M35)."""
        if not self._leaves.worthwhile(turn.position):
            return
        began_s = turn.timer.elapsed_s
        allowed_s = self.settings.leaves_share * turn.thinking.budget.target_s
        with turn.timer.listing(until_s=min(began_s + allowed_s, turn.thinking.hard_deadline_s)) as control:
            turn.moves = self._leaves.rate(turn.position, turn.moves, control, seed=turn.seed).moves
        turn.movegen_s += turn.timer.elapsed_s - began_s

    def _infer(self, turn: TurnWork) -> None:
        """Infer what the opponent kept, if the policy grants time for it; unused time is simulated.

        What the turn before said is used with it, if that was inferred, too.
        """
        if turn.seen is None or turn.split.inference_s <= 0 or turn.is_late:
            return
        began_s = turn.timer.elapsed_s
        until_s = min(began_s + turn.split.inference_s, turn.thinking.hard_deadline_s)
        with turn.timer.sampling(until_s=until_s) as control:
            found = self._inference.run(
                turn.position, turn.seen, control, seed=turn.seed, earlier=turn.earlier
            )
        self._inferred = found
        turn.inferred = found if found is not None and self._inference.is_enough(found) else None
        turn.inference_s = turn.timer.elapsed_s - began_s
        turn.split = turn.split.after_inference(used_s=turn.inference_s)
        said = "nothing found" if turn.inferred is None else f"{turn.inferred.racks} racks"
        turn.notes.append(f"inference: {said}")

    def _simulate(self, turn: TurnWork) -> None:
        if turn.position.bag_count == 0 or turn.split.simulation_s <= 0 or turn.is_late:
            return
        candidates = turn.moves[: self.settings.simulation.candidates]
        least = self.settings.simulation.first_samples
        known = {rated.move for rated in candidates}
        candidates += tuple(rated for rated in turn.also if rated.move not in known)
        began_s = turn.timer.elapsed_s
        until_s = min(began_s + turn.split.simulation_s, turn.thinking.hard_deadline_s)
        with turn.timer.sampling(until_s=until_s) as control:
            turn.simulation = self._simulator.run(
                turn.position,
                candidates,
                control,
                lambda state: turn.looked_at(state, began_s, least=least),
                seed=turn.seed,
                most_samples=turn.split.samples,
                check_s=self._check_s(turn),
                kept=turn.kept,
            )
        turn.simulation_s = turn.timer.elapsed_s - began_s
        turn.ended("simulation")

    def _solve(self, turn: TurnWork) -> None:
        """Search the endgame, or the candidates' endgames, with unused simulation time added (M19)."""
        began_s = turn.timer.elapsed_s
        split = turn.split.rolled_over(simulation_used_s=turn.simulation_s)
        budget_s = min(split.endgame_s, turn.thinking.hard_deadline_s - began_s)
        if turn.split.endgame_s <= 0 or budget_s <= 0:
            return
        if turn.position.bag_count == 0:
            self._search_endgame(turn, began_s, budget_s, most_nodes=split.nodes)
        elif self.settings.pre_endgame and is_pre_endgame(turn.position):
            self._solve_deals(turn, began_s, budget_s)
        elif turn.position.bag_count <= self.settings.solved_bag:
            self._solve_survivors(turn, began_s, budget_s)
        turn.endgame_s = turn.timer.elapsed_s - began_s

    def _search_endgame(
        self, turn: TurnWork, began_s: float, budget_s: float, *, most_nodes: int | None
    ) -> None:
        keeps_table = self._last_endgame is not None and turn.position.follows(self._last_endgame)
        self._last_endgame = turn.position
        if self.settings.decide_share > 0:
            with turn.timer.solving(until_s=began_s + self.settings.decide_share * budget_s) as control:
                turn.decided = self._endgame.run(
                    turn.position,
                    control,
                    turn.watched,
                    threads=self.settings.simulation.threads,
                    decides=True,
                    keeps_table=keeps_table,
                )
            keeps_table = True
        with turn.timer.solving(until_s=began_s + budget_s) as control:
            turn.endgame = self._endgame.run(
                turn.position,
                control,
                lambda state: turn.deepened(state, began_s, budget_s),
                threads=self.settings.simulation.threads,
                most_nodes=most_nodes,
                keeps_table=keeps_table,
            )
        if turn.endgame.is_complete:
            turn.reason = Reason.SOLVED
        turn.ended("endgame")

    def _solve_survivors(self, turn: TurnWork, began_s: float, budget_s: float) -> None:
        """Value the candidates that simulation could not separate by the endgames that follow (M36)."""
        survivors = self._survivors(turn)
        if len(survivors) == 1:
            return
        turn.reason = None
        least = self.settings.solved_samples
        with turn.timer.solving(until_s=began_s + budget_s) as control:
            turn.solved = self._simulator.run(
                turn.position,
                survivors,
                control,
                lambda state: turn.looked_at(state, began_s, budget_s, least=least),
                seed=turn.seed,
                solve_nodes=self.settings.solve_nodes,
                first_samples=least,
                check_s=self.settings.check_s,
                kept=turn.kept,
            )
        if turn.solved.has_all_deals:
            turn.reason = Reason.SOLVED
        turn.ended("endgame")

    def _solve_deals(self, turn: TurnWork, began_s: float, budget_s: float) -> None:
        """Solve the leading candidates over the deals of a nearly empty bag."""
        search = self._pre_endgame or PreEndgameSearch(self.knowledge, table_mb=self.settings.table_mb)
        self._pre_endgame = search
        count, least = self.settings.pre_endgame_candidates, self.settings.pre_endgame_deals
        leaders = turn.moves[:count]
        if turn.simulation is not None and turn.simulation.samples:
            leaders = tuple(move.rated for move in turn.simulation.moves[:count])
        if len(leaders) == 1:
            return
        turn.reason = None
        simulation = self.settings.simulation
        with turn.timer.solving(until_s=began_s + budget_s) as control:
            turn.pre_endgame = search.run(
                turn.position,
                leaders,
                control,
                lambda state: turn.dealt(state, began_s, budget_s, least=least, simulation=simulation),
                kept=turn.kept,
                seed=turn.seed,
                threads=simulation.threads,
                check_s=self.settings.check_s,
            )
        if turn.pre_endgame.is_proven:
            turn.reason = Reason.SOLVED
        turn.ended("pre-endgame")

    def _survivors(self, turn: TurnWork) -> tuple[RatedMove, ...]:
        """Return the candidates that simulation could not separate from the best."""
        if turn.simulation is None or not turn.simulation.samples:
            return turn.moves[: self.settings.survivors]
        return self.settings.survivors_of(turn.simulation)

    def _final_choice(self, turn: TurnWork) -> RatedMove:
        """Return the proven best move, else the one simulated best, else the best static one (M24)."""
        proven = simulated = None
        endgame = turn.endgame
        if endgame is not None:
            # A proven win or draw is worth more than a higher value that is not proven.
            if turn.decided is not None and turn.decided.win_chance and not endgame.is_complete:
                endgame = turn.decided
            proven = next((rated for rated in turn.moves if rated.move == endgame.line[0]), None)
            proven = proven or self._generator.rate(turn.position, endgame.line[0])
        if turn.simulation is not None and turn.simulation.has_each(1):
            simulated = turn.simulation.moves[0].rated
        if turn.solved is not None and turn.solved.has_each(self.settings.solved_samples):
            simulated = self.settings.preferred(turn.solved, simulated)
        if turn.pre_endgame is not None:
            simulated = self.settings.proven_or_ahead(turn.pre_endgame, simulated) or simulated
        return proven or simulated or turn.moves[0]

    def _calibrated(self, turn: TurnWork, chosen: RatedMove) -> Choice:
        """Finish the turn and let the manager calibrate to the machine's speed (M15)."""
        thinking, solver = turn.thinking, turn.endgame or turn.pre_endgame or turn.solved
        loss_pts = None if thinking.last_check is None else bonferroni(thinking.last_check.snapshot)
        used_s = turn.timer.elapsed_s
        if used_s >= turn.ready_s:
            self._lag = self._lag.after(used_s - turn.ready_s)
        record = thinking.finish(
            used_s=used_s,
            move=turn.position.move_text(chosen.move),
            reason=turn.reason or Reason.TARGET,
            movegen_s=turn.movegen_s,
            simulation_s=turn.simulation_s,
            endgame_s=turn.endgame_s,
            inference_s=turn.inference_s,
            samples=turn.simulation.samples if turn.simulation is not None else 0,
            nodes=(solver.nodes if solver else 0) + (turn.decided.nodes if turn.decided else 0),
            expected_loss_pts=loss_pts,
        )
        return Choice(
            chosen=chosen,
            record=replace(record, note="; ".join(turn.notes)),
            moves=turn.moves,
            simulation=turn.simulation,
            solved=turn.solved,
            pre_endgame=turn.pre_endgame,
            endgame=turn.endgame,
            inferred=turn.inferred,
        )

    def _check_s(self, turn: TurnWork) -> float:
        """Return the check interval: the policy's sample count in seconds by the measured rate (M12)."""
        rate = turn.thinking.turn.calibration.sample
        if turn.thinking.budget.split is None or not rate.measurements:
            return self.settings.check_s
        return turn.split.check_every_samples * rate.seconds


def split_of(thinking: Thinking, features: ScrabbleFeatures) -> Split:
    """Return the budget's split; for a policy without one, that of the MAGPIE document (M18)."""
    budget = thinking.budget
    if budget.split is not None:
        return budget.split
    return ScrabbleSplit().split(thinking.turn, features, budget.target_s)
