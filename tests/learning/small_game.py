"""A small game: few letters and few words, so that trainings take a moment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from zeitnot.learning import MakeTask, run_here
from zeitnot.scrabble.letters import Alphabet, LetterDistribution
from zeitnot.scrabble.lexicon import Lexicon, kwg_of

LETTERS = "AENRST"
COUNTS = (2, 9, 12, 7, 7, 6, 7)
SCORES = (0, 1, 1, 2, 2, 3, 1)
WORDS = (
    "AN AS AT EN ER ES NA NE RE TA TE ANE ANT ARE ARS ART ATE EAR EAT ERA ERN ERS EAST EARN ETA NEAR "
    "NEAT NEST NET RAN RANT RAT RATE RATES RENT RENTS REST SEA SEAT SEN SENT SER SET STAR STARE STERN "
    "TAN TARE TEA TEAR TEARS TEN TERN TREAT TREATS TSAR ANTRE ASTER ASTERN EATEN EATENS ENTER ENTERS "
    "NEATER NEATEST RETREAT STATE STATER TASTE TASTER TEASER TENSE TENSER RESENT RESTATE SERENATE "
    "EARNEST EASTERN NEAREST STEARATE "
)


@cache
def small_lexicon() -> Lexicon:
    """Give words of six letters, with 50 tiles."""
    return Lexicon.of_words(WORDS.split(), name="small", distribution=small_distribution())


@cache
def small_distribution() -> LetterDistribution:
    """Give the tiles."""
    return LetterDistribution(
        name="small",
        alphabet=Alphabet(capitals=tuple(LETTERS), smalls=tuple(LETTERS.lower())),
        counts=COUNTS,
        scores=SCORES,
        vowels=frozenset({1, 2}),
    )


def write_small_game(folder: Path) -> list[str]:
    """Write words and tiles to files, and give the options that name them."""
    words, tiles = folder / "small.kwg", folder / "small.csv"
    words.write_bytes(kwg_of(small_lexicon().words(), small_distribution()))
    lines = [f"?,?,{COUNTS[0]},0,0"]
    for number, letter in enumerate(LETTERS, start=1):
        lines.append(f"{letter},{letter.lower()},{COUNTS[number]},{SCORES[number]},{int(letter in 'AE')}")
    tiles.write_text("\n".join(lines), encoding="utf-8")
    return ["--lexicon", str(words), "--distribution", str(tiles)]


Result = TypeVar("Result")


@dataclass
class EndsAfter:
    """Runs tasks in this process until so many are done, as if a stop were asked for then."""

    left: int

    def __call__(self, make: MakeTask[Result], numbers: Sequence[int], /) -> Iterator[Result]:
        for result in islice(run_here(make, numbers), self.left):
            self.left -= 1
            yield result
