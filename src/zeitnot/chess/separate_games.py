"""SeparateGames: a PGN text whose games all have an end."""

import re
from collections import deque
from typing import TextIO

_TAG = re.compile(r'\[(?P<name>\w+)\s+"')
_COMMENT = re.compile(r"[{;]")


class SeparateGames:
    """Lines of a PGN text in which every game has an end before the tags of the next.

    Archives leave out the empty line after the moves, broadcasts the result of games that have not begun; the
    parser would take the next game's tags for moves, or for tags of the same game.
    """

    def __init__(self, text: TextIO) -> None:
        """Take the text as it is."""
        self._text = text
        self._held: deque[str] = deque()
        self._tags: set[str] = set()
        """Names of the tags since the last moves."""
        self._is_after_moves = self._is_after_gap = False
        """Whether the line before is one of moves, or an empty one."""
        self._is_in_comment = False

    def readline(self) -> str:
        """Return the next line."""
        if self._held:
            return self._held.popleft()
        line = self._text.readline()
        tag = None if self._is_in_comment else _TAG.match(line)
        is_gap = line.isspace() and not self._is_in_comment
        if tag is not None:
            self._held.extend([*self._missing_end(tag["name"]), line])
            line = self._held.popleft()
        elif not is_gap:
            self._tags.clear()
            self._follow_comment(line)
        self._is_after_moves, self._is_after_gap = tag is None and not is_gap, is_gap
        return line

    def _missing_end(self, name: str) -> list[str]:
        """Return the lines that are missing before a tag."""
        is_next = self._is_after_gap and name in self._tags
        if is_next:
            self._tags.clear()
        self._tags.add(name)
        return ["\n"] if self._is_after_moves else ["*\n", "\n"] if is_next else []

    def _follow_comment(self, line: str) -> None:
        while line:
            if self._is_in_comment:
                _, end, line = line.partition("}")
                self._is_in_comment = not end
                continue
            begin = _COMMENT.search(line)
            if begin is None or begin.group() == ";":
                return
            self._is_in_comment, line = True, line[begin.end() :]
