"""Facts about a lexicon: what a KWG file contains, and whether its two graphs have the same words."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import LONGEST_WORD, SHORTEST_WORD, Lexicon
from zeitnot.untrusted import read_bytes

_CHILD_MASK = (1 << 22) - 1
_LAST_BIT = 1 << 22
_ACCEPTS_BIT = 1 << 23
_LETTER_SHIFT = 24
_NODE_BYTES = 4
_DAWG, _GADDAG = 0, 1
"""Indices of the nodes that point to the two roots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconFacts:
    """Contents of a lexicon."""

    name: str
    """Name used in positions and games."""
    words_by_length: dict[int, int]
    """Number of words of each length, shortest first."""
    nodes: int
    has_gaddag: bool
    """Whether the file has a GADDAG, which move generation needs; word checks and anagrams do not."""
    letters: str
    """Letters used by the words."""

    @property
    def words(self) -> int:
        """Number of words of up to 21 letters."""
        return sum(self.words_by_length.values())

    @property
    def size_bytes(self) -> int:
        """Size of the file."""
        return _NODE_BYTES * self.nodes


def facts_of(lexicon: Lexicon) -> LexiconFacts:
    """Return the facts about a lexicon."""
    words = lexicon.native.words()
    used = sorted(set(b"".join(words)))
    return LexiconFacts(
        name=lexicon.name,
        words_by_length=dict(sorted(Counter(map(len, words)).items())),
        nodes=lexicon.native.node_count,
        has_gaddag=lexicon.native.has_gaddag,
        letters=lexicon.distribution.alphabet.text(used),
    )


def check_kwg(path: Path, *, distribution: LetterDistribution | None = None) -> LexiconFacts:
    """Check a KWG file completely: its format, letters and words, and that both graphs agree.

    A fault raises a DataError; opening a file checks only that nothing is read out of bounds.
    """
    lexicon = Lexicon.open(path, distribution=distribution)
    facts = facts_of(lexicon)
    if not facts.words:
        raise DataError(f"{path}: a lexicon must have at least one word, got none")
    lengths = facts.words_by_length
    for length in lengths:
        if length < SHORTEST_WORD:
            raise DataError(
                f"{path}: words must have at least {SHORTEST_WORD} letters, got {lengths[length]}"
            )
    given = _Graph(read_bytes(path, what="a lexicon"))
    anew = _Graph(_native.Lexicon.build(lexicon.native.words()))
    alphabet = lexicon.distribution.alphabet
    if (path_there := given.difference(anew, _DAWG)) is not None:
        rule = f"every branch must end in a word of at most {LONGEST_WORD} letters"
        raise DataError(f"{path}: {rule}, got another after {_text(path_there, alphabet.capitals)!r}")
    if facts.has_gaddag and (path_there := given.difference(anew, _GADDAG)) is not None:
        rule = "the GADDAG must hold the words of the DAWG"
        raise DataError(f"{path}: {rule}, got others after {_text(path_there, alphabet.capitals)!r}")
    return facts


def _text(letters: tuple[int, ...], capitals: tuple[str, ...]) -> str:
    return "".join(capitals[letter - 1] if letter else "^" for letter in letters)


class _Graph:
    """The nodes of a KWG file."""

    def __init__(self, content: bytes) -> None:
        self._nodes: list[int] = np.frombuffer(content, dtype="<u4").tolist()

    def difference(self, other: "_Graph", root: int) -> tuple[int, ...] | None:
        """Return letters after which the words of two graphs differ; None if they are the same.

        The other graph has every part once, so there are as many pairs of lists as lists in this one.
        """
        seen = set()
        waiting: list[tuple[int, int, tuple[int, ...]]] = [
            (self._nodes[root] & _CHILD_MASK, other._nodes[root] & _CHILD_MASK, ())
        ]
        while waiting:
            own, others, before = waiting.pop()
            if (own, others) in seen:
                continue
            seen.add((own, others))
            here, there = self._list(own), other._list(others)
            if here.keys() != there.keys():
                return before
            for letter, node in here.items():
                after = (*before, letter)
                if (node ^ there[letter]) & _ACCEPTS_BIT:
                    return after
                if (node | there[letter]) & _CHILD_MASK:
                    waiting.append((node & _CHILD_MASK, there[letter] & _CHILD_MASK, after))
        return None

    def _list(self, index: int) -> dict[int, int]:
        """Return a node and its following siblings, by letter; index 0 is the empty list."""
        siblings = {}
        while index:
            node = self._nodes[index]
            siblings[node >> _LETTER_SHIFT] = node
            index = 0 if node & _LAST_BIT else index + 1
        return siblings
