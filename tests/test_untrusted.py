"""Untrusted input is read within bounds, and every fault of it is a DataError in one line."""

import lzma
import tracemalloc
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.scrabble.damage import damaged
from zeitnot.errors import DataError
from zeitnot.untrusted import parse_json, parse_toml, read_bytes, read_text, shown, unpack_xz, unpack_zlib

MEGABYTE = 1 << 20
DEEP = 100_000
PACKERS = [(partial(lzma.compress, preset=0), unpack_xz), (zlib.compress, unpack_zlib)]


@pytest.mark.parametrize(
    "text",
    ["[" * DEEP, '{"a":' * DEEP, "9" * 5_000, "{", "", "nan nan", '"\\ud800', b"\xff\xfe", b"\x00" * 5],
    ids=range(9),
)
def test_json_that_cannot_be_read_is_a_data_error(text: str | bytes) -> None:
    with pytest.raises(DataError, match=r"^a plan must be JSON: .+") as caught:
        parse_json(text, what="a plan")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (f"a = {'9' * 5_000}", "a number has too many digits"),
        (f"a = {'[' * DEEP}", "it is nested too deeply"),
        (f"a = {'{a=' * DEEP}", "it is nested too deeply"),
        ("a = ", "Invalid value"),
        ("a = 99:99:99", "Expected newline"),
    ],
    ids=range(5),
)
def test_toml_that_cannot_be_read_is_a_data_error(text: str, cause: str) -> None:
    with pytest.raises(DataError, match=f"^settings must be TOML: {cause}") as caught:
        parse_toml(text, what="settings")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("pack", "unpack"), PACKERS, ids=["xz", "zlib"])
def test_packed_data_is_unpacked_up_to_its_bound_and_no_further(
    pack: Callable[[bytes], bytes], unpack: Callable[..., bytes]
) -> None:
    bomb = pack(bytes(60 * MEGABYTE))
    assert len(bomb) < MEGABYTE
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match=r"a table must unpack to at most 1,048,576 bytes, got more"):
            unpack(bomb, what="a table", most_bytes=MEGABYTE)
        assert tracemalloc.get_traced_memory()[1] < 20 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert unpack(pack(bytes(MEGABYTE)), what="a table", most_bytes=MEGABYTE) == bytes(MEGABYTE)
    assert unpack(pack(b""), what="a table") == b""
    assert unpack(pack(b"one ") + pack(b"two"), what="a table") == b"one two"


@pytest.mark.parametrize(("pack", "unpack"), PACKERS, ids=["xz", "zlib"])
def test_damaged_packed_data_is_refused_or_unpacked(
    pack: Callable[[bytes], bytes], unpack: Callable[..., bytes]
) -> None:
    sound, rng, refused = pack(bytes(range(256)) * 20), Random(14), 0
    for _ in range(400):
        try:
            unpack(damaged(sound, rng), what="a table", most_bytes=MEGABYTE)
        except DataError:
            refused += 1
    assert refused > 200


def test_a_file_without_an_end_is_read_up_to_its_bound() -> None:
    with pytest.raises(DataError, match=r"a model must have at most 1,000 bytes, got more in '/dev/zero'"):
        read_bytes(Path("/dev/zero"), what="a model", most_bytes=1_000)


@pytest.mark.parametrize("name", ["nowhere", "a\0b", "x" * 5_000, "\udcff"])
def test_a_file_that_cannot_be_opened_is_a_data_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a list must be a file that can be read"):
        read_text(tmp_path / name, what="a list")


def test_a_text_in_another_encoding_is_a_data_error(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("Käse".encode("latin-1"))
    with pytest.raises(DataError, match="not UTF-8 text"):
        read_text(path, what="a list")


def test_values_of_any_size_are_shown() -> None:
    nested: list[object] = []
    for _ in range(DEEP):
        nested = [nested]
    assert shown(1 << 100_000) == "a value of type int that is too large to print"
    assert shown(nested) == "a value of type list that is too large to print"
    assert len(shown("x" * 1_000)) == 80
    assert shown("x") == "'x'"
