"""RayCluster: the nodes of a running Ray cluster that fit this driver, and the worker that runs on them."""

import contextlib
import logging
import queue
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from zeitnot import __version__
from zeitnot.errors import MissingExtraError, SettingError, StateError
from zeitnot.lab.fleet.work_queue import Event, Fleet, Moved, Planned

if TYPE_CHECKING:
    from ray import ObjectRef


CONNECT_S = 5.0
"""How long a cluster may take to answer at its address."""
CHECK_S = 30.0
"""How long a node may take to report what it has; the first process on a node takes seconds to start."""
HEAD_S = 10.0
"""How long the head may be out of reach; after a minute of that, Ray ends the whole driver itself."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""Version that the nodes must run: objects travel between processes in a form of the minor version."""

_LOG = logging.getLogger("zeitnot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A machine of the cluster."""

    id: str
    """Identifier of the node in Ray."""
    name: str
    """Name of the node for people."""
    cpus: int
    """Number of CPUs of the node."""


def misfit(*, python: str, zeitnot: str, words: str = "") -> str | None:
    """Return what must be different on a node with these versions, or why it has none; None where it fits."""
    if python != PYTHON:
        return f"must run Python {PYTHON} as the driver does, got {python}"
    if not zeitnot:
        return f"must have zeitnot {__version__} installed, got {words!r}"
    if zeitnot != __version__:
        return f"must have zeitnot {__version__} as the driver has, got {zeitnot}"
    return None


class RayCluster:
    """A cluster that somebody else started and will stop."""

    def __init__(self, address: str) -> None:
        """Connect and look at every node; one that does not fit is refused in one line."""
        self._ray = imported_ray()
        self._owns_connection = not self._ray.is_initialized()
        if self._owns_connection:
            _connect(self._ray, address)
        self._head = str(self._ray.get_runtime_context().gcs_address)
        self._head_is_lost = False
        self._asked: dict[str, ObjectRef[tuple[str, str, str]]] = {}
        self._misfits: dict[str, str] = {}
        self._fit: set[str] = set()
        try:
            self._look_at_first(address)
        except BaseException:
            self.disconnect()
            raise

    def nodes(self) -> list[Node]:
        """Return the nodes that are alive and fit; new ones are asked first, and are here at a later call."""
        alive = self.alive()
        for node in alive:
            if node.id not in self._fit and node.id not in self._misfits:
                self._ask(node)
        return [node for node in alive if node.id in self._fit]

    def alive(self) -> list[Node]:
        """Return all nodes that can work and are not known to be dead."""
        self._check_head()
        found = [_read_node(row) for row in self._ray.nodes() if row["Alive"]]
        return [node for node in found if node.cpus > 0]

    def disconnect(self) -> None:
        """Leave the cluster as it is."""
        if self._owns_connection:
            self._ray.shutdown()

    def _check_head(self) -> None:
        """Raise a StateError if the head stays out of reach: Ray would wait for it, then end this process."""
        until_s = time.monotonic() + HEAD_S
        while self._head_is_lost or not _answers(self._head):
            if self._head_is_lost or time.monotonic() >= until_s:
                self._head_is_lost = True
                raise StateError(
                    f"the head of a Ray cluster must stay in reach, got no answer from {self._head!r} "
                    f"for {HEAD_S:g} s"
                )
            time.sleep(min(0.5, HEAD_S))

    def _look_at_first(self, address: str) -> None:
        first = self.alive()
        if not first:
            raise SettingError(f"a Ray cluster must have a node with a CPU, got none at {address!r}")
        for node in first:
            self._ask(node)
        self._ray.wait(list(self._asked.values()), num_returns=len(self._asked), timeout=CHECK_S)
        self.nodes()
        for node in first:
            if node.id in self._misfits:
                raise SettingError(f"node {node.name} {self._misfits[node.id]}")
        if not self._fit:
            raise SettingError(f"a node must answer within {CHECK_S:g} s, got no answer at {address!r}")

    def _ask(self, node: Node) -> None:
        """Ask a node what it has, or take its answer; one that joined later and does not fit is left out."""
        if node.id not in self._asked:
            self._asked[node.id] = _ask_facts(self._ray, node)
            return
        ready, _ = self._ray.wait([self._asked[node.id]], timeout=0)
        if not ready:
            return
        answer = self._asked.pop(node.id)
        try:
            python, version, words = self._ray.get(answer)
        except self._ray.exceptions.RayError:  # it died again, or is asked again
            return
        fault = misfit(python=python, zeitnot=version, words=words)
        if fault is None:
            self._fit.add(node.id)
        else:
            self._misfits[node.id] = fault
            _LOG.warning("node %s is not used: it %s", node.name, fault)


def imported_ray() -> ModuleType:
    """Import Ray, or raise an error with the line that installs it."""
    try:
        import ray
        import ray.exceptions
        import ray.util.scheduling_strategies
    except ImportError as error:
        raise MissingExtraError(feature="work on a Ray cluster", extra="ray") from error
    return ray


def on_node(ray: ModuleType, node: Node) -> object:
    """Return the scheduling rule: on this node or not at all."""
    return ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node.id, soft=False)


