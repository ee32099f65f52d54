"""ScrabbleTable: plays Scrabble games of a match, with words and tables that stay from game to game."""

import datetime
import time
from pathlib import Path

from zeitnot.lab.match.plan import GameOrder, MatchPlan, ScrabblePlan
from zeitnot.lab.match.played import Fault, PlayedGame, fault_notes
from zeitnot.lab.match.table import OnBegin, OnTurn
from zeitnot.models import make_manager
from zeitnot.scrabble import gcg
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.clocked_game import ClockedGame, ClockedResult, turn_seed
from zeitnot.scrabble.knowledge import Knowledge, read_distribution, read_knowledge, read_layout
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import OnBuild
from zeitnot.scrabble.player import Player, PlayerSettings
from zeitnot.scrabble.simulation import SimulationSettings
from zeitnot.scrabble.turn_timer import WorkRates
from zeitnot.turns import NO_CONNECTION, PlayedTurn


class ScrabbleTable:
    """One game at a time; a pair has the same tiles, and the seats swapped."""

    def __init__(self, plan: MatchPlan) -> None:
        """Open words and tables."""
        self._plan = plan
        self._knowledge = opened_knowledge(plan.scrabble)
        self._settings = player_settings(plan)
        rates = WorkRates()
        self._rates = None if plan.work_per_s is None else rates.times(plan.work_per_s / rates.samples_per_s)

    def close(self) -> None:
        """Nothing is left behind."""

    def play(
        self, order: GameOrder, on_turn: OnTurn | None = None, on_begin: OnBegin | None = None
    ) -> PlayedGame:
        """Play one game."""
        began, began_s = datetime.datetime.now(datetime.UTC), time.perf_counter()
        names = [self._plan.participants[side].name for side in order.sides]
        game = ClockedGame(
            (self._player(order.sides[0]), self._player(order.sides[1])),
            self._plan.time_control,
            seed=turn_seed(self._plan.seed, order.opening),
            nicks=(_nick(names[0]), _nick(names[1])),
        )

        def told(_: object, turn: PlayedTurn, __: object) -> None:
            if on_turn is not None:
                on_turn(turn, game.left_s)

        if on_begin is not None:
            on_begin(0)
        result = game.play(told)
        scores = result.scores
        return PlayedGame(
            number=order.number,
            half_points=1 + (scores[0] > scores[1]) - (scores[0] < scores[1]),
            words=_words(names, result),
            fault=None if result.forfeited is None else Fault.FLAG,
            fault_seat=result.forfeited,
            scores_pts=scores,
            turns=result.turns,
            left_s=result.remaining_s,
            notes=fault_notes([turn.record for turn in result.turns]),
            text=gcg.text(result.record),
            began=began.isoformat(timespec="seconds"),
            took_s=time.perf_counter() - began_s,
        )

    def _player(self, number: int) -> Player:
        participant = self._plan.participants[number]
        overhead = None if self._plan.work_per_s is None else NO_CONNECTION
        manager = make_manager(participant.policy, dict(participant.settings), overhead=overhead)
        return Player(manager, self._knowledge, settings=self._settings, rates=self._rates)


def opened_knowledge(plan: ScrabblePlan, on_build: OnBuild | None = None) -> Knowledge:
    """Open what the plan names."""
    distribution, layout = read_tiles(plan)
    return read_knowledge(
        distribution=distribution,
        layout=layout,
        lexicon=_path(plan.lexicon),
        leaves=plan.leaves,
        on_build=on_build,
    )[1]


def read_tiles(plan: ScrabblePlan) -> tuple[LetterDistribution, Layout]:
    """Read the tiles and the squares that the plan names."""
    return read_distribution(_path(plan.distribution)), read_layout(_path(plan.layout))


def player_settings(plan: MatchPlan) -> PlayerSettings:
    """Return the settings of every player of the match."""
    default, scrabble = PlayerSettings(), plan.scrabble
    simulation = SimulationSettings(
        threads=plan.threads,
        plies=scrabble.plies or default.simulation.plies,
        candidates=scrabble.candidates or default.simulation.candidates,
    )
    return PlayerSettings(simulation=simulation, moves=max(default.moves, simulation.candidates))


def _words(names: list[str], result: ClockedResult) -> str:
    scores = result.scores
    if result.forfeited is not None:
        return f"{names[result.forfeited]} is out of time"
    penalties = result.penalties_pts
    over = "".join(f", {names[seat]} pays {pts} for time" for seat, pts in enumerate(penalties) if pts)
    if scores[0] == scores[1]:
        return f"Draw: {scores[0]} all{over}"
    winner = 0 if scores[0] > scores[1] else 1
    return f"{names[winner]} wins {scores[winner]} to {scores[1 - winner]}{over}"


def _nick(name: str) -> str:
    """Make a name that GCG takes: one word, and no colon."""
    return name.replace(":", "_").replace(" ", "_")


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
