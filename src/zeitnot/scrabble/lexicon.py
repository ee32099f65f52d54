"""Lexicon: the words that may be played, from a word list or a KWG file, with a map from letters to words."""

import hashlib
import lzma
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble.cache_folder import cached_file
from zeitnot.scrabble.data_file import read_bytes, read_text
from zeitnot.scrabble.letters import LetterDistribution

ENABLE1 = Path(__file__).parent / "data" / "enable1.txt.xz"
"""The built-in word list: ENABLE1, words of 2 to 15 letters."""

BUILT_IN_NAME = "ENABLE1"
"""What positions and games call the built-in lexicon."""

SHORTEST_WORD = 2
LONGEST_WORD = 15

OnBuild = Callable[[str], None]
"""Told, in a few words, of each file that is being made and takes a moment."""

Opened = TypeVar("Opened")

_MAP_VERSION = 1
"""Of the word map's form: a new one is another file."""


class Lexicon:
    """Words, mapped into memory and shared by threads and processes.

    >>> lexicon = Lexicon.built_in()
    >>> "ZEITGEIST" in lexicon
    True
    >>> lexicon.anagrams("AEINRST")[:3]
    ['ANESTRI', 'ANTSIER', 'NASTIER']
    """

    def __init__(
        self,
        native: _native.Lexicon,
        *,
        name: str,
        distribution: LetterDistribution | None = None,
        word_map: _native.WordMap | None = None,
    ) -> None:
        """Take what was opened; `open`, `of_words` and `built_in` do that."""
        self.name = name
        self.native = native
        self.distribution = distribution or LetterDistribution.english()
        self.word_map = word_map
        """None: words are found by walking the GADDAG, which is slower."""
        if native.highest_letter > len(self.distribution.alphabet):
            rule = f"a lexicon must use the letters {self.distribution.alphabet}"
            raise DataError(f"{rule}, got letter number {native.highest_letter} in {name}")
        if not native.has_gaddag:
            raise DataError(f"a lexicon must have a GADDAG to generate moves, got none in {name}")

    @classmethod
    def open(
        cls, path: Path, *, distribution: LetterDistribution | None = None, on_build: OnBuild | None = None
    ) -> "Lexicon":
        """Map a KWG file; its word map is made at first use and kept in the cache folder."""
        content = read_bytes(path, what="a lexicon")
        native = _opened(_native.Lexicon.open, path)
        digest = hashlib.sha256(content).hexdigest()[:16]
        words = _word_map(native, digest, path.stem, on_build)
        return cls(native, name=path.stem, distribution=distribution, word_map=words)

    @staticmethod
    @cache
    def built_in(on_build: OnBuild | None = None) -> "Lexicon":
        """Give ENABLE1; its files are made at first use and kept in the cache folder."""
        packed = read_bytes(ENABLE1, what="the built-in word list")
        digest = hashlib.sha256(packed).hexdigest()[:16]

        def build() -> bytes:
            _tell(on_build, f"building the lexicon {BUILT_IN_NAME}")
            return kwg_of(lzma.decompress(packed).decode().split(), LetterDistribution.english())

        try:
            path = cached_file(f"{BUILT_IN_NAME.lower()}-{digest}.kwg", build)
            native = _or_again(path, lambda: _native.Lexicon.open(str(path)), build)
        except OSError:
            native = _native.Lexicon.from_bytes(build())
        words = _word_map(native, digest, BUILT_IN_NAME, on_build)
        return Lexicon(native, name=BUILT_IN_NAME, word_map=words)

    @classmethod
    def of_words(
        cls, words: Iterable[str], *, name: str, distribution: LetterDistribution | None = None
    ) -> "Lexicon":
        """Make a lexicon in memory."""
        native = _native.Lexicon.from_bytes(kwg_of(words, distribution or LetterDistribution.english()))
        word_map = _native.WordMap.from_bytes(_native.WordMap.build(native))
        return cls(native, name=name, distribution=distribution, word_map=word_map)

    def __contains__(self, word: str) -> bool:
        """Tell whether a word may be played."""
        try:
            return self.native.has_word(bytes(self.distribution.alphabet.placed(word.upper())))
        except DataError:
            return False

    def __len__(self) -> int:
        """Count the words of up to 15 letters."""
        return self.native.word_count

    def words(self) -> list[str]:
        """List the words."""
        return [self.distribution.alphabet.text(word) for word in self.native.words()]

    def anagrams(self, tiles: str, *, all_tiles: bool = True) -> list[str]:
        """List the words made of all the tiles, `?` being any letter, or of some of them."""
        letters = bytes(self.distribution.alphabet.rack(tiles.upper()))
        found = self.native.anagrams(letters, all_tiles=all_tiles)
        return [self.distribution.alphabet.text(word) for word in found]


def kwg_of(words: Iterable[str], distribution: LetterDistribution) -> bytes:
    """Make the KWG file of some words; a DataError names the word that does not fit."""
    alphabet = distribution.alphabet
    letters = []
    for number, word in enumerate(words, start=1):
        try:
            tiles = bytes(alphabet.placed(word.upper()))
            if not SHORTEST_WORD <= len(tiles) <= LONGEST_WORD:
                raise DataError(f"a word must have {SHORTEST_WORD} to {LONGEST_WORD} letters, got {word!r}")
        except DataError as error:
            raise DataError(f"word {number}: {error}") from error
        letters.append(tiles)
    if not letters:
        raise DataError("a lexicon must have at least one word, got none")
    try:
        return _native.Lexicon.build(letters)
    except ValueError as error:
        raise DataError(str(error)) from error


def read_words(path: Path) -> list[str]:
    """Read a word list: the first word of each line, `#` begins a comment, other columns are left aside."""
    words = []
    for line in read_text(path, what="a word list").splitlines():
        columns = line.split("#")[0].split()
        if columns:
            words.append(columns[0])
    return words


def _word_map(native: _native.Lexicon, digest: str, name: str, on_build: OnBuild | None) -> _native.WordMap:
    def build() -> bytes:
        _tell(on_build, f"building the word map of {name}")
        return _native.WordMap.build(native)

    try:
        path = cached_file(f"{name.lower()}-{digest}-{_MAP_VERSION}.words", build)
        return _or_again(path, lambda: _native.WordMap.open(str(path)), build)
    except OSError:  # nothing can be written there: a map of one's own does as well
        return _native.WordMap.from_bytes(build())


def _or_again(path: Path, opened: Callable[[], Opened], build: Callable[[], bytes]) -> Opened:
    """Open a file of the cache; a damaged one is made again."""
    try:
        return opened()
    except (ValueError, RuntimeError):
        path.unlink(missing_ok=True)
        cached_file(path.name, build)
        return opened()


def _opened(opener: Callable[[str], Opened], path: Path) -> Opened:
    try:
        return opener(str(path))
    except (ValueError, RuntimeError) as error:
        raise DataError(str(error)) from error


def _tell(on_build: OnBuild | None, what: str) -> None:
    if on_build is not None:
        on_build(what)
