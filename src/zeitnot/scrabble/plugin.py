"""Scrabble as a game of the lab: what matches, data sets, replays and reports need of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.games import (
    FollowedBoard,
    Game,
    GameOrder,
    GameSource,
    GameWish,
    HumanGame,
    KeptFacts,
    LossScale,
    MatchTerms,
    PlayChoice,
    PositionBefore,
    Recorder,
    Reviewer,
    SearchKind,
    SimulatedPosition,
    Table,
    command_of,
)
from zeitnot.scrabble import gcg
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.features import PHASES, phase_of
from zeitnot.scrabble.followed_board import ScrabbleFollower
from zeitnot.scrabble.lexicon import OnBuild
from zeitnot.scrabble.match_table import (
    ScrabblePlan,
    ScrabbleTable,
    check_programs,
    opened_knowledge,
    read_tiles,
)
from zeitnot.scrabble.play.choices import choices
from zeitnot.scrabble.play.human_game import CLOCKS, ScrabbleHumanGame, kept_facts
from zeitnot.scrabble.recorded_games import ScrabbleGames
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording
from zeitnot.scrabble.recording.trace import ScrabbleTrace
from zeitnot.scrabble.reviewer import ScrabbleReviewer
from zeitnot.scrabble.rules import native_rules
from zeitnot.scrabble.simulated import TYPICAL_TURNS, typical_scrabble_game
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Features, ScrabbleFeatures, TurnRecord

_SMALLER = 20
"""Part of the samples, as a divisor, of a recording that measures what a whole one takes."""

FULL_BAG = ScrabbleFeatures().bag_tiles
"""Tiles in the bag before the first turn."""


class Scrabble(Game):
    """Scrabble, with the built-in player."""

    name: ClassVar[str] = "scrabble"
    title: ClassVar[str] = "Scrabble"
    clock: ClassVar[str] = "2:00 -10/min"
    search: ClassVar[SearchKind] = SearchKind.SIMULATION
    phases: ClassVar[tuple[str, ...]] = PHASES
    typical_turns: ClassVar[int] = TYPICAL_TURNS
    turn_word: ClassVar[str] = "turn"
    notation: ClassVar[str] = "CGP"
    position_words: ClassVar[str] = "tiles in the bag; empty: as in a typical game"
    games_suffix: ClassVar[str] = ".gcg"
    one_file: ClassVar[bool] = False
    losses: ClassVar[LossScale] = LossScale(words="points", unit="pts", digits=2, lost_on_time=100.0)
    work_per_s: ClassVar[float] = 1_000.0
    slowest_work_per_s: ClassVar[float] = 100.0
    has_points: ClassVar[bool] = True
    plays_engines: ClassVar[bool] = True
    can_give_odds: ClassVar[bool] = True
    options: ClassVar[tuple[str, ...]] = ("lexicon", "leaves", "language", "board", "stall")
    play_policy: ClassVar[str] = "magpie"
    play_clocks: ClassVar[tuple[str, ...]] = CLOCKS
    recording: ClassVar[type[Any] | None] = ScrabbleRecording
    trace: ClassVar[type[Any] | None] = ScrabbleTrace

    def table(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> Table:
        """Make a table, with its words and leaves opened."""
        return ScrabbleTable(terms)

    def check(self, terms: MatchTerms) -> None:
        """Refuse settings that do not exist."""
        ScrabblePlan.of(terms.settings)

    def engine_command(self, engine: str) -> tuple[str, ...]:
        """Return the command of a program that speaks the line protocol."""
        return command_of(engine)

    def check_engines(self, terms: MatchTerms) -> Sequence[str]:
        """Start every other program once; return the names that they give themselves."""
        return check_programs(terms)

    def prepare(
        self, settings: Sequence[tuple[str, str]], on_build: OnBuild | None = None
    ) -> Sequence[tuple[str, str]]:
        """Open words and leaves, so that a wrong file is refused at once, and write paths from the root."""
        plan = ScrabblePlan.of(settings).from_the_root()
        native_rules(*read_tiles(plan))
        opened_knowledge(plan, on_build)
        return plan.settings

    def phase_of(self, record: TurnRecord) -> str:
        """Return the phase by tiles unseen."""
        return PHASES[phase_of(record.features)]

    def position_before(
        self, terms: MatchTerms, text: str, *, place: int, move: str
    ) -> PositionBefore | None:
        """Return the CGP before a turn."""
        try:
            distribution, layout = read_tiles(ScrabblePlan.of(terms.settings))
            game = gcg.parse(text, distribution=distribution, layout=layout).game
        except ZeitnotError:  # files that the match names may have gone
            return None
        turns = [number for number, event in enumerate(game.events) if event.kind is EventKind.MOVE]
        if place >= len(turns):
            return None
        return PositionBefore(notation=game.position(turns[place]).to_cgp(), move=move)

    def followed_board(self, terms: MatchTerms, order: GameOrder) -> FollowedBoard | None:
        """Return an empty board; None if the files that the match names have gone."""
        try:
            distribution, layout = read_tiles(ScrabblePlan.of(terms.settings))
        except ZeitnotError:
            return None
        return ScrabbleFollower(distribution.alphabet, layout)

    def first_features(self, ply: int) -> Features | None:
        """Return the features of an empty board."""
        return ScrabbleFeatures()

    def features_at(self, position: str, ply: int) -> Features | None:
        """Return features by the tiles in the bag, or those of a typical game at this ply."""
        if not position:
            turn = ply // 2
            return self.typical_game(turn + 1, 0)[turn].features
        if not re.fullmatch(r"[0-9]{1,3}", position) or int(position) > FULL_BAG:
            raise SettingError(
                f"a position must be the tiles in the bag, 0 to {FULL_BAG}, got {position[:20]!r}"
            )
        return ScrabbleFeatures(bag_tiles=int(position))

    def typical_game(self, turns: int, variant: int) -> Sequence[SimulatedPosition]:
        """Return the positions of one side in a game without chance."""
        return typical_scrabble_game(turns=turns, variant=variant)

    def play_choices(self, folder: Path) -> Sequence[PlayChoice]:
        """Return the choices of a game: language, board, words and challenge rule."""
        return choices(folder)

    def human_game(self, wish: GameWish, folder: Path) -> HumanGame:
        """Shuffle and deal."""
        self.check_policy(wish.policy)
        return ScrabbleHumanGame.begin(wish, folder)

    def resumed_game(self, text: str, folder: Path) -> HumanGame:
        """Return a game as its GCG has it."""
        return ScrabbleHumanGame.resumed(text, folder)

    def kept_facts(self, text: str) -> KeptFacts:
        """Return what a GCG says."""
        return kept_facts(text)

    def reviewer(self) -> Reviewer:
        """Return what reviews GCG."""
        return ScrabbleReviewer()

    def recorder(self, settings: ScrabbleRecording) -> Recorder:
        """Make a recorder."""
        return ScrabbleRecorder(settings)

    def small_recording(self, settings: ScrabbleRecording) -> tuple[ScrabbleRecording, float] | None:
        """Return a recording with few samples, and with as few in all positions: time goes with them."""
        mean = (settings.samples * (settings.long_every - 1) + settings.long_samples) / settings.long_every
        fewest = 2 * settings.candidates
        small = replace(
            settings,
            samples=(samples := max(fewest, settings.samples // _SMALLER)),
            long_samples=samples,
            judge_samples=max(fewest, settings.judge_samples // _SMALLER),
            endgame_nodes=max(1, settings.endgame_nodes // _SMALLER),
            solving_nodes=-(-settings.solving_nodes // _SMALLER),
            solving_deals=-(-settings.solving_deals // _SMALLER),
        )
        return small, max(settings.samples, mean) / samples

    def recorded_games(self, traces: Sequence[Any], *, work_per_s: float, longest_s: float) -> GameSource:
        """Put recorded turns together to games, at this many samples a second."""
        return ScrabbleGames(traces, rates=WorkRates.at(work_per_s), longest_s=longest_s)
