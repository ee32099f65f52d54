"""Shell completion: the words that a shell offers behind a command or an option."""

from collections.abc import Iterable

import typer

GAMES = ("chess", "scrabble")


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
    chosen = [named] if isinstance(named, str) and named in policy_names() else policy_names()
    return _beginning(dict.fromkeys(preset for name in chosen for preset in presets_of(name)), incomplete)


def game_words(incomplete: str) -> list[str]:
    """Offer the games."""
    return _beginning(GAMES, incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
