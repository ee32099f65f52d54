"""Lexicon: the words that may be played, from a word list or a KWG file, with a map from letters to words."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from zeitnot import _native
from zeitnot.cache_folder import open_cached
from zeitnot.errors import DataError
from zeitnot.scrabble.letters import BLANK, BLANK_SIGN, Alphabet, LetterDistribution, letter_of, names_in
from zeitnot.untrusted import parse_json, read_bytes, read_text, shown, unpack_xz, unreadable

ENABLE1 = Path(__file__).parent / "data" / "enable1.txt.xz"
"""Built-in word list: ENABLE1, words of 2 to 15 letters."""

BUILT_IN_NAME = "ENABLE1"
"""Name of the built-in lexicon in positions and games."""

SHORTEST_WORD = 2
LONGEST_WORD = 21
"""As many letters as the largest board has squares in a line."""

MOST_LISTED = 400_000
"""Most words taken of a word list of the system: more take minutes to build."""

MOST_TILES = 255
"""Most tiles of an anagram: their number fits a byte."""

OnBuild = Callable[[str], None]
"""Called with a short description of each file that is being built."""

OnBadWord = Callable[[str], None]
"""Called with the place of an invalid word and the reason."""

_VERSION = 2
"""Version of the cached files; raise it when they are built differently."""


class Lexicon:
    """A lexicon, memory-mapped from the cache folder and shared by threads and processes.

    >>> lexicon = Lexicon.built_in()
    >>> "WORD" in lexicon, "WRD" in lexicon
    (True, False)
    >>> lexicon.anagrams("AEINRST")[:3]
    ['ANESTRI', 'ANTSIER', 'NASTIER']
    >>> lexicon.anagrams("QZ?", all_tiles=False)
    []
    """

    _built_in: ClassVar["Lexicon | None"] = None

    def __init__(
        self,
        native: _native.Lexicon,
        *,
        name: str,
        distribution: LetterDistribution | None = None,
        word_map: _native.WordMap | Callable[[], _native.WordMap | None] | None = None,
        again: Callable[[], "Lexicon"] | None = None,
    ) -> None:
        """Take an open native lexicon; use `open`, `of_words` or `built_in`. A word map may come later.

        `again` opens the same lexicon in another process.
        """
        self.name = name
        self._again = again
        self.native = native
        self.distribution = distribution or LetterDistribution.english()
        self._word_map = word_map
        if native.highest_letter > len(self.distribution.alphabet):
            rule = f"a lexicon must use the letters {self.distribution.alphabet}"
            raise DataError(
                f"{rule}, got letter number {native.highest_letter} in {name}: "
                "it is of another language, which --language must name"
            )

    @classmethod
    def open(
        cls, path: Path, *, distribution: LetterDistribution | None = None, on_build: OnBuild | None = None
    ) -> "Lexicon":
        """Return the lexicon of a KWG file; its shared copy and word map are cached at first use."""
        content = read_bytes(path, what="a lexicon")
        digest, name = kwg_digest(content), path.stem
        check_letters(path, distribution or LetterDistribution.english(), digest=digest)

        def checked() -> bytes:
            _native.Lexicon.from_bytes(content)
            return content

        try:
            # The copy is mapped, not the file itself: truncating a mapped file would kill the process.
            native = _mapped(f"{name.lower()}-{digest}.kwg", checked)
        except ValueError as error:
            raise DataError(f"{path}: {error}") from error
        word_map = _later(native, digest, name, on_build)
        again = partial(cls.open, path, distribution=distribution)
        return cls(native, name=name, distribution=distribution, word_map=word_map, again=again)

    @classmethod
    def built_in(cls, on_build: OnBuild | None = None) -> "Lexicon":
        """Return ENABLE1, opened once; its files are made at first use and kept in the cache folder."""
        if Lexicon._built_in is None:
            packed = read_bytes(ENABLE1, what="the built-in word list")
            digest = kwg_digest(packed)

            def build() -> bytes:
                _tell(on_build, f"building the lexicon {BUILT_IN_NAME}")
                words = unpack_xz(packed, what="the built-in word list").decode().split()
                return kwg_of(words, LetterDistribution.english())

            native = _mapped(f"{BUILT_IN_NAME.lower()}-{digest}-{_VERSION}.kwg", build)
            word_map = _later(native, digest, BUILT_IN_NAME, on_build)
            Lexicon._built_in = Lexicon(native, name=BUILT_IN_NAME, word_map=word_map, again=cls.built_in)
        return Lexicon._built_in

    @classmethod
    def of_words(
        cls, words: Iterable[str], *, name: str, distribution: LetterDistribution | None = None
    ) -> "Lexicon":
        """Return a lexicon built in memory."""
        words = tuple(words)
        native = _native.Lexicon.from_bytes(kwg_of(words, distribution or LetterDistribution.english()))
        return cls(
            native,
            name=name,
            distribution=distribution,
            word_map=lambda: _native.WordMap.from_bytes(_native.WordMap.build(native)),
            again=partial(cls.of_words, words, name=name, distribution=distribution),
        )

    @classmethod
    def of_list(
        cls,
        path: Path,
        *,
        distribution: LetterDistribution,
        takes: Callable[[str], bool] = bool,
        on_build: OnBuild | None = None,
    ) -> "Lexicon":
        """Return the lexicon of a word list, built at first use and kept in the cache folder.

        Words that do not fit are left out, and so are those that `takes` refuses. Of a list with more words
        than `MOST_LISTED`, the shorter ones are taken.
        """
        content = read_bytes(path, what="a word list")
        digest, name = kwg_digest(content), path.stem

        def build() -> bytes:
            _tell(on_build, f"building the lexicon {name}")
            words = [word for _, word in _numbered(path, content) if takes(word)]
            longest = _longest_taken(words)
            placed = ((str(path), word) for word in words if len(word) <= longest)
            return _kwg(placed, distribution, lambda _: None)

        native = _mapped(f"{name.lower()}-{distribution.name}-{digest}-{_VERSION}.kwg", build)
        word_map = _later(native, f"{distribution.name}-{digest}", name, on_build)
        again = partial(cls.of_list, path, distribution=distribution, takes=takes)
        return cls(native, name=name, distribution=distribution, word_map=word_map, again=again)

    def with_tiles(self, distribution: LetterDistribution) -> "Lexicon":
        """Return the same words with another letter distribution, whose letters must have the same names."""
        alphabet = self.distribution.alphabet
        if distribution.alphabet != alphabet:
            raise DataError(f"{self.name} needs tiles {alphabet}, got {distribution.alphabet}")
        return Lexicon(
            self.native,
            name=self.name,
            distribution=distribution,
            word_map=lambda: self.word_map,
            again=partial(self.with_tiles, distribution),
        )

    def __reduce__(self) -> tuple[Callable[[], "Lexicon"], tuple[()]]:
        """Travel to another process as the way to open it there."""
        if self._again is None:
            raise TypeError(f"a lexicon must be opened by a class method to be pickled, got {self.name!r}")
        return self._again, ()

    @property
    def word_map(self) -> _native.WordMap | None:
        """Word map for move generation; None for the GADDAG, which is slower."""
        if callable(self._word_map):
            try:
                self._word_map = self._word_map()
            except ValueError:  # words that exceed a word map's limits
                self._word_map = None
        return self._word_map

    def __contains__(self, word: str) -> bool:
        try:
            return self.native.has_word(_letters(word, self.distribution.alphabet))
        except DataError:
            return False

    def __len__(self) -> int:
        """Return the number of words of up to 21 letters."""
        return self.native.word_count

    def __bool__(self) -> bool:
        return True

    def words(self) -> list[str]:
        """Return the words in alphabetical order."""
        return [self.distribution.alphabet.text(word) for word in self.native.words()]

    def anagrams(self, tiles: str, *, all_tiles: bool = True) -> list[str]:
        """Return the words made of all the tiles, or of some of them; `?` is any letter."""
        names = names_in(tiles)
        if not 1 <= len(names) <= MOST_TILES:
            raise DataError(f"an anagram must have 1 to {MOST_TILES} tiles, got {len(names)}")
        alphabet = self.distribution.alphabet
        letters = bytes(BLANK if name == BLANK_SIGN else letter_of(alphabet.tile(name)) for name in names)
        found = self.native.anagrams(letters, all_tiles=all_tiles)
        return [alphabet.text(word) for word in found]


def _longest_taken(words: Iterable[str]) -> int:
    """Return the most signs that a word of a list may have, if not too many words are to be taken."""
    longest = taken = 0
    for signs, count in sorted(Counter(map(len, words)).items()):
        taken += count
        if taken > MOST_LISTED:
            break
        longest = signs
    return longest


def kwg_of(words: Iterable[str], distribution: LetterDistribution) -> bytes:
    """Return the KWG file of words; an invalid one raises a DataError."""
    return _kwg(((f"word {number}", word) for number, word in enumerate(words, start=1)), distribution)


def kwg_of_list(path: Path, distribution: LetterDistribution, *, on_bad: OnBadWord | None = None) -> bytes:
    """Return the KWG file of a word list: the first word of each line, `#` begins a comment.

    Invalid words are skipped and passed to `on_bad`; without it the first one raises a DataError.
    """
    content = read_bytes(path, what="a word list")
    placed = ((f"{path}, line {number}", word) for number, word in _numbered(path, content))
    return _kwg(placed, distribution, on_bad)


def _numbered(path: Path, content: bytes) -> list[tuple[int, str]]:
    """Return the words of a list by their lines; text that is not UTF-8 is Latin-1, as in older lists."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in content:  # no text at all
            raise unreadable(path, what="a word list", error=error) from error
        text = content.decode("latin-1")
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if columns := line.split("#")[0].split():
            found.append((number, columns[0]))
    return found


