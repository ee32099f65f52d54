"""Tuning on game pairs: parameters of a policy searched in Scrabble games against another policy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.games import Estimate, Participant, Sum
from zeitnot.lab.match.plan import MatchPlan, Tournament
from zeitnot.lab.match.runner import play_match
from zeitnot.lab.match.standings import game_pairs
from zeitnot.lab.parameter_search import Trials, sought_of
from zeitnot.lab.replay.replay import Entrant

_GAMES_OF_A_PAIR = 2
_BEFORE, _TUNED = "as it was", "tuned"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlan:
    """What is tuned in which games."""

    policy: Entrant
    """The policy with which the search begins."""
    against: Entrant
    """The opponent, the same in all trials: even shares in the MAGPIE document."""
    parameters: tuple[str, ...]
    """Names of the parameters to search."""
    control: str
    """The clock of both sides."""
    work_per_s: float
    """Samples that are a second."""
    pairs: int = 10
    """Pairs of games of one trial: the same tiles in all trials, each side beginning once."""
    final_pairs: int = 20
    """Pairs on other tiles that judge what was found."""
    trials: int = 20
    """Settings tried."""
    seed: int = 1
    """Seed that chooses the tiles and what is tried."""
    storage: Path | None = None
    """File that keeps the trials, to go on with; None: none."""

    def __post_init__(self) -> None:
        """Refuse what cannot be searched."""
        if min(self.trials, self.pairs) < 1 or self.final_pairs < 2:  # noqa: PLR2004 (an error needs two)
            raise SettingError(
                "trials and pairs must be at least 1, and 2 pairs must judge, got "
                f"{self.trials!r}, {self.pairs!r}, {self.final_pairs!r}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTuned:
    """What a tuning on pairs found: points a game more than the opponent, with 95 % errors over pairs."""

    settings: Mapping[str, str]
    """The best of the trials; what the search began with is the first trial."""
    trials: int
    """Trials done, those of earlier runs included."""
    searched_pts: float
    """Mean of the best trial, on the tiles that were searched on."""
    before_pts: Estimate
    """Points before tuning, on other tiles."""
    tuned_pts: Estimate
    """Points after tuning, on the same other tiles."""
    difference_pts: Estimate
    """Points after tuning less points before, by the same tiles."""

    @property
    def improves(self) -> bool:
        """Whether it is better on other tiles, beyond the error."""
        error_pts = self.difference_pts.error
        return error_pts is not None and self.difference_pts.mean > error_pts


class PairTuning:
    """Searches; `found` plays the games that judge."""

    def __init__(self, plan: PairPlan, *, concurrency: int = 1) -> None:
        """Open the trials that there are; what is wrong with the plan is said at once."""
        self._plan, self._concurrency = plan, concurrency
        sought = sought_of(plan.policy, plan.parameters)
        self._match(plan.policy, pairs=plan.pairs, seed=plan.seed)
        self._trials = Trials(sought, plan.storage, about=_about(plan), seed=plan.seed)

    def run(
        self,
        *,
        on_trial: Callable[[int, float], None] | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> None:
        """Try settings until all trials are done, or a stop is asked for.

        Tells of each trial, and the most points so far; one that is broken off does not count.
        """

        def cost_of(settings: Mapping[str, str]) -> float | None:
            tried = self._plan.policy.changed(settings)
            tried.manager()
            plan = self._match(replace(tried, name=_TUNED), pairs=self._plan.pairs, seed=self._plan.seed)
            pairs = points_by_pair(plan, concurrency=self._concurrency, is_stopped=is_stopped)[0]
            return -_estimate(pairs).mean if len(pairs) == plan.rounds else None

        def tell(done: int, cost: float) -> None:
            if on_trial is not None:
                on_trial(done, -cost)

        self._trials.run(self._plan.trials, cost_of, tell)

    def found(self) -> PairTuned | None:
        """Judge the best settings so far on other tiles; None before the first trial."""
        if not self._trials.done:
            return None
        settings = self._trials.best_settings
        plan = self._match(
            replace(self._plan.policy, name=_BEFORE),
            replace(self._plan.policy.changed(settings), name=_TUNED),
            pairs=self._plan.final_pairs,
            seed=self._plan.seed + 1,
        )
        before, tuned = points_by_pair(plan, concurrency=self._concurrency)
        return PairTuned(
            settings=settings,
            trials=self._trials.done,
            searched_pts=-self._trials.least_cost,
            before_pts=_estimate(before),
            tuned_pts=_estimate(tuned),
            difference_pts=_estimate([b - a for a, b in zip(before, tuned, strict=True)]),
        )

    def _match(self, *entrants: Entrant, pairs: int, seed: int) -> MatchPlan:
        """Let entrants meet the opponent, each on the same tiles."""
        sides = [replace(self._plan.against, name=f"against {self._plan.against.name}"), *entrants]
        return MatchPlan(
            game="scrabble",
            participants=tuple(_participant(side) for side in sides),
            tournament=Tournament.GAUNTLET,
            control=self._plan.control,
            games=2 * pairs,
            seed=seed,
            work_per_s=self._plan.work_per_s,
        )


def points_by_pair(
    plan: MatchPlan, *, concurrency: int = 1, is_stopped: Callable[[], bool] | None = None
) -> tuple[list[int], ...]:
    """Play a gauntlet; return for each but its first the points more than it, by complete pair of games."""
    found = game_pairs(play_match(plan, concurrency=concurrency, is_stopped=is_stopped).games)
    spreads = [
        [[spread for _, spread in pair if spread is not None] for pair in found.get((0, other), [])]
        for other in range(1, len(plan.participants))
    ]
    return tuple([-sum(pair) for pair in pairs if len(pair) == _GAMES_OF_A_PAIR] for pairs in spreads)


def _participant(entrant: Entrant) -> Participant:
    text = f"{entrant.policy}:{','.join(f'{key}={value}' for key, value in entrant.settings)}"
    return replace(Participant.parse(text.rstrip(":"), "scrabble"), name=entrant.name)


def _estimate(values: list[int]) -> Estimate:
    """Estimate the points of a game from those of pairs."""
    return Sum.of(values).estimate(0.5)


def _about(plan: PairPlan) -> dict[str, object]:
    """Return what makes two trials comparable."""
    return {
        "policy": plan.policy.policy,
        "settings": [list(each) for each in plan.policy.settings],
        "against": [plan.against.policy, *(list(each) for each in plan.against.settings)],
        "parameters": list(plan.parameters),
        "clock": plan.control,
        "work": plan.work_per_s,
        "seed": plan.seed,
        "pairs": plan.pairs,
    }
