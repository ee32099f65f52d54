"""Match screen: live standings at a terminal, plain lines elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from zeitnot.cli.match_progress import MatchProgress, RunningGame
from zeitnot.cli.match_table import elo_text, headline, summary
from zeitnot.lab.fleet import Event, Finished, Lost

if TYPE_CHECKING:
    from zeitnot.lab.match import PlayedGame

REFRESH_PER_S = 4
"""Often enough for clocks, seldom enough to cost nothing."""
_FAULTS = 5
_MOST_GAMES = 8
_LOW_S = 1.0
_RESULTS = {2: "1-0", 1: "½-½", 0: "0-1"}


@contextmanager
def watched(progress: MatchProgress) -> Iterator[Callable[[Event], None]]:
    """Show a match on the error output: live where it is a terminal, else a line for each game."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda event: _line(console, progress, event)
        return
    screen = _Screen(progress)
    with Live(
        screen, console=console, refresh_per_second=REFRESH_PER_S, transient=True, redirect_stdout=False
    ):
        yield screen.saw


class _Screen:
    """Everything that changes while a match is played."""

    def __init__(self, progress: MatchProgress) -> None:
        self._progress = progress
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        )
        self._task = self._bar.add_task("games", total=progress.total, completed=len(progress.rows))

    def saw(self, event: Event) -> None:
        if isinstance(event, Finished):
            self._bar.update(self._task, completed=len(self._progress.rows))

    def __rich__(self) -> RenderableType:
        progress = self._progress
        parts: list[RenderableType] = [Text(headline(progress.plan), style="dim")]
        parts.append(summary(progress.plan, progress.standings))
        parts.append(self._games())
        parts.extend(Text(words, style="yellow") for words in progress.faults[-_FAULTS:])
        parts.append(self._bar)
        return Group(*parts)

    def _games(self) -> Table:
        table = Table.grid(padding=(0, 2))
        running = sorted(self._progress.running.items())
        for number, game in running[:_MOST_GAMES]:
            table.add_row(*self._game(number, game))
        if len(running) > _MOST_GAMES:
            table.add_row(f"[dim]and {len(running) - _MOST_GAMES} more[/dim]")
        return table

    def _game(self, number: int, game: RunningGame) -> list[str]:
        names = self._progress.names(game.order)
        cells = [f"[dim]game {number + 1}[/dim]"]
        for seat, name in enumerate(names):
            left_s = game.moved.left_s[seat]
            style = "red" if left_s < _LOW_S else "bold" if seat != game.moved.seat else "dim"
            cells.append(f"{escape(name)} [{style}]{_clock(left_s)}[/{style}]")
        move_number = game.moved.ply // 2 + 1
        return [*cells, f"[dim]{move_number}. {escape(game.moved.move)}[/dim]"]


def _line(console: Console, progress: MatchProgress, event: Event) -> None:
    match event:
        case Finished(game=game):
            console.print(_game_line(progress, game), soft_wrap=True, markup=False)
        case Lost(number=number, words=words):
            console.print(
                f"game {number + 1} was lost, by no fault of its players: {words}",
                soft_wrap=True,
                markup=False,
            )


def _game_line(progress: MatchProgress, game: "PlayedGame") -> str:
    first, second = progress.names(progress.plan.order(game.number))
    scores = game.scores_pts
    result = _RESULTS[game.half_points] if scores is None else f"{scores[0]}-{scores[1]}"
    done = f"{len(progress.rows)} of {progress.total}"
    duel = progress.standings.duel
    standing = ""
    if duel is not None:
        standing = f"; {progress.plan.participants[0].name} {elo_text(duel.elo)} Elo"
        if progress.standings.test is not None:
            standing += f", LLR {progress.standings.test.llr:+.2f}"
    notes = "".join(f" [{note}]" for note in game.notes[:1])
    return f"{done}: game {game.number + 1}, {first} - {second} {result} ({game.words}){notes}{standing}"


def _clock(left_s: float) -> str:
    minutes, seconds = divmod(round(max(0.0, left_s), 1), 60)
    return f"{minutes:.0f}:{seconds:04.1f}" if left_s >= 0 else f"-{-left_s:.1f}"
