"""Match screen: live standings at a terminal, plain lines elsewhere."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Self

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from zeitnot import games, lab
from zeitnot.cli.console import error_output, printable, tell
from zeitnot.cli.estimates import elo_text
from zeitnot.cli.match.table import headline, summary
from zeitnot.cli.narrow_table import shortened_text

REFRESH_PER_S = 4
"""Often enough for clocks, seldom enough to cost nothing."""
_FAULTS = 5
_MOST_GAMES = 8
_LOW_S = 1.0
_BESIDE_NAMES = 44
"""Characters of a line about a game under way beside its two names: its number, the clocks, the move."""
_SHORTEST_NAME = 10
_RESULTS = {2: "1-0", 1: "½-½", 0: "0-1"}


class MatchWatch:
    """Shows a match on the error output: live where it is a terminal, else a line for each game."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self.progress: lab.MatchProgress | None = None
        self._console = error_output()
        self._show: Callable[[lab.Event], None] = lambda _: None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def begin(self, progress: "lab.MatchProgress") -> None:
        """Take the match, and show where it stands."""
        self.progress = progress
        for note in progress.notes:
            tell(note)
        if not self._console.is_terminal:
            self._show = partial(_line, self._console, progress)
            return
        screen = _Screen(progress)
        live = Live(
            screen,
            console=self._console,
            refresh_per_second=REFRESH_PER_S,
            transient=True,
            redirect_stdout=False,
        )
        self._open.enter_context(live)
        self._show = screen.saw

    def saw(self, event: "lab.Event") -> None:
        """Show what happened."""
        self._show(event)


class _Screen:
    """Everything that changes while a match is played."""

    def __init__(self, progress: "lab.MatchProgress") -> None:
        self._progress = progress
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        )
        self._task = self._bar.add_task("games", total=progress.total, completed=len(progress.rows))

    def saw(self, event: "lab.Event") -> None:
        if isinstance(event, lab.Finished):
            self._bar.update(self._task, completed=len(self._progress.rows))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        progress = self._progress
        parts: list[RenderableType] = [Text(printable(headline(progress.plan)), style="dim")]
        parts.append(summary(progress.plan, progress.standings))
        parts.append(self._games(options.max_width))
        parts.extend(Text(printable(words), style="yellow") for words in progress.faults[-_FAULTS:])
        parts.append(self._bar)
        yield Group(*parts)

    def _games(self, width: int) -> Table:
        table = Table.grid(padding=(0, 2))
        running = sorted(self._progress.running.items())
        for number, game in running[:_MOST_GAMES]:
            table.add_row(
                *self._game(number, game, longest=max(_SHORTEST_NAME, (width - _BESIDE_NAMES) // 2))
            )
        if len(running) > _MOST_GAMES:
            table.add_row(Text(f"and {len(running) - _MOST_GAMES} more", style="dim"))
        return table

    def _game(self, number: int, game: "lab.RunningGame", *, longest: int) -> list[Text]:
        names = self._progress.names(game.order)
        cells = [Text(f"game {number + 1}", style="dim")]
        for seat, name in enumerate(names):
            left_s = game.moved.left_s[seat]
            style = "red" if left_s < _LOW_S else "bold" if seat != game.moved.seat else "dim"
            shown = shortened_text(printable(name), longest)
            cells.append(Text.assemble(f"{shown} ", (_clock(left_s), style)))
        move_number = game.moved.ply // 2 + 1
        return [*cells, Text(f"{move_number}. {printable(game.moved.move)}", style="dim")]


def _line(console: Console, progress: "lab.MatchProgress", event: "lab.Event") -> None:
    match event:
        case lab.Finished(game=game):
            console.print(printable(_game_line(progress, game)), soft_wrap=True, markup=False)
        case lab.Lost(number=number, words=words):
            line = f"game {number + 1} was lost, by no fault of its players: {words}"
            console.print(printable(line), soft_wrap=True, markup=False)


def _game_line(progress: "lab.MatchProgress", game: "games.PlayedGame") -> str:
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
