"""Small models with random weights, for tests of the code that reads and runs them."""

import itertools
from typing import Literal

import numpy as np

from zeitnot.models.model_file import LossModel
from zeitnot.models.network_inputs import DEEPENING_INPUTS, SNAPSHOT_INPUTS


def small_model(
    game: Literal["chess", "scrabble"],
    *,
    seed: int = 1,
    hidden: tuple[int, ...] = (8, 4),
    inputs: tuple[str, ...] | None = None,
) -> LossModel:
    """Make a model that has learned nothing."""
    names = inputs or (SNAPSHOT_INPUTS if game == "scrabble" else DEEPENING_INPUTS)
    draw = np.random.default_rng(seed)
    sizes = (len(names), *hidden, 1)
    return LossModel(
        game=game,
        inputs=names,
        means=draw.normal(size=len(names)),
        scales=draw.uniform(0.5, 2.0, size=len(names)),
        reach=6.0,
        trend=(0.1 * draw.normal(size=(len(names), 1)), np.array([-3.0])),
        layers=tuple(
            (draw.normal(size=(a, b)) / np.sqrt(a), draw.normal(size=b)) for a, b in itertools.pairwise(sizes)
        ),
        facts={"positions": 12},
        made_by="zeitnot learn train nowhere",
    )
