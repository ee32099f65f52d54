"""RayFleet: the machines of a Ray cluster, each of which plays as many games at once as it has CPUs."""

from functools import partial

from zeitnot.lab.fleet.cluster_fleet import PATIENCE_S, ClusterFleet
from zeitnot.lab.fleet.local import LocalFleet
from zeitnot.lab.match.plan import MatchPlan


class RayFleet(ClusterFleet):
    """Plays the games of a plan on a cluster that is running, each CPU as a `LocalFleet` of its own would.

    play_match(plan, path, ray="auto")
    """

    def __init__(
        self,
        plan: MatchPlan,
        *,
        address: str = "auto",
        concurrency: int | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Connect to the cluster and start the players, each on as many CPUs as a game keeps busy."""
        super().__init__(
            partial(LocalFleet, plan),
            kin=lambda number: frozenset(plan.order(number).sides),
            address=address,
            cpus=plan.cores,
            concurrency=concurrency,
            patience_s=patience_s,
        )
