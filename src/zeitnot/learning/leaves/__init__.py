"""Leaves and win percentages of Scrabble, learned from static games."""
