"""The chess evaluation: its weights, learned from the engine's own games."""
