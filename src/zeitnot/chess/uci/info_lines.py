"""Info lines: a search's reports in UCI."""

from collections.abc import Mapping

from zeitnot._native import Bound, Report, SearchLine
from zeitnot.chess.diagnostics import COUNTERS
from zeitnot.chess.score_curve import OWN_GAMES
from zeitnot.turns import Thinking, TurnRecord, seconds_text

_BOUNDS = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


def wdl(line: SearchLine) -> tuple[int, int, int]:
    """Return expected wins, draws and losses per thousand games, by the built-in score curve."""
    if line.mate_in:
        return (1000, 0, 0) if line.mate_in > 0 else (0, 0, 1000)
    won = round(1000 * OWN_GAMES.won(line.score_cp))
    lost = round(1000 * OWN_GAMES.won(-line.score_cp))
    return won, 1000 - won - lost, lost


def report_lines(report: Report, *, shows_wdl: bool) -> list[str]:
    """Return the lines of a completed iteration, one for each variation."""
    elapsed_ms = round(report.elapsed_s * 1000)
    nodes_per_second = round(report.nodes / max(report.elapsed_s, 0.001))
    work = f"nodes {report.nodes} nps {nodes_per_second} hashfull {report.permille_full} time {elapsed_ms}"
    return [
        f"info depth {report.depth} seldepth {line.selective_depth} multipv {place}"
        f" score {score_text(line)}{' wdl {} {} {}'.format(*wdl(line)) if shows_wdl else ''}"
        f" {work} pv {' '.join(line.moves)}"
        for place, line in enumerate(report.lines, start=1)
    ]


def score_text(line: SearchLine) -> str:
    """Return a score with its bound, in UCI's words."""
    score = f"mate {line.mate_in}" if line.mate_in else f"cp {line.score_cp}"
    return score + _BOUNDS.get(line.bound, "")


def plan_text(thinking: Thinking, policy: str) -> str:
    """Return a line that explains the budget of a turn."""
    budget = thinking.budget
    kept_s = budget.kept_for_lag_s
    kept = f" | {seconds_text(kept_s)} kept for lag, not seen by {policy}" if kept_s else ""
    return f"plan by {policy}: target {budget.target} | limit {budget.limit}{kept}"


def end_text(record: TurnRecord) -> str:
    """Return a line that explains why a search ended."""
    note = f" ({record.note})" if record.note else ""
    factors = "".join(f", {factor.name} x{factor.value:.3g}" for factor in record.factors)
    pondered_s = record.pondered_s if record.ponder_hit else None
    pondered = "" if pondered_s is None else f" after a hit at {seconds_text(pondered_s)} of pondering"
    past = f"; {record.overshoot_s * 1000:.2f} ms past the limit" if record.overshoot_s > 0 else ""
    return (
        f"stopped by {record.reason.value}{note} after {seconds_text(record.used_s)}{pondered}"
        f" at depth {record.depth}; target {seconds_text(record.target_s)}{factors}{past}"
    )


def counters_text(events: Mapping[str, int]) -> str:
    """Return a line with all nine counters of a game."""
    return f"counters of this game: {', '.join(f'{name} {events.get(name, 0)}' for name in COUNTERS)}"


def best_move_line(move: str, ponder: str = "") -> str:
    """Return the `bestmove` line; it has the null move when there is no legal one."""
    return f"bestmove {move or '0000'}{f' ponder {ponder}' if move and ponder else ''}"
