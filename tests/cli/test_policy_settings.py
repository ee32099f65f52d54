"""Where settings come from, and which wins: preset, file, environment, command line, in rising order."""

from pathlib import Path

import pytest

from zeitnot.cli.policy_settings import PolicySettings
from zeitnot.errors import SettingError


@pytest.fixture(autouse=True)
def empty_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder, with an empty config folder."""
    (tmp_path / "here").mkdir()
    (tmp_path / "config" / "zeitnot").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def write(path: Path, reserve_s: float) -> Path:
    path.write_text(f"[policies.neurofish]\nreserve_s = {reserve_s}\nleast_moves = 30\n", encoding="utf-8")
    return path


def test_nothing_anywhere_sets_nothing() -> None:
    assert PolicySettings(config=None, environ={}).of("neurofish") == {}


def test_a_file_in_the_folder_is_found_and_goes_before_the_one_in_the_config_folder(
    empty_folders: Path,
) -> None:
    write(empty_folders / "config" / "zeitnot" / "zeitnot.toml", 3.0)
    assert PolicySettings(config=None, environ={}).of("neurofish")["reserve_s"] == 3.0
    write(empty_folders / "here" / "zeitnot.toml", 4.0)
    assert PolicySettings(config=None, environ={}).of("neurofish")["reserve_s"] == 4.0
    other = write(empty_folders / "other.toml", 5.0)
    assert PolicySettings(config=other, environ={}).of("neurofish")["reserve_s"] == 5.0


def test_the_environment_wins_over_the_file_and_words_win_over_both(empty_folders: Path) -> None:
    config = write(empty_folders / "other.toml", 5.0)
    environ = {"ZEITNOT_NEUROFISH_RESERVE_S": "6", "PATH": "/bin"}
    settings = PolicySettings(config=config, environ=environ).of("neurofish")
    assert settings == {"reserve_s": "6", "least_moves": 30}
    settings = PolicySettings(config=config, environ=environ, words=["reserve_s=7"]).of("neurofish")
    assert settings == {"reserve_s": "7", "least_moves": 30}


def test_a_preset_on_the_command_line_wins_over_one_in_the_file(empty_folders: Path) -> None:
    config = empty_folders / "other.toml"
    config.write_text("[policies.neurofish]\npreset = 'shallow-search'\n", encoding="utf-8")
    assert PolicySettings(config=config, environ={}).of("neurofish") == {"preset": "shallow-search"}
    settings = PolicySettings(config=config, preset="flagging", environ={}).of("neurofish")
    assert settings == {"preset": "flagging"}


def test_other_policies_are_left_alone(empty_folders: Path) -> None:
    config = write(empty_folders / "other.toml", 5.0)
    assert PolicySettings(config=config, environ={"ZEITNOT_NEUROFISH_RESERVE_S": "6"}).of("argo") == {}


def test_a_name_that_begins_like_another_does_not_get_its_settings() -> None:
    settings = PolicySettings(config=None, environ={"ZEITNOT_TEXTBOOK_COMPLETE_MOVES_LEFT": "35"})
    assert settings.of("textbook-complete") == {"moves_left": "35"}
    assert settings.of("textbook") == {}


def test_an_error_says_where_the_setting_comes_from(empty_folders: Path) -> None:
    config = write(empty_folders / "other.toml", -5.0)
    with pytest.raises(SettingError, match=r"other\.toml: reserve_s must be a number from 0"):
        PolicySettings(config=config, environ={}).of("neurofish")
    with pytest.raises(SettingError, match=r"environment: neurofish has no parameter 'reserve'"):
        PolicySettings(config=None, environ={"ZEITNOT_NEUROFISH_RESERVE": "1"}).of("neurofish")
    with pytest.raises(SettingError, match=r"--set: reserve_s must be a number"):
        PolicySettings(config=None, environ={}, words=["reserve_s=x"]).of("neurofish")


def test_a_preset_that_is_no_text_is_refused(empty_folders: Path) -> None:
    config = empty_folders / "other.toml"
    config.write_text("[policies.neurofish]\npreset = ['flagging']\n", encoding="utf-8")
    with pytest.raises(SettingError, match=r"preset of neurofish must be one of .*, got \['flagging'\]"):
        PolicySettings(config=config, environ={}).of("neurofish")


@pytest.mark.parametrize("text", ["[policy.neurofish]\nreserve_s = 1.0\n", "reserve_s = 1.0\n"])
def test_a_table_that_would_be_ignored_is_refused(empty_folders: Path, text: str) -> None:
    config = empty_folders / "other.toml"
    config.write_text(text, encoding="utf-8")
    with pytest.raises(
        SettingError, match=r"must hold tables \[policies.NAME\] and nothing else, got 'pol|got 'res"
    ):
        PolicySettings(config=config, environ={})


def test_a_variable_of_no_policy_is_told() -> None:
    environ = {
        "ZEITNOT_NEUROFISCH_RESERVE_S": "1",
        "ZEITNOT_NEUROFISH_RESERVE_S": "1",
        "ZEITNOT_DEBUG": "1",
    }
    settings = PolicySettings(config=None, environ=environ)
    words = ["ZEITNOT_NEUROFISCH_RESERVE_S is a setting of no policy and ignored"]
    assert settings.unknown_variables() == words


def test_the_file_that_acts_is_named_for_the_policies_it_is_about(empty_folders: Path) -> None:
    write(empty_folders / "here" / "zeitnot.toml", 4.0)
    settings = PolicySettings(config=None, environ={})
    assert (settings.file_for("neurofish"), settings.file_for("argo")) == (Path("zeitnot.toml"), None)
