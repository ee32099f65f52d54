"""The page about a review: clocks, moments, and how a player uses the clock."""
