"""The ArGO document's rules where a user meets them: UCI plans, and real searches in work time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.chess.fixtures_engine import KIWIPETE, Searched, make_engine
from tests.chess.uci_process import UciProcess
from zeitnot.clocks import ClockReading
from zeitnot.turns import Factor, Reason

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    KIWIPETE,
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1",
]
FIVE_MINUTES = ClockReading(remaining_s=300.0)


@pytest.fixture(scope="module")
def engine() -> Iterator[UciProcess]:
    with UciProcess("--policy", "argo") as started:
        started.send("debug on")
        yield started


def plan_line(engine: UciProcess, go: str, position: str = "startpos") -> str:
    """Ask for a move and return the line in which the engine says what it has planned."""
    lines = engine.ask(f"position {position}", f"go {go} nodes 1", until="bestmove")
    (line,) = [line for line in lines if line.startswith("info string plan by argo: target ")]
    return line


def plan(engine: UciProcess, go: str, position: str = "startpos") -> tuple[float, float]:
    """Ask for a move and return the target and the limit that the engine has planned."""
    line = plan_line(engine, go, position)
    found = re.fullmatch(r".* (\S+ m?s) \| limit .* (\S+ m?s)", line)
    assert found, line
    target_s, limit_s = (
        float(text.split()[0]) / (1000 if text.endswith("ms") else 1) for text in found.groups()
    )
    return target_s, limit_s


@pytest.mark.source("A1.deadline", "A2.share", "A7.maximum", "A7.optimum", "A15.clock", "A15.moves_to_go")
@pytest.mark.parametrize(
    ("go", "target_s", "limit_s"),
    [
        # 0.75 x 299.7 / (1.5 + 39) x 2/3, and 2 x 1.5 x 299.7 / (2 x 1.5 + 39) x 2/3
        pytest.param(
            "wtime 300000", 3.7, 14.27, marks=pytest.mark.source("A3.overhead", "A3.assumed", "A5.many")
        ),
        pytest.param("wtime 300000 movestogo 200", 3.7, 14.27, marks=pytest.mark.source("A3.most")),
        # 0.75 x 357 / (1.5 + 19), and 3 x 357 / (3 + 19)
        pytest.param(
            "wtime 300300 winc 3000 movestogo 20", 13.06, 48.68, marks=pytest.mark.source("A2.total")
        ),
        # 75 / (1.5 + 4) x 4/3, and 300 / (3 + 4) x 4/3
        pytest.param("wtime 100300 movestogo 5", 18.18, 57.14, marks=pytest.mark.source("A5.few")),
        # 0.75 x 59.7 / 20.5 x 0.5, and 3 x 59.7 / 22 x 0.5
        pytest.param("wtime 60000 movestogo 20", 1.092, 4.07, marks=pytest.mark.source("A4.low")),
        # 0.75 x 29.7 / 20.5 x 0.3, and 3 x 29.7 / 22 x 0.3
        pytest.param("wtime 30000 movestogo 20", 0.326, 1.215, marks=pytest.mark.source("A4.very_low")),
        pytest.param("wtime 10200 winc 2000", 1.98, 1.98, marks=pytest.mark.source("A11.emergency")),
        pytest.param("wtime 5200 winc 2000", 0.01, 0.01, marks=pytest.mark.source("A11.critical")),
    ],
)
def test_go_is_planned_by_the_formula(engine: UciProcess, go: str, target_s: float, limit_s: float) -> None:
    words = f"{go} btime 1000 binc 100"  # the opponent's clock is not looked at
    assert plan(engine, words) == pytest.approx((target_s, limit_s), abs=0.006)


@pytest.mark.source("A2.main_time")
def test_the_last_move_before_the_control_gets_no_more_than_the_main_time(engine: UciProcess) -> None:
    line = plan_line(engine, "wtime 100300 movestogo 1")
    # 300 / 3 x 4/3 is more than the main time; what is left of it is the engine's guard
    assert "near time control x1.333; main time <=100 s; what the clock can bear <=80.24 s" in line


@pytest.mark.source("A14.moves")
def test_a_position_full_of_captures_is_planned_with_more_difficulty(engine: UciProcess) -> None:
    # 1.5 x 0.75 x 299.7 / (2.25 + 39) x 2/3; the limit assumes the most difficulty anyhow
    assert plan(engine, "wtime 300000", f"fen {KIWIPETE}") == pytest.approx((5.449, 14.27), abs=0.006)


@dataclass
class Document:
    """The document's rules after each depth, in its own figures, and which of them had something to say."""

    difficulty: float = 1.0
    last: tuple[float, str] | None = None
    changes: int = 0
    swung: bool = False
    settled: bool = False

    def __post_init__(self) -> None:
        self.said: list[str] = []

    @property
    def optimum_s(self) -> float:
        optimum_s = self.difficulty * 0.75 * 299.7 / (self.difficulty * 1.5 + 39) * 2 / 3
        return optimum_s * 3 / 4 if self.settled else optimum_s

    def follow(self, depth: int, score_cp: float, move: str) -> None:
        """Follow one finished depth."""
        before, self.last = self.last, (score_cp, move)
        if before is None:
            return
        rise_cp, changed = score_cp - before[0], move != before[1]
        if depth >= 5:
            if rise_cp < -50:
                self.raise_to("drop", 1.3, 2.0)
                self.say("order", changed)
            elif changed:
                self.raise_to("change", 1.2, 1.5)
            else:
                self.say("stable_floor", self.difficulty * 0.8 < 0.8)
                self.say("stable")
                self.difficulty = max(self.difficulty * 0.8, 0.8)
            if abs(rise_cp) > 100 and not self.swung:
                self.swung = True
                self.raise_to("swing", 1.5, 2.0)
            self.changes += changed
            if changed and self.changes == 3:
                self.raise_to("changes", 1.5, 2.0)
        else:
            self.say("early", changed or rise_cp < -50)
        self.settled = depth >= 10 and not changed and abs(rise_cp) < 10
        self.say("settled", self.settled)

    def raise_to(self, why: str, factor: float, most: float) -> None:
        self.say(why)
        self.say(f"{why}_cap", self.difficulty * factor > most)
        self.difficulty = max(self.difficulty, min(self.difficulty * factor, most))

    def say(self, rule: str, holds: bool = True) -> None:
        if holds:
            self.said.append(rule)


