"""Policy settings: read here from file, environment and command line; the policies room merges them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import models
from zeitnot.cli.completion import preset_words
from zeitnot.cli.options import option
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.untrusted import read_text

CONFIG_NAME = "zeitnot.toml"
MOST_CONFIG_BYTES = 1 << 20

_settings_option = partial(option, panel="Settings")
ConfigOption = Annotated[
    Path | None,
    _settings_option(
        "FILE",
        f"TOML file with tables \\[policies.NAME]. Default: {CONFIG_NAME} here or in the config folder.",
        "--config",
    ),
]
PresetOption = Annotated[
    str | None, _settings_option("NAME", "A named set of settings.", "--preset", autocompletion=preset_words)
]
SetOption = Annotated[
    list[str] | None,
    _settings_option(
        "KEY=VALUE",
        "One parameter; wins over environment (ZEITNOT_POLICY_KEY), file and preset. Can be repeated.",
        "--set",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsOptions:
    """The options of every command with a policy that can be set."""

    preset: PresetOption = None
    config: ConfigOption = None
    settings: SetOption = None

    def read_all(self, *, forgiving: bool = False) -> "PolicySettings":
        """Read all that is set, in files, in the environment and by these options."""
        return PolicySettings(
            config=self.config, preset=self.preset, words=self.settings or (), forgiving=forgiving
        )


def built_in_for(game: str) -> list[str]:
    """Return the policies of this package that play a game; plug-ins are taken when they are named."""
    from zeitnot.policies import built_in_names, policy_hooks

    return [name for name in built_in_names() if policy_hooks(name).plays(game)]


class PolicySettings:
    """All settings that a command line can see, ready to be asked for one policy at a time."""

    def __init__(
        self,
        *,
        config: Path | None,
        preset: str | None = None,
        words: Sequence[str] = (),
        environ: Mapping[str, str] = os.environ,
        forgiving: bool = False,
    ) -> None:
        """Read the file now: a bad one is refused even where it says nothing for the policy at hand.

        Forgiving is for engines, which chess interfaces start in any folder: a bad file that nobody asked for
        becomes a note there.
        """
        self.notes: list[str] = []
        self._forgiving = forgiving and config is None
        places = Path(CONFIG_NAME), Path(typer.get_app_dir("zeitnot")) / CONFIG_NAME
        self._path = config or next(filter(Path.is_file, places), None)
        self._tables: dict[str, dict[str, Any]] = {}
        if self._path is not None:
            try:
                self._tables = _tables(self._path)
            except ZeitnotError as error:
                self._forgive(error)
        self._words = [*([f"preset={preset}"] if preset is not None else []), *words]
        self._environ = environ

    def read(self, text: str) -> tuple[str, dict[str, Any]]:
        """Return a policy, written NAME[:KEY=VALUE,...] as `--policy` takes it, with all its settings."""
        from zeitnot.policies import parse_policy

        name, own = parse_policy(text)
        return name, self.of(name, own)

    def of(self, policy: str, own: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the merged settings of one policy; `own` stands with its name, and `--set` wins over it.

        An error says where the setting comes from.
        """
        from zeitnot.policies import layers, policy_class, policy_names, read_settings, with_preset

        said = layers(
            policy, policies=policy_names(), tables=self._tables, environ=self._environ, words=self._words
        )
        words = said.pop("--set")
        merged: dict[str, Any] = {}
        for source, settings in {**said, "--policy": own or {}, "--set": words}.items():
            try:
                if settings:
                    models.load_plug_in(policy)  # within bounds: it may hang
                    read_settings(policy_class(policy), with_preset(policy, settings))
            except SettingError as error:
                refused = SettingError(f"{self._path if source == 'file' else source}: {error}")
                if source == "file" and self._forgiving:
                    self._forgive(refused)
                    continue
                raise refused from error
            merged |= settings
        return merged

    def texts_of(self, policy: str) -> dict[str, str]:
        """Return the settings of a policy that stand in the file and the environment, as texts."""
        return {name: str(value) for name, value in self.of(policy).items()}

    def _forgive(self, error: ZeitnotError) -> None:
        if not self._forgiving:
            raise error
        self.notes.append(f"{error}; the defaults are taken")

    def file_for(self, policy: str) -> Path | None:
        """Return the file with settings of a policy: one in the folder acts without being asked for."""
        return self._path if policy in self._tables else None

    def unknown_variables(self) -> list[str]:
        """Return a note for each environment variable that names no setting of a policy."""
        from zeitnot.policies import policy_names, unknown_variables

        unknown = unknown_variables(self._environ, policies=policy_names())
        return [f"{variable} is a setting of no policy and ignored" for variable in unknown]


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    from zeitnot.policies import parse_toml, policy_names

    text = read_text(path, what="the config file", most_bytes=MOST_CONFIG_BYTES)
    tables = parse_toml(text, source=str(path))
    for name in tables:
        if name not in policy_names():
            raise SettingError(
                f"{path} must have tables for {', '.join(policy_names())} only, got [policies.{name}]"
            )
    return tables
