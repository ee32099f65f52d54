"""Choices: what a human chooses before a game at a page, and the tiles, board and words that it means."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.games import PlayChoice
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.challenges import ChallengeRule
from zeitnot.scrabble.knowledge import (
    LANGUAGES,
    Knowledge,
    Language,
    language_of,
    read_knowledge,
    read_rules,
)
from zeitnot.scrabble.letters import LetterDistribution

LEXICON = "lexicon"
"""Name of the choice of words, which a kept game must remember."""
_SUFFIX = ".kwg"
_ENGLISH = "english"
_RULES = {
    ChallengeRule.VOID: "words are checked before a play stands",
    ChallengeRule.SINGLE: "a wrong challenge costs nothing",
    ChallengeRule.DOUBLE: "a wrong challenge loses the turn",
    ChallengeRule.FIVE: "a wrong challenge costs 5 points a word",
    ChallengeRule.TEN: "a wrong challenge costs 10 points a word",
}
"""Challenge rules to choose from, in words."""
_BOARD = PlayChoice(
    name="board",
    label="Board",
    values=(("standard", "standard, 15 by 15"), ("super", "Super Scrabble, 21 by 21")),
)
_CHALLENGE = PlayChoice(
    name="challenge",
    label="Challenges",
    values=[(rule.value, f"{rule.value}: {words}") for rule, words in _RULES.items()],
)
_MOST_KNOWLEDGE = 4


def choices(folder: Path) -> Sequence[PlayChoice]:
    """Return what a human chooses: the language, the board, the words and the challenge rule."""
    return _language_choice(), _BOARD, _lexicon_choice(folder), _CHALLENGE


def chosen_rules(options: Mapping[str, str]) -> tuple[LetterDistribution, Layout]:
    """Return the tiles and the board that were chosen; English has tiles of its own for each board."""
    language = _language_choice().read(options)
    return read_rules(None if language == _ENGLISH else Path(language), Path(_BOARD.read(options)))


def chosen_challenge(options: Mapping[str, str]) -> ChallengeRule:
    """Return the challenge rule that was chosen."""
    return ChallengeRule(_CHALLENGE.read(options))


def chosen_knowledge(
    options: Mapping[str, str], folder: Path, *, distribution: LetterDistribution, layout: Layout
) -> Knowledge:
    """Return what a player knows with the words that were chosen; a SettingError says what is missing."""
    name, language = _lexicon_choice(folder).read(options), language_of(distribution)
    words = folder / name if name else None
    if words is None and language is not None:
        if not language.word_list.is_file():
            raise SettingError(_missing_words(language))
        return _knowledge(distribution, layout, None, _changed_ns(language.word_list))
    return _knowledge(distribution, layout, words, 0 if words is None else _changed_ns(words))


def title_of(language: Language) -> str:
    """Return the name of a language for people."""
    return language.name.capitalize()


def _language_choice() -> PlayChoice:
    """Return the choice of a language; those without words on this machine need a lexicon."""
    others = [
        (name, title_of(language) + ("" if language.word_list.is_file() else ", needs a lexicon"))
        for name, language in sorted(LANGUAGES.items())
    ]
    return PlayChoice(name="language", label="Language", values=[(_ENGLISH, "English"), *others])


def _lexicon_choice(folder: Path) -> PlayChoice:
    """Return the choice of words: the usual ones of the language, or a KWG file of the folder."""
    inside = folder.resolve()
    files = sorted(path for path in folder.glob(f"*{_SUFFIX}") if path.resolve().parent == inside)
    usual = "", "usual (English: ENABLE1, built in)"
    return PlayChoice(
        name=LEXICON, label="Lexicon", values=[usual, *((path.name, path.stem) for path in files)]
    )


def _missing_words(language: Language) -> str:
    install = "" if language.package is None else f"install them (`apt install {language.package}`), or "
    return (
        f"{title_of(language)} words are not on this machine: {install}put a KWG file of them into the "
        "served folder and choose it as the lexicon"
    )


def _changed_ns(path: Path) -> int:
    """Return when a file was changed, so that a new one is read; 0 if it has gone."""
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=_MOST_KNOWLEDGE)
def _knowledge(
    distribution: LetterDistribution, layout: Layout, lexicon: Path | None, changed_ns: int
) -> Knowledge:
    return read_knowledge(distribution=distribution, layout=layout, lexicon=lexicon)[1]
