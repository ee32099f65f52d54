"""Match statistics: scores of games and pairs, Elo with errors, SPRT, standings of many.

`Score` holds two sides' games and pairs and knows their Elo; `Sprt` tests two hypotheses; `Standings` rates
many. All look from the first side, and none raises for matches without games, losses or wins.
"""
