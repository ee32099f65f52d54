"""Learned policy: one price of a second for the whole game; a search stops when a second gains less."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Self

from zeitnot.monitors import (
    Deadline,
    DeepeningLoss,
    DeepeningPrice,
    EndgamePrice,
    LossEstimator,
    MateFound,
    Monitor,
    PriceAt,
    SearchContext,
    SimulationPrice,
    SoftTarget,
    any_of,
    bonferroni,
    rule_of_thumb,
)
from zeitnot.policies.base import ModelSource
from zeitnot.policies.later_endgames import LaterEndgames, searched_turns
from zeitnot.policies.parameters import Count, Depth, Multiplier, Points, Range, Seconds, Share, Turns
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.policies.time_values import TimeValues, WorkSpeed, progress_of
from zeitnot.turns import (
    BoardFeatures,
    Budget,
    ChessFeatures,
    Features,
    Memory,
    Reason,
    ScrabbleFeatures,
    Split,
    Trail,
    Turn,
    pluralised,
)

_LEAST_S = 1e-4
"""Least time that the price is computed for: prices are bounded."""
_ROUGH_CHESS, _ROUGH_SCRABBLE = TimeValues.rough("chess"), TimeValues.rough("scrabble")


_SCRABBLE_ONLY = (
    *("scrabble_model", "scrabble_values", "quick_exit_gap_pts", "spare_turns", "cushion_share"),
    *("near_endgame_tiles", "near_endgame_simulation", "pre_endgame_tiles", "pre_endgame_simulation"),
    *("check_interval_s", "least_check_samples", "most_check_samples", "nodes_per_sample"),
    *("least_loss_pts", "solving_nodes", "bag_shares"),
    *("inference_share", "inference_most_kept", "inference_least_racks"),
)
"""Parameters that chess engines do not show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMemory(Memory):
    """What the next turn compares the time used with."""

    usage_ratio: float
    """Time that turns of this game use, relative to the average of such turns."""
    usual_s: float
    """Time that this turn was expected to use, given that ratio."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned(ScrabbleSplit):
    """Stops when the expected gain per second of further search is below the price of a second.

    The price is one number for all turns left, chosen on every turn so that they use up the clock. The
    expected losses, and the time that turns use at a price, are learned from recorded searches.
    """

    name: ClassVar[str] = "learned"
    games: ClassVar[tuple[str, ...]] = ("chess", "scrabble")
    only_in: ClassVar[Mapping[str, str]] = dict.fromkeys(_SCRABBLE_ONLY, "scrabble")

    chess_model: str = ""
    """File of the chess loss model; empty for the package's own."""
    chess_values: str = ""
    """File of the chess time values; empty for the package's own."""
    scrabble_model: str = "bonferroni"
    """Loss estimator in Scrabble: `two-arm`, `bonferroni`, `exact`, or a model file; empty for the package's
    own network. Only the order of losses counts here, and on held-out positions the Bonferroni bound ranks
    them as well as the network, within the error; see `docs/results.md`."""
    scrabble_values: str = ""
    """File of the Scrabble time values; empty for the package's own."""
    price_factor: Multiplier = 1.5
    """Factor on the price: above 1 saves time for later turns. Their number is uncertain, and too little time
    hurts more than too much helps; chosen on replays, see `docs/results.md`."""
    increment_share: Share = 0.95
    """Part of the future increments that is planned with."""
    limit_factor: Multiplier = 5.0
    """Limit of a turn as a multiple of what such turns use on average."""
    largest_share: Share = 0.3
    """Largest part of the clock for one turn, unless `even_shares` or `bag_shares` allow more."""
    even_shares: Multiplier = 2.0
    """Number of even shares of the clock that a chess turn may use even above `largest_share`: near the end
    few turns share the rest."""
    bag_shares: Multiplier = 1.4
    """The same for a Scrabble turn with tiles in the bag; all turns with an empty bag count as one. With 2,
    turns before the endgame that were not expected had no time left, see `docs/results.md`."""
    course_weight: Share = 0.1
    """Weight of one turn in the usage ratio: the time that this game's turns use, relative to the average of
    such turns."""
    course_least: Annotated[float, Range(0.1, 1.0)] = 0.4
    """Lower bound of the usage ratio."""
    course_most: Annotated[float, Range(1.0, 10.0)] = 2.5
    """Upper bound of the usage ratio: a quiet game leaves time for its few hard turns."""
    behind_weight: Share = 0.9
    """Weight of the opponent's lead on the clock, as a share of both clocks, that is taken off the time to
    spend in chess; from Stockfish."""
    reserve_s: Seconds = 0.0
    """Time that is left on the clock at the end of the game on purpose."""
    sudden_death_turns: Turns = 30.0
    """Fewest own turns that a chess clock to which nothing is added must last for. Long games outlive the
    estimate: in 300 games of Stockfish at 4+0 some 30 turns followed from any move between 50 and 80 on,
    twice as many as expected, and late moves had no time."""
    minimum_depth: Depth = 4
    """Depth in chess before which the loss is not estimated."""
    million_nodes_per_s: Multiplier = 1.0
    """Speed of a chess search, in million nodes per second, assumed before anything is measured."""
    one_move_s: Seconds = 0.05
    """Longest time for the only legal move of a chess position."""
    quick_exit_gap_pts: Points = 7.0
    """Static lead of a Scrabble move that is played without a simulation, but not shortly before the endgame:
    with few tiles in the bag static values mislead. The MAGPIE document has 10; judged losses at sight allow
    less, see `docs/results.md`."""
    least_loss_pts: Points = 1e-4
    """Expected loss below which a simulation ends, however cheap time is: before, one turn at 5:00 simulated
    for 142 s with less than a billionth of a point to lose, and the endgame lacked that time."""
    spare_turns: Count = 4
    """Number of Scrabble turns beyond the expected ones for which time for a static move is reserved."""
    least_check_samples: Count = 10
    """Fewest samples between two checks of a simulation."""
    most_check_samples: Count = 1_000_000
    """Most samples between two checks of a simulation."""
    nodes_per_sample: Multiplier = 20.0
    """Least number of endgame nodes that are searched in the time of a simulated sample: that of `WorkRates`.
    Solving the candidates of a simulation measures far fewer, because most of their nodes list moves."""
    solving_nodes: Count = 64_000
    """Endgame nodes that a turn before the endgame must afford for its candidates to be solved; otherwise all
    its time is simulated. On judged positions fewer nodes gain nothing, and more are not shown to be better,
    see `docs/results.md`."""
    deepening_loss: DeepeningLoss = rule_of_thumb
    """Loss estimator in chess; `with_models` replaces it by a trained one."""
    snapshot_loss: LossEstimator = bonferroni
    """Loss estimator in Scrabble; `with_models` replaces it by a trained one."""
    chess: TimeValues = field(default=_ROUGH_CHESS)
    """Time values of chess; `with_models` replaces them by trained ones."""
    scrabble: TimeValues = field(default=_ROUGH_SCRABBLE)
    """Time values of Scrabble; `with_models` replaces them by trained ones."""

    @classmethod
    def engine_settings(
        cls, given: Mapping[str, Any], *, loss_file: str, values_file: str
    ) -> Mapping[str, Any]:
        """Return the loss model and the time values of an engine, unless others are named."""
        if given.get("chess_model") or given.get("chess_values"):
            return {}
        return {"chess_model": loss_file, "chess_values": values_file}

    def with_models(self, source: ModelSource) -> Self:
        """Return the policy with trained models."""
        return replace(
            self,
            deepening_loss=source.deepening_loss(self.chess_model),
            snapshot_loss=source.snapshot_loss(self.scrabble_model),
            chess=source.time_values("chess", self.chess_values),
            scrabble=source.time_values("scrabble", self.scrabble_values).beyond_recordings(),
        )

    def plan(self, turn: Turn) -> Budget:
        """Return the time that such turns use at the current price, and the most that this one may use."""
        values, turns = self._values(turn), self._turns(turn)
        periods = self._periods_bought(turn, values, turns)
        speed = self._speed(turn, None)
        price = self._price_per_s(turn, values, turns, periods, speed)
        now = next(number for number, count in enumerate(turns) if count > 0)
        rate = speed.of(values.phases[now].unit)
        usual_s = values.work_at(now, price / rate) / rate
        note = f"{pluralised(sum(turns), 'turn')} to come, a second costs {price:.2g} points"
        if (length_ratio := self._length_ratio(turn)) != 1:
            note += f", score and pieces leave x{length_ratio:.2g} turns"
        if self._behind(turn) < 1:
            note += ", behind on the clock"
        ratio = self._usage_ratio(turn)
        usual = Trail.start("turns at this price", usual_s, note).times("as this game goes", ratio)
        memory = LearnedMemory(usage_ratio=ratio, usual_s=usual.seconds)
        clock_s = max(0.0, turn.clock.bearable_s + turn.clock.buyable_s(periods))
        limit = usual.times("longest turn", self.limit_factor)
        if isinstance(turn.features, ScrabbleFeatures):
            later = LaterEndgames.of(turn.features, values, turns, price_per_s=price, speed=speed)
            limit = self._scrabble_limit(turn, limit, later, clock_s)
            budget = self._scrabble_budget(turn, turn.features, limit, periods)
            return replace(budget, memory=memory, price_per_s=price)
        share = max(self.largest_share, self.even_shares / sum(turns))
        limit = limit.at_most("share of the clock", min(1.0, share) * clock_s)
        if (to_go := turn.clock.moves_to_go) is not None:
            limit = limit.at_most("half shares of later moves", (to_go + 1) / (2 * to_go) * clock_s)
        if isinstance(turn.features, ChessFeatures) and turn.features.legal_moves == 1:
            limit = limit.at_most("only move", self.one_move_s)
        target = usual.at_most("limit", limit.seconds)
        return Budget(target=target, limit=limit, periods_bought=periods, memory=memory, price_per_s=price)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that judges every kind of search by the same price."""
        values, turns = self._values(turn), self._turns(turn)

        def price_at(measured: float | None) -> float:
            speed = self._speed(turn, measured)
            return self._price_per_s(turn, values, turns, budget.periods_bought, speed)

        if isinstance(turn.features, ScrabbleFeatures):
            return self._scrabble_monitor(price_at, values, budget)
        # Relative values do not ask how fast the search is: their price is found once.
        fixed = price_at(None) if values.relative else None
        price = DeepeningPrice(
            price_at=price_at if fixed is None else lambda _: fixed,
            decay=values.decay,
            estimator=self.deepening_loss,
            context=SearchContext(
                features=turn.features if isinstance(turn.features, ChessFeatures) else None,
                previous_score_cp=None if turn.previous is None else turn.previous.score_cp,
                usual_nodes=None if values.relative else values.usual_work,
                usual_s=self._even_share_s(turn),
            ),
            minimum_depth=self.minimum_depth,
            change_weight=values.change_weight,
        )
        return any_of(MateFound(), price, Deadline(budget.limit_s))

    def quick_exit(self, features: ScrabbleFeatures) -> Reason | None:
        """Return why a Scrabble move is played without a search; None to search."""
        if features.legal_moves is not None and features.legal_moves <= 1:
            return Reason.ONE_MOVE
        ahead = features.gap_pts is not None and features.gap_pts > self.quick_exit_gap_pts
        return Reason.CLEAR_BEST if ahead and features.bag_tiles > self.pre_endgame_tiles else None

    def split(
        self, turn: Turn, features: ScrabbleFeatures, total_s: float, quick_exit: Reason | None = None
    ) -> Split:
        """Return a turn's time divided by phase of work, without solving that would come to nothing."""
        split = ScrabbleSplit.split(self, turn, features, total_s, quick_exit)
        nodes = split.endgame_s * self._speed(turn, None).of("nodes")
        if features.bag_tiles <= 0 or nodes >= self.solving_nodes:
            return split
        return replace(split, simulation_s=split.simulation_s + split.endgame_s, endgame_s=0.0)

    def _scrabble_monitor(self, price_at: PriceAt, values: TimeValues, budget: Budget) -> Monitor:
        simulation = SimulationPrice(
            price_at=price_at,
            decay=values.decay,
            estimator=self.snapshot_loss,
            least_loss_pts=self.least_loss_pts,
        )
        # The limit of an endgame turn leaves later ones what they can use: up to there its time is free.
        endgame = EndgamePrice(price_at=price_at, ply_losses_pts=values.ply_losses_pts, free_s=budget.limit_s)
        return any_of(simulation, endgame, SoftTarget(target_s=budget.target_s, breaks_off=True))

    def _scrabble_budget(self, turn: Turn, features: ScrabbleFeatures, limit: Trail, periods: int) -> Budget:
        quick_exit = self.quick_exit(features)
        movegen_s = max(0.0, turn.calibration.movegen.seconds)
        if quick_exit is not None:
            limit = limit.at_most("quick exit", movegen_s, quick_exit.value)
        split = self.split(turn, features, limit.seconds, quick_exit)
        return Budget(target=limit, limit=limit, split=split, periods_bought=periods, quick_exit=quick_exit)

    def _scrabble_limit(self, turn: Turn, longest: Trail, later: LaterEndgames, clock_s: float) -> Trail:
        """Return the most that a Scrabble turn may use; an endgame may use all that later ones cannot."""
        most_s = later.most_s(clock_s, largest_share=self.largest_share, even_shares=self.bag_shares)
        if later.is_endgame:
            limit = Trail.start("clock minus later endgames", most_s, "time left at the end is wasted")
        else:
            limit = longest.at_most("share of the clock", most_s)
        kept_s = self._kept_s(turn, later.all_turns, clock_s)
        return limit.at_most("clock minus static turns", max(0.0, clock_s - kept_s))

    def _kept_s(self, turn: Turn, turns: float, clock_s: float) -> float:
        """Return what a Scrabble turn leaves: enough for static moves on all later turns, one of them late.

        Each of them needs time to list its moves and for its lag, even an unexpected one; but turns that may
        never come take at most a quarter of the clock from this one.
        """
        at_sight_s = max(0.0, turn.calibration.movegen.seconds) + turn.overhead.mean_s
        spare_s = min(self.spare_turns * at_sight_s, clock_s / 4)
        return turn.overhead.usual_s + turns * at_sight_s + spare_s

    def _values(self, turn: Turn) -> TimeValues:
        return self.scrabble if isinstance(turn.features, ScrabbleFeatures) else self.chess

    def _turns(self, turn: Turn) -> tuple[float, ...]:
        """Return the expected number of own turns in each phase, in all at least one; where the rules give
        moves to go, they are the total."""
        turns = self._values(turn).turns_to_come(progress_of(turn.features, turn.ply))
        ratio = self._length_ratio(turn)
        if ratio != 1:
            ratio = max(ratio, 1.0 / sum(turns))
            turns = tuple([count * ratio for count in turns])
        if isinstance(turn.features, ScrabbleFeatures) and turn.features.bag_tiles <= 0:
            turns = (*turns[:-1], turn.features.own_turns())
        if isinstance(turn.features, BoardFeatures) and turn.features.turns_to_come is not None:
            expected = max(1.0, turn.features.turns_to_come)
            turns = tuple(count * expected / sum(turns) for count in turns)
        to_go = turn.clock.moves_to_go
        if to_go is None:
            return self._lasting(turn, turns)
        left, counts = float(to_go), []
        for count in turns:
            counts.append(min(count, left))
            left -= counts[-1]
        return tuple(counts)

    def _lasting(self, turn: Turn, turns: tuple[float, ...]) -> tuple[float, ...]:
        """Return the turns to come, at least `sudden_death_turns` where the clock only runs down."""
        expected, clock = sum(turns), turn.clock
        adds_time = clock.increment_s > 0 or clock.lasting_s > 0
        if adds_time or expected >= self.sudden_death_turns or not _may_last(turn.features):
            return turns
        return tuple(count * self.sudden_death_turns / expected for count in turns)

    def _length_ratio(self, turn: Turn) -> float:
        """Return the number of turns to come, relative to all games of this length: the score of the turn
        before and the pieces left say whether a chess game ends soon."""
        game_end, previous = self._values(turn).game_end, turn.previous
        if game_end is None or previous is None or previous.score_cp is None:
            return 1.0
        if not isinstance(turn.features, ChessFeatures):
            return 1.0
        return game_end.ratio(pieces=turn.features.pieces, score_cp=previous.score_cp)

    def _price_per_s(
        self, turn: Turn, values: TimeValues, turns: tuple[float, ...], periods: int, speed: WorkSpeed
    ) -> float:
        """Return the price of a second; while overtime is bought, it never exceeds that of overtime."""
        bank_s = self._bank_s(turn, sum(turns), turn.clock.buyable_s(periods))
        price = self._even_price_per_s(turn, values, turns, bank_s * self._behind(turn), speed)
        price *= self.price_factor * values.price_scale
        overtime = turn.clock.overtime
        if overtime is None or not periods:
            return price
        return min(price, overtime.points / overtime.period_s)

    def _behind(self, turn: Turn) -> float:
        """Return the factor on the time to spend for a chess clock behind the opponent's, otherwise 1."""
        if isinstance(turn.features, ScrabbleFeatures):
            return 1.0
        return 1 + self.behind_weight * min(0.0, turn.clock_lead)

    def _even_price_per_s(
        self, turn: Turn, values: TimeValues, turns: tuple[float, ...], bank_s: float, speed: WorkSpeed
    ) -> float:
        """Return the price of a second at which the turns to come use up the bank."""
        if isinstance(turn.features, ScrabbleFeatures):
            turns = searched_turns(values, turns)
        return values.price_per_s(turns=turns, bank_s=bank_s, speed=speed)

    def _bank_s(self, turn: Turn, turns: float, bought_s: float) -> float:
        """Return the time that all turns left can use together."""
        clock = turn.clock
        coming_s = (turns - 1) * (self.increment_share * clock.increment_s + clock.free_s + clock.period_s)
        spent_s = turns * turn.overhead.mean_s + self.reserve_s
        if isinstance(turn.features, ScrabbleFeatures):
            spent_s += turns * max(0.0, turn.calibration.movegen.seconds)
        bank_s = (clock.bearable_s + bought_s + coming_s - spent_s) / self._usage_ratio(turn)
        return min(max(bank_s, _LEAST_S), 1e9)

    def _usage_ratio(self, turn: Turn) -> float:
        """Return the time that turns of this game use, relative to the average of such turns."""
        previous, memory = turn.previous, turn.remembered(LearnedMemory)
        if previous is None or memory is None:
            return 1.0
        used = min(previous.used_s / max(memory.usual_s, _LEAST_S), self.limit_factor)
        ratio = memory.usage_ratio * (1 + self.course_weight * (used - 1))
        return min(max(ratio, self.course_least), self.course_most)

    def _periods_bought(self, turn: Turn, values: TimeValues, turns: tuple[float, ...]) -> int:
        """Return how many periods of overtime to buy: one if even its last second is worth its part of the
        penalty."""
        overtime = turn.clock.overtime
        if overtime is None or not turn.clock.buyable_s(1) > 0:
            return 0
        bank_s = self._bank_s(turn, sum(turns), turn.clock.buyable_s(1))
        price = self._even_price_per_s(turn, values, turns, bank_s, self._speed(turn, None))
        return int(price > overtime.points / overtime.period_s)

    def _even_share_s(self, turn: Turn) -> float:
        """Return the time of a usual turn of this game."""
        turns = sum(self._turns(turn))
        return self._bank_s(turn, turns, bought_s=0.0) / turns

    def _speed(self, turn: Turn, measured: float | None) -> WorkSpeed:
        """Return what this machine does in a second: as measured now, else earlier, else as assumed.

        With relative values it does the work of a usual turn in an even share of the clock.
        """
        sample_s, node = turn.calibration.sample.seconds, turn.calibration.node
        samples_per_s = 1.0 / sample_s if sample_s > 0 else 1000.0
        # Before the first endgame nobody has measured nodes: on a slow machine a guess would be far too high.
        nodes_per_s = 1.0 / node.seconds if node.measurements and node.seconds > 0 else 0.0
        if isinstance(turn.features, ScrabbleFeatures):
            nodes_per_s = max(nodes_per_s, self.nodes_per_sample * samples_per_s)
            if turn.features.bag_tiles > 0:
                return WorkSpeed(samples_per_s=measured or samples_per_s, nodes_per_s=nodes_per_s)
            return WorkSpeed(samples_per_s=samples_per_s, nodes_per_s=measured or nodes_per_s)
        values = self._values(turn)
        if values.relative and values.usual_work:
            nodes_per_s = values.usual_work / self._even_share_s(turn)
            return WorkSpeed(samples_per_s=samples_per_s, nodes_per_s=nodes_per_s)
        previous = turn.previous
        before = 0.0
        if previous is not None and previous.nodes > 0 and previous.used_s > _LEAST_S:
            before = previous.nodes / previous.used_s
        nodes_per_s = measured or before or max(1.0, 1e6 * self.million_nodes_per_s)
        return WorkSpeed(samples_per_s=samples_per_s, nodes_per_s=min(nodes_per_s, 1e12))


def _may_last(features: Features | None) -> bool:
    """Return whether nothing but a guess says how long the game lasts: tiles, or a full board, end others."""
    if isinstance(features, ScrabbleFeatures):
        return False
    return not isinstance(features, BoardFeatures) or features.turns_to_come is None
