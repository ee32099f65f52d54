"""Match folder: what a clocked match leaves behind, and goes on from after an interruption.

`match.json` says what is played, `pairs.jsonl` has a line for every pair done, `turns.jsonl` one for every
turn, and `games/` a GCG file for every game.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import gcg
from zeitnot.scrabble.clocked_match import PlayedPair
from zeitnot.scrabble.pair_summary import PairSummary
from zeitnot.turns import to_json_form


class MatchFolder:
    """Keeps a match; a pair counts once its line is written, which is after all else of it."""

    def __init__(self, path: Path, what: Mapping[str, Any]) -> None:
        """Take a folder for a match; one that holds another match is refused."""
        self.path = path
        self._games = path / "games"
        self._pairs = path / "pairs.jsonl"
        self._turns = path / "turns.jsonl"
        note = path / "match.json"
        text = json.dumps(what, indent=2, sort_keys=True) + "\n"
        try:
            self._games.mkdir(parents=True, exist_ok=True)
            begun = any(self._games.iterdir()) or self._pairs.exists()
            if (note.exists() and note.read_text() != text) or (begun and not note.exists()):
                raise SettingError(f"--output must be a new folder or one of this match, got {str(path)!r}")
            note.write_text(text)
        except OSError as error:
            cause = (error.strerror or str(error)).lower()
            raise SettingError(
                f"--output must be a folder that can be written ({cause}), got {str(path)!r}"
            ) from error

    def done(self) -> dict[int, PairSummary]:
        """Give the pairs that were played already; a line that was cut off is played again."""
        if not self._pairs.exists():
            return {}
        whole = []
        pairs = {}
        for line in self._pairs.read_text().splitlines():
            try:
                pair = PairSummary.from_line(line)
            except DataError:
                break
            whole.append(line)
            pairs[pair.number] = pair
        self._pairs.write_text("".join(f"{line}\n" for line in whole))
        return pairs

    def add(self, pair: PlayedPair, summary: PairSummary) -> None:
        """Keep a pair: its games, its turns, and last its line."""
        rows = []
        for number, game in enumerate(pair.games):
            name = f"{pair.number + 1:04}{'ab'[number]}"
            gcg.write(self._games / f"{name}.gcg", game.record)
            for turn in game.turns:
                swapped = number == 1
                side = 1 - turn.seat if swapped else turn.seat
                rows.append({"game": name, "side": side, "turn": to_json_form(turn.record)})
        _append(self._turns, [json.dumps(row) for row in rows])
        _append(self._pairs, [summary.to_line()])


def _append(path: Path, lines: list[str]) -> None:
    with path.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())
