"""Model files: a trained expected-loss model as plain arrays and some JSON, nothing executable."""

import io
import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import UNREADABLE, cause_of, read_bytes

SCHEMA = 1
"""Version of the file format."""
MOST_BYTES = 50_000
"""Largest size of a model file (M8)."""
_MOST_UNPACKED_BYTES = 1_000_000
_MOST_LAYERS = 4
OUTPUT = "exp(trend) * ratio"
"""How the outputs become a loss."""

Array = npt.NDArray[np.float64]
Layer = tuple[Array, Array]
"""Weights, one row for each input, and biases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossModel:
    """A model: a log-linear trend, and a network for the ratio of the loss to it."""

    game: Literal["chess", "scrabble"]
    """Game that the model is for."""
    inputs: tuple[str, ...]
    """Names of the inputs, in order."""
    means: Array
    """Means of the inputs in the training data."""
    scales: Array
    """Standard deviations of the inputs in the training data."""
    reach: float
    """Number of standard deviations at which inputs are clipped."""
    trend: Layer
    """One layer whose output is the logarithm of a loss."""
    layers: tuple[Layer, ...]
    """Layers of the network, with ReLU between them."""
    facts: dict[str, object] = field(default_factory=dict)
    """What the model was trained on and how good it is, for people."""
    made_by: str = ""
    """Command that made the model."""

    def __post_init__(self) -> None:
        """Refuse shapes that do not fit, and numbers that are not finite."""
        count = len(self.inputs)
        if not 1 <= len(self.layers) <= _MOST_LAYERS:
            raise DataError(f"a model must have 1 to {_MOST_LAYERS} layers, got {len(self.layers)}")
        _check("means", self.means, (count,))
        _check("scales", self.scales, (count,))
        if not ((self.scales > 0).all() and 0 < self.reach < np.inf):
            raise DataError(f"scales and reach must be above 0, got {self.scales.min()} and {self.reach!r}")
        _check_layers("trend", (self.trend,), count)
        _check_layers("layer", self.layers, count)

    def to_bytes(self) -> bytes:
        """Return the contents of a file."""
        schema = {
            "schema": SCHEMA,
            "kind": "zeitnot expected loss",
            "game": self.game,
            "inputs": self.inputs,
            "output": OUTPUT,
            "reach": self.reach,
            "layers": len(self.layers),
            "facts": self.facts,
            "made_by": self.made_by,
        }
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "schema": np.frombuffer(json.dumps(schema).encode(), dtype=np.uint8),
            "means": self.means,
            "scales": self.scales,
        }
        for name, (weights, biases) in zip(_names(len(self.layers)), (self.trend, *self.layers), strict=True):
            arrays[f"{name}_weights"] = weights.astype(np.float32)
            arrays[f"{name}_biases"] = biases.astype(np.float32)
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
        content = file.getvalue()
        if len(content) > MOST_BYTES:
            rule = f"a model must have no more than {MOST_BYTES:,} bytes: smaller hidden layers"
            raise SettingError(f"{rule}, got {len(content):,}")
        return content

    @classmethod
    def from_bytes(cls, data: bytes, *, place: str = "model") -> Self:
        """Read the contents of a file; anything else is a DataError that begins with its place."""
        try:
            return cls._read(_arrays(data))
        except Exception as error:
            cause = f"it has no {error}" if isinstance(error, KeyError) else str(error)
            first = (cause or type(error).__name__).splitlines()[0]
            raise DataError(f"{place} must be a model file of zeitnot: {first}") from error

    @classmethod
    def _read(cls, arrays: dict[str, npt.NDArray[np.generic]]) -> Self:
        schema = json.loads(arrays["schema"].tobytes())
        if not isinstance(schema, dict) or schema.get("kind") != "zeitnot expected loss":
            raise DataError("its schema is unknown")
        if schema["schema"] != SCHEMA or schema["output"] != OUTPUT:
            raise DataError(f"its schema must be version {SCHEMA}, got {schema['schema']!r}")
        if schema["game"] not in {"chess", "scrabble"}:
            raise DataError(f"its game must be chess or scrabble, got {schema['game']!r}")
        count = int(schema["layers"])
        if not 1 <= count <= _MOST_LAYERS:
            raise DataError(f"it must have 1 to {_MOST_LAYERS} layers, got {count}")
        trend, *layers = (
            (_numbers(arrays[f"{name}_weights"]), _numbers(arrays[f"{name}_biases"]))
            for name in _names(count)
        )
        return cls(
            game=schema["game"],
            inputs=tuple(str(name) for name in schema["inputs"]),
            means=_numbers(arrays["means"]),
            scales=_numbers(arrays["scales"]),
            reach=float(schema["reach"]),
            trend=trend,
            layers=tuple(layers),
            facts=dict(schema["facts"]),
            made_by=str(schema["made_by"]),
        )


def read_model(path: Path) -> LossModel:
    """Read a model from a file."""
    data = read_bytes(path, what="a model", most_bytes=MOST_BYTES)
    return LossModel.from_bytes(data, place=str(path))


def _arrays(data: bytes) -> dict[str, npt.NDArray[np.generic]]:
    if len(data) > MOST_BYTES:
        raise DataError(f"it must have no more than {MOST_BYTES:,} bytes, got {len(data):,} or more")
    return unpack_npz(data, what="it", most_bytes=_MOST_UNPACKED_BYTES)


def _numbers(array: npt.NDArray[np.generic]) -> Array:
    if array.dtype.kind != "f":
        raise DataError(f"its arrays must hold numbers, got {array.dtype}")
    return array.astype(np.float64)


def _names(layers: int) -> tuple[str, ...]:
    return ("trend", *(f"layer_{number}" for number in range(layers)))


def _check(name: str, array: Array, shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise DataError(f"{name} must have the shape {shape}, got {array.shape}")
    if not np.isfinite(array).all():
        raise DataError(f"{name} must be finite, got {array[~np.isfinite(array)][0]}")


def _check_layers(name: str, layers: tuple[Layer, ...], inputs: int) -> None:
    for number, (weights, biases) in enumerate(layers):
        units = biases.shape[0] if biases.ndim == 1 else 0
        if number == len(layers) - 1 and units != 1:
            raise DataError(f"the last {name} must have one unit, got {units}")
        _check(f"weights of {name} {number}", weights, (inputs, units))
        _check(f"biases of {name} {number}", biases, (units,))
        inputs = units


UNREADABLE_NPZ = (
    *UNREADABLE,
    zipfile.BadZipFile,
    NotImplementedError,  # a compression method that this Python does not have
    RuntimeError,  # an archive with a password
    KeyError,  # an archive whose directory lists a missing member
    OSError,
)
"""Errors that numpy and zipfile raise for damaged or malicious archives."""


def unpack_npz(data: bytes, *, what: str, most_bytes: int) -> dict[str, npt.NDArray[np.generic]]:
    """Return all arrays; an archive that would unpack to more than the limit is refused before it does."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # zipfile reads no more of a member than this size, whatever the packed data would become.
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > most_bytes:
            raise DataError(f"{what} must unpack to at most {most_bytes:,} bytes, got {unpacked:,}")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except DataError:
        raise
    except UNREADABLE_NPZ as error:
        raise DataError(f"{what} must be an NPZ file: {cause_of(error)}") from error