def _kwg(
    placed_words: Iterable[tuple[str, str]], distribution: LetterDistribution, on_bad: OnBadWord | None = None
) -> bytes:
    letters = []
    for place, word in placed_words:
        try:
            read = _letters(word, distribution.alphabet)
            if not SHORTEST_WORD <= len(read) <= LONGEST_WORD:
                raise DataError(f"a word must have {SHORTEST_WORD} to {LONGEST_WORD} letters, got {word!r}")
        except DataError as error:
            if on_bad is None:
                raise DataError(f"{place}: {error}") from error
            on_bad(f"{place}: {error}")
        else:
            letters.append(read)
    if not letters:
        raise DataError("a lexicon must have at least one word, got none")
    try:
        return _native.Lexicon.build(letters)
    except ValueError as error:
        raise DataError(str(error)) from error


def _letters(word: str, alphabet: Alphabet) -> bytes:
    """Return the letter numbers of a word."""
    return bytes(alphabet.spelled(word))


def _mapped(file: str, make: Callable[[], bytes]) -> _native.Lexicon:
    return open_cached(file, make, opener=_native.Lexicon.open, from_bytes=_native.Lexicon.from_bytes)


def _later(
    native: _native.Lexicon, digest: str, name: str, on_build: OnBuild | None
) -> Callable[[], _native.WordMap]:
    def build() -> bytes:
        _tell(on_build, f"building the word map of {name}")
        return _native.WordMap.build(native)

    file = f"{name.lower()}-{digest}-{_VERSION}.words"
    opener, from_bytes = _native.WordMap.open, _native.WordMap.from_bytes
    return lambda: open_cached(file, build, opener=opener, from_bytes=from_bytes)


