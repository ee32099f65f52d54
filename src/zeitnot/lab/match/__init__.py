"""Matches: who plays whom, the games with their referee, and what became of them."""

from zeitnot.lab.match.participant import GameKind, Participant, Side
from zeitnot.lab.match.plan import (
    GameOrder,
    MatchPlan,
    ScrabblePlan,
    Tournament,
    chosen_openings,
    plan_match,
)
from zeitnot.lab.match.played import Fault, PlayedGame
from zeitnot.lab.match.rules import Adjudication, RefereeRules
from zeitnot.lab.match.table import Table, make_table
from zeitnot.turns import PlayedTurn

__all__ = [
    "Adjudication",
    "Fault",
    "GameKind",
    "GameOrder",
    "MatchPlan",
    "Participant",
    "PlayedGame",
    "PlayedTurn",
    "RefereeRules",
    "ScrabblePlan",
    "Side",
    "Table",
    "Tournament",
    "chosen_openings",
    "make_table",
    "plan_match",
]
