"""Match runners: what cutechess and fastchess send to an engine."""

import chess

from tests.chess.uci_process import UciProcess

RUNNER_GAMES = {
    "cutechess": ("uci", "setoption name Hash value 8", "isready", "ucinewgame", "isready"),
    "fastchess": ("uci", "isready", "setoption name Hash value 8", "isready", "ucinewgame", "isready"),
}
"""What the two runners send before the first move of a game."""
RUNNER_CLOCKS = (
    "wtime 600 btime 600 winc 20 binc 20",
    "wtime 30 btime 900 winc 0 binc 0",
    "wtime 0 btime 5",
    "wtime -40 btime -1 winc 10 binc 10",
    "movetime 30",
    "depth 3",
    "wtime 500 btime 500 movestogo 1",
)
"""What they send with `go`; a clock below zero when they have decided to be lenient about it."""
ANSWERS = {"uci": "uciok", "isready": "readyok"}


def obey_runners(process: UciProcess) -> None:
    """Let both runners play a game; every `go` must be answered once."""
    for lines in RUNNER_GAMES.values():
        for line in lines:
            process.send(line)
            if line in ANSWERS:
                process.until(ANSWERS[line])
        play_runner_game(process)
    assert not [line for line in process.ready() if line.startswith("bestmove")]


def play_runner_game(process: UciProcess) -> None:
    """Play some moves on clocks that get stranger and stranger."""
    board = chess.Board()
    for clock in RUNNER_CLOCKS:
        moves = " ".join(move.uci() for move in board.move_stack)
        position = f"position startpos moves {moves}" if moves else "position startpos"
        lines = process.ask(position, f"go {clock}", until="bestmove")
        assert not [line for line in lines if "should not happen" in line]
        board.push_uci(lines[-1].split()[1])
        process.ready()