def _connect(ray: ModuleType, address: str) -> None:
    if address != "auto":
        _check_answers(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, AssertionError) as error:
        # What failed half-way is undone, so that the next attempt starts from nothing.
        with contextlib.suppress(Exception):
            ray.shutdown()
        cause = " ".join(str(error).split())
        raise SettingError(
            f"a Ray cluster must be running here (`ray start`), got {address!r}: {cause}"
        ) from error


def _check_answers(address: str) -> None:
    """Check that somebody listens: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or "/" in host:
        raise SettingError(f"the address of a Ray cluster must be auto or HOST:PORT, got {address!r}")
    try:
        with socket.create_connection((host, int(port)), timeout=CONNECT_S):
            pass
    except (OSError, OverflowError) as error:
        raise SettingError(f"a Ray cluster must answer at its address ({error}), got {address!r}") from error


def _answers(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=CONNECT_S):
            return True
    except OSError:
        return False


def _read_node(row: dict[str, object]) -> Node:
    resources = row.get("Resources")
    cpus = resources.get("CPU", 0.0) if isinstance(resources, dict) else 0.0
    name, address = str(row.get("NodeName") or ""), str(row["NodeManagerAddress"])
    if name in ("", address):
        name = f"{row['NodeManagerHostname']} ({address})"
    return Node(id=str(row["NodeID"]), name=name, cpus=int(cpus))


def _ask_facts(ray: ModuleType, node: Node) -> "ObjectRef[tuple[str, str, str]]":
    def facts() -> tuple[str, str, str]:
        # Nested, because it then travels as code: a node without this package must be able to say so.
        import importlib
        import sys

        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        try:
            importlib.import_module("zeitnot.lab.fleet.ray_cluster")
            return python, importlib.import_module("zeitnot").__version__, ""
        except ImportError as error:
            return python, "", str(error)

    task = ray.remote(num_cpus=0, max_retries=0, scheduling_strategy=on_node(ray, node))(facts)
    answer: ObjectRef[tuple[str, str, str]] = task.remote()
    return answer


MakeFleet = Callable[[], Fleet]
"""How a node comes by its fleet: it travels there, and is called there."""

GATHER_S = 0.1
"""Moves of so long go to the driver together: a screen needs no more, and fast games make many."""
LOOK_S = 0.5
"""How often the actor looks whether the end was asked for in the middle of a game."""
CALLS_AT_ONCE = 4
"""Threads of an actor: `run` and `news` stay in theirs, `begin` and `end` must come through."""


class RayWorker:
    """Works off numbers, one at a time; every method is called from the driver.

    The work is done in a process of its own. Code that holds the interpreter there, such as a policy, neither
    keeps back what had happened before nor hinders the fleet, which judges the silence on the node itself.
    """

    def __init__(self, make: MakeFleet) -> None:
        """Open nothing yet."""
        # A spawned process imports the main module of its parent: here Ray's, which it does not need.
        vars(sys.modules["__main__"]).pop("__file__", None)
        self._make = make
        self._orders: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._greeted = False

    def run(self) -> None:
        """Work until the end is asked for."""
        fleet = self._make()
        try:
            while (number := self._orders.get()) is not None:
                fleet.begin(number)
                while not fleet.free and self._orders.empty():
                    for event in fleet.events(LOOK_S):
                        self._events.put(event)
        finally:
            fleet.close()

    def begin(self, number: int) -> None:
        """Begin a number; the one before it must be over."""
        self._orders.put(number)

    def news(self) -> list[Event]:
        """Wait for events; the first is only that the worker has started."""
        if not self._greeted:
            self._greeted = True
            return []
        events = [self._events.get()]
        until_s = time.monotonic() + GATHER_S
        while isinstance(events[-1], Moved | Planned):
            try:
                events.append(self._events.get(timeout=max(0.0, until_s - time.monotonic())))
            except queue.Empty:
                break
        return events

    def end(self) -> None:
        """Stop as soon as the work can; `run` returns when all is closed."""
        self._orders.put(None)
