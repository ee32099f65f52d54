"""The general model: what stopping loses and what time is worth, for engines that were never recorded."""

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError
from zeitnot.lab.replay.figures import PolicyFigures, figures_of
from zeitnot.lab.replay.replay import Entrant, ReplayPlan, run_replay
from zeitnot.learning import (
    FEWEST_GROUPS,
    FOLDS,
    LossMetrics,
    LossTraining,
    TrainedLoss,
    learn_general_values,
    loss_rows,
    model_metrics,
    pooled_rows,
    split_order,
    split_rows,
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
CURVE_PARTS = (0.125, 0.25, 0.5, 1.0)
"""Parts of the games that a learning curve is made of; of few games the smallest parts are the same."""
CURVE_OPENINGS = math.ceil(FEWEST_GROUPS * FOLDS / (FOLDS - 1))
"""Openings that a learning curve needs: enough to learn from besides those that judge."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """How a general model does that was learned from a part of the games."""

    games: int
    """Games that it was learned from, of all engines."""
    turns: int
    """Their turns."""
    metrics: LossMetrics
    """How well it estimates the losses of the openings held out."""
    costs: Mapping[str, float]
    """Lost a game in replays of these openings, by policy; the mean of the engines."""


def learn_general(
    engines: Mapping[str, Sequence[ChessTrace]],
    training: LossTraining | None = None,
    *,
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
    return LearnedGeneral(trained=trained, values=learned.values)


def check_without_each(
    engines: Mapping[str, Sequence[ChessTrace]],
    training: LossTraining | None = None,
    *,
    same: Mapping[str, Sequence[str]] | None = None,
    processes: int = 1,
) -> tuple[EngineCheck, ...]:
    """Check a general model on each engine in turn, learned from all the others.

    Where one engine was recorded several times, `same` names the recordings that are left out with each.
    """
    checks = []
    for name, traces in engines.items():
        left_out = {name, *(same or {}).get(name, ())}
        others = {other: games for other, games in engines.items() if other not in left_out}
        learned = learn_general(others, training)
        checks.append(
            EngineCheck(
                engine=name,
                games=_count_games(traces),
                metrics=model_metrics(learned.trained.model, loss_rows(traces, inputs=GENERAL_INPUTS)),
                figures=_check_learned(learned, traces, processes=processes),
            )
        )
    return tuple(checks)


def learning_curve(
    engines: Mapping[str, Sequence[ChessTrace]],
    training: LossTraining | None = None,
    *,
    processes: int = 1,
) -> tuple[CurvePoint, ...]:
    """Learn from a growing part of the games; the same fifth of the openings judges every model."""
    training = training or LossTraining()
    pooled = pooled_rows([loss_rows(traces, inputs=GENERAL_INPUTS) for traces in engines.values()])
    held_out = split_rows(pooled, seed=training.seed).held_out
    judging = set(held_out.groups.tolist())
    order = [number for number in split_order(pooled, seed=training.seed) if number not in judging]
    points = []
    for count in sorted({max(FEWEST_GROUPS, round(part * len(order))) for part in CURVE_PARTS}):
        chosen = set(order[:count])
        learned = learn_general(_only(engines, chosen), training)
        figures = [
            _check_learned(learned, traces, processes=processes)
            for traces in _only(engines, judging).values()
        ]
        points.append(
            CurvePoint(
                games=sum(_count_games(traces) for traces in _only(engines, chosen).values()),
                turns=learned.trained.positions,
                metrics=model_metrics(learned.trained.model, held_out),
                costs={
                    rows[0].policy: sum(each.cost.mean for each in rows) / len(rows)
                    for rows in zip(*figures, strict=True)
                },
            )
        )
    return tuple(points)


def _only(engines: Mapping[str, Sequence[ChessTrace]], numbers: set[int]) -> dict[str, Sequence[ChessTrace]]:
    """Return the games of these numbers; engines without any are left out."""
    chosen = {name: [trace for trace in traces if trace.group in numbers] for name, traces in engines.items()}
    return {name: traces for name, traces in chosen.items() if traces}


def _count_games(traces: Sequence[ChessTrace]) -> int:
    return len({trace.group for trace in traces})


def _check_learned(
    learned: LearnedGeneral, traces: Sequence[ChessTrace], *, processes: int
) -> tuple[PolicyFigures, ...]:
    with tempfile.TemporaryDirectory() as folder:
        loss, values = Path(folder) / "loss.npz", Path(folder) / "values.json"
        loss.write_bytes(learned.trained.model.to_bytes())
        values.write_text(learned.values.to_json(), encoding="utf-8")
        settings = (("chess_model", str(loss)), ("chess_values", str(values)))
        return check_figures(traces, settings, processes=processes)


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
    games = times * _count_games(traces)
    return figures_of(run_replay(plan, games=games, processes=processes))
