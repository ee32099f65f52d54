"""Commands of the chess engine: play, uci, wrap, bench, openings."""
