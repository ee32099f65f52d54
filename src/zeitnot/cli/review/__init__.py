"""`zeitnot review`: what a player's clock was spent on."""
