"""Parameter search: what a tuning searches, trials kept by optuna, and their values as settings."""

import math
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from zeitnot.errors import DataError, MissingExtraError, SettingError, ZeitnotError
from zeitnot.lab.replay.replay import Entrant
from zeitnot.lab.store.run_store import RunLock
from zeitnot.models import make_policy
from zeitnot.policies import Parameter, parameters_of
from zeitnot.untrusted import cause_of

SPAN = 2.0
"""A parameter is searched from its value over this to its value times this, within its own range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A parameter to be searched, or one of its values where it has several."""

    parameter: Parameter
    """The parameter."""
    place: int | None
    """Index among the values of the parameter; None where it has one value."""
    start: float
    """Where the search begins."""
    low: float
    """Smallest value tried."""
    high: float
    """Largest value tried."""

    @property
    def name(self) -> str:
        """Return the name under which optuna keeps the parameter."""
        return self.parameter.name if self.place is None else f"{self.parameter.name}.{self.place}"

    @property
    def is_whole(self) -> bool:
        """Whether it is counted in whole numbers."""
        return self.parameter.kind is int


def sought_of(entrant: Entrant, names: Sequence[str]) -> tuple[Sought, ...]:
    """Return the parameters to search; each value of a parameter with several counts as one."""
    policy = make_policy(entrant.policy, dict(entrant.settings))
    known = parameters_of(policy)
    found: list[Sought] = []
    for name in names:
        parameter = known.get(name)
        if parameter is None or parameter.kind not in (int, float):
            able = ", ".join(each for each, one in known.items() if one.kind in (int, float))
            raise SettingError(f"parameters of {entrant.policy} to tune must be of {able}, got {name!r}")
        value = getattr(policy, name)
        values = value if parameter.several else (value,)
        found += [
            _sought(parameter, place if parameter.several else None, start)
            for place, start in enumerate(values)
        ]
    if not found:
        raise SettingError("a tuning must have a parameter at least, got none")
    return tuple(found)


def _sought(parameter: Parameter, place: int | None, start: float | None) -> Sought:
    """Search around the value there is; from nothing, where it is 0, over all the range up to 1."""
    if start is None:
        raise SettingError(
            f"a parameter to tune must have a value to begin with, got none for {parameter.name}"
        )
    ends = sorted((start / SPAN, start * SPAN)) if start else (parameter.low, min(1.0, parameter.high))
    low, high = max(parameter.low, ends[0]), min(parameter.high, ends[1])
    if parameter.kind is int:
        low, high = math.floor(low), math.ceil(high)
    if not -math.inf < low < high < math.inf:
        raise SettingError(f"{parameter.name} must have a range to be searched, got {low!r} to {high!r}")
    return Sought(parameter=parameter, place=place, start=start, low=low, high=high)


_STUDY = "zeitnot tune"
_ABOUT = "zeitnot"


class Trials:
    """Trials of one tuning; the first is what the search begins with."""

    def __init__(
        self, sought: Sequence[Sought], storage: Path | None, *, about: Mapping[str, Any], seed: int
    ) -> None:
        """Open the trials of a file, or begin new ones; `about` is what makes two trials comparable."""
        self._sought = sought
        self._seed = seed
        self._storage = storage
        self._border = partial(_border, storage)
        self._study = _open_study(storage, about=about)

    @property
    def done(self) -> int:
        """Trials done, those of earlier runs included."""
        with self._border():
            return sum(trial.state.is_finished() for trial in self._study.trials)

    @property
    def least_cost(self) -> float:
        """Cost of the best trial so far."""
        return float(self._study.best_value)

    @property
    def best_settings(self) -> dict[str, str]:
        """Settings of the best trial so far."""
        return self._settings(self._study.best_params)

    def run(
        self,
        trials: int,
        cost_of: Callable[[Mapping[str, str]], float | None],
        on_trial: Callable[[int, float], None] | None,
    ) -> None:
        """Try settings until this many trials are done, or a cost is None: that trial was broken off."""
        with self._locked():
            self._enqueue_first()
            while (done := self.done) < trials:
                with self._border():
                    trial, values = self._asked(done)
                try:
                    cost = cost_of(self._settings(values))
                except SettingError:  # parameters that each are in their range may not fit together
                    cost = math.inf
                if cost is None:
                    return
                with self._border():
                    self._study.tell(trial, cost)
                if on_trial is not None:
                    on_trial(done + 1, self.least_cost)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Let nobody else add trials: which one is next depends on how many are done."""
        if self._storage is None:
            yield
            return
        with self._border():
            lock = RunLock(self._storage, what="trials")
        try:
            yield
        finally:
            lock.release()

    def _enqueue_first(self) -> None:
        with self._border():
            # A first trial that was broken off or killed is tried again.
            if not any(
                trial.state.is_finished() or trial.state.name == "WAITING" for trial in self._study.trials
            ):
                self._study.enqueue_trial({each.name: each.start for each in self._sought})

    def _asked(self, done: int) -> tuple[Any, dict[str, float]]:
        """Return a new trial and its values, which depend on the seed and the trials done, and not on when
        the search was interrupted."""
        import optuna

        self._study.sampler = optuna.samplers.TPESampler(seed=Random(f"{self._seed} {done}").getrandbits(32))
        trial = self._study.ask()
        return trial, {
            each.name: trial.suggest_int(each.name, int(each.low), int(each.high))
            if each.is_whole
            else trial.suggest_float(each.name, each.low, each.high)
            for each in self._sought
        }

    def _settings(self, values: Mapping[str, float]) -> dict[str, str]:
        """Write values as settings; those of one parameter go together."""
        parts: dict[str, list[str]] = {}
        for each in self._sought:
            value = values[each.name]
            text = str(int(value)) if each.is_whole else f"{value:.6g}"
            parts.setdefault(each.parameter.name, []).append(text)
        return {name: ",".join(texts) for name, texts in parts.items()}


@contextmanager
def _border(storage: Path | None) -> Iterator[None]:
    """Map every error of the file to one line that names it."""
    try:
        yield
    except ZeitnotError:
        raise
    except Exception as error:  # optuna's, SQLAlchemy's and SQLite's have no base in common
        rule = f"trials must be in a file that this program wrote and can write ({_cause(error)})"
        raise DataError(f"{rule}, got {storage}") from error


def _cause(error: BaseException) -> str:
    """Return what SQLite said, and not what optuna and SQLAlchemy make of it."""
    below: BaseException | None = error
    while below is not None and not isinstance(below, sqlite3.Error):
        below = below.__cause__ or below.__context__
    return cause_of(below or error)


def _open_study(storage: Path | None, *, about: Mapping[str, Any]) -> Any:  # noqa: ANN401 (optuna comes late)
    try:
        import optuna
    except ImportError as error:
        raise MissingExtraError(feature="tuning", extra="lab") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    address = None if storage is None else f"sqlite:///{storage}"
    about = dict(about)
    with _border(storage):
        study = optuna.create_study(
            study_name=_STUDY, storage=address, load_if_exists=True, direction="minimize"
        )
        had = study.user_attrs.get(_ABOUT, about)
        study.set_user_attr(_ABOUT, about)
    if had != about:
        study.set_user_attr(_ABOUT, had)
        name = next(name for name in about if about[name] != had.get(name))
        rule = "trials of a file must be of one tuning"
        raise SettingError(f"{rule}, got {name} {about[name]!r} instead of {had.get(name)!r} in {storage}")
    return study
