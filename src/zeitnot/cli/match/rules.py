"""What the options of a match about its clock, its referee and its test mean."""

import os
from pathlib import Path
from typing import cast

from zeitnot import games, lab
from zeitnot.cli.options import read_number, read_whole
from zeitnot.errors import SettingError, ZeitnotError

MOST_ERROR_RATE = 0.5
"""Above it a coin would judge better."""


def read_control(clock: str | None, movetime: str | None) -> str | None:
    """Return the clock of a match, or the fixed time of its moves; None for neither."""
    if movetime is None:
        return clock
    if clock is not None:
        raise SettingError(f"--movetime goes without --clock, got {clock!r}")
    return games.move_time_control(movetime, what="--movetime")


def read_rules(
    *, margin: str, stall: float, max_moves: int, decided: "games.Adjudication"
) -> "games.RefereeRules":
    """Return how the referee judges."""
    margins_ms = [read_number(each, option="--margin", least=0) for each in margin.split(",")]
    return games.RefereeRules(
        margins_s=tuple(each / 1000 for each in margins_ms),
        stall_s=stall,
        most_plies=2 * max_moves,
        adjudication=decided,
    )


def read_adjudication(
    resign: str | None, draw: str | None, *, one_sided: bool, syzygy: str
) -> "games.Adjudication":
    """Return when a game is decided before its end."""
    default = games.Adjudication()
    if one_sided and resign is None:
        raise SettingError("--one-sided needs --resign, such as --resign 4/800, got none")
    resign_moves, resign_cp = _moves_and_cp(resign, option="--resign", default_cp=default.resign_cp)
    drawn, _, later = (draw or "").rpartition("/")
    from_move = default.draw_from_move
    if draw is not None and "/" in drawn:
        draw, from_move = drawn, read_whole(later, option=f"--draw {drawn}/FROM")
    draw_moves, draw_cp = _moves_and_cp(draw, option="--draw", default_cp=default.draw_cp)
    return games.Adjudication(
        resign_moves=resign_moves,
        resign_cp=resign_cp,
        resign_one_sided=one_sided,
        draw_moves=draw_moves,
        draw_cp=draw_cp,
        draw_from_move=from_move,
        syzygy=os.pathsep.join(str(Path(each).resolve()) for each in syzygy.split(os.pathsep) if each),
    )


def _moves_and_cp(text: str | None, *, option: str, default_cp: float) -> tuple[int, float]:
    if text is None:
        return 0, default_cp
    moves, slash, score = text.partition("/")
    try:
        count = read_whole(moves, option=option, least=1)
        return count, read_number(score, option=option, least=0) if slash else default_cp
    except ZeitnotError as error:
        raise SettingError(f"{option} must be MOVES/CP, such as 4/{default_cp:g}, got {text!r}") from error


def read_sprt(bounds: tuple[float, float] | None, alpha: float, beta: float, model: str) -> "lab.Sprt | None":
    """Return the test that ends a match; None without bounds."""
    worst = max(alpha, beta)
    if worst >= MOST_ERROR_RATE:
        raise SettingError(
            f"--alpha, --beta and --error-rate must be below {MOST_ERROR_RATE}, got '{worst:g}'"
        )
    if bounds is None:
        return None

    return lab.Sprt(
        elo0=bounds[0],
        elo1=bounds[1],
        alpha=alpha,
        beta=beta,
        model=cast("lab.EloModel", model),  # which the test itself checks
    )
