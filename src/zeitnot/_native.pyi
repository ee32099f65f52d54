"""The compiled core: the searches and what times them."""

import enum
from collections.abc import Callable, Sequence

def available_memory_mb(root: str = "/") -> int | None:
    """Memory that the system can still give, as files below a root say; None where they do not."""

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

class Network:
    """A dense network, ReLU between its layers, one number out."""

    def __init__(
        self,
        *,
        means: Sequence[float],
        scales: Sequence[float],
        layers: Sequence[tuple[Sequence[float], Sequence[float]]],
        reach: float,
    ) -> None:
        """Take for every layer its weights, input by input, and its biases. Inputs are standardised, and not
        let further from 0 than the reach.
        """

    @property
    def inputs(self) -> int:
        """Numbers that it takes."""

    @property
    def parameters(self) -> int:
        """Weights and biases in all."""

    def forward(self, inputs: Sequence[float], /) -> float:
        """Give the output; what is not a number counts as the mean."""

    def forward_s(self, inputs: Sequence[float], /, *, repeats: int) -> float:
        """Tell the seconds of one pass without the call from Python, mean over so many."""

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
    check_depth: int
    node_interval: int
    move_interval: int

    def __init__(self) -> None: ...

class AspirationSettings:
    """Windows of the iterative deepening."""

    window_cp: int
    retries: int
    retries_tactical: int
    widens_later: bool
    tactical_swing_cp: float
    swing_after_depth: int

    def __init__(self) -> None: ...

class ChessSearchSettings:
    """What a budget sets inside a search."""

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

    SOFT_STOP = 6
    """The soft stop, between two root moves."""

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
    def lead_cp(self) -> int | None:
        """Lead of the best move where a gap was asked about: at least one more, or at most the gap."""

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

class Looks:
    """Looks at the clock of the first thread, by what made them due."""

    @property
    def nodes(self) -> int:
        """Nodes of the main search, and of quiescence where it has no interval of its own."""

    @property
    def root_moves(self) -> int:
        """The next root move."""

    @property
    def quiescence_nodes(self) -> int:
        """Nodes of quiescence."""

    @property
    def quiescence_moves(self) -> int:
        """Moves of one node of quiescence."""

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
    def unfinished(self) -> Report | None:
        """The iteration that was broken off, when it had found another move than the last one reported."""

    @property
    def end(self) -> SearchEnd:
        """What ended the search."""

    @property
    def cuts(self) -> QuiescenceCuts:
        """Cuts of the quiescence search."""

    @property
    def looks(self) -> Looks:
        """Looks at the clock."""

    @property
    def nodes(self) -> int:
        """Visited by all threads."""

    @property
    def elapsed_s(self) -> float:
        """Since the StopControl was started."""

    @property
    def threads(self) -> int:
        """That searched: fewer than were asked for where the system gave no more."""

class ChessSearch:
    """A chess search with its table and histories, for one caller at a time."""

    def __init__(self, *, hash_mb: int = ..., threads: int = ...) -> None: ...
    def set_hash(self, megabytes: int) -> None:
        """Resize the table; its contents are lost. A MemoryError leaves one of the old size."""

    def set_threads(self, threads: int) -> None:
        """Set the number of searching threads. A MemoryError leaves the old ones."""

    @property
    def hash_mb(self) -> int:
        """Size of the table."""

    @property
    def threads(self) -> int:
        """Searching threads, where the system gives so many."""

    def settle(self) -> None:
        """Wait for threads that an answer did not wait for; call it before a control is started again."""

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

class Lexicon:
    """The words that may be played; letters are numbers from 1."""

    @staticmethod
    def open(path: str) -> Lexicon:
        """Map a KWG file that nobody will shorten, as those of the cache folder."""

    @staticmethod
    def from_bytes(data: bytes) -> Lexicon:
        """Read the contents of a KWG file."""

    @staticmethod
    def build(words: Sequence[bytes]) -> bytes:
        """Make the KWG file of some words."""

    def has_word(self, word: bytes) -> bool:
        """Tell whether a word may be played."""

    def words(self) -> list[bytes]:
        """List the words of up to 15 letters."""

    def anagrams(self, tiles: bytes, *, all_tiles: bool = True) -> list[bytes]:
        """List the words of all the tiles, or of some."""

    @property
    def word_count(self) -> int:
        """Words of up to 15 letters."""

    @property
    def node_count(self) -> int:
        """Nodes of the file."""

    @property
    def has_gaddag(self) -> bool:
        """Whether moves can be generated with it."""

    @property
    def highest_letter(self) -> int:
        """No letter has a higher number."""

