"""Game turns: turns of anybody's Scrabble games, judged as data sets are, with the move that was played."""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from zeitnot.errors import DataError
from zeitnot.games import JudgedStep, Judgement
from zeitnot.scrabble.features import PHASES, phase_of
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.match_table import ScrabblePlan, opened_knowledge, read_tiles
from zeitnot.scrabble.moves import Move, MoveKind, ValuedMove
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.judge import SolvedTurn, gap_error_pts
from zeitnot.scrabble.recording.positions import DrawnPosition
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording, SimulatedTurn
from zeitnot.scrabble.recording.trace import ScrabbleTrace, is_seen, nearest_checkpoint
from zeitnot.scrabble.simulation import SimulatedMove
from zeitnot.scrabble.turn import WorkRates

_RATES = WorkRates()
SIGHT_SAMPLES = _RATES.samples_per_s / _RATES.generations_per_s
"""Samples that the work of finding all moves and rating them at sight counts as."""
NODES_OF_A_SAMPLE = _RATES.nodes_per_s / _RATES.samples_per_s
"""Nodes of the endgame solver that take as long as a sample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleTurn:
    """A turn of a game: where it was, and what was played."""

    cgp: str
    """The position, with the rack of the player on turn."""
    played: str
    """The move as GCG writes it; a pass for a play that was challenged off."""
    ply: int = 0
    """Turns played before it."""
    plies_to_come: int = 1
    """Turns of both players from this one, which is counted, to the end of the game."""
    settings: tuple[tuple[str, str], ...] = ()
    """Words, leaves, tiles and board, as settings of a match."""
    problem: str = ""
    """Why it cannot be judged, in words; empty if nothing is known against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedScrabbleTurn:
    """A turn with its simulations or its endgame, and what its move lost."""

    judgement: Judgement
    """What thinking was worth, in points, with samples as work."""
    trace: ScrabbleTrace | None = None
    """The turn as data sets have it; None if it could not be judged."""
    moves: tuple[ValuedMove, ...] = ()
    """Moves that were judged, best first: those that a simulation or the solver ever preferred, and the one
    played."""
    played: ValuedMove | None = None
    """The move played, as it stands among them."""
    line: tuple[Move, ...] = ()
    """Best play of both sides, with an empty bag."""
    is_proven: bool = False
    """Whether the values are exact."""


class ScrabbleTurnRecorder:
    """Records turns of any games; lexicons stay open from turn to turn."""

    def __init__(self, settings: ScrabbleRecording) -> None:
        """Take how long turns are simulated and solved."""
        self._settings = settings
        self._recorders: dict[tuple[tuple[str, str], ...], ScrabbleRecorder] = {}

    def close(self) -> None:
        """Nothing is open."""

    def record(self, turn: ScrabbleTurn) -> JudgedScrabbleTurn:
        """Judge a turn; one whose rack or move is not known says so."""
        if turn.problem:
            return JudgedScrabbleTurn(judgement=Judgement(problem=turn.problem))
        plan = ScrabblePlan.of(turn.settings)
        distribution, layout = read_tiles(plan)
        position = Position.from_cgp(turn.cgp, distribution=distribution, layout=layout)
        recorder = self._recorder(turn.settings, plan)
        drawn = recorder.turn_of(position, ply=turn.ply, plies_to_come=turn.plies_to_come)
        asked = Move.parse(turn.played, distribution.alphabet)
        played = drawn.moves.find(asked)
        if played is None:
            problem = _why_unknown(asked, position, recorder.knowledge.lexicon)
            return JudgedScrabbleTurn(judgement=Judgement(problem=problem))
        if position.bag_count:
            return _simulated(recorder, drawn, played)
        return _solved(recorder, drawn, played)

    def _recorder(self, settings: tuple[tuple[str, str], ...], plan: ScrabblePlan) -> ScrabbleRecorder:
        if settings not in self._recorders:
            knowledge = opened_knowledge(plan) if settings else Knowledge.built_in()
            self._recorders[settings] = ScrabbleRecorder(self._settings, knowledge=knowledge)
        return self._recorders[settings]


def _why_unknown(move: Move, position: Position, lexicon: Lexicon) -> str:
    """Return why a move is not among those of the judge."""
    if move.kind is MoveKind.PLACE:
        with suppress(DataError):  # a move that cannot be laid at all has no words
            made = position.judge(move).words
            if phoneys := tuple(dict.fromkeys(word for word in made if word not in lexicon)):
                return f"phoney: {', '.join(phoneys)} not in {lexicon.name}"
    return f"{move_words(position, move)} is not a legal move with the words of the judge"


