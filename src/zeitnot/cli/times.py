"""Times as options give them."""


def read_time(text: str, *, option: str) -> float:
    """Read `180`, `3:00`, `2m30s` or `-5` as seconds; a bare number is seconds, as clocks on a wire are."""
    from zeitnot.clocks import Scanner

    sign = -1.0 if text.strip().startswith("-") else 1.0
    scan = Scanner(text.replace("-", " ", 1) if sign < 0 else text, what=option)
    amount = scan.amount("a time, such as 180, 3:00 or 2m30s")
    if not scan.at_end():
        raise scan.error("the end")
    return sign * float(amount.number)
