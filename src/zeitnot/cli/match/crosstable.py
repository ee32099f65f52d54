"""Cross tables in plain text, as match runners print them, and Elo with a prior."""

from typing import Annotated

from zeitnot import lab
from zeitnot.cli.console import printable
from zeitnot.cli.options import option, read_number

NAME_WIDTH = 30
"""Longest part of a name that is printed."""
_FAR = "-"


def _read_prior(text: str | float) -> float:
    return read_number(str(text), option="--prior", least=0)


PriorOption = Annotated[
    float,
    option(
        "DRAWS",
        "Draws that everybody is given before Elo is computed, as in BayesElo: nobody is far above then. "
        "0: none.",
        "--prior",
        parser=_read_prior,
    ),
]


def cross_table_text(standings: "lab.MatchStandings") -> str:
    """Return a ranking with Elo and its error, and what each made against each, by rank."""
    rows = standings.table.rows
    names = [_cut(row.name) for row in rows]
    width = max(map(len, [*names, "Name"]))
    heads = ["Elo", "+/-", "Games", "Score", "Draws", *(str(rank + 1) for rank in range(len(rows)))]
    cells = [
        [
            *_elo_cells(standings.elo(row.name)),
            str(row.score.games.games),
            _share(row.score.games.points, row.score.games.games),
            _share(row.score.games.draws, row.score.games.games),
            *(
                "***" if score is None and place == other else _points(score)
                for other, score in enumerate(against)
            ),
        ]
        for place, (row, against) in enumerate(zip(rows, standings.table.cross_table, strict=True))
    ]
    widths = [max(len(line[column]) for line in [heads, *cells]) for column in range(len(heads))]

    def line(rank: str, name: str, values: list[str]) -> str:
        figures = " ".join(value.rjust(size + 1) for value, size in zip(values, widths, strict=True))
        return f"{rank:>4} {name:<{width}} {figures}".rstrip()

    lines = [line(str(rank), name, row) for rank, (name, row) in enumerate(zip(names, cells, strict=True), 1)]
    return "\n".join([line("Rank", "Name", heads), *lines])


def _cut(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= NAME_WIDTH else f"{shown[: NAME_WIDTH - 1]}…"


def _elo_cells(elo: "lab.EloEstimate | None") -> tuple[str, str]:
    if elo is None or abs(elo.elo) == float("inf"):
        return _FAR if elo is None else "inf" if elo.elo > 0 else "-inf", _FAR
    return f"{elo.elo:.0f}", _FAR if elo.error == float("inf") else f"{elo.error:.0f}"


def _share(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else _FAR


def _points(score: "lab.Score | None") -> str:
    """Return points of games, such as 5.5/10."""
    if score is None or not score.games.games:
        return _FAR
    return f"{score.games.points:g}/{score.games.games}"