def _simulated(recorder: ScrabbleRecorder, drawn: DrawnPosition, played: RatedMove) -> JudgedScrabbleTurn:
    highest = _highest(drawn)
    turn = recorder.simulated(drawn, [highest.move, played.move])
    position = drawn.position
    losses = [math.fsum(each) / len(turn.played_pts) for each in zip(*turn.played_pts, strict=True)]
    steps = [
        JudgedStep(work=1.0, move=move_words(position, highest.move), loss=losses[0]),
        JudgedStep(
            work=SIGHT_SAMPLES,
            move=move_words(position, drawn.moves[0].move),
            loss=turn.trace.sight_loss_pts,
        ),
        *_checks(turn, position),
    ]
    finals = [run[-1] for run in turn.states]
    chances = [move.win_chance for final in finals for move in final.moves if move.rated.move == turn.best]
    gaps = [run.checks[-1].snapshot.gap_pts(2) for run in turn.trace.runs]
    judgement = _judgement(
        drawn,
        steps=tuple(steps),
        played_loss=0.0 if played.move == turn.best else losses[1],
        loss_error=turn.trace.loss_error_pts,
        score=math.fsum(chances) / len(chances),
        gap=math.fsum(gaps) / len(gaps),
        line=(move_words(position, turn.best),),
    )
    moves = _by_judges(turn, win_pts=recorder.settings.simulation.win_pts)
    return JudgedScrabbleTurn(
        judgement=judgement,
        trace=turn.trace,
        moves=moves,
        played=next((valued for valued in moves if valued.move == played.move), None),
    )


def _by_judges(turn: SimulatedTurn, *, win_pts: float) -> tuple[ValuedMove, ...]:
    """Return the moves that were judged, best first, with the means of the judges.

    Judges share their samples equally among the moves, and did not choose them. Where all runs preferred one
    move from the beginning to the end there was nothing to judge, and the runs value it.
    """
    is_judged = len(turn.judges[0].moves) > 1
    states = turn.judges if is_judged else tuple(run[-1] for run in turn.states)
    sources = [{move.rated.move: move for move in state.moves} for state in states]
    found = [_mean_value(move, turn.best, sources, win_pts=win_pts) for move in sources[0]]
    worth = {move: math.fsum(arms[move].arm.mean_pts for arms in sources) for move in sources[0]}
    return tuple(sorted(found, key=lambda valued: (valued.move != turn.best, -worth[valued.move])))


def _mean_value(
    move: Move, best: Move, sources: Sequence[Mapping[Move, SimulatedMove]], *, win_pts: float
) -> ValuedMove:
    """Return the means of a move over several simulations, with the errors of its distance from the best."""
    own = [arms[move] for arms in sources]
    squares_pts, squares_chance = [], []
    for arms in sources:
        utilities = {each: arms[each].arm for each in arms}
        shared_pts = 0.0 if move == best else gap_error_pts(utilities, best, move)
        apart_pts = math.hypot(utilities[best].standard_error_pts, utilities[move].standard_error_pts)
        equity_pts = math.hypot(arms[best].equity_error_pts, arms[move].equity_error_pts)
        # Shared deals make the distance of equities as much surer as that of the utilities they are part of.
        squares_pts.append((equity_pts * shared_pts / apart_pts) ** 2 if apart_pts else 0.0)
        # A win is worth `win_pts` of the utility, and wins with points: its part varies less than the whole.
        squares_chance.append((shared_pts / win_pts) ** 2)
    count = len(sources)
    return ValuedMove(
        move=move,
        score_pts=own[0].rated.score_pts,
        equity_pts=math.fsum(each.equity_pts for each in own) / count,
        equity_error_pts=math.hypot(*(each.equity_error_pts for each in own)) / count,
        win_chance=math.fsum(each.win_chance for each in own) / count,
        samples=sum(each.samples for each in own),
        gap_error_pts=math.sqrt(math.fsum(squares_pts)) / count,
        gap_error_chance=math.sqrt(math.fsum(squares_chance)) / count,
    )


def _checks(turn: SimulatedTurn, position: Position) -> list[JudgedStep]:
    """Return the checkpoints that a player looks at: the move of the first run, the mean loss of all runs."""
    found: dict[int, list[tuple[str, float]]] = {}
    for states, run in zip(turn.states, turn.trace.runs, strict=True):
        for state, check in zip(states, run.checks, strict=True):
            if not is_seen(check.snapshot):
                continue  # who leads by a few samples is luck: the best move at sight stands
            move = move_words(position, state.moves[0].rated.move)
            found.setdefault(nearest_checkpoint(state.samples), []).append((move, check.loss_pts))
    return [
        JudgedStep(
            work=SIGHT_SAMPLES + samples,
            move=each[0][0],
            loss=math.fsum(loss_pts for _, loss_pts in each) / len(each),
        )
        for samples, each in sorted(found.items())
    ]


