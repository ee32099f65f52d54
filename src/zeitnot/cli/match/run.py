"""A run at the command line: what is said before it, played with live standings, and summed up."""

import json
import math
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import clocks, games, lab, web
from zeitnot.cli.console import tell
from zeitnot.cli.exits import EXIT_INCOMPLETE, EXIT_INTERRUPTED, stopping
from zeitnot.cli.match.screen import MatchWatch
from zeitnot.cli.match.table import command_words, show_run, whole_form
from zeitnot.cli.options import JsonOption, RayOption, flag, whole_option
from zeitnot.errors import SettingError


def whole_run(store: "lab.RunStore", result: "lab.MatchResult") -> dict[str, Any]:
    """Return all that is known of a run, for JSON."""
    form = whole_form(store, result.standings, stopped=result.stopped)
    return {**form, "time_s": round(result.used_s, 3)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The options of every run that is played."""

    concurrency: Annotated[
        int | None,
        whole_option(
            "--concurrency",
            "Games at once. Default: as many as there are cores for; a game in which both sides ponder "
            "needs two.",
            least=1,
        ),
    ] = None
    ray: RayOption = None
    json_form: JsonOption = False
    page: Annotated[
        bool,
        flag("Show it live in the browser: boards, clocks, standings. The address is printed.", "--web"),
    ] = False

    def show(
        self,
        play: "Callable[..., lab.MatchResult]",
        path: Path,
        *,
        form: "Callable[[lab.RunStore, lab.MatchResult], dict[str, Any]]" = whole_run,
        kept: bool = True,
    ) -> None:
        """Play a match, show how it goes and how it went; `kept` says whether the run at the path stays."""
        with ExitStack() as stack:
            page = stack.enter_context(web.PageBeside(path)) if self.page else None
            if page is not None:
                tell(f"zeitnot: watch it at {page.address}")
            code, interrupted = self._played(play, path, form=form, kept=kept)
            if page is not None and not interrupted:
                tell(f"zeitnot: {page.address} stays until Ctrl-C")
                with suppress(KeyboardInterrupt):
                    page.stay()
        if code:
            raise typer.Exit(code)

    def _played(
        self,
        play: "Callable[..., lab.MatchResult]",
        path: Path,
        *,
        form: "Callable[[lab.RunStore, lab.MatchResult], dict[str, Any]]",
        kept: bool,
    ) -> tuple[int, bool]:
        """Play and show the result; return the exit code, and whether Ctrl-C or a kill ended it."""
        watch = MatchWatch()
        interrupted = False
        try:
            with stopping() as stop, watch:
                result = play(
                    concurrency=self.concurrency, ray=self.ray, observer=watch, is_stopped=stop.is_set
                )
                interrupted = stop.is_set()
        except KeyboardInterrupt:
            if watch.progress is None:
                raise
            interrupted = True
            result = lab.interrupted_match(path, used_s=watch.progress.used_s)
        with lab.RunStore.read(path) as store:
            if self.json_form:
                print(json.dumps(form(store, result), indent=2), flush=True)
            else:
                show_run(store, result.standings, used_s=result.used_s)
            return _tell_end(store, result, kept=kept), interrupted


def _tell_end(store: "lab.RunStore", result: "lab.MatchResult", *, kept: bool) -> int:
    """Print where everything is, and how an unfinished run goes on; return the exit code."""
    if result.stopped is lab.Stopped.ASKED:
        goes_on = f"; `zeitnot resume {store.path}` goes on from here" if kept else ""
        tell(f"zeitnot: interrupted{goes_on}")
        return EXIT_INTERRUPTED
    if kept:
        tell(f"kept in {store.path}; `zeitnot report {store.path}` makes a page of it")
    if result.left_out:
        words = store.incidents()[-1][2]
        tell(f"zeitnot: {len(result.left_out)} games could not be played: {words}")
        return EXIT_INCOMPLETE
    return 0


def agree_to_commands(commands: "Sequence[lab.EngineCommand]", *, trust: bool) -> bool:
    """Show the commands of a run; at a terminal, ask before one that its name does not mean here."""
    for each in commands:
        tell(f"zeitnot: {command_words(each)}")
    if trust or all(each.is_as_named for each in commands):
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    if not typer.confirm("Start these commands?", default=False, err=True):
        raise typer.Exit(1)
    return True


LEAST_WORK = 20_000
"""Nodes a second from which the steps of the search are short on any clock: one is 50 ms."""
LONG_STEP = 0.05
"""Part of a turn from which a step is worth a note."""
GAME_MOVES = 40
"""Moves that a clock is thought to last for where its rules do not say."""


def say_what_is_odd(plan: "lab.MatchPlan") -> None:
    """Print a note about a policy of another game, and about steps that are long for the clock."""
    game = plan.played_game
    for participant in plan.participants:
        if participant.policy:
            note_unsuited(participant.policy, game)
    if game.steps_of_work and plan.work_per_s is not None and 0 < plan.work_per_s < LEAST_WORK:
        step_s, turn_s = game.steps_of_work / plan.work_per_s, _turn_s(plan.time_control)
        if step_s > LONG_STEP * turn_s:
            tell(
                f"zeitnot: the search counts its work in steps of {game.steps_of_work:,} {game.work_unit}, "
                f"{step_s:.2g} s of about {turn_s:.2g} s that a move has; "
                "a larger --work or a slower --clock is safer"
            )


def known_game(name: str) -> "games.Game":
    """Return the game that `--game` names."""
    if name not in games.game_names():
        raise SettingError(f"--game must be one of {', '.join(games.game_names())}, got {name!r}")
    return games.find_game(name)


def note_unsuited(policy: str, game: "games.Game") -> None:
    """Print a note about a policy that was made for other games."""
    from zeitnot.policies import policy_hooks

    if not game.suits(policy):
        known = games.game_names()  # a policy may be made for a game that is not installed
        names = policy_hooks(policy).games
        others = " and ".join(games.find_game(name).title if name in known else name for name in names)
        tell(f"zeitnot: {policy} is made for {others}; this is {game.name}")


def _turn_s(control: "clocks.TimeControl") -> float:
    """Return what a move has on average."""
    if not control.stages:
        return control.move_time_s or math.inf
    first = control.stages[0]
    return first.base_s / (first.moves or GAME_MOVES) + first.increment_s + first.delay_s
