"""Letters: the alphabet of a language and its letter distribution."""

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from zeitnot.errors import DataError
from zeitnot.untrusted import placed, read_text

DATA = Path(__file__).parent / "data"
"""Folder of the tiles and boards that come with the package."""

ENGLISH = DATA / "english.csv"
"""Letter distribution of the English game: 100 tiles."""

BLANK = 0
"""Number of the blank on a rack; letters are numbered from 1."""

BLANK_BIT = 0x80
"""Bit set in a letter's number on the board when the tile is a blank."""

MOST_LETTERS = 63
"""Most letters of an alphabet, without the blank: a set of them fits 64 bits."""

MOST_OF_A_KIND = 255
"""Most tiles of one letter and most points of one tile: each fits a byte."""

BLANK_SIGN = "?"
"""Sign of the blank in texts."""

_NAME = re.compile(r"\[[^\[\]]*\]|.", re.DOTALL)
_RESERVED = frozenset("?[]().,/;:+-#>")
"""Signs with another meaning in racks, moves, positions and games."""
_FIELDS = 5
_WITHOUT_TILE = {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D"}
"""Letters that Unicode does not take apart, as they are written where an alphabet has no tile for them."""


def letter_of(tile: int) -> int:
    """Return the letter number of a tile on the board."""
    return tile & ~BLANK_BIT


def is_blank(tile: int) -> bool:
    """Return whether a tile on the board is a blank."""
    return bool(tile & BLANK_BIT)


def rack_tile(tile: int) -> int:
    """Return the rack tile needed to place this one on the board."""
    return BLANK if is_blank(tile) else tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Alphabet:
    """Letters by number and text: upper case for a tile, lower case for a blank, `[CH]` for one tile."""

    capitals: tuple[str, ...]
    """Letters in upper case, letter n at n - 1; several characters are in brackets."""
    smalls: tuple[str, ...]
    """The same letters in lower case, for blanks."""
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)
    _signs: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _has_several: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check that all names differ, so that every text is unambiguous."""
        if len(self.capitals) != len(self.smalls) or not 1 <= len(self.capitals) <= MOST_LETTERS:
            rule = f"an alphabet must have 1 to {MOST_LETTERS} letters, each capital and small"
            raise DataError(f"{rule}, got {len(self.capitals)} and {len(self.smalls)}")
        numbers: dict[str, int] = {}
        for bit, names in ((0, self.capitals), (BLANK_BIT, self.smalls)):
            for number, name in enumerate(names, start=1):
                if numbers.setdefault(name, bit | number) != bit | number:
                    raise DataError(f"letters must have names of their own, got {name!r} twice")
        object.__setattr__(self, "_numbers", numbers)
        several = sorted((name[1:-1] for name in self.capitals if len(name) > 1), key=len, reverse=True)
        pattern = "|".join([r"\[[^\[\]]*\]", *map(re.escape, several), "."])
        object.__setattr__(self, "_has_several", bool(several))
        object.__setattr__(self, "_signs", re.compile(pattern, re.DOTALL | re.IGNORECASE))

    def __len__(self) -> int:
        return len(self.capitals)

    def tile(self, name: str) -> int:
        """Return the board tile of a name: upper case, or lower case for a blank."""
        try:
            return self._numbers[name]
        except KeyError:
            raise DataError(f"a tile on the board must be one of {self}, got {name!r}") from None

    def placed(self, text: str) -> tuple[int, ...]:
        """Return the board tiles of a text."""
        return tuple(self.tile(name) for name in names_in(text))

    def spelled(self, word: str) -> tuple[int, ...]:
        """Return the letters of a word as people write it: in capitals or not, with or without brackets.

        What one tile holds is taken together, `CHICO` as `[CH]ICO`; accents that no tile has are left out,
        `ÉTÉ` as `ETE`. A word with other signs raises a DataError.
        """
        if not self._has_several:
            with suppress(KeyError):  # the usual case, and quick
                return tuple(letter_of(self._numbers[sign]) for sign in word)
        numbers: list[int] = []
        for sign in self._signs.findall(unicodedata.normalize("NFKC", word)):
            capital = sign.upper()
            for name in (sign, capital, f"[{capital}]"):
                if name in self._numbers:
                    numbers.append(letter_of(self._numbers[name]))
                    break
            else:
                plain = plain_spelling(capital)
                if not plain or any(letter not in self._numbers for letter in plain):
                    raise DataError(f"a word must have letters {self}, got {word!r}")
                numbers += (self._numbers[letter] for letter in plain)
        return tuple(numbers)

    def bracketed(self, text: str) -> str:
        """Return a text with brackets around what one tile holds: `[CH]ICO` for `CHICO`."""

        def named(match: re.Match[str]) -> str:
            name = f"[{match[0]}]"
            return name if name in self._numbers else match[0]

        return self._signs.sub(named, text) if self._has_several else text

    def rack(self, text: str) -> tuple[int, ...]:
        """Return the rack tiles of a text: upper case, and `?` for the blank."""
        tiles = []
        for name in names_in(text):
            tile = BLANK if name == BLANK_SIGN else self._numbers.get(name, BLANK_BIT)
            if is_blank(tile):
                raise DataError(
                    f"a rack must hold capital letters of {self} and '?', got {name!r} in {text!r}"
                )
            tiles.append(tile)
        return tuple(tiles)

    def text(self, tiles: Iterable[int]) -> str:
        """Return board tiles as text."""
        return "".join(
            (self.smalls if is_blank(tile) else self.capitals)[letter_of(tile) - 1] for tile in tiles
        )

    def rack_text(self, tiles: Iterable[int]) -> str:
        """Return rack tiles as text."""
        return "".join(self.capitals[tile - 1] if tile != BLANK else BLANK_SIGN for tile in tiles)

    def word(self, tiles: Iterable[int]) -> str:
        """Return the word that board tiles spell, with blanks as their letters."""
        return "".join(self.capitals[letter_of(tile) - 1] for tile in tiles)

    def __str__(self) -> str:
        return f"{self.capitals[0]} to {self.capitals[-1]}"


def names_in(text: str) -> list[str]:
    """Return the names of the tiles in a text: `A[CH]O` has three."""
    return _NAME.findall(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterDistribution:
    """Tiles of a full bag; entry 0 is the blank, entry n letter n."""

    name: str
    """Name used in positions and games, such as `english`."""
    alphabet: Alphabet
    counts: tuple[int, ...]
    """Number of tiles of each letter."""
    scores: tuple[int, ...]
    """Points of each letter; a blank scores 0 whatever it stands for."""
    vowels: frozenset[int]
    """Letter numbers of the vowels."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the distribution of a file of `UPPER,lower,count,score,is_vowel`, the blank first."""
        rows: list[_Row] = []
        for number, line in enumerate(read_text(path, what="a letter distribution").splitlines(), start=1):
            with placed(f"{path}, line {number}"):
                if line.strip():
                    rows.append(_row(line, first=not rows))
                if len(rows) > MOST_LETTERS + 1:
                    raise DataError(f"there must be at most {MOST_LETTERS} letters, got one more")
                _check_names_apart(rows)
        if len(rows) < 2:  # noqa: PLR2004  the blank and a letter
            raise DataError(
                f"{path}: a letter distribution must have the blank and a letter, got {len(rows)} lines"
            )
        letters = rows[1:]
        return cls(
            name=path.stem,
            alphabet=Alphabet(
                capitals=tuple(row[0] for row in letters), smalls=tuple(row[1] for row in letters)
            ),
            counts=tuple(row[2] for row in rows),
            scores=tuple(row[3] for row in rows),
            vowels=frozenset(number for number, row in enumerate(rows) if row[4]),
        )

    @staticmethod
    @cache
    def english() -> "LetterDistribution":
        """Return the English distribution, read once."""
        return LetterDistribution.read(ENGLISH)

    @staticmethod
    @lru_cache(maxsize=64)
    def named(name: str) -> "LetterDistribution | None":
        """Return tiles that the package has, by name: `polish` or `english_super`; None for others."""
        path = next((each for each in DATA.glob("*.csv") if each.stem == name.lower()), None)
        return None if path is None else LetterDistribution.read(path)

    @property
    def tile_count(self) -> int:
        """Number of tiles in a full bag."""
        return sum(self.counts)

    def score(self, tile: int) -> int:
        """Return the points of a board or rack tile, before premiums."""
        return 0 if is_blank(tile) else self.scores[tile]

    def rack_value(self, rack: Iterable[int]) -> int:
        """Return the points of a rack, as counted at the end of a game."""
        return sum(self.scores[tile] for tile in rack)


