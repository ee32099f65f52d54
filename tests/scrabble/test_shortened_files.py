"""Files that somebody shortens while they are in use: whoever plays with them goes on."""

import errno
import fcntl
import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from tests.native.scarce_system import run_child
from zeitnot import cache_folder
from zeitnot.scrabble import Lexicon
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import kwg_of

PAGE = 4096

SHORTENED = """
import os, sys
from pathlib import Path
from zeitnot.scrabble import Lexicon, Position
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble import StaticEvaluation

path = Path(sys.argv[1])
lexicon = Lexicon.open(path)
os.truncate(path, 8)
generator = Generator.make(lexicon, StaticEvaluation.built_in())
position = Position.from_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 EHIRSTV/ 0/0 0")
print(len(lexicon.words()), len(generator.moves(position, 3)))
"""


def words() -> list[str]:
    letters = "AEINRST"
    return sorted({a + b + c + d for a in letters for b in letters for c in letters for d in "EHIRST"})


def kwg(path: Path) -> Path:
    content = kwg_of(
        words() + ["".join(reversed(word)) + word for word in words()], LetterDistribution.english()
    )
    assert len(content) > 4 * PAGE
    path.write_bytes(content)
    return path


def test_a_lexicon_that_is_shortened_stays_whole(tmp_path: Path) -> None:
    path = kwg(tmp_path / "user.kwg")
    count, moves = run_child(SHORTENED, str(path)).split()
    assert (int(count), moves) == (2 * len(words()), "3")


def test_a_lexicon_is_shared_by_a_copy_in_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(tmp_path / "cache"))
    path = kwg(tmp_path / "user.kwg")
    Lexicon.open(path)
    (copy,) = (tmp_path / "cache").glob("user-*.kwg")
    assert copy.read_bytes() == path.read_bytes()
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    assert str(path) not in maps


def test_a_damaged_lexicon_leaves_no_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "bad.kwg"
    path.write_bytes(b"\xff" * 64)
    with pytest.raises(ValueError, match=r"bad\.kwg: "):
        Lexicon.open(path)
    assert not list((tmp_path / "cache").glob("*.kwg"))


def test_a_second_maker_does_not_shorten_the_file_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system without locks both write to the same file, and the first may have mapped it."""
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(tmp_path))
    content = bytes(1 << 24)
    begun, go_on = threading.Event(), threading.Event()

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", no_locks)

    def slow() -> bytes:
        begun.set()
        assert go_on.wait(30)
        return content

    def make() -> None:
        with suppress(FileNotFoundError):  # the part file has got its name already
            cache_folder.cached_file("x.bin", slow)

    second = threading.Thread(target=make)
    second.start()
    assert begun.wait(30)
    path = cache_folder.cached_file("x.bin", lambda: content)
    sizes = set()
    with path.open("rb") as file:
        go_on.set()
        while second.is_alive():
            sizes.add(os.fstat(file.fileno()).st_size)
        second.join(timeout=60)
    assert sizes <= {len(content)}
