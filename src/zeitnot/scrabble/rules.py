"""Rules: legal moves, their scores, and the points counted at the end of a game."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod

from zeitnot import _native
from zeitnot.clocks import Overtime
from zeitnot.errors import DataError
from zeitnot.scrabble.board import BOARD_SIZE, EMPTY, Board, Layout
from zeitnot.scrabble.letters import BLANK_BIT, Alphabet, LetterDistribution, rack_tile
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH, THROUGH_BIT, Move, MoveKind, coordinates

BINGO_PTS = 50
"""Bonus for a play of seven tiles."""

EXCHANGE_LEAST = 7
"""Fewest tiles in the bag that allow an exchange."""

MOST_SCORELESS = 6
"""Number of scoreless turns in a row that end the game."""

IsWord = Callable[[str], bool]
"""Returns whether a word, in upper case, is in the lexicon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A legal placement with its tiles, words and score."""

    move: Move
    """Move, with THROUGH on every occupied square."""
    squares: tuple[tuple[int, int, int], ...]
    """Row, column and tile of every tile placed."""
    words: tuple[str, ...]
    """Words formed, in upper case; first the one along the move, if it has two letters."""
    score_pts: int
    """Score, including premiums and bonus."""

    @property
    def used(self) -> tuple[int, ...]:
        """Tiles taken from the rack."""
        return tuple(rack_tile(tile) for _, _, tile in self.squares)


def judge(
    move: Move,
    board: Board,
    *,
    distribution: LetterDistribution,
    layout: Layout,
    rack: Iterable[int] | None = None,
    is_word: IsWord | None = None,
) -> Play:
    """Return a placement as a play, or raise a DataError. Rack and words are checked if given."""
    move = settled(move, board, distribution.alphabet)
    squares = tuple(
        (row, column, tile)
        for (row, column), tile in zip(move.squares(), move.tiles, strict=True)
        if tile != THROUGH
    )
    if len(squares) > RACK_SIZE:
        raise DataError(f"a play must put down at most {RACK_SIZE} tiles, got {len(squares)}")
    if rack is not None:
        leave(rack, (rack_tile(tile) for _, _, tile in squares), distribution.alphabet)
    runs = _runs(move, squares, board)
    _check_contact(move, runs, board, layout)
    if not runs:
        raise DataError("a play must form a word of two letters or more, got a single letter")
    words = tuple(distribution.alphabet.word(tile for _, _, tile in run) for run in runs)
    if is_word is not None and (phoney := next((word for word in words if not is_word(word)), None)):
        raise DataError(f"every word must be in the lexicon, got {phoney!r}")
    new = {(row, column) for row, column, _ in squares}
    score_pts = sum(_run_score(run, new, distribution, layout) for run in runs)
    if len(squares) == RACK_SIZE:
        score_pts += BINGO_PTS
    return Play(move=move, squares=squares, words=words, score_pts=score_pts)


def settled(move: Move, board: Board, alphabet: Alphabet) -> Move:
    """Return the move with THROUGH for tiles already on the board; raise if a letter does not match."""
    if move.kind is not MoveKind.PLACE:
        raise DataError(f"only a placement goes on the board, got {move.kind.value!r}")
    move.check_on(board)
    tiles = [
        _settled_tile(tile, board.tile(row, column), coordinates(row, column), alphabet)
        for (row, column), tile in zip(move.squares(), move.tiles, strict=True)
    ]
    down, right = (0, 1) if move.across else (1, 0)
    for step in (-1, len(tiles)):
        row, column = move.row + step * down, move.column + step * right
        if board.tile(row, column) != EMPTY:
            side = "before" if step < 0 else "behind"
            raise DataError(
                f"a play must name its whole word, got a letter {side} it at {coordinates(row, column)}"
            )
    return Move.place(row=move.row, column=move.column, across=move.across, tiles=tiles)


def _settled_tile(tile: int, there: int, square: str, alphabet: Alphabet) -> int:
    if there == EMPTY:
        if tile == THROUGH or tile & THROUGH_BIT:
            raise DataError(f"a play must have no gaps, got none to play through at {square}")
        return tile
    # A blank on the board may be written in lower case, in upper case, or left out.
    if tile == THROUGH or tile & ~THROUGH_BIT in {there, there & ~BLANK_BIT}:
        return THROUGH
    wanted, found = alphabet.text([tile & ~THROUGH_BIT]), alphabet.text([there])
    raise DataError(
        f"a play must go around the tiles on the board, got {wanted!r} at {square}, where {found!r} lies"
    )


Run = list[tuple[int, int, int]]
"""A word on the board, as row, column and tile of each letter."""


def _runs(move: Move, squares: Iterable[tuple[int, int, int]], board: Board) -> list[Run]:
    """Return the words of two or more letters: along the move, then the cross-words, tile by tile."""
    after = board.with_tiles(squares)
    runs = [_run_through(after, move.row, move.column, across=move.across)]
    runs += [_run_through(after, row, column, across=not move.across) for row, column, _ in squares]
    return [run for run in runs if len(run) > 1]


def _run_through(board: Board, row: int, column: int, *, across: bool) -> Run:
    down, right = (0, 1) if across else (1, 0)
    while board.tile(row - down, column - right) != EMPTY:
        row, column = row - down, column - right
    run = []
    while (tile := board.tile(row, column)) != EMPTY:
        run.append((row, column, tile))
        row, column = row + down, column + right
    return run


def _check_contact(move: Move, runs: list[Run], board: Board, layout: Layout) -> None:
    if board.is_empty:
        start = layout.start_row, layout.start_column
        if start not in set(move.squares()):
            raise DataError(
                f"the first play must cover {coordinates(*start)}, got one from {move.coordinates}"
            )
    elif not any(board.tile(row, column) != EMPTY for run in runs for row, column, _ in run):
        raise DataError(f"a play must touch a tile on the board, got none from {move.coordinates}")


def _run_score(run: Run, new: set[tuple[int, int]], distribution: LetterDistribution, layout: Layout) -> int:
    """Return the score of a word; premiums count only for newly covered squares."""
    premiums = {(row, column): layout.premiums[row][column] for row, column in new}
    letters = sum(
        distribution.score(tile) * (premiums[row, column].letter if (row, column) in new else 1)
        for row, column, tile in run
    )
    return letters * prod(premiums[row, column].word for row, column, _ in run if (row, column) in new)


def check_deal(distribution: LetterDistribution) -> None:
    """Raise a DataError if a bag has too few tiles to deal both players some."""
    if distribution.tile_count <= RACK_SIZE:
        rule = f"a game must have tiles for both players, at least {RACK_SIZE + 1}"
        raise DataError(f"{rule}, got the {distribution.tile_count} of {distribution.name!r}")


def check_exchange(count: int, *, bag_count: int) -> None:
    """Raise a DataError if the bag has too few tiles for an exchange."""
    if bag_count < EXCHANGE_LEAST:
        rule = f"an exchange needs {EXCHANGE_LEAST} tiles in the bag, which has {bag_count}"
        raise DataError(f"{rule}, got one of {count}")


def leave(rack: Iterable[int], used: Iterable[int], alphabet: Alphabet) -> tuple[int, ...]:
    """Return the tiles left on the rack; missing tiles raise a DataError."""
    left = list(rack)
    before = alphabet.rack_text(left)
    missing = []
    for tile in used:
        if tile in left:
            left.remove(tile)
        else:
            missing.append(tile)
    if missing:
        raise DataError(
            f"tiles must come from the rack {before!r}, got {alphabet.rack_text(missing)!r} beyond it"
        )
    return tuple(left)


def off_board(board: Board, distribution: LetterDistribution, *held: Iterable[int]) -> tuple[int, ...]:
    """Return the tiles neither on the board nor on these racks, blank first; raise if there are too many."""
    seen = Counter(rack_tile(tile) for tile in board.tiles())
    for rack in held:
        seen.update(rack)
    for tile, count in sorted(seen.items()):
        if not 0 <= tile < len(distribution.counts):
            raise DataError(f"tiles must be numbered 0 to {len(distribution.counts) - 1}, got {tile!r}")
        if count > distribution.counts[tile]:
            name = distribution.alphabet.rack_text([tile])
            rule = f"board and racks must hold at most {distribution.counts[tile]} of {name!r}"
            raise DataError(f"{rule}, got {count}")
    return tuple(tile for tile, count in enumerate(distribution.counts) for _ in range(count - seen[tile]))


def going_out_pts(other_rack: Iterable[int], distribution: LetterDistribution) -> int:
    """Return the points for going out: twice the value of the opponent's tiles."""
    return 2 * distribution.rack_value(other_rack)