class WordMap:
    """From letters to the words they make."""

    @staticmethod
    def open(path: str) -> WordMap:
        """Map a file that nobody will shorten, as those of the cache folder."""

    @staticmethod
    def from_bytes(data: bytes) -> WordMap:
        """Read the contents of a file."""

    @staticmethod
    def build(lexicon: Lexicon) -> bytes:
        """Make the file for a lexicon."""

    @property
    def size(self) -> int:
        """Bytes of the file."""

class Leaves:
    """What the tiles kept on a rack are worth."""

    @staticmethod
    def from_bytes(data: bytes) -> Leaves:
        """Read the contents of a KLV2 file."""

    @staticmethod
    def make(rules: ScrabbleRules, values: bytes) -> bytes:
        """Make the KLV2 file of all leaves of up to six tiles: 32-bit floats in its order."""

    def value(self, tiles: bytes) -> int:
        """Thousandths of a point; 0 for what the table lacks."""

    def tiles(self) -> list[bytes]:
        """The leaves in the order of the table."""

    def values(self) -> bytes:
        """Their values, 32-bit thousandths of a point."""

    @property
    def size(self) -> int:
        """Leaves of the table."""

class ScrabbleRules:
    """What a game is played with."""

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
        """Counts and scores by letter number, blank first; premiums by square, row after row."""

class Dictionary:
    """What all threads share: rules, words, and a map of them."""

    def __init__(self, rules: ScrabbleRules, lexicon: Lexicon, words: WordMap | None = None) -> None:
        """Without a word map words are found by walking the GADDAG."""

class StaticValues:
    """What a move is worth beside its score, in thousandths of a point."""

    pre_endgame: Sequence[int]
    opening_vowel: int
    not_out: int

    def __init__(self, leaves: Leaves | None = None) -> None: ...

class ScrabbleMoveKind(enum.Enum):
    """What a move does."""

    PASS = 0
    """Nothing."""

    EXCHANGE = 1
    """Changes tiles."""

    PLACE = 2
    """Puts tiles on the board."""

class ScrabbleMove:
    """A move with its worth."""

    @property
    def kind(self) -> ScrabbleMoveKind:
        """What it does."""

    @property
    def down(self) -> bool:
        """Whether the word runs down."""

    @property
    def line(self) -> int:
        """Row of a word across, column of one down, from 0."""

    @property
    def start(self) -> int:
        """Where on its line the word begins, from 0."""

    @property
    def tiles(self) -> bytes:
        """Placed: 0 is a square played through, a blank has bit 7 set. Exchanged: tiles of the rack."""

    @property
    def tiles_played(self) -> int:
        """Tiles that leave the rack."""

    @property
    def score(self) -> int:
        """In points."""

    @property
    def equity(self) -> int:
        """In thousandths of a point."""

    def __eq__(self, other: object, /) -> bool: ...

class MoveGenerator:
    """The workspace of one thread."""

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
    ) -> list[ScrabbleMove]:
        """List the best moves, best first: 225 squares row after row, tiles of the rack by number."""

class GameResult:
    """How a game between two static players ended."""

    @property
    def scores(self) -> list[int]:
        """By player."""

    @property
    def bingos(self) -> list[int]:
        """Plays of seven tiles, by player."""

    @property
    def exchanges(self) -> list[int]:
        """By player."""

    @property
    def turns(self) -> int:
        """Of both."""

    @property
    def first_moved_first(self) -> bool:
        """Whether the first player began."""

class LeaveTally:
    """How racks did by the leaves they hold."""

    def __init__(self, leaves: int) -> None: ...
    def weights(self) -> bytes:
        """64-bit floats, by leave."""

    def sums(self) -> bytes:
        """64-bit floats, weighted points."""

    @property
    def racks(self) -> int:
        """Racks counted."""

    @property
    def squares(self) -> float:
        """Sum of the squared points of racks."""

class SwingTally:
    """How the spread still changed, by tiles unseen."""

    def __init__(self) -> None: ...
    def swings(self) -> bytes:
        """32-bit counts: rows of unseen tiles, columns from -1000 to 1000 points."""

    @property
    def plays(self) -> list[int]:
        """By tiles left in the bag, the last for more."""

    @property
    def errors(self) -> list[float]:
        """What came in the end less what the move had promised, summed."""

class SelfPlay:
    """Static play against itself: the workspace of one thread."""

    def __init__(self, dictionary: Dictionary) -> None: ...
    def play(
        self, first: StaticValues, second: StaticValues, *, seed: int, first_game: int, games: int
    ) -> list[GameResult]:
        """Play games; 2k and 2k + 1 deal the same tiles with the seats swapped."""

    def tally_leaves(
        self, values: StaticValues, tally: LeaveTally, *, seed: int, games: int, racks: int
    ) -> None:
        """Play games, and on each board compare so many random racks."""

    def tally_swings(self, values: StaticValues, tally: SwingTally, *, seed: int, games: int) -> None:
        """Play games and count how the spread changed after every position."""

