"""ScrabbleFollower: a board that follows a game, as squares for a page; racks are not known to it."""

from zeitnot.errors import DataError
from zeitnot.games import Grid
from zeitnot.scrabble.board import EMPTY, SIGN_OF, Board, Layout
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import CAME_OFF, THROUGH, THROUGH_BIT, Move, MoveKind


class ScrabbleFollower:
    """Plays the moves of a game."""

    def __init__(self, alphabet: Alphabet, layout: Layout) -> None:
        """Begin with an empty board."""
        self._alphabet = alphabet
        self._layout = layout
        self._board = self._before = Board.empty(layout.size)
        self._marked: tuple[tuple[int, int], ...] = ()
        self._words = ""

    def play(self, move: str) -> None:
        """Play a move; a DataError says why it cannot be. `--` before it takes the last one off."""
        played = Move.parse(move.removeprefix(CAME_OFF), self._alphabet)
        if move.startswith(CAME_OFF):
            self._board = self._before
        new: list[tuple[int, int, int]] = []
        if played.kind is MoveKind.PLACE:
            played.check_on(self._board)
            for (row, column), tile in zip(played.squares(), played.tiles, strict=True):
                if tile == THROUGH or tile & THROUGH_BIT:
                    continue
                if self._board.tile(row, column) != EMPTY:
                    raise DataError(f"a tile must go on an empty square, got {move[:40]!r}")
                new.append((row, column, tile))
        self._before, self._board = self._board, self._board.with_tiles(new)
        self._marked = tuple((row, column) for row, column, _ in new)
        self._words = move

    def grid(self) -> Grid:
        """Return the position: letters, a blank's in lower case, and signs of premiums on empty squares."""
        lines = range(self._board.size)
        return Grid(
            look="tiles",
            rows=tuple(tuple(self._sign(row, column) for column in lines) for row in lines),
            marked=self._marked,
            words=self._words,
        )

    def _sign(self, row: int, column: int) -> str:
        tile = self._board.tile(row, column)
        if tile != EMPTY:
            return self._alphabet.text([tile]).strip("[]")
        return SIGN_OF[self._layout.premiums[row][column]].strip()
