"""GCG: a whole game as text, read, checked against the rules, and written.

    #player1 ann Ann Example
    #player2 bob Bob Example
    >ann: AEIQTUZ 8E QUIZ +44 44
    >bob: AENORST 9G AT +17 17

Lines with `#` describe the game, lines with `>` are its events.
"""

import re
from pathlib import Path
from typing import Unpack

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
from zeitnot.scrabble.events import Event, EventKind
from zeitnot.scrabble.game import GameRecord
from zeitnot.scrabble.gcg_reader import ENCODING, RULE_PRAGMAS, SIGNS, GcgOptions, GcgReader
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.position import unusual_rules
from zeitnot.untrusted import read_bytes

_HEADER = re.compile(rb"^#character-encoding[ \t]+([^\r\n]*)", re.MULTILINE)
_CODECS = {
    **dict.fromkeys(("utf-8", "utf8"), "utf-8-sig"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "iso 8859-1", "iso_8859-1", "latin-1", "latin1"), "latin-1"),
}


def read(path: Path, **options: Unpack[GcgOptions]) -> GameRecord:
    """Return the game of a file. A DataError names the file, the line and the reason.

    Tiles, scores and totals are always checked, words and statements as the options say.
    """
    return parse(read_bytes(path, what="a GCG game"), source=str(path), **options)


def parse(data: str | bytes, *, source: str = "GCG", **options: Unpack[GcgOptions]) -> GameRecord:
    """Return the game of a text or of a file's bytes; `source` names it in errors."""
    text = data if isinstance(data, str) else _decoded(data, source)
    return GcgReader(source=source, **options).read(text)


def text(record: GameRecord) -> str:
    """Return a game as GCG, which `parse` reads back."""
    game = record.game
    alphabet = game.distribution.alphabet
    lines = [f"#{ENCODING} UTF-8"]
    lines += [
        f"#player{number} {nick} {name}".rstrip()
        for number, (nick, name) in enumerate(zip(game.nicks, record.names, strict=True), start=1)
    ]
    for name, value in (*unusual_rules(game.distribution, game.layout, RULE_PRAGMAS), *record.pragmas):
        lines += _remark(name, value)
    for event, state in zip(game.events, game.states[1:], strict=True):
        nick, total = game.nicks[event.player], state.scores[event.player]
        lines.append(_event_line(event, nick=nick, total=total, alphabet=alphabet))
        if event.note:
            lines += _remark("note", event.note)
    lines += [
        f"#rack{number} {alphabet.rack_text(rack)}"
        for number, rack in enumerate(record.racks, start=1)
        if rack
    ]
    return "\n".join(lines) + "\n"


def write(path: Path, record: GameRecord) -> None:
    """Write a game to a file in UTF-8."""
    write_atomically(path, text(record), rule="a GCG game must go to")


def _decoded(data: bytes, source: str) -> str:
    """Decode with the declared encoding, else UTF-8 if valid, else Latin-1, the old default."""
    header = _HEADER.search(data)
    if header is None:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = header[1].decode("latin-1").strip()
    codec = _CODECS.get(name.lower())
    if codec is None:
        raise DataError(f"{source}: #{ENCODING} must be UTF-8 or ISO-8859-1, got {name!r}")
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{source}, line {line}: text must be {name}, got {data[error.start : error.end]!r}"
        ) from error


def _event_line(event: Event, *, nick: str, total: int, alphabet: Alphabet) -> str:
    rack = alphabet.rack_text(event.rack)
    if event.move is not None:
        what = event.move.text(alphabet)
    elif event.kind is EventKind.END_RACK:
        # The opponent's tiles stand alone, one's own after the rack.
        what, rack = f"({rack})", rack if event.points < 0 else ""
    else:
        what = SIGNS[event.kind]
    return " ".join(part for part in (f">{nick}:", rack, what, f"{event.points:+d}", str(total)) if part)


def _remark(name: str, value: str) -> list[str]:
    """Return the lines of a remark; its further lines must not look like other lines."""
    first, *further = value.split("\n")
    return [
        f"#{name} {first}".rstrip(),
        *(f" {line}" if line.startswith(("#", ">")) else line for line in further),
    ]
