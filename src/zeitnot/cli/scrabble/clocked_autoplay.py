"""Clocked games of `zeitnot scrabble autoplay`: two ways of managing time, in a match of the lab."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from zeitnot import clocks, games, lab, scrabble
from zeitnot.cli.completion import policy_words
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.match.run import RunOptions
from zeitnot.cli.match.table import clock_form
from zeitnot.cli.options import POLICY_FORM, option, whole_option
from zeitnot.cli.policy_settings import ConfigOption, PolicySettings, SetOption
from zeitnot.cli.scrabble.options import (
    CLOCK,
    MOST_THREADS,
    POLICY,
    CandidatesOption,
    PliesOption,
    WorkOption,
    build_status,
    challenge_option,
    read_policy,
)
from zeitnot.errors import SettingError

AGAINST = "uniform"


_CLOCKED = "Games on the clock"
_policy_option = partial(option, POLICY_FORM, panel=_CLOCKED, autocompletion=policy_words)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedOptions:
    """The options of clocked games."""

    policy: Annotated[str | None, _policy_option("Play on the clock under this policy.")] = None
    against: Annotated[str | None, _policy_option("The other side's. Default: uniform.")] = None
    clock: Annotated[
        str | None, option("CONTROL", "Time of each side. Default: 25:00 -10/min.", panel=_CLOCKED)
    ] = None
    challenge: Annotated[str | None, challenge_option(_CLOCKED)] = None
    work: WorkOption = None
    plies: PliesOption = None
    candidates: CandidatesOption = None
    player_threads: Annotated[
        int,
        whole_option(
            "--player-threads", "Threads of one player.", least=1, most=MOST_THREADS, panel=_CLOCKED
        ),
    ] = 1
    output: Annotated[
        Path | None,
        option(
            "FILE.run",
            "Keep the run there and its games (GCG) beside it; the same command goes on with it.",
            "--output",
            "-o",
            panel=_CLOCKED,
        ),
    ] = None
    config: ConfigOption = None
    settings: SetOption = None

    @property
    def is_asked_for(self) -> bool:
        """Whether games are played on the clock."""
        return self.policy is not None or self.against is not None or self.clock is not None

    def plan(self, files: Mapping[str, object], *, games: int, seed: int) -> "lab.MatchPlan":
        """Return the plan of the match; files that other options name are opened, and what is built shown."""
        from zeitnot.games import find_game  # here the games are a number

        participants = self._participants()
        control = clocks.TimeControl.parse(self.clock or CLOCK)
        if not control.stages:
            raise SettingError(f"--clock must give each side a bank of time, got {self.clock!r}")
        player = scrabble.PlayerSettings.of(
            threads=self.player_threads, plies=self.plies, candidates=self.candidates
        )
        named = {
            **files,
            "challenge": self.challenge,
            "plies": player.simulation.plies,
            "candidates": player.simulation.candidates,
        }
        words = [(name, str(value)) for name, value in named.items() if value is not None]
        with build_status() as on_build:
            prepared = tuple(find_game("scrabble").prepare(words, on_build))
        return lab.MatchPlan(
            game="scrabble",
            participants=participants,
            control=str(control),
            games=games,
            seed=seed,
            work_per_s=self.work,
            threads=self.player_threads,
            settings=prepared,
        )

    def _participants(self) -> "tuple[games.Participant, ...]":
        """Return the sides, named by their policies, and by number where both have the same."""

        policies = self.policy or POLICY, self.against or AGAINST
        names = policies if policies[0] != policies[1] else tuple(f"{policies[0]} {n}" for n in (1, 2))
        chosen = PolicySettings(config=self.config, words=self.settings or ())
        sides = []
        for name, text, asked in zip(names, policies, ("--policy", "--against"), strict=True):
            policy, own = read_policy(text, chosen, asked)
            settings = tuple((key, str(value)) for key, value in own.items())
            sides.append(
                games.Participant(name=name, side=games.Side.BUILT_IN, policy=policy, settings=settings)
            )
        return tuple(sides)

    def play(self, plan: "lab.MatchPlan", *, concurrency: int, json_form: bool) -> None:
        """Play the match, keep it if asked to, and show how it went."""
        with nullcontext("") if self.output else TemporaryDirectory(prefix="zeitnot-") as folder:
            path = self.output or Path(folder) / f"match{lab.RUN_SUFFIX}"
            options = RunOptions(concurrency=concurrency, json_form=json_form)
            play = partial(lab.play_match, plan, path, resume=True)
            options.show(play, path, form=_json_form, kept=self.output is not None)


def _json_form(store: "lab.RunStore", result: "lab.MatchResult") -> dict[str, Any]:
    """Return the first side against the second, in the form of games at sight."""
    plan, standings = store.plan, result.standings
    first, second = plan.participants
    score = standings.duel or lab.Score()
    spread = standings.spread(first.name, second.name) or lab.SpreadScore()
    return {
        "clock": plan.control,
        "seed": plan.seed,
        "work_time": plan.work_per_s is not None,
        "interrupted": result.stopped is lab.Stopped.ASKED,
        "games": standings.games,
        "pairs": spread.pairs,
        "time_s": round(result.used_s, 3),
        "sides": [
            {"policy": side.policy, **clock_form(figures)}
            for side, figures in zip(plan.participants, lab.clock_figures(store), strict=True)
        ],
        "first": {
            **fields_form(score.games, "wins", "draws", "losses"),
            **fields_form(spread, "win_rate", "spread_pts"),
        },
    }
