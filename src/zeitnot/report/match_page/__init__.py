"""The page of a match: everything about a run in one self-contained HTML file."""
