"""Connect Four for Zeitnot: rules, a search in plain Python, and what a game provides to the lab."""
