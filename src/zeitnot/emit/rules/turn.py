"""What an engine tells its manager: a turn as it begins, and every depth that is finished."""

from dataclasses import dataclass


@dataclass(slots=True)
class Turn:
    """A turn as it begins: the words after UCI's `go`, and features of the position.

    Fields that are not known stay zero.
    """

    has_clock: bool = False
    """Whether the own clock is known."""
    remaining_s: float = 0.0
    """Time on the own clock; it may be zero or negative."""
    increment_s: float = 0.0
    """Time added after the move."""
    moves_to_go: int = 0
    """Moves before more time is added; 0 if the rules do not say."""
    has_opponent: bool = False
    """Whether the opponent's clock is known."""
    opponent_s: float = 0.0
    """Time on the opponent's clock."""
    has_move_time: bool = False
    """Whether the time to think is given, as by `go movetime`."""
    move_time_s: float = 0.0
    """Time to think."""
    infinite: bool = False
    """Whether to think until stopped, as by `go infinite`."""
    ponder: bool = False
    """Whether to think on the opponent's time, as by `go ponder`; `ponder_hit` ends that."""
    ply: int = 0
    """Half-moves played in the game; a ply that does not rise begins a new game."""
    has_features: bool = False
    """Whether the features of the position, below, are known."""
    move_number: int = 0
    """Full-move number, from 1."""
    legal_moves: int = 0
    """Legal moves of the side to move."""
    pieces: int = 0
    """Pieces of both colours, including kings and pawns."""
    captures: int = 0
    """Legal captures."""
    checks: int = 0
    """Legal moves that give check."""
    in_check: bool = False
    """Whether the side to move is in check."""


@dataclass(slots=True)
class Iteration:
    """A depth that iterative deepening has finished."""

    elapsed_s: float = 0.0
    """Time since the turn began."""
    depth: int = 0
    """The depth just finished."""
    score_cp: float = 0.0
    """Score in centipawns for the side to move; for a mate in n moves 100,000 - n, or -100,000 + n."""
    mate_in: int = 0
    """Moves to mate, negative when being mated; 0 if there is no mate."""
    best_move: int = 0
    """The best move, as any number that differs from move to move."""
    nodes: int = 0
    """Nodes visited since the turn began."""
    best_move_changes: float = 0.0
    """Changes of the best move inside this iteration; 0 if they are not counted."""
    fail_highs: int = 0
    """Aspiration windows of this iteration that failed high."""
    fail_lows: int = 0
    """Aspiration windows of this iteration that failed low."""
    has_share: bool = False
    """Whether the best move's share of the nodes is known."""
    best_move_share: float = 0.0
    """Share of the root's nodes spent on the best move, 0 to 1."""
    has_second: bool = False
    """Whether the score of the second-best move is known."""
    second_score_cp: float = 0.0
    """Score of the second-best move, or a bound that shows how far it is behind."""
