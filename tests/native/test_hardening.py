"""The native module as a file: its jump tables are read-only, its stack holds no code and is checked."""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from zeitnot import _native

SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")

LOAD, DYNAMIC, STACK, RELRO = 1, 2, 0x6474E551, 0x6474E552
EXECUTE, WRITE = 1, 2
TEXT_RELOCATIONS, BIND_NOW, FLAGS, FLAGS_1 = 22, 24, 30, 0x6FFFFFFB


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """What the program header of an ELF file says of one segment."""

    kind: int
    flags: int
    offset: int
    size: int


class ElfFile:
    """The few parts of a 64-bit little-endian ELF file that show how it was linked."""

    def __init__(self, content: bytes) -> None:
        assert content[:6] == b"\x7fELF\x02\x01"
        self.content = content
        (start,) = struct.unpack_from("<Q", content, 32)
        size, count = struct.unpack_from("<HH", content, 54)
        self.segments = []
        for place in range(count):
            kind, flags, offset, _, _, length = struct.unpack_from("<IIQQQQ", content, start + place * size)
            self.segments.append(Segment(kind=kind, flags=flags, offset=offset, size=length))

    def of_kind(self, kind: int) -> list[Segment]:
        return [segment for segment in self.segments if segment.kind == kind]

    def dynamic(self) -> Iterator[tuple[int, int]]:
        """Yield the entries of the dynamic section: tag and value."""
        (segment,) = self.of_kind(DYNAMIC)
        for place in range(segment.offset, segment.offset + segment.size, 16):
            yield struct.unpack_from("<QQ", self.content, place)


@pytest.fixture(scope="module")
def module() -> ElfFile:
    content = Path(_native.__file__).read_bytes()
    if content[:4] != b"\x7fELF":
        pytest.skip("only ELF files are read here")
    return ElfFile(content)


def test_addresses_are_bound_at_the_start_and_read_only_then(module: ElfFile) -> None:
    assert module.of_kind(RELRO)
    entries = dict(module.dynamic())
    assert BIND_NOW in entries or entries.get(FLAGS, 0) & 8 or entries.get(FLAGS_1, 0) & 1
    assert TEXT_RELOCATIONS not in entries


def test_nothing_can_be_both_written_and_run(module: ElfFile) -> None:
    assert [segment.flags & EXECUTE for segment in module.of_kind(STACK)] == [0]
    assert not [each for each in module.of_kind(LOAD) if each.flags & WRITE and each.flags & EXECUTE]


@pytest.mark.skipif(SANITIZED, reason="the sanitizer watches the stack itself")
def test_the_stack_is_checked(module: ElfFile) -> None:
    assert b"__stack_chk_fail" in module.content
