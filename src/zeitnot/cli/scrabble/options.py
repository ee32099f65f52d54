"""What the commands of Scrabble share: options, and the files, positions and players that they describe."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import learning, models, scrabble
from zeitnot.cli.console import error_output, tell, tell_first
from zeitnot.cli.options import flag, option, policy_option, read_number, whole_option
from zeitnot.cli.policy_settings import PolicySettings, SettingsOptions
from zeitnot.errors import DataError, SettingError, ZeitnotError

_RULES = "Rules"

LexiconOption = Annotated[
    Path | None,
    option(
        "FILE.kwg",
        "The words. Default: ENABLE1, built in; of other languages the system's word list.",
        "--lexicon",
        "-l",
    ),
]
LeavesOption = Annotated[
    str | None,
    option(
        "FILE.klv2",
        "What kept tiles are worth; also `none` (score only), `rough` (rules of thumb). Default: built in.",
        "--leaves",
    ),
]
DistributionOption = Annotated[
    Path | None,
    option(
        "NAME|FILE.csv",
        "The tiles: those of a language, such as french or polish, or of a file. Default: English.",
        "--language",
        "--distribution",
        panel=_RULES,
    ),
]


def challenge_option(panel: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Return the option of the challenge rule."""
    return option(
        "RULE",
        "What becomes of phoneys: void (refused), or they stand until they are challenged, and a wrong "
        "challenge costs nothing (single), the turn (double), 5 or 10 points a word (5, 10) or a play "
        "(5/play, 10/play). Default: void.",
        "--challenge",
        panel=panel,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A position that a command was asked about."""

    position: "scrabble.Position"
    """What the player on turn sees."""
    record: "scrabble.GameRecord | None" = None
    """The game that it is from."""
    turn: int | None = None
    """The number of the turn, from 1."""
    turns: int = 0
    """How many turns the game has."""
    index: int | None = None
    """The event of that turn, by its place in the game."""
    on_turn: int = 0
    """The player on turn."""

    def seen(self) -> "scrabble.ObservedPlay | None":
        """Return the opponent's last turn as the player on turn saw it; None without one."""
        game = None if self.record is None else self.record.game
        return None if game is None else scrabble.observed_play(game, self.on_turn, self.index)


@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """The options of every command that needs the tiles and the board of a game."""

    distribution: DistributionOption = None
    layout: Annotated[
        Path | None,
        option(
            "NAME|FILE",
            "The board: standard, super (21 x 21, with its own tiles) or a file of premium squares.",
            "--board",
            "--layout",
            panel=_RULES,
        ),
    ] = None

    def read_position(self, text: str, turn: int | None, *, lenient: bool = False) -> Asked:
        """Read what an argument names; only a text of several words is a CGP."""
        if len(text.split()) > 1 and not text.lower().endswith(".gcg"):
            if turn is not None:
                raise SettingError(f"--turn needs a game, a GCG file, got the position {text!r}")
            return Asked(position=scrabble.Position.from_cgp(text, **self._named()))
        return _turn_of(self.read_game(Path(text), lenient=lenient), turn)

    def read_game(self, path: Path, *, lenient: bool = False) -> "scrabble.GameRecord":
        """Read a game from a GCG file; leniently, with what disagrees with the rules on the error output."""
        found: list[str] = []
        read = partial(scrabble.gcg.read, path, **self._named())
        if lenient:
            record = read(on_disagreement=found.append)
            tell_first(found)
            return record
        try:
            return read()
        except DataError as error:
            try:
                read(on_disagreement=found.append)
            except DataError:
                raise error from None  # leniency would not help
            raise DataError(f"{error}; --lenient lists what is wrong and goes on by the rules") from error

    def read_rules(self) -> "tuple[scrabble.LetterDistribution, scrabble.Layout]":
        """Return tiles and board."""
        return scrabble.read_rules(self.distribution, self.layout)

    def _named(self) -> dict[str, Any]:
        """Return tiles and squares that were named: a position may say itself which it means."""
        return {
            "distribution": self.distribution and scrabble.read_distribution(self.distribution),
            "layout": self.layout and scrabble.read_layout(self.layout),
        }


@dataclass(frozen=True, kw_only=True)
class FilesOptions(RulesOptions):
    """The options of every command that values moves."""

    lexicon: LexiconOption = None
    leaves: LeavesOption = None

    def opened(
        self, tiles: "scrabble.LetterDistribution", on_build: "scrabble.OnBuild"
    ) -> "tuple[scrabble.Lexicon, str, scrabble.StaticEvaluation]":
        """Return the words, the name of the leaves, and the worth of moves at sight."""
        words = scrabble.open_lexicon(self.lexicon, tiles, on_build)
        return words, *scrabble.read_evaluation(self.leaves, tiles, on_build)

    def read_knowledge(
        self,
        *,
        distribution: "scrabble.LetterDistribution",
        layout: "scrabble.Layout",
        wins: Path | None = None,
        uses_wins: bool = True,
    ) -> "tuple[str, scrabble.Knowledge]":
        """Return the name of the leaves, and what a player knows; what is built is shown.

        A command that uses no win table prints no note about it.
        """
        with build_status() as on_build:
            return scrabble.read_knowledge(
                distribution=distribution,
                layout=layout,
                lexicon=self.lexicon,
                leaves=self.leaves,
                wins=wins,
                on_build=on_build,
                on_note=(lambda note: tell(f"zeitnot: {note}")) if uses_wins else None,
            )


def note_lexicon(position: "scrabble.Position", lexicon: "scrabble.Lexicon") -> None:
    """Print a note if the position names another lexicon than the one used."""
    if position.lexicon is not None and position.lexicon.lower() != lexicon.name.lower():
        note = f"the position names the lexicon {position.lexicon}, {lexicon.name} was used"
        tell(f"zeitnot: {note}; --lexicon names another")


def opened_lexicon(path: Path | None, distribution: Path | None) -> "scrabble.Lexicon":
    """Open a lexicon with its tiles; what is built is shown."""
    with build_status() as on_build:
        return scrabble.open_lexicon(path, scrabble.read_distribution(distribution), on_build)


@contextmanager
def build_status() -> "Iterator[scrabble.OnBuild]":
    """Show on the error output what is being made, while it is a terminal; quick openings show nothing."""
    console = error_output()
    if not console.is_terminal:
        yield lambda what: None
        return
    status = console.status("")

    def show(what: str) -> None:
        status.update(f"{what} ...")
        status.start()

    try:
        yield show
    finally:
        status.stop()


PositionArgument = Annotated[
    str, typer.Argument(metavar="CGP|FILE.gcg", help="A position as CGP text, or a game as a GCG file.")
]
TurnOption = Annotated[
    int | None,
    whole_option("--turn", "Of a game: the position before turn N. Default: its end.", "-t", least=1),
]
LenientOption = Annotated[
    bool,
    flag("Of a game with wrong points, totals or racks: list them, and go on by the rules.", "--lenient"),
]


def _turn_of(record: "scrabble.GameRecord", turn: int | None) -> Asked:
    game = record.game
    moves = [index for index, event in enumerate(game.events) if event.kind is scrabble.EventKind.MOVE]
    if turn is None:
        on_turn = game.state.on_turn
        return Asked(position=record.position(), record=record, turns=len(moves), on_turn=on_turn)
    if turn > len(moves):
        raise SettingError(f"--turn must be 1 to {len(moves)} in this game, got '{turn}'")
    index = moves[turn - 1]
    return Asked(
        position=replace(game.position(index), options=record.position().options),
        record=record,
        turn=turn,
        turns=len(moves),
        index=index,
        on_turn=game.states[index].on_turn,
    )


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
        return scrabble.PlayerSettings.of(
            threads=self.threads or learning.cores(), plies=self.plies, candidates=self.candidates
        )

    def player(self, knowledge: "scrabble.Knowledge") -> "scrabble.Player":
        """Return a new player with what it knows."""
        name, own = self.read_policy()
        return scrabble.Player(
            models.make_manager(name, own),
            knowledge,
            settings=self.player_settings(),
            rates=None if self.work is None else scrabble.WorkRates.at(self.work),
        )

    def open(
        self, *, distribution: "scrabble.LetterDistribution", layout: "scrabble.Layout"
    ) -> "tuple[str, scrabble.Knowledge, scrabble.Player]":
        """Return the name of the leaves, what the player knows, and the player; what is built is shown."""
        leaves, knowledge = self.read_knowledge(distribution=distribution, layout=layout, wins=self.wins)
        return leaves, knowledge, self.player(knowledge)


def read_policy(text: str, chosen: "PolicySettings", option: str = "--policy") -> tuple[str, dict[str, Any]]:
    """Return a policy for Scrabble with all its settings."""
    from zeitnot.policies import built_in_names, parse_policy, policy_hooks

    name = parse_policy(text)[0]
    if not policy_hooks(name).plays(_SCRABBLE):
        able = ", ".join(each for each in built_in_names() if policy_hooks(each).plays(_SCRABBLE))
        raise SettingError(f"{option} must be one for Scrabble ({able}), got {name!r}")
    return chosen.read(text)
