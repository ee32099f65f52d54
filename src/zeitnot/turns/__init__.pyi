"""The values that pass between a clock, a policy and a search, and the manager that runs one turn."""

from zeitnot.clocks import seconds_text as seconds_text
from zeitnot.turns.autopsy import (
    Autopsy as Autopsy,
    AutopsySettings as AutopsySettings,
    Place as Place,
    autopsy_of as autopsy_of,
)
from zeitnot.turns.budget import (
    Aspiration as Aspiration,
    Budget as Budget,
    Quiescence as Quiescence,
    SearchSettings as SearchSettings,
    Split as Split,
)
from zeitnot.turns.calibration import (
    CUSTOMARY_LAG_S as CUSTOMARY_LAG_S,
    NO_CONNECTION as NO_CONNECTION,
    Calibration as Calibration,
    Overhead as Overhead,
    Rate as Rate,
)
from zeitnot.turns.challenge import Challenge as Challenge, Challenger as Challenger
from zeitnot.turns.features import (
    LAST_TURNS as LAST_TURNS,
    TILES_PER_TURN as TILES_PER_TURN,
    BoardFeatures as BoardFeatures,
    ChessFeatures as ChessFeatures,
    Features as Features,
    ScrabbleFeatures as ScrabbleFeatures,
)
from zeitnot.turns.guard import Safety as Safety
from zeitnot.turns.json_form import (
    from_json_form as from_json_form,
    to_json_form as to_json_form,
)
from zeitnot.turns.manager import (
    OnPlan as OnPlan,
    NO_CLOCK as NO_CLOCK,
    TimeManager as TimeManager,
)
from zeitnot.turns.other_clocks import (
    GtpClock as GtpClock,
    SearchRequest as SearchRequest,
    UciLimit as UciLimit,
    from_uci_limit as from_uci_limit,
    from_usi_go as from_usi_go,
)
from zeitnot.turns.policy import (
    Ask as Ask,
    Monitor as Monitor,
    NoAdviceError as NoAdviceError,
    Patience as Patience,
    Policy as Policy,
    ask_directly as ask_directly,
)
from zeitnot.turns.progress import (
    SNAPSHOT_ARMS as SNAPSHOT_ARMS,
    Arm as Arm,
    EndgamePly as EndgamePly,
    Iteration as Iteration,
    Progress as Progress,
    SimulationCheck as SimulationCheck,
    Snapshot as Snapshot,
    Tick as Tick,
)
from zeitnot.turns.record import (
    PlayedTurn as PlayedTurn,
    TurnRecord as TurnRecord,
    TurnTimings as TurnTimings,
    end_line as end_line,
    fault_line as fault_line,
    plan_lines as plan_lines,
)
from zeitnot.turns.thinking import Thinking as Thinking
from zeitnot.turns.trail import (
    Step as Step,
    Trail as Trail,
    pluralised as pluralised,
    side_by_side as side_by_side,
)
from zeitnot.turns.turn import (
    NO_LIMITS as NO_LIMITS,
    Limits as Limits,
    Turn as Turn,
)
from zeitnot.turns.validation import (
    error_words as error_words,
    problem_in_budget as problem_in_budget,
    problem_in_verdict as problem_in_verdict,
)
from zeitnot.turns.verdict import (
    GO_ON as GO_ON,
    Factor as Factor,
    Memory as Memory,
    Reason as Reason,
    Verdict as Verdict,
)
