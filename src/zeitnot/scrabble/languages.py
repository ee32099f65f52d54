"""Language: tiles that the package has, and a free word list to play with, where the system has one."""

from dataclasses import dataclass
from pathlib import Path

WORD_LISTS = Path("/usr/share/dict")
"""Folder in which systems keep word lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language of the package."""

    name: str
    """Name of its letter distribution."""
    tiles: int
    """Tiles of a full bag, as published."""
    package: str | None = None
    """Debian package with a word list; None if there is none."""
    list_name: str | None = None
    """File name of that list, if it is not the name of the language."""
    has_capital_words: bool = False
    """Whether words that are no names begin with a capital, too; elsewhere such words are left out."""

    @property
    def word_list(self) -> Path:
        """Where the word list is, if it is installed."""
        return WORD_LISTS / (self.list_name or self.name)

    def takes(self, word: str) -> bool:
        """Return whether a word of the list may be played, as far as its capitals say."""
        return word.islower() or (self.has_capital_words and word[1:].islower())


LANGUAGES = {
    language.name: language
    for language in (
        Language(name="catalan", tiles=100, package="wcatalan"),
        Language(name="danish", tiles=100, package="wdanish"),
        Language(name="dutch", tiles=102, package="wdutch"),
        Language(name="finnish", tiles=100),
        Language(name="french", tiles=102, package="wfrench"),
        Language(name="german", tiles=102, package="wngerman", list_name="ngerman", has_capital_words=True),
        Language(name="italian", tiles=120, package="witalian"),
        Language(name="norwegian", tiles=100, package="wnorwegian", list_name="bokmaal"),
        Language(name="polish", tiles=100, package="wpolish"),
        Language(name="portuguese", tiles=120, package="wportuguese"),
        Language(name="romanian", tiles=100),
        Language(name="spanish", tiles=100, package="wspanish"),
        Language(name="swedish", tiles=100, package="wswedish"),
    )
}
"""Languages by name, besides English, which has words of its own."""
