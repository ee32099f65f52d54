"""Files that somebody damaged: refused with a reason or used, and nothing else happens.

The damage is the same every time; ZEITNOT_SCRABBLE_EFFORT=50 does fifty times as much. What matters most is
seen under the sanitizers: nothing is read or written out of bounds.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble import damage
from tests.scrabble import kwg_oracle as kwg
from tests.scrabble.damage import damaged, tried
from tests.scrabble.fixtures_lexicons import effort
from zeitnot._native import Leaves, Lexicon, WordMap
from zeitnot.scrabble.evaluation import read_leaves

KINDS = [Lexicon, WordMap, Leaves]

FORMATS: dict[str, tuple[bytes, Any, Callable[[Any], None]]] = {
    "KWG": (Lexicon.build(damage.words()), Lexicon, damage.use_lexicon),
    "KWG written elsewhere": (kwg.kwg_file(damage.words(), shares=False), Lexicon, damage.use_lexicon),
    "word map": (WordMap.build(damage.sound_lexicon()), WordMap, damage.use_map),
    "KLV2": (damage.sound_leaves(), Leaves, damage.use_leaves),
    "KWG of many letters": (Lexicon.build(damage.words_of_many_letters()), Lexicon, damage.use_lexicon),
    "KLV2 of many letters": (damage.sound_leaves(63), Leaves, damage.use_leaves),
}


def opener(kind: Any) -> Callable[[str], Any]:
    """Leave tables are read, the others mapped."""
    return (lambda path: read_leaves(Path(path))) if kind is Leaves else kind.open


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_are_refused_with_a_reason_or_used(name: str) -> None:
    sound, kind, use = FORMATS[name]
    rng = Random(name)
    use(kind.from_bytes(sound))
    refused = 0
    for _ in range(effort(400)):
        opened, reason = tried(kind.from_bytes, damaged(sound, rng))
        if opened is not None:
            use(opened)
        else:
            assert " must " in reason
            refused += 1
    assert refused > effort(400) // 4


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_are_refused_with_their_name(name: str, tmp_path: Path) -> None:
    sound, kind, use = FORMATS[name]
    rng = Random(name)
    for number in range(effort(40)):
        path = tmp_path / f"file {number}"
        path.write_bytes(damaged(sound, rng))
        opened, reason = tried(opener(kind), str(path))
        if opened is not None:
            use(opened)
        else:
            assert reason.startswith(f"{path}: ")


@pytest.mark.parametrize("name", FORMATS)
def test_every_truncation_is_refused_or_used(name: str) -> None:
    sound, kind, use = FORMATS[name]
    rng = Random(42)
    for size in [*range(80), *(rng.randrange(len(sound)) for _ in range(effort(60)))]:
        opened, _ = tried(kind.from_bytes, sound[:size])
        if opened is not None:
            use(opened)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused_with_its_name(kind: Any, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for path in (tmp_path, tmp_path / "missing", tmp_path / "empty"):
        with pytest.raises((ValueError, RuntimeError), match=path.name):
            opener(kind)(str(path))


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_refused_or_used(kind: Any, data: bytes) -> None:
    opened, reason = tried(kind.from_bytes, data)
    assert opened is not None or " must " in reason


@given(st.lists(st.integers(0, 63).map(lambda low: low | kwg.LAST) | st.integers(0, 2**32 - 1), max_size=40))
def test_any_nodes_are_refused_or_used(nodes: list[int]) -> None:
    lexicon, _ = tried(Lexicon.from_bytes, kwg.file_of(nodes))
    if lexicon is not None:
        damage.use_lexicon(lexicon)


@given(st.data())
def test_graphs_without_order_are_refused_or_used(data: st.DataObject) -> None:
    """Small graphs of few letters, most of whose links lead somewhere: circles, shared ends, long words."""
    size = data.draw(st.integers(3, 30))
    node = st.builds(
        lambda child, letter, flags: child | letter << kwg.LETTER_SHIFT | flags << 22,
        st.integers(0, size - 1) | st.just(0),
        st.integers(0, 8),
        st.integers(0, 3),
    )
    nodes = data.draw(st.lists(node, min_size=size, max_size=size))
    nodes[-1] |= kwg.LAST
    lexicon, _ = tried(Lexicon.from_bytes, kwg.file_of(nodes))
    if lexicon is not None:
        damage.use_lexicon(lexicon)


def boundless_lexicon() -> bytes:
    """Return a small file with more words than any memory holds: any 2 to 15 letters are one."""
    letters = 26
    nodes = [2 | kwg.LAST, 2 | kwg.LAST]
    for depth in range(15):
        child = len(nodes) + letters if depth < 14 else 0
        ends = kwg.ENDS if depth > 0 else 0
        level = [child | ends | letter << kwg.LETTER_SHIFT for letter in range(1, letters + 1)]
        level[-1] |= kwg.LAST
        nodes += level
    return kwg.file_of(nodes)


@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer itself takes more than the limit"
)
def test_a_lexicon_of_too_many_words_has_no_map() -> None:
    """In a process of its own, which cannot take the memory of the machine if it tries."""
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31));"
        "from zeitnot import _native; lexicon = _native.Lexicon.from_bytes(sys.stdin.buffer.read());"
        "assert lexicon.word_count > 10**18; _native.WordMap.build(lexicon)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=boundless_lexicon(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b"ValueError: a word map must have fewer than" in done.stderr
