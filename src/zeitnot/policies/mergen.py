"""Mergen policy: the clock by kind of game, phase and complexity of the position.

The document gives ranges for some figures and nothing for the buffer and the increment. They are chosen here
so that its example holds (3+2, first move: 2.8 s and 7.0 s), and its rounded times per move: 3 s at 3+2, 10 s
at 10+5, 30 s in 30 minutes called classical. Its two tables of moves show a half to an eighth of what its
formula gives, and its example of move 15 shows two thirds; no choice within its ranges makes them agree. So
the formula is the default, and the other two readings are presets: `tables`, fitted to the nine rows, which
needs factors and a least share that the document does not have, and `session`, with another middlegame
factor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from zeitnot.clocks import Kind
from zeitnot.monitors import Monitor, between_depths
from zeitnot.policies.base import Host, ModelSource, PolicyBase, Taught
from zeitnot.policies.mergen_lessons import PRIOR_GAMES, MergenFigures, MergenLessons
from zeitnot.policies.parameters import Centipawns, Count, Depth, Multiplier, Seconds, Share, Turns, check
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    Factor,
    Iteration,
    Progress,
    Reason,
    SearchSettings,
    Trail,
    Turn,
    Verdict,
    pluralised,
)

_DOCUMENTS_SHARE = 0.04
"""Share per move at which the formula gives the document's figures."""

