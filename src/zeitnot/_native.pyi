"""The compiled core: searches, their time control, and the network."""

import enum
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import ClassVar, overload

def available_memory_mb(root: str = "/") -> int | None:
    """Return the available memory in MB, read from /proc and /sys below a root; None if unknown."""

class StopReason(enum.Enum):
    """Why a search must stop; the first reason wins."""

    NONE = 0
    """The search may go on."""

    STOPPED_BY_CALLER = 1
    """stop() was called."""

    HARD_DEADLINE = 2
    """A poll found that the hard deadline had passed."""

class StopControl:
    """Times and stops one search after another. All methods may be called from any thread during a search."""

    def __init__(self, *, work_per_second: float = 0.0) -> None:
        """Measure time by the wall clock (0), or by work: this many units count as one second."""

    @property
    def work_per_second(self) -> float:
        """Units of work that count as one second; 0 is wall time."""

    def start(self, *, soft_s: float, hard_s: float) -> None:
        """Reset for a new search and arm both deadlines: infinity means none, negative values count as 0."""

    def elapsed_s(self) -> float:
        """Return the seconds since start(), by the wall clock or by work."""

    def soft_deadline_s(self) -> float:
        """Return the current soft deadline in seconds since start()."""

    def hard_deadline_s(self) -> float:
        """Return the current hard deadline in seconds since start()."""

    def move_soft_deadline(self, soft_s: float, /) -> None:
        """Set the soft deadline of the running search, in seconds since start()."""

    def move_hard_deadline(self, hard_s: float, /) -> None:
        """Set the hard deadline of the running search, in seconds since start()."""

    def add_work(self, units: int, /) -> None:
        """Add nodes or samples to the work done; in work time this advances the clock."""

    def work(self) -> int:
        """Return the units of work since start()."""

    def poll(self) -> bool:
        """Look at the clock, raise the stops that are due, and return whether the search must stop now."""

    def stopped(self) -> bool:
        """Return whether the search must stop now, without looking at the clock."""

    def soft_stopped(self) -> bool:
        """Return whether the search should end at its next convenient point, without looking at the clock."""

    def stop(self) -> None:
        """Stop the search now."""

    def raise_soft_stop(self) -> None:
        """Ask the search to end at its next convenient point, whatever the soft deadline."""

    def clear_soft_stop(self) -> None:
        """Clear the soft stop. A poll after the soft deadline raises it again, so move the deadline first."""

    def reason(self) -> StopReason:
        """Return why the search must stop, or NONE."""

class Network:
    """A dense network with ReLU between its layers and one output."""

    def __init__(
        self,
        *,
        means: Sequence[float],
        scales: Sequence[float],
        layers: Sequence[tuple[Sequence[float], Sequence[float]]],
        reach: float,
    ) -> None:
        """Create a network from the weights (ordered by input) and biases of every layer.

        Inputs are standardised and clamped to -reach..reach.
        """

    @property
    def inputs(self) -> int:
        """Number of inputs."""

    @property
    def parameters(self) -> int:
        """Number of weights and biases."""

    def forward(self, inputs: Sequence[float], /) -> float:
        """Return the output; NaN inputs count as the mean."""

    def forward_s(self, inputs: Sequence[float], /, *, repeats: int) -> float:
        """Return the mean seconds of one pass over the repeats, without the overhead of the Python call."""

class Position:
    """A chess position; moves are in UCI notation."""

    def __init__(self, fen: str, moves: Sequence[str] = ..., *, chess960: bool = ...) -> None:
        """Set up a position and play moves; raise ValueError if either is invalid."""

    def fen(self) -> str:
        """Return the position as FEN."""

    def legal_moves(self) -> list[str]:
        """Return the legal moves."""

    def move_counts(self) -> tuple[int, int, int]:
        """Return the number of legal moves, captures and checks."""

    def perft(self, depth: int) -> int:
        """Return the number of leaves of the tree of legal moves."""

    def in_check(self) -> bool:
        """Return whether the side to move is in check."""

    def exchange_wins(self, move: str, threshold_cp: int) -> bool:
        """Return whether the exchange started by the move wins at least the threshold."""

    def gives_check(self, move: str) -> bool:
        """Return whether the move gives check."""

    def is_draw(self) -> bool:
        """Return whether the position is a draw by repetition, material or the fifty-move rule."""

    def key(self) -> int:
        """Return the hash key."""

    def evaluate(self) -> int:
        """Return the static evaluation in centipawns from the side to move."""

    def feature_counts(self) -> bytes:
        """Return the feature counts as 16-bit integers, then phase (of 24) and endgame scale (of 64)."""

