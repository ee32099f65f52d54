"""Diagnostics: the nine counters of the NeuroFish document, kept for any policy."""

from zeitnot._native import SearchResult
from zeitnot.turns import Thinking

COUNTERS = (
    "time_overruns",
    "qs_time_cutoff",
    "qs_budget_exceeded",
    "shallow_search_d2",
    "shallow_search_d3",
    "emergency_reserve_stop",
    "min_depth_forced",
    "tactical_extension",
    "score_instability",
)
"""By the document's names: turns longer than their target, which it calls the time limit; quiescence cut off
by the soft stop, turns on which it used up its budget; moves chosen at depth 2 and at depth 3; and four that
a policy's monitor counts."""

OVERRUN_S = 0.001
"""A search sees a stop within this time; one that ends later is an overrun."""

_SHALLOW = {2: "shallow_search_d2", 3: "shallow_search_d3"}


def counted(
    thinking: Thinking, result: SearchResult, *, used_s: float, look_s: float = 0.0, by_caller: bool = False
) -> dict[str, int]:
    """Return the counters of a turn that the search knows, added to those of the monitor.

    `look_s` is the time between two clock checks where it is known, that is, in work time.
    """
    limits = thinking.turn.limits
    shallow = limits.clock_rules and limits.depth is None and not by_caller
    events = {
        "time_overruns": int(used_s > thinking.target_s + max(OVERRUN_S, look_s)),
        "qs_time_cutoff": result.cuts.by_soft_stop,
        "qs_budget_exceeded": int(result.cuts.budget_exceeded),
        **{name: int(shallow and result.last.depth == depth) for depth, name in _SHALLOW.items()},
    }
    return {name: times for name, times in events.items() if times and name not in thinking.events}
