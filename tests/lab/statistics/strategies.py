"""Outcomes for Hypothesis: of any shape, from none to many."""

from hypothesis import strategies as st

from zeitnot.lab import Pentanomial, Score, Trinomial

COUNT = st.one_of(st.just(0), st.integers(0, 30), st.integers(0, 100_000))

trinomials = st.builds(Trinomial, wins=COUNT, draws=COUNT, losses=COUNT)
pentanomials = st.builds(Pentanomial, counts=st.tuples(COUNT, COUNT, COUNT, COUNT, COUNT))
outcomes = st.one_of(trinomials, pentanomials)

openings = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=2), max_size=12)
"""Half points of the games of some openings."""


def score_of(games: list[list[int]]) -> Score:
    return Score.of_pairs(games)


scores = st.builds(score_of, openings)
