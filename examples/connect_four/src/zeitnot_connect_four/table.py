"""ConnectFourTable: plays the games of a match, one at a time."""

import datetime
import time
from functools import partial
from pathlib import Path

from zeitnot import make_manager
from zeitnot.games import (
    GameOrder,
    HiccupWatch,
    MatchTerms,
    OnBegin,
    OnPlan,
    OnTurn,
    PlayedGame,
    fault_notes,
    opening_line,
    play_excused,
)
from zeitnot.turns import NO_CONNECTION
from zeitnot_connect_four.clocked_game import ClockedGame
from zeitnot_connect_four.game_text import write_game
from zeitnot_connect_four.player import Player


class ConnectFourTable:
    """One game at a time; players are made anew for each, so that games do not depend on their order."""

    def __init__(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> None:
        """Watch for hiccups of this machine where games go by the wall clock."""
        self._terms = terms
        self._hiccups = HiccupWatch.for_table(hiccups_file, work_time=terms.work_per_s is not None)

    def close(self) -> None:
        """End the watch."""
        self._hiccups.close()

    def play(
        self,
        order: GameOrder,
        on_turn: OnTurn | None = None,
        on_begin: OnBegin | None = None,
        on_plan: OnPlan | None = None,
    ) -> PlayedGame:
        """Play one game; when this machine stopped in the middle of it, again."""
        return play_excused(
            lambda watch, hiccups: self._played(
                order, on_turn, on_begin, on_plan, watch=watch, hiccups=hiccups
            ),
            self._hiccups,
        )

    def _played(
        self,
        order: GameOrder,
        on_turn: OnTurn | None,
        on_begin: OnBegin | None,
        on_plan: OnPlan | None,
        *,
        watch: HiccupWatch | None,
        hiccups: int,
    ) -> PlayedGame:
        terms = self._terms
        began, began_s = datetime.datetime.now(datetime.UTC), time.perf_counter()
        players = self._player(order.sides[0]), self._player(order.sides[1])
        for seat, player in enumerate(players):
            player.manager.on_plan = None if on_plan is None else partial(on_plan, seat)
        game = ClockedGame(
            players=players,
            opening=opening_line(terms, order),
            control=terms.time_control,
            margins_s=[terms.margin_s(side) for side in order.sides],
            work_time=terms.work_per_s is not None,
            hiccups=watch,
            on_turn=on_turn,
        )
        if on_begin is not None:
            on_begin(game.first_seat)
        ending = game.play()
        return PlayedGame(
            number=order.number,
            half_points=ending.half_points,
            words=ending.words,
            fault=ending.fault,
            fault_seat=ending.seat,
            turns=tuple(game.turns),
            left_s=game.left_s,
            notes=fault_notes([turn.record for turn in game.turns]),
            hiccups=hiccups,
            text=write_game(terms, order, game.turns, ending),
            began=began.isoformat(timespec="seconds"),
            took_s=time.perf_counter() - began_s,
        )

    def _player(self, number: int) -> Player:
        terms, participant = self._terms, self._terms.participants[number]
        overhead = None if terms.work_per_s is None else NO_CONNECTION
        manager = make_manager(participant.policy, dict(participant.settings), overhead=overhead)
        return Player(manager, work_per_s=terms.work_per_s, hash_mb=terms.hash_mb)
