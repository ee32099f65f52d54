"""Learned policy: one price of a second for the whole game, and a search that ends when it gains less."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Self

from zeitnot.monitors import (
    Deadline,
    DeepeningLoss,
    DeepeningPrice,
    EndgamePrice,
    LossEstimator,
    MateFound,
    Monitor,
    PriceAt,
    SimulationPrice,
    SoftTarget,
    any_of,
    bonferroni,
    rule_of_thumb,
)
from zeitnot.policies.base import ModelSource
from zeitnot.policies.parameters import Count, Depth, Multiplier, Points, Range, Seconds, Share
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.policies.time_values import TimeValues, WorkSpeed, progress_of
from zeitnot.turns import (
    Budget,
    ChessFeatures,
    Memory,
    Reason,
    ScrabbleFeatures,
    Trail,
    Turn,
    pluralised,
)

_LEAST_S = 1e-4
"""A bank is never taken for smaller: prices have an end."""
_ROUGH_CHESS, _ROUGH_SCRABBLE = TimeValues.rough("chess"), TimeValues.rough("scrabble")


_SCRABBLE_ONLY = (
    *("scrabble_model", "scrabble_values", "quick_exit_gap_pts", "spare_turns", "cushion_share"),
    *("near_endgame_tiles", "near_endgame_simulation", "pre_endgame_tiles", "pre_endgame_simulation"),
    *("check_interval_s", "least_check_samples", "most_check_samples", "endgame_safety_factor"),
)
"""Parameters that no chess engine shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMemory(Memory):
    """What the next turn compares the time used with."""

    usage_ratio: float
    """What turns of this game use of what such turns use on average."""
    usual_s: float
    """What this turn was expected to use, by that ratio."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned(ScrabbleSplit):
    """Stops when the expected gain of going on, per second, is below the price of a second.

    The price is one number for all turns to come, found so that they use up the clock, and found anew on
    every turn. What losses to expect, and what turns use at which price, is learned from recorded searches.
    """

    name: ClassVar[str] = "learned"
    games: ClassVar[tuple[str, ...]] = ("chess", "scrabble")
    only_in: ClassVar[Mapping[str, str]] = dict.fromkeys(_SCRABBLE_ONLY, "scrabble")

    chess_model: str = ""
    """File that estimates losses in chess; empty: the package's own."""
    chess_values: str = ""
    """File of the time values of chess; empty: the package's own."""
    scrabble_model: str = "bonferroni"
    """What estimates losses in Scrabble: `two-arm`, `bonferroni`, `exact`, or a file; empty: the package's
    own network. Only the order of losses counts here, and on held-out positions the Bonferroni bound ranks
    them as well as the network, within the error; see `docs/results.md`."""
    scrabble_values: str = ""
    """File of the time values of Scrabble; empty: the package's own."""
    price_factor: Multiplier = 1.5
    """On the price: above 1 saves time for later turns. How many come is uncertain, and too little hurts more
    than too much helps; chosen on replays, see `docs/results.md`."""
    increment_share: Share = 0.95
    """Part of the increments to come that is counted on."""
    limit_factor: Multiplier = 5.0
    """A turn gets at most so many times what such turns use on average,"""
    largest_share: Share = 0.3
    """and at most this part of the clock,"""
    even_shares: Multiplier = 2.0
    """or so many even shares of it, where these are more: near the end few turns share the rest."""
    open_from: Multiplier = 0.5
    """Part of the longest recorded turn of a phase from which on `open_shares` applies in Scrabble: the
    recordings say little about what more would gain."""
    open_shares: Multiplier = 2.0
    """Even shares of the clock that such a turn may use: what is left at the end was saved for nothing."""
    course_weight: Share = 0.1
    """Weight of a turn in what the game at hand has used of what such turns use on average,"""
    course_least: Annotated[float, Range(0.1, 1.0)] = 0.4
    """which is taken for no less than this,"""
    course_most: Annotated[float, Range(1.0, 10.0)] = 2.5
    """and for no more: a quiet game leaves time for its few hard turns."""
    reserve_s: Seconds = 0.0
    """What the whole game leaves on the clock on purpose."""
    minimum_depth: Depth = 4
    """Depth in chess before which no estimate is asked for."""
    million_nodes_per_s: Multiplier = 1.0
    """Speed of a chess search assumed before anything is measured."""
    one_move_s: Seconds = 0.05
    """Most for the only legal move of a chess position."""
    quick_exit_gap_pts: Points = 10.0
    """A Scrabble move this far ahead at sight is played without a simulation, as in the MAGPIE document, but
    not before the endgame: with few tiles in the bag the sight deceives."""
    spare_turns: Count = 4
    """Scrabble turns beyond those expected that can still be played at sight within the clock."""
    least_check_samples: Count = 10
    """Fewest samples between two looks at a simulation."""
    most_check_samples: Count = 1_000_000
    """Most samples between two looks at a simulation."""
    endgame_safety_factor: Multiplier = 1.5
    """The predicted time of the next endgame depth is taken this much larger."""
    deepening_loss: DeepeningLoss = rule_of_thumb
    """Estimates losses in chess; a trained one is handed in from above."""
    snapshot_loss: LossEstimator = bonferroni
    """Estimates losses in Scrabble, likewise."""
    chess: TimeValues = field(default=_ROUGH_CHESS)
    """Time values of chess, likewise."""
    scrabble: TimeValues = field(default=_ROUGH_SCRABBLE)
    """Time values of Scrabble, likewise."""

    def with_models(self, source: ModelSource) -> Self:
        """Make the policy anew with trained models."""
        return replace(
            self,
            deepening_loss=source.deepening_loss(self.chess_model),
            snapshot_loss=source.snapshot_loss(self.scrabble_model),
            chess=source.time_values("chess", self.chess_values),
            scrabble=source.time_values("scrabble", self.scrabble_values),
        )

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn: what such turns use at today's price, and the most that this one may use."""
        values, turns = self._values(turn), self._turns(turn)
        periods = self._periods_bought(turn, values, turns)
        speed = self._speed(turn, None)
        price = self._price_per_s(turn, values, turns, periods, speed)
        now = next(number for number, count in enumerate(turns) if count > 0)
        rate = speed.of(values.phases[now].unit)
        usual_s = values.work_at(now, price / rate) / rate
        note = f"{pluralised(sum(turns), 'turn')} to come, a second costs {price:.2g} points"
        ratio = self._usage_ratio(turn)
        usual = Trail.start("turns at this price", usual_s, note).times("as this game goes", ratio)
        memory = LearnedMemory(usage_ratio=ratio, usual_s=usual.seconds)
        clock_s = max(0.0, turn.clock.bearable_s + turn.clock.buyable_s(periods))
        limit = usual.times("longest turn", self.limit_factor)
        longest_s = values.phases[now].work_used[0] / rate
        if isinstance(turn.features, ScrabbleFeatures) and usual_s >= self.open_from * longest_s:
            open_s = self.open_shares * clock_s / max(1.0, sum(turns))
            limit = limit.at_least("even shares", open_s, "nothing longer was learned from")
        share = max(self.largest_share, self.even_shares / max(1.0, sum(turns)))
        limit = limit.at_most("share of the clock", min(1.0, share) * clock_s)
        if isinstance(turn.features, ScrabbleFeatures):
            kept_s = self._kept_s(turn, sum(turns), clock_s)
            limit = limit.at_most("clock less turns at sight", max(0.0, clock_s - kept_s))
        if isinstance(turn.features, ScrabbleFeatures):
            return replace(self._scrabble_budget(turn, turn.features, limit, periods), memory=memory)
        if isinstance(turn.features, ChessFeatures) and turn.features.legal_moves == 1:
            limit = limit.at_most("only move", self.one_move_s)
        target = usual.at_most("limit", limit.seconds)
        return Budget(target=target, limit=limit, periods_bought=periods, memory=memory)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Watch every kind of search by the same price."""
        values, turns = self._values(turn), self._turns(turn)

        def price_at(measured: float | None) -> float:
            speed = self._speed(turn, measured)
            return self._price_per_s(turn, values, turns, budget.periods_bought, speed)

        if isinstance(turn.features, ScrabbleFeatures):
            return self._scrabble_monitor(price_at, values, budget)
        price = DeepeningPrice(
            price_at=price_at,
            decay=values.decay,
            estimator=self.deepening_loss,
            features=turn.features,
            minimum_depth=self.minimum_depth,
        )
        return any_of(MateFound(), price, Deadline(budget.limit_s))

    def quick_exit(self, features: ScrabbleFeatures) -> Reason | None:
        """Tell why a Scrabble move is played at sight, if it is."""
        if features.legal_moves is not None and features.legal_moves <= 1:
            return Reason.ONE_MOVE
        ahead = features.gap_pts is not None and features.gap_pts > self.quick_exit_gap_pts
        return Reason.CLEAR_BEST if ahead and features.bag_tiles > self.pre_endgame_tiles else None

    def _scrabble_monitor(self, price_at: PriceAt, values: TimeValues, budget: Budget) -> Monitor:
        simulation = SimulationPrice(price_at=price_at, decay=values.decay, estimator=self.snapshot_loss)
        endgame = EndgamePrice(
            price_at=price_at,
            ply_losses_pts=values.ply_losses_pts,
            safety_factor=self.endgame_safety_factor,
        )
        return any_of(simulation, endgame, SoftTarget(target_s=budget.target_s, breaks_off=True))

    def _scrabble_budget(self, turn: Turn, features: ScrabbleFeatures, limit: Trail, periods: int) -> Budget:
        quick_exit = self.quick_exit(features)
        movegen_s = max(0.0, turn.calibration.movegen.seconds)
        if quick_exit is not None:
            limit = limit.at_most("quick exit", movegen_s, quick_exit.value)
        split = self.split(turn, features, limit.seconds, quick_exit)
        return Budget(target=limit, limit=limit, split=split, periods_bought=periods, quick_exit=quick_exit)

    def _kept_s(self, turn: Turn, turns: float, clock_s: float) -> float:
        """Return what a Scrabble turn leaves: all turns to come can be played at sight, and one of them late.

        Each costs its list of moves and its lag, even one that was not expected; but turns that may never
        come do not take more than a quarter of the clock from the one at hand.
        """
        at_sight_s = max(0.0, turn.calibration.movegen.seconds) + max(0.0, turn.overhead.mean_s)
        spare_s = min(self.spare_turns * at_sight_s, clock_s / 4)
        return turn.overhead.usual_s + turns * at_sight_s + spare_s

    def _values(self, turn: Turn) -> TimeValues:
        return self.scrabble if isinstance(turn.features, ScrabbleFeatures) else self.chess

    def _turns(self, turn: Turn) -> tuple[float, ...]:
        """Tell the own turns to come in each phase; where the rules count moves, so many in all."""
        turns = self._values(turn).turns_to_come(progress_of(turn.features, turn.ply))
        to_go = turn.clock.moves_to_go
        if to_go is None:
            return turns
        left, counts = float(to_go), []
        for count in turns:
            counts.append(min(count, left))
            left -= counts[-1]
        return tuple(counts)

    def _price_per_s(
        self, turn: Turn, values: TimeValues, turns: tuple[float, ...], periods: int, speed: WorkSpeed
    ) -> float:
        """Find the price of a second; overtime that can be bought is a price that it never exceeds."""
        bank_s = self._bank_s(turn, sum(turns), turn.clock.buyable_s(periods))
        price = self.price_factor * values.price_per_s(turns=turns, bank_s=bank_s, speed=speed)
        overtime = turn.clock.overtime
        if overtime is None or overtime.points <= 0:
            return price
        return min(price, overtime.points / overtime.period_s)

    def _bank_s(self, turn: Turn, turns: float, bought_s: float) -> float:
        """Tell what the turns to come can use between them."""
        clock = turn.clock
        later = max(0.0, turns - 1)
        coming_s = later * (self.increment_share * clock.increment_s + clock.free_s + clock.period_s)
        spent_s = turns * max(0.0, turn.overhead.mean_s) + self.reserve_s
        if isinstance(turn.features, ScrabbleFeatures):
            spent_s += turns * max(0.0, turn.calibration.movegen.seconds)
        bank_s = (clock.bearable_s + bought_s + coming_s - spent_s) / self._usage_ratio(turn)
        return min(max(bank_s, _LEAST_S), 1e9)

    def _usage_ratio(self, turn: Turn) -> float:
        """Return what turns of this game use of what such turns use on average."""
        previous, memory = turn.previous, turn.remembered(LearnedMemory)
        if previous is None or memory is None:
            return 1.0
        used = min(previous.used_s / max(memory.usual_s, _LEAST_S), self.limit_factor)
        ratio = memory.usage_ratio * (1 + self.course_weight * (used - 1))
        return min(max(ratio, self.course_least), self.course_most)

    def _periods_bought(self, turn: Turn, values: TimeValues, turns: tuple[float, ...]) -> int:
        """Buy a period of overtime when even its last second is worth its part of the penalty."""
        overtime = turn.clock.overtime
        if overtime is None or overtime.points <= 0 or not turn.clock.buyable_s(1) > 0:
            return 0
        bank_s = self._bank_s(turn, sum(turns), turn.clock.buyable_s(1))
        price = values.price_per_s(turns=turns, bank_s=bank_s, speed=self._speed(turn, None))
        return int(price > overtime.points / overtime.period_s)

    def _speed(self, turn: Turn, measured: float | None) -> WorkSpeed:
        """Tell what this machine does in a second: as measured now, else before, else as assumed."""
        sample_s, node_s = turn.calibration.sample.seconds, turn.calibration.node.seconds
        samples_per_s = 1.0 / sample_s if sample_s > 0 else 1000.0
        nodes_per_s = 1.0 / node_s if node_s > 0 else 10_000.0
        if isinstance(turn.features, ScrabbleFeatures):
            if turn.features.bag_tiles > 0:
                return WorkSpeed(samples_per_s=measured or samples_per_s, nodes_per_s=nodes_per_s)
            return WorkSpeed(samples_per_s=samples_per_s, nodes_per_s=measured or nodes_per_s)
        previous = turn.previous
        before = 0.0
        if previous is not None and previous.nodes > 0 and previous.used_s > _LEAST_S:
            before = previous.nodes / previous.used_s
        nodes_per_s = measured or before or max(1.0, 1e6 * self.million_nodes_per_s)
        return WorkSpeed(samples_per_s=samples_per_s, nodes_per_s=min(nodes_per_s, 1e12))
