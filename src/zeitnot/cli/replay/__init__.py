"""Commands on recorded turns: replay and tune."""
