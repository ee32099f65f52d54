"""The store: one SQLite file for each run, written game by game."""