def kwg_digest(content: bytes) -> str:
    """Return a digest that identifies the contents of a lexicon."""
    return hashlib.sha256(content).hexdigest()[:16]


def _tell(on_build: OnBuild | None, what: str) -> None:
    if on_build is not None:
        on_build(what)


SUFFIX = ".letters.json"
"""Suffix added to the name of the lexicon file."""


def letters_file(lexicon: Path) -> Path:
    """Return the path of a lexicon's letters file."""
    return lexicon.with_name(lexicon.name + SUFFIX)


def letters_form(distribution: LetterDistribution, *, digest: str) -> bytes:
    """Return the contents of the file; the digest identifies its KWG."""
    letters = list(distribution.alphabet.capitals)
    form = {"distribution": distribution.name, "letters": letters, "kwg": digest}
    return (json.dumps(form, ensure_ascii=False) + "\n").encode()


def check_letters(lexicon: Path, distribution: LetterDistribution, *, digest: str) -> None:
    """Raise for a lexicon built for other letters; without the file nothing is checked."""
    path = letters_file(lexicon)
    if not path.is_file():
        return
    form = parse_json(read_text(path, what="the letters of a lexicon"), what=str(path))
    if not isinstance(form, dict) or not isinstance(form.get("letters"), list):
        rule = "the letters of a lexicon must be as `lexicon build` writes them"
        raise DataError(f"{path}: {rule}, got {shown(form)}; build the lexicon again or remove the file")
    name, letters, kwg = form.get("distribution"), tuple(form["letters"]), form.get("kwg")
    # A lexicon overwritten by another program has letters that this file does not describe.
    if kwg == digest and letters != distribution.alphabet.capitals:
        rule = f"--distribution must name the {len(letters)} letters of {name!r}, which {lexicon.name} has"
        raise DataError(f"{rule}, got the {len(distribution.alphabet)} of {distribution.name!r}")
