"""The page about the season: what was done, what was injected, what was found, from the kept figures."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.season.figures import Figures, Found, quantile, summed
from benchmarks.season.slices import Part

TEMPLATE = Path(__file__).with_name("page.md")
_PLACE = "{{ figures }}"
_SHARES = (0.5, 0.99, 0.999, 1.0)
_HOUR_S = 3600.0
_BUSY = 2.0
"""Processes that want to run for each core, above which a machine is busy with more than the season."""


def write_page(path: Path, parts: Sequence[Part], kept: Sequence[Figures]) -> None:
    """Write the page anew."""
    figures = "\n".join(_lines(parts, kept))
    path.write_text(TEMPLATE.read_text(encoding="utf-8").replace(_PLACE, figures), encoding="utf-8")


def _lines(parts: Sequence[Part], kept: Sequence[Figures]) -> Iterator[str]:
    if not kept:
        yield "No slice has been run yet."
        return
    loads = sorted(each.load for each in kept)
    findings = [(each.part, words) for each in kept for words in each.found.findings]
    days = dict.fromkeys((kept[0].began[:10], kept[-1].began[:10]))
    hours = sum(each.seconds for each in kept) / _HOUR_S
    cores, median = os.cpu_count() or 1, loads[len(loads) // 2]
    busy = " The machine was busy with other work." if median > _BUSY * cores else ""
    wanting = f"{loads[0]:g} to {loads[-1]:g} processes wanted to run, {median:g} in the median"
    yield (
        f"{_plural(len(kept), 'slice')}, {' to '.join(days)}, {hours:.2f} hours on {_plural(cores, 'core')}. "
        f"When a slice began, {wanting}.{busy}"
    )
    yield ""
    yield from _table(
        ("part", "hours", "done", "faults injected", "findings", "command"),
        (_row(part, [each for each in kept if each.part == part.name]) for part in parts),
    )
    for part in parts:
        yield f"- **{part.name}**: {part.words}"
    yield from ("", "### Findings", "")
    yield from ([f"- {part}: {_escaped(words)}" for part, words in findings] or ["None."])
    everything = summed(each.found for each in kept)
    yield from ("", "### Measured", "")
    yield from _table(
        ("what", "values", "50 %", "99 %", "99.9 %", "most"),
        (_measured(name, values) for name, values in sorted(everything.histograms.items())),
    )


def _row(part: Part, kept: Sequence[Figures]) -> Iterable[str]:
    found: Found = summed(each.found for each in kept)
    return (
        part.name,
        f"{sum(each.seconds for each in kept) / _HOUR_S:.2f}",
        _counted(found.counts),
        _counted(found.faults),
        str(len(found.findings)),
        f"`python -m benchmarks.season {part.name}`",
    )


def _measured(name: str, values: Mapping[str, int]) -> Iterable[str]:
    figures = (f"{quantile(values, share):.3g}" for share in _SHARES)
    return (_escaped(name), f"{sum(values.values()):,}", *figures)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    cells = [list(head)]
    cells.append(["---"] * len(cells[0]))
    for row in (*cells, *rows):
        yield f"| {' | '.join(row)} |"
    yield ""


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {_escaped(what)}" for what, count in sorted(counts.items())) or "none"


def _plural(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _escaped(words: str) -> str:
    """Return words that mean nothing to Markdown, in one line."""
    plain = " ".join(words.split())
    return "".join(f"\\{sign}" if sign in "|<>*_`[]\\" else sign for sign in plain)
