"""Random conversations: the engine stays alive, answers every order once, and ends when told to.

ZEITNOT_FUZZ_SECONDS says how long; the conversations are the same every time, a longer run has more of them.
"""

import os
import random
import time

import chess
import pytest

from tests.chess.uci_process import UciProcess, count

SECONDS = float(os.environ.get("ZEITNOT_FUZZ_SECONDS", "4"))

FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "QQQQQQQQ/8/8/8/8/8/8/K1k5 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/8/8/8/8/4K3 w - - 99 80",
    "k7/8/8/8/8/8/8/K7 w - - 0",
)
BAD_FENS = ("", "8/8/8/8/8/8/8/8 w - - 0 1", "K7/8/8/8/8/8/8/8 w", "x", "kK6/8/8/8/8/8/8/8 w - - 0 1")
NUMBERS = ("0", "1", "-1", "3", "17", "100", "2000", "-50000", "99999999999999999999", "", "x", "1.5")
OPTIONS = {
    "Policy": ("uniform", "magpie", "neurofish", "mergen", "argo", "textbook", "stockfish", "nobody"),
    "Preset": ("", "flagging", "<empty>", "none"),
    "neurofish.preset": ("flagging", "none"),
    "Move Overhead": ("0", "10", "500", "-1"),
    "Hash": ("1", "2", "5", "0"),
    "Threads": ("1", "2", "3", "0"),
    "MultiPV": ("1", "2", "5", "300"),
    "Ponder": ("true", "false", "perhaps"),
    "OwnBook": ("true", "false"),
    "BookFile": ("", "<empty>", "no/such/book.bin", "/dev/null"),
    "UCI_Chess960": ("true", "false"),
    "UCI_ShowWDL": ("true", "false"),
    "Nodes Per Second": ("0", "1000", "1000000", "-5"),
    "Clear Hash": ("",),
    "argo.node_interval": ("1", "100", "0"),
    "textbook.moves_left": ("1", "30", "0"),
    "neurofish.quiescence_moves": ("1,1,1,1", "5,5", "10,5,2,1"),
    "no such option": ("1",),
}
NUMBER_WORDS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")


class Talk:
    """Makes up commands."""

    def __init__(self, seed: int) -> None:
        """Begin a conversation that can be had again."""
        self.rng = random.Random(seed)

    def command(self) -> str:
        """Return a random command other than `quit`."""
        draw = self.rng.choices((self.go, self.position, self.option, self.small_word), weights=(5, 4, 2, 4))[
            0
        ]
        return draw()

    def small_word(self) -> str:
        words = (
            "isready",
            "stop",
            "ponderhit",
            "uci",
            "ucinewgame",
            "debug on",
            "debug off",
            "",
            "d",
            "register",
        )
        return self.rng.choice(words)

    def go(self) -> str:
        rng = self.rng
        words = [f"{word} {rng.choice(NUMBERS)}" for word in rng.sample(NUMBER_WORDS, rng.randrange(4))]
        words += rng.sample(
            ("infinite", "ponder", "nonsense", "searchmoves e2e4 e1g1 x"), rng.choice((0, 0, 1, 2))
        )
        rng.shuffle(words)
        return " ".join(["go", *words])

    def quick_go(self) -> str:
        """Order a search that ends by itself, and soon."""
        rng = self.rng
        limits = (
            "depth 3",
            "nodes 500",
            "movetime 5",
            "wtime 50 btime 50",
            "wtime 0 btime -10",
            "mate 1 nodes 900",
        )
        return f"go {rng.choice(limits)}"

    def position(self) -> str:
        rng = self.rng
        fen = rng.choice(FENS)
        board = chess.Board(fen, chess960=True)
        moves = []
        for _ in range(rng.choice((0, 0, 1, 5, 40))):
            legal = list(board.legal_moves)
            if not legal:
                break
            moves.append(rng.choice(legal).uci())
            board.push_uci(moves[-1])
        if rng.random() < 0.2:
            moves.insert(rng.randrange(len(moves) + 1), rng.choice(("e2e4", "0000", "a9b1", "e7e8k", "x")))
        if rng.random() < 0.1:
            fen = rng.choice(BAD_FENS)
        start = "startpos" if fen == chess.STARTING_FEN else f"fen {fen}"
        return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"

    def option(self) -> str:
        name = self.rng.choice(tuple(OPTIONS))
        value = self.rng.choice(OPTIONS[name])
        return f"setoption name {name} value {value}" if value else f"setoption name {name}"

    def junk(self) -> bytes:
        """Return random bytes that are not a command."""
        rng = self.rng
        match rng.randrange(4):
            case 0:
                line = rng.randbytes(rng.choice((1, 10, 300, 20_000)))
            case 1:
                words = self.command().split() + self.command().split()
                rng.shuffle(words)
                line = " ".join(words).encode()
            case 2:
                broken = bytearray(self.command().encode() or b"?")
                for _ in range(rng.randrange(1, 5)):
                    place = rng.randrange(len(broken))
                    broken[place : place + 1] = rng.randbytes(rng.randrange(1, 4))
                line = bytes(broken)
            case _:
                line = self.command().encode() * rng.randrange(2, 30)
        lowered = line.lower()
        # What would end the conversation, or take more of the machine than a test may.
        if any(word in lowered for word in (b"quit", b"hash", b"threads")):
            return b"?\n"
        return line + b"\n"


@pytest.mark.parametrize("kind", ["orders", "junk"])
def test_no_conversation_crashes_or_hangs_the_engine(kind: str) -> None:
    until_s = time.monotonic() + SECONDS / 2
    with UciProcess("--hash", "1") as engine:
        seed = 0
        while seed < 3 or time.monotonic() < until_s:
            talk = Talk(seed)
            if kind == "orders":
                lines = give_orders(engine, talk)
            else:
                engine.send_bytes(b"".join(talk.junk() for _ in range(30)))
                lines = settle(engine)
            assert not [line for line in lines if "should not happen" in line], f"seed {seed}"
            seed += 1
        engine.send("setoption name Nodes Per Second value 0", "position startpos")
        assert engine.best_move("go depth 3") != "0000"
        engine.ready()


def give_orders(engine: UciProcess, talk: Talk) -> list[str]:
    """Send commands of all kinds; each search is answered once."""
    ordered = 0
    lines: list[str] = []
    for _ in range(talk.rng.randrange(5, 40)):
        if talk.rng.random() < 0.3:
            ordered += 1
            engine.send("setoption name Nodes Per Second value 0", talk.quick_go())
            while count(lines, "bestmove") < ordered:
                lines += engine.until("bestmove")
        else:
            command = talk.command()
            ordered += command.startswith("go")
            engine.send(command)
    lines += settle(engine)
    assert count(lines, "bestmove") == ordered
    return lines


def settle(engine: UciProcess) -> list[str]:
    """End what runs, and read all that was owed."""
    engine.send("stop", "ucinewgame")
    return engine.sync()
