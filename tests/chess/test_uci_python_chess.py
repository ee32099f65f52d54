"""The engine through python-chess, the client that many tools are built on."""

import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from tests.chess.uci_process import PATIENCE_S

COMMAND = [sys.executable, "-m", "zeitnot", "uci", "--option", "Nodes Per Second=50000"]


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE_S) as started:
        yield started


def test_the_client_sees_name_and_options(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Zeitnot")
    assert engine.options["Policy"].var
    assert engine.options["stockfish.ponders"].parse("true") is True


@pytest.mark.source("N1.time", "N1.increment", "T1.increment", "G13.uci", "A15.clock")
@pytest.mark.parametrize("policy", ["neurofish", "mergen", "argo", "textbook", "stockfish"])
def test_a_game_on_clocks_is_played_to_its_end(engine: chess.engine.SimpleEngine, policy: str) -> None:
    engine.configure({"Policy": policy})
    board = chess.Board("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    limit = chess.engine.Limit(white_clock=15, black_clock=15, white_inc=0.1, black_inc=0.1)
    while not board.is_game_over(claim_draw=True):
        move = engine.play(board, limit, game=policy).move
        assert move is not None
        board.push(move)
    assert board.is_checkmate()


def test_analysis_streams_and_can_be_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6 and info.get("multipv") == 2:
                break
    best = analysis.wait().move
    assert best is not None
    assert best in board.legal_moves
    assert [line["multipv"] for line in analysis.multipv] == [1, 2]
    assert all(line["pv"][0] in board.legal_moves for line in analysis.multipv)


def test_analysis_with_limits_ends_by_itself(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    assert engine.analyse(board, chess.engine.Limit(depth=5))["depth"] == 5
    assert engine.analyse(board, chess.engine.Limit(nodes=1_000))["nodes"] <= 1_001
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=1))
    assert info["score"] == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)


def test_only_root_moves_are_played(engine: chess.engine.SimpleEngine) -> None:
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    result = engine.play(chess.Board(), chess.engine.Limit(depth=4), root_moves=moves)
    assert result.move in moves


@pytest.mark.source("T12.uci", "G13.pondering")
def test_pondering_on_hits_and_misses(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=20, black_clock=20)
    for ply in range(12):
        result = engine.play(board, limit, game="ponder", ponder=True)
        assert result.move is not None
        assert result.move in board.legal_moves
        board.push(result.move)
        if board.is_game_over():
            break
        expected = result.ponder or next(iter(board.legal_moves))
        others = [move for move in board.legal_moves if move != expected]
        board.push(others[0] if others and ply % 2 else expected)
    engine.play(board, chess.engine.Limit(depth=1), ponder=False)


def test_chess960_games_castle(engine: chess.engine.SimpleEngine) -> None:
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        for _ in range(30):
            result = engine.play(board, chess.engine.Limit(nodes=500), game=number)
            assert result.move is not None
            assert result.move in board.legal_moves
            board.push(result.move)
            if board.is_game_over():
                break
    castling = chess.Board("bqnb1rkr/pppppppp/8/8/8/8/8/5RK1 w F - 0 1", chess960=True)
    castling.set_fen("4k3/8/8/8/8/8/8/5RK1 w F - 0 1")
    moves = [move for move in castling.legal_moves if castling.is_castling(move)]
    result = engine.play(castling, chess.engine.Limit(depth=3), root_moves=moves)
    assert result.move in moves


def test_the_position_after_the_end_is_answered(engine: chess.engine.SimpleEngine) -> None:
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    info = engine.analyse(mated, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(-0)


def test_scores_come_with_chances(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"), chess.engine.Limit(depth=6))
    engine.configure({"UCI_ShowWDL": False})
    assert info["wdl"].white().wins == 1000
