"""Features times weights are the evaluation itself."""

from pathlib import Path

import numpy as np
import pytest

from zeitnot._native import Position
from zeitnot.errors import DataError
from zeitnot.learning import RUNS, Features, read_weights, weights_text
from zeitnot.learning.evaluation.weights import FEATURES, parse_weights

TABLE = Path(__file__).parents[3] / "native/chess/weights.cpp"
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "8/5pk1/6p1/1P2P2p/r6P/5KP1/8/1R6 b - - 37 50",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 2 47",
)


@pytest.mark.parametrize("fen", FENS)
def test_counts_times_weights_are_what_the_engine_evaluates(fen: str) -> None:
    features = Features.of_fens(np.array([fen.encode()]))
    from_white = features.evaluations_cp(read_weights(TABLE))[0]
    evaluated = Position(fen).evaluate() * (1 if " w " in fen else -1)
    assert evaluated == pytest.approx(from_white, abs=3)  # it rounds toward zero at three places


def test_the_table_has_a_weight_for_every_feature_that_the_engine_counts() -> None:
    assert len(Position(FENS[0]).feature_counts()) == 2 * (FEATURES + 2)


def test_a_written_table_reads_back_and_names_every_run() -> None:
    weights = np.random.default_rng(1).integers(-300, 300, (FEATURES, 2)).astype(float)
    text = weights_text(weights, command="the command")
    assert np.array_equal(parse_weights(text), weights)
    assert "the command" in text
    assert all(f"// {run.name}\n" in text for run in RUNS)


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(DataError, match="must have 452 pairs, got 1"):
        parse_weights("{{ {1, 2} }}")
