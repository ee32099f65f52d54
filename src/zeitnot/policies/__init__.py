"""One file per time-management system; `policy_class` finds them by name.

Policies and managers are made by `zeitnot.make_policy` and `zeitnot.make_manager`, which load the
trained models that a policy needs.
"""

from typing import TYPE_CHECKING

from zeitnot.policies.argo import Argo
from zeitnot.policies.base import Host, ModelSource, PolicyBase, Taught, hooks_of
from zeitnot.policies.learned import Learned
from zeitnot.policies.magpie import Magpie, final_choice
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.neurofish import Neurofish
from zeitnot.policies.parameters import (
    Centipawns,
    Count,
    Depth,
    Figure,
    Multiplier,
    Parameter,
    Points,
    Range,
    Seconds,
    Share,
    Turns,
    check,
    parameters_of,
    read_settings,
    with_settings,
)
from zeitnot.policies.registry import (
    built_in_names,
    left_out,
    plain_policy,
    plug_in_value,
    policy_class,
    policy_hooks,
    policy_names,
    presets_of,
    with_preset,
)
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.policies.settings import (
    layered,
    layers,
    parse_pairs,
    parse_policy,
    parse_toml,
    parse_words,
    unknown_variables,
)
from zeitnot.policies.stockfish import Stockfish
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.policies.time_values import (
    CHESS_ENDS,
    FIRST_UNSEEN,
    SCRABBLE_ENDS,
    GainOfASecond,
    PhaseValues,
    TimeValues,
    progress_of,
)
from zeitnot.policies.uniform import Uniform

__all__ = [
    "CHESS_ENDS",
    "FIRST_UNSEEN",
    "SCRABBLE_ENDS",
    "Argo",
    "Centipawns",
    "Count",
    "Depth",
    "Figure",
    "GainOfASecond",
    "Host",
    "Learned",
    "Magpie",
    "Mergen",
    "MergenLessons",
    "ModelSource",
    "Multiplier",
    "Neurofish",
    "Parameter",
    "PhaseValues",
    "Points",
    "PolicyBase",
    "Range",
    "ScrabbleSplit",
    "Seconds",
    "Share",
    "Stockfish",
    "Taught",
    "Textbook",
    "TextbookComplete",
    "TimeValues",
    "Turns",
    "Uniform",
    "built_in_names",
    "check",
    "final_choice",
    "hooks_of",
    "layered",
    "layers",
    "left_out",
    "parameters_of",
    "parse_pairs",
    "parse_policy",
    "parse_toml",
    "parse_words",
    "plain_policy",
    "plug_in_value",
    "policy_class",
    "policy_hooks",
    "policy_names",
    "presets_of",
    "progress_of",
    "read_settings",
    "unknown_variables",
    "with_preset",
    "with_settings",
]


if not TYPE_CHECKING:  # else a checker of types would take any name for an object

    def __getattr__(name: str) -> object:
        """Say where policies and managers are made now."""
        if name in ("make_manager", "make_policy"):
            raise ImportError(f"{name} is no longer in zeitnot.policies: use zeitnot.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
