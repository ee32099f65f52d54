"""The general model: what stopping loses and what time is worth, for engines that were never recorded."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError
from zeitnot.lab.replay.figures import PolicyFigures, figures_of
from zeitnot.lab.replay.replay import Entrant, ReplayPlan, run_replay
from zeitnot.learning import (
    LossMetrics,
    LossTraining,
    TrainedLoss,
    learn_general_values,
    loss_rows,
    model_metrics,
    pooled_rows,
    train_loss,
    usual_nodes,
)
from zeitnot.models import GENERAL_INPUTS, PackageModels
from zeitnot.policies import TimeValues

CHECK_CLOCK = "10+0.1"
"""Clock of the replays that check a model."""
CHECK_GAMES = 8
"""Times that each game is replayed, by either side."""
_TURNS = 60
"""Turns that the clock of a check is shared by, for the speed at which an even share is a usual turn."""
_SHARED_S = 10.0 + 0.1 * _TURNS


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedGeneral:
    """A general model with its time values."""

    trained: TrainedLoss
    """The network, and how it does on openings held out."""
    values: TimeValues
    """Time values; a usual turn is an even share of the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCheck:
    """How a model does on the games of one engine that it was not trained on."""

    engine: str
    """Name of the engine."""
    games: int
    """Games that judge."""
    metrics: LossMetrics
    """How well the model estimates the losses."""
    figures: tuple[PolicyFigures, ...]
    """What policies lose in replays of these games."""


def learn_general(
    engines: Mapping[str, Sequence[ChessTrace]], training: LossTraining | None = None, *, made_by: str = ""
) -> LearnedGeneral:
    """Learn one model from the games of several engines."""
    if not engines:
        raise DataError("a general model must be learned from the games of engines, got none")
    rows = pooled_rows([loss_rows(traces, inputs=GENERAL_INPUTS) for traces in engines.values()])
    trained = train_loss(rows, training, made_by=made_by)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "general.npz"
        file.write_bytes(trained.model.to_bytes())
        values = learn_general_values(
            list(engines.values()), PackageModels(), model=str(file), made_by=made_by
        )
    return LearnedGeneral(trained=trained, values=values.values)


def check_without_each(
    engines: Mapping[str, Sequence[ChessTrace]],
    training: LossTraining | None = None,
    *,
    processes: int = 1,
) -> tuple[EngineCheck, ...]:
    """Check a general model on each engine in turn, learned from all the others."""
    checks = []
    for name, traces in engines.items():
        others = {other: games for other, games in engines.items() if other != name}
        learned = learn_general(others, training)
        rows = loss_rows(traces, inputs=GENERAL_INPUTS)
        with tempfile.TemporaryDirectory() as folder:
            loss, values = Path(folder) / "loss.npz", Path(folder) / "values.json"
            loss.write_bytes(learned.trained.model.to_bytes())
            values.write_text(learned.values.to_json(), encoding="utf-8")
            settings = (("chess_model", str(loss)), ("chess_values", str(values)))
            figures = check_figures(traces, settings, processes=processes)
        checks.append(
            EngineCheck(
                engine=name,
                games=len({trace.group for trace in traces}),
                metrics=model_metrics(learned.trained.model, rows),
                figures=figures,
            )
        )
    return tuple(checks)


def check_figures(
    traces: Sequence[ChessTrace], settings: tuple[tuple[str, str], ...], *, processes: int, seed: int = 1
) -> tuple[PolicyFigures, ...]:
    """Replay games under even shares, Stockfish's rules, and `learned` with settings, beside the oracle."""
    plan = ReplayPlan(
        game="chess",
        traces=tuple(traces),
        entrants=(
            Entrant.parse("uniform"),
            Entrant.parse("stockfish"),
            Entrant(name="learned", policy="learned", settings=settings),
        ),
        control=CHECK_CLOCK,
        work_per_s=usual_nodes(traces) * _TURNS / _SHARED_S,
        seed=seed,
        oracle=True,
    )
    games = CHECK_GAMES * len({trace.group for trace in traces})
    return figures_of(run_replay(plan, games=games, processes=processes))
