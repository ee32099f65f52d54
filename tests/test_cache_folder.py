"""Cache folder: files are made once, whole or not at all, and nobody needs one."""

import fcntl
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from zeitnot import cache_folder
from zeitnot.cache_folder import cached_file, open_cached
from zeitnot.scrabble import Lexicon, StaticEvaluation
from zeitnot.scrabble.generation import Generator

OPENING_S = 0.5
"""Opening everything must take less, once the files are there."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache"
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(path))
    return path


class Maker:
    """Makes a content, and counts how often."""

    def __init__(self, content: bytes = b"some content") -> None:
        self.content = content
        self.made = 0

    def __call__(self) -> bytes:
        self.made += 1
        return self.content


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


def test_the_variable_names_the_folder(folder: Path) -> None:
    assert cache_folder.cache_folder() == folder


@pytest.mark.parametrize(
    ("base", "expected"), [("/base", "/base/zeitnot"), ("not/absolute", "/home/x/.cache/zeitnot"), ("", None)]
)
@pytest.mark.skipif(sys.platform == "darwin", reason="the folder has another name there")
def test_otherwise_it_is_in_the_users_cache_folder(
    base: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(cache_folder.FOLDER_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    monkeypatch.setenv("HOME", "/home/x")
    assert cache_folder.cache_folder() == Path(expected or "/home/x/.cache/zeitnot")


def test_a_file_is_made_once(folder: Path) -> None:
    make = Maker()
    assert cached_file("x.bin", make) == folder / "x.bin"
    assert cached_file("x.bin", make).read_bytes() == b"some content"
    assert make.made == 1
    assert names(folder) == {"x.bin", "x.bin.sum"}


def flipped(content: bytes) -> bytes:
    return content[:3] + bytes([content[3] ^ 1]) + content[4:]


@pytest.mark.parametrize("damage", [flipped, lambda content: content[:-1], lambda content: b""])
def test_a_damaged_file_is_made_again(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    make = Maker()
    path = cached_file("x.bin", make)
    path.write_bytes(damage(make.content))
    assert cached_file("x.bin", make).read_bytes() == make.content
    assert make.made == 2


@pytest.mark.parametrize("there", ["", "12", "nonsense\n"])
def test_a_file_without_its_sum_is_made_again(folder: Path, there: str) -> None:
    make = Maker()
    cached_file("x.bin", make)
    (folder / "x.bin.sum").write_text(there, encoding="ascii")
    cached_file("x.bin", make)
    assert make.made == 2
    cached_file("x.bin", make)
    assert make.made == 2


def test_those_who_come_at_once_make_it_once(folder: Path) -> None:
    make = Maker(b"x" * 1_000_000)
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda _: cached_file("x.bin", make), range(8)))
    assert {path.read_bytes() for path in paths} == {make.content}
    assert make.made == 1
    assert names(folder) == {"x.bin", "x.bin.sum"}


def test_nobody_waits_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "PATIENCE_S", 0.0)
    folder.mkdir()
    make = Maker()
    with (folder / ".x.bin.part").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert open_cached("x.bin", make, opener=opened, from_bytes=bytes) == make.content
    assert names(folder) == {".x.bin.part"}


def opened(path: str) -> bytes:
    return Path(path).read_bytes()


def test_an_error_while_making_leaves_nothing(folder: Path) -> None:
    def fail() -> bytes:
        raise MemoryError

    with pytest.raises(MemoryError):
        cached_file("x.bin", fail)
    assert names(folder) == set()


def test_where_nothing_can_be_written_the_content_does_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(tmp_path / "file" / "cache"))
    make = Maker()
    assert open_cached("x.bin", make, opener=opened, from_bytes=bytes) == make.content
    assert make.made == 1


def test_a_user_without_a_home_needs_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv(cache_folder.FOLDER_VARIABLE)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    make = Maker()
    assert open_cached("x.bin", make, opener=opened, from_bytes=bytes) == make.content


def test_a_file_that_is_refused_is_made_again_and_at_last_done_without(folder: Path) -> None:
    def refused(path: str) -> bytes:
        raise ValueError(path)

    make = Maker()
    assert open_cached("x.bin", make, opener=refused, from_bytes=bytes) == make.content
    assert make.made == 1
    assert not (folder / "x.bin").exists()


KILLED_WHILE_WRITING = """
import resource, signal
from zeitnot.cache_folder import cached_file
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
cached_file("x.bin", lambda: b"x" * 1_000_000)
"""


def test_a_maker_killed_while_it_writes_leaves_no_part_of_the_file(folder: Path) -> None:
    """The system kills a process that writes more than it may, so it dies in the middle of the file."""
    result = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING], check=False, timeout=60)
    assert result.returncode == -signal.SIGXFSZ
    assert (folder / ".x.bin.part").stat().st_size == 500_000
    assert not (folder / "x.bin").exists()
    make = Maker(b"x" * 1_000_000)
    assert cached_file("x.bin", make).read_bytes() == make.content
    assert names(folder) == {"x.bin", "x.bin.sum"}


BUILDING = """
from zeitnot.scrabble import Lexicon
lexicon = Lexicon.built_in(lambda what: print(what, flush=True))
print("bytes of the map", lexicon.word_map.size, flush=True)
"""


@pytest.mark.parametrize("stage", ["lexicon", "word map"])
def test_a_killed_build_leaves_nothing_half_made(folder: Path, stage: str) -> None:
    with subprocess.Popen([sys.executable, "-c", BUILDING], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if stage in line:
                process.kill()
                break
    assert process.returncode == -signal.SIGKILL
    left = {name for name in names(folder) if not name.startswith(".")}
    assert {Path(name.removesuffix(".sum")).suffix for name in left} <= (
        {".kwg"} if stage != "lexicon" else set()
    )
    again = subprocess.run(
        [sys.executable, "-c", BUILDING], capture_output=True, text=True, check=False, timeout=60
    )
    assert again.returncode == 0, again.stderr
    built = again.stdout.splitlines()
    assert ("building the lexicon ENABLE1" in built) == (stage == "lexicon")
    assert built[-2:] == ["building the word map of ENABLE1", built[-1]]
    assert not any(name.startswith(".") for name in names(folder))
    third = subprocess.run(
        [sys.executable, "-c", BUILDING], capture_output=True, text=True, check=False, timeout=60
    )
    assert third.stdout.splitlines() == [built[-1]]


def test_opening_takes_less_than_half_a_second_once_the_files_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opening_s() -> float:  # of the processor: what else runs on the machine is not the question
        monkeypatch.setattr(Lexicon, "_built_in", None)
        StaticEvaluation.built_in.cache_clear()
        began_s = time.process_time()
        Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
        return time.process_time() - began_s

    opening_s()
    assert min(opening_s() for _ in range(3)) < OPENING_S


def test_the_folder_is_made_for_its_owner_alone(folder: Path) -> None:
    cached_file("some.file", Maker())
    assert folder.stat().st_mode & 0o077 == 0


def test_a_link_that_somebody_laid_is_not_written_through(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"as it was")
    (folder / ".some.file.part").symlink_to(theirs)
    with pytest.raises(OSError, match="link"):
        cached_file("some.file", Maker())
    assert theirs.read_bytes() == b"as it was"
