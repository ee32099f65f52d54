"""MatchPlan: everything that makes a match the same match, and the programs that it would start here."""

import itertools
import json
import math
import random
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Self

from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.games import Game, GameOrder, MatchTerms, Participant, Side, find_game
from zeitnot.lab.statistics.sprt import Sprt
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json, shown

FEWEST = 2
"""Participants of a match."""

DEFAULT_GAME = "chess"
"""Game of a match that names none."""
GAMES = 200
"""Games between each two, unless another number is wanted."""

_MOST = {"games": 10**9, "hash_mb": 1 << 25, "threads": 256}
"""What the native search takes, and more games than anybody waits for."""


class Tournament(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """The first meets each of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan(MatchTerms):
    """A match: plain values, so that it goes into the store and to other machines as it is."""

    game: str = DEFAULT_GAME
    """Name of the game that is played."""
    games: int = GAMES
    """Games between each two that meet; an odd number is rounded up to pairs."""
    tournament: Tournament = Tournament.ROUND_ROBIN
    """Who meets whom."""
    sprt: Sprt | None = None
    """The test that ends the match, if any."""

    def __post_init__(self) -> None:
        if len(self.participants) < FEWEST:
            raise SettingError(f"a match must have two participants or more, got {len(self.participants)}")
        names = [participant.name for participant in self.participants]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise SettingError(f"participants must differ, got {twice!r} twice")
        for name, most in _MOST.items():
            got = getattr(self, name)
            if not 1 <= got <= most:
                bound = "at least 1" if got < 1 else f"at most {most}"
                raise SettingError(f"{name} must be {bound}, got {shown(got)}")
        self._check_time()
        if self.ponder and not self.played_game.can_ponder:
            raise SettingError(f"pondering is not for {self.game}, got ponder=True")
        if self.sprt is not None and len(self.participants) > FEWEST:
            raise SettingError(f"a sequential test must have two participants, got {len(self.participants)}")
        if self.played_game.has_openings and not self.openings:
            raise SettingError(f"a match of {self.game} must have an opening at least, got none")
        self.played_game.check(self)
        if len(self.rules.margins_s) not in (1, len(self.participants)):
            raise SettingError(
                f"margins must be one for all or one for each participant, got {len(self.rules.margins_s)}"
            )

    def _check_time(self) -> None:
        control = self.time_control
        if not control.stages and control.move_time_s is None:
            raise SettingError(f"a match must have a clock, got {self.control!r}")
        if control.overtime is not None and not self.played_game.has_points:
            raise SettingError(f"overtime costs points, which {self.game} has not, got {self.control!r}")
        if self.work_per_s is None:
            return
        if not 0 < self.work_per_s < math.inf:
            raise SettingError(f"work a second must be above 0, got {self.work_per_s!r}")
        other = next((each.name for each in self.participants if not each.in_work_time), None)
        if other is not None:
            raise SettingError(f"work time must have built-in engines on both sides, got {other!r}")

    @property
    def played_game(self) -> Game:
        """The game that is played, by its name."""
        return find_game(self.game)

    @property
    def cores(self) -> int:
        """Cores that a game keeps busy: where both sides ponder by the wall, those of two searches."""
        at_once = 2 if self.ponder and self.work_per_s is None else 1
        return at_once * self.threads

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom."""
        count = len(self.participants)
        if self.tournament is Tournament.GAUNTLET:
            return tuple((0, other) for other in range(1, count))
        return tuple(itertools.combinations(range(count), 2))

    @property
    def rounds(self) -> int:
        """Pairs of games between each two."""
        return -(-self.games // 2)

    @property
    def total_games(self) -> int:
        """Games of the whole match."""
        return 2 * self.rounds * len(self.pairings)

    def order(self, number: int) -> GameOrder:
        """Return a game by its number: all who meet have met equally often at any time."""
        pairings = self.pairings
        round_, place = divmod(number // 2, len(pairings))
        first, second = pairings[place]
        sides = (second, first) if number % 2 else (first, second)
        return GameOrder(number=number, sides=sides, opening=round_)

    def games_path(self, run: Path) -> Path:
        """Return the path of the texts of the games beside a run: a file, or a folder of files."""
        return run.with_suffix(self.played_game.games_suffix)

    def to_json(self) -> str:
        """Write the plan."""
        return json.dumps(to_json_form(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a plan; a DataError says what is wrong with it."""
        form = parse_json(text, what="a plan of a match")
        if isinstance(form, dict) and isinstance(old := form.pop("scrabble", None), dict):
            # Runs of earlier versions have the settings of Scrabble under a name of their own.
            form["settings"] = [
                [name, str(value)] for name, value in old.items() if name != "type" and value is not None
            ]
        return from_json_form(cls, form)


def plan_match(
    *participants: str | Participant,
    game: str = DEFAULT_GAME,
    control: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    openings: Path | None = None,
    **others: Any,  # noqa: ANN401 (fields of MatchPlan, which checks them)
) -> MatchPlan:
    """Plan a match as `zeitnot match` does: participants as they are written there, openings drawn by lot.

    Openings come from a file (EPD, PGN, lines of moves) or are built in; other fields of MatchPlan by name.
    """
    found = find_game(game)
    drawn = chosen_openings(found.openings(openings), rounds=-(-games // 2), seed=seed)
    return MatchPlan(
        game=game,
        participants=tuple(
            each if isinstance(each, Participant) else Participant.parse(each, game) for each in participants
        ),
        control=found.clock if control is None else control,
        games=games,
        seed=seed,
        openings=drawn,
        **others,
    )


def chosen_openings(openings: Sequence[str], *, rounds: int, seed: int) -> tuple[str, ...]:
    """Choose the openings of the rounds: each once before any comes again."""
    shuffled = list(openings)
    random.Random(f"openings {seed}").shuffle(shuffled)
    return tuple(shuffled[:rounds])


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCommand:
    """The program of a participant that is not the built-in engine."""

    participant: str
    """Name of the participant."""
    words: tuple[str, ...]
    """The command with its arguments, as it would be run."""
    options: tuple[tuple[str, str], ...]
    """Options of the engine, as they would be sent to it."""
    meant: tuple[str, ...] | None
    """The command that the name means here; None: it means no engine here."""
    is_as_named: bool
    """Whether the command and the options are those that the name means here."""

    @property
    def text(self) -> str:
        """The command line, with the options after it."""
        options = "".join(f" option.{name}={value}" for name, value in self.options)
        return f"{shlex.join(self.words)}{options}"

    @property
    def difference(self) -> str:
        """What the name means instead; empty where it means just this."""
        if self.is_as_named:
            return ""
        if self.meant is None:
            return "the name means no engine on this machine"
        if self.meant != self.words:
            return f"the name means {shlex.join(self.meant)} on this machine"
        return "the name has other options"


def engine_commands(plan: MatchPlan) -> tuple[EngineCommand, ...]:
    """Return the command of every participant for whom a program is started."""
    others = (each for each in plan.participants if each.side is not Side.BUILT_IN)
    return tuple(_command(participant, plan.game) for participant in others)


def _command(participant: Participant, game: str) -> EngineCommand:
    meant = _meaning(participant.name, game)
    return EngineCommand(
        participant=participant.name,
        words=participant.command,
        options=participant.options,
        meant=None if meant is None or not meant.command else meant.command,
        is_as_named=meant is not None
        and (meant.side, meant.command, meant.options)
        == (participant.side, participant.command, participant.options),
    )


def _meaning(name: str, game: str) -> Participant | None:
    try:
        return Participant.parse(name, game)
    except ZeitnotError:
        return None
