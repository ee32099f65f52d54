"""KWG and KLV2 files read and written in plain Python, from the description of the formats alone.

A KWG file is little-endian 32-bit nodes: bits 0-21 the first child (0 none), bit 22 last of its siblings,
bit 23 a word ends here, bits 24-31 the letter, 0 being the separator of the GADDAG. Node 0 leads to the DAWG,
node 1 to the GADDAG. A KLV2 file is the number of nodes, a DAWG of leaves, the number of leaves, and a 32-bit
float for each.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence

CHILD_MASK = (1 << 22) - 1
LAST = 1 << 22
ENDS = 1 << 23
LETTER_SHIFT = 24
SEPARATOR = 0

Nodes = Sequence[int]


def nodes_of(data: bytes) -> tuple[int, ...]:
    """Split a file into its nodes."""
    return struct.unpack(f"<{len(data) // 4}I", data)


def file_of(nodes: Iterable[int]) -> bytes:
    """Join nodes to a file."""
    listed = list(nodes)
    return struct.pack(f"<{len(listed)}I", *listed)


def siblings(nodes: Nodes, first: int) -> Iterator[int]:
    """Go through nodes up to the last sibling; 0 is none."""
    while first:
        yield nodes[first]
        first = 0 if nodes[first] & LAST else first + 1


def paths(nodes: Nodes, first: int, before: bytes = b"") -> Iterator[bytes]:
    """Go through the words below some siblings, a word before those that go on from it."""
    for node in siblings(nodes, first):
        path = before + bytes([node >> LETTER_SHIFT])
        if node & ENDS:
            yield path
        yield from paths(nodes, node & CHILD_MASK, path)


def path_count(nodes: Nodes, first: int, known: dict[int, int]) -> int:
    """Count the words below some siblings."""
    if first not in known:
        known[first] = sum(
            bool(node & ENDS) + path_count(nodes, node & CHILD_MASK, known) for node in siblings(nodes, first)
        )
    return known[first]


def dawg(nodes: Nodes) -> int:
    """Return the first node of the DAWG."""
    return nodes[0] & CHILD_MASK


def gaddag(nodes: Nodes) -> int:
    """Return the first node of the GADDAG."""
    return nodes[1] & CHILD_MASK


def gaddag_paths(words: Iterable[bytes]) -> set[bytes]:
    """Spell words from each of their letters: back to the beginning, and behind a separator to the end."""
    found = set()
    for word in words:
        found.add(word[::-1])
        found |= {word[:at][::-1] + bytes([SEPARATOR]) + word[at:] for at in range(1, len(word))}
    return found


def reachable(nodes: Nodes) -> set[int]:
    """Return the nodes that some word goes through."""
    seen: set[int] = set()
    waiting = [dawg(nodes), gaddag(nodes)]
    while waiting:
        at = waiting.pop()
        while at and at not in seen:
            seen.add(at)
            waiting.append(nodes[at] & CHILD_MASK)
            at = 0 if nodes[at] & LAST else at + 1
    return seen


class Writer:
    """Lays out tries of words as nodes, sharing equal lists of siblings or not."""

    def __init__(self, *, shares: bool, roots: int, descending: bool = False) -> None:
        """Leave room for the roots."""
        self.nodes = [0] * roots
        self.shares = shares
        self.descending = descending
        self.known: dict[tuple[int, ...], int] = {}

    def lay(self, words: Iterable[bytes]) -> int:
        """Lay out the words and return the first node of the first letters."""
        groups: dict[int, list[bytes]] = {}
        for word in words:
            groups.setdefault(word[0], []).append(word[1:])
        listed = []
        for letter, rests in sorted(groups.items(), reverse=self.descending):
            child = self.lay([rest for rest in rests if rest])
            listed.append(child | (ENDS if b"" in rests else 0) | letter << LETTER_SHIFT)
        if not listed:
            return 0
        listed[-1] |= LAST
        key = tuple(listed)
        if not self.shares or key not in self.known:
            self.known[key] = len(self.nodes)
            self.nodes += listed
        return self.known[key]


def kwg_file(
    words: Iterable[bytes], *, shares: bool = True, with_gaddag: bool = True, descending: bool = False
) -> bytes:
    """Write a KWG file of some words, the letters of each list up or down."""
    known = set(words)
    writer = Writer(shares=shares, roots=2, descending=descending)
    writer.nodes[0] = writer.lay(known) | LAST
    writer.nodes[1] = (writer.lay(gaddag_paths(known)) if with_gaddag else 0) | LAST
    return file_of(writer.nodes)


def klv_file(values: dict[bytes, float]) -> bytes:
    """Write a KLV2 file of leaves, each with its tiles in ascending order."""
    writer = Writer(shares=True, roots=2)
    writer.nodes[0] = writer.lay(values) | LAST
    writer.nodes[1] = LAST
    floats = [values[leave] for leave in sorted(values)]
    head = struct.pack("<I", len(writer.nodes)) + file_of(writer.nodes)
    return head + struct.pack(f"<I{len(floats)}f", len(floats), *floats)


def klv_parts(data: bytes) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Split a KLV2 file into its nodes and its values; nothing may follow them."""
    (count,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{count}I", data, 4)
    (values,) = struct.unpack_from("<I", data, 4 + 4 * count)
    floats = struct.unpack_from(f"<{values}f", data, 8 + 4 * count)
    assert len(data) == 8 + 4 * count + 4 * values
    return nodes, floats


def klv_values(data: bytes) -> dict[bytes, float]:
    """Read a KLV2 file; the values stand in the order of `paths`."""
    nodes, floats = klv_parts(data)
    return dict(zip(paths(nodes, dawg(nodes)), floats, strict=True))
