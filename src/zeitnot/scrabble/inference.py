"""Inference: what the opponent may have kept at the last turn, judged by the move made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import comb, prod

from zeitnot import _native
from zeitnot._native import KeptRatios, KeptTiles, ScrabbleMoveKind, StopControl
from zeitnot.errors import SettingError, check_above, check_each, check_least
from zeitnot.scrabble.board import EMPTY
from zeitnot.scrabble.evaluation import MILLI, StaticEvaluation
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.letters import letter_of, rack_tile
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH, Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import tile_counts

_KINDS = {
    MoveKind.PLACE: ScrabbleMoveKind.PLACE,
    MoveKind.EXCHANGE: ScrabbleMoveKind.EXCHANGE,
    MoveKind.PASS: ScrabbleMoveKind.PASS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedPlay:
    """A turn of the opponent as the player saw it: without the tiles kept or exchanged."""

    position: Position
    """Position before the turn, without any rack."""
    move: Move
    """Move of the opponent; of an exchange, only the number of tiles."""
    score_pts: int = 0
    """Points that the move scored."""

    def __post_init__(self) -> None:
        if self.position.rack or self.position.other_rack:
            raise SettingError("the position of an observed play must be without racks, got one with a rack")
        if self.move.kind is MoveKind.EXCHANGE and self.move.tiles:
            raise SettingError("an observed exchange must have the number of its tiles, got the tiles")

    @property
    def placed(self) -> tuple[int, ...]:
        """Tiles that the move put on the board, as they were on the rack."""
        if self.move.kind is not MoveKind.PLACE:
            return ()
        return tuple(rack_tile(tile) for tile in self.move.tiles if tile != THROUGH)

    @property
    def kept_count(self) -> int:
        """Number of tiles that the opponent kept, with a full rack before the move."""
        return RACK_SIZE - len(self.placed) - self.move.count


def observed_play(game: Game, seat: int, events: int | None = None) -> ObservedPlay | None:
    """Return the last turn of a seat's opponent, as the seat saw it, after so many events, by default all.

    None if the last turn was the seat's own, or was withdrawn or lost by a challenge, or if there was none.
    """
    index = (len(game.events) if events is None else events) - 1
    while index >= 0 and game.events[index].kind is EventKind.CHALLENGE_BONUS:
        index -= 1
    event = game.events[index] if index >= 0 else None
    if event is None or event.move is None or event.is_lost_turn or event.player == seat:
        return None
    move = event.move
    if move.kind is MoveKind.EXCHANGE:
        move = Move(kind=MoveKind.EXCHANGE, count=move.count)
    return ObservedPlay(position=replace(game.position(index), rack=()), move=move, score_pts=event.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class InferenceSettings:
    """How a move speaks for the racks that allow it, and how many of them are looked at."""

    temperature_pts: float = 2.5
    """Loss against a rack's best static move at which the move is less likely by the factor e; fitted to
    games of the simulating player, see `docs/results.md`."""
    floor: float = 0.001
    """Part of the moves that say nothing about the rack; fitted to the same games."""
    decay: float = 1.0
    """Power of what the opponent's turn before said: 0 forgets it, 1 keeps all of it, which does best on the
    same games; turns further back count by this power again and again."""
    most_racks: int = 30_000
    """Most racks that are looked at: if there are no more, all of them, or as many as time allows; otherwise
    racks drawn at random."""
    threads: int = 1
    """Number of threads; in work time they change only the waiting time."""
    least_effective: float = 50.0
    """Fewest effective racks of a result that a player uses, unless every rack was looked at."""

    def __post_init__(self) -> None:
        check_above(self, 0, "temperature_pts")
        check_each(self, "from 0 to 1", lambda share: 0 <= share <= 1, "floor", "decay")
        check_least(self, 1, "most_racks", "threads")
        check_least(self, 0, "least_effective")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOdds:
    """Tiles kept, or a single tile, with the chance that the opponent has them."""

    tiles: tuple[int, ...]
    """Tiles, in order; 0 is the blank."""
    chance: float
    """Chance by inference: of exactly these tiles kept, or of at least one such tile among them."""
    drawn_chance: float
    """The same chance if the tiles kept were drawn from the unseen ones."""

    @property
    def ratio(self) -> float:
        """Chance by inference relative to that of a draw."""
        return self.chance / self.drawn_chance if self.drawn_chance else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class InferredRack:
    """What the opponent may have kept, and how it was found out."""

    kept: KeptTiles = field(repr=False)
    """Tiles kept with their weights, as simulations and pre-endgames take them."""
    play: ObservedPlay = field(repr=False)
    """Turn of the opponent that it was inferred from."""
    unseen: tuple[int, ...]
    """Tiles unseen by the player after the move, those kept among them."""
    possible: int
    """Number of racks that allow the move."""
    racks: int
    """Number of racks whose best move was found."""
    draws: int
    """Number of racks drawn, repeated ones included; 0 when racks were listed."""
    covered: float
    """Chance of the racks whose best move was found, when racks were listed."""
    effective_draws: float
    """Number of racks of equal weight that would say as much; 0 when every rack was looked at."""
    spent_s: float
    """Time spent, by the control's clock."""

    @property
    def kept_count(self) -> int:
        """Number of tiles kept."""
        return self.play.kept_count

    @property
    def is_complete(self) -> bool:
        """Whether every rack that allows the move was looked at."""
        return self.draws == 0 and self.racks == self.possible

    def ratios_for(self, later: ObservedPlay) -> KeptRatios | None:
        """Return what this turn says about the rack of the opponent's next one; None where it says nothing.

        That is so after exchanges and where not every rack was looked at, because tiles are missing then, and
        for a turn of another game.
        """
        before = self.play.position.board
        squares = product(range(before.size), repeat=2)
        is_next = all(
            before.tile(*square) in {EMPTY, later.position.board.tile(*square)} for square in squares
        )
        if not self.is_complete or self.play.move.kind is MoveKind.EXCHANGE or not is_next:
            return None
        return self.kept.ratios(tile_counts(self.unseen, self.play.position.distribution))

    def odds_of(self, tiles: Sequence[int], chance: float) -> LeaveOdds:
        """Return the odds of these tiles kept, given their chance by inference."""
        unseen, wanted = Counter(self.unseen), Counter(tiles)
        ways = prod(comb(unseen[tile], count) for tile, count in wanted.items())
        drawn_chance = ways / comb(len(self.unseen), self.kept_count)
        return LeaveOdds(tiles=tuple(sorted(tiles)), chance=chance, drawn_chance=drawn_chance)

    def leaves(self, most: int) -> tuple[LeaveOdds, ...]:
        """Return the most likely sets of tiles kept, the most likely first."""
        return tuple(self.odds_of(tuple(tiles), chance) for tiles, chance in self.kept.top(most))

    def leave(self, tiles: Sequence[int]) -> LeaveOdds:
        """Return the odds of one set of tiles; its chance is 0 where it was not found."""
        wanted = bytes(sorted(tiles))
        found = (chance for kept, chance in self.kept.entries() if kept == wanted)
        return self.odds_of(tiles, next(found, 0.0))

    def tiles(self) -> tuple[LeaveOdds, ...]:
        """Return the odds of at least one tile of each letter that is unseen, blank first."""
        all_ways = comb(len(self.unseen), self.kept_count)
        chances = self.kept.holding()
        return tuple(
            LeaveOdds(
                tiles=(tile,),
                chance=chances[tile],
                drawn_chance=1 - comb(len(self.unseen) - count, self.kept_count) / all_ways,
            )
            for tile, count in sorted(Counter(self.unseen).items())
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RackInference:
    """Infers what the opponent kept, with one player's knowledge as the opponent's."""

    knowledge: Knowledge
    settings: InferenceSettings = field(default_factory=InferenceSettings)

    def report(
        self, position: Position, play: ObservedPlay, control: StopControl, *, seed: int = 1
    ) -> _native.InferenceReport:
        """Return the racks that allow the last move, each with what the move loses against its best one."""
        knowledge, settings = self.knowledge, self.settings
        before = Counter(position.unseen) + Counter(play.placed)
        dictionary = knowledge.dictionary
        inference: _native.Inference = dictionary.core.Inference(dictionary, knowledge.evaluation.native)
        return inference.run(
            native_board(play.position),
            control,
            unseen=tile_counts(before.elements(), position.distribution),
            bag=play.position.bag_count,
            kind=_KINDS[play.move.kind],
            placed=bytes(play.placed),
            exchanged=play.move.count,
            worth=worth(play, knowledge.evaluation),
            most_racks=settings.most_racks,
            threads=settings.threads,
            seed=seed,
        )

    def run(
        self,
        position: Position,
        play: ObservedPlay,
        control: StopControl,
        *,
        seed: int = 1,
        earlier: InferredRack | None = None,
    ) -> InferredRack | None:
        """Return what the opponent may have kept at the last move, looking until the control stops it.

        The position is the player's own, after that move; `earlier` is the result for the opponent's turn
        before, some of whose tiles may still be there. None if the bag is empty or nothing was kept, and
        then nothing is open, or if the control stopped before anything was found.
        """
        if position.bag_count == 0 or not play.kept_count:
            return None
        began_s = control.elapsed_s()
        report = self.report(position, play, control, seed=seed)
        likelihood = {"temperature_pts": self.settings.temperature_pts, "floor": self.settings.floor}
        ratios = None if earlier is None or not self.settings.decay else earlier.ratios_for(play)
        kept = report.kept(**likelihood, earlier=ratios, decay=self.settings.decay)
        if kept is None:
            return None
        return InferredRack(
            kept=kept,
            play=play,
            unseen=position.unseen,
            possible=report.possible,
            racks=report.racks,
            draws=report.draws,
            covered=report.covered,
            effective_draws=report.effective_draws(**likelihood),
            spent_s=control.elapsed_s() - began_s,
        )

    def is_enough(self, found: InferredRack) -> bool:
        """Return whether a result is one to play by: too few racks say nothing."""
        return found.is_complete or found.effective_draws >= self.settings.least_effective


def worth(play: ObservedPlay, evaluation: StaticEvaluation) -> int:
    """Return the static equity of a move without its leave, in thousandths of a point; a pass is worth 0."""
    if play.move.kind is MoveKind.PASS:
        return 0
    left = play.position.bag_count - len(play.placed)
    values = evaluation.native.pre_endgame
    with_bag = values[max(0, left)] if left < len(values) else 0
    return MILLI * play.score_pts + with_bag - _opening_penalty(play, evaluation)


def _opening_penalty(play: ObservedPlay, evaluation: StaticEvaluation) -> int:
    """Return what vowels beside premium squares cost a first play."""
    if play.move.kind is not MoveKind.PLACE or not play.position.board.is_empty:
        return 0
    premiums, vowels = play.position.layout.premiums, play.position.distribution.vowels
    multiples = 0
    for (row, column), tile in zip(play.move.squares(), play.move.tiles, strict=True):
        for step in (-1, 1) if letter_of(tile) in vowels else ():
            beside = (row + step, column) if play.move.across else (row, column + step)
            if min(beside) >= 0 and max(beside) < len(premiums):
                multiples += premiums[beside[0]][beside[1]].letter - 1
    return multiples * evaluation.native.opening_vowel
