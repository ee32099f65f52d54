"""Ray nodes: a cluster of real nodes on this machine, any of which can be killed and started again."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.lab.fleet.test_ray_fleet import QUICK_TO_NOTICE, STARTS, STORE_BYTES
from tests.lab.fleet.tiny_match import descendants

if TYPE_CHECKING:
    from ray._private.node import Node
    from ray.cluster_utils import Cluster

HEAD, WORKER = "head", "worker"
ADDRESSES = {HEAD: "127.0.0.2", WORKER: "127.0.0.3"}
"""Loopback addresses that Ray does not take for "this machine, whatever its address outside is"."""


@dataclass(slots=True)
class RayNodes:
    """A head and a worker node with a CPU each."""

    _cluster: "Cluster | None" = None
    _nodes: "dict[str, Node]" = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Address of the head."""
        assert self._cluster is not None
        return str(self._cluster.address)

    def start(self, tries: int = STARTS) -> None:
        """Start what is not there; Ray gives a node up after half a minute, however busy the machine is."""
        try:
            for name in (HEAD, WORKER):
                if name not in self._nodes:
                    self._nodes[name] = self._started(name)
        except Exception:
            self.stop()
            if tries == 1:
                raise
            self.start(tries - 1)

    def kill(self, name: str) -> None:
        """Kill all processes of a node, as a loss of power does; without its head a cluster is none."""
        node = self._nodes.pop(name)
        own = [info.process.pid for infos in node.all_processes.values() for info in infos]
        below = [pid for each in own for pid in descendants(each)]
        for pid in dict.fromkeys([*own, *below]):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if name == HEAD:
            self.stop()

    def stop(self) -> None:
        """End all that is left."""
        cluster, self._cluster = self._cluster, None
        self._nodes.clear()
        if cluster is not None:
            cluster.shutdown()  # type: ignore[no-untyped-call]

    def _started(self, name: str) -> "Node":
        from ray.cluster_utils import Cluster

        self._cluster = self._cluster or Cluster()
        settings: dict[str, Any] = {"_system_config": QUICK_TO_NOTICE} if name == HEAD else {}
        node: Node = self._cluster.add_node(
            num_cpus=1,
            node_name=name,
            node_ip_address=ADDRESSES[name],
            object_store_memory=STORE_BYTES,
            include_dashboard=False,
            **settings,
        )
        return node


@contextmanager
def ray_nodes(folder: Path) -> Iterator[RayNodes]:
    """Make a cluster that is not started yet; it is gone afterwards."""
    before = {name: os.environ.get(name) for name in ("RAY_USAGE_STATS_ENABLED", "RAY_TMPDIR")}
    os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_TMPDIR=str(folder))
    nodes = RayNodes()
    try:
        yield nodes
    finally:
        nodes.stop()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
