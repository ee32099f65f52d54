"""Models: trained files of the package, read and checked, as estimators for policies.

Neither the native code nor numpy is loaded before a model is needed.
"""

from zeitnot.models.make import (
    hosted_settings as hosted_settings,
    load_plug_in as load_plug_in,
    make_manager as make_manager,
    make_policy as make_policy,
    personal_settings as personal_settings,
)
from zeitnot.models.model_file import (
    LossModel as LossModel,
    read_model as read_model,
    unpack_npz as unpack_npz,
)
from zeitnot.models.network_inputs import (
    DEEPENING_INPUTS as DEEPENING_INPUTS,
    GENERAL_INPUTS as GENERAL_INPUTS,
    SNAPSHOT_INPUTS as SNAPSHOT_INPUTS,
    deepening_inputs as deepening_inputs,
    snapshot_inputs as snapshot_inputs,
)
from zeitnot.models.network_loss import (
    LEAST_OF_LARGEST as LEAST_OF_LARGEST,
    LEAST_RATIO as LEAST_RATIO,
    MOST_RATIO as MOST_RATIO,
)
from zeitnot.models.profile import (
    PROFILE_FILES as PROFILE_FILES,
    KeptProfile as KeptProfile,
    Profile as Profile,
    all_profiles as all_profiles,
    find_profile as find_profile,
    forget_profile as forget_profile,
    keep_profile as keep_profile,
    profile_folder as profile_folder,
    profiles_folder as profiles_folder,
)
from zeitnot.models.source import (
    MINE as MINE,
    PackageModels as PackageModels,
    data_folder as data_folder,
    lessons_file as lessons_file,
    package_file as package_file,
)
