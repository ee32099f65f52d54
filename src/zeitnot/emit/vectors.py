"""Test vectors: random turns under the real manager, each line with what it answered.

Clocks run down as in games, with lag, and now and then read something absurd. A line is an entry of the
emitted file with the fields of its argument, in their order, and then the answers.
"""

import math
import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any

from zeitnot.clocks import ClockReading
from zeitnot.emit.manager import EmittedManager
from zeitnot.emit.program import Program
from zeitnot.errors import StateError
from zeitnot.policies import Uniform
from zeitnot.turns import ChessFeatures, Iteration, Limits, Thinking, Tick, TimeManager

_MOST_DEPTHS = 30
_ODD_CLOCKS_S = (0.0, -0.5, -1e6, 1e-9, 1e-4, 0.003, 0.02, 1.0, 86_400.0, 1e9, 1e15, math.inf, math.nan)


def vectors_text(emitted: EmittedManager, *, turns: int, seed: int = 1) -> str:
    """Return the vectors of at least this many turns; the same seed makes the same ones."""
    drawn = _Drawn(emitted, random.Random(seed))
    lines = [f"# Test vectors of {emitted.about}: {turns} turns or a few more"]
    while drawn.turns < turns:
        lines += drawn.game()
    return "\n".join(lines) + "\n"