class QuiescenceSettings:
    """Limits of the quiescence search."""

    depth_limit: int
    move_limits: Sequence[int]
    band_ends: Sequence[float]
    budget_share: float
    critical_share: float
    critical_moves: int
    soft_stop_depth: int
    check_depth: int
    node_interval: int
    move_interval: int

    def __init__(self) -> None: ...

class AspirationSettings:
    """Aspiration windows of iterative deepening."""

    window_cp: int
    retries: int
    retries_tactical: int
    widens_later: bool
    tactical_swing_cp: float
    swing_after_depth: int

    def __init__(self) -> None: ...

class ChessSearchSettings:
    """Settings that a budget makes inside a search."""

    node_interval: int
    maximum_depth: int
    break_off_depth: int
    multi_pv: int
    gap_cp: int
    verification_depth: int
    quiescence: QuiescenceSettings
    aspiration: AspirationSettings

    def __init__(self) -> None: ...

class Bound(enum.Enum):
    """How a score bounds the true value."""

    NONE = 0
    """No information."""

    UPPER = 1
    """The value is at most the score."""

    LOWER = 2
    """The value is at least the score."""

    EXACT = 3
    """The value is the score."""

class SearchEnd(enum.Enum):
    """Why a search ended."""

    STOPPED = 0
    """Its StopControl stopped it: a deadline or the caller."""

    DEPTH = 1
    """The requested depth was reached."""

    NODES = 2
    """The requested nodes were searched."""

    MATE = 3
    """The requested mate was found."""

    CALLBACK = 4
    """The callback returned True."""

    NO_MOVES = 5
    """There was no legal move."""

    SOFT_STOP = 6
    """The soft stop ended it between two root moves."""

class SearchLine:
    """One variation of a report."""

    @property
    def score_cp(self) -> int:
        """Score in centipawns from the side to move; scores beyond 31,000 are mates."""

    @property
    def mate_in(self) -> int:
        """Moves to mate, negative when being mated, 0 when the score is not a mate."""

    @property
    def bound(self) -> Bound:
        """How the score bounds the true value."""

    @property
    def selective_depth(self) -> int:
        """Deepest ply reached."""

    @property
    def moves(self) -> list[str]:
        """Moves in UCI notation."""

class Report:
    """A finished iteration."""

    @property
    def depth(self) -> int:
        """The finished depth; 0 if none was finished."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def nodes(self) -> int:
        """Nodes of all threads."""

    @property
    def quiescence_nodes(self) -> int:
        """Nodes of the quiescence search."""

    @property
    def best_move_share(self) -> float:
        """Share of the nodes below the best move."""

    @property
    def best_move_changes(self) -> float:
        """Changes of the best move within the iteration, mean over the threads."""

    @property
    def fail_highs(self) -> int:
        """Number of fail-highs of the aspiration window."""

    @property
    def fail_lows(self) -> int:
        """Number of fail-lows of the aspiration window."""

    @property
    def soft_stopped(self) -> bool:
        """Whether the soft stop was set."""

    @property
    def permille_full(self) -> int:
        """Permille of the table in use."""

    @property
    def lead_cp(self) -> int | None:
        """Bound of the best move's lead if gap_cp is set: at least gap_cp + 1, or at most gap_cp."""

    @property
    def lines(self) -> list[SearchLine]:
        """Variations, best first."""

class QuiescenceCuts:
    """How often quiescence was cut short, by reason."""

    @property
    def by_moves(self) -> int:
        """Cuts by the move limits."""

    @property
    def by_soft_stop(self) -> int:
        """Cuts by the soft stop."""

    @property
    def by_depth(self) -> int:
        """Cuts by the depth limit."""

    @property
    def budget_exceeded(self) -> bool:
        """Whether quiescence used up its budget and set the soft stop."""

class Looks:
    """How often the first thread looked at the clock, by reason."""

    @property
    def nodes(self) -> int:
        """After nodes of the main search, and of quiescence if it has no interval of its own."""

    @property
    def root_moves(self) -> int:
        """Before the next root move."""

    @property
    def quiescence_nodes(self) -> int:
        """After nodes of quiescence."""

    @property
    def quiescence_moves(self) -> int:
        """After moves of one quiescence node."""

