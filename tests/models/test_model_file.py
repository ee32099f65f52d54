"""Model files: a model that is written reads back equal, and anything else is refused."""

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.models.small_models import small_model
from zeitnot.errors import DataError
from zeitnot.models.model_file import MOST_BYTES, LossModel, read_model
from zeitnot.models.network_inputs import DEEPENING_INPUTS


def packed(**changes: Any) -> bytes:
    """Return a model's file with some of its arrays changed, or left out where None."""
    with np.load(io.BytesIO(small_model("chess").to_bytes())) as archive:
        arrays = {name: archive[name] for name in archive.files}
    arrays = {name: value for name, value in {**arrays, **changes}.items() if value is not None}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def schema(**changes: Any) -> Any:
    with np.load(io.BytesIO(small_model("chess").to_bytes())) as archive:
        words = json.loads(archive["schema"].tobytes())
    return np.frombuffer(json.dumps({**words, **changes}).encode(), dtype=np.uint8)


def test_a_model_comes_back_from_its_file() -> None:
    model = small_model("scrabble")
    again = LossModel.from_bytes(model.to_bytes())
    assert again.inputs == model.inputs
    assert again.facts == {"positions": 12}
    assert again.made_by == "zeitnot learn train nowhere"
    assert (again.means == model.means).all()
    assert all(
        (a[0] == b[0].astype(np.float32)).all() for a, b in zip(again.layers, model.layers, strict=True)
    )
    assert again.to_bytes() == model.to_bytes()


@pytest.mark.source("M8.file_size")
def test_a_model_of_full_size_stays_below_fifty_kilobytes() -> None:
    assert len(small_model("scrabble", hidden=(64, 64, 32)).to_bytes()) < MOST_BYTES


REFUSED = [
    ("has no 'schema'", {"schema": None}),
    ("has no 'layer_1_biases'", {"layer_1_biases": None}),
    ("schema is unknown", {"schema": schema(kind="something else")}),
    ("version 1, got 2", {"schema": schema(schema=2)}),
    ("chess or scrabble, got 'go'", {"schema": schema(game="go")}),
    ("layers, got 99", {"schema": schema(layers=99)}),
    ("means must have the shape", {"means": np.zeros(3)}),
    ("above 0", {"scales": np.zeros(len(DEEPENING_INPUTS))}),
    ("must be finite, got nan", {"layer_0_weights": np.full((len(DEEPENING_INPUTS), 8), np.nan)}),
    ("must hold numbers", {"layer_0_weights": np.array(["x"])}),
    ("must have the shape", {"layer_1_weights": np.zeros((3, 4))}),
    ("allow_pickle=False", {"means": np.array([{}], dtype=object)}),
    ("model file of zeitnot", {"schema": np.frombuffer(b"{no json", dtype=np.uint8)}),
]


@pytest.mark.source("M38.replaceable")
@pytest.mark.parametrize(("rule", "changes"), REFUSED)
def test_a_file_that_is_not_as_promised_is_refused_in_one_line(rule: str, changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=rule) as caught:
        LossModel.from_bytes(packed(**changes), place="some.npz")
    assert str(caught.value).startswith("some.npz must be")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", bytes(MOST_BYTES + 1)])
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"must be a model file|must have at most 50,000 bytes"):
        read_model(path)


def test_a_file_that_unpacks_without_end_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.npy", bytes(10_000_000))
    with pytest.raises(DataError, match="must unpack to"):
        LossModel.from_bytes(file.getvalue())


def test_a_damaged_file_is_refused_or_read_never_worse() -> None:
    good = small_model("chess").to_bytes()
    dice = random.Random(7)
    for _ in range(300):
        damaged = bytearray(good[: dice.randrange(1, len(good))] if dice.random() < 0.3 else good)
        for _ in range(dice.randrange(1, 4)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        try:
            LossModel.from_bytes(bytes(damaged))
        except DataError as error:
            assert "\n" not in str(error)  # noqa: PT017 (any damage may come out as either)


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no such file or directory.*nowhere\.npz"):
        read_model(tmp_path / "nowhere.npz")
