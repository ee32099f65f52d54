"""Matches: who plays whom, and what became of their games."""
