"""Match statistics: scores of games and pairs, Elo with errors, SPRT, standings of many.

`Score` holds two sides' games and pairs and knows their Elo; `Sprt` tests two hypotheses; `Standings` rates
many. All look from the first side, and none raises for matches without games, losses or wins.
Win rate and spread of Scrabble matches are in `zeitnot.lab.statistics.spread`, which loads Scrabble.
"""

from zeitnot.lab.statistics.elo import (
    EloEstimate,
    elo_of,
    elo_of_share,
    normalised_elo_of,
    share_of_elo,
)
from zeitnot.lab.statistics.outcomes import Outcomes
from zeitnot.lab.statistics.pentanomial import Pentanomial
from zeitnot.lab.statistics.score import Score
from zeitnot.lab.statistics.sprt import EloModel, Sprt, SprtVerdict
from zeitnot.lab.statistics.standings import Standing, Standings
from zeitnot.lab.statistics.superiority import likelihood_of_superiority
from zeitnot.lab.statistics.trinomial import Trinomial

__all__ = [
    "EloEstimate",
    "EloModel",
    "Outcomes",
    "Pentanomial",
    "Score",
    "Sprt",
    "SprtVerdict",
    "Standing",
    "Standings",
    "Trinomial",
    "elo_of",
    "elo_of_share",
    "likelihood_of_superiority",
    "normalised_elo_of",
    "share_of_elo",
]
