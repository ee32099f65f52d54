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
        _show_profile(console, profile, found.reviewer.rules)
    work = f"{found.work:,} {games.find_game(found.game).work_unit} a position"
    basis = f"Judged by {found.judge}, {work}. {found.reviewer.points_words}"
    console.print(Text(printable(basis), style="dim"))


def _show_game(console: Console, found: "review.GameReview", *, moves: bool) -> None:
    game = found.game
    control = "unknown control" if game.control is None else str(game.control)
    head = f"{game.players[0]} - {game.players[1]}  {game.result}  {control}  {game.date}"
    console.print(Text(printable(head), style="bold"))
    for side in found.sides:
        for line in _side_lines(side, games.find_game(game.game).reviewer()):
            console.print(Text(printable(line)))
    chosen = found.moves if moves else found.moments
    if chosen:
        console.print(_moves_table(chosen, found.rules))


def _side_lines(side: "review.SideReview", reviewer: "games.Reviewer") -> Iterable[str]:
    rules, shown = reviewer.rules, reviewer.rules.loss_text
    player = reviewer.named(side.seat, side.name)
    if side.pace is None:
        yield f"{player}: times are unknown; {shown(side.loss)} points lost"
        return
    left = "" if side.left_s is None else f", {clocks.clock_text(side.left_s)} left"
    yield (
        f"{player}: {clocks.clock_text(side.used_s)} used{left}; "
        f"a minute was worth {60 * side.price_per_s:.{rules.digits + 1}f} points"
    )
    if side.share is not None:
        error = "" if side.share_error is None else f" ± {100 * side.share_error:.0f}"
        yield (
            f"  {100 * side.share:.0f}{error} % of what the same time could achieve; "
            f"{clocks.clock_text(side.moved_s)} elsewhere would have gained {shown(side.gain)}"
        )
    trouble = "no time trouble"
    if side.trouble_from is not None:
        since = f"{rules.turn_word} {side.trouble_from}"
        trouble = f"in time trouble since {since}: lost {shown(side.trouble_loss)} there"
    overtime = f" ({side.penalty:g} points for overtime)" if side.penalty else ""
    yield f"  {trouble}{overtime}, {shown(side.calm_loss)} with time on the clock"
    if side.managers:
        own = side.expected_loss
        told = ", ".join(f"{each.name} {shown(each.loss)}" for each in side.managers)
        yield f"  expected to lose with this clock: {side.name} {shown(own)}, {told}"


def _moves_table(moves: "Sequence[review.MoveReview]", rules: "games.VerdictRules") -> NarrowTable:
    return NarrowTable.of(
        moves,
        words(rules.turn_word, lambda each: each.move.label),
        figures("time", lambda each: _time_text(each.move.time.used_s)),
        figures("clock", lambda each: _time_text(each.move.time.before_s), 1),
        figures("lost", lambda each: _lost_text(each, rules), 2),
        words("verdict", _verdict_text),
        words("why", lambda each: each.words, wraps=_WORDS_WIDTH),
    )


def _lost_text(each: "review.MoveReview", rules: "games.VerdictRules") -> str:
    return "?" if each.verdict is review.TimeVerdict.NOT_JUDGED else rules.loss_text(each.loss)


def _verdict_text(each: "review.MoveReview") -> Text:
    return Text(each.verdict.value, style=_STYLES.get(each.verdict, ""))


def _time_text(time_s: float | None) -> str:
    return "?" if time_s is None else clocks.clock_text(time_s)


def _show_games(console: Console, found: "Sequence[review.GameReview]") -> None:
    rows = [(each.game, side) for each in found for side in each.sides]
    shown = found[0].rules.loss_text
    console.print(
        NarrowTable.of(
            rows,
            words("player", lambda row: row[1].name, shortest=10),
            words("against", lambda row: row[0].players[1 - row[1].seat], shortest=8),
            words("result", lambda row: row[0].result),
            figures("used", lambda row: clocks.clock_text(row[1].used_s), 3),
            figures("achieved", lambda row: _share_text(row[1])),
            figures("lost", lambda row: shown(row[1].loss)),
            figures("in trouble", lambda row: shown(row[1].trouble_loss), 1),
            figures("could gain", lambda row: shown(row[1].gain), 2),
        )
    )


def _share_text(side: "review.SideReview") -> str:
    return "" if side.share is None else f"{100 * side.share:.0f} %"


def _show_profile(console: Console, profile: "review.PlayerProfile", rules: "games.VerdictRules") -> None:
    shown = rules.loss_text
    head = f"{profile.name}: {profile.all.games} games, {profile.all.moves:,} {rules.turn_word}s"
    console.print(Text(printable(head), style="bold"))
    share = _estimate_text(profile.all.share)
    if share:
        console.print(f"The clock was used for {share} of what the same time could achieve.")
    gain = profile.gain
    error = "" if gain.error is None else f" ± {shown(gain.error)}"
    console.print(f"Moving seconds would have gained {shown(gain.mean)}{error} points a game.")
    if profile.trend is not None:
        console.print(f"From the first game to the last: {_estimate_text(profile.trend, sign='+')}.")
    console.print(Text(profile.typical))
    groups = [*profile.phases, *profile.controls, *profile.seats]
    console.print(
        NarrowTable.of(
            groups,
            words("part", lambda each: each.name),
            figures("games", lambda each: f"{each.games:,}", 1),
            figures(f"s a {rules.turn_word}", lambda each: f"{each.move_s:.1f}"),
            figures("achieved", lambda each: _estimate_text(each.share)),
            figures("lost a game", lambda each: shown(each.loss)),
            figures("in trouble", lambda each: shown(each.trouble_loss), 2),
            figures("too long", lambda each: f"{each.too_long:.1f}", 3),
            figures("too quick", lambda each: f"{each.too_quick:.1f}", 4),
        )
    )


def _estimate_text(share: "games.Estimate | None", sign: str = "") -> str:
    if share is None:
        return ""
    error = "" if share.error is None else f" ± {100 * share.error:.0f}"
    return f"{100 * share.mean:{sign}.0f}{error} %"
