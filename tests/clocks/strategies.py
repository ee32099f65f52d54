"""Hypothesis strategies for every kind of time control."""

from hypothesis import strategies as st

from zeitnot.clocks import Byoyomi, DelayKind, Overtime, Stage, TimeControl


def times_s(*, least_ms: int = 0, most_ms: int = 20_000_000) -> st.SearchStrategy[float]:
    return st.integers(least_ms, most_ms).map(lambda ms: ms / 1000)


def plain_stages(*, least_ms: int = 1) -> st.SearchStrategy[Stage]:
    return st.builds(Stage, base_s=times_s(least_ms=least_ms))


@st.composite
def stages(draw: st.DrawFn, *, moves: bool, delays: bool = True) -> Stage:
    delay_s = draw(st.just(0.0) | times_s(most_ms=60_000)) if delays else 0.0
    kinds = st.sampled_from(DelayKind) if delay_s else st.just(DelayKind.SIMPLE)
    return Stage(
        base_s=draw(times_s(least_ms=1)),
        moves=draw(st.integers(1, 99)) if moves else None,
        increment_s=draw(st.just(0.0) | times_s(most_ms=60_000)),
        delay_s=delay_s,
        delay_kind=draw(kinds),
    )


@st.composite
def staged(draw: st.DrawFn, *, delays: bool = True) -> TimeControl:
    first = draw(st.lists(stages(moves=True, delays=delays), max_size=2))
    last = draw(stages(moves=draw(st.booleans()), delays=delays))
    return TimeControl(stages=(*first, last))


byoyomis = st.builds(Byoyomi, period_s=times_s(least_ms=1), periods=st.integers(1, 30)) | st.builds(
    Byoyomi, period_s=times_s(least_ms=1), moves=st.integers(2, 30)
)


@st.composite
def with_byoyomi(draw: st.DrawFn) -> TimeControl:
    first = draw(st.lists(stages(moves=True), max_size=1))
    last = draw(plain_stages(least_ms=0 if not first else 1))
    return TimeControl(stages=(*first, last), byoyomi=draw(byoyomis))


overtimes = st.builds(
    Overtime,
    points=st.integers(1, 100),
    period_s=st.just(60.0) | times_s(least_ms=1),
    forfeit_after_s=st.none() | times_s(),
)


@st.composite
def with_overtime(draw: st.DrawFn) -> TimeControl:
    return TimeControl(stages=(draw(stages(moves=False, delays=False)),), overtime=draw(overtimes))


hourglasses = plain_stages().map(lambda stage: TimeControl(stages=(stage,), hourglass=True))
without_clock = (
    st.just(TimeControl.infinite())
    | st.integers(1, 200).map(lambda depth: TimeControl(depth=depth))
    | times_s(least_ms=1).map(lambda time_s: TimeControl(move_time_s=time_s))
)
pgn_controls = staged(delays=False) | hourglasses | st.just(TimeControl.infinite())
clocked = staged() | with_byoyomi() | with_overtime() | hourglasses
controls = clocked | without_clock
