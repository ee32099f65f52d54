"""Shell completion: the words that a shell offers behind a command or an option, and how it learns to ask."""

import os
from collections.abc import Iterable
from pathlib import Path

import typer

from zeitnot.errors import SettingError
from zeitnot.untrusted import cause_of

SHELLS = ("bash", "zsh", "fish")
OPTIONS = ("--install-completion", "--show-completion")
"""Options that may stand without the name of a shell."""
_VARIABLE = "_ZEITNOT_COMPLETE"
"""What the shell sets when it asks for words."""


def with_shell(words: list[str]) -> list[str]:
    """Append the user's own shell to an option that names none."""
    return [*words, _own_shell(words[-1])] if words[-1:] and words[-1] in OPTIONS else words


def answer_shells() -> None:
    """Register the completion classes if a shell is asking for words."""
    if _VARIABLE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()


def show_completion(shell: str | None) -> None:
    """Print the completion script of a shell, and exit."""
    if shell is not None:
        from typer.completion import get_completion_script  # type: ignore[attr-defined]

        known = _known(shell, OPTIONS[1])
        print(get_completion_script(prog_name="zeitnot", complete_var=_VARIABLE, shell=known))
        raise typer.Exit


def install_completion(shell: str | None) -> None:
    """Install the completion script where the shell finds it, and exit."""
    if shell is not None:
        from typer.completion import install  # type: ignore[attr-defined]

        known = _known(shell, OPTIONS[0])
        try:
            _, path = install(shell=known, prog_name="zeitnot", complete_var=_VARIABLE)
        except OSError as error:
            raise SettingError(
                f"{OPTIONS[0]} must be able to write ({cause_of(error)}), got {error.filename!r}"
            ) from error
        print(f"{known} completion is in {path}; it works in the next {known} you open")
        raise typer.Exit


def policy_words(incomplete: str) -> list[str]:
    """Offer the names of policies."""
    from zeitnot.policies import policy_names

    return _beginning(policy_names(), incomplete)


def policy_list_words(incomplete: str) -> list[str]:
    """Offer a policy behind the last comma."""
    done, comma, last = incomplete.rpartition(",")
    return [f"{done}{comma}{name}" for name in policy_words(last)]


def preset_words(context: typer.Context, incomplete: str) -> list[str]:
    """Offer the presets of the policy that is named already, or of all."""
    from zeitnot.policies import policy_names, presets_of

    named = context.params.get("policy")
    named = named if isinstance(named, list) else [named]
    chosen = [name for name in named if name in policy_names()] or policy_names()
    return _beginning(dict.fromkeys(preset for name in chosen for preset in presets_of(name)), incomplete)


def game_words(incomplete: str) -> list[str]:
    """Offer the games."""
    from zeitnot.games import game_names

    return _beginning(game_names(), incomplete)


def shell_words(incomplete: str) -> list[str]:
    """Offer the shells."""
    return _beginning(SHELLS, incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _known(shell: str, option: str) -> str:
    if shell not in SHELLS:
        raise SettingError(f"{option} must name one of {', '.join(SHELLS)}, got {shell!r}")
    return shell


def _own_shell(option: str) -> str:
    import shellingham  # type: ignore[import-untyped]

    try:
        name = shellingham.detect_shell()[0]
    except shellingham.ShellDetectionFailure:
        name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise SettingError(f"{option} must name one of {', '.join(SHELLS)}, got none")
    return str(name)
