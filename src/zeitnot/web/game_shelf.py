"""GameShelf: the games against the engine that a folder holds, few of them in play at a time."""

import atexit
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError, ZeitnotError
from zeitnot.games import Game, GameWish, KeptFacts, find_game, game_names
from zeitnot.policies import built_in_names, policy_names
from zeitnot.untrusted import read_text
from zeitnot.web.kept_folder import KeptFolder, kept_moment
from zeitnot.web.open_game import OpenGame

FOLDER = "games"
"""Folder of the games, beside the runs."""
MOST_OPEN = 8
"""Games in play at once, each with an engine; one that nobody watches is closed for another."""
MOST_KEPT = 500
"""Games of the folder: more are neither begun nor listed."""
MOST_BYTES = 1 << 20
"""Bytes of a game's file."""
_BOARDS = Path(__file__).parent / "assets"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A game on the shelf."""

    name: str
    """Name of its file, without suffix."""
    game: Game
    """Which game it is."""
    path: Path
    """Its file."""

    @property
    def began(self) -> str:
        """Day and time at which it began, as its name has them."""
        return kept_moment(self.name)

    @property
    def facts(self) -> KeptFacts | str:
        """What its text says of it; words about what is wrong with a damaged one."""
        try:
            return self.game.kept_facts(self.text())
        except ZeitnotError as error:
            return f"damaged: {error}"

    def text(self) -> str:
        """Read its file."""
        return read_text(self.path, what="a game", most_bytes=MOST_BYTES)


def playable_games() -> list[Game]:
    """Return the games that a human can play and that have a board here."""
    names = (name for name in game_names() if (_BOARDS / f"{name}_board.js").is_file())
    return [game for game in map(find_game, names) if game.play_policy]


def play_policies(game: Game) -> list[str]:
    """Return the policies that can manage the engine's time, the usual one first."""
    plug_ins = [name for name in policy_names() if name not in built_in_names()]
    others = [name for name in (*game.policies(), *plug_ins) if name != game.play_policy]
    return [game.play_policy, *others]


class GameShelf:
    """Begins games, finds them by name, and keeps a bounded number of them open."""

    def __init__(self, folder: Path, *, most_open: int = MOST_OPEN) -> None:
        """Take the served folder; the games are in a folder of their own there."""
        self._served = folder
        self._folder = KeptFolder(path=folder / FOLDER, most=MOST_KEPT)
        self._most_open = most_open
        self._open: dict[str, OpenGame] = {}
        self._lock = threading.Lock()
        # Daemon threads must not run native code while the interpreter ends.
        atexit.register(self.close)

    @property
    def served(self) -> Path:
        """Folder whose files can be chosen for a game."""
        return self._served

    def kept(self) -> list[KeptGame]:
        """Return the games by name, the newest first; a link that leads out of the folder is none of them."""
        games = {game.name: game for game in playable_games()}
        found = []
        for path in self._folder.files():
            game = games.get(path.stem.partition("-")[0])
            if game is not None and path.suffix == game.games_suffix:
                found.append(KeptGame(name=path.stem, game=game, path=path))
        # The time in the name, not the name of the game, comes first.
        found.sort(key=lambda each: each.name.partition("-")[2], reverse=True)
        return found[:MOST_KEPT]

    def find(self, name: str) -> KeptGame:
        """Return a game by its name; no other file can be reached by any name."""
        for each in self.kept():
            if each.name == name:
                return each
        raise DataError(f"a game must be one of those in {FOLDER}, got {name[:80]!r}")

    def begin(self, fields: Mapping[str, str]) -> str:
        """Begin a game by the fields of a form, keep it, and return its name."""
        games = {game.name: game for game in playable_games()}
        game = games.get(fields.get("game", ""))
        if game is None:
            raise SettingError(f"the game must be one of {', '.join(games)}, got {fields.get('game', '')!r}")
        wish = _wish(game, fields, self._served)
        with self._lock:
            self._make_room()
            begun = game.human_game(wish, self._served)
            path = self._folder.new_path(game.name, game.games_suffix)
            opened = OpenGame(begun, path)
            opened.keep()
            self._open[path.stem] = opened
        return path.stem

    def open(self, name: str) -> OpenGame:
        """Return a game in play; one that was closed is read from its file."""
        # A game in play does not wait for another that begins, whose words may have to be built first.
        found = self._open.get(name)
        if found is not None:
            return found
        with self._lock:
            found = self._open.get(name)
            if found is None:
                kept = self.find(name)
                self._make_room()
                resumed = kept.game.resumed_game(kept.text(), self._served)
                found = self._open[name] = OpenGame(resumed, kept.path)
            return found

    def close(self) -> None:
        """End all searches; the games are in their files."""
        with self._lock:
            for game in self._open.values():
                game.close()
            self._open.clear()

    def _make_room(self) -> None:
        """Close the game that nobody has watched for the longest time if there are too many."""
        if len(self._open) < self._most_open:
            return
        idle = [name for name, game in self._open.items() if game.is_idle]
        if not idle:
            rule = f"at most {self._most_open} games can be in play at once"
            raise SettingError(f"{rule}: close the page of another one first, got one more")
        self._open.pop(min(idle, key=lambda name: self._open[name].seen_s)).close()


def _wish(game: Game, fields: Mapping[str, str], folder: Path) -> GameWish:
    seat = fields.get("seat", "0")
    if seat not in {"0", "1"}:
        raise SettingError(f"the side must be one of {', '.join(game.seats)}, got {seat!r}")
    policy = fields.get("policy", game.play_policy)
    able = play_policies(game)
    if policy not in able:
        raise SettingError(f"the policy must be one of {', '.join(able)}, got {policy[:80]!r}")
    clock = fields.get("other_clock", "").strip() or fields.get("clock", "") or game.play_clocks[0]
    choices = game.play_choices(folder)
    return GameWish(
        policy=policy,
        control=TimeControl.parse(clock[:80]),
        seat=int(seat),
        options={choice.name: choice.read(fields) for choice in choices},
    )