class _Drawn:
    """Games at random, played by the real manager."""

    def __init__(self, emitted: EmittedManager, dice: random.Random) -> None:
        self.turns = 0
        self._dice = dice
        self._fields = fields_of(emitted.program)
        self._calm = self._missed = False
        self._fresh = TimeManager(emitted.policy, fallback=Uniform(), name=emitted.name)
        self._manager = self._fresh.fresh()

    def game(self) -> Iterator[str]:
        """Return the lines of one game; some are the first of a manager, and some begin without a word.

        In a calm game nothing happens but that the lag grows: only then the manager sees it.
        """
        dice = self._dice
        self._calm = dice.random() < 0.2
        if self._calm or dice.random() < 0.4:
            self._manager = self._fresh.fresh()
            yield "new_manager"
        elif dice.random() < 0.8:
            self._manager.new_game()
            yield "new_game"
        clock_s = 10 ** dice.uniform(-1.5, 4.5)
        increment_s = dice.choice([0.0, 0.0, 10 ** dice.uniform(-2, 1.5)])
        stage = dice.choice([0, 0, 0, 1, 5, 40])
        lag_s, growth_s = dice.choice([0.0, 0.001, 0.01, 0.05, 0.3]), 0.03 if self._calm else 0.0
        spikes_s = dice.choice([(0.0,), (0.0,) * 12 + (0.2, 0.7, 3.0, 9.0)])
        ply, other_s = dice.randrange(0, 60), clock_s
        if self._calm:
            clock_s, stage = max(100.0, clock_s), 0
        for number in range(dice.randrange(1, 70)):
            turn = self._turn(clock_s, increment_s, stage - number % stage if stage else 0, other_s, ply)
            used_s = yield from self._played(turn)
            self.turns += 1
            lag_s += growth_s
            lost_s = lag_s + dice.uniform(-0.03, 0.03)
            if not self._calm:
                lost_s = lag_s * dice.uniform(0.5, 1.5) + dice.choice(spikes_s)
            clock_s += increment_s - used_s - lost_s
            other_s = clock_s * dice.uniform(0.3, 2.0) if dice.random() < 0.9 else other_s
            if self._missed:  # the same turn comes again, after another reply than the expected one
                continue
            ply += 2 if self._calm else dice.choice([2] * 60 + [4, 1, 0, -10])

    def _turn(
        self, clock_s: float, increment_s: float, moves_to_go: int, other_s: float, ply: int
    ) -> dict[str, Any]:
        dice = self._dice
        odd = not self._calm and dice.random() < 0.08
        return {
            "has_clock": dice.random() < 0.98,
            "remaining_s": dice.choice(_ODD_CLOCKS_S) if odd else clock_s,
            "increment_s": dice.choice([-1.0, 1e6, math.inf, 0.5]) if odd else increment_s,
            "moves_to_go": dice.choice([-3, 0, 1, 2, 200]) if odd else moves_to_go,
            "has_opponent": dice.random() < 0.9,
            "opponent_s": dice.choice(_ODD_CLOCKS_S) if dice.random() < 0.03 else other_s,
            "has_move_time": dice.random() < 0.03,
            "move_time_s": dice.choice([0.0, 0.01, 1.0, 1e4]),
            "infinite": dice.random() < 0.02,
            "ponder": dice.random() < 0.1,
            "ply": max(0, ply),
            "has_features": dice.random() < 0.9,
            "move_number": max(0, ply) // 2 + 1,
            "legal_moves": dice.choice([1, dice.randrange(1, 60), dice.randrange(1, 60)]),
            "pieces": dice.randrange(2, 33),
            "captures": dice.randrange(0, 15),
            "checks": dice.randrange(0, 8),
            "in_check": dice.random() < 0.1,
        }

    def _played(self, turn: dict[str, Any]) -> Generator[str, None, float]:
        """Return the lines of one turn; the generator's value is the time that it used."""
        dice, thinking = self._dice, self._begun(turn)
        yield self._line("begin", turn, thinking.target_s, thinking.budget.limit_s)
        scale_s = thinking.target_s if math.isfinite(thinking.target_s) else 1.0
        elapsed_s = max(1e-6, scale_s) * 10 ** dice.uniform(-3.5, -0.3)
        hit_after = dice.randrange(0, _MOST_DEPTHS) if turn["ponder"] else -1
        hit_s, stops, goes_on = 0.0, False, dice.random() < 0.3
        for depth in self._depths():
            elapsed_s *= dice.uniform(1.02, 2.0)
            if depth["depth"] >= hit_after and thinking.pondering:
                hit_s, ripe = elapsed_s, thinking.ripe
                thinking.ponder_hit(hit_s)
                yield f"ponder_hit {hit_s!r} {int(ripe is not None)}"
            if stops and not goes_on:
                break
            if not thinking.pondering and dice.random() < 0.3:
                tick_s = elapsed_s * dice.uniform(0.9, 1.0)
                stop = thinking.observe(Tick(elapsed_s=tick_s)).stop
                yield f"should_stop {tick_s!r} {int(stop)}"
            depth["elapsed_s"] = elapsed_s
            stops = thinking.observe(_iteration(depth)).stop
            yield self._line("iteration", depth, stops, thinking.target_s)
        if thinking.fault:
            raise StateError(f"a policy to emit must not fail, got {thinking.fault}")
        used_s = 0.0 if thinking.pondering else max(0.0, elapsed_s - hit_s) * dice.choice([1.0, 1.0, 0.5])
        used_s = min(used_s, thinking.budget.limit_s) if self._calm else used_s
        record, self._missed = thinking.finish(used_s=used_s), thinking.pondering
        yield f"finish {used_s!r}"
        if not thinking.pondering and dice.random() < 0.05:
            score_cp = dice.uniform(-300, 300)
            self._manager.correct(record, replace(record, score_cp=score_cp))
            yield f"correct_score {score_cp!r}"
        return used_s

    def _begun(self, turn: Mapping[str, Any]) -> Thinking:
        to_go = turn["moves_to_go"] or None
        own = ClockReading(
            remaining_s=turn["remaining_s"], increment_s=turn["increment_s"], moves_to_go=to_go
        )
        names = ("move_number", "legal_moves", "pieces", "captures", "checks", "in_check")
        return self._manager.begin(
            clock=own if turn["has_clock"] else None,
            opponent=ClockReading(remaining_s=turn["opponent_s"]) if turn["has_opponent"] else None,
            limits=Limits(
                move_time_s=turn["move_time_s"] if turn["has_move_time"] else None,
                infinite=turn["infinite"],
                ponder=turn["ponder"],
            ),
            ply=turn["ply"],
            features=ChessFeatures(**{name: turn[name] for name in names}) if turn["has_features"] else None,
            wall_time=False,
        )

    def _depths(self) -> Iterator[dict[str, Any]]:
        dice = self._dice
        score_cp, move, nodes = dice.gauss(0, 150), 0, 20
        moves = dice.choice([1, 2, 3, 12])
        mate = dice.random() < 0.1
        for depth in range(1, dice.randrange(2, _MOST_DEPTHS)):
            score_cp += dice.gauss(0, dice.choice([3, 30, 150]))
            move = dice.randrange(moves) if dice.random() < 0.3 else move
            nodes = int(nodes * dice.uniform(0.98, 3.0))
            mate_in = dice.choice([0, 0, 3, -2, 7, -9, 15]) if mate else 0
            yield {
                "depth": depth,
                "score_cp": math.copysign(100_000, mate_in) - mate_in if mate_in else score_cp,
                "mate_in": mate_in,
                "best_move": move,
                "nodes": dice.choice([nodes] * 20 + [0]),
                "best_move_changes": dice.choice([0.0, 0.0, 1.0, 2.5, 7.0]),
                "fail_highs": dice.choice([0, 0, 1, 6]),
                "fail_lows": dice.choice([0, 0, 1, 5]),
                "has_share": dice.random() < 0.7,
                "best_move_share": dice.random(),
                "has_second": dice.random() < 0.7,
                "second_score_cp": score_cp - abs(dice.gauss(0, 200)),
            }

    def _line(self, word: str, values: Mapping[str, Any], *answers: float) -> str:
        given = [values[name] for name in self._fields[word]]
        return " ".join([word, *map(number_text, (*given, *answers))])