class SearchResult:
    """Result of a search."""

    @property
    def best(self) -> str:
        """The best move; empty if there is no legal move."""

    @property
    def ponder(self) -> str:
        """The expected reply; empty if unknown."""

    @property
    def last(self) -> Report:
        """The last finished iteration."""

    @property
    def unfinished(self) -> Report | None:
        """The interrupted iteration, if it had found another best move than the last report."""

    @property
    def end(self) -> SearchEnd:
        """Why the search ended."""

    @property
    def cuts(self) -> QuiescenceCuts:
        """Cuts of the quiescence search."""

    @property
    def looks(self) -> Looks:
        """Looks at the clock."""

    @property
    def nodes(self) -> int:
        """Nodes of all threads."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def threads(self) -> int:
        """Threads that searched; fewer than requested if the system refused to start more."""

class ChessSearch:
    """A chess search with its table and histories, for one caller at a time."""

    def __init__(self, *, hash_mb: int = ..., threads: int = ...) -> None: ...
    def set_hash(self, megabytes: int) -> None:
        """Resize and clear the table. After a MemoryError it has its old size."""

    def set_threads(self, threads: int) -> None:
        """Set the number of searching threads. After a MemoryError the old ones remain."""

    @property
    def hash_mb(self) -> int:
        """Size of the table in MB."""

    @property
    def threads(self) -> int:
        """Number of threads that a search tries to use."""

    def settle(self) -> None:
        """Wait for threads that run() did not wait for; call it before starting the control again."""

    def new_game(self) -> None:
        """Clear all learned state: the next search depends on its position alone."""

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

        The control must have been started; the callback gets every iteration and returns True to stop.
        """

class Lexicon:
    """The playable words; letters are numbers from 1."""

    @staticmethod
    def open(path: str) -> Lexicon:
        """Map a KWG file that is never truncated, such as those of the cache folder."""

    @staticmethod
    def from_bytes(data: bytes) -> Lexicon:
        """Read the contents of a KWG file."""

    @staticmethod
    def build(words: Sequence[bytes]) -> bytes:
        """Return a KWG file with the given words."""

    def has_word(self, word: bytes) -> bool:
        """Return whether the word is in the lexicon."""

    def words(self) -> list[bytes]:
        """Return the words of up to 21 letters."""

    def anagrams(self, tiles: bytes, *, all_tiles: bool = True) -> list[bytes]:
        """Return the words made of all the tiles, or of any of them."""

    @property
    def word_count(self) -> int:
        """Number of words of up to 21 letters."""

    @property
    def node_count(self) -> int:
        """Number of nodes in the file."""

    @property
    def has_gaddag(self) -> bool:
        """Whether moves can be generated with it."""

    @property
    def highest_letter(self) -> int:
        """The highest letter number in use."""

class WordMap:
    """Hash table from multisets of letters to the words they make."""

    @staticmethod
    def open(path: str) -> WordMap:
        """Map a file that is never truncated, such as those of the cache folder."""

    @staticmethod
    def from_bytes(data: bytes) -> WordMap:
        """Read the contents of a word map file."""

    @staticmethod
    def build(lexicon: Lexicon) -> bytes:
        """Return the word map file of a lexicon."""

    @property
    def size(self) -> int:
        """Size of the file in bytes."""

class Leaves:
    """Values of the tiles kept on a rack."""

    @staticmethod
    def from_bytes(data: bytes) -> Leaves:
        """Read the contents of a KLV2 file."""

    @staticmethod
    def make(counts: bytes, values: bytes) -> bytes:
        """Return a KLV2 file of all leaves of a bag, counted by letter, from 32-bit floats in table order."""

    def to_bytes(self) -> bytes:
        """Return the contents of a KLV2 file."""

    def value(self, tiles: bytes) -> int:
        """Return the value in thousandths of a point; 0 if the table lacks the leave."""

    def tiles(self) -> list[bytes]:
        """Return the leaves in table order."""

    def values(self) -> bytes:
        """Return the values in table order, as 32-bit thousandths of a point."""

    @property
    def highest_letter(self) -> int:
        """The highest letter number in use."""

    @property
    def size(self) -> int:
        """Number of leaves in the table."""

has_word_maps: bool
"""Whether a Dictionary of this module takes a word map."""

wide: ModuleType
"""The classes from ScrabbleRules on for alphabets of up to 63 letters and boards of up to 21 x 21 squares."""

