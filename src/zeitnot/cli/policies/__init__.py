"""Commands about policies: the list, one plan, the curve over a game."""
