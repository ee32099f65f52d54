"""The general model: what stopping loses and what time is worth, for engines that were never recorded."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from zeitnot.policies import Learned, TimeValues

CHECK_CLOCK = "10+0.1"
"""Clock of the replays that check a model."""
CHECK_GAMES = 8
"""Times that each game is replayed, by either side."""
_TURNS = 60
"""Turns that the clock of a check is shared by, for the speed at which an even share is a usual turn."""
_SHARED_S = 10.0 + 0.1 * _TURNS
PRICE_SCALES = (0.25, 0.4, 0.6, 0.8, 1.0)
"""Scales of the price that are tried: the default price was chosen on single positions, whose games end at
random, and leaves time unused in whole games."""
SCALE_GAMES = 4
"""Times that each game is replayed for the scale."""
_Settings = tuple[tuple[str, str], ...]


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
    engines: Mapping[str, Sequence[ChessTrace]],
    training: LossTraining | None = None,
    *,
    processes: int = 1,
    made_by: str = "",
) -> LearnedGeneral:
    """Learn one model from the games of several engines."""
    if not engines:
        raise DataError("a general model must be learned from the games of engines, got none")
    rows = pooled_rows([loss_rows(traces, inputs=GENERAL_INPUTS) for traces in engines.values()])
    trained = train_loss(rows, training, made_by=made_by)
    games = list(engines.values())
    with tempfile.TemporaryDirectory() as folder:
        loss = Path(folder) / "loss.npz"
        loss.write_bytes(trained.model.to_bytes())
        learned = learn_general_values(games, PackageModels(), model=str(loss), made_by=made_by)
        values = scaled_values(games, learned.values, loss, processes=processes)
    return LearnedGeneral(trained=trained, values=values)


def scaled_values(
    engines: Sequence[Sequence[ChessTrace]], values: TimeValues, loss_file: Path, *, processes: int = 1
) -> TimeValues:
    """Return time values with the scale of the price that suits the games they were learned from."""
    file = loss_file.with_name("unscaled.json")
    file.write_text(values.to_json(), encoding="utf-8")
    try:
        settings = (("chess_model", str(loss_file)), ("chess_values", str(file)))
        return replace(values, price_scale=best_price_scale(engines, settings, processes=processes))
    finally:
        file.unlink()


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
        learned = learn_general(others, training, processes=processes)
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
    traces: Sequence[ChessTrace], settings: _Settings, *, processes: int, seed: int = 1
) -> tuple[PolicyFigures, ...]:
    """Replay games under even shares, Stockfish's rules, and `learned` with settings, beside the oracle."""
    entrants = (
        Entrant.parse("uniform"),
        Entrant.parse("stockfish"),
        Entrant(name="learned", policy="learned", settings=settings),
    )
    return _replayed(traces, entrants, CHECK_GAMES, processes=processes, seed=seed, oracle=True)


def best_price_scale(
    engines: Sequence[Sequence[ChessTrace]], settings: _Settings, *, processes: int = 1
) -> float:
    """Return the scale of the price with which `learned` loses least in replays of these games."""
    default = float(Learned().price_factor)
    entrants = tuple(
        Entrant(
            name=f"{scale:g}",
            policy="learned",
            settings=(*settings, ("price_factor", f"{scale * default:.6g}")),
        )
        for scale in PRICE_SCALES
    )
    costs = dict.fromkeys(PRICE_SCALES, 0.0)
    for traces in engines:
        figures = _replayed(traces, entrants, SCALE_GAMES, processes=processes)
        for scale, each in zip(PRICE_SCALES, figures, strict=True):
            costs[scale] += each.cost.mean
    return min(PRICE_SCALES, key=lambda scale: costs[scale])


def _replayed(
    traces: Sequence[ChessTrace],
    entrants: tuple[Entrant, ...],
    times: int,
    *,
    processes: int,
    seed: int = 1,
    oracle: bool = False,
) -> tuple[PolicyFigures, ...]:
    plan = ReplayPlan(
        game="chess",
        traces=tuple(traces),
        entrants=entrants,
        control=CHECK_CLOCK,
        work_per_s=usual_nodes(traces) * _TURNS / _SHARED_S,
        seed=seed,
        oracle=oracle,
    )
    games = times * len({trace.group for trace in traces})
    return figures_of(run_replay(plan, games=games, processes=processes))
