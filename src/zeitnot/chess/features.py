"""Features of a chess position: the counts that a policy plans with."""

import chess

from zeitnot.chess.native_search import position_of
from zeitnot.errors import DataError
from zeitnot.turns import ChessFeatures

_FAULTS = {
    chess.STATUS_NO_WHITE_KING: "white has no king",
    chess.STATUS_NO_BLACK_KING: "black has no king",
    chess.STATUS_TOO_MANY_KINGS: "there are too many kings",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "white has more than 8 pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "black has more than 8 pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or the last rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "white has more than 16 pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "black has more than 16 pieces",
    chess.STATUS_BAD_CASTLING_RIGHTS: "the castling rights do not fit kings and rooks",
    chess.STATUS_INVALID_EP_SQUARE: "the en passant square does not fit the pawns",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
    chess.STATUS_EMPTY: "the board is empty",
    chess.STATUS_TOO_MANY_CHECKERS: "more pieces give check than one move can bring about",
    chess.STATUS_IMPOSSIBLE_CHECK: "no move can have brought about the check",
}
"""Description of every fault of a position that python-chess distinguishes."""


def features_of(board: chess.Board) -> ChessFeatures:
    """Return the features of a position that a policy may use; one that cannot occur raises a DataError."""
    # The clock runs meanwhile: natively, and without the moves so far, this takes a tenth of the time.
    position = position_of(board.copy(stack=False))
    legal_moves, captures, checks = position.move_counts()
    return ChessFeatures(
        move_number=board.fullmove_number,
        legal_moves=legal_moves,
        pieces=board.occupied.bit_count(),
        captures=captures,
        checks=checks,
        in_check=position.in_check(),
    )


def board_of_fen(fen: str, *, chess960: bool = False, harmless: int = 0) -> chess.Board:
    """Return the board of a FEN; one that is invalid or cannot occur in a game raises a DataError.

    Faults of python-chess that are named as harmless are not checked.
    """
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        # python-chess repeats the whole text at the end of its message; once is enough.
        cause = str(error).split(": ")[0]
        rule = f"a position must be a FEN such as {chess.STARTING_FEN!r}; {cause}"
        raise DataError(f"{rule}, got {fen[:100]!r}") from error
    status = board.status()
    if status & ~harmless:
        rule = f"a position must be one that can occur in a game; {faults_of(status)}"
        raise DataError(f"{rule}, got {fen[:100]!r}")
    return board


def faults_of(status: int) -> str:
    """Describe what python-chess finds wrong with a position."""
    return ", ".join(words for fault, words in _FAULTS.items() if status & fault)


PHASES = ("opening", "middle game", "endgame")
"""Phases of a game, in their order."""
OPENING_MOVES = 12
"""Moves that count as opening while most pieces are on the board."""
OPENING_PIECES = 26
"""Fewer pieces are no opening any more."""
ENDGAME_PIECES = 14
"""Largest number of pieces, kings included, at which a position is an endgame."""


def chess_phase(features: ChessFeatures) -> str:
    """Return the phase of a position by moves played and pieces left."""
    if features.pieces <= ENDGAME_PIECES:
        return PHASES[2]
    early = features.move_number <= OPENING_MOVES and features.pieces >= OPENING_PIECES
    return PHASES[0 if early else 1]
