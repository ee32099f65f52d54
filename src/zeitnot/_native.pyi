"""The compiled core: the searches and what times them."""

import enum
from collections.abc import Callable, Sequence

class StopReason(enum.Enum):
    """Why a search must stop; the first reason stands."""

    NONE = 0
    """The search may go on."""

    STOPPED_BY_CALLER = 1
    """Somebody called stop()."""

    HARD_DEADLINE = 2
    """A poll found the hard deadline past."""

class StopControl:
    """Times one search after another; every method may be called from any thread while a search runs."""

    def __init__(self, *, work_per_second: float = 0.0) -> None:
        """Tell time by the wall clock (0), or by work: so many units of it are one second."""

    @property
    def work_per_second(self) -> float:
        """Units of work that count as one second; 0 is wall time."""

    def start(self, *, soft_s: float, hard_s: float) -> None:
        """Forget the last search and arm both deadlines: infinity is none, a negative one is 0."""

    def elapsed_s(self) -> float:
        """Seconds since start(), by the wall or by the work done."""

    def soft_deadline_s(self) -> float:
        """The soft deadline in force, in seconds since start()."""

    def hard_deadline_s(self) -> float:
        """The hard deadline in force, in seconds since start()."""

    def move_soft_deadline(self, soft_s: float, /) -> None:
        """Set the soft deadline of the running search, in seconds since start()."""

    def move_hard_deadline(self, hard_s: float, /) -> None:
        """Set the hard deadline of the running search, in seconds since start()."""

    def add_work(self, units: int, /) -> None:
        """Count nodes or samples; in work time this is what makes time pass."""

    def work(self) -> int:
        """Units of work counted since start()."""

    def poll(self) -> bool:
        """Look at the clock, raise the stops that are due, and tell whether the search must stop now."""

    def stopped(self) -> bool:
        """Tell whether the search must stop now, without looking at the clock."""

    def soft_stopped(self) -> bool:
        """Tell whether the search should end where it next can, without looking at the clock."""

    def stop(self) -> None:
        """Stop the search now, for the caller's own reason."""

    def raise_soft_stop(self) -> None:
        """Ask the search to end where it next can, whatever the soft deadline."""

    def clear_soft_stop(self) -> None:
        """Take the soft stop back; a poll past the soft deadline raises it again, so move that first."""

    def reason(self) -> StopReason:
        """Why the search must stop, or NONE."""

class Position:
    """A chess position; moves are written as in UCI."""

    def __init__(self, fen: str, moves: Sequence[str] = ..., *, chess960: bool = ...) -> None:
        """Set up a position and play moves; a ValueError says what is wrong with either."""

    def fen(self) -> str:
        """Write the position as FEN."""

    def legal_moves(self) -> list[str]:
        """List the legal moves."""

    def perft(self, depth: int) -> int:
        """Count the leaves of the tree of legal moves."""

    def in_check(self) -> bool:
        """Tell whether a king is in check."""

    def exchange_wins(self, move: str, threshold_cp: int) -> bool:
        """Tell whether the exchange that the move begins wins at least so much."""

    def gives_check(self, move: str) -> bool:
        """Tell whether a move gives check."""

    def is_draw(self) -> bool:
        """Tell whether the position is drawn by threefold repetition, material or the fifty-move rule."""

    def key(self) -> int:
        """The hash key."""

    def evaluate(self) -> int:
        """Evaluate statically, in centipawns from the side to move."""

    def feature_counts(self) -> bytes:
        """Count the features of the evaluation: 16-bit integers, last phase (of 24) and scale (of 64)."""

class QuiescenceSettings:
    """Limits of the quiescence search."""

    depth_limit: int
    move_limits: Sequence[int]
    band_ends: Sequence[float]
    budget_share: float
    critical_share: float
    critical_moves: int
    soft_stop_depth: int
    node_interval: int
    move_interval: int

    def __init__(self) -> None: ...

class AspirationSettings:
    """Windows of the iterative deepening."""

    window_cp: int
    retries: int
    retries_tactical: int
    widens_later: bool

    def __init__(self) -> None: ...

