"""Registry: games by name, the package's own and those of plug-ins (entry-point group `zeitnot.games`)."""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from zeitnot.errors import SettingError, UnknownGameError
from zeitnot.games.game import Game
from zeitnot.turns import error_words

GROUP = "zeitnot.games"
"""Entry-point group of games."""

_BUILT_IN = {"chess": "zeitnot.chess.plugin:Chess", "scrabble": "zeitnot.scrabble.plugin:Scrabble"}
"""The package's own games, loaded as plug-ins are: this room stands below them."""

_ADDED: dict[str, Game] = {}
"""Games that this process alone knows."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games, the package's own first."""
    return (*_BUILT_IN, *sorted({*_plugged_in(), *_ADDED} - set(_BUILT_IN)))


def add_game(game: Game) -> None:
    """Make a game known to this process without installing it, for tests and notebooks.

    Processes that play on its behalf do not know it: a whole match needs an installed game.
    """
    if game.name in _BUILT_IN:
        raise SettingError(f"a game must have a name of its own, got {game.name!r}")
    _ADDED[game.name] = game
    find_game.cache_clear()


@cache
def find_game(name: str) -> Game:
    """Return a game by its name; a plug-in is imported here, and an error names the one that is broken."""
    if name in _BUILT_IN:
        module, _, cls = _BUILT_IN[name].partition(":")
        found: Game = getattr(import_module(module), cls)()
        return found
    if name in _ADDED:
        return _ADDED[name]
    point = _plugged_in().get(name)
    if point is None:
        raise UnknownGameError(f"the game must be one of {', '.join(game_names())}, got {name!r}")
    try:
        game = point.load()()
    except KeyboardInterrupt:  # most likely Ctrl-C by the user
        raise
    except BaseException as error:
        raise UnknownGameError(
            f"game {name!r} ({point.value}) cannot be loaded: {error_words(error)}"
        ) from error
    if not isinstance(game, Game) or game.name != name:
        raise UnknownGameError(
            f"game {name!r} ({point.value}) must be a zeitnot.games.Game with this name, got {game!r:.80}"
        )
    return game


@cache
def _plugged_in() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
