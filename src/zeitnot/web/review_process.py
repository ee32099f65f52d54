"""ReviewProcess: one review of an uploaded file, in a process of its own that ends with the server."""

import multiprocessing
import os
import re
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.report import check_pages, write_review_page
from zeitnot.review import JudgeSettings, Review, review_files

EFFORTS = {"0.1": "a first look", "1": "usual", "4": "thorough, four times as long"}
"""Factors of the search that can be chosen."""
ENGINES = {"best": "the strongest that is installed", "built-in": "the built-in one"}
"""Who judges; a command of an engine can be given at the terminal alone."""
MOST_GAMES = 200
"""Games of a file that are reviewed at most."""
USUAL_GAMES = 20
"""Games that are reviewed unless a visitor wants more."""
GRACE_S = 5.0
"""How long a review that was cancelled may take to end before its process is ended."""
MOST_MEMORY = 2 << 30
"""Bytes of memory that a review may take: a small packed file can hold a very large one."""
_NICENESS = 5
"""Reviews give way to matches and pages."""
_LONGEST_NAME, _LONGEST_PLAYER, _LONGEST_WORDS = 60, 100, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewWish:
    """What a visitor wants reviewed, and how."""

    file_name: str
    """Name of the file, of plain letters alone; its suffix may say what it holds."""
    content: bytes = field(repr=False)
    """The file."""
    player: str = ""
    """Part of the name of the player who is reviewed; empty: all players."""
    effort: float = 1.0
    """Factor of the search."""
    most_games: int = USUAL_GAMES
    """Games that are reviewed at most."""
    is_built_in: bool = False
    """Whether the built-in engine judges, whatever is installed."""

    @classmethod
    def of(cls, fields: Mapping[str, str], content: bytes) -> Self:
        """Read the wish from the fields of a form; those that are missing have their defaults."""
        if not content:
            raise SettingError("the file must hold games, got an empty one")
        effort, engine = fields.get("effort", "1"), fields.get("engine", "best")
        if effort not in EFFORTS:
            raise SettingError(f"the effort must be one of {', '.join(EFFORTS)}, got {effort[:20]!r}")
        if engine not in ENGINES:
            raise SettingError(f"the engine must be one of {', '.join(ENGINES)}, got {engine[:20]!r}")
        games = fields.get("games", "") or str(USUAL_GAMES)
        if not (games.isascii() and games.isdecimal() and 1 <= int(games[:9]) <= MOST_GAMES):
            raise SettingError(f"the games must be 1 to {MOST_GAMES}, got {games[:20]!r}")
        return cls(
            file_name=plain_name(fields.get("name", "")),
            content=content,
            player=fields.get("player", "").strip()[:_LONGEST_PLAYER],
            effort=float(effort),
            most_games=int(games),
            is_built_in=engine == "built-in",
        )


def plain_name(name: str) -> str:
    """Return a name of a file that any folder takes and that leads nowhere."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", re.split(r"[/\\]", name)[-1]).lstrip(".-")
    return plain[-_LONGEST_NAME:].lstrip(".-") or "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Progress of a review."""

    done: int
    """Positions that were judged."""
    total: int
    """Positions in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """End of a review."""

    failure: str = ""
    """Why there is no page, in a line; empty if there is one, or if the review was cancelled."""


class ReviewProcess:
    """Makes the page of a review; the file appears whole at the end, or not at all."""

    def __init__(self, wish: ReviewWish, target: Path) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self._channel, far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(far_end, wish, target.absolute()))
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the server
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        far_end.close()  # so that the end of the process is the end of the channel

    def events(self) -> Iterator[Judged | Ended]:
        """Yield what happens, to the end of the process."""
        with suppress(EOFError, OSError):
            while True:
                event = self._channel.recv()
                yield event
                if isinstance(event, Ended):
                    break
        self._process.join()
        if self._process.exitcode:
            yield Ended(failure="the review ended before its time; is the file too large?")
        self._channel.close()

    def cancel(self) -> None:
        """Ask for the end, which comes within the grace."""
        with suppress(OSError):
            self._channel.send(None)


def _work(channel: Connection, wish: ReviewWish, target: Path) -> None:
    """Make a review until anything comes over the channel, which also ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stopped, ended = threading.Event(), threading.Event()
    os.nice(_NICENESS)
    with tempfile.TemporaryDirectory(prefix="zeitnot-review-") as folder:
        threading.Thread(target=_listen, args=(channel, stopped, ended, folder), daemon=True).start()
        path = Path(folder) / wish.file_name
        path.write_bytes(wish.content)
        failure = _failure(channel, wish, path, target, stopped)
    ended.set()
    with suppress(OSError):
        channel.send(Ended(failure=failure))


def _listen(channel: Connection, stopped: threading.Event, ended: threading.Event, folder: str) -> None:
    with suppress(EOFError, OSError):
        channel.recv()
    stopped.set()
    if not ended.wait(GRACE_S):  # in the middle of something long, such as reading
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


def _failure(
    channel: Connection, wish: ReviewWish, path: Path, target: Path, stopped: threading.Event
) -> str:
    """Make the page, and return why it could not be made, in a line; empty if it was, or was cancelled."""
    try:
        found = _reviewed(channel, wish, path, stopped)
        if found.is_complete and not stopped.is_set():
            write_review_page(target, _without_folder(found, path.parent))
    except ZeitnotError as error:
        return _named(str(error), path.parent)[:_LONGEST_WORDS]
    except MemoryError:
        return "the file must fit into memory, got a larger one"
    return ""


def _named(words: str, folder: Path) -> str:
    """Return the words with the name of the file alone: where it lies here concerns nobody."""
    return words.replace(f"{folder}{os.sep}", "")


def _without_folder(found: Review, folder: Path) -> Review:
    unread = tuple(
        replace(each, place=_named(each.place, folder), reason=_named(each.reason, folder))
        for each in found.unread
    )
    return replace(found, unread=unread)


def _reviewed(channel: Connection, wish: ReviewWish, path: Path, stopped: threading.Event) -> Review:
    check_pages()
    _bound_memory()

    def on_progress(done: int, total: int) -> None:
        with suppress(OSError):  # the server has gone, which the listener hears
            channel.send(Judged(done=done, total=total))

    return review_files(
        [path],
        player=wish.player,
        most_games=wish.most_games,
        settings=JudgeSettings(engine=() if wish.is_built_in else None, effort=wish.effort),
        on_progress=on_progress,
        is_stopped=stopped.is_set,
    )


def _bound_memory() -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, MOST_MEMORY)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, most))
