"""All targets by their names."""

from tests.fuzz import chess_texts, run_files, scrabble_files, stored_files, uci_sessions, web_requests
from tests.fuzz.target import Target

_GROUPS = (chess_texts, uci_sessions, scrabble_files, stored_files, run_files, web_requests)

TARGETS: dict[str, Target] = {target.name: target for group in _GROUPS for target in group.TARGETS}

MODULES = {target.name: group.__name__ for group in _GROUPS for target in group.TARGETS}
"""Module of each target."""