def plain_spelling(capital: str) -> str:
    """Return how a letter is written where there is none with its marks: `A` for `Ą`, `L` for `Ł`."""
    signs = unicodedata.normalize("NFD", capital)
    return _WITHOUT_TILE.get(capital) or "".join(sign for sign in signs if not unicodedata.combining(sign))


_Row = tuple[str, str, int, int, bool]


def _row(line: str, *, first: bool) -> _Row:
    fields = [each.strip() for each in line.split(",")]
    if len(fields) != _FIELDS:
        raise DataError(f"a line must be UPPER,lower,count,score,is_vowel, got {line!r}")
    upper, lower, *numbers = fields
    count = _number("count", numbers[0], most=MOST_OF_A_KIND)
    score = _number("score", numbers[1], most=MOST_OF_A_KIND)
    vowel = _number("is_vowel", numbers[2], most=1)
    if first:
        if (upper, lower, score, vowel) != (BLANK_SIGN, BLANK_SIGN, 0, 0):
            raise DataError(f"the first line must be the blank ?,?,count,0,0, got {line!r}")
        return upper, lower, count, score, False
    names = _letter_name(upper), _letter_name(lower)
    if names[0] == names[1]:
        raise DataError(f"a letter must differ in capital and small, to tell a blank, got {line!r}")
    return *names, count, score, bool(vowel)


def _letter_name(text: str) -> str:
    """Return a letter's name, with several characters in brackets; some files have them already."""
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    for sign in inner:
        if sign in _RESERVED or sign.isspace() or sign.isdigit() or not sign.isprintable():
            raise DataError(f"a letter must not have the sign {sign!r}, got {text!r}")
    if not inner:
        raise DataError(f"a letter must have a name, got {text!r}")
    return inner if len(inner) == 1 else f"[{inner}]"


def _number(name: str, text: str, *, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > most:
        raise DataError(f"{name} must be a whole number from 0 to {most}, got {text!r}")
    return int(text)


def _check_names_apart(rows: list[_Row]) -> None:
    """Raise a DataError if the last line repeats a name."""
    if rows and any(set(rows[-1][:2]) & set(row[:2]) for row in rows[:-1]):
        raise DataError(f"letters must have names of their own, got {rows[-1][0]!r} again")