@pytest.fixture(scope="module")
def searches() -> list[tuple[Searched, Document]]:
    """Real searches with the default settings, each beside what the document says after its last depth."""
    pairs = []
    for fen in POSITIONS:
        searched = Searched(make_engine("argo"), clock=FIVE_MINUTES, fen=fen)
        document = Document(difficulty=1.5 if fen == KIWIPETE else 1.0)
        for report in searched.reports[:-1]:
            best = report.lines[0]
            document.follow(report.depth, best.score_cp, best.moves[0])
            assert report.elapsed_s < document.optimum_s, "the document would have ended the search"
        best = searched.reports[-1].lines[0]
        document.follow(searched.reports[-1].depth, best.score_cp, best.moves[0])
        pairs.append((searched, document))
    return pairs


@pytest.mark.source("A7.end", "A7.optimum")
def test_a_search_ends_after_the_first_depth_past_the_optimum(
    searches: list[tuple[Searched, Document]],
) -> None:
    for searched, document in searches:
        assert searched.record.reason is Reason.TARGET
        assert searched.record.target_s == pytest.approx(document.optimum_s)
        assert searched.reports[-1].elapsed_s >= document.optimum_s
        difficulty, *others = searched.record.factors
        assert difficulty.name == "difficulty"
        assert difficulty.value == pytest.approx(document.difficulty)
        assert others == ([Factor("settled", 0.75)] if document.settled else [])


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param("early", marks=pytest.mark.source("A6.depth")),
        pytest.param("drop", marks=pytest.mark.source("A6.drop")),
        pytest.param("order", marks=pytest.mark.source("A6.order")),
        pytest.param("change", marks=pytest.mark.source("A6.change")),
        pytest.param("change_cap", marks=pytest.mark.source("A6.change_cap")),
        pytest.param("stable", marks=pytest.mark.source("A6.stable")),
        pytest.param("stable_floor", marks=pytest.mark.source("A6.stable_floor")),
        pytest.param("swing", marks=pytest.mark.source("A14.swing")),
        pytest.param("changes", marks=pytest.mark.source("A14.changes")),
        pytest.param("changes_cap", marks=pytest.mark.source("A14.cap")),
        pytest.param("settled", marks=pytest.mark.source("A13.factor")),
    ],
)
def test_every_rule_had_its_say_in_these_searches(
    searches: list[tuple[Searched, Document]], rule: str
) -> None:
    # If a change of the search makes this fail, other positions are needed, not other rules.
    assert any(rule in document.said for _, document in searches)


@pytest.mark.source("A9.short", "A9.both_sides")
@pytest.mark.parametrize(
    ("fen", "mate_in"),
    [("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", 1), ("8/8/8/8/4P3/2k5/7q/K7 w - - 0 1", -1)],
)
def test_a_short_mate_for_either_side_ends_a_search_at_once(fen: str, mate_in: int) -> None:
    searched = Searched(make_engine("argo"), clock=FIVE_MINUTES, fen=fen)
    assert searched.record.reason is Reason.MATE
    assert searched.reports[-1].lines[0].mate_in == mate_in
    assert searched.record.used_s < 0.1


@pytest.mark.source("A9.horizon", "A9.both_sides")
@pytest.mark.parametrize("fen", ["8/8/2k5/8/8/8/1Q6/K7 w - - 0 1", "8/8/8/4k3/8/8/1Q6/KR6 b - - 0 1"])
def test_a_longer_mate_ends_a_search_that_is_five_plies_deeper(fen: str) -> None:
    searched = Searched(make_engine("argo"), clock=ClockReading(remaining_s=3000.0), fen=fen)
    assert searched.record.reason is Reason.MATE
    mates = [(report.depth, report.lines[0].mate_in) for report in searched.reports]
    plies = [2 * mate - 1 if mate > 0 else -2 * mate for _, mate in mates]
    certain = [mate != 0 and depth >= n + 5 for (depth, mate), n in zip(mates, plies, strict=True)]
    assert certain.index(True) == len(certain) - 1
    assert abs(mates[-1][1]) > 5
