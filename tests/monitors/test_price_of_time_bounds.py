"""The price of a second: when and for which speed it is asked for, and bounds that belong to one side."""

import pytest

from zeitnot.monitors import DeepeningPrice, EndgamePrice, SimulationPrice
from zeitnot.turns import EndgamePly, Iteration, Reason, SimulationCheck, Snapshot


class Prices:
    """A price of nothing that records the speeds it was asked for."""

    def __init__(self) -> None:
        self.asked: list[float | None] = []

    def __call__(self, speed: float | None) -> float:
        self.asked.append(speed)
        return 0.0


def check(
    elapsed_s: float, samples: int, *, started_s: float = 0.0, budget_s: float | None = None
) -> SimulationCheck:
    snapshot = Snapshot(arms=2, samples=samples, top=())
    return SimulationCheck(elapsed_s=elapsed_s, started_s=started_s, snapshot=snapshot, budget_s=budget_s)


def asked_for(*checks: SimulationCheck) -> list[float | None]:
    """Return the speeds for which a simulation with these checks asks for the price."""
    prices = Prices()
    monitor = SimulationPrice(price_at=prices, decay=0.5, estimator=lambda _: 1.0)
    for each in checks:
        assert not monitor.observe(each).stop
    return prices.asked


def test_the_speed_is_measured_again_when_a_fifth_more_time_has_passed() -> None:
    early, at_a_fifth, later = check(2.1, 1400), check(2.4, 1400), check(2.5, 1250)
    assert asked_for(check(2.0, 2000), early, at_a_fifth) == [1000.0]
    assert asked_for(check(2.0, 2000), early, later) == [1000.0, 500.0]


@pytest.mark.parametrize(
    ("samples", "again"),
    [(4000, False), (4020, False), (4040, False), (4042, True), (3960, False), (3958, True)],
)
def test_speeds_that_differ_by_a_hundredth_have_one_price(samples: int, again: bool) -> None:
    assert (len(asked_for(check(2.0, 2000), check(4.0, samples))) == 2) is again


def test_a_speed_that_becomes_known_or_unknown_has_another_price() -> None:
    unknown, known = check(1.0, 500, budget_s=90.0), check(4.0, 2000)
    assert asked_for(unknown, check(2.0, 0)) == [None]
    assert asked_for(unknown, known, check(9.0, 0)) == [None, 500.0, None]


def test_a_speed_takes_a_sample_and_more_than_a_microsecond() -> None:
    assert asked_for(check(2.0, 1)) == [0.5]
    assert asked_for(check(2.0, 0)) == [None]
    assert asked_for(check(3.0, 5, started_s=3.0)) == [None]
    assert asked_for(check(1.05e-6, 21)) == [pytest.approx(2e7)]


def test_another_simulation_of_the_turn_has_a_speed_of_its_own() -> None:
    assert asked_for(check(8.0, 8000), check(9.0, 250, started_s=8.5)) == [1000.0, 500.0]


def simulated(price: float, elapsed_s: float) -> Reason | None:
    monitor = SimulationPrice(price_at=lambda _: price, decay=0.5, estimator=lambda _: 2.0)
    return monitor.observe(check(elapsed_s, 1000)).reason


def test_a_simulation_stops_only_when_a_second_gains_less_than_it_costs() -> None:
    # A second gains 0.5 x 2 points / 4 s.
    assert simulated(0.25, 4.0) is None
    assert simulated(0.26, 4.0) is Reason.LOSS_BELOW_PRICE


@pytest.mark.parametrize(("price", "reason"), [(0.125, None), (0.13, Reason.LOSS_BELOW_PRICE)])
def test_the_first_depth_is_judged_and_a_gain_as_large_as_the_price_goes_on(
    price: float, reason: Reason | None
) -> None:
    monitor = DeepeningPrice(price_at=lambda _: price, decay=0.5, estimator=lambda *_: 0.5)
    depth = Iteration(elapsed_s=2.0, depth=1, score_cp=0.0, best_move="e2e4", nodes=1000)
    assert monitor.observe(depth).reason is reason


def test_a_search_asks_for_the_price_at_its_nodes_per_second() -> None:
    prices = Prices()
    monitor = DeepeningPrice(price_at=prices, decay=0.5)
    monitor.observe(Iteration(elapsed_s=2.0, depth=3, score_cp=0.0, best_move="e2e4", nodes=1000))
    assert prices.asked == [500.0]


def solved(elapsed_s: float, *, budget_s: float = 100.0, nodes: int = 1000) -> EndgamePly:
    """Return the first depth of a solver that began one second into the turn."""
    return EndgamePly(
        elapsed_s=elapsed_s, started_s=1.0, budget_s=budget_s, depth=1, value_pts=5.0, nodes=nodes
    )


@pytest.mark.parametrize(("budget_s", "reason"), [(5.49, Reason.UNAFFORDABLE), (5.5, None)])
def test_an_endgame_depth_needs_half_as_much_again_as_three_times_the_first(
    budget_s: float, reason: Reason | None
) -> None:
    # One depth of 1 s: the next should take 3 s, so 4.5 s must be left, and that is enough.
    monitor = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=((4.0, 1.0),))
    assert monitor.observe(solved(2.0, budget_s=budget_s)).reason is reason


@pytest.mark.parametrize(("loss_pts", "reason"), [(1.5, None), (1.49, Reason.LOSS_BELOW_PRICE)])
def test_an_endgame_depth_is_begun_if_it_gains_exactly_what_its_time_costs(
    loss_pts: float, reason: Reason | None
) -> None:
    monitor = EndgamePrice(price_at=lambda _: 0.5, ply_losses_pts=((loss_pts, 0.0),))
    assert monitor.observe(solved(2.0)).reason is reason


@pytest.mark.parametrize(
    ("ply", "speed"),
    [
        (solved(3.0, nodes=1000), 500.0),
        (solved(3.0, nodes=1), 0.5),
        (solved(3.0, nodes=0), None),
        (solved(1.0, nodes=1000), None),
    ],
)
def test_an_endgame_asks_for_the_price_at_its_own_speed(ply: EndgamePly, speed: float | None) -> None:
    prices = Prices()
    EndgamePrice(price_at=prices, ply_losses_pts=((4.0, 1.0),)).observe(ply)
    assert prices.asked == [speed]


def test_an_endgame_speed_takes_more_than_a_microsecond() -> None:
    prices = Prices()
    ply = EndgamePly(elapsed_s=1e-6, started_s=0.0, budget_s=9.0, depth=1, value_pts=5.0, nodes=1000)
    EndgamePrice(price_at=prices, ply_losses_pts=()).observe(ply)
    assert prices.asked == [None]


def test_without_a_table_of_losses_an_endgame_loses_nothing() -> None:
    verdict = EndgamePrice(price_at=lambda _: 0.1, ply_losses_pts=()).observe(solved(2.0))
    assert (verdict.reason, verdict.expected_loss_pts) == (Reason.LOSS_BELOW_PRICE, 0.0)


@pytest.mark.parametrize(("elapsed_s", "reason"), [(1.99, None), (2.0, Reason.UNAFFORDABLE)])
def test_an_endgame_depth_is_always_begun_while_time_is_free(elapsed_s: float, reason: Reason | None) -> None:
    monitor = EndgamePrice(price_at=lambda _: 1e9, ply_losses_pts=((4.0, 1.0),), free_s=2.0)
    ply = EndgamePly(elapsed_s=elapsed_s, started_s=1.5, budget_s=0.6, depth=1, value_pts=3.0)
    verdict = monitor.observe(ply)
    assert (verdict.reason, verdict.expected_loss_pts) == (reason, 4.0)
