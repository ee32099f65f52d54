"""One file per time-management system; `make_policy` and `make_manager` find them by name."""

from zeitnot.policies.argo import Argo
from zeitnot.policies.learned import Learned
from zeitnot.policies.magpie import Magpie, final_choice
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.model_source import ModelSource
from zeitnot.policies.neurofish import Neurofish
from zeitnot.policies.parameters import Parameter, Range, parameters_of, read_settings, with_settings
from zeitnot.policies.registry import (
    left_out,
    make_manager,
    make_policy,
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
    "final_choice",
    "layered",
    "layers",
    "left_out",
    "make_manager",
    "make_policy",
    "parameters_of",
    "parse_pairs",
    "parse_policy",
    "parse_toml",
    "policy_class",
    "policy_names",
    "presets_of",
    "read_settings",
    "unknown_variables",
    "with_preset",
    "with_settings",
]
