"""`zeitnot scrabble check`: whether words are good."""

import json
from typing import Annotated

import typer

from zeitnot.cli.exit_codes import EXIT_NOT_GOOD
from zeitnot.cli.scrabble_options import (
    DistributionOption,
    JsonOption,
    LexiconOption,
    build_status,
    open_lexicon,
    read_distribution,
)


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
