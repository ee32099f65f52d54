"""`zeitnot replay`: recorded turns under several policies, without searching again."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import clocks, games, lab, learning
from zeitnot.cli.completion import policy_list_words
from zeitnot.cli.console import output, tell, work_bar
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.match.run import note_unsuited
from zeitnot.cli.options import (
    JsonOption,
    ScoreCurveOption,
    clock_option,
    option,
    read_curve,
    whole_option,
    work_option,
)
from zeitnot.cli.policy_settings import ConfigOption, PolicySettings
from zeitnot.cli.replay.table import (
    agreement_form,
    figures_form,
    phase_table,
    policy_table,
    ranking_table,
    times_table,
)
from zeitnot.errors import SettingError

GAMES = 500
"""Seconds of work for a few policies; the errors come from how few turns are recorded, hardly from games."""
MUCH_BEYOND = 0.1
"""Part of the turns beyond their record that is worth a note."""
PROCESSES = 2
"""Processes at once, where there are cores for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    """The options of every command that replays recorded turns."""

    work: Annotated[
        float | None,
        work_option(
            "Speed: nodes (chess) or samples (Scrabble) that count as one second. Default: 100000, in "
            "Scrabble 1000."
        ),
    ] = None
    seed: Annotated[int, whole_option("--seed", "Another seed, other games.")] = 1
    processes: Annotated[
        int | None,
        whole_option(
            "--processes", "Processes that play at once. Default: 2, or the number of cores.", least=1
        ),
    ] = None
    score_curve: ScoreCurveOption = None
    config: ConfigOption = None

    @property
    def at_once(self) -> int:
        """Processes that play at once."""
        return self.processes or min(PROCESSES, learning.cores())

    def entrant(self, entrant: "lab.Entrant") -> "lab.Entrant":
        """Return an entrant with what a file or the environment says for its policy."""
        return entrant.with_settings(PolicySettings(config=self.config).texts_of(entrant.policy))

    def plan(
        self, data: Path, policies: list[str], clock: str | None, *, oracle: bool = False
    ) -> "lab.ReplayPlan":
        """Return the plan that data and options describe; errors are raised before anything is played.

        With the oracle, even shares play too: the way to it is measured from there.
        """
        entrants = tuple(map(self.entrant, lab.parse_entrants(",".join(policies))))
        found = self.read(data)
        game = games.find_game(found.game)
        for entrant in entrants:
            game.check_policy(entrant.policy)
            note_unsuited(entrant.policy, game)
        control = game.clock if clock is None else clock
        oracle = oracle and lab.has_oracle(clocks.TimeControl.parse(control))
        if oracle and all(entrant.name != lab.EVEN_SHARES for entrant in entrants):
            entrants = (*entrants, lab.Entrant.parse(lab.EVEN_SHARES))
        return lab.ReplayPlan(
            game=found.game,
            traces=found.traces,
            entrants=entrants,
            oracle=oracle,
            control=control,
            work_per_s=game.work_per_s if self.work is None else self.work,
            seed=self.seed,
        )

    def read(self, data: Path) -> "learning.DataSet":
        """Read a data set; one without turns is refused."""
        curve = None if self.score_curve is None else read_curve(self.score_curve)
        found = learning.in_own_scores(learning.read_data(data), curve=curve)
        if not found.traces:
            raise SettingError(f"data must have recorded turns, got none in {str(data)!r}")
        return found

    def played(self, plan: "lab.ReplayPlan", number: int) -> "dict[str, lab.PolicySums]":
        """Play games with a bar that shows how far it is."""
        with work_bar(number, 0) as bar:
            return lab.run_replay(
                plan,
                games=number,
                processes=self.at_once,
                on_games=lambda count: bar.advance(bar.task_ids[0], count),
            )