class ScrabbleRules:
    """Tiles, board and bonuses of a game."""

    core: ClassVar[ModuleType]
    """The module whose classes fit these rules: this one, or `wide`."""

    def __init__(
        self,
        *,
        counts: bytes,
        scores: bytes,
        vowels: bytes,
        letter_premiums: bytes,
        word_premiums: bytes,
        start_row: int,
        start_column: int,
    ) -> None:
        """Take counts and scores by letter number, blank first, and premiums by square, row by row."""

class Dictionary:
    """Rules, lexicon and word map, shared by all threads."""

    core: ClassVar[ModuleType]
    """The module whose classes fit its rules."""

    def __init__(self, rules: ScrabbleRules, lexicon: Lexicon, words: WordMap | None = None) -> None:
        """Combine rules and words; without a word map, moves are generated from the GADDAG."""

class StaticValues:
    """Static evaluation of a move besides its score, in thousandths of a point."""

    pre_endgame: Sequence[int]
    opening_vowel: int
    not_out: int

    def __init__(self, leaves: Leaves | None = None) -> None: ...

class ScrabbleMoveKind(enum.Enum):
    """Kind of a move."""

    PASS = 0
    """Passes."""

    EXCHANGE = 1
    """Exchanges tiles."""

    PLACE = 2
    """Places tiles on the board."""

class ScrabbleMove:
    """A move with its score and equity."""

    def __init__(
        self, kind: ScrabbleMoveKind, *, down: bool = False, line: int = 0, start: int = 0, tiles: bytes = b""
    ) -> None:
        """Take a move that has no score and no equity yet."""

    @property
    def kind(self) -> ScrabbleMoveKind:
        """Kind of the move."""

    @property
    def down(self) -> bool:
        """Whether the word runs down."""

    @property
    def line(self) -> int:
        """Row of a word across or column of a word down, from 0."""

    @property
    def start(self) -> int:
        """First square of the word on its line, from 0."""

    @property
    def tiles(self) -> bytes:
        """Of a placement: 0 is a square played through, a blank has bit 7 set. Of an exchange: rack tiles."""

    @property
    def tiles_played(self) -> int:
        """Number of tiles that leave the rack."""

    @property
    def score(self) -> int:
        """Score in points."""

    @property
    def equity(self) -> int:
        """Equity in thousandths of a point."""

    def __eq__(self, other: object, /) -> bool: ...

class ScrabbleMoves:
    """Moves, best first; each becomes an object when it is asked for."""

    core: ClassVar[ModuleType]

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> ScrabbleMove: ...
    @overload
    def __getitem__(self, places: slice, /) -> ScrabbleMoves: ...
    def __iter__(self) -> Iterator[ScrabbleMove]: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def scores(self) -> bytes:
        """Scores in points, as 32-bit integers."""

    @property
    def equities(self) -> bytes:
        """Equities in thousandths of a point, as 32-bit integers."""

    def find(self, move: ScrabbleMove) -> int | None:
        """Return the place of a move, whichever way it is written; None if it is not among them."""

class MoveGenerator:
    """Finds the best moves; belongs to one thread."""

    core: ClassVar[ModuleType]

    def __init__(self, dictionary: Dictionary) -> None: ...
    def generate(
        self,
        board: bytes,
        rack: bytes,
        values: StaticValues,
        *,
        bag: int,
        opponent_score: int = 0,
        wanted: int = 1,
    ) -> ScrabbleMoves:
        """Return the best moves, best first. The board is its squares row by row."""

    def rate(
        self,
        board: bytes,
        rack: bytes,
        values: StaticValues,
        move: ScrabbleMove,
        *,
        bag: int,
        opponent_score: int = 0,
    ) -> ScrabbleMove | None:
        """Return a move with its score and equity, without generating any; None if it is illegal."""

    def best_equities(
        self,
        board: bytes,
        racks: Sequence[bytes],
        values: StaticValues,
        *,
        bag: int,
        opponent_scores: Sequence[int],
    ) -> list[int]:
        """Return the equity of the best move with each rack on the same board, in thousandths of a point."""

class GameResult:
    """Result of a game between two static players."""

    @property
    def scores(self) -> list[int]:
        """Totals by player."""

    @property
    def bingos(self) -> list[int]:
        """Plays of seven tiles, by player."""

    @property
    def exchanges(self) -> list[int]:
        """Totals by player."""

    @property
    def turns(self) -> int:
        """Turns of both players."""

    @property
    def first_moved_first(self) -> bool:
        """Whether the first player moved first."""

