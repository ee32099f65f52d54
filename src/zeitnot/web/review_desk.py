"""ReviewDesk: reviews of uploaded files, one after the other, and the pages that were kept."""

import atexit
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zeitnot.errors import DataError, SettingError, ZeitnotError
from zeitnot.report import ReviewFacts
from zeitnot.turns import error_words
from zeitnot.untrusted import cause_of, read_bytes
from zeitnot.web.kept_folder import KeptFolder, kept_moment
from zeitnot.web.review_process import Ended, Judged, ReviewProcess, ReviewWish

FOLDER = "reviews"
"""Folder of the pages, beside the runs."""
MOST_KEPT = 100
"""Pages of the folder: each has some 5 MB."""
MOST_AT_ONCE = 4
"""Reviews that are uploaded, wait or run; one runs at a time, on all cores."""
MOST_FAILURES = 5
"""Reviews that failed and are still shown: the last ones."""
MOST_BYTES = 64 << 20
"""Bytes of a page."""
_KIND, _SUFFIX = "review", ".html"
_NAME = re.compile(rf"{_KIND}-\d{{8}}-\d{{6}}(-\d+)?")
_CLOSE_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReview:
    """A page that was kept."""

    path: Path
    """Its file."""

    @property
    def name(self) -> str:
        """Name of its file, without suffix."""
        return self.path.stem

    @property
    def began(self) -> str:
        """Day and time at which the review was asked for."""
        return kept_moment(self.name)

    @property
    def facts(self) -> ReviewFacts | str:
        """What the page says of itself; words about what is wrong with another file."""
        try:
            return ReviewFacts.read(self.path)
        except ZeitnotError as error:
            return f"damaged: {error}"

    def page(self) -> bytes:
        """Read the page."""
        return read_bytes(self.path, what="a review", most_bytes=MOST_BYTES)


@dataclass(slots=True, kw_only=True)
class ReviewJob:
    """A review that waits, is under way, or has failed."""

    name: str
    """Name that its page will have."""
    wish: ReviewWish | None
    """What is wanted; None after the end."""
    file_name: str
    """Name of the uploaded file, of plain letters alone."""
    done: int = 0
    """Positions that were judged."""
    total: int = 0
    """Positions in all; 0 while the file is read."""
    failure: str = ""
    """Why it failed, in a line."""
    process: ReviewProcess | None = None
    """Its process, while it is under way."""
    is_cancelled: bool = False
    """Whether nobody wants it any more."""

    @property
    def state(self) -> str:
        """One of: waiting, reviewing, cancelled, failed."""
        if self.failure:
            return "failed"
        if self.is_cancelled:
            return "cancelled"
        return "waiting" if self.process is None else "reviewing"

    @property
    def words(self) -> str:
        """How far it is."""
        if self.failure:
            return f"{self.failure}."
        if self.process is None:
            return "Waits until the review before it has ended."
        return f"{self.done:,} of {self.total:,} positions" if self.total else "The file is being read."


class ReviewDesk:
    """Takes uploads up to a bound, reviews one at a time, and keeps the pages in a folder."""

    def __init__(self, folder: Path) -> None:
        """Take the served folder; the pages are in a folder of their own there."""
        self._folder = KeptFolder(path=folder / FOLDER, most=MOST_KEPT)
        self._jobs: dict[str, ReviewJob] = {}
        self._uploads = 0
        self._worker: threading.Thread | None = None
        self._lock = threading.Lock()
        self.version = 0
        """Changes with everything that a page shows."""
        atexit.register(self.close)

    @property
    def jobs(self) -> list[ReviewJob]:
        """Reviews that have not become pages, in their order."""
        with self._lock:
            return list(self._jobs.values())

    def kept(self) -> list[KeptReview]:
        """Return the pages, the newest first."""
        paths = (each for each in self._folder.files() if each.suffix == _SUFFIX)
        found = sorted((each for each in paths if _NAME.fullmatch(each.stem)), reverse=True)
        return [KeptReview(path=path) for path in found[:MOST_KEPT]]

    def find(self, name: str) -> KeptReview:
        """Return a page by its name; no other file can be reached by any name."""
        for each in self.kept():
            if each.name == name:
                return each
        raise DataError(f"a review must be one of those in {FOLDER}, got {name[:80]!r}")

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place for an upload until the end of the block; it is refused if all are taken."""
        with self._lock:
            busy = sum(1 for job in self._jobs.values() if not job.failure)
            if busy + self._uploads >= MOST_AT_ONCE:
                raise SettingError(f"at most {MOST_AT_ONCE} reviews can wait at once, got one more")
            self._uploads += 1
        try:
            yield
        finally:
            with self._lock:
                self._uploads -= 1

    def begin(self, wish: ReviewWish) -> str:
        """Begin a review as soon as those before it have ended, and return its name."""
        with self._lock:
            path = self._folder.new_path(_KIND, _SUFFIX, taken=self._jobs)
            self._jobs[path.stem] = ReviewJob(name=path.stem, wish=wish, file_name=wish.file_name)
            self.version += 1
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="reviews", daemon=True)
                self._worker.start()
            return path.stem

    def cancel(self, name: str) -> None:
        """End a review that waits or is under way, or show one that failed no more."""
        with self._lock:
            job = self._jobs.get(name)
            if job is None:
                return  # it has just ended
            self.version += 1
            job.is_cancelled = True
            if job.process is None:
                del self._jobs[name]
            else:
                job.process.cancel()

    def delete(self, name: str) -> None:
        """Delete a page."""
        path = self.find(name).path
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SettingError(f"a review must be a file that can be deleted ({cause_of(error)})") from error
        with self._lock:
            self.version += 1

    def close(self) -> None:
        """Cancel all reviews, and wait for their end."""
        for job in self.jobs:
            self.cancel(job.name)
        worker = self._worker
        if worker is not None:
            worker.join(_CLOSE_S)

    def _work(self) -> None:
        """Review what waits, one after the other, until nothing does."""
        while (job := self._next()) is not None:
            try:
                failure = self._reviewed(job)
            except Exception as error:  # noqa: BLE001 (those that wait must not wait for ever)
                failure = f"the review failed: {error_words(error)}"
            with self._lock:
                job.process, job.wish = None, None
                job.failure = "" if job.is_cancelled else failure
                if not job.failure:
                    self._jobs.pop(job.name, None)
                self._forget_failures()
                self.version += 1

    def _next(self) -> ReviewJob | None:
        with self._lock:
            for job in self._jobs.values():
                if job.wish is not None:
                    return job
            self._worker = None
            return None

    def _forget_failures(self) -> None:
        failed = [job.name for job in self._jobs.values() if job.failure]
        for name in failed[:-MOST_FAILURES]:
            del self._jobs[name]

    def _reviewed(self, job: ReviewJob) -> str:
        """Make a review, and return why it failed; empty if it did not."""
        with self._lock:
            if job.wish is None or job.is_cancelled:
                return ""
            try:
                process = ReviewProcess(job.wish, self._folder.path / f"{job.name}{_SUFFIX}")
            except OSError as error:
                return f"a review must have a process of its own ({cause_of(error)}), got none"
            job.process = process
            self.version += 1
        failure = ""
        for event in process.events():
            match event:
                case Judged(done=done, total=total):
                    with self._lock:
                        job.done, job.total = done, total
                        self.version += 1
                case Ended(failure=words):
                    failure = failure or words
        return failure
