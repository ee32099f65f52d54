"""Parameter search: trials kept by optuna, and their values as settings of a policy."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zeitnot.errors import DataError, MissingExtraError, SettingError
from zeitnot.lab.sought_parameter import Sought

_STUDY = "zeitnot tune"
_ABOUT = "zeitnot"


def suggested(trial: Any, sought: Sequence[Sought]) -> dict[str, float]:  # noqa: ANN401 (optuna comes late)
    """Let a trial choose the values of the parameters."""
    return {
        each.name: trial.suggest_int(each.name, int(each.low), int(each.high))
        if each.is_whole
        else trial.suggest_float(each.name, each.low, each.high)
        for each in sought
    }


def as_settings(values: Mapping[str, float], sought: Sequence[Sought]) -> dict[str, str]:
    """Write values as settings; those of one parameter go together."""
    parts: dict[str, list[str]] = {}
    for each in sought:
        value = values[each.name]
        text = str(int(value)) if each.is_whole else f"{value:.6g}"
        parts.setdefault(each.parameter.name, []).append(text)
    return {name: ",".join(texts) for name, texts in parts.items()}


def open_study(storage: Path | None, *, about: Mapping[str, Any], seed: int) -> Any:  # noqa: ANN401 (as above)
    """Open the trials of a file, or begin new ones; `about` is what makes two trials comparable."""
    try:
        import optuna
    except ImportError as error:
        raise MissingExtraError(feature="tuning", extra="lab") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    address = None if storage is None else f"sqlite:///{storage}"
    about = dict(about)
    try:
        study = optuna.create_study(
            study_name=_STUDY, storage=address, load_if_exists=True, direction="minimize"
        )
        # With another seed when it goes on: the first draws of the same one are tried already.
        study.sampler = optuna.samplers.TPESampler(seed=seed + len(study.trials))
        had = study.user_attrs.get(_ABOUT, about)
        study.set_user_attr(_ABOUT, about)
    except Exception as error:  # optuna's, SQLAlchemy's and SQLite's have no base in common
        cause = " ".join(str(error).split())[:120]
        raise DataError(
            f"trials must be in a file that this program wrote ({cause}), got {storage}"
        ) from error
    if had != about:
        study.set_user_attr(_ABOUT, had)
        name = next(name for name in about if about[name] != had.get(name))
        rule = "trials of a file must be of one tuning"
        raise SettingError(f"{rule}, got {name} {about[name]!r} instead of {had.get(name)!r} in {storage}")
    return study
