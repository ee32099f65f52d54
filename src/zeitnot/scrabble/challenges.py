"""Challenges: the rules by which a play is challenged, the words that a play made, and what came of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.rules import IsWord, judge


class ChallengeRule(StrEnum):
    """What becomes of words that are not in the lexicon, and what a wrong challenge costs."""

    VOID = "void"
    """Words are checked before a play stands: a phoney cannot be played, and nothing can be challenged."""
    SINGLE = "single"
    """A phoney that is challenged comes off; a wrong challenge costs nothing."""
    DOUBLE = "double"
    """A phoney that is challenged comes off; a wrong challenge loses the turn."""
    FIVE = "5"
    """A wrong challenge gives the opponent 5 points for each word challenged, as in WESPA tournaments."""
    TEN = "10"
    """A wrong challenge gives the opponent 10 points for each word challenged."""
    FIVE_A_PLAY = "5/play"
    """A wrong challenge gives the opponent 5 points, however many words were challenged."""
    TEN_A_PLAY = "10/play"
    """A wrong challenge gives the opponent 10 points, however many words were challenged."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a rule as people write it: `double`, `5`, `5-point`, `10 points`, `5/play`."""
        word = text.strip().lower()
        if (points := _POINTS.fullmatch(word)) is not None:
            word = f"{_NUMBERS.get(points[1], points[1])}{points[2] or ''}"
        try:
            return cls(word)
        except ValueError as error:
            rules = ", ".join(rule.value for rule in cls)
            raise SettingError(f"a challenge rule must be one of {rules}, got {text[:40]!r}") from error

    @property
    def allows_phoneys(self) -> bool:
        """Whether a play with a phoney stands until it is challenged."""
        return self is not ChallengeRule.VOID

    @property
    def loses_turn(self) -> bool:
        """Whether a wrong challenge loses the turn."""
        return self is ChallengeRule.DOUBLE

    def cost_pts(self, words: int) -> int:
        """Return the points that a wrong challenge of this many words gives the opponent."""
        points, once = _COSTS.get(self, (0, True))
        return points if once else points * words


_POINTS = re.compile(r"(5|10|five|ten)(?:[- ]?p(?:oin)?ts?)?(/play)?")
_NUMBERS = {"five": "5", "ten": "10"}
_COSTS = {
    ChallengeRule.FIVE: (5, False),
    ChallengeRule.TEN: (10, False),
    ChallengeRule.FIVE_A_PLAY: (5, True),
    ChallengeRule.TEN_A_PLAY: (10, True),
}
"""Points of a wrong challenge, and whether they are paid once however many words were challenged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """What came of a challenge."""

    words: tuple[str, ...]
    """Words that were challenged."""
    phoneys: tuple[str, ...] = ()
    """Those that are not in the lexicon: the play came off. Empty: the challenge was wrong."""
    cost_pts: int = 0
    """Points that a wrong challenge gave the opponent."""
    lost_turn: bool = False
    """Whether a wrong challenge lost the turn."""

    def sentence(self, challenger: str, lexicon: str) -> str:
        """Return what happened in words."""
        if self.phoneys:
            are = "is" if len(self.phoneys) == 1 else "are"
            words = ", ".join(self.phoneys)
            return f"{challenger} challenged: {words} {are} not in {lexicon}; the play comes off"
        are = "is good" if len(self.words) == 1 else "are good"
        cost = f"; it costs {self.cost_pts} points" if self.cost_pts else ""
        cost = "; the turn is lost" if self.lost_turn else cost
        return f"{challenger} challenged: {', '.join(self.words)} {are} in {lexicon}{cost}"


def words_of(game: Game, index: int) -> tuple[str, ...]:
    """Return the words that the event at a place made, each once; none for anything but a placement."""
    move = game.events[index].move
    if move is None or move.kind is not MoveKind.PLACE:
        return ()
    board = game.states[index if index >= 0 else index - 1].board
    play = judge(move, board, distribution=game.distribution, layout=game.layout)
    return tuple(dict.fromkeys(play.words))


def phoneys_of(game: Game, index: int, is_word: IsWord) -> tuple[str, ...]:
    """Return the words of an event that the lexicon does not have, each once."""
    return tuple(word for word in words_of(game, index) if not is_word(word))


def is_withdrawn(game: Game, index: int) -> bool:
    """Return whether the play at a place came off after a challenge."""
    following = game.events[index + 1 : index + 2]
    return bool(following) and following[0].kind is EventKind.WITHDRAWAL


def named_words(made: Sequence[str], named: Sequence[str], alphabet: Alphabet) -> tuple[str, ...]:
    """Return the words to challenge: those named, as people write them, or all that the play made."""
    words = [alphabet.text(alphabet.spelled(word)) for word in named]
    wrong = next((word for word in words if word not in made), None)
    if wrong is not None:
        raise DataError(f"the last play made {', '.join(made)}, got {wrong!r} to challenge")
    return tuple(dict.fromkeys(words or made))