def scoreless_end_pts(own_rack: Iterable[int], distribution: LetterDistribution) -> int:
    """Return the points, at most 0, for one's own tiles when scoreless turns end the game."""
    return -distribution.rack_value(own_rack)


def overtime_pts(over_s: float, overtime: Overtime | None = None) -> int:
    """Return the points, at most 0, for overtime."""
    return -(Overtime() if overtime is None else overtime).penalty_pts(over_s)


NARROW_LETTERS = 31
"""Most letters of the narrow native core: a set of them fits 32 bits."""


def native_rules(
    distribution: LetterDistribution, layout: Layout, *, wide: bool | None = None
) -> _native.ScrabbleRules:
    """Return tiles and premium squares as native rules; their `core` holds the native classes that fit them.

    The usual board with at most 31 letters has a core of its own, which is faster; `wide` takes the other.
    """
    if wide is None:
        wide = layout.size != BOARD_SIZE or len(distribution.alphabet) > NARROW_LETTERS
    core = _native.wide if wide else _native
    squares = [premium for row in layout.premiums for premium in row]
    try:
        rules: _native.ScrabbleRules = core.ScrabbleRules(
            counts=bytes(distribution.counts),
            scores=bytes(distribution.scores),
            vowels=bytes(sorted(distribution.vowels)),
            letter_premiums=bytes(premium.letter for premium in squares),
            word_premiums=bytes(premium.word for premium in squares),
            start_row=layout.start_row,
            start_column=layout.start_column,
        )
    except ValueError as error:
        raise DataError(str(error)) from error
    return rules
