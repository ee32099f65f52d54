"""Time values: what a second is worth, learned from recorded searches."""
