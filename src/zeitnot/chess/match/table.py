"""ChessTable: plays chess games of a match, with engines that stay from game to game."""

import datetime
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from zeitnot.chess.match.adjudicator import opened_tables
from zeitnot.chess.match.game import ChessGame
from zeitnot.chess.match.player import BuiltInPlayer, ChessPlayer, OtherEngine
from zeitnot.chess.pgn import game_pgn, opening_of
from zeitnot.chess.proxy import OWN_MARGIN_NODES
from zeitnot.games import (
    Fault,
    GameOrder,
    HiccupWatch,
    MatchTerms,
    OnBegin,
    OnPlan,
    OnTurn,
    PlayedGame,
    Side,
    fault_notes,
    play_excused,
)
from zeitnot.turns import Limits


class ChessTable:
    """One game at a time."""

    def __init__(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> None:
        """Start no engine yet; a watch for hiccups that runs already is known by its file."""
        self._terms = terms
        self._engines: dict[int, OtherEngine] = {}
        folder = terms.rules.adjudication.syzygy
        self._tables = opened_tables(folder) if folder else None
        self._hiccups = HiccupWatch.for_table(hiccups_file, work_time=terms.work_per_s is not None)

    def close(self) -> None:
        """End the engines."""
        self._hiccups.close()
        if self._tables is not None:
            self._tables.close()
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    def play(
        self,
        order: GameOrder,
        on_turn: OnTurn | None = None,
        on_begin: OnBegin | None = None,
        on_plan: OnPlan | None = None,
    ) -> PlayedGame:
        """Play one game; when this machine stopped in the middle of it, again."""
        played = partial(self._played, order, on_turn=on_turn, on_begin=on_begin, on_plan=on_plan)
        return play_excused(played, self._hiccups)

    def _played(
        self,
        order: GameOrder,
        watch: HiccupWatch | None,
        hiccups: int,
        *,
        on_turn: OnTurn | None,
        on_begin: OnBegin | None,
        on_plan: OnPlan | None,
    ) -> PlayedGame:
        terms = self._terms
        opening = opening_of(terms, order)
        began, began_s = datetime.datetime.now(datetime.UTC), time.perf_counter()
        notes: list[str] = []
        game = ChessGame(
            players=(self._player(order.sides[0], notes), self._player(order.sides[1], notes)),
            opening=opening,
            controls=(terms.control_of(order.sides[0]), terms.control_of(order.sides[1])),
            limits=(self._limits(order.sides[0]), self._limits(order.sides[1])),
            tables=self._tables,
            rules=terms.rules,
            margins_s=(margin_of(terms, order.sides[0]), margin_of(terms, order.sides[1])),
            work_time=terms.work_per_s is not None,
            ponders=terms.ponder,
            hiccups=watch,
            on_turn=on_turn,
        )
        for seat, player in enumerate(game.players):
            player.watch_plans(None if on_plan is None else partial(on_plan, seat))
        if on_begin is not None:
            on_begin(0 if game.board.turn else 1)
        judged = game.play()
        first, second = (self._engines.get(number) for number in order.sides)
        restarts = 0 if first is None else first.restarts, 0 if second is None else second.restarts
        if judged.fault in (Fault.CRASH, Fault.STALL) and judged.seat is not None:
            lost = self._engines.pop(order.sides[judged.seat], None)
            if lost is not None:
                lost.close()
        return PlayedGame(
            number=order.number,
            half_points=judged.ending.half_points,
            words=judged.ending.words,
            fault=judged.fault,
            fault_seat=judged.seat,
            turns=tuple(game.turns),
            left_s=game.left_s(),
            notes=(*notes, *fault_notes([turn.record for turn in game.turns])),
            restarts=restarts,
            hiccups=hiccups,
            text=game_pgn(terms, order, game.board, game.turns, ending=judged.ending, day=began),
            began=began.isoformat(timespec="seconds"),
            took_s=time.perf_counter() - began_s,
        )

    def _limits(self, number: int) -> Limits:
        """Return the limits of a participant; an engine on its own clock is told a fixed time as such."""
        limits = self._terms.limits_of(number)
        if self._terms.participants[number].side is not Side.OWN_CLOCK:
            return limits
        return replace(limits, move_time_s=self._terms.control_of(number).move_time_s)

    def _player(self, number: int, notes: list[str]) -> ChessPlayer:
        participant = self._terms.participants[number]
        if participant.side is Side.BUILT_IN:
            # Made anew, because what it would have learned in the last game depends on which that was.
            return BuiltInPlayer(participant, self._terms)
        if number not in self._engines:
            self._engines[number] = OtherEngine(participant, self._terms, notes)
        self._engines[number].notes = notes
        return self._engines[number]


def margin_of(terms: MatchTerms, number: int) -> float:
    """Return what a participant may be over its time, in seconds: at least what it searches between two looks
    at its nodes, where these are its own clock."""
    margin_s = terms.margin_s(number)
    if terms.work_per_s is None or terms.participants[number].side is not Side.OWN_CLOCK:
        return margin_s
    return max(margin_s, OWN_MARGIN_NODES / terms.work_per_s)
