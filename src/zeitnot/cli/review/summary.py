"""Review summary: a game, or a player over many games, at the terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from zeitnot import clocks, games, review
from zeitnot.cli.console import output, printable
from zeitnot.cli.narrow_table import NarrowTable, figures, words

_FEW_GAMES = 3
"""Games up to which each has its moments shown; of more, there is a line for each."""
_MOST_LINES = 40
"""Games that have a line each."""
_STYLES = {
    "too long": "yellow",
    "too quick": "red",
    "in time trouble": "magenta",
    "well spent": "green",
}
_WORDS_WIDTH = 24


def show_review(found: "review.Review", *, moves: bool) -> None:
    """Print games and players."""
    console = output()
    if len(found.games) <= _FEW_GAMES:
        for each in found.games:
            _show_game(console, each, moves=moves)
    else:
        _show_games(console, found.games[:_MOST_LINES])
        if len(found.games) > _MOST_LINES:
            console.print(f"and {len(found.games) - _MOST_LINES:,} more games", style="dim")
    for profile in found.profiles:
        _show_profile(console, profile)
    judge = found.engine or "the built-in engine"
    console.print(
        Text(
            printable(
                f"Judged by {judge}, {found.nodes:,} nodes a position. Points are expected score: 1 is a win."
            ),
            style="dim",
        )
    )


def _show_game(console: Console, found: "review.GameReview", *, moves: bool) -> None:
    game = found.game
    control = "unknown control" if game.control is None else str(game.control)
    head = f"{game.white} - {game.black}  {game.result}  {control}  {game.date}"
    console.print(Text(printable(head), style="bold"))
    for side in found.sides:
        for line in _side_lines(side):
            console.print(Text(printable(line)))
    chosen = found.moves if moves else found.moments
    if chosen:
        console.print(_moves_table(chosen))


def _side_lines(side: "review.SideReview") -> Iterable[str]:
    colour = "White" if side.is_white else "Black"
    if side.pace is None:
        yield f"{colour} {side.name}: times are unknown; {side.loss:.2f} points lost"
        return
    left = "" if side.left_s is None else f", {clocks.clock_text(side.left_s)} left"
    yield (
        f"{colour} {side.name}: {clocks.clock_text(side.used_s)} used{left}; "
        f"a minute was worth {60 * side.price_per_s:.3f} points"
    )
    if side.share is not None:
        error = "" if side.share_error is None else f" ± {100 * side.share_error:.0f}"
        yield (
            f"  {100 * side.share:.0f}{error} % of what the same time could achieve; "
            f"{clocks.clock_text(side.moved_s)} elsewhere would have gained {side.gain:.2f}"
        )
    trouble = (
        "no time trouble"
        if side.trouble_from is None
        else f"in time trouble since move {side.trouble_from}: lost {side.trouble_loss:.2f} there"
    )
    yield f"  {trouble}, {side.calm_loss:.2f} with time on the clock"
    if side.managers:
        own = side.expected_loss
        told = ", ".join(f"{each.name} {each.loss:.2f}" for each in side.managers)
        yield f"  expected to lose with this clock: {side.name} {own:.2f}, {told}"


def _moves_table(moves: "Sequence[review.MoveReview]") -> NarrowTable:
    return NarrowTable.of(
        moves,
        words("move", lambda each: each.move.label),
        figures("time", lambda each: _time_text(each.move.time.used_s)),
        figures("clock", lambda each: _time_text(each.move.time.before_s), 1),
        figures("lost", lambda each: f"{each.loss:.2f}", 2),
        words("verdict", _verdict_text),
        words("why", lambda each: each.words, wraps=_WORDS_WIDTH),
    )


def _verdict_text(each: "review.MoveReview") -> Text:
    return Text(each.verdict.value, style=_STYLES.get(each.verdict, ""))


def _time_text(time_s: float | None) -> str:
    return "?" if time_s is None else clocks.clock_text(time_s)


def _show_games(console: Console, found: "Sequence[review.GameReview]") -> None:
    rows = [(each.game, side) for each in found for side in each.sides]
    console.print(
        NarrowTable.of(
            rows,
            words("player", lambda row: row[1].name, shortest=10),
            words("against", lambda row: row[0].players[1 if row[1].is_white else 0], shortest=8),
            words("result", lambda row: row[0].result),
            figures("used", lambda row: clocks.clock_text(row[1].used_s), 3),
            figures("achieved", lambda row: _share_text(row[1])),
            figures("lost", lambda row: f"{row[1].loss:.2f}"),
            figures("in trouble", lambda row: f"{row[1].trouble_loss:.2f}", 1),
            figures("could gain", lambda row: f"{row[1].gain:.2f}", 2),
        )
    )


def _share_text(side: "review.SideReview") -> str:
    return "" if side.share is None else f"{100 * side.share:.0f} %"


def _show_profile(console: Console, profile: "review.PlayerProfile") -> None:
    head = f"{profile.name}: {profile.all.games} games, {profile.all.moves:,} moves"
    console.print(Text(printable(head), style="bold"))
    share = _estimate_text(profile.all.share)
    if share:
        console.print(f"The clock was used for {share} of what the same time could achieve.")
    gain = profile.gain
    error = "" if gain.error is None else f" ± {gain.error:.2f}"
    console.print(f"Moving seconds would have gained {gain.mean:.2f}{error} points a game.")
    if profile.trend is not None:
        console.print(f"From the first game to the last: {_estimate_text(profile.trend, sign='+')}.")
    console.print(Text(profile.typical))
    groups = [*profile.phases, *profile.controls, *profile.colours]
    console.print(
        NarrowTable.of(
            groups,
            words("part", lambda each: each.name),
            figures("games", lambda each: f"{each.games:,}", 1),
            figures("s a move", lambda each: f"{each.move_s:.1f}"),
            figures("achieved", lambda each: _estimate_text(each.share)),
            figures("lost a game", lambda each: f"{each.loss:.2f}"),
            figures("in trouble", lambda each: f"{each.trouble_loss:.2f}", 2),
            figures("too long", lambda each: f"{each.too_long:.1f}", 3),
            figures("too quick", lambda each: f"{each.too_quick:.1f}", 4),
        )
    )


def _estimate_text(share: "games.Estimate | None", sign: str = "") -> str:
    if share is None:
        return ""
    error = "" if share.error is None else f" ± {100 * share.error:.0f}"
    return f"{100 * share.mean:{sign}.0f}{error} %"
