"""`zeitnot scrabble check` and `anagram`: whether words are good, and the words that tiles make."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.exits import EXIT_NOT_GOOD
from zeitnot.cli.options import JsonOption
from zeitnot.cli.scrabble.options import (
    DistributionOption,
    LexiconOption,
    build_status,
    open_lexicon,
    read_distribution,
)

if TYPE_CHECKING:
    from rich.text import Text

    from zeitnot.scrabble import LetterDistribution


def check(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words, in capitals or not.")],
    lexicon: LexiconOption = None,
    distribution: DistributionOption = None,
    json_form: JsonOption = False,
) -> None:
    """Check whether words are in the lexicon; the exit code is 0 when all are good, 1 when one is not.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble check QUIZ
    zeitnot scrabble check zax xu
    zeitnot scrabble check quiz --json
    """
    with build_status() as on_build:
        known = open_lexicon(lexicon, read_distribution(distribution), on_build)
    good = {word.upper(): word in known for word in words}
    if json_form:
        form = {"lexicon": known.name, "good": all(good.values()), "words": good}
        print(json.dumps(form, indent=2, ensure_ascii=False))
    else:
        for word, is_good in good.items():
            print(f"{word} is {'good' if is_good else 'not good'} in {known.name}")
    if not all(good.values()):
        raise typer.Exit(EXIT_NOT_GOOD)


def anagram(
    tiles: Annotated[str, typer.Argument(metavar="TILES", help="Letters, with ? for a blank.")],
    some: Annotated[bool, typer.Option("--some", "-s", help="Words of some of the tiles, too.")] = False,
    lexicon: LexiconOption = None,
    distribution: DistributionOption = None,
    json_form: JsonOption = False,
) -> None:
    """List the words that tiles make, longest first; small letters are blanks.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble anagram "AEINST?"
    zeitnot scrabble anagram QUIZ --some
    zeitnot scrabble anagram aeinst --json
    """
    letters = read_distribution(distribution)
    with build_status() as on_build:
        words = open_lexicon(lexicon, letters, on_build)
    found = words.anagrams(tiles, all_tiles=not some)
    by_length: dict[int, list[str]] = {}
    for word in found:
        by_length.setdefault(len(letters.alphabet.placed(word)), []).append(word)
    longest_first = sorted(by_length.items(), reverse=True)
    if json_form:
        form = {"tiles": tiles, "lexicon": words.name, "words": dict(longest_first)}
        print(json.dumps(form, indent=2))
        return
    from rich.columns import Columns

    from zeitnot.cli.console import output

    console = output()
    for length, group in longest_first:
        of_length = f"{length} letters" if length > 1 else "1 letter"
        number = f"{len(group)} words" if len(group) > 1 else "1 word"
        console.print(f"[bold]{of_length}[/bold] [dim]({number})[/dim]")
        texts = [_text(word, tiles, letters) for word in group]
        console.print(Columns(texts, padding=(0, 2, 0, 0), column_first=True))
    if not found:
        console.print(f"no word of {words.name} can be made of these tiles")


def _text(word: str, tiles: str, distribution: "LetterDistribution") -> "Text":
    """Write the letters that blanks stand for small, and red."""
    from rich.text import Text

    from zeitnot.scrabble.letters import BLANK_BIT, letter_of, names_in

    alphabet = distribution.alphabet
    have = Counter(letter_of(alphabet.tile(name)) for name in names_in(tiles) if name != "?")
    text = Text()
    for letter in alphabet.placed(word):
        blank = have[letter] == 0
        have[letter] -= not blank
        text.append(alphabet.text([letter | BLANK_BIT if blank else letter]), "red" if blank else "")
    return text
