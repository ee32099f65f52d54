"""Times as people write and read them."""

_MINUTE_S = 60


def read_time(text: str, *, option: str) -> float:
    """Read `180`, `3:00`, `2m30s` or `-5` as seconds; a bare number is seconds, as clocks on a wire are."""
    from zeitnot.clocks.scanner import Scanner

    sign = -1.0 if text.strip().startswith("-") else 1.0
    scan = Scanner(text.replace("-", " ", 1) if sign < 0 else text, what=option)
    amount = scan.amount("a time, such as 180, 3:00 or 2m30s")
    if not scan.at_end():
        raise scan.error("the end")
    return sign * float(amount.number)


def clock_text(seconds: float) -> str:
    """Print what a clock shows: `3:00`, `0:07.5` below ten seconds, `-0:30` when over."""
    if seconds in (float("inf"), float("-inf")):
        return "unlimited"
    tenths = round(abs(seconds) * 10)
    sign = "-" if seconds < 0 and tenths else ""
    if tenths < 100 and tenths % 10:  # noqa: PLR2004 (below ten seconds a clock shows tenths)
        return f"{sign}0:{tenths / 10:04.1f}"
    minutes, whole = divmod(round(abs(seconds)), _MINUTE_S)
    hours, minutes = divmod(minutes, _MINUTE_S)
    return f"{sign}{hours}:{minutes:02}:{whole:02}" if hours else f"{sign}{minutes}:{whole:02}"
