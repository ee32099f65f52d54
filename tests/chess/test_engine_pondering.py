"""Pondering in the search itself, in work time; the hit comes out of the search's own report."""

import chess
import pytest

from tests.chess.fixtures_engine import make_engine
from zeitnot._native import Report
from zeitnot.chess.engine import Engine, PlayedMove, Reply, Request
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason

CLOCK = ClockReading(remaining_s=60.0, increment_s=1.0)
POLICIES = ("uniform", "neurofish", "mergen", "argo", "textbook", "textbook-complete", "stockfish")


def ponder(engine: Engine, *, hit_after_s: float, limits: Limits | None = None) -> tuple[PlayedMove, float]:
    """Ponder until the first report past a time, then hit; tells when that was."""
    hit: list[float] = []

    def on_report(report: Report) -> None:
        if report.elapsed_s >= hit_after_s and not hit:
            hit.append(report.elapsed_s)
            engine.ponder_hit()

    request = Request(board=chess.Board(), clock=CLOCK, limits=limits or Limits(ponder=True))
    return engine.think(request, on_report=on_report), hit[0]


@pytest.mark.source("T12.hit", "T12.free", "G13.pondering")
@pytest.mark.parametrize("policy", POLICIES)
def test_after_an_early_hit_the_search_goes_on_within_its_budget(policy: str) -> None:
    engine = make_engine(policy)
    outcome, hit_s = ponder(engine, hit_after_s=0.01)
    record = outcome.record
    assert record.used_s == pytest.approx(engine.result.elapsed_s - hit_s)
    looks_s = record.budget.settings.node_interval / 20_000
    assert engine.result.elapsed_s <= record.budget.limit_s + looks_s
    assert record.reason is not Reason.CALLER
    assert engine.manager.previous is record


@pytest.mark.source("T12.hit", "G13.pondering")
@pytest.mark.parametrize("policy", POLICIES)
def test_a_hit_after_long_pondering_is_answered_at_once_or_soon(policy: str) -> None:
    engine = make_engine(policy)
    outcome, _ = ponder(engine, hit_after_s=20.0)
    record = outcome.record
    assert engine.result.elapsed_s >= 20.0
    assert record.used_s <= record.budget.limit_s - record.target_s + 0.2
    assert record.reason not in (Reason.CALLER, Reason.OTHER)


@pytest.mark.source("T12.hit")
def test_a_search_that_has_seen_enough_ends_with_the_hit() -> None:
    engine = make_engine("textbook")
    request = Request(board=chess.Board(), clock=CLOCK, limits=Limits(ponder=True))
    thinking = engine.prepare(request)

    def on_report(report: Report) -> None:
        if thinking.ripe is not None:
            engine.ponder_hit()

    outcome = engine.run(on_report=on_report)
    assert outcome.record.reason is Reason.TARGET
    assert outcome.record.used_s == 0.0


@pytest.mark.source("T12.miss")
def test_on_a_miss_the_search_stops_at_once_and_the_next_one_knows_nothing_of_it() -> None:
    engine = make_engine("stockfish")
    request = Request(board=chess.Board(), clock=CLOCK, limits=Limits(ponder=True))
    outcome = engine.think(request, on_report=lambda report: engine.stop() if report.depth == 8 else None)
    assert outcome.record.reason is Reason.CALLER
    assert outcome.record.used_s == 0.0
    assert engine.result.nodes - engine.result.last.nodes <= 1024
    assert engine.manager.previous is None
    assert engine.manager.overhead.measurements == 0


@pytest.mark.parametrize("limits", [Limits(ponder=True, depth=3), Limits(ponder=True, nodes=200)])
def test_a_search_that_ends_before_the_hit_waits_for_it(limits: Limits) -> None:
    import threading

    engine = make_engine()
    outcomes: list[PlayedMove] = []
    engine.prepare(Request(board=chess.Board(), clock=CLOCK, limits=limits))
    thread = threading.Thread(target=lambda: outcomes.append(engine.run()))
    thread.start()
    thread.join(timeout=0.05)
    assert outcomes == []
    engine.ponder_hit()
    thread.join(timeout=60)
    assert [outcome.record.used_s for outcome in outcomes] == [0.0]
    assert engine.manager.previous is outcomes[0].record


def test_a_hit_without_pondering_is_harmless() -> None:
    engine = make_engine()
    engine.ponder_hit()
    outcome = engine.think(
        Request(board=chess.Board(), limits=Limits(depth=3)), on_report=lambda report: engine.ponder_hit()
    )
    assert outcome.record.reason is Reason.DEPTH


def pondered(policy: str, *, at_s: float, expected: bool = True) -> tuple[Engine, PlayedMove]:
    """Ponder in work time on a reply that is known beforehand."""
    engine = make_engine(policy)
    reply = Reply(at_s=at_s, expected=expected)
    request = Request(board=chess.Board(), clock=CLOCK, limits=Limits(ponder=True), reply=reply)
    return engine, engine.think(request)


@pytest.mark.source("T12.hit", "T12.free")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("at_s", [0.0, 0.5, 20.0])
def test_a_reply_that_is_known_ends_the_pondering_when_it_comes(policy: str, at_s: float) -> None:
    engine, outcome = pondered(policy, at_s=at_s)
    record, elapsed_s = outcome.record, engine.result.elapsed_s
    look_s = record.budget.settings.node_interval / 20_000
    assert elapsed_s >= at_s
    assert record.used_s == pytest.approx(elapsed_s - at_s)
    assert record.used_s <= max(record.budget.limit_s - min(at_s, record.target_s), 0.0) + look_s
    assert (record.pondered_s, record.ponder_hit) == (at_s, True)
    assert engine.manager.previous is record


@pytest.mark.source("T12.hit")
def test_a_search_that_is_ripe_when_the_known_reply_comes_is_answered_at_once() -> None:
    _, outcome = pondered("textbook", at_s=20.0)
    assert outcome.record.reason is Reason.TARGET
    assert outcome.record.used_s <= 2048 / 20_000


@pytest.mark.source("T12.hit")
def test_what_was_pondered_shortens_the_turn() -> None:
    plain = pondered("textbook", at_s=0.0)[1].record
    for at_s in (0.5, 1.7):  # before the target: the search is the same, and the clock pays for the rest
        record = pondered("textbook", at_s=at_s)[1].record
        assert at_s < record.target_s
        assert record.depth == plain.depth
        assert record.used_s == pytest.approx(plain.used_s - at_s)


@pytest.mark.source("T12.miss")
def test_another_reply_ends_the_pondering_and_counts_for_nothing() -> None:
    engine, outcome = pondered("textbook", at_s=0.5, expected=False)
    assert 0.5 <= engine.result.elapsed_s <= 0.5 + 2048 / 20_000
    assert outcome.record.used_s == 0.0
    assert not outcome.record.ponder_hit
    assert engine.manager.previous is None
