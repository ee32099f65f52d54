"""One file per time-management system; `policy_class` finds them by name.

Policies and managers are made by `zeitnot.make_policy` and `zeitnot.make_manager`, which load the
trained models that a policy needs.
"""

from typing import TYPE_CHECKING

from zeitnot.policies.argo import Argo as Argo
from zeitnot.policies.base import (
    Host as Host,
    ModelSource as ModelSource,
    PolicyBase as PolicyBase,
    Taught as Taught,
    hooks_of as hooks_of,
)
from zeitnot.policies.learned import Learned as Learned
from zeitnot.policies.magpie import Magpie as Magpie
from zeitnot.policies.mergen import Mergen as Mergen
from zeitnot.policies.mergen_lessons import MergenLessons as MergenLessons
from zeitnot.policies.neurofish import Neurofish as Neurofish
from zeitnot.policies.parameters import (
    Centipawns as Centipawns,
    Count as Count,
    Depth as Depth,
    Figure as Figure,
    Multiplier as Multiplier,
    Parameter as Parameter,
    Points as Points,
    Range as Range,
    Seconds as Seconds,
    Share as Share,
    Turns as Turns,
    check as check,
    parameters_of as parameters_of,
    read_settings as read_settings,
    with_settings as with_settings,
)
from zeitnot.policies.registry import (
    built_in_names as built_in_names,
    left_out as left_out,
    plain_policy as plain_policy,
    plug_in_value as plug_in_value,
    policy_class as policy_class,
    policy_hooks as policy_hooks,
    policy_names as policy_names,
    presets_of as presets_of,
    with_preset as with_preset,
)
from zeitnot.policies.scrabble_split import ScrabbleSplit as ScrabbleSplit
from zeitnot.policies.settings import (
    layers as layers,
    parse_pairs as parse_pairs,
    parse_policy as parse_policy,
    parse_toml as parse_toml,
    parse_words as parse_words,
    unknown_variables as unknown_variables,
)
from zeitnot.policies.stockfish import Stockfish as Stockfish
from zeitnot.policies.textbook import (
    Textbook as Textbook,
    TextbookComplete as TextbookComplete,
)
from zeitnot.policies.time_values import (
    CHESS_ENDS as CHESS_ENDS,
    FIRST_UNSEEN as FIRST_UNSEEN,
    SCRABBLE_ENDS as SCRABBLE_ENDS,
    MOST_LENGTH_CHANGE as MOST_LENGTH_CHANGE,
    GainOfASecond as GainOfASecond,
    GameEnd as GameEnd,
    PhaseValues as PhaseValues,
    TimeValues as TimeValues,
    progress_of as progress_of,
)
from zeitnot.policies.uniform import Uniform as Uniform


if not TYPE_CHECKING:  # else a checker of types would take any name for an object

    def __getattr__(name: str) -> object:
        """Say where policies and managers are made now."""
        if name in ("make_manager", "make_policy"):
            raise ImportError(f"{name} is no longer in zeitnot.policies: use zeitnot.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
