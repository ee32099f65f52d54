"""Reviewer: what a game provides for a review of how players spent their clocks."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TextIO

from zeitnot.clocks import TimeControl
from zeitnot.errors import check_above
from zeitnot.games.searches import RecordedPosition
from zeitnot.games.timed_game import TimedGame, TimedMove, UnreadGame


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """Who judges, and how thoroughly."""

    engine: tuple[str, ...] | None = None
    """Command of a UCI engine; empty: the built-in one; None: Stockfish if it is installed, else built in."""
    effort: float = 1.0
    """Factor of all searching."""
    processes: int | None = None
    """Processes that search at once; None: one for each core."""
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of the game where a file does not name its own, as of a match: `lexicon` and `leaves`."""

    def __post_init__(self) -> None:
        check_above(self, 0, "effort")

    def recording(self, game: str = "chess") -> Any:  # noqa: ANN401 (of the game's own class)
        """Return how turns of a game are searched and judged; a SettingError says what is wrong."""
        from zeitnot.games.registry import find_game  # the registry knows the games, and they know this

        return find_game(game).reviewer().recording(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRules:
    """Bounds of the verdicts and the words for their unit. All figures are this project's own."""

    least_loss: float = 0.02
    """Loss from which a gain or a waste is worth a word."""
    mistake: float = 0.05
    """Loss from which a move is called a mistake."""
    forced_gap: float = 0.15
    """Difference by which the best move must be better than all others to be called forced."""
    long_factor: float = 3.0
    """Times the usual time from which a move that gained nothing by it was too long, whatever the price."""
    long_share: float = 0.05
    """Part of all the time used that such a move must have taken, too."""
    trouble_share: float = 1 / 3
    """Part of the usual share of the clock below which a player is in time trouble."""
    least_told: float = 0.01
    """Loss or gain below which nothing can be told."""
    digits: int = 2
    """Digits after the point of a loss."""
    turn_word: str = "move"
    """What a turn is called."""
    usual_turns: int = 40
    """Turns that a clock without a number of moves is meant for."""

    def loss_text(self, loss: float) -> str:
        """Return a loss as it is shown."""
        return f"{loss:.{self.digits}f}"

    @property
    def least_shown(self) -> float:
        """Smallest loss that is not shown as 0."""
        return 0.5 * 10.0**-self.digits


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedStep:
    """A moment at which a search could have been stopped."""

    work: float
    """Work done by then."""
    move: str
    """The move that it would have played, as players write it."""
    loss: float
    """Lost by that move; noise can make it negative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a game's own judge says about one turn."""

    steps: tuple[JudgedStep, ...] = ()
    """How choice and loss change with work, from first sight on; empty if the turn cannot be judged."""
    played_loss: float = 0.0
    """Lost by the move that was played; noise can make it negative."""
    loss_error: float = 0.0
    """Standard error of a loss that is not 0."""
    score: float = 0.5
    """Expected score before the move, with the best one: 1 for a win."""
    gap: float = 0.0
    """Difference between the best move and the second."""
    line: tuple[str, ...] = ()
    """Best line, as players write it; the first is the best move."""
    legal_moves: int = 0
    """Number of moves to choose from."""
    phase: str = ""
    """Phase of the game."""
    turns_to_come: float | None = None
    """Own turns to come, this one included, as far as the position shows; None if it does not."""
    problem: str = ""
    """Why the turn cannot be judged, in words; empty if it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveComment:
    """What an annotated game says about one move."""

    words: str
    """The comment; empty: none."""
    loss: float
    """Lost by the move."""
    in_trouble: bool
    """Whether it was made in time trouble."""
    line: tuple[str, ...]
    """The better line; empty if the best move was played."""


class TurnJudge(Protocol):
    """Judges turns of anybody's games."""

    def record(self, turn: Any, /) -> Any:  # noqa: ANN401 (of the game's own classes)
        """Search a turn for long, and judge its move with those of all steps."""

    def close(self) -> None:
        """End what was started."""


class Reviewer(ABC):
    """Base class: reads timed games, judges turns, names moves and draws boards of one game.

    What the judge keeps of a turn is a dataclass of the game's own, which goes into a cache.
    """

    rules: ClassVar[VerdictRules] = VerdictRules()
    """Bounds of the verdicts, in the unit of the game's losses."""
    managers: ClassVar[tuple[str, ...]] = ("uniform",)
    """Managers that a player is compared with."""
    judged: ClassVar[type[Any]]
    """Dataclass of a judged turn."""
    usual_work: ClassVar[float]
    """Work that is assumed of a player's usual time before any move is looked at."""
    least_work: ClassVar[float]
    """Least work of a usual time."""
    seats: ClassVar[tuple[str, str]] = ("First", "Second")
    """Names of the seats."""
    seat_word: ClassVar[str] = "seat"
    """What tells the sides apart."""
    move_key: ClassVar[str] = "move"
    """Name of a move in JSON."""
    points_words: ClassVar[str]
    """What points are, in a sentence."""
    score_words: ClassVar[str] = "Expected score"
    """Name of the expected score."""
    trouble_words: ClassVar[str]
    """When a player is in time trouble, in a sentence."""
    assumptions: ClassVar[tuple[str, ...]]
    """What the figures rest on, in sentences."""
    built_in_judge: ClassVar[str] = "the built-in engine"
    """Name of who judges if no engine is named."""
    wide_board: ClassVar[bool] = False
    """Whether a drawn board needs more room than one of chess."""

    @abstractmethod
    def reads(self, head: str) -> bool:
        """Return whether a file that begins with this text is one of games of this kind."""

    @abstractmethod
    def read(
        self, text: TextIO, *, what: str, clock: TimeControl | None, settings: Sequence[tuple[str, str]] = ()
    ) -> Iterator[TimedGame | UnreadGame]:
        """Read the games of a text, one after the other; `clock` is used in place of what the text says."""

    @abstractmethod
    def recording(self, settings: JudgeSettings) -> Any:  # noqa: ANN401 (of the game's own class)
        """Return how turns are searched and judged; a SettingError says what is wrong."""

    @abstractmethod
    def judge_words(self, recording: Any) -> tuple[str, int]:  # noqa: ANN401 (of the game's own class)
        """Return who judges, empty for the built-in one, and the work on a turn."""

    @abstractmethod
    def identity(self, recording: Any) -> list[str | int]:  # noqa: ANN401 (of the game's own class)
        """Return what changes when the one who judges does, though the settings stay."""

    @abstractmethod
    def judge(self, recording: Any) -> TurnJudge:  # noqa: ANN401 (of the game's own class)
        """Make one who judges turns."""

    @abstractmethod
    def turns(self, game: TimedGame, settings: JudgeSettings) -> Mapping[int, Any]:
        """Return the turns of a game by ply, as the judge takes them; they can be hashed."""

    @abstractmethod
    def turn_key(self, turn: Any) -> str:  # noqa: ANN401 (of the game's own class)
        """Return a text that only the same turn has."""

    @abstractmethod
    def judgement(self, turn: Any, judged: Any) -> Judgement:  # noqa: ANN401 (of the game's own classes)
        """Return what the judge says about a turn."""

    @abstractmethod
    def replayed(
        self,
        judged: Any,  # noqa: ANN401 (of the game's own class)
        *,
        number: int,
        work_per_s: float,
        usual_s: float,
        longest_s: float,
    ) -> RecordedPosition | None:
        """Return a judged turn as a search to replay at a player's pace; None if it was not judged."""

    @abstractmethod
    def drawing(self, game: TimedGame, move: TimedMove, better: str) -> str:
        """Draw the position before a move as SVG, with the move and a better one, if there is one."""

    @abstractmethod
    def annotated(self, game: TimedGame, comments: Mapping[int, MoveComment]) -> str:
        """Return the text of a game with comments by ply; those it had, with their times, are kept."""

    def phase_words(self, phase: str) -> str:
        """Return when a phase is, in words."""
        return f"in the {phase}"

    def line_text(self, line: Sequence[str]) -> str:
        """Return a line of moves as one text."""
        return " ".join(line)

    def named(self, seat: int, name: str) -> str:
        """Return a player's name with what tells the sides apart."""
        return name