def fields_of(program: Program) -> dict[str, tuple[str, ...]]:
    """Return the fields of a line by its first word: those of the class that the entry takes."""
    by_name = {each.name: tuple(f.name for f in each.fields) for each in program.structs}
    return {"begin": by_name["Turn"], "iteration": by_name["Iteration"]}


def number_text(value: float) -> str:
    """Return a number as all languages read it: truth values as 0 and 1."""
    return str(int(value)) if isinstance(value, bool | int) else repr(float(value))


def _iteration(depth: Mapping[str, Any]) -> Iteration:
    names = ("elapsed_s", "depth", "score_cp", "nodes", "best_move_changes", "fail_highs", "fail_lows")
    return Iteration(
        **{name: depth[name] for name in names},
        best_move=f"move {depth['best_move']}",
        mate_in=depth["mate_in"] or None,
        best_move_share=depth["best_move_share"] if depth["has_share"] else None,
        second_score_cp=depth["second_score_cp"] if depth["has_second"] else None,
    )


def replay(program: Program, text: str) -> list[str]:
    """Return the lines of the vectors that the program, run as Python, answers otherwise."""
    run, fields = program.run, fields_of(program)
    manager, wrong = run["Manager"](), []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        word, *words = line.split()
        numbers = [float(each) for each in words]
        answers: tuple[float, ...] = ()
        if word in fields:
            count = len(fields[word])
            kind = run["Turn" if word == "begin" else "Iteration"]
            made = kind(
                **{name: _typed(kind, name, n) for name, n in zip(fields[word], numbers, strict=False)}
            )
            stop, numbers = run[word](manager, made), numbers[count:]
            guard = manager.guard
            answers = (guard.target_s, guard.limit_s) if word == "begin" else (float(stop), guard.target_s)
        elif word == "new_manager":
            manager = run["Manager"]()
        elif word in ("should_stop", "ponder_hit"):
            answers, numbers = (float(run[word](manager, numbers[0])),), numbers[1:]
        else:
            run[word](manager, *numbers)
            numbers = []
        if not all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(answers, numbers, strict=True)):
            wrong.append(f"{line}: got {answers}")
    return wrong


def _typed(kind: type, name: str, number: float) -> float:
    typed: float = type(getattr(kind(), name))(number)
    return typed
