"""`zeitnot scrabble lexicon`, `check` and `anagram`: make, check and describe lexicons, and ask for words."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from zeitnot import scrabble
from zeitnot.cli.console import output, tell_first
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.exits import EXIT_NOT_GOOD
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import JsonOption, flag, option, write_file
from zeitnot.cli.scrabble.options import (
    DistributionOption,
    LexiconOption,
    build_status,
    opened_lexicon,
)
from zeitnot.errors import DataError

lexicon = typer.Typer(
    name="lexicon",
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Make lexicons of word lists, check them, and see what is in them.",
)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE.kwg", help="The lexicon.")]
_BAR = 30
"""Characters of the longest bar."""


@lexicon.command()
def build(
    words: Annotated[
        Path,
        typer.Argument(
            metavar="WORDS.txt", help="A word list: the first word of each line, # begins a comment."
        ),
    ],
    output: Annotated[Path, option("FILE.kwg", "Where to write the lexicon.", "--output", "-o")],
    skip_bad: Annotated[bool, flag("Leave out words that do not fit, and list them.", "--skip-bad")] = False,
    distribution: DistributionOption = None,
) -> None:
    """Make a lexicon of a word list: a KWG file, which other programs read as well.

    Words with other letters, of one letter or of more than 21 do not fit: they
    are listed, and nothing is written unless --skip-bad leaves them out. Accents
    without a tile of their own are dropped (ÉTÉ is ETE), and what one tile holds
    is taken together (CH in Spanish). The letters are kept beside the lexicon, in
    FILE.kwg.letters.json.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble lexicon build words.txt -o words.kwg
    zeitnot scrabble lexicon build words.txt -o words.kwg --skip-bad
    zeitnot scrabble lexicon build words.txt -o words.kwg --language german
    """
    letters = scrabble.read_distribution(distribution)
    bad: list[str] = []
    with build_status() as on_build:
        on_build(f"building {output.name}")
        content = scrabble.kwg_of_list(words, letters, on_bad=bad.append)
    if bad and not skip_bad:
        _refuse(words, bad)
    tell_first(bad)
    write_file(output, content, option="--output")
    write_file(
        scrabble.letters_file(output),
        scrabble.letters_form(letters, digest=scrabble.kwg_digest(content)),
        option="--output",
    )
    made = scrabble.Lexicon.open(output, distribution=letters)
    left_out = f", {len(bad):,} left out" if bad else ""
    print(f"{len(made):,} words in {output} ({_size(len(content))}){left_out}")


@lexicon.command()
def check(file: FileArgument, distribution: DistributionOption = None, json_form: JsonOption = False) -> None:
    """Check a lexicon completely; what is wrong is said in one line, with exit code 2.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble lexicon check words.kwg
    """
    with build_status() as on_build:
        on_build(f"checking {file.name}")
        facts = scrabble.check_kwg(file, distribution=scrabble.read_distribution(distribution))
    if json_form:
        print(json.dumps({"good": True, **_json_form(facts)}, indent=2))
        return
    graphs = "DAWG and GADDAG hold the same words" if facts.has_gaddag else "a DAWG without a GADDAG"
    print(f"{file}: good, {facts.words:,} words, {facts.nodes:,} nodes, {graphs}")


@lexicon.command()
def info(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE.kwg", help="The lexicon. Default: ENABLE1, built in.")
    ] = None,
    distribution: DistributionOption = None,
    json_form: JsonOption = False,
) -> None:
    """Describe a lexicon: words by length, letters, size.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble lexicon info
    zeitnot scrabble lexicon info words.kwg
    zeitnot scrabble lexicon info --json
    """
    facts = scrabble.facts_of(opened_lexicon(file, distribution))
    if json_form:
        print(json.dumps(_json_form(facts), indent=2))
        return
    _show(facts)


def _refuse(words: Path, bad: list[str]) -> NoReturn:
    if len(bad) == 1:
        raise DataError(f"{bad[0]}; --skip-bad leaves it out")
    tell_first(bad)
    raise DataError(f"{words}: all words must fit, {len(bad):,} do not; --skip-bad leaves them out")


def _show(facts: "scrabble.LexiconFacts") -> None:
    console = output()
    letters = f"{len(scrabble.names_in(facts.letters))} letters ({facts.letters})"
    console.print(f"[bold]{escape(facts.name)}[/bold]: {facts.words:,} words of {escape(letters)}")
    graphs = "DAWG and GADDAG" if facts.has_gaddag else "DAWG only: it can check words, but find no moves"
    console.print(f"{facts.nodes:,} nodes, {_size(facts.size_bytes)}; {graphs}")
    most = max(facts.words_by_length.values(), default=1)
    table = NarrowTable.of(
        facts.words_by_length.items(),
        figures("letters", lambda row: str(row[0])),
        figures("words", lambda row: f"{row[1]:,}"),
        words("", lambda row: Text("━" * round(_BAR * row[1] / most), "cyan"), name="the bars", left_out=1),
        elsewhere="a wider terminal",
    )
    console.print(table)


def _json_form(facts: "scrabble.LexiconFacts") -> dict[str, Any]:
    names = ("name", "words", "words_by_length", "letters", "nodes", "size_bytes")
    return {**fields_form(facts, *names), "gaddag": facts.has_gaddag}


def _size(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB" if size_bytes >= 1e5 else f"{size_bytes / 1e3:.1f} kB"  # noqa: PLR2004


def check_words(
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
    known = opened_lexicon(lexicon, distribution)
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
    some: Annotated[bool, flag("Words of some of the tiles, too.", "--some", "-s")] = False,
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
    words = opened_lexicon(lexicon, distribution)
    letters = words.distribution
    found = words.anagrams(tiles, all_tiles=not some)
    by_length: dict[int, list[str]] = {}
    for word in found:
        by_length.setdefault(len(letters.alphabet.placed(word)), []).append(word)
    longest_first = sorted(by_length.items(), reverse=True)
    if json_form:
        form = {"tiles": tiles, "lexicon": words.name, "words": dict(longest_first)}
        print(json.dumps(form, indent=2))
        return
    console = output()
    for length, group in longest_first:
        of_length = f"{length} letters" if length > 1 else "1 letter"
        number = f"{len(group)} words" if len(group) > 1 else "1 word"
        console.print(f"[bold]{of_length}[/bold] [dim]({number})[/dim]")
        texts = [_text(word, tiles, letters) for word in group]
        console.print(Columns(texts, padding=(0, 2, 0, 0), column_first=True))
    if not found:
        console.print(f"no word of {words.name} can be made of these tiles")


def _text(word: str, tiles: str, distribution: "scrabble.LetterDistribution") -> "Text":
    """Write the letters that blanks stand for small, and red."""
    alphabet = distribution.alphabet
    have = Counter(
        scrabble.letter_of(alphabet.tile(name)) for name in scrabble.names_in(tiles) if name != "?"
    )
    text = Text()
    for letter in alphabet.placed(word):
        blank = have[letter] == 0
        have[letter] -= not blank
        text.append(alphabet.text([letter | scrabble.BLANK_BIT if blank else letter]), "red" if blank else "")
    return text
