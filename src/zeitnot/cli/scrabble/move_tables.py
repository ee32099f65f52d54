"""Moves as tables: by static worth, or as the arms of a simulation, with how sure their worth is."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from zeitnot import clocks, games, scrabble, turns
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.narrow_table import Cell, Column, NarrowTable, figure_columns

BAR_WIDTH = 22
"""Characters of a bar: what eighty columns leave beside most words."""

_PERCENT = 100
_RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def position_heading(position: "scrabble.Position", *, lexicon: str, leaves: str) -> str:
    """Return a line of markup about rack and bag, and what values the moves."""
    rack = escape(position.distribution.alphabet.rack_text(position.rack))
    bag = turns.pluralised(position.bag_count, "tile")
    return f"[bold]{rack}[/bold], {bag} in the bag; {escape(f'lexicon {lexicon}, leaves {leaves}')}"


def moves_table(found: "Sequence[scrabble.RatedMove]", position: "scrabble.Position") -> NarrowTable:
    """Rank moves by static worth."""

    def is_whole(rated: "scrabble.RatedMove") -> bool:
        """Return whether the move is a pass with tiles left to draw, which is rated below everything."""
        return rated.move.kind is scrabble.MoveKind.PASS and position.bag_count > 0

    others = [0.0 if is_whole(rated) else rated.other_pts for rated in found]
    columns = (
        Column(head="#", left_out=1, style="dim"),
        Column(head="move", justify="left"),
        Column(head="score"),
        Column(head="keeps", justify="left", left_out=3),
        Column(head="leave", left_out=4),
        *([Column(head="other", left_out=2)] if any(others) else []),
        Column(head="equity"),
    )
    rows: list[Sequence[Cell]] = []
    for number, (rated, other) in enumerate(zip(found, others, strict=True), start=1):
        kept = sorted(rated.leave, key=lambda tile: (tile == 0, tile))
        leave_pts = 0.0 if is_whole(rated) else rated.leave_pts
        cells: list[Cell] = [
            str(number),
            move_text(rated.move, position),
            str(rated.score_pts),
            position.distribution.alphabet.rack_text(kept),
            f"{leave_pts:+.1f}" if leave_pts else "",
            *([f"{other:+.1f}" if other else ""] if any(others) else []),
            f"{rated.equity_pts:.1f}",
        ]
        rows.append([emphasised(cell) for cell in cells] if number == 1 else cells)
    return NarrowTable(columns=columns, rows=rows)


def emphasised(cell: Cell) -> Text:
    """Set a cell in bold type."""
    text = Text(cell) if isinstance(cell, str) else cell.copy()
    text.stylize_before("bold")
    return text


def move_text(move: "scrabble.Move", position: "scrabble.Position", *, width: int = 3) -> Text:
    """Write a move; what lies on the board already is dim, a blank red; coordinates fill a width."""
    alphabet = position.distribution.alphabet
    if move.kind is scrabble.MoveKind.PASS:
        return Text("pass")
    if move.kind is scrabble.MoveKind.EXCHANGE:
        return Text(f"exchange {alphabet.rack_text(move.tiles) or move.count}")
    text = Text.assemble((f"{move.coordinates:>{width}}", "cyan"), " ")
    squares = zip(move.squares(), move.tiles, strict=True)
    for through, group in groupby(squares, key=lambda square: square[1] == scrabble.THROUGH):
        if through:
            there = alphabet.text(position.board.tile(*square) for square, _ in group)
            text.append(f"({there})", "dim")
        else:
            for _, tile in group:
                text.append(alphabet.text([tile]), "red" if scrabble.is_blank(tile) else "")
    return text


def arms_table(
    moves: "Sequence[scrabble.SimulatedMove]",
    position: "scrabble.Position",
    *,
    most: int,
    chosen: "scrabble.Move | None" = None,
) -> NarrowTable:
    """Rank the arms; the bar shows where the worth of each lies with 95 %, all on one scale."""
    shown = moves[:most]
    columns = (
        Column(head="move", justify="left"),
        *figure_columns({"score": 2, "samples": 3, "win %": 4, "equity": None}),
        Column(head="worth", name="the bars of worth", justify="left", left_out=1),
    )
    low_pts, high_pts = _scale(shown)
    rows: list[list[Cell]] = []
    for number, move in enumerate(shown, start=1):
        is_chosen = move.rated.move == chosen if chosen is not None else number == 1
        cells: list[Cell] = [
            move_text(move.rated.move, position),
            str(move.rated.score_pts),
            f"{move.samples:,}",
            f"{_PERCENT * move.win_chance:.1f}" if move.samples else "",
            _equity(move),
            Text(_bar(move, low_pts, high_pts), style="cyan"),
        ]
        rows.append([emphasised(cell) for cell in cells] if is_chosen else cells)
    if len(moves) > most:
        rows.append([Text(f"and {len(moves) - most} more", style="dim"), *([""] * 5)])
    return NarrowTable(columns=columns, rows=rows)


def live_table(
    state: "scrabble.SearchState | None",
    position: "scrabble.Position",
    *,
    rows: int,
) -> Table:
    """Show a search as it stands now."""
    grid = Table.grid()
    if state is None:
        grid.add_row("[dim]thinking ...[/dim]")
    elif isinstance(state, scrabble.SimulationState):
        what = f"{state.nodes:,} nodes" if state.nodes else f"{state.samples:,} samples"
        grid.add_row(f"[bold]{clocks.seconds_text(state.elapsed_s)}[/bold], {what}")
        grid.add_row(arms_table(state.moves, position, most=rows))
    elif isinstance(state, scrabble.PreEndgameState):
        grid.add_row(deals_text(state))
        grid.add_row(deals_table(state.moves, position, most=rows))
    else:
        grid.add_row(endgame_text(state, position))
    return grid


def deals_text(state: "scrabble.PreEndgameState") -> Text:
    """Return what a pre-endgame search has done, and whether its first move is proven best."""
    sure = "proven" if state.is_proven else "not proven"
    rivals = turns.pluralised(len(state.rivals), "move")
    what = f"  {rivals} can be best, {sure}; {state.deals:,} deals, {state.nodes:,} nodes"
    return Text.assemble(("pre-endgame", "bold"), f"{what}, {clocks.seconds_text(state.elapsed_s)}")


def deals_table(
    moves: "Sequence[scrabble.PreEndgameMove]",
    position: "scrabble.Position",
    *,
    most: int,
    chosen: "scrabble.Move | None" = None,
) -> NarrowTable:
    """Rank candidates by chance to win with its proven bounds; those that cannot be best are dim."""
    columns = (
        Column(head="#", left_out=1, style="dim"),
        Column(head="move", justify="left"),
        *figure_columns({"score": 2, "win %": None, "bounds": 4, "spread": 3, "deals": 5}),
    )
    rows: list[list[Cell]] = []
    for number, move in enumerate(moves[:most], start=1):
        is_chosen = move.rated.move == chosen if chosen is not None else number == 1
        about = "" if move.has_exact_spread else "~"
        bounds = "" if move.is_solved else f"{_PERCENT * move.low:.1f} .. {_PERCENT * move.high:.1f}"
        cells: list[Cell] = [
            str(number),
            move_text(move.rated.move, position),
            str(move.rated.score_pts),
            f"{_PERCENT * move.win_chance:.1f}",
            bounds,
            f"{about}{move.spread_pts:+.1f}",
            f"{move.deals:,} of {move.all_deals:,}",
        ]
        if is_chosen:
            cells = [emphasised(cell) for cell in cells]
        elif move.is_eliminated:
            cells = [Text.assemble(cell, style="dim") for cell in cells]
        rows.append(cells)
    if len(moves) > most:
        rows.append([Text(f"{len(moves) - most} more", style="dim"), *([""] * (len(columns) - 1))])
    return NarrowTable(columns=columns, rows=rows)


def deals_form(state: "scrabble.PreEndgameState", position: "scrabble.Position") -> dict[str, Any]:
    """Return a pre-endgame search for JSON."""
    return {
        "time_s": state.elapsed_s,
        **fields_form(state, "nodes", "deals"),
        "proven": state.is_proven,
        "complete": state.is_complete,
        "moves": [
            {
                "move": position.move_text(move.rated.move),
                "score_pts": move.rated.score_pts,
                **fields_form(move, "win_chance", "low", "high", "spread_pts", "deals", "all_deals"),
                "spread_exact": move.has_exact_spread,
                "share": move.share,
                "eliminated": move.is_eliminated,
            }
            for move in state.moves
        ],
    }


def endgame_form(state: "scrabble.EndgameState", position: "scrabble.Position") -> dict[str, Any]:
    """Return an endgame search for JSON."""
    alphabet = position.distribution.alphabet
    return {
        "time_s": state.elapsed_s,
        **fields_form(state, "depth", "value_pts", "nodes"),
        "proven": state.is_complete and not state.is_bound,
        "win_chance": state.win_chance,
        "line": [move.text(alphabet) for move in state.line],
    }


def endgame_text(state: "scrabble.EndgameState", position: "scrabble.Position") -> Text:
    """Return what an endgame search found, and whether that is proven."""
    sure = "proven" if state.is_complete and not state.is_bound else "not proven"
    done = f"{state.nodes:,} nodes"
    done += "" if state.win_chance is None else f", {_RESULTS[state.win_chance]} for certain"
    line = line_text(state.line, position)
    return Text.assemble(
        ("endgame", "bold"),
        f"  depth {state.depth}, {state.value_pts:+d} points to the end, {sure}; {done}\n",
        ("line   ", "bold"),
        f"  {line}",
    )


def line_text(line: "Sequence[scrabble.Move]", position: "scrabble.Position") -> str:
    """Write the moves of a line, each with what it plays through."""
    board, alphabet = position.board, position.distribution.alphabet
    words = []
    for move in line:
        words.append(move.text(alphabet, board) if move.tiles else "pass")
        squares = zip(move.squares(), move.tiles, strict=True)
        board = board.with_tiles((row, column, tile) for (row, column), tile in squares if tile)
    return ", ".join(words)


def _equity(move: "scrabble.SimulatedMove") -> str:
    if not move.samples:
        return ""
    # Where every deal there is was gone through there is nothing to be unsure about.
    error_pts = games.CONFIDENCE * move.equity_error_pts
    return f"{move.equity_pts:.1f} ± {error_pts:.1f}"


def _span(move: "scrabble.SimulatedMove") -> tuple[float, float]:
    error_pts = games.CONFIDENCE * move.arm.standard_error_pts
    return move.arm.mean_pts - error_pts, move.arm.mean_pts + error_pts


def _scale(moves: "Sequence[scrabble.SimulatedMove]") -> tuple[float, float]:
    spans = [_span(move) for move in moves if move.samples > 1]
    return (min(low for low, _ in spans), max(high for _, high in spans)) if spans else (0.0, 0.0)


def _bar(move: "scrabble.SimulatedMove", low_pts: float, high_pts: float) -> str:
    """Draw `───o───`: the mean, and 95 % to either side."""
    if move.samples <= 1 or high_pts <= low_pts:
        return ""

    def column(pts: float) -> int:
        return round((BAR_WIDTH - 1) * (pts - low_pts) / (high_pts - low_pts))

    begin, end = map(column, _span(move))
    middle = column(move.arm.mean_pts)
    return f"{' ' * begin}{'─' * (middle - begin)}o{'─' * (end - middle)}"
