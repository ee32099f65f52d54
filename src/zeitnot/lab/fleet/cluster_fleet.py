"""ClusterFleet: the machines of a Ray cluster, each of which does as much at once as it has CPUs."""

import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.closing import Closing
from zeitnot.lab.fleet.ray_cluster import (
    CALLS_AT_ONCE,
    MakeFleet,
    Node,
    RayCluster,
    RayWorker,
    imported_ray,
    on_node,
)
from zeitnot.lab.fleet.work_queue import Event, Lost, Moved, Planned

if TYPE_CHECKING:
    from ray import ObjectRef
    from ray.actor import ActorHandle

LOOK_S = 2.0
"""How often the fleet looks for nodes that joined."""
CLOSE_S = 5.0
"""How long the workers may take to end their engines before they are ended themselves."""
PATIENCE_S = 120.0
"""How long a fleet waits without a worker: other jobs may have all CPUs, nodes may be on their way."""


@dataclass(slots=True, eq=False)
class _Worker:
    """A worker on a node, and what it works at."""

    node: Node
    actor: "ActorHandle[RayWorker]"
    news: "ObjectRef[list[Event]]"
    life: "ObjectRef[None]"
    there: bool = False
    number: int | None = None


@dataclass(slots=True)
class _Strikes:
    """Who cannot do what: where an engine did not start, its game and its pairing are not tried again."""

    kin: Callable[[int], Hashable]
    _numbers: set[tuple[int, str]] = field(default_factory=set)
    _kins: set[tuple[Hashable, str]] = field(default_factory=set)

    def strike(self, number: int, node: Node) -> None:
        """Note that a number could not be worked off on a node."""
        self._numbers.add((number, node.id))
        self._kins.add((self.kin(number), node.id))

    def fits(self, number: int, node: Node) -> bool:
        """Return whether a number may be tried on a node."""
        return (number, node.id) not in self._numbers and (self.kin(number), node.id) not in self._kins

    def leave_one(self, number: int, nodes: list[Node]) -> None:
        """Make sure that some node may try a number: first those that have not tried it, then all again."""
        if not any(self.fits(number, node) for node in nodes):
            kin = self.kin(number)
            self._kins = {struck for struck in self._kins if struck[0] != kin}
        if not any(self.fits(number, node) for node in nodes):
            self._numbers = {struck for struck in self._numbers if struck[0] != number}