def replay(
    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="A folder that `zeitnot learn data` has made.")
    ],
    policies: Annotated[
        list[str] | None,
        option(
            "A,B,...",
            "Policies: uniform,stockfish:horizon_moves=40,learned. Can be repeated.",
            "--policies",
            "-p",
            autocompletion=policy_list_words,
        ),
    ] = None,
    clock: Annotated[
        str | None, clock_option("Time of a side. Default: 10+0.1, in Scrabble 2:00 -10/min.")
    ] = None,
    games: Annotated[
        int,
        whole_option("--games", "Games of every policy; 100 take about a second of one core.", "-n", least=1),
    ] = GAMES,
    *,
    options: ReplayOptions,
    against_run: Annotated[
        Path | None,
        option(
            "FILE.run",
            "Replay the policies, clock and speed of a match in work time, and compare with its games.",
        ),
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Replay recorded turns as games: what every policy would have used, and lost.

    No search runs: a turn goes as it was recorded, at the speed that --work says. Every
    policy has the same games. Errors of 95 % show how far other recorded turns would
    change the figures; more games do not make them smaller than that.

    The last row, oracle, knows beforehand what each second would bring, and spends the
    same clock as well as can be. The part of the way from even shares (uniform) to it is
    the figure to compare policies by.

    \b
    [bold]Examples[/bold]
    zeitnot replay chess.data --policies uniform,stockfish,learned --clock 10+0.1
    zeitnot replay scrabble.data -p magpie,uniform -c "25:00 -10/min" --work 5000
    zeitnot replay chess.data -p stockfish,stockfish:horizon_moves=30 -n 20000
    zeitnot replay chess.data --against-run runs/uniform-argo.run
    """
    if against_run is not None:
        if policies or clock is not None or options.work is not None:
            raise SettingError("--against-run has its policies, clock and work from the run, got others")
        _compare(data, against_run, options, games=games, json_form=json_form)
        return
    if not policies:
        raise SettingError("a replay must have --policies, such as uniform,learned, got none")
    plan = options.plan(data, policies, clock, oracle=True)
    began_s = time.perf_counter()
    sums = options.played(plan, games)
    used_s = time.perf_counter() - began_s
    figures = lab.figures_of(sums)
    for each in figures:
        if each.faults:
            tell(f"zeitnot: {each.policy} failed on {each.faults:,} turns; uniform stood in")
        if each.beyond > MUCH_BEYOND:
            words = f"{each.beyond:.0%} of the turns of {each.policy} are longer than what was recorded"
            tell(f"zeitnot: {words}; a slower --work or a shorter --clock is safer")
    if json_form:
        print(json.dumps(_form(plan, figures, used_s), indent=2))
    else:
        _show(plan, figures, used_s)


def _show(plan: "lab.ReplayPlan", figures: "tuple[lab.PolicyFigures, ...]", used_s: float) -> None:
    console = output()
    game, traces = games.find_game(plan.game), f"{len(plan.traces):,} recorded turns"
    speed = f"{plan.work_per_s:,.0f} {game.work_unit} a second"
    console.print(f"{plan.game} on [bold]{plan.control}[/bold], {speed}, from {traces}")
    console.print(f"lost: {game.losses.words}, ± 95 %")
    console.print(policy_table(figures, plan.game))
    console.print(phase_table(figures, plan.game))
    rate = sum(each.games for each in figures) / used_s * 60
    words = f"{figures[0].games:,} games of each policy in {used_s:.1f} s"
    console.print(f"{words}: {rate:,.0f} games a minute", style="dim")


def _form(plan: "lab.ReplayPlan", figures: "tuple[lab.PolicyFigures, ...]", used_s: float) -> dict[str, Any]:
    return {
        "game": plan.game,
        "clock": plan.control,
        **fields_form(plan, "work_per_s", "seed"),
        "traces": len(plan.traces),
        "games": figures[0].games,
        "policies": [figures_form(each, plan.game) for each in figures],
        "time_s": round(used_s, 3),
    }


def _compare(data: Path, run: Path, options: ReplayOptions, *, games: int, json_form: bool) -> None:
    """Replay what a match played, and show both next to each other."""
    found = options.read(data)
    with lab.RunStore.read(run) as store:
        plan = lab.plan_of_run(store, found.traces, game=found.game, seed=options.seed)
        agreements = lab.agreement(store, lab.figures_of(options.played(plan, games)))
        real = len(store.games())
    if json_form:
        form = {"game": plan.game, "clock": plan.control, "work_per_s": plan.work_per_s, "real_games": real}
        print(json.dumps({**form, "participants": [agreement_form(each) for each in agreements]}, indent=2))
        return
    console = output()
    console.print(f"{plan.game} on [bold]{plan.control}[/bold]: {real:,} games, and {games:,} replayed")
    console.print(ranking_table(agreements, plan.game))
    console.print(times_table(agreements))
