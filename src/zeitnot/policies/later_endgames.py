"""Later endgames: the time that turns with an empty bag use, and what the turn at hand may take."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.policies.time_values import TimeValues, WorkSpeed
from zeitnot.turns import ScrabbleFeatures


def searched_turns(values: TimeValues, turns: Sequence[float]) -> tuple[float, ...]:
    """Return the turns of a Scrabble game in each phase, with all turns of an empty bag counted as one.

    The first of them does nearly all the work, because the solver keeps its table: in 79 endgames all turns
    of a side together searched 126,500 nodes on average, and one recorded turn 124,400 at the lowest price.
    """
    return tuple(
        min(1.0, count) if phase.unit == "nodes" else count
        for count, phase in zip(turns, values.phases, strict=True)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterEndgames:
    """What is to come after a Scrabble turn, as far as it bounds that turn."""

    is_endgame: bool
    """Whether the turn at hand has an empty bag itself."""
    simulated_turns: float
    """Expected own turns with tiles in the bag, including the turn at hand."""
    all_turns: float
    """Expected own turns, including the turn at hand."""
    used_s: float
    """Time that the later turns with an empty bag use at the current price."""

    @classmethod
    def of(
        cls,
        features: ScrabbleFeatures,
        values: TimeValues,
        turns: Sequence[float],
        *,
        price_per_s: float,
        speed: WorkSpeed,
    ) -> "LaterEndgames":
        """Return what is to come, given the own turns in each phase."""
        is_endgame = features.bag_tiles <= 0
        rate = speed.of("nodes")
        simulated_turns = used_s = 0.0
        later = (*turns[:-1], max(0.0, turns[-1] - 1.0)) if is_endgame else turns
        for number, (count, phase) in enumerate(
            zip(searched_turns(values, later), values.phases, strict=True)
        ):
            if phase.unit == "samples":
                simulated_turns += count
            else:
                used_s += count * values.work_at(number, price_per_s / rate) / rate
        return cls(
            is_endgame=is_endgame, simulated_turns=simulated_turns, all_turns=sum(turns), used_s=used_s
        )

    def free_s(self, clock_s: float) -> float:
        """Return the time that no later endgame can use; below 0 if they can use more than there is."""
        return clock_s - self.used_s

    def most_s(self, clock_s: float, *, largest_share: float, even_shares: float) -> float:
        """Return the most that the turn may use: a share of the time that is free, in an endgame all of it,
        and at least an even share of the clock. All endgames count as one turn in that share."""
        share = min(1.0, max(largest_share, even_shares / (1.0 + self.simulated_turns)))
        return max(share * self.free_s(clock_s), clock_s / self.all_turns)
