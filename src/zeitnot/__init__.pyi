"""The front door: all that most programs need."""

from zeitnot.clocks import (
    Clock as Clock,
    ClockReading as ClockReading,
    GameClock as GameClock,
    TimeControl as TimeControl,
)
from zeitnot.errors import ZeitnotError as ZeitnotError
from zeitnot.lab import (
    MatchPlan as MatchPlan,
    RunStore as RunStore,
    plan_match as plan_match,
    play_match as play_match,
    resume_match as resume_match,
)
from zeitnot.models import make_manager as make_manager, make_policy as make_policy
from zeitnot.policies import PolicyBase as PolicyBase, policy_names as policy_names
from zeitnot.turns import (
    GO_ON as GO_ON,
    BoardFeatures as BoardFeatures,
    Budget as Budget,
    ChessFeatures as ChessFeatures,
    EndgamePly as EndgamePly,
    GtpClock as GtpClock,
    Iteration as Iteration,
    Limits as Limits,
    Memory as Memory,
    Monitor as Monitor,
    Policy as Policy,
    Reason as Reason,
    ScrabbleFeatures as ScrabbleFeatures,
    SimulationCheck as SimulationCheck,
    Tick as Tick,
    TimeManager as TimeManager,
    Trail as Trail,
    Turn as Turn,
    TurnRecord as TurnRecord,
    Verdict as Verdict,
    from_uci_limit as from_uci_limit,
    from_usi_go as from_usi_go,
)

__version__: str
__all__: list[str]
