"""Whole games at sight, with mistakes on purpose, for tests that look back at games."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from tests.scrabble.fixtures_player import knowledge
from zeitnot.scrabble import Ending, Game, GameRecord, Generator, MoveKind, RatedMove
from zeitnot.scrabble.table import TileBag

Pick = Callable[[int, Sequence[RatedMove]], RatedMove]
"""Picks a move by the number of the turn, from 0, out of those that are rated best."""


def third_now_and_then(turn: int, moves: Sequence[RatedMove]) -> RatedMove:
    """Play the best move mostly, and the third best on every fourth turn."""
    plays = [rated for rated in moves if rated.move.kind is MoveKind.PLACE]
    return plays[2] if turn % 4 == 3 and len(plays) > 2 else moves[0]


@cache
def finished_game(seed: int = 1, pick: Pick = third_now_and_then) -> GameRecord:
    """Play to the end."""
    known = knowledge()
    generator = Generator.make(known.lexicon, known.evaluation)
    bag = TileBag(known.lexicon.distribution, seed)
    racks = [bag.fill((), seat) for seat in (0, 1)]
    game, turn = Game.new(nicks=("ann", "bob")), 0
    while not game.is_over:
        seat = game.state.on_turn
        chosen = pick(turn, generator.moves(replace(game.position(), rack=racks[seat]), 10))
        game, turn = game.play(chosen.move, rack=racks[seat]), turn + 1
        if chosen.move.kind is MoveKind.EXCHANGE:
            racks[seat] = bag.exchange(racks[seat], chosen.move.tiles, seat)
        elif chosen.move.kind is MoveKind.PLACE:
            racks[seat] = bag.fill(chosen.leave, seat)
    out = game.state.ending is Ending.OUT
    game = game.finish(None if out else (racks[0], racks[1]))
    return GameRecord(game=game, pragmas=(("lexicon", "ENABLE1"),))