class FilledWorth(enum.Enum):
    """What a leave that was filled up is worth."""

    TABLE = 0
    """What the leave table says of six tiles."""

    BEST_MOVE = 1
    """Equity of the best static move on the board."""

class LeaveMeans:
    """Leaves with what they came to."""

    @property
    def draws(self) -> int:
        """That every leave has had; without any nothing was learned."""

    @property
    def points(self) -> list[float]:
        """In the order of the leaves."""

class LeaveSampler:
    """Fills leaves up with unseen tiles; the workspace of one thread."""

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
        """Average over draws until there are enough or the control stops."""

class Sampling(enum.Enum):
    """How samples are shared among the arms."""

    ROUND_ROBIN = 0
    """Alike."""

    TOP_TWO = 1
    """Between the leader and who is least surely worse."""

    BY_GAP = 2
    """By the squared ratio of noise to gap."""

    BY_LOSS = 3
    """By what may be lost for not knowing better."""

    THOMPSON = 4
    """Between the leader and who leads in a draw."""

class WinChances:
    """Chances to win by tiles unseen and spread."""

    def __init__(self, data: bytes) -> None:
        """32-bit floats: rows of tiles unseen from 0, columns of the spread from -500 to 500."""

    def chance(self, unseen: int, spread: int) -> float:
        """Of the player on turn."""

class ArmState:
    """A candidate as it stands."""

    @property
    def index(self) -> int:
        """In the order given."""

    @property
    def samples(self) -> int:
        """Drawn so far."""

    @property
    def equity_mean(self) -> float:
        """Points gained."""

    @property
    def equity_variance(self) -> float:
        """Of one sample."""

    @property
    def utility_mean(self) -> float:
        """The value that chooses, in points, less the luck of the most sampled arm on the same deals."""

    @property
    def utility_variance(self) -> float:
        """Squared error of that mean, times the samples."""

    @property
    def covariance(self) -> float:
        """Of that mean with the best arm's, times the samples of whoever has more."""

    @property
    def win_mean(self) -> float:
        """Chance to win."""

    @property
    def win_variance(self) -> float:
        """Of one sample."""

class SimulationReport:
    """A simulation at a checkpoint."""

    @property
    def elapsed_s(self) -> float:
        """Since the StopControl was started."""

    @property
    def samples(self) -> int:
        """Over all arms."""

    @property
    def nodes(self) -> int:
        """Of the endgames searched."""

    @property
    def deals(self) -> int:
        """That there are, each sampled once; 0: no end of them."""

    @property
    def arms(self) -> list[ArmState]:
        """Best first."""

    @property
    def threads(self) -> int:
        """That sample: fewer than were asked for where the system gave no more."""

class Arms:
    """The arms of a simulation by themselves, with samples that are given."""

    def __init__(self, count: int, *, win_pts: float = ..., spread_weight: float = ...) -> None: ...
    def add(self, arm: int, equity: float, win: float) -> None:
        """The next sample of an arm; its n-th is on the n-th deal."""

    def share(
        self, samples: int, sampling: Sampling, *, first_samples: int = ..., seed: int = ...
    ) -> list[int]:
        """How many of so many samples each arm gets next."""

    def states(self) -> list[ArmState]:
        """Best first."""

class Simulation:
    """Samples candidate moves until it is stopped."""

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
    ) -> SimulationReport:
        """Sample until the control, the samples or the callback end it; the callback returns True to stop."""

class EndgameReport:
    """An endgame after some depth."""

    @property
    def depth(self) -> int:
        """Plies completed; with 0 the move is what looks best."""

    @property
    def value_pts(self) -> int:
        """What the player on turn still gains on the other."""

    @property
    def line(self) -> list[ScrabbleMove]:
        """Best play of both, beyond the depth greedy, to the end."""

    @property
    def nodes(self) -> int:
        """Over all threads."""

    @property
    def elapsed_s(self) -> float:
        """Since the StopControl was started."""

    @property
    def complete(self) -> bool:
        """Whether the value is exact."""

    @property
    def threads(self) -> int:
        """That searched: fewer than were asked for where the system gave no more."""

class EndgameSolver:
    """Solves endgames: empty bag, both racks known."""

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
    ) -> EndgameReport:
        """Deepen until the value is exact, or something ends it; the callback returns True to stop."""
