"""Broken policies: plug-ins that hang, raise, talk nonsense or eat memory, in real programs with a clock."""

import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice
from tests.chess.test_uci_awkward_plug_ins import ended_well, started
from tests.chess.uci_process import count
from tests.turns.awkward import HANGS, HOOKS, NONSENSE, RAISES, installed
from zeitnot.lab import RunStore

COMMANDS = ("uci", "wrap", "match")
HOWS = (
    *HANGS,
    *RAISES,
    *NONSENSE,
    *("deadlock", "stubborn", "recursion", "memory", "chatty", "hoard", "huge", "wide", "overflow", "rare"),
)
_MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4"]
_CLOCK_S, _INCREMENT_S = 2.0, 0.02
_PATIENCE_S = 300.0


def broken_policies(work: Slice) -> Found:
    """Play some turns with a policy that fails: in time, and the user is told once."""
    tally, rng = Tally(), work.rng
    for number in work.pieces():
        command, hook, how = rng.choice(COMMANDS), rng.choice(HOOKS), rng.choice(HOWS)
        tally.faults[f"policy: {how}"] += 1
        where = f"{command}, {how} in {hook}"
        folder = work.folder / str(number)
        folder.mkdir()
        try:
            (_play_match if command == "match" else _answer)(command, hook, how, folder, tally)
        except AssertionError as error:
            tally.findings.append(f"{where}: {str(error)[:200]}")
        tally.counts["programs"] += 1
    return tally.found()


def _answer(command: str, hook: str, how: str, folder: Path, tally: Tally) -> None:
    """Ask an engine for the moves of one side, with the clock running."""
    where, left_s = f"{command}, {how} in {hook}", _CLOCK_S
    engine = started(command, folder / "site", hook=hook, how=how)
    said = engine.ready()
    for plies in range(2, len(_MOVES) + 1, 2):
        clock_ms = round(1000 * left_s)
        began_s = time.monotonic()
        said += engine.ask(
            f"position startpos moves {' '.join(_MOVES[:plies])}",
            f"go wtime {clock_ms} btime {clock_ms} winc {_INCREMENT_S * 1000:.0f} binc 20",
            until="bestmove",
        )
        left_s -= time.monotonic() - began_s
        tally.counts["turns"] += 1
        tally.check(left_s > 0, f"{where}: out of time by {-left_s:.3f} s")
        left_s = max(left_s, 0.0) + _INCREMENT_S
    told = count(said, "info string the policy failed and was replaced")
    tally.check(told == 1, f"{where}: told {told} times")
    tally.check(count(said, "info string the search failed") == 0, f"{where}: the search failed")
    engine.send("quit")
    ended_well(engine)


def _play_match(_: str, hook: str, how: str, folder: Path, tally: Tally) -> None:
    where = f"match, {how} in {hook}"
    words = ["match", f"awkward:hook={hook},how={how}", "uniform", "--games", "2", "--concurrency", "1"]
    words += ["--clock", f"{_CLOCK_S:g}+{_INCREMENT_S:g}", "--max-moves", "6", "-o", "a.run"]
    ended = subprocess.run(  # noqa: S603 (this program)
        [sys.executable, "-m", "zeitnot", *words],
        cwd=folder,
        env={**os.environ, **installed(folder / "site")},
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        check=False,
    )
    tally.check(ended.returncode == 0, f"{where}: ended with {ended.returncode}: {ended.stderr[-200:]}")
    with RunStore.read(folder / "a.run") as store:
        for game in store.games():
            tally.counts["turns"] += game.turns
            tally.counts["games"] += 1
            notes = [note for note in game.note_list if "awkward" in note]
            tally.check(game.fault is None, f"{where}: {game.words}")
            tally.check(len(notes) == 1, f"{where}: noted {len(notes)} times: {notes[:2]}")
