"""Why: explains the engine's last move, from its clock to what ended its search."""

from dataclasses import dataclass

from zeitnot.turns import TurnRecord, end_line, plan_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTurn:
    """A move of the engine and how it was found."""

    plies: int
    """Number of plies played before the move."""
    san: str
    """Move with its number: `12... Nc6`."""
    record: TurnRecord | None
    """Record of the turn; None for a book move."""


def why_lines(turn: EngineTurn) -> list[str]:
    """Return the explanation of a move: target and limit step by step, then what ended the search."""
    record = turn.record
    if record is None:
        return [f"{turn.san} came from the book: nothing was searched, no time was planned."]
    found = f"depth {record.depth}, {record.nodes:,} nodes"
    return [*plan_lines(record, move=turn.san), end_line(record, found=found)]
