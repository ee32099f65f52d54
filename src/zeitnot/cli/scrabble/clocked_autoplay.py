"""Clocked games of `zeitnot scrabble autoplay`: two ways of managing time, in a match of the lab."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.match.run import show_match
from zeitnot.cli.scrabble.options import scrabble_plan
from zeitnot.cli.scrabble.player_options import CLOCK, POLICY, read_policy
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.cli.policy_settings import PolicySettings
    from zeitnot.lab import MatchResult
    from zeitnot.lab.match import MatchPlan, Participant
    from zeitnot.lab.store import RunStore
    from zeitnot.scrabble.player import PlayerSettings

AGAINST = "uniform"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedOrder:
    """What the options of clocked games ask for."""

    games: int
    policy: str | None
    against: str | None
    clock: str | None
    policy_settings: "PolicySettings"
    settings: "PlayerSettings"
    samples_per_s: float | None
    seed: int
    concurrency: int
    output: Path | None
    lexicon: Path | None
    leaves: str | None
    distribution: Path | None
    layout: Path | None
    json_form: bool


def clocked_autoplay(order: ClockedOrder) -> None:
    """Play the match, keep it if asked to, and show how it went."""
    from zeitnot.lab.store import SUFFIX

    plan = _plan(order)
    if order.output is not None:
        _play(order, plan, order.output)
        return
    with TemporaryDirectory(prefix="zeitnot-") as folder:
        _play(order, plan, Path(folder) / f"match{SUFFIX}")


def _play(order: ClockedOrder, plan: "MatchPlan", path: Path) -> None:
    from zeitnot.lab import play_match

    show_match(
        partial(play_match, plan, path, resume=True),
        path,
        concurrency=order.concurrency,
        json_form=order.json_form,
        form=_json_form,
        kept=order.output is not None,
    )


def _plan(order: ClockedOrder) -> "MatchPlan":
    from zeitnot.clocks import TimeControl
    from zeitnot.lab.match import GameKind, MatchPlan

    participants = _participants(order)
    control = TimeControl.parse(order.clock or CLOCK)
    if not control.stages:
        raise SettingError(f"--clock must give each side a bank of time, got {order.clock!r}")
    return MatchPlan(
        game=GameKind.SCRABBLE,
        participants=participants,
        control=str(control),
        games=order.games,
        seed=order.seed,
        work_per_s=order.samples_per_s,
        threads=order.settings.simulation.threads,
        scrabble=scrabble_plan(
            lexicon=order.lexicon,
            leaves=order.leaves,
            distribution=order.distribution,
            layout=order.layout,
            settings=order.settings,
        ),
    )


def _participants(order: ClockedOrder) -> "tuple[Participant, ...]":
    """Return the sides, named by their policies, and by number where both have the same."""
    from zeitnot.lab.match import Participant, Side

    policies = order.policy or POLICY, order.against or AGAINST
    names = policies if policies[0] != policies[1] else tuple(f"{policies[0]} {n}" for n in (1, 2))
    sides = []
    for name, text, option in zip(names, policies, ("--policy", "--against"), strict=True):
        policy, own = read_policy(text, order.policy_settings, option)
        settings = tuple((key, str(value)) for key, value in own.items())
        sides.append(Participant(name=name, side=Side.BUILT_IN, policy=policy, settings=settings))
    return tuple(sides)


def _json_form(store: "RunStore", result: "MatchResult") -> dict[str, Any]:
    """Return the first side against the second, in the form of games at sight."""
    from zeitnot.cli.match.clock_table import clock_form
    from zeitnot.lab.clock_figures import clock_figures
    from zeitnot.lab.match_runner import Stopped
    from zeitnot.lab.statistics import Score
    from zeitnot.lab.statistics.spread import SpreadScore

    plan, standings = store.plan, result.standings
    first, second = plan.participants
    score = standings.duel or Score()
    spread = standings.spread(first.name, second.name) or SpreadScore()
    return {
        "clock": plan.control,
        "seed": plan.seed,
        "work_time": plan.work_per_s is not None,
        "interrupted": result.stopped is Stopped.ASKED,
        "games": standings.games,
        "pairs": spread.pairs,
        "time_s": round(result.used_s, 3),
        "sides": [
            {"policy": side.policy, **clock_form(figures)}
            for side, figures in zip(plan.participants, clock_figures(store), strict=True)
        ],
        "first": {
            "wins": score.games.wins,
            "draws": score.games.draws,
            "losses": score.games.losses,
            "win_rate": estimate_form(spread.win_rate),
            "spread_pts": estimate_form(spread.spread_pts),
        },
    }
