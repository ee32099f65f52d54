"""Lexicon letters: a small file next to a KWG, which has letter numbers but no letters."""

import json
from pathlib import Path

from zeitnot.errors import DataError
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.untrusted import parse_json, read_text, shown

SUFFIX = ".letters.json"
"""Suffix added to the name of the lexicon file."""


def letters_file(lexicon: Path) -> Path:
    """Return the path of a lexicon's letters file."""
    return lexicon.with_name(lexicon.name + SUFFIX)


def letters_form(distribution: LetterDistribution, *, digest: str) -> bytes:
    """Return the contents of the file; the digest identifies its KWG."""
    letters = list(distribution.alphabet.capitals)
    form = {"distribution": distribution.name, "letters": letters, "kwg": digest}
    return (json.dumps(form, ensure_ascii=False) + "\n").encode()


def check_letters(lexicon: Path, distribution: LetterDistribution, *, digest: str) -> None:
    """Raise for a lexicon built for other letters; without the file nothing is checked."""
    path = letters_file(lexicon)
    if not path.is_file():
        return
    form = parse_json(read_text(path, what="the letters of a lexicon"), what=str(path))
    if not isinstance(form, dict) or not isinstance(form.get("letters"), list):
        rule = "the letters of a lexicon must be as `lexicon build` writes them"
        raise DataError(f"{path}: {rule}, got {shown(form)}; build the lexicon again or remove the file")
    name, letters, kwg = form.get("distribution"), tuple(form["letters"]), form.get("kwg")
    # A lexicon overwritten by another program has letters that this file does not describe.
    if kwg == digest and letters != distribution.alphabet.capitals:
        rule = f"--distribution must name the {len(letters)} letters of {name!r}, which {lexicon.name} has"
        raise DataError(f"{rule}, got the {len(distribution.alphabet)} of {distribution.name!r}")
