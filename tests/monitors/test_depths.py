import pytest

from zeitnot.monitors import EndgameDepths, MateFound, RecentChanges, measured_growth, next_depth_s
from zeitnot.turns import GO_ON, EndgamePly, Iteration, Reason, Tick


def ply(depth: int, elapsed_s: float, value_pts: float, *, budget_s: float = 100.0) -> EndgamePly:
    """Return a report of a solver that began one second into the turn."""
    return EndgamePly(elapsed_s=elapsed_s, started_s=1.0, budget_s=budget_s, depth=depth, value_pts=value_pts)


@pytest.mark.source("M13.prediction")
def test_next_depth_takes_the_last_depths_time_times_the_ratio_of_the_last_two() -> None:
    times_s = [0.1, 0.5, 2.0]
    growth = measured_growth(times_s, otherwise=3.0)
    assert growth == pytest.approx(4.0)
    assert next_depth_s(times_s, growth=growth) == pytest.approx(8.0)


@pytest.mark.parametrize("times_s", [[], [0.5], [0.0, 0.5]])
def test_a_ratio_that_cannot_be_had_is_guessed(times_s: list[float]) -> None:
    assert measured_growth(times_s, otherwise=3.0) == 3.0


def test_nothing_done_predicts_nothing() -> None:
    assert next_depth_s([], growth=3.0) == 0.0


@pytest.mark.source("M13.safety")
@pytest.mark.parametrize(("budget_s", "reason"), [(28.9, Reason.UNAFFORDABLE), (29.1, None)])
def test_a_depth_is_begun_only_with_one_and_a_half_times_its_time_left(
    budget_s: float, reason: Reason | None
) -> None:
    # Depths of 1 s and 4 s: the next should take 16 s, so 24 s must be left; 5 s are used.
    monitor = EndgameDepths()
    assert monitor.observe(ply(1, 2.0, 5.0, budget_s=budget_s)) is GO_ON
    assert monitor.observe(ply(2, 6.0, 7.0, budget_s=budget_s)).reason is reason


@pytest.mark.source("M13.stable")
def test_a_value_that_two_depths_agree_on_is_final() -> None:
    monitor = EndgameDepths()
    assert monitor.observe(ply(1, 1.1, 7.0)) is GO_ON
    assert monitor.observe(ply(2, 1.2, 7.0)).reason is Reason.STABLE


@pytest.mark.source("M13.stable")
def test_a_value_that_still_moves_goes_on() -> None:
    monitor = EndgameDepths()
    for depth, value_pts in enumerate([7.0, 9.0, 7.0, 8.5], 1):
        assert monitor.observe(ply(depth, 1.0 + 0.1 * depth, value_pts)) is GO_ON


def test_stability_can_ask_for_more_depths() -> None:
    monitor = EndgameDepths(stable_depths=3, minimum_depths=4)
    reasons = [monitor.observe(ply(depth, 1.0 + 0.01 * depth, 7.0)).reason for depth in range(1, 5)]
    assert reasons == [None, None, None, Reason.STABLE]


def test_value_and_time_of_every_depth_are_kept() -> None:
    monitor = EndgameDepths()
    monitor.observe(ply(1, 1.5, 7.0))
    monitor.observe(ply(2, 2.5, 9.0))
    assert monitor.values_pts == [7.0, 9.0]
    assert monitor.times.seconds == pytest.approx([0.5, 1.0])


def test_other_progress_does_not_disturb_it() -> None:
    monitor = EndgameDepths()
    monitor.observe(ply(1, 1.5, 7.0))
    assert monitor.observe(Tick(elapsed_s=1.7)) is GO_ON
    assert monitor.observe(Iteration(elapsed_s=1.8, depth=1, score_cp=0.0, best_move="e2e4")) is GO_ON
    monitor.observe(ply(2, 2.5, 9.0))
    assert monitor.times.seconds == pytest.approx([0.5, 1.0])


@pytest.mark.parametrize(("budget_s", "reason"), [(5.49, Reason.UNAFFORDABLE), (5.5, None)])
def test_the_first_depth_is_expected_to_grow_threefold(budget_s: float, reason: Reason | None) -> None:
    # One depth of 1 s: the next should take 3 s, so 4.5 s must be left, and that is enough.
    assert EndgameDepths().observe(ply(1, 2.0, 5.0, budget_s=budget_s)).reason is reason


def test_a_depth_that_took_no_time_is_followed_by_another() -> None:
    assert EndgameDepths().observe(ply(1, 1.0, 5.0, budget_s=0.1)) is GO_ON


def depth(number: int, mate_in: int | None) -> Iteration:
    return Iteration(elapsed_s=1.0, depth=number, score_cp=0.0, best_move="e2e4", mate_in=mate_in)


@pytest.mark.source("A9.short", "A9.both_sides")
@pytest.mark.parametrize("mate_in", [1, 5, -1, -5])
def test_a_mate_in_five_or_less_ends_the_search_at_any_depth(mate_in: int) -> None:
    assert MateFound().observe(depth(1, mate_in)).reason is Reason.MATE


@pytest.mark.source("A9.horizon", "A9.both_sides")
@pytest.mark.parametrize(("mate_in", "plies"), [(6, 11), (10, 19), (-6, 12), (-10, 20)])
def test_a_longer_mate_ends_it_five_plies_past_its_horizon(mate_in: int, plies: int) -> None:
    assert MateFound().observe(depth(plies + 4, mate_in)) is GO_ON
    assert MateFound().observe(depth(plies + 5, mate_in)).reason is Reason.MATE


def test_without_a_mate_it_says_nothing() -> None:
    assert MateFound().observe(depth(60, None)) is GO_ON
    assert MateFound().observe(Tick(elapsed_s=9.0)) is GO_ON


def test_a_mate_in_one_is_one_ply_deep() -> None:
    assert MateFound(within_moves=0).observe(depth(5, 1)) is GO_ON
    assert MateFound(within_moves=0).observe(depth(6, 1)).reason is Reason.MATE


def changed(best_move: str, number: int, inside: float = 0.0) -> Iteration:
    return Iteration(elapsed_s=1.0, depth=number, score_cp=0.0, best_move=best_move, best_move_changes=inside)


def test_a_change_of_the_best_move_counts_half_with_every_depth_that_follows() -> None:
    recent = RecentChanges()
    counts = [recent.after(changed(move, depth)) for depth, move in enumerate(("a", "a", "b", "b", "c"), 1)]
    assert counts == [0.0, 0.0, 1.0, 0.5, 1.25]
    assert recent.changed_at == 5


def test_changes_that_a_search_counts_inside_a_depth_are_not_counted_twice() -> None:
    recent = RecentChanges(memory=0.25)
    assert recent.after(changed("a", 1, inside=2.0)) == 2.0
    assert recent.after(changed("b", 2, inside=3.0)) == 3.5
