"""RayTasks: tasks by number on the machines of a Ray cluster."""

from functools import partial

from zeitnot.lab.fleet.cluster_fleet import PATIENCE_S, ClusterFleet
from zeitnot.lab.fleet.tasks import LocalTasks, MakeTask


class RayTasks(ClusterFleet):
    """Does tasks on a cluster that is running, one on each CPU."""

    def __init__(
        self,
        make: MakeTask,
        *,
        address: str = "auto",
        processes: int | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Connect to the cluster and start the workers: so many, or one on each CPU."""
        super().__init__(
            partial(LocalTasks, make, processes=1),
            kin=lambda number: number,
            address=address,
            concurrency=processes,
            patience_s=patience_s,
        )
