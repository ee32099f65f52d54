"""What a page of the docs shows: its blocks of code, and the commands in them."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(
    r"(?:^<!-- not run: (?P<reason>[^>]+) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_COMMAND = re.compile(r"^(?:    )?\$ (zeitnot .*)$|^    (zeitnot .*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block."""

    language: str
    text: str
    reason: str | None
    """Why it is not run, as the comment before it says; None: it is run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A command with the output that the page shows."""

    command: str
    output: str


def blocks(page: Path, language: str) -> list[Block]:
    """Return the fenced blocks of one language."""
    found = _FENCE.finditer(page.read_text(encoding="utf-8"))
    all_blocks = (
        Block(language=each["language"], text=each["text"], reason=each["reason"]) for each in found
    )
    return [block for block in all_blocks if block.language == language]


def commands(page: Path) -> list[str]:
    """Return every `zeitnot` command of a page, run or not, fenced or indented."""
    return [prompted or plain for prompted, plain in _COMMAND.findall(page.read_text(encoding="utf-8"))]


def shown(block: Block) -> list[Shown]:
    """Divide a console block into commands and their outputs."""
    parts = block.text.split("$ ")[1:]
    return [
        Shown(command=command, output=output)
        for command, _, output in (part.partition("\n") for part in parts)
    ]


def words_of(command: str) -> list[str]:
    """Split a command as a shell does; N and S stand for numbers."""
    words = shlex.split(command, comments=True)[1:]
    return [{"N": "1", "S": "1"}.get(word, word) for word in words]
