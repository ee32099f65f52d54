"""Work time for other engines: the nodes that they report are their time."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.proxy.own_clock import OwnClockEngine
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import MOST_NODES
from zeitnot.turns import Iteration, Reason, Thinking, TimeManager

NODES_OPTION = "nodestime"
"""Option of Stockfish and its descendants: nodes that count as a millisecond of the engine's own clock."""
_MOST_PER_MS = 10_000
"""Largest value that they take."""
OVERHEAD_OPTION = "Move Overhead"
"""Option of theirs with the milliseconds that a move costs besides its search; where nodes are the time they
take it for nodes."""
OWN_MARGIN_NODES = 1_500
"""Nodes that they may be over their time: they look at their own clock every 1,024 nodes."""
_PLIES_AT_SIGHT = 1
"""Depth of a move that is played without thinking."""


@dataclass(slots=True, kw_only=True)
class _Watch:
    """One search: the policy is asked after each depth, in the thread that reads the reports."""

    thinking: Thinking
    nodes_per_s: float
    stop: Callable[[], None]
    reason: Reason | None = None

    def take(self, iteration: Iteration) -> None:
        """Judge a finished depth; `stop` is sent once."""
        if self.reason is not None:
            return
        verdict = self.thinking.observe(replace(iteration, elapsed_s=iteration.nodes / self.nodes_per_s))
        if verdict.stop:
            self.reason = verdict.reason
            self.stop()


class WorkTimeEngine:
    """An engine under a manager, timed by its nodes: a busy machine changes next to nothing.

    The policy is asked at the end of each depth, and what the engine searches until `stop` reaches it counts.
    The engine itself keeps the limit, by `go nodes`.
    """

    def __init__(
        self,
        command: Sequence[str],
        manager: TimeManager,
        *,
        nodes_per_s: float,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Start the engine; a faulty one raises a DataError, an invalid setting a SettingError."""
        self.manager = manager
        self._nodes_per_s = nodes_per_s
        self._engine = OwnClockEngine(command, options=options, nodes_per_s=nodes_per_s)
        manager.serve(self._engine.name)

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Start a new game; an engine that is down or owes an answer is restarted."""
        self._engine.new_game()
        self.manager.new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float = math.inf) -> PlayedMove:
        """Return the engine's move; one that has not moved by the deadline, in wall time, is stalled."""
        thinking = request.begin(self.manager, wall_time=False)
        watch = _Watch(thinking=thinking, nodes_per_s=self._nodes_per_s, stop=self._engine.inner.stop)
        at_sight = thinking.budget.quick_exit
        most = max(1, int(min(thinking.budget.limit_s * self._nodes_per_s, MOST_NODES)))
        limits = replace(request.limits, nodes=min(request.limits.nodes or most, most), move_time_s=None)
        if at_sight is not None:
            limits = replace(limits, depth=_PLIES_AT_SIGHT)
        plain = replace(request, clock=None, opponent=None, limits=limits)
        played = self._engine.think(plain, deadline_s=deadline_s, on_report=watch.take)
        nodes = played.record.nodes
        if watch.reason is None and limits.depth is None and played.move:
            nodes = max(nodes, limits.nodes or 0)  # some engines do not report a depth that they break off
        record = thinking.finish(
            used_s=nodes / self._nodes_per_s,
            move=played.move,
            reason=watch.reason or at_sight or Reason.LIMIT,
            nodes=nodes,
        )
        return replace(played, record=replace(record, score_cp=played.record.score_cp))

    def close(self) -> None:
        """Send `quit` to the engine, and kill it when it does not exit."""
        self._engine.close()


def own_clock_in_work_time(
    command: Sequence[str], *, nodes_per_s: float, options: Mapping[str, str]
) -> OwnClockEngine:
    """Start an engine whose own clock counts nodes, which few engines can; others raise a SettingError."""
    per_ms = nodes_per_s / 1000
    if not (per_ms.is_integer() and 1 <= per_ms <= _MOST_PER_MS):
        raise SettingError(
            f"work time with an engine on its own clock must be whole thousands of nodes a second, at most"
            f" {1000 * _MOST_PER_MS:,}, got {nodes_per_s!r}"
        )
    engine = OwnClockEngine(command, options=options, nodes_per_s=nodes_per_s)
    if not engine.inner.options.has(NODES_OPTION):
        engine.close()
        raise SettingError(
            f"in work time an engine on its own clock must have the option {NODES_OPTION}, as Stockfish has,"
            f" got {engine.name!r}"
        )
    engine.inner.set_option(NODES_OPTION, str(int(per_ms)))
    announced = engine.inner.options
    if announced.has(OVERHEAD_OPTION) and not announced.is_given(OVERHEAD_OPTION):
        most = announced.largest(OVERHEAD_OPTION)
        overhead = int(announced.value(OVERHEAD_OPTION) or 0) * int(per_ms)
        engine.inner.set_option(OVERHEAD_OPTION, str(overhead if most is None else min(overhead, most)))
    return engine


def check_own_clock(control: TimeControl) -> None:
    """Refuse clocks that such an engine does not count: it adds the increment to its nodes, and no more."""
    single = len(control.stages) == 1 and control.stages[0].moves is None
    plain = single and not control.stages[0].delay_s and control.byoyomi is None and not control.hourglass
    if not plain:
        raise SettingError(
            "in work time an engine on its own clock must have one time for the game, with or without"
            f" an increment, got {str(control)!r}"
        )
