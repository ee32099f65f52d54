"""What the commands with a Scrabble player share: options, and the player that they describe."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.numbers import read_number, whole_option
from zeitnot.cli.options import policy_option
from zeitnot.cli.printable import tell
from zeitnot.errors import SettingError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.cli.policy_settings import PolicySettings
    from zeitnot.scrabble import Layout, LetterDistribution
    from zeitnot.scrabble.knowledge import Knowledge
    from zeitnot.scrabble.lexicon import OnBuild
    from zeitnot.scrabble.player import Player
    from zeitnot.scrabble.player_settings import PlayerSettings
    from zeitnot.scrabble.turn_timer import WorkRates

POLICY = "magpie"
CLOCK = "25:00 -10/min"
"""The rule of tournaments."""

_PLAYER = "The player"
MOST_THREADS = 256
_MOST_PLIES = 50
_SCRABBLE = "scrabble"
_PER_SECOND = re.compile(r"\s*/\s*s\s*$")


def _samples_per_s(text: str | float) -> float:
    """Read `10000` or `10000/s`."""
    try:
        return read_number(_PER_SECOND.sub("", str(text)), option="--work", above=0)
    except ZeitnotError as error:
        raise ZeitnotError(f"--work must be samples in a second, such as 10000, got {text!r}") from error


PolicyOption = Annotated[
    str, policy_option("Who manages the time: magpie, uniform or one of your own.", _PLAYER)
]
PlayerThreadsOption = Annotated[
    int | None,
    whole_option("--threads", least=1, most=MOST_THREADS, help="Threads. Default: all cores.", panel=_PLAYER),
]
PliesOption = Annotated[
    int | None,
    whole_option(
        "--plies",
        least=1,
        most=_MOST_PLIES,
        help="Turns that a sample plays on. Default: 2.",
        panel=_PLAYER,
    ),
]
CandidatesOption = Annotated[
    int | None,
    whole_option("--candidates", least=1, help="Moves that are simulated. Default: 15.", panel=_PLAYER),
]
WorkOption = Annotated[
    float | None,
    typer.Option(
        "--work",
        metavar="SAMPLES/S",
        parser=_samples_per_s,
        help="Count time in work: samples that count as one second, nodes and move lists in proportion "
        "(10000 is about one core). Results repeat to the bit then.",
        rich_help_panel=_PLAYER,
    ),
]
PlayerSeedOption = Annotated[int, whole_option("--seed", help="Another seed, other samples.", panel=_PLAYER)]
WinsOption = Annotated[
    Path | None,
    typer.Option("--wins", metavar="FILE.csv", help="Chances to win. Default: built in."),
]


def player_settings_of(
    *, threads: int | None = None, plies: int | None = None, candidates: int | None = None
) -> "PlayerSettings":
    """Return how the player works; what is not given stays as the player has it, threads are all cores."""
    from zeitnot.learning.tasks import cores
    from zeitnot.scrabble.player_settings import PlayerSettings
    from zeitnot.scrabble.simulation import SimulationSettings

    default = PlayerSettings()
    simulation = SimulationSettings(
        threads=threads or cores(),
        plies=plies or default.simulation.plies,
        candidates=candidates or default.simulation.candidates,
    )
    return PlayerSettings(simulation=simulation, moves=max(default.moves, simulation.candidates))


def work_rates(samples_per_s: float | None) -> "WorkRates | None":
    """Return the speeds of work time; None is wall time."""
    from zeitnot.scrabble.turn_timer import WorkRates

    rates = WorkRates()
    return None if samples_per_s is None else rates.times(samples_per_s / rates.samples_per_s)


def read_knowledge(
    *,
    distribution: "LetterDistribution",
    layout: "Layout",
    lexicon: Path | None = None,
    leaves: str | None = None,
    wins: Path | None = None,
    on_build: "OnBuild | None" = None,
) -> "tuple[str, Knowledge]":
    """Read what the player brings to the board, with a name for its leaves."""
    from zeitnot.scrabble import knowledge_files

    return knowledge_files.read_knowledge(
        distribution=distribution,
        layout=layout,
        lexicon=lexicon,
        leaves=leaves,
        wins=wins,
        on_build=on_build,
        on_note=lambda note: tell(f"zeitnot: {note}"),
    )


def make_player(
    policy: str,
    chosen: "PolicySettings",
    knowledge: "Knowledge",
    *,
    settings: "PlayerSettings",
    rates: "WorkRates | None" = None,
) -> "Player":
    """Make a player under a policy, which must be one for Scrabble."""
    from zeitnot.models import make_manager
    from zeitnot.scrabble.player import Player

    name, own = read_policy(policy, chosen)
    return Player(make_manager(name, own), knowledge, settings=settings, rates=rates)


def read_policy(text: str, chosen: "PolicySettings", option: str = "--policy") -> tuple[str, dict[str, Any]]:
    """Return a policy for Scrabble with all its settings."""
    from zeitnot.policies import parse_policy

    check_policy(parse_policy(text)[0], option)
    return chosen.read(text)


def check_policy(name: str, option: str) -> None:
    """Raise SettingError for an unknown policy or one not made for Scrabble."""
    from zeitnot.policies import built_in_names, policy_hooks

    if not policy_hooks(name).plays(_SCRABBLE):
        able = ", ".join(each for each in built_in_names() if policy_hooks(each).plays(_SCRABBLE))
        raise SettingError(f"{option} must be one for Scrabble ({able}), got {name!r}")
