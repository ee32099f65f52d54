"""Player input: typed moves and commands, why a move cannot be played, and the choice of a time control."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

import chess

from zeitnot.chess.play.game import side
from zeitnot.clocks import Kind, TimeControl
from zeitnot.errors import DataError, ParseError
from zeitnot.games import Screen

_NAMES = ("undo", "hint", "why", "resign", "draw", "clock", "flip", "pgn", "help", "quit")
COMMANDS = {
    **{name: name for name in _NAMES},
    **{"draw?": "draw", "exit": "quit", "takeback": "undo", "?": "help", "why?": "why"},
}
"""Names of the commands that can be typed instead of a move, by what is typed."""

HELP = (
    "A move: e4, Nf3, exd5, O-O, e8=Q, or from square to square: e2e4, e7e8q",
    "undo    take your last move back, with the answer to it; clocks go back too",
    "hint    what the engine would play in your place",
    "why     how the engine's last move was planned, and what ended it",
    "draw?   offer a draw      resign  give up",
    "clock   both clocks       flip    turn the board",
    "pgn     the game so far   quit    leave, and see how to go on with the game",
    "While the engine thinks, Enter makes it move at once. Scores are White's.",
)
"""Lines that `help` shows."""


MOST_NAMED = 12
"""Most moves listed in a message; more would fill the screen."""

_SQUARES = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])=?([qrbn])?", re.IGNORECASE)
_CASTLING = {"oo": "O-O", "ooo": "O-O-O", "00": "O-O", "000": "O-O-O"}
_SAN = re.compile(r"([KQRBN])?([a-h])?[1-8]?x?([a-h][1-8])(?:=?[QRBN])?", re.IGNORECASE)


def read_move(board: chess.Board, text: str) -> chess.Move:
    """Return the move of a SAN or UCI text, lenient about case and signs; a DataError suggests others."""
    words = text.strip().rstrip("!?+#")
    squares = _SQUARES.fullmatch(words)
    if squares:
        return _move_between(board, *squares.groups())
    castling = _CASTLING.get(words.lower().replace("-", ""))
    capital = words[:1].upper() + words[1:]
    for form in dict.fromkeys((castling or words, capital)):
        try:
            move = board.parse_san(form)
        except chess.AmbiguousMoveError as error:
            raise DataError(_ambiguous(board, form)) from error
        except ValueError:
            continue
        if move:  # python-chess reads `--` as a null move
            return move
    raise DataError(_refused(board, text.strip(), capital, castling=castling is not None))


def _move_between(board: chess.Board, origin: str, target: str, promotion: str | None) -> chess.Move:
    move = chess.Move.from_uci(f"{origin}{target}{promotion or ''}".lower())
    if move in board.legal_moves:
        return move
    piece = board.piece_at(move.from_square)
    place = chess.square_name(move.from_square)
    if piece is None:
        raise DataError(f"There is no piece on {place}.")
    name = f"{chess.piece_name(piece.piece_type)} on {place}"
    if piece.color != board.turn:
        raise DataError(f"The {name} is {side(piece.color)}'s.")
    moves = [legal for legal in board.legal_moves if legal.from_square == move.from_square]
    promotions = [legal for legal in moves if legal.to_square == move.to_square and legal.promotion]
    if promotions:
        raise DataError(f"Promote to what? {_named(board, promotions)}")
    raise DataError(f"{_cause(board, [move])}The {name} {_can_play(board, moves)}")


def _ambiguous(board: chess.Board, san: str) -> str:
    match = _SAN.fullmatch(san)
    target = chess.parse_square(match.group(3).lower()) if match else -1
    kind = _piece_type(match.group(1) if match else None)
    moves = [move for move in _moves_of(board, kind) if move.to_square == target]
    return f"{san} can be several moves: {_named(board, moves)}"


def _refused(board: chess.Board, text: str, san: str, *, castling: bool) -> str:
    if castling:
        return "Castling is not possible now."
    match = _SAN.fullmatch(san) or _SAN.fullmatch(text)
    if match is None:
        near = difflib.get_close_matches(text, _sans(board, board.legal_moves), n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else "Type a move such as e4, Nf3 or g1f3."
        return f"{text!r} is no move and no command. {hint} `help` tells more."
    letter, file, target = match.groups()
    kind = _piece_type(letter)
    square = chess.parse_square(target.lower())
    moves = _moves_of(board, kind)
    meant = [move for move in moves if move.to_square == square]
    if meant and not meant[0].promotion:
        return f"{text} is not how that move is written. Did you mean {' or '.join(_sans(board, meant))}?"
    tried = [move for move in _moves_of(board, kind, legal=False) if move.to_square == square]
    if kind == chess.PAWN:
        return _pawn_refused(board, moves, tried, square=square, file=file)
    name = chess.piece_name(kind)
    if not board.pieces(kind, board.turn):
        return f"You have no {name}."
    return f"{_cause(board, tried)}No {name} can go to {target.lower()}: it {_can_play(board, moves)}"


def _pawn_refused(
    board: chess.Board,
    moves: list[chess.Move],
    tried: list[chess.Move],
    *,
    square: chess.Square,
    file: str | None,
) -> str:
    promotions = [move for move in moves if move.to_square == square and move.promotion]
    if promotions:
        return f"Promote to what? {_named(board, promotions)}"
    origin = chess.FILE_NAMES.index(file.lower()) if file else chess.square_file(square)
    of_file = [move for move in moves if chess.square_file(move.from_square) == origin]
    name = f"pawn of the {chess.FILE_NAMES[origin]}-file"
    if not board.pieces(chess.PAWN, board.turn) & chess.BB_FILES[origin]:
        return f"You have no {name}."
    target = chess.square_name(square)
    return f"{_cause(board, tried)}No pawn can go to {target}: the {name} {_can_play(board, of_file)}"


def _moves_of(board: chess.Board, kind: chess.PieceType, *, legal: bool = True) -> list[chess.Move]:
    moves = board.legal_moves if legal else board.pseudo_legal_moves
    return [move for move in moves if board.piece_type_at(move.from_square) == kind]


def _cause(board: chess.Board, tried: Iterable[chess.Move]) -> str:
    """Return why moves that look right are illegal."""
    if board.is_check():
        return "Your king is in check. "
    if any(board.is_pseudo_legal(move) for move in tried):
        return "That would leave your king in check. "
    return ""


def _can_play(board: chess.Board, moves: list[chess.Move]) -> str:
    return f"can play {_named(board, moves)}" if moves else "cannot move."


def _named(board: chess.Board, moves: list[chess.Move]) -> str:
    sans = _sans(board, moves)
    more = f" and {len(sans) - MOST_NAMED} more" if len(sans) > MOST_NAMED else "."
    return f"{', '.join(sans[:MOST_NAMED])}{more}"


def _sans(board: chess.Board, moves: Iterable[chess.Move]) -> list[str]:
    return sorted(map(board.san, moves))


def _piece_type(letter: str | None) -> chess.PieceType:
    return chess.PAWN if letter is None else chess.PIECE_SYMBOLS.index(letter.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """One entry of the menu."""

    kind: Kind
    """Kind of game that the entry is called, regardless of its length."""
    control: TimeControl
    """Time control."""
    words: str
    """Description of the time control."""


MENU = (
    MenuEntry(kind=Kind.BULLET, control=TimeControl.sudden_death(60.0), words="1 minute"),
    MenuEntry(kind=Kind.BLITZ, control=TimeControl.fischer(180.0, 2.0), words="3 minutes + 2 seconds"),
    MenuEntry(kind=Kind.RAPID, control=TimeControl.fischer(600.0, 5.0), words="10 minutes + 5 seconds"),
    MenuEntry(kind=Kind.CLASSICAL, control=TimeControl.sudden_death(1800.0), words="30 minutes"),
    MenuEntry(kind=Kind.INFINITE, control=TimeControl.infinite(), words="no clock"),
    MenuEntry(kind=Kind.FIXED_DEPTH, control=TimeControl(depth=5), words="the engine looks 5 plies ahead"),
)
"""Time controls of the Mergen document (G9)."""

DEFAULT = MENU[-1]
"""Entry chosen by an empty answer (G9)."""


def choose_control(screen: Screen) -> MenuEntry:
    """Ask for an entry by number, or for a time control, until one is valid; EOF raises an EOFError."""
    screen.say("How long shall we play?")
    for number, entry in enumerate(MENU, start=1):
        name = entry.kind.value.replace("_", " ")
        screen.say(f"  {number}  {name:<12} {entry.words}")
    screen.say("  or a control of your own, such as 5:00+3 or 40/90:00")
    while True:
        answer = (screen.ask(lambda: f"1-{len(MENU)} [{MENU.index(DEFAULT) + 1}]> ") or "").strip()
        if not answer:
            return DEFAULT
        # A bare number is an entry, never a number of minutes.
        if answer.isdecimal():
            if 1 <= int(answer) <= len(MENU):
                return MENU[int(answer) - 1]
            screen.say(f"There are {len(MENU)} entries; for {answer} minutes type {answer}:00.")
            continue
        try:
            control = TimeControl.parse(answer)
        except ParseError as error:
            screen.say(f"Not understood ({error}).")
            continue
        return MenuEntry(kind=control.kind, control=control, words=str(control))
