"""The values that pass between a clock, a policy and a search, and the manager that runs one turn."""

from zeitnot.clocks import seconds_text
from zeitnot.turns.budget import Aspiration, Budget, Quiescence, SearchSettings, Split
from zeitnot.turns.calibration import CUSTOMARY_LAG_S, NO_CONNECTION, Calibration, Overhead, Rate
from zeitnot.turns.features import (
    LAST_TURNS,
    TILES_PER_TURN,
    BoardFeatures,
    ChessFeatures,
    Features,
    ScrabbleFeatures,
)
from zeitnot.turns.guard import Safety
from zeitnot.turns.json_form import from_json_form, to_json_form
from zeitnot.turns.manager import NO_CLOCK, TimeManager
from zeitnot.turns.other_clocks import GtpClock, SearchRequest, UciLimit, from_uci_limit, from_usi_go
from zeitnot.turns.policy import Ask, Monitor, NoAdviceError, Patience, Policy, ask_directly
from zeitnot.turns.progress import (
    SNAPSHOT_ARMS,
    Arm,
    EndgamePly,
    Iteration,
    Progress,
    SimulationCheck,
    Snapshot,
    Tick,
)
from zeitnot.turns.record import PlayedTurn, TurnRecord, end_line, fault_line, plan_lines
from zeitnot.turns.thinking import Thinking
from zeitnot.turns.trail import Step, Trail, pluralised, side_by_side
from zeitnot.turns.turn import NO_LIMITS, Limits, Turn
from zeitnot.turns.validation import error_words, problem_in_budget, problem_in_verdict
from zeitnot.turns.verdict import GO_ON, Factor, Memory, Reason, Verdict

__all__ = [
    "CUSTOMARY_LAG_S",
    "GO_ON",
    "LAST_TURNS",
    "NO_CLOCK",
    "NO_CONNECTION",
    "NO_LIMITS",
    "SNAPSHOT_ARMS",
    "TILES_PER_TURN",
    "Arm",
    "Ask",
    "Aspiration",
    "BoardFeatures",
    "Budget",
    "Calibration",
    "ChessFeatures",
    "EndgamePly",
    "Factor",
    "Features",
    "GtpClock",
    "Iteration",
    "Limits",
    "Memory",
    "Monitor",
    "NoAdviceError",
    "Overhead",
    "Patience",
    "PlayedTurn",
    "Policy",
    "Progress",
    "Quiescence",
    "Rate",
    "Reason",
    "Safety",
    "ScrabbleFeatures",
    "SearchRequest",
    "SearchSettings",
    "SimulationCheck",
    "Snapshot",
    "Split",
    "Step",
    "Thinking",
    "Tick",
    "TimeManager",
    "Trail",
    "Turn",
    "TurnRecord",
    "UciLimit",
    "Verdict",
    "ask_directly",
    "end_line",
    "error_words",
    "fault_line",
    "from_json_form",
    "from_uci_limit",
    "from_usi_go",
    "plan_lines",
    "pluralised",
    "problem_in_budget",
    "problem_in_verdict",
    "seconds_text",
    "side_by_side",
    "to_json_form",
]
