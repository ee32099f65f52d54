"""Targets: positions, lists of openings, games and books of chess."""

import bz2
import gzip
import lzma
from random import Random

import chess

from tests.fuzz.target import Target, file_of, work_folder
from tests.learning.clocked_games import clocked_game
from zeitnot.chess.book import book_entry, book_move, packed_book
from zeitnot.chess.features import board_of_fen
from zeitnot.chess.native_search import position_of
from zeitnot.chess.openings import BUILT_IN as OPENINGS
from zeitnot.chess.openings import read_openings
from zeitnot.errors import DataError
from zeitnot.games import find_game
from zeitnot.learning import learn_game, past_games
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.review import read_games
from zeitnot.untrusted import read_text

FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/8/8/8/8/4K3 w - - 99 80",
)
PGN = b"""[Event "a"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]

1... e5 2. Nf3 (2. Nc3 {a line} Nf6 $1) Nc6 3. Bb5 *

[Event "b"]

1. d4 d5 2. c4 e6 1/2-1/2
"""
KEPT = b"""[White "you"]
[Black "Zeitnot (uniform)"]
[Result "*"]
[TimeControl "300+3"]

1. e4 { [%emt 0:00:02] } e5 { [%emt 0:00:01.5] } 2. Nf3 { [%emt 0:00:09] } *
"""
PGN_WORDS = (
    *('[FEN "', '[SetUp "1"]', '[TimeControl "', '[Variant "', '[Result "1-0"]'),
    *("40/5400+30:1800", "{ [%clk 0:01:00] }", "{ [%emt 0:00:03] }", "[%eval 0.3]", "{(0.30 s)}", "1-0"),
    *("0-1", "*", "--", "$9", "(", ")", "{", "}", ";", "%", "O-O", "e8=Q", "Nbd7", "Z0"),
)


def _fen(data: bytes) -> None:
    """Read a position twice: by the usual rules and as one of Chess960."""
    refusals = []
    for chess960 in (False, True):
        try:
            position_of(board_of_fen(data.decode("utf-8", "replace"), chess960=chess960))
        except DataError as error:
            refusals.append(error)
    if len(refusals) > 1:
        raise refusals[0]


def _lessons(data: bytes) -> None:
    for game in past_games(read_text(file_of(data, "clocked.pgn"), what="x"), what="x"):
        if game is not None:
            learn_game(MergenLessons(), game)


def _kept(data: bytes) -> None:
    """Read a game that was kept to be gone on with, as a list of games and as its page do."""
    text = data.decode("utf-8", "replace")
    find_game("chess").kept_facts(text)
    find_game("chess").resumed_game(text, work_folder()).view()


def _book(data: bytes) -> None:
    path = file_of(data, "book.bin")
    for fen in FENS[:2]:
        book_move(chess.Board(fen), path, Random(1))


def _books() -> list[bytes]:
    boards = [chess.Board(fen) for fen in FENS[:2]]
    return [packed_book(book_entry(board, move, weight=9) for board in boards for move in board.legal_moves)]


def _packed() -> list[bytes]:
    game = clocked_game(2).encode()
    found = [clocked_game(6).encode(), PGN, gzip.compress(game, mtime=0)]
    found += [bz2.compress(game), lzma.compress(game)]
    try:
        import zstandard
    except ImportError:
        return found
    return [*found, zstandard.ZstdCompressor().compress(game)]


def _openings() -> list[bytes]:
    some = OPENINGS.read_bytes()[:1_500].rpartition(b"\n")[0]
    positions = "".join(f"{fen}\n" for fen in FENS[:3])
    return [some, positions.encode(), f"{FENS[1][:-4]} bm e2a6; id 'x';\n{FENS[0]} moves e2e4 c7c5".encode()]


TARGETS = (
    Target(
        name="fen",
        seeds=lambda: [fen.encode() for fen in FENS],
        read=_fen,
        words=("KQkq", "HAha", " w ", " b ", " - ", "e3", "0 1", "/", "8", "k", "K"),
        most_bytes=200,
    ),
    Target(
        name="epd",
        seeds=_openings,
        read=lambda data: read_openings(file_of(data, "list.epd")),
        words=(" moves ", "e2e4", "#", " bm ", ";", *FENS[1:]),
        most_bytes=1_500,
    ),
    Target(
        name="pgn",
        seeds=_packed,
        read=lambda data: list(read_games(file_of(data, "games.pgn"))),
        refuses=False,  # a game that cannot be read is told of, and the others are read
        words=PGN_WORDS,
    ),
    Target(
        name="pgn-openings",
        seeds=lambda: [PGN],
        read=lambda data: read_openings(file_of(data, "games.pgn")),
        words=PGN_WORDS,
    ),
    Target(name="pgn-lessons", seeds=lambda: [clocked_game(6).encode()], read=_lessons, words=PGN_WORDS),
    Target(name="kept-game", seeds=lambda: [KEPT], read=_kept, words=PGN_WORDS, most_bytes=1_000),
    Target(name="book", seeds=_books, read=_book, most_bytes=1_600),
)
