"""Game: what a game provides so that it gets clocks, policies, matches, replays and reports."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, Protocol

from zeitnot.errors import SettingError
from zeitnot.games.human_game import GameWish, HumanGame, KeptFacts, PlayChoice
from zeitnot.games.recorded_deepening import DeepeningGames
from zeitnot.games.reviewer import Reviewer
from zeitnot.games.searches import GOLDEN_RATIO, GameSource, SimulatedPosition
from zeitnot.games.simulated_deepening import typical_deepening
from zeitnot.games.table import GameOrder, MatchTerms, Table
from zeitnot.games.traces import Recorder
from zeitnot.policies import built_in_names, policy_hooks
from zeitnot.turns import BoardFeatures, Features, TurnRecord

OnBuild = Callable[[str], None]
"""Called with a short description of each file that is being built."""


class SearchKind(Enum):
    """How a game's engine finds its moves; a policy made for one kind cannot watch the other."""

    DEEPENING = "deepening"
    """Depth by depth; the work is counted in nodes."""
    SIMULATION = "simulation"
    """Sample by sample; the work is counted in samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossScale:
    """How losses of a game are counted and shown."""

    words: str = "points of the result"
    """What a loss is counted in."""
    unit: str = "of a game"
    """The same after a figure."""
    digits: int = 4
    """Digits after the point of a loss."""
    lost_on_time: float = 0.5
    """Cost of a game lost on time: half a point, as from an even position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBefore:
    """Where a turn of a finished game was played."""

    notation: str
    """The position as text."""
    move: str
    """The move as players write it."""
    board: str = ""
    """A drawing, as SVG; empty: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A board as squares, for pages that draw it."""

    look: str
    """How the squares are drawn: `chess`, `tiles`, or any other word for plain signs."""
    rows: tuple[tuple[str, ...], ...]
    """Sign of each square, the top row first; empty for nothing."""
    marked: tuple[tuple[int, int], ...] = ()
    """Squares of the last move, as row and column from 0."""
    notation: str = ""
    """The position as text."""
    words: str = ""
    """The last move as players write it."""


class FollowedBoard(Protocol):
    """A board that follows a game of a match move by move."""

    def play(self, move: str) -> None:
        """Play a move as records have it; a DataError says why it cannot be."""

    def grid(self) -> Grid:
        """Return the position."""


