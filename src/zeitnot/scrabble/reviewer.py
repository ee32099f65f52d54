"""ScrabbleReviewer: GCG with times, turns judged by simulations and the solver, boards, annotated GCG."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, TextIO

from zeitnot import __version__
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import (
    Judgement,
    JudgeSettings,
    MoveComment,
    RecordedPosition,
    Reviewer,
    TimedGame,
    TimedMove,
    TurnJudge,
    UnreadGame,
    VerdictRules,
)
from zeitnot.scrabble import gcg
from zeitnot.scrabble.board_drawing import drawn_position
from zeitnot.scrabble.features import COMPETITIVE_PTS
from zeitnot.scrabble.game import GameRecord
from zeitnot.scrabble.match_table import ScrabblePlan, opened_knowledge, read_tiles
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.recorded_simulation import PLY_GROWTH, RecordedSimulation, RecordEnds
from zeitnot.scrabble.recording.game_turns import (
    JudgedScrabbleTurn,
    ScrabbleTurn,
    ScrabbleTurnRecorder,
)
from zeitnot.scrabble.recording.recorder import ScrabbleRecording
from zeitnot.scrabble.simulated import TYPICAL_TURNS
from zeitnot.scrabble.timed_gcg import scrabble_turns, timed_games, turn_places
from zeitnot.scrabble.turn import WorkRates

SAMPLES = 4_000
"""Samples of a simulation of a turn at effort 1: a game takes about half a minute on two cores."""
JUDGE_SAMPLES = 4_000
"""Samples of each judging simulation at effort 1."""
ENDGAME_NODES = 200_000
"""Nodes of the solver for each move that it values at effort 1."""
SEEDS = 2
"""Simulations of a turn: the fewest of which one can judge the other."""
_FEWEST_CANDIDATES = 2
_JUDGED_FORM = 2
"""Form of a judged turn: those of another one are judged again."""
_AT_SIGHT = 0.1
"""Part of the usual time that generating moves takes in a replay: it counts as moving at sight."""
_GCG = re.compile(r"^(?:#(?:player[12]|character-encoding)\s|>\S+:\s)", re.MULTILINE)


class ScrabbleReviewer(Reviewer):
    """Reviews games of Scrabble; losses are points."""

    rules: ClassVar[VerdictRules] = VerdictRules(
        least_loss=COMPETITIVE_PTS,
        mistake=5.0,
        forced_gap=10.0,
        least_told=1.0,
        digits=1,
        turn_word="turn",
        usual_turns=TYPICAL_TURNS,
    )
    managers: ClassVar[tuple[str, ...]] = ("learned", "magpie", "uniform")
    judged: ClassVar[type[Any]] = JudgedScrabbleTurn
    usual_work: ClassVar[float] = 30.0  # the best static move, and a glance at what follows
    least_work: ClassVar[float] = 1.0  # the highest score
    points_words: ClassVar[str] = (
        "Points are those of the simulation: a win counts as 200, a point of the score as a quarter of one "
        "besides; with an empty bag, points of the score."
    )
    score_words: ClassVar[str] = "Chance to win"
    trouble_words: ClassVar[str] = (
        "Time trouble: the clock, divided by the turns to come as the tiles left let expect, gives less than "
        "a third of an even share. What overtime costs counts as lost in time trouble."
    )
    assumptions: ClassVar[tuple[str, ...]] = (
        "Points are what the player's simulation chooses by: 200 for a win, and a quarter of a point for "
        "every point of the score, which together is near a point of the score while a game is open. With "
        "an empty bag they are points of the score.",
        "What thinking was worth comes from long simulations of every position: after some samples, what the "
        "move that led would have lost, judged by other simulations that did not choose it. With an empty "
        "bag the endgame is solved instead. First sight is the move with the highest score, then the one "
        "with the best static value.",
        "The words are those of the judge's lexicon. A play that was challenged off counts as a pass. A turn "
        "whose rack is not known, or whose play is none by that lexicon, is not judged, and says so.",
        "A second of a player counts as a number of samples. It is set so that the judge, with the player's "
        "times, would lose as much as the player lost, held towards 30 samples for a usual turn while turns "
        "are few. The judge sees every play on the board at once, which no human does: a play that was "
        "overlooked shows as a loss, and more time is assumed to find it. How much a time stands for in one "
        "position is uncertain by a factor of about 3 either way, and all expected losses are means over "
        "that.",
    )
    built_in_judge: ClassVar[str] = "the player's own simulation and endgame solver"
    wide_board: ClassVar[bool] = True

    def reads(self, head: str) -> bool:
        """Look for the first lines of GCG: players, an encoding, or an event."""
        return head.lstrip("\ufeff \t\r\n").startswith(("#", ">")) and _GCG.search(head) is not None

    def read(
        self, text: TextIO, *, what: str, clock: TimeControl | None, settings: Sequence[tuple[str, str]] = ()
    ) -> Iterator[TimedGame | UnreadGame]:
        """Read the games of a GCG text."""
        return timed_games(text, what=what, clock=clock, settings=settings)

    def recording(self, settings: JudgeSettings) -> ScrabbleRecording:
        """Return how turns are simulated; another engine, or a file that is missing, is a SettingError."""
        if settings.engine:
            raise SettingError(f"Scrabble is judged by its own player, got the engine {settings.engine[0]!r}")
        plan, plain = ScrabblePlan.of(settings.settings), ScrabbleRecording()
        if settings.settings:
            opened_knowledge(plan)  # a wrong file is told before the work
        candidates = max(_FEWEST_CANDIDATES, plan.candidates or plain.candidates)
        fewest = 2 * candidates
        return ScrabbleRecording(
            samples=max(fewest, round(SAMPLES * settings.effort)),
            long_samples=0,
            seeds=SEEDS,
            judge_samples=max(fewest, round(JUDGE_SAMPLES * settings.effort)),
            candidates=candidates,
            plies=plan.plies or plain.plies,
            endgame_nodes=max(1, round(ENDGAME_NODES * settings.effort)),
        )

    def judge_words(self, recording: ScrabbleRecording) -> tuple[str, int]:
        """Return the samples of a simulation; the player has no other name."""
        return "", recording.samples

    def identity(self, recording: ScrabbleRecording) -> list[str | int]:
        """Return the version of the player, and of what is kept of its judgement."""
        return [__version__, _JUDGED_FORM]

    def judge(self, recording: ScrabbleRecording) -> TurnJudge:
        """Return the recorder of turns."""
        return ScrabbleTurnRecorder(recording)

    def turns(self, game: TimedGame, settings: JudgeSettings) -> Mapping[int, ScrabbleTurn]:
        """Return the turns with the words that the game, or else the user, names."""
        own = game.settings or settings.settings
        return scrabble_turns(_record(game, own).game, ScrabblePlan.of(own).from_the_root().settings)

    def turn_key(self, turn: ScrabbleTurn) -> str:
        """Return position and move, with the state of the files of words and leaves."""
        files = [path.stat() for _, value in turn.settings if (path := Path(value)).is_file()]
        states = [(each.st_size, each.st_mtime_ns) for each in files]
        return f"{turn.cgp} {turn.played} {turn.ply} {turn.plies_to_come} {turn.settings} {states}"

    def judgement(self, turn: ScrabbleTurn, judged: JudgedScrabbleTurn) -> Judgement:
        """Return what was kept."""
        return judged.judgement

    def replayed(
        self, judged: JudgedScrabbleTurn, *, number: int, work_per_s: float, usual_s: float, longest_s: float
    ) -> RecordedPosition | None:
        """Return the first simulation, or the endgame."""
        trace = judged.trace
        if trace is None:
            return None
        rates = replace(WorkRates.at(work_per_s), generations_per_s=1.0 / (_AT_SIGHT * usual_s))
        ends = RecordEnds.of([trace])
        if trace.plies and not trace.loss_error_pts:
            ends = replace(ends, nodes=round(ends.nodes * PLY_GROWTH) + 1)  # solved: nothing is left to find
        search = RecordedSimulation.of(trace, rates=rates, longest_s=longest_s, ends=ends)[0]
        return RecordedPosition(features=trace.features, search=search, trace=number)

    def drawing(self, game: TimedGame, move: TimedMove, better: str) -> str:
        """Draw board and rack."""
        distribution, layout = read_tiles(ScrabblePlan.of(game.settings))
        position = Position.from_cgp(move.position, distribution=distribution, layout=layout)
        alphabet = distribution.alphabet
        other = Move.parse(_bare(better), alphabet) if better else None
        return drawn_position(position, played=Move.parse(move.code, alphabet), better=other)

    def annotated(self, game: TimedGame, comments: Mapping[int, MoveComment]) -> str:
        """Return the GCG with verdicts in the notes."""
        record = _record(game, game.settings)
        events = list(record.game.events)
        for ply, index in enumerate(turn_places(record.game)):
            if (comment := comments.get(ply)) is not None and comment.words:
                better = f" Better: {self.line_text(comment.line)}." if comment.line else ""
                note = "\n".join(filter(None, (events[index].note, f"{comment.words}{better}")))
                events[index] = replace(events[index], note=note)
        return gcg.text(replace(record, game=replace(record.game, events=tuple(events))))

    def phase_words(self, phase: str) -> str:
        """Return the tiles unseen in words."""
        return f"with {phase}"

    def line_text(self, line: Sequence[str]) -> str:
        """Return a line of plays, which have spaces of their own."""
        return ", ".join(line)


def _record(game: TimedGame, settings: Sequence[tuple[str, str]]) -> GameRecord:
    plan = ScrabblePlan.of(settings)
    distribution, layout = read_tiles(plan)
    return gcg.parse(
        game.text,
        source=game.place,
        distribution=distribution if plan.distribution else None,
        layout=layout if plan.layout else None,
    )


def _bare(words: str) -> str:
    """Return a move without the tiles that it plays through: they are on the board."""
    return re.sub(r"\(([^)]*)\)", lambda match: "." * len(re.findall(r"\[[^\]]*\]|.", match[1])), words)
