"""Config files of fastchess, as its option words."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zeitnot.errors import DataError
from zeitnot.untrusted import UNREADABLE, parse_json, read_text

MOST_CONFIG_BYTES = 1 << 24
"""Size of a config file; fastchess keeps the results of all pairings in it."""


def config_words(path: Path) -> list[str]:
    """Return a config file of fastchess (JSON) as its option words; a DataError says what is wrong."""
    text = read_text(path, what="a config file of fastchess", most_bytes=MOST_CONFIG_BYTES)
    form = parse_json(text, what=f"a config file of fastchess, {path}")
    try:
        return list(_words_of_config(form))
    except (KeyError, TypeError, AttributeError, IndexError, *UNREADABLE) as error:
        name = type(error).__name__
        raise DataError(f"{path} must be a config file of fastchess, got {name} at {error}") from error


def _words_of_config(form: Any) -> Iterator[str]:  # noqa: ANN401 (whatever the file holds)
    for engine in form["engines"]:
        yield "-engine"
        yield from (f"{key}={engine[key]}" for key in ("cmd", "name", "dir", "args") if engine.get(key))
        yield from (f"option.{name}={value}" for name, value in engine.get("options", ()))
        yield from _limit_words(engine["limit"])
    opening, draw, resign, sprt = (form.get(name) or {} for name in ("opening", "draw", "resign", "sprt"))
    if opening.get("file"):
        yield from (
            "-openings",
            f"file={opening['file']}",
            f"order={('random', 'sequential')[opening['order']]}",
        )
        yield from (f"{key}={opening[key]}" for key in ("plies", "start") if key in opening)
    if resign.get("enabled"):
        yield from ("-resign", f"movecount={resign['move_count']}", f"score={resign['score']}")
        yield f"twosided={str(resign.get('twosided', False)).lower()}"
    if draw.get("enabled"):
        yield from ("-draw", f"movecount={draw['move_count']}", f"score={draw['score']}")
        yield f"movenumber={draw['move_number']}"
    if sprt.get("enabled"):
        yield from ("-sprt", *(f"{key}={sprt[key]}" for key in ("elo0", "elo1", "alpha", "beta", "model")))
    tables, longest = form.get("tb_adjudication") or {}, form.get("maxmoves") or {}
    if tables.get("enabled"):
        yield from ("-tb", str(tables["syzygy_dirs"]))
    if longest.get("enabled"):
        yield from ("-maxmoves", str(longest["move_count"]))
    yield from ("-rounds", str(form["rounds"]), "-games", str(form["games"]))
    yield from ("-concurrency", str(form.get("concurrency", 1)), "-srand", str(form.get("seed", 1)))
    yield from ("-tournament", ("round-robin", "gauntlet")[form.get("type", 0)])
    yield from ("-variant", ("standard", "fischerandom")[form.get("variant", 0)])
    yield from ["-use-affinity"] if form.get("affinity") else []
    yield from ["-noswap"] if form.get("noswap") else []
    if (form.get("pgn") or {}).get("file"):
        yield from ("-pgnout", f"file={form['pgn']['file']}")


def _limit_words(limit: Any) -> Iterator[str]:  # noqa: ANN401 (whatever the file holds)
    tc = limit["tc"]
    if tc["time"]:
        moves = f"{tc['moves']}/" if tc.get("moves") else ""
        yield f"tc={moves}{tc['time'] / 1000:.10g}+{tc.get('increment', 0) / 1000:.10g}"
    if tc.get("fixed_time"):
        yield f"st={tc['fixed_time'] / 1000:.10g}"
    if tc.get("timemargin"):
        yield f"timemargin={tc['timemargin']}"
    yield from (f"{key}={limit[key]}" for key in ("nodes", "plies") if limit.get(key))