class Game(ABC):
    """Base class of games. The class variables describe the game, the methods make what plays it."""

    name: ClassVar[str]
    """Name of the game, as users write it."""
    title: ClassVar[str]
    """Name of the game at the top of a page."""
    clock: ClassVar[str] = "10+0.1"
    """Time control of a match that names none."""
    search: ClassVar[SearchKind] = SearchKind.DEEPENING
    """Kind of search of the built-in engine."""
    phases: ClassVar[tuple[str, ...]] = ("beginning", "middle", "end")
    """Names of the phases by which times are reported, in their order."""
    like: ClassVar[str] = ""
    """Another game whose policies suit this one as well; empty: none."""
    typical_turns: ClassVar[int] = 40
    """Turns of a side in a game of typical length."""
    turn_word: ClassVar[str] = "move"
    """What a turn is called."""
    seats: ClassVar[tuple[str, str]] = ("first", "second")
    """Names of the two seats; the first begins."""
    notation: ClassVar[str] = "position"
    """Name of the notation of positions."""
    position_words: ClassVar[str] = ""
    """How users describe a position to a policy, in words; empty: they cannot."""
    games_suffix: ClassVar[str] = ".txt"
    """Suffix of the file, or folder, with the texts of a match's games."""
    one_file: ClassVar[bool] = True
    """Whether the texts of all games of a match go to one file; otherwise each has its own in a folder."""
    losses: ClassVar[LossScale] = LossScale()
    """How losses are counted."""
    work_per_s: ClassVar[float] = 100_000.0
    """Units of work a second at which turns of fast games end within a recorded search."""
    steps_of_work: ClassVar[int] = 0
    """Units of work between two looks of the search at the clock, where they can be long; 0: they are not."""
    slowest_work_per_s: ClassVar[float] = 10_000.0
    """Units of work a second that even a slow machine does."""
    has_points: ClassVar[bool] = False
    """Whether games end with points, which overtime can cost."""
    has_openings: ClassVar[bool] = False
    """Whether a match needs openings."""
    plays_engines: ClassVar[bool] = False
    """Whether other programs can take part, on their own clocks."""
    wraps_engines: ClassVar[bool] = False
    """Whether a policy can manage the time of other programs."""
    counts_work_of_engines: ClassVar[bool] = False
    """Whether work time is for other programs, too: they report the work that they do."""
    can_ponder: ClassVar[bool] = False
    """Whether a side can think on the opponent's time."""
    can_give_odds: ClassVar[bool] = False
    """Whether each side can have a clock of its own."""
    limits_searches: ClassVar[bool] = False
    """Whether searches can be limited to nodes or a depth, also without a clock."""
    excuses_hiccups: ClassVar[bool] = False
    """Whether a game by the wall clock is played again when the machine, not a player, stood still."""
    options: ClassVar[tuple[str, ...]] = ()
    """Options of a match that mean something in this game, such as `margin`, and settings such as
    `lexicon`."""
    text_fields: ClassVar[tuple[str, ...]] = ()
    """What can be written after the moves of an exported game."""
    play_policy: ClassVar[str] = ""
    """Policy of a game of a human against the engine; empty if the game cannot be played by humans."""
    play_clocks: ClassVar[tuple[str, ...]] = ()
    """Time controls to choose from for such a game; any other can be written."""
    recording: ClassVar[type[Any] | None] = None
    """Settings of a recorder: a dataclass with a `seed`; None if turns cannot be recorded."""
    trace: ClassVar[type[Any] | None] = None
    """Dataclass of a recorded turn; its fields become the columns of a data set."""

    @property
    def work_unit(self) -> str:
        """What work is counted in."""
        return "nodes" if self.search is SearchKind.DEEPENING else "samples"

    @abstractmethod
    def table(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> Table:
        """Make a table for games of a match; tables may share one watch for hiccups by its file."""

    @abstractmethod
    def phase_of(self, record: TurnRecord) -> str:
        """Return the name of the phase that a turn belongs to."""

    def check(self, terms: MatchTerms) -> None:
        """Refuse a match that cannot be played: raise a SettingError."""
        if terms.settings:
            raise SettingError(
                f"{self.name} has no settings of its own for --set, and those of a policy stand behind it, "
                f"uniform:KEY=VALUE; got {terms.settings[0][0]!r}"
            )

    def prepare(
        self, settings: Sequence[tuple[str, str]], on_build: OnBuild | None = None
    ) -> Sequence[tuple[str, str]]:
        """Open once what a match with these settings needs, and return them for any place and time."""
        return settings

    def openings(self, file: Path | None = None, *, plies: int | None = None) -> Sequence[str]:
        """Return the openings of a file, or those that the game comes with, each up to `plies`."""
        if file is not None:
            raise SettingError(f"{self.name} has no openings, got {str(file)!r}")
        return ()

    def exported_text(self, text: str, records: Sequence[TurnRecord], fields: Sequence[str]) -> str:
        """Return the text of a game with these fields, and no others, after its moves."""
        raise SettingError(f"{self.name} has no fields to choose from, got {', '.join(fields)}")

    def engine_command(self, engine: str) -> tuple[str, ...]:
        """Return the words that start another engine; a SettingError says why it cannot play."""
        raise SettingError(f"{self.name} has no engines but its own, got {engine!r}")

    def policies(self) -> list[str]:
        """Return the names of the built-in policies for this game; plug-ins would have to be imported."""
        return [name for name in built_in_names() if self.suits(name)]

    def suits(self, policy: str) -> bool:
        """Return whether a policy is made for this game, or for no game in particular."""
        hooks = policy_hooks(policy)
        return hooks.plays(self.name) or (bool(self.like) and hooks.plays(self.like))

    def check_policy(self, policy: str) -> None:
        """Refuse a policy that cannot watch this game's search; every policy can watch a deepening one."""
        if self.search is SearchKind.SIMULATION and not self.suits(policy):
            able = ", ".join(self.policies())
            raise SettingError(f"a policy for {self.name} must be one of {able}, got {policy!r}")

    def check_engines(self, terms: MatchTerms) -> Sequence[str]:
        """Start every other engine of a match once: what is wrong with one is told before it begins. Return
        what else there is to say of them, line by line."""
        return ()

    def stalled_text(
        self, terms: MatchTerms, order: GameOrder, *, seat: int, moves: Sequence[str], words: str
    ) -> str:
        """Return the text of a game whose player never answered; empty if it has none."""
        return ""

    def position_before(
        self, terms: MatchTerms, text: str, *, place: int, move: str
    ) -> PositionBefore | None:
        """Return where a turn of a finished game was played, by its text and the number of the turn."""
        return None

    def followed_board(self, terms: MatchTerms, order: GameOrder) -> FollowedBoard | None:
        """Return the board of a game of a match before its first turn; None if it cannot be drawn."""
        return None

    def first_features(self, ply: int) -> Features | None:
        """Return what a policy may know at the beginning of a game, or some plies later."""
        return BoardFeatures(move_number=ply // 2 + 1, turns_to_come=max(1.0, self.typical_turns - ply / 2))

    def features_at(self, position: str, ply: int) -> Features | None:
        """Return what a policy may know of a position as users write it; empty: a typical one at this ply."""
        if position:
            raise SettingError(f"{self.name} has no notation for a position here, got {position[:80]!r}")
        return self.first_features(ply)

    def typical_game(self, turns: int, variant: int) -> Sequence[SimulatedPosition]:
        """Return the positions of one side in a game without chance; variants differ in small things."""
        return [
            SimulatedPosition(
                features=self.first_features(2 * number),
                search=typical_deepening(
                    phase=(number * GOLDEN_RATIO + variant * GOLDEN_RATIO**2) % 1.0,
                    last_change=3 + (3 * number + 5 * variant) % 17,
                ),
            )
            for number in range(turns)
        ]

    def play_choices(self, folder: Path) -> Sequence[PlayChoice]:
        """Return what else a human chooses before a game; files are those of the folder."""
        return ()

    def human_game(self, wish: GameWish, folder: Path) -> HumanGame:
        """Begin a game of a human against the engine; files that it names are in the folder."""
        raise SettingError(f"{self.name} cannot be played against the engine, got {wish.policy!r}")

    def resumed_game(self, text: str, folder: Path) -> HumanGame:
        """Return a game as its text has it, finished or not; a DataError says what the text lacks."""
        raise SettingError(f"{self.name} cannot be played against the engine, got {text[:80]!r}")

    def kept_facts(self, text: str) -> KeptFacts:
        """Return what a list says of a game by its text, without playing it through."""
        raise SettingError(f"{self.name} cannot be played against the engine, got {text[:80]!r}")

    def reviewer(self) -> Reviewer:
        """Return what reviews how players spent their clocks; a SettingError if nothing does."""
        raise SettingError(f"games to review must be of a game that has a reviewer, got {self.name}")

    def recorder(self, settings: Any) -> Recorder:  # noqa: ANN401 (of the class `recording`)
        """Make a recorder of turns."""
        raise SettingError(f"{self.name} has no recorder, got {settings!r}")

    def small_recording(self, settings: Any) -> tuple[Any, float] | None:  # noqa: ANN401 (of `recording`)
        """Return settings of a quick recording of the same kind, and how many times as long one with these
        settings takes; None if that is not known."""
        return None

    def recorded_games(self, traces: Sequence[Any], *, work_per_s: float, longest_s: float) -> GameSource:
        """Put recorded turns together to games; searches go on to `longest_s` where a record ends before."""
        return DeepeningGames(traces, nodes_per_s=work_per_s, longest_s=longest_s)