class LeaveTally:
    """Relative equity of random racks, summed over the leaves they contain."""

    def __init__(self, leaves: int) -> None: ...
    def weights(self) -> bytes:
        """Return the weights by leave, as 64-bit floats."""

    def sums(self) -> bytes:
        """Return the weighted points by leave, as 64-bit floats."""

    @property
    def racks(self) -> int:
        """Number of racks."""

    @property
    def squares(self) -> float:
        """Sum of the squared points of all racks."""

class SwingTally:
    """Changes of the spread until the end of the game, by unseen tiles."""

    def __init__(self) -> None: ...
    def swings(self) -> bytes:
        """Return 32-bit counts: rows by unseen tiles, columns from -1000 to 1000 points."""

    @property
    def plays(self) -> list[int]:
        """Plays by tiles left in the bag; the last entry counts all higher numbers."""

    @property
    def errors(self) -> list[float]:
        """Sums of the final spread minus what the move had predicted."""

class SelfPlay:
    """Games of static evaluation against itself; belongs to one thread."""

    def __init__(self, dictionary: Dictionary) -> None: ...
    def play(
        self, first: StaticValues, second: StaticValues, *, seed: int, first_game: int, games: int
    ) -> list[GameResult]:
        """Play games; games 2k and 2k + 1 deal the same tiles with swapped seats."""

    def tally_leaves(
        self, values: StaticValues, tally: LeaveTally, *, seed: int, games: int, racks: int
    ) -> None:
        """Play games and compare random racks on each board."""

    def tally_swings(self, values: StaticValues, tally: SwingTally, *, seed: int, games: int) -> None:
        """Play games and count how the spread changed after every position."""

class FilledWorth(enum.Enum):
    """How a refilled leave is valued."""

    TABLE = 0
    """The leave table's value of six tiles."""

    BEST_MOVE = 1
    """Equity of the best static move on the board."""

class LeaveMeans:
    """Mean values of leaves."""

    @property
    def draws(self) -> int:
        """Draws completed by every leave; without any, the means are meaningless."""

    @property
    def points(self) -> list[float]:
        """Means in points, in the order of the leaves."""

class LeaveSampler:
    """Values leaves by refilling them with unseen tiles; belongs to one thread."""

    def __init__(self, dictionary: Dictionary, values: StaticValues) -> None: ...
    def measure(
        self,
        board: bytes,
        leaves: Sequence[bytes],
        control: StopControl,
        *,
        unseen: bytes,
        bag: int,
        worth: FilledWorth,
        most_draws: int,
        seed: int = 1,
    ) -> LeaveMeans:
        """Return the means over draws until there are enough or the control stops."""

RACKS_IN_A_SAMPLE: int
"""Best moves of new racks that are counted as the work of one sample of a simulation."""

class KeptTiles:
    """What the opponent may have kept: sets of tiles, each with its weight."""

    def __init__(self, entries: Sequence[tuple[bytes, float]], *, returned: Sequence[bytes] = ...) -> None:
        """Take tiles and weights, which are scaled to 1, and after an exchange the tiles that went into the
        bag with each of them."""

    def __len__(self) -> int: ...
    def entries(self) -> list[tuple[bytes, float]]:
        """Return all sets of tiles with their weights, which add up to 1, in the order of their tiles."""

    def top(self, most: int) -> list[tuple[bytes, float]]:
        """Return the sets with the largest weights, the largest first."""

    def holding(self) -> list[float]:
        """Return the chance of at least one tile of each letter, by its number."""

    def ratios(self, unseen: bytes) -> KeptRatios:
        """Return how much likelier racks are by the tiles kept, which must be listed completely, than in a
        draw from the counts of the tiles unseen after that turn."""

class KeptRatios:
    """How much likelier racks are by the tiles kept than in a draw."""

    def mean_in(self, rack: bytes) -> float:
        """Return how much likelier that turn makes a rack."""

