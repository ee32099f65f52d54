"""Time values learned from recorded turns: what turns of a phase use at a price, and what a second gains."""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError
from zeitnot.games import Trace
from zeitnot.learning.loss.rows import of_one_game, traces_of, usual_nodes
from zeitnot.learning.values.gains import BudgetGains, GainFit, budget_gains, fit_gain, natural_speed
from zeitnot.learning.values.game_end import learn_game_end
from zeitnot.learning.values.loss_curves import (
    CurveTable,
    Kind,
    fall_of_rates,
    fit_decay,
    price_grid,
    work_used,
)
from zeitnot.learning.values.recorded_curves import ScrabbleSearches, chess_curves
from zeitnot.policies import (
    CHESS_ENDS,
    SCRABBLE_ENDS,
    Learned,
    ModelSource,
    PhaseValues,
    TimeValues,
    progress_of,
)
from zeitnot.scrabble import PHASES, ScrabbleTrace

PRICES = 20
"""Prices in the table: samples and nodes have very different ones."""
GENERAL_USUAL = 10_000.0
"""Units of work of a usual turn in the values for any engine."""
CHANGE_WEIGHT = 1.0
"""Part of the gain that each recent change of the best move adds. With 0, 1, 2 and 4, at equal work, moves
lost .227, .211, .214 and .220 hundredths of a game in 160 games of six engines, each estimated by a model
that had not seen it."""
PRICE_SCALE = 0.6
"""Factor on the price in whole games: the default price was chosen on single positions, whose games end at
random. With .4, .6, .8 and 1, replays of 163 games of six engines lost .217, .198, .206 and .208 a game; a
few games of one engine cannot tell them apart."""
_FEWEST_CURVES = 5
"""Searches that a phase must have to speak for itself."""
_FEWEST_FOR_REGRESSION = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedValues:
    """Time values, and the figures behind them."""

    values: TimeValues
    """The learned time values."""
    positions: int
    """Turns that they were learned from."""
    decay_error: float
    """Standard error of the decay."""
    speed: float
    """Work that counted as a second, in samples or nodes."""
    gains: tuple[BudgetGains | None, ...]
    """Gains of each phase in which searches were recorded."""
    regression: GainFit | None
    """What a second is worth by position, where it could be learned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PhaseFacts:
    """What is known of a phase without looking at searches."""

    name: str
    turns: float
    goes_on: float
    idle: float = 0.0
    """Part of its turns that are played without a search."""


def learn_values(
    traces: Iterable[Trace],
    source: ModelSource,
    *,
    model: str = "",
    speed: float | None = None,
    made_by: str = "",
) -> LearnedValues:
    """Learn the time values that go with a model.

    Only figures of a search are kept, so that a data set which is read shard by shard may be more than memory
    holds. Chess is gone through twice: what an engine usually searches is known at the end.
    """
    if isinstance(traces, Iterator):
        traces = tuple(traces)
    chess, scrabble = traces_of(itertools.islice(traces, 1))
    if chess:
        turns: list[ChessTrace] = []
        usual = usual_nodes(_noted(of_one_game(traces, ChessTrace), turns))
        curves = _chess_curves(of_one_game(traces, ChessTrace), source, model, usual=usual)
        return _chess_values(turns, curves, speed, usual_work=usual, made_by=made_by)
    if scrabble:
        return _scrabble_values(of_one_game(traces, ScrabbleTrace), source, model, speed, made_by)
    raise DataError("time values must be learned from turns of one game, got 0 turns")


def _noted(traces: Iterable[ChessTrace], turns: list[ChessTrace]) -> Iterator[ChessTrace]:
    """Return the traces, and note each turn without its search."""
    for trace in traces:
        turns.append(replace(trace, fen="", iterations=()))
        yield trace


def learn_general_values(
    engines: Sequence[Sequence[ChessTrace]], source: ModelSource, *, model: str = "", made_by: str = ""
) -> LearnedValues:
    """Learn the time values of any engine of chess from the whole games of one or several: a usual turn is
    the unit, so that they hold on any clock and machine."""
    curves = CurveTable()
    for traces in engines:
        usual = usual_nodes(traces)
        for curve in _chess_curves(traces, source, model, usual=usual, change_weight=CHANGE_WEIGHT):
            curves.append(curve.scaled(GENERAL_USUAL / usual))
    everything = [trace for traces in engines for trace in traces]
    learned = _chess_values(everything, curves, None, usual_work=GENERAL_USUAL, made_by=made_by)
    values = replace(
        learned.values,
        relative=True,
        change_weight=CHANGE_WEIGHT,
        price_scale=PRICE_SCALE,
        game_end=learn_game_end(engines, learned.values),
    )
    return replace(learned, values=values)


def _chess_curves(
    traces: Iterable[ChessTrace], source: ModelSource, model: str, *, usual: float, change_weight: float = 0.0
) -> CurveTable:
    estimator, minimum_depth = source.deepening_loss(model), int(Learned().minimum_depth)
    return chess_curves(
        traces, estimator, minimum_depth=minimum_depth, usual_nodes=usual, change_weight=change_weight
    )


def _chess_values(
    turns: Sequence[ChessTrace],
    curves: CurveTable,
    speed: float | None,
    *,
    usual_work: float,
    made_by: str,
) -> LearnedValues:
    facts = [
        _PhaseFacts(name=name, turns=own_turns, goes_on=goes_on)
        for name, (own_turns, goes_on) in zip(
            _names(CHESS_ENDS), chess_lengths(turns, CHESS_ENDS), strict=True
        )
    ]
    learned = _assembled(TimeValues.rough("chess"), curves, facts, speed, recorded=curves)
    values = replace(learned.values, usual_work=float(f"{usual_work:.5g}"), made_by=made_by)
    return replace(learned, values=values, positions=len(turns))


def _scrabble_values(
    traces: Iterable[ScrabbleTrace], source: ModelSource, model: str, speed: float | None, made_by: str
) -> LearnedValues:
    shell = TimeValues.rough("scrabble")
    estimator = source.snapshot_loss(model)
    searches = ScrabbleSearches()
    turns: list[ScrabbleTrace] = []
    searched: list[ScrabbleTrace] = []
    for trace in traces:
        turn = replace(trace, cgp="", runs=(), plies=())
        turns.append(turn)
        at_sight = _plays_at_sight(turn)
        searches.add(trace, estimator, position=None if at_sight else len(searched))
        if not at_sight:
            searched.append(turn)
    table = searches.ply_losses() or shell.ply_losses_pts
    for curve in searches.endgames(table):
        searches.seen.append(curve)
    facts = [
        _PhaseFacts(
            name=PHASES[phase], turns=own_turns, goes_on=goes_on, idle=_idle_share(turns, shell, phase)
        )
        for phase, (own_turns, goes_on) in enumerate(scrabble_lengths(turns, SCRABBLE_ENDS))
    ]
    # A player stops at no check before the first it looks at, but a budget can end there.
    learned = _assembled(shell, searches.seen, facts, speed, recorded=searches.recorded)
    regression = _regression(searched, searches.recorded, shell, learned.speed)
    values = replace(
        learned.values,
        made_by=made_by,
        ply_losses_pts=table,
        second=None if regression is None else regression.second,
    )
    return replace(learned, values=values, positions=len(turns), regression=regression)


def _assembled(
    shell: TimeValues,
    curves: CurveTable,
    facts: Sequence[_PhaseFacts],
    speed: float | None,
    *,
    recorded: CurveTable,
) -> LearnedValues:
    decay, decay_error = fit_decay(curves)
    prices = price_grid(curves, decay=decay, count=PRICES)
    slope = fall_of_rates(curves)
    main = curves.chosen(lambda kind, _: kind != "endgame")
    speed = speed or natural_speed(main)
    phases: list[PhaseValues] = []
    gains: list[BudgetGains | None] = []
    for number, (phase, known) in enumerate(zip(shell.phases, facts, strict=True)):
        solves = phase.unit != shell.phases[0].unit
        here = _in_phase(curves, shell, number, solves=solves)
        enough = len(here) >= _FEWEST_CURVES
        budgets = _in_phase(recorded, shell, number, solves=solves)
        gain = budget_gains(budgets, speed=speed) if enough and not solves else None
        gains.append(gain)
        used = here if enough or solves else main
        work = tuple(shell.work_at(number, price) for price in prices)
        if enough or not solves:
            work = work_used(used, prices, decay=decay, slope=slope, idle_share=known.idle)
        phases.append(_phase_values(phase, known, work, gain))
    values = TimeValues(
        game=shell.game, decay=round(decay, 4), prices=prices, phases=tuple(phases), second_work=speed
    )
    return LearnedValues(
        values=values, positions=0, decay_error=decay_error, speed=speed, gains=tuple(gains), regression=None
    )


def _in_phase(curves: CurveTable, shell: TimeValues, phase: int, *, solves: bool) -> CurveTable:
    def is_here(kind: Kind, progress: float) -> bool:
        return shell.phase_at(progress) == phase and (kind == "endgame") == solves

    return curves.chosen(is_here)


def _phase_values(
    phase: PhaseValues, known: _PhaseFacts, work: tuple[float, ...], gain: BudgetGains | None
) -> PhaseValues:
    return PhaseValues(
        name=known.name,
        until=phase.until,
        turns=round(known.turns, 3),
        goes_on=round(known.goes_on, 4),
        unit=phase.unit,
        work_used=work,
        gain_per_s=0.0 if gain is None else float(f"{gain.gain_per_s:.5g}"),
        gain_error=0.0 if gain is None else float(f"{gain.gain_error:.5g}"),
    )


def _regression(
    turns: list[ScrabbleTrace], simulations: CurveTable, shell: TimeValues, speed: float
) -> GainFit | None:
    if len({curve.position for curve in simulations}) < _FEWEST_FOR_REGRESSION:
        return None
    phase_of = [_phase(shell, turn) for turn in turns]
    return fit_gain(turns, simulations, speed=speed, phase_of=phase_of)


def _plays_at_sight(trace: ScrabbleTrace) -> bool:
    """Return whether the best move is so clear that the policy would not simulate at all."""
    return Learned().quick_exit(trace.features) is not None


def _phase(shell: TimeValues, trace: ScrabbleTrace) -> int:
    return shell.phase_at(progress_of(trace.features, trace.ply))


def _idle_share(traces: list[ScrabbleTrace], shell: TimeValues, phase: int) -> float:
    """Return the share of the turns of a phase that are played at sight."""
    here = [_plays_at_sight(trace) for trace in traces if _phase(shell, trace) == phase]
    return sum(here) / len(here) if here else 0.0


def _names(ends: Sequence[float]) -> tuple[str, ...]:
    began, names = 0, []
    for end in ends:
        names.append(f"from move {began + 1}" if math.isinf(end) else f"moves {began + 1} to {end:.0f}")
        began = 0 if math.isinf(end) else int(end)
    return tuple(names)


_FEWEST_TURNS = 0.1
_FEWEST_GAMES = 5
_LAST_TURNS = 1.5
"""Own turns with an empty bag, where there are too few games to estimate them."""


def chess_lengths(traces: Sequence[ChessTrace], ends: Sequence[float]) -> list[tuple[float, float]]:
    """Return for each phase the mean own turns of games that come to it, and the chance to come further."""
    moves = np.array([(trace.ply + trace.plies_to_come + 1) / 2 for trace in _one_of_each_game(traces)])
    phases, began = [], 0.0
    for end in ends:
        here = moves[moves > began]
        if len(here) < _FEWEST_GAMES:
            phases.append((5.0 if math.isinf(end) else 0.5 * (end - began), 0.5))
        else:
            turns = float(np.minimum(here, end).mean() - began)
            goes_on = 1.0 if math.isinf(end) else float((here > end).mean())
            phases.append((max(_FEWEST_TURNS, turns), goes_on))
        began = end
    return phases


def _one_of_each_game(traces: Sequence[ChessTrace]) -> list[ChessTrace]:
    """Return the first recorded turn of each game: a long game has more turns, but counts once."""
    found: list[ChessTrace] = []
    before: ChessTrace | None = None
    for trace in traces:
        goes_on = before is not None and trace.game_number == before.game_number and trace.ply > before.ply
        if trace.game_number is None or not goes_on:
            found.append(trace)
        before = trace
    return found


def scrabble_lengths(traces: Sequence[ScrabbleTrace], ends: Sequence[float]) -> list[tuple[float, float]]:
    """Return the same figures for Scrabble, where every game goes through all phases.

    Own turns to come fall with the tiles seen; a line from end to end of each phase is fitted to them.
    """
    with_bag = [trace for trace in traces if trace.features.bag_tiles > 0]
    knots = np.array([0.0, *(end for end in ends if math.isfinite(end))])
    if len(with_bag) < _FEWEST_GAMES * len(knots):
        return [(max(_FEWEST_TURNS, turns), 1.0) for turns in _by_tiles(ends)]
    progress = np.array([progress_of(trace.features, trace.ply) for trace in with_bag])
    to_come = np.array([0.5 * (trace.plies_to_come + 1) for trace in with_bag])
    hats = np.stack([np.interp(progress, knots, row) for row in np.eye(len(knots))], axis=1)
    # A whisper of smoothness, for knots that no position is near.
    bend = 0.1 * np.diff(np.eye(len(knots)), n=2, axis=0)
    left, right = np.vstack([hats, bend]), np.append(to_come, np.zeros(len(bend)))
    at_knots = np.linalg.lstsq(left, right, rcond=None)[0]
    last = float(at_knots[-1]) if at_knots[-1] > 1.0 else _LAST_TURNS
    return [(max(_FEWEST_TURNS, float(turns)), 1.0) for turns in (*-np.diff(at_knots), last)]


def _by_tiles(ends: Sequence[float]) -> list[float]:
    """Return own turns by phase at 4.5 tiles a turn, as in the MAGPIE document (M4)."""
    finite = [end for end in ends if math.isfinite(end)]
    widths = np.diff([0.0, *finite])
    return [*(float(width) / 4.5 / 2 for width in widths), _LAST_TURNS]
