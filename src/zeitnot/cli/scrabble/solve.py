"""`zeitnot scrabble solve`: the best move with an empty or nearly empty bag, proven where time suffices."""

import json
import math
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console

from zeitnot import learning, scrabble
from zeitnot.cli.console import output
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.options import JsonOption, flag, option, read_move_time, whole_option
from zeitnot.cli.scrabble.move_tables import (
    deals_form,
    deals_table,
    deals_text,
    endgame_form,
    endgame_text,
    position_heading,
)
from zeitnot.cli.scrabble.options import (
    MOST_THREADS,
    FilesOptions,
    LenientOption,
    PositionArgument,
    TurnOption,
    WorkOption,
    note_lexicon,
)
from zeitnot.cli.scrabble.think import watched

CANDIDATES = 40
"""Best static moves that are solved by default."""
_SEARCH = "The search"


@dataclass(frozen=True, kw_only=True)
class SolveOptions:
    """Options of the search itself."""

    candidates: Annotated[
        int,
        whole_option(
            "--candidates", "Best moves at sight that are solved before the endgame.", least=1, panel=_SEARCH
        ),
    ] = CANDIDATES
    nodes: Annotated[
        int | None, whole_option("--nodes", "Most nodes. Default: no limit.", least=1, panel=_SEARCH)
    ] = None
    threads: Annotated[
        int | None,
        whole_option("--threads", "Threads. Default: all cores.", least=1, most=MOST_THREADS, panel=_SEARCH),
    ] = None
    all_spreads: Annotated[
        bool,
        flag("Solve every move on every deal, with its mean spread, even if it cannot be best.", "--all"),
    ] = False
    seed: Annotated[int, whole_option("--seed", "Another seed, another order of deals.", panel=_SEARCH)] = 1

    def settings(self) -> "scrabble.SolverSettings":
        """Return the settings of the solver."""
        return scrabble.SolverSettings(
            candidates=self.candidates,
            most_nodes=self.nodes,
            threads=self.threads or learning.cores(),
            all_spreads=self.all_spreads,
            seed=self.seed,
        )


def solve(
    position: PositionArgument,
    turn: TurnOption = None,
    time: Annotated[
        str | None, option("TIME", "Most time: 30s, 2m. Default: until it is solved.", panel=_SEARCH)
    ] = None,
    *,
    files: FilesOptions,
    search: SolveOptions,
    work: WorkOption = None,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """Solve a position with at most 6 tiles in the bag: which move wins most often, and is it proven?

    With tiles in the bag every deal of the unseen tiles is searched to the
    end, as if both players saw all tiles after the move: chance to win first
    (a draw is half a win), mean final spread second. The two figures after
    the chance to win are bounds that are proven at any time. Moves that
    cannot be best any more are dimmed. Ctrl-C shows what is known.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble solve game.gcg --turn 21
    zeitnot scrabble solve game.gcg --turn 21 --time 30s --candidates 10
    zeitnot scrabble solve game.gcg --turn 21 --nodes 100000 --json
    """
    asked = files.read_position(position, turn, lenient=lenient).position
    time_s = math.inf if time is None else read_move_time(time)
    leaves, knowledge = files.read_knowledge(
        distribution=asked.distribution, layout=asked.layout, uses_wins=False
    )
    note_lexicon(asked, knowledge.lexicon)
    rates = None if work is None else scrabble.WorkRates.at(work)
    state, interrupted = _solved(asked, knowledge, search.settings(), time_s, rates, shows=not json_form)
    named = {"lexicon": knowledge.lexicon.name, "leaves": leaves}
    if json_form:
        about = {"cgp": asked.to_cgp(), **named, "interrupted": interrupted}
        print(json.dumps({**about, **_form(state, asked)}, indent=2))
    else:
        console = output()
        console.print(position_heading(asked, **named))
        _show(console, state, asked)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _solved(
    position: "scrabble.Position",
    knowledge: "scrabble.Knowledge",
    settings: "scrabble.SolverSettings",
    time_s: float,
    rates: "scrabble.WorkRates | None",
    *,
    shows: bool,
) -> "tuple[scrabble.PreEndgameState | scrabble.EndgameState, bool]":
    """Solve in the background, shown live at a terminal; Ctrl-C ends it early."""
    with scrabble.BackgroundSearch(
        lambda timer, look: scrabble.solve(
            position, knowledge, timer, look, time_s=time_s, settings=settings
        ),
        rates,
    ) as search:
        return watched(search, position, shows=shows)


def _show(
    console: Console,
    state: "scrabble.PreEndgameState | scrabble.EndgameState",
    position: "scrabble.Position",
) -> None:
    if isinstance(state, scrabble.EndgameState):
        console.print(endgame_text(state, position))
        return
    console.print(deals_text(state))
    console.print(deals_table(state.moves, position, most=len(state.moves)))


def _form(
    state: "scrabble.PreEndgameState | scrabble.EndgameState", position: "scrabble.Position"
) -> dict[str, Any]:
    if isinstance(state, scrabble.EndgameState):
        best = position.move_text(state.line[0])
        return {"move": best, "endgame": endgame_form(state, position), "pre_endgame": None}
    best = position.move_text(state.moves[0].rated.move)
    return {"move": best, "endgame": None, "pre_endgame": deals_form(state, position)}
