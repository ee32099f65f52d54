"""Export tables: a run as flat tables for data frames, one for games, one for turns, one for steps of trails.

Trails are a table of their own, with a row for each step, and not lists inside the turns: it is the same in
Parquet and in CSV, every data frame reads it as it is, and a join by game and turn brings both together.
"""

import datetime
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, cast

from zeitnot.errors import DataError
from zeitnot.games import utf8_text
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.store.rows import GameRow, TurnRow, columns, values
from zeitnot.lab.store.run_store import RunStore
from zeitnot.turns import TurnRecord

Kind = Literal["int32", "int64", "float64", "bool", "string", "timestamp"]
"""Type of a column, as Arrow names it; a timestamp is in seconds, UTC."""
Value = int | float | bool | str | datetime.datetime | None
"""Value of one cell; None where there is none."""
Row = tuple[Value, ...]
Cells = dict[str, Value]
"""Values of a row by column; it may have others that the table leaves out."""

_MOST_INT32 = 2**31 - 1
_FEATURES = (
    *("legal_moves", "pieces", "captures", "checks", "in_check", "bag_tiles", "opponent_tiles", "own_tiles"),
    *("score_difference_pts", "gap_pts", "competitive_moves", "opponent_kept"),
)
"""What a position of chess or Scrabble may have; empty where it has not."""
_RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedGame:
    """Everything that rows are made from."""

    plan: MatchPlan
    """The plan of its match."""
    row: GameRow
    """The game."""
    text: str
    """The game in PGN or GCG."""
    turns: tuple[tuple[TurnRow, TurnRecord], ...]
    """Its turns, each with its whole record."""

    def name(self, participant: int) -> str:
        """Return the name of a participant."""
        return utf8_text(self.plan.participants[participant].name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTable:
    """One table: its columns in order, and the rows that a game adds to it."""

    name: str
    """Name of the table and of its file."""
    columns: tuple[tuple[str, Kind], ...]
    """Names and types; they do not depend on what is in the run."""
    rows: Callable[[ExportedGame], Iterable[Cells]]
    """Makes the rows of one game."""

    def fitted(self, cells: Cells) -> Row:
        """Return a row in the order of the columns, its values held to their types."""
        return tuple(_fitted(cells[name], kind) for name, kind in self.columns)


def exported_games(store: RunStore) -> Iterable[ExportedGame]:
    """Read the games of a run one by one."""
    for game in store.games():
        rows, records = tuple(store.turns([game])), store.records(game.number)
        if len(rows) != len(records):
            raise DataError(f"a game must have a record for each of its turns, got game {game.number + 1}")
        turns = tuple(zip(rows, records, strict=True))
        yield ExportedGame(plan=store.plan, row=game, text=store.text(game.number), turns=turns)


def _fitted(value: Value, kind: Kind) -> Value:
    if value is None:
        return None
    if kind == "float64":
        number = float(value) if isinstance(value, int | float) else math.nan
        return number if math.isfinite(number) else None
    if kind == "int32" and isinstance(value, int):
        return min(value, _MOST_INT32)
    return utf8_text(value) if isinstance(value, str) else value


def _game_rows(game: ExportedGame) -> Iterable[Cells]:
    row, plan = game.row, game.plan
    first, second = game.name(row.first), game.name(row.second)
    openings = plan.openings
    yield {
        **_cells(row),
        "game": row.number + 1,
        "pair": row.pair + 1,
        "opening": openings[plan.order(row.number).opening % len(openings)] if openings else None,
        "first": first,
        "second": second,
        "result": _RESULTS[row.half_points],
        "first_score": row.half_points / 2,
        "winner": (second, None, first)[row.half_points],
        "ending": row.words,
        "at_fault": None if row.at_fault is None else game.name(row.at_fault),
        "begun_anew": row.hiccups,
        "notes": "; ".join(row.note_list) or None,
        "began": _moment(row.began),
        "text": game.text,
    }


def _cells(row: GameRow | TurnRow) -> Cells:
    return dict(zip(columns(type(row)), values(row), strict=True))


def _moment(iso: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(iso)
    except ValueError:
        return None
    return moment.astimezone(datetime.UTC)


def _turn_rows(game: ExportedGame) -> Iterable[Cells]:
    sides = game.plan.played_game.seats
    names = game.name(game.row.first), game.name(game.row.second)
    for turn, record in game.turns:
        budget = record.budget
        yield {
            **_cells(turn),
            "game": turn.game + 1,
            "turn": turn.place + 1,
            "side": sides[turn.seat],
            "participant": names[turn.seat],
            "opponent": names[1 - turn.seat],
            "policy": record.policy,
            "planned_s": budget.target_s,
            "note": record.note or None,
            "simulation_s": record.simulation_s,
            "endgame_s": record.endgame_s,
            "inference_s": record.inference_s,
            "minimum_depth": budget.minimum_depth,
            "kept_for_lag_s": budget.kept_for_lag_s,
            "periods_bought": budget.periods_bought,
            "quick_exit": None if budget.quick_exit is None else budget.quick_exit.value,
            "fault": record.fault or None,
            "pondered_s": record.pondered_s,
            "ponder_hit": None if record.pondered_s is None else record.ponder_hit,
            **{name: getattr(record.features, name, None) for name in _FEATURES},
        }


def _step_rows(game: ExportedGame) -> Iterable[Cells]:
    names = [name for name, _ in STEPS.columns]
    for turn, record in game.turns:
        key = (turn.game + 1, turn.place + 1)
        rows: list[Row] = [
            (*key, trail, number, step.name, step.operation, step.figure, step.result_s, step.note or None)
            for trail, steps in (("target", record.budget.target.steps), ("limit", record.budget.limit.steps))
            for number, step in enumerate(steps, start=1)
        ]
        rows += [
            (*key, "moved", number, factor.name, "times", factor.value, None, None)
            for number, factor in enumerate(record.factors, start=1)
        ]
        yield from (dict(zip(names, row, strict=True)) for row in rows)


def _columns(text: str) -> tuple[tuple[str, Kind], ...]:
    """Read columns, each a name and a type."""
    return tuple((name, cast("Kind", kind)) for name, kind in map(str.split, text.split(",")))


GAMES = ExportTable(
    name="games",
    columns=_columns(
        "game int32, pair int32, opening string, first string, second string, result string, "
        "first_score float64, winner string, ending string, fault string, at_fault string, "
        "first_pts int32, second_pts int32, first_left_s float64, second_left_s float64, turns int32, "
        "begun_anew int32, notes string, began timestamp, took_s float64, text string"
    ),
    rows=_game_rows,
)
TURNS = ExportTable(
    name="turns",
    columns=_columns(
        "game int32, turn int32, side string, participant string, opponent string, policy string, "
        "ply int32, phase string, move string, used_s float64, referee_s float64, planned_s float64, "
        "target_s float64, limit_s float64, overshoot_s float64, clock_before_s float64, "
        "clock_after_s float64, reason string, note string, depth int32, nodes int64, samples int64, "
        "score_cp float64, value_pts float64, expected_loss_pts float64, simulation_s float64, "
        "endgame_s float64, inference_s float64, minimum_depth int32, kept_for_lag_s float64, "
        "periods_bought int32, quick_exit string, fault string, pondered_s float64, ponder_hit bool, "
        "legal_moves int32, "
        "pieces int32, captures int32, checks int32, in_check bool, bag_tiles int32, opponent_tiles int32, "
        "own_tiles int32, score_difference_pts float64, gap_pts float64, competitive_moves int32, "
        "opponent_kept int32"
    ),
    rows=_turn_rows,
)
STEPS = ExportTable(
    name="steps",
    columns=_columns(
        "game int32, turn int32, trail string, step int32, name string, operation string, figure float64, "
        "result_s float64, note string"
    ),
    rows=_step_rows,
)
TABLES = (GAMES, TURNS, STEPS)
"""All tables of a run; docs/reference/data.md explains every column."""
