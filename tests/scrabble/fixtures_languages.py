"""Games against the player in any language, with a lexicon of few words and racks that a test deals."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from zeitnot.clocks import TimeControl
from zeitnot.games import GameWish, find_game
from zeitnot.scrabble import Language, LetterDistribution
from zeitnot.scrabble.lexicon import kwg_of
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame


def lexicon_file(folder: Path, language: str, words: Iterable[str]) -> str:
    """Write a lexicon into the folder and return its name."""
    tiles = LetterDistribution.named(language)
    assert tiles is not None
    path = folder / f"{language}.kwg"
    path.write_bytes(kwg_of(words, tiles))
    return path.name


def begun(folder: Path, clock: str = "0:05 -10/min", *, seat: str = "0", **options: str) -> ScrabbleHumanGame:
    """Begin a game as a page does."""
    wish = GameWish(policy="magpie", control=TimeControl.parse(clock), seat=int(seat), options=options)
    game = find_game("scrabble").human_game(wish, folder)
    assert isinstance(game, ScrabbleHumanGame)
    return game


def deal(game: ScrabbleHumanGame, *racks: str) -> None:
    """Deal these tiles to both sides."""
    table = game._table
    table.racks = [table.game.distribution.alphabet.rack(rack) for rack in racks]
    table._return_tiles("dealt")


def with_word_lists_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be the place where the system keeps word lists."""
    monkeypatch.setattr(Language, "word_list", property(lambda language: folder / language.name))