class ClusterFleet(Closing):
    """Works on a cluster that is running; a worker that dies is replaced where there is room."""

    def __init__(
        self,
        make: MakeFleet,
        *,
        kin: Callable[[int], Hashable],
        address: str,
        cpus: int = 1,
        concurrency: int | None = None,
    ) -> None:
        """Connect to the cluster and start the workers, each on its number of CPUs.

        A node that failed at a number is not given its kin while others can do them. The address is `auto`
        (the cluster that runs on this machine, or RAY_ADDRESS) or HOST:PORT of its head; this machine must be
        one of its nodes, with or without CPUs. Without a concurrency every CPU of the cluster works.
        """
        if concurrency is not None and concurrency < 1:
            raise SettingError(f"concurrency must be at least 1, got {concurrency!r}")
        self._ray = imported_ray()
        self._make = make
        self._cpus = cpus
        self._closed = False
        self._concurrency = concurrency
        self._strikes = _Strikes(kin)
        self._waiting: deque[int] = deque()
        self._workers: list[_Worker] = []
        self._cluster = RayCluster(address)
        self._looked_s = self._worked_s = time.monotonic()
        self._hire(self._cluster.nodes())

    @property
    def free(self) -> int:
        """Numbers that can be begun now; a few more may wait for a node that can do them."""
        idle = sum(worker.there and worker.number is None for worker in self._workers)
        return max(0, min(idle, len(self._workers) - len(self._waiting)))

    def begin(self, number: int) -> None:
        """Begin a number, or let it wait for a node that can do it."""
        if not self.free:
            raise StateError(f"a number must have a free worker, got none for {number}")
        self._waiting.append(number)
        self._hand_out()

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for events."""
        self._look_around()
        refs = [ref for worker in self._workers for ref in (worker.news, worker.life)]
        if not refs:
            time.sleep(min(timeout_s, LOOK_S))
            return []
        self._ray.wait(refs, num_returns=1, timeout=timeout_s)
        ready = set(self._ray.wait(refs, num_returns=len(refs), timeout=0)[0])
        told: list[Event] = []
        for worker in list(self._workers):
            if worker.news in ready or worker.life in ready:
                told.extend(self._told_by(worker, ready))
        self._hand_out()
        return told

    def close(self) -> list[Event]:
        """End what is under way and the workers; the cluster stays as it is. Gives what is still told."""
        if self._closed:
            return []
        self._closed = True
        try:
            told = self.events(0.0) if self._workers else []
        finally:
            workers, self._workers = self._workers, []
            try:
                self._end(workers)
            finally:
                self._cluster.disconnect()
        return told

    def _told_by(self, worker: _Worker, ready: "set[ObjectRef[object]]") -> list[Event]:
        try:
            if worker.life in ready:
                self._ray.get(worker.life)
            events: list[Event] = self._ray.get(worker.news) if worker.news in ready else []
        except self._ray.exceptions.RayError as error:
            return self._dismissed(worker, error)
        if worker.news in ready:
            worker.there = True
            worker.news = worker.actor.news.remote()
        return [self._noted(worker, event) for event in events]

    def _noted(self, worker: _Worker, event: Event) -> Event:
        if isinstance(event, Moved | Planned):
            return event
        worker.number = None
        if not isinstance(event, Lost):
            return event
        if event.is_refused:
            self._strikes.strike(event.number, worker.node)
        return replace(event, words=f"on node {worker.node.name}: {event.words}")

    def _dismissed(self, worker: _Worker, error: Exception) -> list[Event]:
        """Let a worker go that died or failed; its place is filled when the fleet looks around."""
        self._workers.remove(worker)
        with contextlib.suppress(self._ray.exceptions.RayError):
            self._ray.kill(worker.actor)
        self._looked_s = 0.0
        if worker.number is None:
            return []
        return [Lost(number=worker.number, words=self._cause(worker, error))]

    def _cause(self, worker: _Worker, error: Exception) -> str:
        name = worker.node.name
        if isinstance(error, self._ray.exceptions.RayTaskError):
            return f"the worker on node {name} failed: {error.cause!r}"
        if worker.node.id not in {node.id for node in self._cluster.alive()}:
            return f"node {name} died"
        # Ray may know that a worker is out of reach long before it gives the node up.
        return f"the process that had it is out of reach: it died, or node {name} died"

    def _hand_out(self) -> None:
        for number in list(self._waiting):
            idle = [worker for worker in self._workers if worker.there and worker.number is None]
            self._strikes.leave_one(number, [worker.node for worker in self._workers])
            worker = next((worker for worker in idle if self._strikes.fits(number, worker.node)), None)
            if worker is not None:
                self._waiting.remove(number)
                worker.number = number
                worker.actor.begin.remote(number)

    def _look_around(self) -> None:
        now_s = time.monotonic()
        if any(worker.there for worker in self._workers):
            self._worked_s = now_s
        elif now_s - self._worked_s > PATIENCE_S:
            raise StateError(f"a Ray cluster must have a free CPU within {PATIENCE_S:g} s, got none")
        if now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self._hire(self._cluster.nodes())

    def _hire(self, nodes: list[Node]) -> None:
        """Fill the CPUs with workers, evenly over the nodes."""
        taken = Counter(worker.node.id for worker in self._workers)
        places = sorted(
            (place, index)
            for index, node in enumerate(nodes)
            for place in range(taken[node.id], node.cpus // self._cpus)
        )
        most = len(places) if self._concurrency is None else self._concurrency - len(self._workers)
        for _, index in places[: max(0, most)]:
            self._workers.append(self._hired(nodes[index]))

    def _hired(self, node: Node) -> _Worker:
        worker = self._ray.remote(
            num_cpus=self._cpus,
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=CALLS_AT_ONCE,
            scheduling_strategy=on_node(self._ray, node),
        )(RayWorker)
        actor = worker.remote(self._make)
        return _Worker(node=node, actor=actor, news=actor.news.remote(), life=actor.run.remote())

    def _end(self, workers: list[_Worker]) -> None:
        if not workers:
            return
        there = [worker for worker in workers if worker.there]
        for worker in there:
            worker.actor.end.remote()
        if there:
            self._ray.wait([worker.life for worker in there], num_returns=len(there), timeout=CLOSE_S)
        for worker in workers:
            self._ray.kill(worker.actor)
        self._ray.wait([worker.news for worker in workers], num_returns=len(workers), timeout=CLOSE_S)