class InferenceReport:
    """Racks that allow a play of the opponent."""

    @property
    def possible(self) -> int:
        """Number of racks that allow the play."""

    @property
    def racks(self) -> int:
        """Racks whose best move was found."""

    @property
    def draws(self) -> int:
        """Racks drawn, with repeats; 0 if racks are listed."""

    @property
    def covered(self) -> float:
        """Chance of the racks whose best move was found, if racks are listed."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def complete(self) -> bool:
        """Whether every possible rack was looked at."""

    def hypotheses(self) -> list[tuple[bytes, float, int]]:
        """Return tiles kept, the weight of their rack by chance, and what the play loses with it in
        thousandths of a point."""

    def kept(
        self, *, temperature_pts: float, floor: float, earlier: KeptRatios | None = None, decay: float = 1.0
    ) -> KeptTiles | None:
        """Return what was kept, by chance, likelihood and what the turn before said, to the power of the
        decay; None if no best move was found."""

    def effective_draws(self, *, temperature_pts: float, floor: float) -> float:
        """Return the number of racks of equal weight that would say as much; 0 if all were looked at."""

class Inference:
    """Finds what the opponent may have kept at a play."""

    def __init__(self, dictionary: Dictionary, values: StaticValues) -> None: ...
    def run(
        self,
        board: bytes,
        control: StopControl,
        *,
        unseen: bytes,
        bag: int,
        kind: ScrabbleMoveKind,
        placed: bytes = ...,
        exchanged: int = ...,
        worth: int = ...,
        most_racks: int = ...,
        threads: int = ...,
        seed: int = ...,
    ) -> InferenceReport:
        """Look at the racks that allow a play, until all are done or the control stops.

        The board, the unseen tiles and the bag are those before the play; its worth is its equity without the
        tiles kept, in thousandths of a point.
        """

class Sampling(enum.Enum):
    """How samples are allocated to the arms."""

    ROUND_ROBIN = 0
    """Equally."""

    TOP_TWO = 1
    """To the leader and the arm that is least certainly worse."""

    BY_GAP = 2
    """In proportion to the squared ratio of noise to gap."""

    BY_LOSS = 3
    """In proportion to the expected loss from not knowing an arm better."""

    THOMPSON = 4
    """To the leader and the winner of a draw from the posterior."""

class WinChances:
    """Chances to win by unseen tiles and spread."""

    def __init__(self, data: bytes) -> None:
        """Take 32-bit floats: rows by unseen tiles from 0, columns by spread from -500 to 500."""

    def chance(self, unseen: int, spread: int) -> float:
        """Return the chance of the player on turn."""

class ArmState:
    """State of a candidate."""

    @property
    def index(self) -> int:
        """Index in the order of the candidates."""

    @property
    def samples(self) -> int:
        """Samples so far."""

    @property
    def equity_mean(self) -> float:
        """Mean gain in points."""

    @property
    def equity_variance(self) -> float:
        """Variance of one sample."""

    @property
    def utility_mean(self) -> float:
        """Mean utility in points, which decides the best arm; corrected for luck on common deals."""

    @property
    def utility_variance(self) -> float:
        """Squared error of the mean utility, times the samples."""

    @property
    def covariance(self) -> float:
        """Covariance of the mean utility with the best arm's, times the larger number of samples."""

    @property
    def win_mean(self) -> float:
        """Mean chance to win."""

    @property
    def win_variance(self) -> float:
        """Variance of one sample."""

class SimulationReport:
    """A simulation at a checkpoint."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def samples(self) -> int:
        """Samples of all arms."""

    @property
    def nodes(self) -> int:
        """Nodes of the endgames searched."""

    @property
    def deals(self) -> int:
        """Number of deals if they are enumerated, each sampled once; otherwise 0."""

    @property
    def arms(self) -> list[ArmState]:
        """Arms, best first."""

    @property
    def threads(self) -> int:
        """Threads that sample; fewer than requested if the system refused to start more."""

class Arms:
    """The arms of a simulation, fed with samples by the caller."""

    def __init__(self, count: int, *, win_pts: float = ..., spread_weight: float = ...) -> None: ...
    def add(self, arm: int, equity: float, win: float) -> None:
        """Add the next sample of an arm; its n-th sample belongs to the n-th deal."""

    def share(
        self, samples: int, sampling: Sampling, *, first_samples: int = ..., seed: int = ...
    ) -> list[int]:
        """Return how many of the samples each arm gets next."""

    def states(self) -> list[ArmState]:
        """Arms, best first."""

class Simulation:
    """Samples candidate moves until stopped."""

    def __init__(self, dictionary: Dictionary, values: StaticValues, wins: WinChances) -> None: ...
    def run(
        self,
        board: bytes,
        rack: bytes,
        moves: Sequence[ScrabbleMove],
        control: StopControl,
        on_check: Callable[[SimulationReport], bool],
        *,
        unseen: bytes,
        spread: int = ...,
        scoreless_turns: int = ...,
        plies: int = ...,
        threads: int = ...,
        seed: int = ...,
        most_samples: int = ...,
        first_samples: int = ...,
        batch_s: float = ...,
        sampling: Sampling = ...,
        win_pts: float = ...,
        spread_weight: float = ...,
        solve_nodes: int = ...,
        kept: KeptTiles | None = ...,
    ) -> SimulationReport:
        """Sample until the control, the number of samples or the callback (by returning True) ends it."""

class EndgameReport:
    """Result of an endgame search at some depth."""

    @property
    def depth(self) -> int:
        """Completed plies; 0: the move is that of greedy play."""

    @property
    def value_pts(self) -> int:
        """Points that the player on turn still gains on the opponent."""

    @property
    def line(self) -> list[ScrabbleMove]:
        """Principal variation, continued by greedy play to the end of the game."""

    @property
    def nodes(self) -> int:
        """Nodes of all threads."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def complete(self) -> bool:
        """Whether no deeper search can change the value."""

    @property
    def threads(self) -> int:
        """Threads that searched; fewer than requested if the system refused to start more."""

