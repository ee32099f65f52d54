"""Review: what a player's clock was spent on, where time was wasted and where it was missing."""

from zeitnot.games import (
    JudgedStep as JudgedStep,
    JudgeSettings as JudgeSettings,
    MoveTime as MoveTime,
    SideTimes as SideTimes,
    Source as Source,
    StatedTime as StatedTime,
    TimedGame as TimedGame,
    TimedMove as TimedMove,
    UnreadGame as UnreadGame,
    VerdictRules as VerdictRules,
    side_times as side_times,
    stated_time as stated_time,
)
from zeitnot.review.annotations import annotated_games as annotated_games
from zeitnot.review.game_files import read_games as read_games, read_pgn as read_pgn
from zeitnot.review.imported_run import (
    ImportedRun as ImportedRun,
    import_games as import_games,
    left_out_words as left_out_words,
)
from zeitnot.review.judging import Progress as Progress, judge_turns as judge_turns
from zeitnot.review.json_form import review_form as review_form
from zeitnot.review.move_review import Choice as Choice, MoveReview as MoveReview
from zeitnot.review.other_managers import ManagerSpending as ManagerSpending
from zeitnot.review.player_profile import GroupFigures as GroupFigures, PlayerProfile as PlayerProfile
from zeitnot.review.review import (
    GameReview as GameReview,
    Review as Review,
    review_files as review_files,
    review_games as review_games,
)
from zeitnot.review.side_review import SideReview as SideReview
from zeitnot.review.spending import Spending as Spending, best_spending as best_spending
from zeitnot.review.thinking_value import Pace as Pace, ThinkingCurve as ThinkingCurve, pace_of as pace_of
from zeitnot.review.turn_cache import TurnCache as TurnCache
from zeitnot.review.verdicts import (
    MoveFigures as MoveFigures,
    TimeVerdict as TimeVerdict,
    trouble_since as trouble_since,
    verdict_of as verdict_of,
)
