"""ClusterFleet: the machines of a Ray cluster, each of which does as much at once as it has CPUs."""

import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.fleet.events import Event, Lost, Moved
from zeitnot.lab.fleet.ray_cluster import Node, RayCluster, imported_ray, on_node
from zeitnot.lab.fleet.ray_worker import CALLS_AT_ONCE, MakeFleet, RayWorker

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
class _Hand:
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
        """Tell whether a number may be tried on a node."""
        return (number, node.id) not in self._numbers and (self.kin(number), node.id) not in self._kins

    def leave_one(self, number: int, nodes: list[Node]) -> None:
        """See that some node may try a number: one that has not tried this very one, before all may again."""
        if not any(self.fits(number, node) for node in nodes):
            kin = self.kin(number)
            self._kins = {struck for struck in self._kins if struck[0] != kin}
        if not any(self.fits(number, node) for node in nodes):
            self._numbers = {struck for struck in self._numbers if struck[0] != number}


class ClusterFleet:
    """Works on a cluster that is running; a worker that dies is replaced where there is room."""

    def __init__(
        self,
        make: MakeFleet,
        *,
        kin: Callable[[int], Hashable],
        address: str,
        cpus: int = 1,
        concurrency: int | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Connect to the cluster and start the workers, each on so many CPUs.

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
        self._patience_s = patience_s
        self._strikes = _Strikes(kin)
        self._waiting: deque[int] = deque()
        self._hands: list[_Hand] = []
        self._cluster = RayCluster(address)
        self._looked_s = self._worked_s = time.monotonic()
        self._hire(self._cluster.nodes())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def free(self) -> int:
        """Numbers that can be begun now; a few more may wait for a node that can do them."""
        idle = sum(hand.there and hand.number is None for hand in self._hands)
        return max(0, min(idle, len(self._hands) - len(self._waiting)))

    def begin(self, number: int) -> None:
        """Begin a number, or let it wait for a node that can do it."""
        if not self.free:
            raise StateError(f"a number must have a free worker, got none for {number}")
        self._waiting.append(number)
        self._hand_out()

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for something to tell."""
        self._look_around()
        refs = [ref for hand in self._hands for ref in (hand.news, hand.life)]
        if not refs:
            time.sleep(min(timeout_s, LOOK_S))
            return []
        self._ray.wait(refs, num_returns=1, timeout=timeout_s)
        ready = set(self._ray.wait(refs, num_returns=len(refs), timeout=0)[0])
        told: list[Event] = []
        for hand in list(self._hands):
            if hand.news in ready or hand.life in ready:
                told.extend(self._told_by(hand, ready))
        self._hand_out()
        return told

    def close(self) -> list[Event]:
        """End what is under way and the workers; the cluster stays as it is. Gives what is still told."""
        if self._closed:
            return []
        self._closed = True
        try:
            told = self.events(0.0) if self._hands else []
        finally:
            hands, self._hands = self._hands, []
            try:
                self._end(hands)
            finally:
                self._cluster.disconnect()
        return told

    def _told_by(self, hand: _Hand, ready: "set[ObjectRef[object]]") -> list[Event]:
        try:
            if hand.life in ready:
                self._ray.get(hand.life)
            events: list[Event] = self._ray.get(hand.news) if hand.news in ready else []
        except self._ray.exceptions.RayError as error:
            return self._dismissed(hand, error)
        if hand.news in ready:
            hand.there = True
            hand.news = hand.actor.news.remote()
        return [self._noted(hand, event) for event in events]

    def _noted(self, hand: _Hand, event: Event) -> Event:
        if isinstance(event, Moved):
            return event
        hand.number = None
        if not isinstance(event, Lost):
            return event
        if event.is_refused:
            self._strikes.strike(event.number, hand.node)
        return replace(event, words=f"on node {hand.node.name}: {event.words}")

    def _dismissed(self, hand: _Hand, error: Exception) -> list[Event]:
        """Let a worker go that died or failed; its place is filled when the fleet looks around."""
        self._hands.remove(hand)
        with contextlib.suppress(self._ray.exceptions.RayError):
            self._ray.kill(hand.actor)
        self._looked_s = 0.0
        if hand.number is None:
            return []
        return [Lost(number=hand.number, words=self._cause(hand, error))]

    def _cause(self, hand: _Hand, error: Exception) -> str:
        name = hand.node.name
        if isinstance(error, self._ray.exceptions.RayTaskError):
            return f"the worker on node {name} failed: {error.cause!r}"
        if hand.node.id not in {node.id for node in self._cluster.alive()}:
            return f"node {name} died"
        # Ray may know that a worker is out of reach long before it gives the node up.
        return f"the process that had it is out of reach: it died, or node {name} died"

    def _hand_out(self) -> None:
        for number in list(self._waiting):
            idle = [hand for hand in self._hands if hand.there and hand.number is None]
            self._strikes.leave_one(number, [hand.node for hand in self._hands])
            hand = next((hand for hand in idle if self._strikes.fits(number, hand.node)), None)
            if hand is not None:
                self._waiting.remove(number)
                hand.number = number
                hand.actor.begin.remote(number)

    def _look_around(self) -> None:
        now_s = time.monotonic()
        if any(hand.there for hand in self._hands):
            self._worked_s = now_s
        elif now_s - self._worked_s > self._patience_s:
            raise StateError(f"a Ray cluster must have a free CPU within {self._patience_s:g} s, got none")
        if now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self._hire(self._cluster.nodes())

    def _hire(self, nodes: list[Node]) -> None:
        """Fill the CPUs with workers, evenly over the nodes."""
        taken = Counter(hand.node.id for hand in self._hands)
        places = sorted(
            (place, index)
            for index, node in enumerate(nodes)
            for place in range(taken[node.id], node.cpus // self._cpus)
        )
        most = len(places) if self._concurrency is None else self._concurrency - len(self._hands)
        for _, index in places[: max(0, most)]:
            self._hands.append(self._hired(nodes[index]))

    def _hired(self, node: Node) -> _Hand:
        worker = self._ray.remote(
            num_cpus=self._cpus,
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=CALLS_AT_ONCE,
            scheduling_strategy=on_node(self._ray, node),
        )(RayWorker)
        actor = worker.remote(self._make)
        return _Hand(node=node, actor=actor, news=actor.news.remote(), life=actor.run.remote())

    def _end(self, hands: list[_Hand]) -> None:
        if not hands:
            return
        there = [hand for hand in hands if hand.there]
        for hand in there:
            hand.actor.end.remote()
        if there:
            self._ray.wait([hand.life for hand in there], num_returns=len(there), timeout=CLOSE_S)
        for hand in hands:
            self._ray.kill(hand.actor)
        self._ray.wait([hand.news for hand in hands], num_returns=len(hands), timeout=CLOSE_S)