def _solved(recorder: ScrabbleRecorder, drawn: DrawnPosition, played: RatedMove) -> JudgedScrabbleTurn:
    position, highest, at_sight = drawn.position, _highest(drawn), drawn.moves[0]
    others = [rated.move for rated in drawn.moves[:2]]
    trace, turn = recorder.solved(drawn, [*others, highest.move, played.move])
    best_pts = max(turn.gained_pts.values())
    lost_pts = {move: best_pts - gained_pts for move, gained_pts in turn.gained_pts.items()}
    steps = [
        JudgedStep(work=1.0, move=move_words(position, highest.move), loss=lost_pts[highest.move]),
        JudgedStep(
            work=SIGHT_SAMPLES, move=move_words(position, at_sight.move), loss=lost_pts[at_sight.move]
        ),
    ]
    for ply, move in zip(turn.plies, turn.moves, strict=True):
        work = SIGHT_SAMPLES + ply.nodes / NODES_OF_A_SAMPLE
        # Judged again: a move named besides can turn out better than all that the solver preferred.
        steps.append(JudgedStep(work=work, move=move_words(position, move), loss=lost_pts[move]))
    spread_pts = position.spread_pts + best_pts
    best = turn.line if not lost_pts[turn.line[0]] else (min(lost_pts, key=lambda move: lost_pts[move]),)
    second_pts = sorted(lost_pts.values())[1] if len(lost_pts) > 1 else 0.0
    judgement = _judgement(
        drawn,
        steps=tuple(steps),
        played_loss=lost_pts[played.move],
        loss_error=turn.error_pts,
        score=0.5 if spread_pts == 0 else float(spread_pts > 0),
        gap=second_pts,
        line=(
            move_words(position, best[0]),
            *(move.text(position.distribution.alphabet) for move in best[1:]),
        ),
    )
    moves = _by_solver(drawn, turn, best[0])
    return JudgedScrabbleTurn(
        judgement=judgement,
        trace=trace,
        moves=moves,
        played=next(valued for valued in moves if valued.move == played.move),
        line=best,
        is_proven=turn.is_proven,
    )


def _by_solver(drawn: DrawnPosition, turn: SolvedTurn, best: Move) -> tuple[ValuedMove, ...]:
    """Return the moves that were solved, best first, valued by the points to the end of the game."""
    found = []
    for move, gained_pts in turn.gained_pts.items():
        spread_pts = drawn.position.spread_pts + gained_pts
        rated = drawn.moves.find(move)
        found.append(
            ValuedMove(
                move=move,
                score_pts=0 if rated is None else rated.score_pts,
                equity_pts=gained_pts,
                win_chance=0.5 if spread_pts == 0 else float(spread_pts > 0),
                gap_error_pts=0.0 if move == best else turn.error_pts,
            )
        )
    return tuple(sorted(found, key=lambda valued: (valued.move != best, -valued.equity_pts)))


def _judgement(
    drawn: DrawnPosition,
    *,
    steps: tuple[JudgedStep, ...],
    played_loss: float,
    loss_error: float,
    score: float,
    gap: float,
    line: tuple[str, ...],
) -> Judgement:
    return Judgement(
        steps=steps,
        played_loss=played_loss,
        loss_error=loss_error,
        score=score,
        gap=gap,
        line=line,
        # Where only a pass is left, that is the one move.
        legal_moves=max(1, drawn.features.legal_moves or 0),
        phase=PHASES[phase_of(drawn.features)],
        turns_to_come=drawn.features.own_turns(),
    )


def _highest(drawn: DrawnPosition) -> RatedMove:
    """Return the move with the highest score: what is seen before anything is weighed."""
    return drawn.moves[int(drawn.moves.scores_pts.argmax())]


def move_words(position: Position, move: Move) -> str:
    """Return a move as players write it: `8D QUIZ`, `exchange QU`, `pass`."""
    if move.kind is MoveKind.PASS:
        return "pass"
    if move.kind is MoveKind.EXCHANGE:
        return f"exchange {position.distribution.alphabet.rack_text(move.tiles) or move.count}"
    return position.move_text(move)
