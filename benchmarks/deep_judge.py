"""What more time gains in each phase of recorded games, by the judge of the recordings and by a deeper one.

Turns are drawn whose best move changes between two amounts of work. Both moves are searched by the engine
with many more nodes than the recording had; short and deep judgement come from the same searches and one
score curve.

Example: python -m benchmarks.deep_judge recordings/stockfish.data --turns 60 --nodes 1500000
"""

import argparse
import json
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np

from zeitnot.chess import ChessRecording, ChessTrace, ScoreCurve
from zeitnot.chess.recording.recorder import searcher_of
from zeitnot.chess.recording.searcher import Searcher
from zeitnot.learning import read_data
from zeitnot.policies.time_values import CHESS_ENDS

_MOST_CP = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """A turn whose move another amount of work changes."""

    fen: str
    early: str
    late: str


def main() -> None:
    """Judge turns of each phase, and print what an e-fold of work gains by either judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--from", type=int, default=35_000, dest="least", help="nodes of the shorter search")
    parser.add_argument("--to", type=int, default=140_000, dest="most", help="nodes of the longer search")
    parser.add_argument("--turns", type=int, default=60, help="changed turns that are judged in each phase")
    parser.add_argument("--short", type=int, default=200_000, help="nodes of the judge of the recording")
    parser.add_argument("--nodes", type=int, default=4_000_000, help="nodes of the deeper judge")
    parser.add_argument("--curve", type=float, nargs=2, default=(91.0, 42.0), metavar=("WIN", "SPREAD"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="file for every judged turn")
    options = parser.parse_args()
    curve = ScoreCurve(win_at_cp=options.curve[0], spread_cp=options.curve[1])
    traces = [trace for trace in read_data(options.data).traces if isinstance(trace, ChessTrace)]
    rows = []
    with closing(searcher_of(ChessRecording(engine=(options.engine,), patience_s=600.0))) as searcher:
        judge = _Judge(searcher=searcher, curve=curve, short=options.short, nodes=options.nodes)
        for phase, turns in sorted(_by_phase(traces).items()):
            changes = [change for trace in turns if (change := _change(trace, options.least, options.most))]
            random.Random(options.seed).shuffle(changes)
            judged = [judge.gains(each) for each in changes[: options.turns]]
            rows += [(phase, *each) for each in judged]
            share = len(changes) / len(turns)
            print(_line(phase, len(turns), share, judged, math.log(options.most / options.least)), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows))


def _by_phase(traces: Sequence[ChessTrace]) -> dict[int, list[ChessTrace]]:
    phases: dict[int, list[ChessTrace]] = defaultdict(list)
    for trace in traces:
        phases[sum(trace.ply / 2 >= end for end in CHESS_ENDS)].append(trace)
    return phases


def _change(trace: ChessTrace, least: int, most: int) -> _Change | None:
    """Return the turn, if its move changes between two amounts of work."""

    def move_at(nodes: int) -> str:
        done = [each.iteration for each in trace.iterations if each.iteration.nodes <= nodes]
        return (done or [trace.iterations[0].iteration])[-1].best_move

    early, late = move_at(least), move_at(most)
    return None if early == late else _Change(fen=trace.fen, early=early, late=late)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judge:
    """Searches moves with many nodes, and tells them apart after few of them as well."""

    searcher: Searcher
    curve: ScoreCurve
    short: int
    nodes: int

    def gains(self, change: _Change) -> tuple[float, float]:
        """Return what the later move gains over the earlier one, by the short and by the deep judgement."""
        early, late = (self._worths(change.fen, move) for move in (change.early, change.late))
        return late[0] - early[0], late[1] - early[1]

    def _worths(self, fen: str, move: str) -> tuple[float, float]:
        board = chess.Board(fen)
        board.push_uci(move)
        if board.is_game_over(claim_draw=False):
            # The side that moved has mated, or the game is drawn.
            worth = 1.0 if board.is_checkmate() else 0.5
            return worth, worth
        found = self.searcher.search(board, nodes=self.nodes)
        early = [each for each in found if each.nodes <= self.short] or found[:1]
        return self._worth(early[-1].score_cp), self._worth(found[-1].score_cp)

    def _worth(self, score_cp: float) -> float:
        return 1 - self.curve.expected_score(max(-_MOST_CP, min(_MOST_CP, score_cp)))


def _line(phase: int, turns: int, share: float, gains: Sequence[tuple[float, float]], folds: float) -> str:
    short, deep = (np.array([each[place] for each in gains]) for place in (0, 1))
    scale = share / folds

    def told(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
        error = values.std(ddof=1) / math.sqrt(len(values)) if len(values) > 1 else math.nan
        return f"{scale * values.mean():.5f} ({scale * error:.5f})"

    return (
        f"phase {phase}: {turns} turns, {share:.3f} change, {len(gains)} judged;"
        f" an e-fold gains {told(short)} short, {told(deep)} deep, difference {told(deep - short)}"
    )


if __name__ == "__main__":
    main()
