"""Game turns: turns of anybody's Scrabble games, judged as data sets are, with the move that was played."""

import math
from dataclasses import dataclass

from zeitnot.games import JudgedStep, Judgement
from zeitnot.scrabble.features import PHASES, phase_of
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.match_table import ScrabblePlan, opened_knowledge, read_tiles
from zeitnot.scrabble.moves import Move, MoveKind, is_same
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recording.positions import DrawnPosition
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording, SimulatedTurn
from zeitnot.scrabble.recording.trace import ScrabbleTrace, is_seen, nearest_checkpoint
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
        played = next((rated for rated in drawn.moves if is_same(rated.move, asked)), None)
        if played is None:
            words = f"{move_words(position, asked)} is not a legal move with the words of the judge"
            return JudgedScrabbleTurn(judgement=Judgement(problem=words))
        if position.bag_count:
            return _simulated(recorder, drawn, played)
        return _solved(recorder, drawn, played)

    def _recorder(self, settings: tuple[tuple[str, str], ...], plan: ScrabblePlan) -> ScrabbleRecorder:
        if settings not in self._recorders:
            knowledge = opened_knowledge(plan) if settings else Knowledge.built_in()
            self._recorders[settings] = ScrabbleRecorder(self._settings, knowledge=knowledge)
        return self._recorders[settings]


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
    return JudgedScrabbleTurn(judgement=judgement, trace=turn.trace)


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
    return JudgedScrabbleTurn(judgement=judgement, trace=trace)


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
    return max(drawn.moves, key=lambda rated: rated.score_pts)


def move_words(position: Position, move: Move) -> str:
    """Return a move as players write it: `8D QUIZ`, `exchange QU`, `pass`."""
    if move.kind is MoveKind.PASS:
        return "pass"
    if move.kind is MoveKind.EXCHANGE:
        return f"exchange {position.distribution.alphabet.rack_text(move.tiles) or move.count}"
    return position.move_text(move)