class EndgameSolver:
    """Solves endgames, where the bag is empty and both racks are known."""

    def __init__(self, dictionary: Dictionary, table_mb: int = 16) -> None: ...
    def solve(
        self,
        board: bytes,
        rack: bytes,
        other_rack: bytes,
        control: StopControl,
        on_ply: Callable[[EndgameReport], bool],
        *,
        scoreless_turns: int = ...,
        most_depth: int = ...,
        most_nodes: int = ...,
        threads: int = ...,
        alpha_pts: int = ...,
        beta_pts: int = ...,
        keeps_table: bool = ...,
    ) -> EndgameReport:
        """Deepen until the value is exact, or until the control, a limit or the callback ends it."""

class PreEndgameCandidate:
    """State of a candidate before the endgame."""

    @property
    def index(self) -> int:
        """Index in the order of the candidates."""

    @property
    def low(self) -> float:
        """Proven lower bound of the chance to win; a draw counts as half a win."""

    @property
    def high(self) -> float:
        """Proven upper bound of the chance to win."""

    @property
    def win(self) -> float:
        """Estimated chance to win, between the bounds."""

    @property
    def spread(self) -> float:
        """Mean final spread of the deals with an exact one; without any, of shallow searches."""

    @property
    def deals(self) -> int:
        """Deals that are won, drawn or lost for certain."""

    @property
    def all_deals(self) -> int:
        """Number of all deals that differ."""

    @property
    def spread_deals(self) -> int:
        """Deals with an exact final spread."""

    @property
    def share(self) -> float:
        """Probability of the deals solved."""

    @property
    def eliminated(self) -> bool:
        """Whether the candidate cannot be the best."""

class PreEndgameReport:
    """Pre-endgame search at a checkpoint."""

    @property
    def candidates(self) -> list[PreEndgameCandidate]:
        """Candidates, best first."""

    @property
    def deals(self) -> int:
        """Deals solved, of all candidates."""

    @property
    def nodes(self) -> int:
        """Nodes of all threads."""

    @property
    def elapsed_s(self) -> float:
        """Seconds since the StopControl was started."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to solve."""

    @property
    def threads(self) -> int:
        """Threads that searched; fewer than requested if the system refused to start more."""

class PreEndgameSolver:
    """Finds the chance to win of candidate moves with a few tiles in the bag, over all deals."""

    def __init__(self, dictionary: Dictionary, table_mb: int = 64) -> None: ...
    def solve(
        self,
        board: bytes,
        rack: bytes,
        moves: Sequence[ScrabbleMove],
        control: StopControl,
        on_check: Callable[[PreEndgameReport], bool],
        *,
        unseen: bytes,
        bag: int,
        spread: int = ...,
        scoreless_turns: int = ...,
        kept: KeptTiles | None = ...,
        seed: int = ...,
        threads: int = ...,
        most_nodes: int = ...,
        check_s: float = ...,
        eliminates: bool = ...,
        spreads: bool = ...,
        common_deals: int = ...,
        first_patience: int = ...,
        keeps_table: bool = ...,
    ) -> PreEndgameReport:
        """Solve deals until the best candidate is proven, or until the control or the callback ends it."""
