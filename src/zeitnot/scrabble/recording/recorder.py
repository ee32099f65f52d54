"""The Scrabble recorder: positions simulated for long, or solved, and judged at every step."""

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from zeitnot._native import Sampling, StopControl
from zeitnot.errors import SettingError, check_least
from zeitnot.scrabble.dynamic_leaves import DynamicLeaves
from zeitnot.scrabble.features import PHASES, features_of
from zeitnot.scrabble.generation import Generator, RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.player import PlayerSettings
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.judge import (
    JUDGES,
    SolvedTurn,
    Word,
    arms_to_judge,
    best_arm,
    judge,
    solved_turn,
)
from zeitnot.scrabble.recording.positions import DrawnPosition, PositionSource
from zeitnot.scrabble.recording.solving import SolvingRecorder
from zeitnot.scrabble.recording.trace import (
    CHECK_SAMPLES,
    JudgedCheck,
    KeptStates,
    ScrabbleTrace,
    SimulatedRun,
)
from zeitnot.scrabble.simulation import SimulationSettings, SimulationState, Simulator
from zeitnot.scrabble.table import seed_of

_RATE = 10_000.0
"""Samples that are a second: with work for time, any number does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleRecording:
    """How positions are drawn, simulated and judged. A position takes about 8 s of one core by default."""

    seed: int = 1
    """Another seed, other positions."""
    samples: int = 10_000
    """Samples of one simulation, over all its arms."""
    long_samples: int = 50_000
    """Samples of one simulation in the positions that are simulated longest, if more than `samples`: the last
    checkpoints of the MAGPIE document (M29) are too expensive for every position."""
    long_every: int = 6
    """One position in this many, of every phase, is simulated longest."""
    seeds: int = 4
    """Simulations of one position, each with its own deals; with a single one, only judges choose the best
    arm."""
    judge_samples: int = 8_000
    """Samples of each judging simulation, shared equally among the arms that ever led."""
    candidates: int = 15
    """Best static moves that are simulated; the player's own."""
    plies: int = 2
    """Turns played after a candidate; the player's own."""
    endgame_nodes: int = 2_000_000
    """Nodes of the solver with an empty bag; as many again for each other move that it preferred on the
    way."""
    loose_pts: float = 5.0
    """In the games a move so far behind the best is played e times less often; each player draws his own
    figure from 0 to this, so that scores drift apart."""
    loose_moves: int = 10
    """Best static moves that are played in the games at all."""
    most_bag: int = 0
    """If above 0, all positions have 1 to this many tiles in the bag; otherwise all phases take turns."""
    solving_nodes: int = 0
    """Nodes for which the candidates that a simulation could not separate are solved, where the player would;
    with 0, solving is not recorded."""
    solving_deals: int = 0
    """Deals that each judge solves with most nodes, where solving is recorded; cheaper endgames are played on
    more of them."""

    def __post_init__(self) -> None:
        """Refuse what cannot be recorded."""
        check_least(self, 0, "long_samples", "most_bag", "solving_nodes", "solving_deals")
        if (self.solving_nodes > 0) != (self.solving_deals > 0):
            raise SettingError(
                "solving_nodes and solving_deals must both be above 0 or both 0, "
                f"got {self.solving_nodes!r} and {self.solving_deals!r}"
            )
        check_least(self, 1, "seeds", "long_every", "plies", "endgame_nodes", "loose_moves")
        check_least(self, 2, "candidates")
        # Every arm needs two samples, or nothing is known of its noise.
        check_least(self, 2 * self.candidates, "samples", "judge_samples")
        if not 0.0 <= self.loose_pts < math.inf:
            raise SettingError(f"loose_pts must be at least 0 and finite, got {self.loose_pts!r}")

    def samples_of(self, number: int) -> int:
        """Return the samples of one simulation of the position with this number."""
        turn, phase = divmod(number, len(PHASES))
        is_long = turn % self.long_every == phase % self.long_every
        return max(self.samples, self.long_samples) if is_long else self.samples

    @property
    def simulation(self) -> SimulationSettings:
        """The player's simulation, with these figures."""
        return SimulationSettings(plies=self.plies, candidates=self.candidates)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedTurn:
    """A turn that was simulated and judged."""

    trace: ScrabbleTrace
    """The turn as data sets have it."""
    played_pts: tuple[tuple[float, ...], ...]
    """What the moves named lose, by run."""
    states: tuple[tuple[SimulationState, ...], ...]
    """States of each run: at the checkpoints of its trace."""
    judges: tuple[SimulationState, ...]
    """Final states of the judging simulations."""
    best: Move
    """The best move by all simulations together."""


