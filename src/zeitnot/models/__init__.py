"""Models: trained files of the package, read and checked, as estimators for policies.

Neither the native code nor numpy is loaded before a model is needed.
"""

from typing import TYPE_CHECKING

from zeitnot.models.deepening_inputs import DEEPENING_INPUTS, deepening_inputs
from zeitnot.models.make import hosted_settings, load_plug_in, make_manager, make_policy
from zeitnot.models.snapshot_inputs import SNAPSHOT_INPUTS, snapshot_inputs
from zeitnot.models.source import MINE, PackageModels, data_folder, lessons_file, package_file

if TYPE_CHECKING:
    from zeitnot.models.model_file import LossModel
    from zeitnot.models.network_loss import LEAST_OF_LARGEST, LEAST_RATIO, MOST_RATIO
    from zeitnot.models.npz_file import unpack_npz

__all__ = [
    "DEEPENING_INPUTS",
    "LEAST_OF_LARGEST",
    "LEAST_RATIO",
    "MINE",
    "MOST_RATIO",
    "SNAPSHOT_INPUTS",
    "LossModel",
    "PackageModels",
    "data_folder",
    "deepening_inputs",
    "hosted_settings",
    "lessons_file",
    "load_plug_in",
    "make_manager",
    "make_policy",
    "package_file",
    "snapshot_inputs",
    "unpack_npz",
]

_LATE = {
    "LEAST_OF_LARGEST": "network_loss",
    "LEAST_RATIO": "network_loss",
    "LossModel": "model_file",
    "MOST_RATIO": "network_loss",
    "unpack_npz": "npz_file",
}
"""Names whose modules need numpy, which takes a while to import: imported on first use."""

if not TYPE_CHECKING:  # else a type checker would take any name for an object

    def __getattr__(name: str) -> object:
        if name not in _LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
