"""Models: trained files of the package, read and checked, as the estimators that policies take."""

from zeitnot.models.deepening_inputs import DEEPENING_INPUTS, deepening_inputs
from zeitnot.models.equipped import make_manager, make_policy
from zeitnot.models.model_file import LossModel, read_model
from zeitnot.models.network_loss import DeepeningNetwork, NetworkLoss, SnapshotLoss
from zeitnot.models.snapshot_inputs import SNAPSHOT_INPUTS, snapshot_inputs
from zeitnot.models.source import PackageModels, package_file

__all__ = [
    "DEEPENING_INPUTS",
    "SNAPSHOT_INPUTS",
    "DeepeningNetwork",
    "LossModel",
    "NetworkLoss",
    "PackageModels",
    "SnapshotLoss",
    "deepening_inputs",
    "make_manager",
    "make_policy",
    "package_file",
    "read_model",
    "snapshot_inputs",
]
