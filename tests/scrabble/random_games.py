"""Random games: legal by tiles, places and scores, with words that nobody knows."""

from collections import Counter
from random import Random

from zeitnot.errors import DataError
from zeitnot.scrabble import Game, GameRecord, LetterDistribution, Move, Play
from zeitnot.scrabble.board import BOARD_SIZE, EMPTY
from zeitnot.scrabble.letters import BLANK, BLANK_BIT
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH


class RandomGame:
    """Deals racks and plays whatever fits."""

    def __init__(self, seed: int, *, nicks: tuple[str, str] = ("ann", "bob")) -> None:
        """Shuffle the bag."""
        self.rng = Random(seed)
        self.game = Game.new(nicks=nicks, first=self.rng.randrange(2))
        counts = self.game.distribution.counts
        self.bag = [tile for tile, count in enumerate(counts) for _ in range(count)]
        self.rng.shuffle(self.bag)
        self.racks = [self._drawn([]), self._drawn([])]

    def play(self, most_turns: int = 60) -> GameRecord:
        """Play to the end or for `most_turns`, with occasional challenges."""
        for _ in range(most_turns):
            if self.game.is_over:
                break
            self._turn()
        racks = (tuple(self.racks[0]), tuple(self.racks[1]))
        if self.game.is_over:
            self.game = self.game.finish(racks)
            if self.rng.random() < 0.3:
                self.game = self.game.time_penalty(self.rng.randrange(2), -10)
        pragmas = (("title", "A game of chance"), ("lexicon", "NONE"), ("x-unknown", "kept"))
        return GameRecord(game=self.game, names=("Ann Example", ""), pragmas=pragmas, racks=racks)

    def _drawn(self, rack: list[int]) -> list[int]:
        while len(rack) < RACK_SIZE and self.bag:
            rack.append(self.bag.pop())
        return sorted(rack)

    def _turn(self) -> None:
        player, rack = self.game.state.on_turn, self.racks[self.game.state.on_turn]
        play = random_play(self.game, rack, self.rng)
        draw = self.rng.random()
        if play is not None and draw < 0.9:
            self.game = self.game.play(
                play.move, rack=rack, note="a note\nof two lines" if draw < 0.05 else ""
            )
            if draw > 0.85:
                self.game = self.game.withdraw()
                return
            left = Counter(rack) - Counter(play.used)
            self.racks[player] = self._drawn(sorted(left.elements()))
            if draw > 0.8:
                self._wrong_challenge(player)
        elif self.game.state.bag_count >= RACK_SIZE and draw < 0.97:
            back = self.rng.sample(rack, self.rng.randint(1, len(rack)))
            self.game = self.game.play(Move.exchange(back), rack=rack)
            self.racks[player] = self._drawn(sorted((Counter(rack) - Counter(back)).elements()))
            self.bag += back
            self.rng.shuffle(self.bag)
        else:
            self.game = self.game.play(Move.pass_turn(), rack=rack)

    def _wrong_challenge(self, player: int) -> None:
        """Challenge the last play, which stands, by one of the rules."""
        match self.rng.randrange(4):
            case 0:
                self.game = self.game.challenge_bonus(5, rack=self.racks[player])
            case 1:
                self.game = self.game.challenge_bonus(0)
            case 2:
                self.game = self.game.challenge_penalty(-10, rack=self.racks[1 - player])
            case _ if not self.game.is_over:
                note = self.rng.choice(("", "12.500s, 3:00 left"))
                self.game = self.game.lose_turn(rack=self.racks[1 - player], note=note)


def random_play(game: Game, rack: list[int], rng: Random) -> Play | None:
    """Find a placement that the rules allow; None if luck is out."""
    for _ in range(80):
        try:
            return game.judge(_random_move(game, rack, rng), rack=rack)
        except DataError:
            continue
    return None


def _random_move(game: Game, rack: list[int], rng: Random) -> Move:
    board = game.state.board
    across = rng.random() < 0.5
    taken = [
        (row, column)
        for row in range(BOARD_SIZE)
        for column in range(BOARD_SIZE)
        if board.tile(row, column) != EMPTY
    ]
    row, column = rng.choice(taken) if taken else (7, 7)
    down, right = (0, 1) if across else (1, 0)
    back, aside = rng.randrange(4), rng.choice((-1, 0, 0, 1))
    row, column = row - back * down + aside * right, column - back * right + aside * down
    while board.tile(row - down, column - right) != EMPTY:
        row, column = row - down, column - right
    hand = rng.sample(rack, rng.randint(1, len(rack)))
    tiles = []
    at = row, column
    while hand or board.tile(*at) != EMPTY:
        if board.tile(*at) != EMPTY:
            tiles.append(THROUGH)
        else:
            tile = hand.pop()
            tiles.append(tile if tile != BLANK else BLANK_BIT | rng.randint(1, 26))
        at = at[0] + down, at[1] + right
    return Move.place(row=row, column=column, across=across, tiles=tiles)


def english(text: str) -> tuple[int, ...]:
    """Read a rack."""
    return LetterDistribution.english().alphabet.rack(text)
