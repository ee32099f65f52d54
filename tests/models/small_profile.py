"""A small profile of an engine, for tests of the code that finds and uses it."""

from dataclasses import replace
from pathlib import Path

from tests.models.small_models import small_model
from zeitnot.models import Profile, keep_profile, profile_folder
from zeitnot.policies import TimeValues

PROFILE = Profile(engine="Stockfish 15.1", nodes_per_s=7e5, games=3, turns=200, recorded="2026-11-17")


def kept(profile: Profile = PROFILE) -> Path:
    """Keep a profile with a model that has learned nothing and values that can be told from others."""
    folder = profile_folder(profile.engine)
    folder.mkdir(parents=True)
    (folder / "loss.npz").write_bytes(small_model("chess").to_bytes())
    (folder / "values.json").write_text(replace(TimeValues.rough("chess"), decay=0.777).to_json())
    keep_profile(profile, folder)
    return folder