NOTHING_LEARNED = "off"
"""Value of `learned` that keeps the document's figures."""
LEARNED = ("share_per_move", "opening_moves_left", "middlegame_moves_left", "endgame_moves_left")
"""Parameters that past games adjust, unless they are set explicitly."""
_BARE_KINGS = 2
_CLOCKLESS = (Kind.INFINITE, Kind.FIXED_DEPTH)
_PAST_TARGET = Verdict(reason=Reason.TARGET)
_DEEP_ENOUGH = Verdict(reason=Reason.DEPTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mergen(PolicyBase):
    """An even share of the clock, scaled by kind of game, phase and complexity with the document's
    formula."""

    name: ClassVar[str] = "mergen"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        **{kind.value.replace("_", "-"): {"kind": kind} for kind in Kind},
        "spend-less": {"share_per_move": 0.03, "emergency_threshold_s": 15.0},
        "spend-more": {"share_per_move": 0.05, "largest_share": 0.2},
        "tables": {
            "buffer_share": 0.95,
            "increment_share": 0.37,
            "blitz_factor": 1.33,
            "complexity_factors": (0.32, 1.97),
            "least_complexity": 0.2,
            "least_share": 0.002,
            "emergency_share": 0.0375,
        },
        "session": {"middlegame_factor": 0.79},
    }
    personal: ClassVar[Mapping[str, Any]] = {"learned": "mine"}

    learned: str = NOTHING_LEARNED
    """Figures learned from past games: `off`, `mine` (from `zeitnot learn mergen`), or a file; the default is
    `mine` in `uci`, `wrap` and `play`, and `off` everywhere else."""
    kind: Kind | None = None
    """Kind of game; none to derive it from the first clock. Infinite and fixed depth plan with the whole
    clock."""
    fixed_depth: Depth = 5
    """Depth of a game with fixed depth."""
    bullet_factor: Multiplier = 0.7
    """Factor for games below 3 minutes."""
    blitz_factor: Multiplier = 0.9
    """Factor for games below 10 minutes."""
    rapid_factor: Multiplier = 1.0
    """Factor for games below 60 minutes."""
    classical_factor: Multiplier = 1.2
    """Factor for games of 60 minutes or more."""
    opening_moves: Count = 10
    """Last move of the opening."""
    middlegame_moves: Count = 35
    """Move at which the middlegame is expected to end."""
    endgame_pieces: Count = 10
    """Number of pieces below which it is an endgame, at any move."""
    opening_factor: Multiplier = 0.7
    """Factor in the opening."""
    middlegame_factor: Multiplier = 1.2
    """Factor in the middlegame."""
    endgame_factor: Multiplier = 1.0
    """Factor in the endgame."""
    opening_moves_left: tuple[Turns, Turns] = (40.0, 35.0)
    """Moves left expected at the first and at the last move of the opening."""
    middlegame_moves_left: tuple[Turns, Turns] = (30.0, 20.0)
    """Moves left expected at the first and at the last move of the middlegame, and later while there are many
    pieces."""
    endgame_moves_left: tuple[Turns, Turns] = (20.0, 10.0)
    """Moves left expected at the most pieces of an endgame and at bare kings."""
    mobility_weight: Share = 0.4
    """Complexity of a position with at least `mobility_moves` legal moves."""
    mobility_moves: Count = 50
    """Number of legal moves that counts as full mobility."""
    material_weight: Share = 0.3
    """Complexity of a full board."""
    material_pieces: Count = 32
    """Number of pieces on a full board."""
    tactics_weight: Share = 0.3
    """Largest complexity from check and captures together."""
    check_weight: Share = 0.3
    """Complexity of being in check."""
    captures_weight: Share = 0.2
    """Largest complexity from captures."""
    capture_weight: Share = 0.05
    """Complexity of each capture; the document gives only the maximum."""
    least_complexity: Share = 0.0
    """Least complexity of a position; 0.2 in the document's example of a king and a pawn against a king."""
    complexity_factors: tuple[Multiplier, Multiplier] = (0.8, 1.2)
    """Factors for the simplest and for the most complex position."""
    buffer_share: Share = 0.2
    """Part of the clock kept in reserve; chosen so that the document's example at 3+2 holds."""
    increment_share: Share = 0.45
    """Part of the increment added to the even share; chosen so that the document's example at 3+2 holds."""
    share_per_move: Share = _DOCUMENTS_SHARE
    """Part of the clock for a move when the number of moves left is unknown; another value scales every
    move."""
    least_share: Share = 0.01
    """Least part of the clock for a move."""
    largest_share: Share = 0.15
    """Largest part of the clock for the target of a move."""
    maximum_factor: Multiplier = 2.5
    """Limit as a multiple of the target."""
    maximum_share: Share = 0.25
    """Largest part of the clock for the limit."""
    emergency_threshold_s: Seconds = 10.0
    """Time on the clock below which it is an emergency."""
    emergency_share: Share = 0.1
    """Part of the clock for the target in an emergency."""
    emergency_maximum_share: Share = 0.15
    """Part of the clock for the limit in an emergency."""
    emergency_depth: Depth = 4
    """Depth limit in an emergency, as in the document's example; it does not apply early in the target."""
    emergency_deepening_share: Share = 0.7
    """Part of an emergency's target in which depths beyond that limit still begin; 0 for never. Chosen so
    that a fast engine uses the target: the next depth takes about as long as all before it."""
    pressure_share: Share = 0.0
    """Part of the first clock below which there is time pressure; 0, off by default: the document only
    suggests it."""
    pressure_factor: Multiplier = 0.8
    """Factor under time pressure; this project's figure."""
    unstable_factor: Multiplier = 1.0
    """Factor on the target at each unstable iteration; 1, off by default: the document only suggests it."""
    unstable_cp: Centipawns = 50.0
    """Change of score above which an iteration is unstable, as it is with another best move; this project's
    figure."""
    line_share: Share = 0.5
    """Number of targets that each further MultiPV line adds to the target; this project's figure."""

    def __post_init__(self) -> None:
        check(self)

    @classmethod
    def implied_settings(cls, host: Host, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Use the kind of game that a menu names: 30 minutes may be classical where the clock says rapid."""
        named = host.kind is None or given.keys() & {"kind", "preset"}
        return {} if named else {"kind": host.kind}

    @classmethod
    def taught(cls, source: ModelSource) -> Taught:
        """Return what the user's games have taught, and the document's figures."""
        return cls().taught_by(source.mergen_lessons(str(cls.personal["learned"])))

    def taught_by(self, lessons: MergenLessons) -> Taught:
        """Return this policy's figures as adjusted by the lessons."""
        before = {name: getattr(self, name) for name in LEARNED}
        figures = lessons.figures(self.figures(), shares=(self.least_share, self.largest_share))
        return Taught(
            games=figures.games,
            prior_games=PRIOR_GAMES,
            learned={name: getattr(figures, name) for name in LEARNED},
            before=before,
        )

    def with_models(self, source: ModelSource) -> Self:
        """Return the policy with what it has learned; a figure that was set explicitly stays."""
        if self.learned == NOTHING_LEARNED:
            return self
        taught = type(self)().taught_by(source.mergen_lessons(self.learned))
        learned: dict[str, Any] = {
            name: value
            for name, value in taught.learned.items()
            if getattr(self, name) == taught.before[name]
        }
        return replace(self, **learned)

    def figures(self) -> MergenFigures:
        """Return the current values of the figures that past games can adjust."""
        return MergenFigures(games=0, **{name: getattr(self, name) for name in LEARNED})

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
        clock = turn.clock
        bearable_s = max(0.0, clock.bearable_s)
        kind = self._kind(turn)
        if kind in _CLOCKLESS:
            trail = Trail.start("all the clock", bearable_s, kind.value)
            depth = self.fixed_depth if kind is Kind.FIXED_DEPTH else None
            return Budget(target=trail, limit=trail, settings=SearchSettings(maximum_depth=depth))
        left_s = max(0.0, clock.remaining_s)
        emergency = self._in_emergency(turn)
        if emergency:
            note = f"below {self.emergency_threshold_s:g} s"
            target = Trail.start("emergency share", left_s * self.emergency_share, note)
            limit = Trail.start("emergency maximum", left_s * self.emergency_maximum_share, note)
        else:
            target = self._target(turn, left_s, kind)
            limit = target.times("maximum", self.maximum_factor)
            limit = limit.at_most("share of the clock", left_s * self.maximum_share)
        limit = limit.at_most("clock", bearable_s)
        return Budget(target=target.at_most("maximum", limit.seconds), limit=limit, emergency=emergency)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that begins no new depth after the target or beyond the depth limit."""
        depth, deepening_share = budget.settings.maximum_depth, 0.0
        # Free time is no reason to search less.
        if depth is None and self._in_emergency(turn) and turn.clock.lasting_s <= 0:
            depth, deepening_share = self.emergency_depth, self.emergency_deepening_share
        return _Watch(
            rules=self,
            target_s=budget.target_s,
            limit_s=budget.limit_s,
            depth=depth,
            deepening_share=deepening_share,
        )

    def complexity(self, features: ChessFeatures) -> float:
        """Return how complex a position is, 0 to 1: mobility, material, tactics."""
        mobility = min(1.0, features.legal_moves / self.mobility_moves)
        material = min(1.0, features.pieces / self.material_pieces)
        tactics = min(self.captures_weight, features.captures * self.capture_weight)
        if features.in_check:
            tactics += self.check_weight
        total = self.mobility_weight * mobility + self.material_weight * material
        return max(self.least_complexity, min(1.0, total + min(self.tactics_weight, tactics)))

    def phase(self, features: ChessFeatures) -> tuple[str, float, float]:
        """Return the phase of the game, its factor, and the expected number of moves left."""
        name, way = self.way(features)
        factor: float = getattr(self, f"{name}_factor")
        first, last = getattr(self, f"{name}_moves_left")
        return name, factor, first + (last - first) * way

    def way(self, features: ChessFeatures) -> tuple[str, float]:
        """Return the phase of the game, and how far through it the game is, 0 to 1."""
        move = features.move_number
        if features.pieces < self.endgame_pieces:
            return "endgame", _way(features.pieces, self.endgame_pieces - 1, _BARE_KINGS)
        if move <= self.opening_moves:
            return "opening", _way(move, 1, self.opening_moves)
        return "middlegame", _way(move, self.opening_moves + 1, self.middlegame_moves)

    def _in_emergency(self, turn: Turn) -> bool:
        clockless = self._kind(turn) in _CLOCKLESS
        return not clockless and max(0.0, turn.clock.bearable_s) < self.emergency_threshold_s

    def _kind(self, turn: Turn) -> Kind:
        if self.kind is not None:
            return self.kind
        return Kind.of_base(turn.clock.remaining_s if turn.initial_s is None else turn.initial_s)

    def _target(self, turn: Turn, left_s: float, kind: Kind) -> Trail:
        features = turn.features if isinstance(turn.features, ChessFeatures) else None
        phase = None if features is None else self.phase(features)
        trail = self._base(turn, left_s, None if phase is None else phase[2])
        trail = trail.times("kind of game", getattr(self, f"{kind.value}_factor"), kind.value)
        if features is not None and phase is not None:
            complexity = self.complexity(features)
            simple, complex_ = self.complexity_factors
            trail = trail.times("phase", phase[1], phase[0])
            trail = trail.times("complexity", simple + (complex_ - simple) * complexity, f"{complexity:.2f}")
        if turn.lines > 1:
            trail = trail.times(f"{turn.lines} lines", 1 + self.line_share * (turn.lines - 1))
        if turn.initial_s is not None and left_s < self.pressure_share * turn.initial_s:
            trail = trail.times("time pressure", self.pressure_factor)
        trail = trail.at_least("least share", left_s * self.least_share)
        return trail.at_most("largest share", left_s * self.largest_share)

    def _base(self, turn: Turn, left_s: float, moves_left: float | None) -> Trail:
        """Return the share of the clock: by the moves to go, else by the moves expected, else by the share
        per move."""
        moves = turn.clock.moves_to_go or moves_left
        trail = Trail.start("clock", left_s)
        if moves is None:
            trail = trail.times("share per move", self.share_per_move)
        else:
            trail = trail.times("buffer", 1 - self.buffer_share, f"{self.buffer_share:.0%} held back")
            trail = trail.times("even share", 1 / moves, f"{pluralised(moves, 'move')} to come")
            if self.share_per_move != _DOCUMENTS_SHARE:
                scale = self.share_per_move / _DOCUMENTS_SHARE
                trail = trail.times("share per move", scale, f"{self.share_per_move:.2%} a move")
        if turn.clock.increment_s:
            trail = trail.plus("increment", turn.clock.increment_s * self.increment_share)
        return trail


def _way(place: float, first: float, last: float) -> float:
    return 1.0 if first == last else min(1.0, max(0.0, (place - first) / (last - first)))


@dataclass(slots=True, kw_only=True)
class _Watch:
    """Stops the search between depths; moves the target while the search is unstable, if that is enabled."""

    rules: Mergen
    target_s: float
    limit_s: float
    depth: int | None
    deepening_share: float
    last: Iteration | None = None
    factor: float = 1.0

    def observe(self, progress: Progress) -> Verdict:
        """Compare time and depth; a tick inside a depth stops it only at the limit."""
        elapsed_s = progress.elapsed_s
        if not isinstance(progress, Iteration) or elapsed_s >= self.limit_s:
            return between_depths(progress, target_s=self.target_s, limit_s=self.limit_s)
        enough_s = self.deepening_share * self.target_s
        if self.depth is not None and progress.depth >= self.depth and elapsed_s >= enough_s:
            return _DEEP_ENOUGH
        moved = self.rules.unstable_factor != 1 and self._unstable(progress)
        past = elapsed_s >= self.target_s and progress.depth > 0
        if not moved:
            return _PAST_TARGET if past else GO_ON
        return Verdict(
            reason=Reason.TARGET if past else None,
            target_s=self.target_s,
            factors=(Factor("unstable evaluation", self.factor),),
        )

    def _unstable(self, iteration: Iteration) -> bool:
        rules, last = self.rules, self.last
        self.last = iteration
        if last is None:
            return False
        swing_cp = abs(iteration.score_cp - last.score_cp)
        if iteration.best_move == last.best_move and swing_cp <= rules.unstable_cp:
            return False
        self.factor *= rules.unstable_factor
        self.target_s = min(self.target_s * rules.unstable_factor, self.limit_s)
        return True
