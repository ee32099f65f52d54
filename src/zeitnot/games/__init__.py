"""The seam between games and all that is made for every game: what a game provides, and the registry."""

from zeitnot.games.estimate import CONFIDENCE, Estimate, Sum
from zeitnot.games.game import Game, LossScale, PositionBefore, SearchKind
from zeitnot.games.hiccups import HiccupError, HiccupWatch, play_excused
from zeitnot.games.participant import BUILT_IN, Participant, Side
from zeitnot.games.played import Fault, PlayedGame, fault_notes
from zeitnot.games.record_bounds import bounded, bounded_record, utf8_text
from zeitnot.games.recorded_deepening import DeepeningGames, RecordedDeepening
from zeitnot.games.registry import add_game, find_game, game_names
from zeitnot.games.rules import Adjudication, RefereeRules
from zeitnot.games.searches import (
    GOLDEN_RATIO,
    REPORTED_SPAN,
    VARIANTS,
    DrawnGame,
    GameSource,
    NearTraces,
    RecordedPosition,
    RecordedSearch,
    SimulatedPosition,
    SimulatedSearch,
    Stop,
    improving,
    watched,
)
from zeitnot.games.simulated_deepening import (
    DeepeningHabits,
    SimulatedDeepening,
    drawn_deepening,
    typical_deepening,
)
from zeitnot.games.table import GameOrder, MatchTerms, OnBegin, OnTurn, Table, opening_line
from zeitnot.games.traces import DeepeningTrace, JudgedIteration, Recorder, Trace

__all__ = [
    "BUILT_IN",
    "CONFIDENCE",
    "GOLDEN_RATIO",
    "REPORTED_SPAN",
    "VARIANTS",
    "Adjudication",
    "DeepeningGames",
    "DeepeningHabits",
    "DeepeningTrace",
    "DrawnGame",
    "Estimate",
    "Fault",
    "Game",
    "GameOrder",
    "GameSource",
    "HiccupError",
    "HiccupWatch",
    "JudgedIteration",
    "LossScale",
    "MatchTerms",
    "NearTraces",
    "OnBegin",
    "OnTurn",
    "Participant",
    "PlayedGame",
    "PositionBefore",
    "RecordedDeepening",
    "RecordedPosition",
    "RecordedSearch",
    "Recorder",
    "RefereeRules",
    "SearchKind",
    "Side",
    "SimulatedDeepening",
    "SimulatedPosition",
    "SimulatedSearch",
    "Stop",
    "Sum",
    "Table",
    "Trace",
    "add_game",
    "bounded",
    "bounded_record",
    "drawn_deepening",
    "fault_notes",
    "find_game",
    "game_names",
    "improving",
    "opening_line",
    "play_excused",
    "typical_deepening",
    "utf8_text",
    "watched",
]
