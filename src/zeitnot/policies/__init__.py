"""One file per time-management system; `make_policy` finds them by name.

Managers are made by `zeitnot.make_manager`, which loads the trained models that a policy needs.
"""

from typing import TYPE_CHECKING

from zeitnot.policies.argo import Argo
from zeitnot.policies.learned import Learned
from zeitnot.policies.magpie import Magpie, final_choice
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.model_source import ModelSource
from zeitnot.policies.neurofish import Neurofish
from zeitnot.policies.parameters import Parameter, Range, parameters_of, read_settings, with_settings
from zeitnot.policies.registry import (
    built_in_names,
    left_out,
    make_policy,
    plug_in_value,
    policy_class,
    policy_names,
    presets_of,
    with_preset,
)
from zeitnot.policies.settings import (
    layered,
    layers,
    parse_pairs,
    parse_policy,
    parse_toml,
    unknown_variables,
)
from zeitnot.policies.stockfish import Stockfish
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.policies.time_values import TimeValues
from zeitnot.policies.uniform import Uniform

__all__ = [
    "Argo",
    "Learned",
    "Magpie",
    "Mergen",
    "ModelSource",
    "Neurofish",
    "Parameter",
    "Range",
    "Stockfish",
    "Textbook",
    "TextbookComplete",
    "TimeValues",
    "Uniform",
    "built_in_names",
    "final_choice",
    "layered",
    "layers",
    "left_out",
    "make_policy",
    "parameters_of",
    "parse_pairs",
    "parse_policy",
    "parse_toml",
    "plug_in_value",
    "policy_class",
    "policy_names",
    "presets_of",
    "read_settings",
    "unknown_variables",
    "with_preset",
    "with_settings",
]


if not TYPE_CHECKING:  # else a checker of types would take any name for an object

    def __getattr__(name: str) -> object:
        """Say where managers are made now."""
        if name == "make_manager":
            raise ImportError("make_manager is no longer in zeitnot.policies: use zeitnot.make_manager")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
