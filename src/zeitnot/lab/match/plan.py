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

from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.games import DEEPEST, MOST_NODES, Game, GameOrder, MatchTerms, Participant, Side, find_game
from zeitnot.lab.fleet.affinity import named_cores
from zeitnot.lab.statistics.sprt import Sprt
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json, shown

FEWEST = 2
"""Participants of a match."""

DEFAULT_GAME = "chess"
"""Game of a match that names none."""
GAMES = 200
"""Games between each two, unless another number is wanted."""

RANDOM, SEQUENTIAL = "random", "sequential"
"""Orders in which openings are played."""
NO_GAME = (-1, -1)
"""Stands for the participants of a number that no imported game has."""
NO_CLOCK = "infinite"
"""Control of a match that only nodes or a depth limit."""

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
    affinity: str = ""
    """Cores that games are bound to, each game to its own: `all`, or a list such as `0-3,6`; empty: none."""
    source: str = ""
    """File that the games were imported from; empty: they are played here."""
    imported: tuple[tuple[int, int], ...] = ()
    """Participants of each imported game by its number; NO_GAME where a number has none."""

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
        sides = {side for pair in self.imported if pair != NO_GAME for side in pair}
        if not sides <= set(range(len(self.participants))):
            raise SettingError(f"imported games must be of participants, got numbers {shown(sorted(sides))}")
        self._check_time()
        named_cores(self.affinity)
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
        if self.source:
            return  # whatever clock the games had, it is over
        for number, participant in enumerate(self.participants):
            self._check_control(number, participant.control or self.control)
        self._check_odds()
        if self.work_per_s is None:
            return
        if not 0 < self.work_per_s < math.inf:
            raise SettingError(f"work a second must be above 0, got {self.work_per_s!r}")
        other = next((each.name for each in self.participants if each.side is not Side.BUILT_IN), None)
        if other is not None and not self.played_game.counts_work_of_engines:
            raise SettingError(
                f"work time of {self.game} must have built-in players on both sides, got {other!r}"
            )
        if other is not None and self.ponder:
            raise SettingError(f"pondering in work time is for the built-in engine, got {other!r}")

    def _check_control(self, number: int, text: str) -> None:
        game, control, limits = self.played_game, self.control_of(number), self.limits_of(number)
        limited = limits.nodes is not None or limits.depth is not None
        if limited and not game.limits_searches:
            raise SettingError(
                f"searches to a number of nodes or a depth are not for {self.game}, got {limits}"
            )
        if not control.stages and control.move_time_s is None and not limited:
            raise SettingError(f"a match must have a clock, nodes or a depth, got {text!r}")
        if control.overtime is not None and not game.has_points:
            raise SettingError(f"overtime costs points, which {self.game} has not, got {text!r}")

    def _check_odds(self) -> None:
        for name, most in (("nodes", MOST_NODES), ("depth", DEEPEST)):
            values = [getattr(self, name), *(getattr(each, name) for each in self.participants)]
            wrong = next((each for each in values if each is not None and not 1 <= each <= most), None)
            if wrong is not None:
                raise SettingError(f"{name} must be from 1 to {most}, got {shown(wrong)}")
        if not self.has_odds:
            return
        if not self.played_game.can_give_odds:
            raise SettingError(f"a clock for one participant is not for {self.game}, got one")
        controls = {self.control_of(number) for number in range(len(self.participants))}
        if len(controls) > 1 and any(control.hourglass for control in controls):
            raise SettingError("an hourglass must be the clock of all participants, got another beside it")

    @property
    def clock_words(self) -> str:
        """The clock as it was read, with the limits and the participants that have others."""
        words = [str(self.time_control)] if self.time_control != TimeControl.infinite() else []
        words += _limit_words(self.nodes, self.depth)
        for each in self.participants:
            own = [str(TimeControl.parse(each.control))] if each.control else []
            own += _limit_words(each.nodes, each.depth)
            words += [f"{each.name}: {', '.join(own)}"] if own else []
        return "; ".join(words)

    @property
    def short_clock(self) -> str:
        """The clock as it was written, or the limits of a match without one."""
        return self.clock_words if self.control == NO_CLOCK else self.control

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
        return self.numbers - self.imported.count(NO_GAME)

    @property
    def numbers(self) -> int:
        """Numbers that games of the match can have, counted from 0."""
        return len(self.imported) if self.source else 2 * self.rounds * len(self.pairings)

    def order(self, number: int) -> GameOrder:
        """Return a game by its number: all who meet have met equally often at any time."""
        if self.source:
            return GameOrder(number=number, sides=self.imported[number], opening=number // 2)
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


def _limit_words(nodes: int | None, depth: int | None) -> list[str]:
    words = [] if nodes is None else [f"{nodes:,} nodes"]
    return words if depth is None else [*words, f"depth {depth}"]


def plan_match(
    *participants: str | Participant,
    game: str = DEFAULT_GAME,
    control: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    openings: Path | None = None,
    order: str = RANDOM,
    plies: int | None = None,
    **others: Any,  # noqa: ANN401 (fields of MatchPlan, which checks them)
) -> MatchPlan:
    """Plan a match as `zeitnot match` does: participants as they are written there, openings drawn by lot.

    Openings come from a file (EPD, PGN, lines of moves) or are built in, at random or in the order of the
    file, each up to so many plies; other fields of MatchPlan by name.
    """
    found = find_game(game)
    if order not in (RANDOM, SEQUENTIAL):
        raise SettingError(f"the order of openings must be {RANDOM} or {SEQUENTIAL}, got {order!r}")
    lines = found.openings(openings) if plies is None else found.openings(openings, plies=plies)
    rounds = -(-games // 2)
    drawn = tuple(lines[:rounds]) if order == SEQUENTIAL else chosen_openings(lines, rounds=rounds, seed=seed)
    return MatchPlan(
        game=game,
        participants=tuple(
            each if isinstance(each, Participant) else Participant.parse(each, game) for each in participants
        ),
        control=_control(found, control, limited=others.get("nodes") or others.get("depth")),
        games=games,
        seed=seed,
        openings=drawn,
        **others,
    )


def _control(game: Game, control: str | None, *, limited: int | None) -> str:
    """Return the clock of a match; one that is limited otherwise has none unless it is named."""
    if control is not None:
        return control
    return NO_CLOCK if limited and game.limits_searches else game.clock


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
    others = (each for each in plan.participants if each.side in (Side.WRAPPED, Side.OWN_CLOCK))
    return tuple(_command(participant, plan.game) for participant in others)


def _command(participant: Participant, game: str) -> EngineCommand:
    meant = _meaning(participant.text, game)
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
