"""Policy settings: read here from file, environment and command line; the policies room merges them."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot.cli.completion import preset_words
from zeitnot.errors import SettingError

CONFIG_NAME = "zeitnot.toml"

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help=f"TOML file with tables \\[policies.NAME]. Default: {CONFIG_NAME} here or in the config folder.",
        rich_help_panel="Settings",
    ),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        autocompletion=preset_words,
        help="A named set of settings.",
        rich_help_panel="Settings",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="One parameter; wins over environment (ZEITNOT_POLICY_KEY), file and preset. Can be repeated.",
        rich_help_panel="Settings",
    ),
]


class PolicySettings:
    """All settings that a command line can see, ready to be asked for one policy at a time."""

    def __init__(
        self,
        *,
        config: Path | None,
        preset: str | None = None,
        words: Sequence[str] = (),
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Read the file now: a bad one is refused even where it says nothing for the policy at hand."""
        self._path = config or next((place for place in _default_places() if place.is_file()), None)
        self._tables = {} if self._path is None else _tables(self._path)
        self._words = [*([f"preset={preset}"] if preset is not None else []), *words]
        self._environ = environ

    def of(self, policy: str) -> dict[str, Any]:
        """Merge what there is for one policy; an error says where the setting comes from."""
        from zeitnot.policies import layers, policy_class, policy_names, read_settings, with_preset

        said = layers(
            policy, policies=policy_names(), tables=self._tables, environ=self._environ, words=self._words
        )
        merged: dict[str, Any] = {}
        for source, settings in said.items():
            try:
                if settings:
                    read_settings(policy_class(policy), with_preset(policy, settings))
            except SettingError as error:
                raise SettingError(f"{self._path if source == 'file' else source}: {error}") from error
            merged |= settings
        return merged

    def file_for(self, policy: str) -> Path | None:
        """Name the file that says something for a policy: one in the folder acts without being asked for."""
        return self._path if policy in self._tables else None

    def unknown_variables(self) -> list[str]:
        """Say which variables of the environment were meant for a policy and are of none."""
        from zeitnot.policies import policy_names, unknown_variables

        unknown = unknown_variables(self._environ, policies=policy_names())
        return [f"{variable} is a setting of no policy and ignored" for variable in unknown]


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    from zeitnot.policies import parse_toml, policy_names

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        cause = (getattr(error, "strerror", None) or "not UTF-8 text").lower()
        raise SettingError(
            f"the config file must be a TOML file that can be read ({cause}), got {str(path)!r}"
        ) from error
    tables = parse_toml(text, source=str(path))
    for name in tables:
        if name not in policy_names():
            raise SettingError(
                f"{path} must have tables for {', '.join(policy_names())} only, got [policies.{name}]"
            )
    return tables


def _default_places() -> tuple[Path, ...]:
    return Path(CONFIG_NAME), Path(typer.get_app_dir("zeitnot")) / CONFIG_NAME