Play = Callable[[DrawnPosition, int], Sequence[Move]]
"""Plays a position with a seed; several moves where it is played in several ways."""


class ScrabbleRecorder:
    """Records positions by number; what it gives depends on settings and number alone."""

    def __init__(self, settings: ScrabbleRecording, *, knowledge: Knowledge | None = None) -> None:
        """Prepare words and searches, the built-in ones by default."""
        self.settings = settings
        self.knowledge = knowledge or Knowledge.built_in()
        self._player = PlayerSettings(simulation=settings.simulation)
        generator = Generator.make(self.knowledge.lexicon, self.knowledge.evaluation, self.knowledge.layout)
        self._source = PositionSource(
            generator=generator,
            knowledge=self.knowledge,
            seed=settings.seed,
            loose_pts=settings.loose_pts,
            loose_moves=settings.loose_moves,
            seen_moves=self._player.moves,
            most_bag=settings.most_bag,
        )
        self._solving = SolvingRecorder(
            knowledge=self.knowledge,
            player=self._player,
            nodes=settings.solving_nodes,
            deals=settings.solving_deals,
            seed=settings.seed,
        )
        self._leaves = DynamicLeaves(knowledge=self.knowledge)

    def close(self) -> None:
        """Nothing is open."""

    def record(self, number: int) -> ScrabbleTrace:
        """Draw the position with this number, search it for long, and judge every step."""
        drawn = self._drawn(number)
        if drawn.position.bag_count:
            return self._simulated(number, drawn).trace
        return self.solved(drawn, number=number)[0]

    def solved(
        self, drawn: DrawnPosition, also: Sequence[Move] = (), *, number: int = 0
    ) -> tuple[ScrabbleTrace, SolvedTurn]:
        """Solve a turn with an empty bag, and value the other moves named in the same way."""
        found = solved_turn(
            drawn.position,
            self.knowledge,
            self._source.generator,
            nodes=self.settings.endgame_nodes,
            table_mb=self._player.table_mb,
            also=also,
        )
        trace = replace(_trace(number, drawn), plies=found.plies, loss_error_pts=found.error_pts)
        return trace, found

    def simulated(self, drawn: DrawnPosition, also: Sequence[Move]) -> "SimulatedTurn":
        """Simulate a turn with tiles in the bag, and judge the moves named in the same way."""
        return self._simulated(0, drawn, [also] * self.settings.seeds)

    def turn_of(self, position: Position, *, ply: int, plies_to_come: int) -> DrawnPosition:
        """Return a turn of anybody's game with all its moves, best first."""
        moves = self._source.generator.moves(position)
        return DrawnPosition(
            position=position,
            ply=ply,
            plies_to_come=plies_to_come,
            moves=moves,
            features=features_of(position, moves[: self._player.moves]),
        )

    def record_beside(self, number: int, play: Play) -> tuple[ScrabbleTrace, tuple[tuple[float, ...], ...]]:
        """Record a position with tiles in the bag, and judge what `play` plays there in the same way."""
        drawn = self._drawn(number)
        if not drawn.position.bag_count:
            raise SettingError(f"moves are judged beside simulations only, got an empty bag in {number}")
        seeds = [seed_of(self.settings.seed, number, "play", run) for run in range(self.settings.seeds)]
        turn = self._simulated(number, drawn, [play(drawn, seed) for seed in seeds])
        return turn.trace, turn.played_pts

    def _drawn(self, number: int) -> DrawnPosition:
        if number < 0:
            raise SettingError(f"the number of a position must be at least 0, got {number!r}")
        return self._source.draw(number)

    def _simulated(
        self, number: int, drawn: DrawnPosition, played: Sequence[Sequence[Move]] = ()
    ) -> "SimulatedTurn":
        """Simulate with every seed and judge the checkpoints, play at sight and moves played, too."""
        settings = self.settings
        candidates = self._candidates(number, drawn, {move for moves in played for move in moves})
        seeds = [seed_of(settings.seed, number, "run", run) for run in range(settings.seeds)]
        most_samples = settings.samples_of(number)
        states = [self._run(drawn.position, candidates, seed, most_samples) for seed in seeds]
        places = {rated.move: place for place, rated in enumerate(candidates)}
        # Before the first sample stands the move that looks best.
        sight = places.get(drawn.moves[0].move, 0)
        before = [[sight, *(places[move] for move in moves)] for moves in played or [()] * len(seeds)]
        leaders = [
            [*first, *(places[state.moves[0].rated.move] for state in run)]
            for first, run in zip(before, states, strict=True)
        ]
        finals = [_word(run[-1], places) for run in states]
        arms = arms_to_judge(leaders, finals)
        judging = [
            self._judged(drawn.position, [candidates[arm] for arm in arms], seed)
            for seed in (seed_of(settings.seed, number, "judge", each) for each in range(JUDGES))
        ]
        judges = [_word(state, places) for state in judging]
        judged = judge(leaders, finals, judges)
        runs = tuple(
            SimulatedRun(
                seed=seed,
                checks=tuple(
                    JudgedCheck(snapshot=state.snapshot(drawn.position), loss_pts=loss_pts)
                    for state, loss_pts in zip(run, losses_pts[len(first) :], strict=True)
                ),
            )
            for seed, first, run, losses_pts in zip(seeds, before, states, judged.losses_pts, strict=True)
        )
        trace = replace(
            _trace(number, drawn),
            runs=runs,
            sight_loss_pts=math.fsum(losses_pts[0] for losses_pts in judged.losses_pts) / len(runs),
            loss_error_pts=judged.error_pts,
        )
        if settings.solving_nodes and drawn.position.bag_count <= self._player.solved_bag:
            trace = self._solving.added(trace, drawn.position, candidates[sight], states)
        both = zip(before, judged.losses_pts, strict=True)
        return SimulatedTurn(
            trace=trace,
            played_pts=tuple(losses_pts[1 : len(first)] for first, losses_pts in both),
            states=tuple(tuple(run) for run in states),
            judges=tuple(judging),
            best=candidates[best_arm([*finals, *judges], among=arms)].move,
        )

    def _candidates(
        self, number: int, drawn: DrawnPosition, played: Set[Move] = frozenset()
    ) -> tuple[RatedMove, ...]:
        """Choose what is simulated, as the player does: by leaves for the tiles unseen near the end (M35)."""
        seed = seed_of(self.settings.seed, number, "leaves")
        places = {place for move in played if (place := drawn.moves.place_of(move)) is not None}
        seen = [
            drawn.moves[place]
            for place in sorted({*range(min(self._player.moves, len(drawn.moves))), *places})
        ]
        rating = self._leaves.rate(drawn.position, seen, _no_end(), seed=seed)
        count = self.settings.candidates
        others = (rated for rated in rating.moves[count:] if rated.move in played)
        return (*rating.moves[:count], *others)

    def _run(
        self, position: Position, candidates: Sequence[RatedMove], seed: int, most_samples: int
    ) -> list[SimulationState]:
        """Run a long simulation; return the states at the checkpoints and the last one."""
        settings = self.settings.simulation
        kept = KeptStates(first_samples=settings.first_samples)
        simulator = Simulator(knowledge=self.knowledge, settings=settings)
        final = simulator.run(
            position,
            candidates,
            _no_end(),
            kept.look,
            seed=seed,
            most_samples=most_samples,
            check_s=CHECK_SAMPLES / _RATE,
        )
        return kept.until(final)

    def _judged(self, position: Position, arms: Sequence[RatedMove], seed: int) -> SimulationState:
        """Simulate with samples shared equally."""
        settings = replace(self.settings.simulation, sampling=Sampling.ROUND_ROBIN)
        return Simulator(knowledge=self.knowledge, settings=settings).run(
            position,
            arms,
            _no_end(),
            lambda state: False,
            seed=seed,
            # A single arm has always led, so it loses nothing.
            most_samples=self.settings.judge_samples if len(arms) > 1 else 1,
            check_s=self.settings.judge_samples / _RATE,
        )


def _trace(number: int, drawn: DrawnPosition) -> ScrabbleTrace:
    """Return the trace of a position before it is searched."""
    return ScrabbleTrace(
        number=number,
        cgp=drawn.position.to_cgp(),
        ply=drawn.ply,
        plies_to_come=drawn.plies_to_come,
        features=drawn.features,
    )


def _no_end() -> StopControl:
    """Return a control that counts work and never ends a search."""
    control = StopControl(work_per_second=_RATE)
    control.start(soft_s=math.inf, hard_s=math.inf)
    return control


def _word(state: SimulationState, places: Mapping[Move, int]) -> Word:
    return {places[move.rated.move]: move.arm for move in state.moves}
