"""Letters: the alphabet of a language, and how many tiles of each letter a bag holds."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Self

from zeitnot.errors import DataError
from zeitnot.untrusted import read_text

ENGLISH = Path(__file__).parent / "data" / "english.csv"
"""The distribution of the English game: 100 tiles."""

BLANK = 0
"""The blank on a rack; letters are numbered from 1."""

BLANK_BIT = 0x80
"""A blank that lies on the board carries this bit beside the number of its letter."""

MOST_LETTERS = 31
"""Letters of an alphabet, without the blank: a set of them fits 32 bits."""

MOST_OF_A_KIND = 255
"""Tiles of one letter, and points of one tile: each fits a byte."""

BLANK_SIGN = "?"
"""The blank in texts."""

_NAME = re.compile(r"\[[^\[\]]*\]|.", re.DOTALL)
_RESERVED = frozenset("?[]().,/;:+-#>")
"""Signs that mean something else in racks, moves, positions and games."""
_FIELDS = 5


def letter_of(tile: int) -> int:
    """Return the number of the letter that a tile on the board shows."""
    return tile & ~BLANK_BIT


def is_blank(tile: int) -> bool:
    """Whether a tile on the board is a blank."""
    return bool(tile & BLANK_BIT)


def rack_tile(tile: int) -> int:
    """Return the tile that must be on the rack to put this one on the board."""
    return BLANK if is_blank(tile) else tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Alphabet:
    """Letters by number and by text: a capital is a tile, a small letter a blank, `[CH]` one tile."""

    capitals: tuple[str, ...]
    """Letter n is the one at n - 1; more than one character stands in brackets."""
    smalls: tuple[str, ...]
    """The same letters as blanks show them."""
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Hold names apart, so that every text has one meaning."""
        if len(self.capitals) != len(self.smalls) or not 1 <= len(self.capitals) <= MOST_LETTERS:
            rule = f"an alphabet must have 1 to {MOST_LETTERS} letters, each capital and small"
            raise DataError(f"{rule}, got {len(self.capitals)} and {len(self.smalls)}")
        numbers: dict[str, int] = {}
        for bit, names in ((0, self.capitals), (BLANK_BIT, self.smalls)):
            for number, name in enumerate(names, start=1):
                if numbers.setdefault(name, bit | number) != bit | number:
                    raise DataError(f"letters must have names of their own, got {name!r} twice")
        object.__setattr__(self, "_numbers", numbers)

    def __len__(self) -> int:
        """Count the letters, without the blank."""
        return len(self.capitals)

    def tile(self, name: str) -> int:
        """Read one tile as it lies on the board: a capital, or a small letter for a blank."""
        try:
            return self._numbers[name]
        except KeyError:
            raise DataError(f"a tile on the board must be one of {self}, got {name!r}") from None

    def placed(self, text: str) -> tuple[int, ...]:
        """Read tiles as they lie on the board."""
        return tuple(self.tile(name) for name in names_in(text))

    def rack(self, text: str) -> tuple[int, ...]:
        """Read tiles as they stand on a rack: capitals, and `?` for the blank."""
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
        """Write tiles as they lie on the board."""
        return "".join(
            (self.smalls if is_blank(tile) else self.capitals)[letter_of(tile) - 1] for tile in tiles
        )

    def rack_text(self, tiles: Iterable[int]) -> str:
        """Write tiles as they stand on a rack."""
        return "".join(self.capitals[tile - 1] if tile != BLANK else BLANK_SIGN for tile in tiles)

    def word(self, tiles: Iterable[int]) -> str:
        """Write the word that tiles on the board spell, blanks or not."""
        return "".join(self.capitals[letter_of(tile) - 1] for tile in tiles)

    def __str__(self) -> str:
        """Name the alphabet in errors."""
        return f"{self.capitals[0]} to {self.capitals[-1]}"


def names_in(text: str) -> list[str]:
    """Split a text into the names of its tiles: `A[CH]O` has three."""
    return _NAME.findall(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterDistribution:
    """What the maker of the game put into the bag; entry 0 is the blank, entry n letter n."""

    name: str
    """What positions and games call it, such as `english`."""
    alphabet: Alphabet
    """The letters."""
    counts: tuple[int, ...]
    """Tiles of each."""
    scores: tuple[int, ...]
    """Points of each; a blank scores nothing, whatever it stands for."""
    vowels: frozenset[int]
    """Numbers of the vowels."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read lines of `UPPER,lower,count,score,is_vowel`, in the order of the numbers, the blank first."""
        rows: list[_Row] = []
        for number, line in enumerate(read_text(path, what="a letter distribution").splitlines(), start=1):
            try:
                if line.strip():
                    rows.append(_row(line, first=not rows))
                if len(rows) > MOST_LETTERS + 1:
                    raise DataError(f"there must be at most {MOST_LETTERS} letters, got one more")
                _check_names_apart(rows)
            except DataError as error:
                raise DataError(f"{path}, line {number}: {error}") from error
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
        """Return the English one, read once."""
        return LetterDistribution.read(ENGLISH)

    @property
    def tile_count(self) -> int:
        """Tiles in a full bag."""
        return sum(self.counts)

    def score(self, tile: int) -> int:
        """Points of a tile on the board or on a rack, before premiums."""
        return 0 if is_blank(tile) else self.scores[tile]

    def rack_value(self, rack: Iterable[int]) -> int:
        """Points of the tiles on a rack, as the end of a game counts them."""
        return sum(self.scores[tile] for tile in rack)


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
    """Put several characters into brackets; some files have them there already."""
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
    """The newest line must not use a name again."""
    if rows and any(set(rows[-1][:2]) & set(row[:2]) for row in rows[:-1]):
        raise DataError(f"letters must have names of their own, got {rows[-1][0]!r} again")
