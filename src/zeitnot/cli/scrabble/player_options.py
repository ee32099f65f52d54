"""What the commands with a Scrabble player share: options, and the player that they describe."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from zeitnot import learning, models, scrabble
from zeitnot.cli.console import tell
from zeitnot.cli.options import option, policy_option, read_number, whole_option
from zeitnot.cli.policy_settings import PolicySettings, SettingsOptions
from zeitnot.cli.scrabble.options import FilesOptions, build_status
from zeitnot.errors import SettingError, ZeitnotError

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


PliesOption = Annotated[
    int | None,
    whole_option(
        "--plies", "Turns that a sample plays on. Default: 2.", least=1, most=_MOST_PLIES, panel=_PLAYER
    ),
]
CandidatesOption = Annotated[
    int | None, whole_option("--candidates", "Moves that are simulated. Default: 15.", least=1, panel=_PLAYER)
]
WorkOption = Annotated[
    float | None,
    option(
        "SAMPLES/S",
        "Count time in work: samples that count as one second, nodes and move lists in proportion "
        "(10000 is about one core). Results repeat to the bit then.",
        "--work",
        panel=_PLAYER,
        parser=_samples_per_s,
    ),
]
PlayerSeedOption = Annotated[int, whole_option("--seed", "Another seed, other samples.", panel=_PLAYER)]


@dataclass(frozen=True, kw_only=True)
class PlayerOptions(FilesOptions, SettingsOptions):
    """The options of every command with a player."""

    policy: Annotated[
        str, policy_option("Who manages the time: magpie, uniform or one of your own.", _PLAYER)
    ] = POLICY
    threads: Annotated[
        int | None,
        whole_option("--threads", "Threads. Default: all cores.", least=1, most=MOST_THREADS, panel=_PLAYER),
    ] = None
    plies: PliesOption = None
    candidates: CandidatesOption = None
    work: WorkOption = None
    wins: Annotated[Path | None, option("FILE.csv", "Chances to win. Default: built in.")] = None

    def read_policy(self) -> tuple[str, dict[str, Any]]:
        """Return the policy with all its settings."""
        return read_policy(self.policy, self.read_all())

    def player_settings(self) -> "scrabble.PlayerSettings":
        """Return how the player works."""
        return player_settings_of(threads=self.threads, plies=self.plies, candidates=self.candidates)

    def player(self, knowledge: "scrabble.Knowledge") -> "scrabble.Player":
        """Return a new player with what it knows."""
        name, own = self.read_policy()
        rates = scrabble.WorkRates()
        return scrabble.Player(
            models.make_manager(name, own),
            knowledge,
            settings=self.player_settings(),
            rates=None if self.work is None else rates.times(self.work / rates.samples_per_s),
        )

    def open(
        self, *, distribution: "scrabble.LetterDistribution", layout: "scrabble.Layout"
    ) -> "tuple[str, scrabble.Knowledge, scrabble.Player]":
        """Return the name of the leaves, what the player knows, and the player; what is built is shown."""
        with build_status() as on_build:
            leaves, knowledge = scrabble.read_knowledge(
                distribution=distribution,
                layout=layout,
                lexicon=self.lexicon,
                leaves=self.leaves,
                wins=self.wins,
                on_build=on_build,
                on_note=lambda note: tell(f"zeitnot: {note}"),
            )
            return leaves, knowledge, self.player(knowledge)


def player_settings_of(
    *, threads: int | None = None, plies: int | None = None, candidates: int | None = None
) -> "scrabble.PlayerSettings":
    """Return how the player works; what is not given stays as the player has it, threads are all cores."""
    default = scrabble.PlayerSettings()
    simulation = scrabble.SimulationSettings(
        threads=threads or learning.cores(),
        plies=plies or default.simulation.plies,
        candidates=candidates or default.simulation.candidates,
    )
    return scrabble.PlayerSettings(simulation=simulation, moves=max(default.moves, simulation.candidates))


def read_policy(text: str, chosen: "PolicySettings", option: str = "--policy") -> tuple[str, dict[str, Any]]:
    """Return a policy for Scrabble with all its settings."""
    from zeitnot.policies import built_in_names, parse_policy, policy_hooks

    name = parse_policy(text)[0]
    if not policy_hooks(name).plays(_SCRABBLE):
        able = ", ".join(each for each in built_in_names() if policy_hooks(each).plays(_SCRABBLE))
        raise SettingError(f"{option} must be one for Scrabble ({able}), got {name!r}")
    return chosen.read(text)
