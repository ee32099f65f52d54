"""Models: trained files of the package, read and checked, as the estimators that policies take.

Nothing here loads the native code or numpy before a model is wanted.
"""

from zeitnot.models.data_folder import data_folder
from zeitnot.models.make import hosted_settings, load_plug_in, make_manager, make_policy
from zeitnot.models.source import MINE, PackageModels, lessons_file, package_file

__all__ = [
    "MINE",
    "PackageModels",
    "data_folder",
    "hosted_settings",
    "lessons_file",
    "load_plug_in",
    "make_manager",
    "make_policy",
    "package_file",
]
