"""Laid tiles: single tiles on squares, as a hand lays them, and the move that they are."""

from zeitnot.errors import DataError
from zeitnot.scrabble.board import EMPTY, Board
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import THROUGH, Move, MoveKind, coordinates, parse_coordinates

_MOST_TILES = 7


def parse_laid(text: str, board: Board, alphabet: Alphabet) -> Move:
    """Return the placement of tiles such as `8D=W 8E=o 8G=D`; a small letter is a blank.

    The tiles may stand in any order; letters of the board between, before and behind them belong to the move.
    """
    laid: dict[tuple[int, int], int] = {}
    for part in text.split():
        place, _, name = part.partition("=")
        square = parse_coordinates(place)
        if square is None or not name or square[:2] in laid or len(laid) == _MOST_TILES:
            raise DataError(f"tiles must look like 8D=W 8E=o, at most {_MOST_TILES}, got {text[:80]!r}")
        laid[square[:2]] = alphabet.tile(name)
    if not laid:
        raise DataError("a play must put down at least one tile, got none")
    across = _is_across(laid, board)
    line = sorted(laid)
    if len({row if across else column for row, column in line}) > 1:
        raise DataError("all tiles must lie in one row or one column, got several")
    down, right = (0, 1) if across else (1, 0)
    row, column = line[0]
    while board.tile(row - down, column - right) != EMPTY:
        row, column = row - down, column - right
    first, tiles = (row, column), list[int]()
    while (row, column) in laid or board.tile(row, column) != EMPTY or (row, column) < line[-1]:
        if (row, column) not in laid and board.tile(row, column) == EMPTY:
            raise DataError(f"a play must have no gaps, got one at {coordinates(row, column)}")
        tiles.append(laid.get((row, column), THROUGH))
        row, column = row + down, column + right
    return Move.place(row=first[0], column=first[1], across=across, tiles=tiles)


def laid_text(move: Move, alphabet: Alphabet) -> str:
    """Return a move as a hand would make it: `8D=W 8E=o` for `parse_laid`, `-ABC`, or `-` for a pass."""
    if move.kind is not MoveKind.PLACE:
        return move.text(alphabet)
    placed = zip(move.squares(), move.tiles, strict=True)
    return " ".join(
        f"{coordinates(row, column)}={alphabet.text([tile])}"
        for (row, column), tile in placed
        if tile != THROUGH
    )


def _is_across(laid: dict[tuple[int, int], int], board: Board) -> bool:
    """Return whether the tiles form a row; a single tile belongs to the row if it touches letters there."""
    if len(laid) > 1:
        return len({row for row, _ in laid}) == 1
    ((row, column),) = laid
    beside = (board.tile(row, column + step) != EMPTY for step in (-1, 1))
    above = (board.tile(row + step, column) != EMPTY for step in (-1, 1))
    return any(beside) or not any(above)
