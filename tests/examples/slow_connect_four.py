"""Connect Four in the plainest way, as an oracle: rows of letters, and every line of play to its end."""

from functools import cache
from itertools import product
from random import Random

WIDTH, HEIGHT = 7, 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

Columns = tuple[str, ...]
"""Discs of each column from below, `a` for who began and `b` for the other."""


def columns_after(line: str) -> Columns:
    columns = [""] * WIDTH
    for place, letter in enumerate(line):
        columns[int(letter) - 1] += "ab"[place % 2]
    return tuple(columns)


def has_won(columns: Columns, who: str) -> bool:
    there = {(x, y) for x, column in enumerate(columns) for y, disc in enumerate(column) if disc == who}
    return any(
        all((x + step * dx, y + step * dy) in there for step in range(4))
        for (x, y), (dx, dy) in product(there, DIRECTIONS)
    )


@cache
def solved(columns: Columns) -> tuple[int, int]:
    """Return who wins for the side to move, 1, 0 or -1, and in how many half moves with best play."""
    discs = sum(map(len, columns))
    if has_won(columns, "ba"[discs % 2]):
        return -1, 0
    if discs == WIDTH * HEIGHT:
        return 0, 0
    results = []
    for column in range(WIDTH):
        if len(columns[column]) < HEIGHT:
            value, plies = solved(after(columns, column))
            results.append((-value, plies + 1))
    # Win as soon as possible, lose as late as possible.
    return max(results, key=lambda result: (result[0], -result[0] * result[1]))


def after(columns: Columns, column: int) -> Columns:
    disc = "ab"[sum(map(len, columns)) % 2]
    return tuple(each + disc if place == column else each for place, each in enumerate(columns))


def random_line(rng: Random, discs: int) -> str:
    """Return a line of columns after which nobody has won."""
    while True:
        line, columns = "", columns_after("")
        while len(line) < discs:
            free = [column for column in range(WIDTH) if len(columns[column]) < HEIGHT]
            column = rng.choice(free)
            line, columns = f"{line}{column + 1}", after(columns, column)
            if has_won(columns, "ba"[len(line) % 2]):
                break
        else:
            return line
