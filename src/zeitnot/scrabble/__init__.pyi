"""Scrabble: letters, board and rules; positions (CGP), games (GCG), lexicons, and moves with their equity."""

from zeitnot.scrabble.analysis import (
    GameAnalysis as GameAnalysis,
    PhaseLosses as PhaseLosses,
    PlannedTime as PlannedTime,
    PlayerSummary as PlayerSummary,
    TurnAnalysis as TurnAnalysis,
    analysed_turns as analysed_turns,
    analysis_comments as analysis_comments,
    loss_words as loss_words,
    summary_of as summary_of,
)
from zeitnot.scrabble.autoplay import (
    MOST_SEED as MOST_SEED,
    Autoplay as Autoplay,
    Tally as Tally,
)
from zeitnot.scrabble.board import Board as Board, Layout as Layout, Premium as Premium
from zeitnot.scrabble.board_drawing import drawn_position as drawn_position
from zeitnot.scrabble.board_text import picture as picture, position_text as position_text
from zeitnot.scrabble.challenges import (
    ChallengeRule as ChallengeRule,
    Challenged as Challenged,
    phoneys_of as phoneys_of,
    words_of as words_of,
)
from zeitnot.scrabble.endgame import EndgameState as EndgameState
from zeitnot.scrabble.evaluation import (
    BUILT_IN_LEAVES as BUILT_IN_LEAVES,
    StaticEvaluation as StaticEvaluation,
    leave_count as leave_count,
    read_leaves as read_leaves,
)
from zeitnot.scrabble.events import (
    Ending as Ending,
    Event as Event,
    EventKind as EventKind,
    GameState as GameState,
)
from zeitnot.scrabble.features import PHASES as PHASES
from zeitnot.scrabble.game import Game as Game, GameRecord as GameRecord
from zeitnot.scrabble.generation import (
    Generator as Generator,
    RatedMove as RatedMove,
    RatedMoves as RatedMoves,
    dictionary_of as dictionary_of,
    generate as generate,
)
from zeitnot.scrabble.inference import (
    InferenceSettings as InferenceSettings,
    InferredRack as InferredRack,
    LeaveOdds as LeaveOdds,
    ObservedPlay as ObservedPlay,
    RackInference as RackInference,
    observed_play as observed_play,
)
from zeitnot.scrabble.knowledge import (
    LANGUAGES as LANGUAGES,
    Knowledge as Knowledge,
    Language as Language,
    open_lexicon as open_lexicon,
    read_distribution as read_distribution,
    read_evaluation as read_evaluation,
    read_knowledge as read_knowledge,
    read_layout as read_layout,
    read_rules as read_rules,
)
from zeitnot.scrabble.letters import (
    BLANK_BIT as BLANK_BIT,
    Alphabet as Alphabet,
    LetterDistribution as LetterDistribution,
    is_blank as is_blank,
    letter_of as letter_of,
    names_in as names_in,
)
from zeitnot.scrabble.lexicon import (
    Lexicon as Lexicon,
    OnBuild as OnBuild,
    kwg_digest as kwg_digest,
    kwg_of_list as kwg_of_list,
    letters_file as letters_file,
    letters_form as letters_form,
)
from zeitnot.scrabble.lexicon_facts import (
    LexiconFacts as LexiconFacts,
    check_kwg as check_kwg,
    facts_of as facts_of,
)
from zeitnot.scrabble.line_server import serve_line as serve_line
from zeitnot.scrabble.luck import TileDraw as TileDraw, draws_of as draws_of
from zeitnot.scrabble.match_table import ScrabblePlan as ScrabblePlan
from zeitnot.scrabble.mistakes import (
    BOUNDS as BOUNDS,
    MISTAKES as MISTAKES,
    Grade as Grade,
    MistakeBounds as MistakeBounds,
)
from zeitnot.scrabble.moves import (
    RACK_SIZE as RACK_SIZE,
    THROUGH as THROUGH,
    Move as Move,
    MoveKind as MoveKind,
    ValuedMove as ValuedMove,
)
from zeitnot.scrabble.play.session import Draw as Draw, Keep as Keep, Session as Session
from zeitnot.scrabble.player import Player as Player, PlayerSettings as PlayerSettings
from zeitnot.scrabble.position import Position as Position
from zeitnot.scrabble.pre_endgame import (
    MOST_BAG as MOST_BAG,
    PreEndgameMove as PreEndgameMove,
    PreEndgameSearch as PreEndgameSearch,
    PreEndgameState as PreEndgameState,
)
from zeitnot.scrabble.recording.game_turns import (
    JudgedScrabbleTurn as JudgedScrabbleTurn,
    ScrabbleTurn as ScrabbleTurn,
    move_words as move_words,
)
from zeitnot.scrabble.recording.recorder import ScrabbleRecording as ScrabbleRecording
from zeitnot.scrabble.recording.trace import (
    JudgedPly as JudgedPly,
    ScrabbleTrace as ScrabbleTrace,
    is_seen as is_seen,
    nearest_checkpoint as nearest_checkpoint,
)
from zeitnot.scrabble.rules import (
    IsWord as IsWord,
    Play as Play,
    judge as judge,
    native_rules as native_rules,
)
from zeitnot.scrabble.simulated import SimulatedScrabble as SimulatedScrabble
from zeitnot.scrabble.simulation import (
    SimulatedMove as SimulatedMove,
    SimulationSettings as SimulationSettings,
    SimulationState as SimulationState,
)
from zeitnot.scrabble.solver import SolverSettings as SolverSettings, solve as solve
from zeitnot.scrabble.table import ENGINE_NICK as ENGINE_NICK, Table as Table
from zeitnot.scrabble.timed_gcg import (
    scrabble_turns as scrabble_turns,
    timed_game as timed_game,
    turn_places as turn_places,
)
from zeitnot.scrabble.turn import (
    BackgroundSearch as BackgroundSearch,
    BackgroundTurn as BackgroundTurn,
    Choice as Choice,
    SearchState as SearchState,
    TurnTimer as TurnTimer,
    WorkRates as WorkRates,
)
from zeitnot.scrabble.win_table import (
    MOST_SPREAD_PTS as MOST_SPREAD_PTS,
    PACKED_SUFFIX as PACKED_SUFFIX,
    Counts as Counts,
    WinTable as WinTable,
)
from zeitnot.scrabble import gcg as gcg
