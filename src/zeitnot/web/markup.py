"""Markup: HTML elements whose text is escaped unless it is HTML already."""

from collections.abc import Iterable
from html import escape
from typing import Self

_VOID = frozenset({"input", "link", "meta", "br", "hr"})
_NO_TEXT = ""


class Html(str):
    """Text that is HTML already; everything else is escaped before it reaches a page."""

    __slots__ = ()

    def __add__(self, other: str) -> Self:
        """Return both, the other one escaped if it is plain text."""
        return type(self)(str(self) + html_of(other))


Attribute = str | int | float | bool | None
"""Value of an attribute; True: without a value, False and None: left out."""


def html_of(text: object) -> Html:
    """Return the text as HTML, escaped unless it is HTML already."""
    return text if isinstance(text, Html) else Html(escape(str(text)))


def tag(name: str, /, *children: object, **attributes: Attribute) -> Html:
    """Return an element; underscores in names of attributes stand for hyphens, and `class_` for class."""
    words = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{words}>")
    return Html(f"<{name}{words}>{joined(children)}</{name}>")


def joined(parts: Iterable[object]) -> Html:
    """Return all parts one after the other, plain text escaped."""
    return Html("".join(html_of(part) for part in parts))


def link(address: str, words: object, **attributes: Attribute) -> Html:
    """Return a link."""
    return tag("a", words, href=address, **attributes)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return _NO_TEXT
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