class ChessSearchSettings:
    """What a budget sets inside a search."""

    node_interval: int
    maximum_depth: int
    multi_pv: int
    quiescence: QuiescenceSettings
    aspiration: AspirationSettings

    def __init__(self) -> None: ...

class Bound(enum.Enum):
    """What a score says of the true value."""

    NONE = 0
    """Nothing."""

    UPPER = 1
    """It is at most this."""

    LOWER = 2
    """It is at least this."""

    EXACT = 3
    """It is this."""

class SearchEnd(enum.Enum):
    """What ended a search."""

    STOPPED = 0
    """Its StopControl: a deadline or the caller."""

    DEPTH = 1
    """The depth asked for was reached."""

    NODES = 2
    """The nodes asked for were spent."""

    MATE = 3
    """The mate asked for was found."""

    CALLBACK = 4
    """The callback said so."""

    NO_MOVES = 5
    """There was no legal move."""

class SearchLine:
    """One variation of a report."""

    @property
    def score_cp(self) -> int:
        """In centipawns from the side to move; mates lie beyond 31,000."""

    @property
    def mate_in(self) -> int:
        """Moves to mate, negative when being mated, 0 when the score is no mate."""

    @property
    def bound(self) -> Bound:
        """What the score says."""

    @property
    def selective_depth(self) -> int:
        """Deepest ply reached."""

    @property
    def moves(self) -> list[str]:
        """The moves, as UCI writes them."""

class Report:
    """A finished iteration."""

    @property
    def depth(self) -> int:
        """The depth finished; 0 when none was."""

    @property
    def elapsed_s(self) -> float:
        """Since the StopControl was started."""

    @property
    def nodes(self) -> int:
        """Visited by all threads."""

    @property
    def quiescence_nodes(self) -> int:
        """Visited in quiescence."""

    @property
    def best_move_share(self) -> float:
        """Share of the nodes below the best move."""

    @property
    def best_move_changes(self) -> float:
        """Changes of best move inside the iteration, mean over the threads."""

    @property
    def fail_highs(self) -> int:
        """Aspiration windows exceeded."""

    @property
    def fail_lows(self) -> int:
        """Aspiration windows missed below."""

    @property
    def soft_stopped(self) -> bool:
        """Whether the soft stop was set."""

    @property
    def permille_full(self) -> int:
        """How full the table is."""

    @property
    def lines(self) -> list[SearchLine]:
        """The variations, best first."""

class QuiescenceCuts:
    """Why quiescence was cut short, counted."""

    @property
    def by_moves(self) -> int:
        """By the move limits."""

    @property
    def by_soft_stop(self) -> int:
        """By the soft stop."""

    @property
    def by_depth(self) -> int:
        """By the depth limit."""

    @property
    def budget_exceeded(self) -> bool:
        """Whether quiescence used up its budget and set the soft stop."""

class SearchResult:
    """What a search found."""

    @property
    def best(self) -> str:
        """The move; empty when there is none."""

    @property
    def ponder(self) -> str:
        """The expected answer; empty when unknown."""

    @property
    def last(self) -> Report:
        """The last finished iteration."""

    @property
    def end(self) -> SearchEnd:
        """What ended the search."""

    @property
    def cuts(self) -> QuiescenceCuts:
        """Cuts of the quiescence search."""

    @property
    def nodes(self) -> int:
        """Visited by all threads."""

    @property
    def elapsed_s(self) -> float:
        """Since the StopControl was started."""

class ChessSearch:
    """A chess search with its table and histories."""

    def __init__(self, *, hash_mb: int = ..., threads: int = ...) -> None: ...
    def set_hash(self, megabytes: int) -> None:
        """Resize the table; its contents are lost."""

    def set_threads(self, threads: int) -> None:
        """Set the number of searching threads."""

    def new_game(self) -> None:
        """Forget everything: the next search depends on its position alone."""

    def run(
        self,
        position: Position,
        settings: ChessSearchSettings,
        control: StopControl,
        on_iteration: Callable[[Report], bool],
        *,
        depth: int = ...,
        nodes: int = ...,
        mate: int = ...,
        search_moves: Sequence[str] = ...,
    ) -> SearchResult:
        """Search until a limit, a deadline or the callback ends it.

        The control must be started before; the callback gets every iteration and returns True to stop.
        """
