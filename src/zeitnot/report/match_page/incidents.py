"""Faults and incidents: games decided by a fault, what happened beside, and games lost with their process."""

from collections import Counter

from zeitnot.games import Fault
from zeitnot.report.match_page.markup import DASH, HtmlTable, counted, named, paragraph, seconds, text
from zeitnot.report.match_page.run_data import RunData

MOST_LISTED = 50
"""Lines of a list; the run itself has all."""


def incidents_section(data: RunData) -> str:
    """Show everything that went wrong, or say that nothing did."""
    parts = [_faults(data), _late(data), _notes(data), _lost(data)]
    hiccups = sum(game.hiccups for game in data.games)
    if hiccups:
        games = sum(game.hiccups > 0 for game in data.games)
        parts.append(
            paragraph(
                f"The machine stopped {counted(hiccups, 'time')} in {counted(games, 'game')}, through no "
                "fault of an engine; these games were begun anew."
            )
        )
    return "".join(parts) or paragraph(
        "Nothing went wrong: no flag fell, nothing crashed or stalled, no move was illegal, no game had to "
        "be played again."
    )


def _faults(data: RunData) -> str:
    faulty = [game for game in data.games if game.fault is not None]
    if not faulty:
        return ""
    counts = Counter((game.at_fault, game.fault) for game in faulty)
    kinds = [kind.value for kind in Fault]
    table = HtmlTable(heads=["faults of", *kinds], label="Faults")
    for number in data.ranked:
        cells = [counts[number, kind] for kind in kinds]
        table.add(named(data, number), *(str(count) if count else DASH for count in cells))
    listing = HtmlTable(heads=["game", "participant", "fault", "as told"], left=4, label="Games with faults")
    for game in faulty[:MOST_LISTED]:
        who = DASH if game.at_fault is None else named(data, game.at_fault)
        listing.add(str(game.number + 1), who, text(game.fault), text(game.words))
    return f"<h3>Games decided by a fault</h3>{table.html()}{listing.html()}{_more(len(faulty))}"


def _late(data: RunData) -> str:
    if not data.late:
        return ""
    causes = Counter(late.autopsy.cause.value for late in data.late)
    said = ", ".join(f"{cause} {count}" for cause, count in causes.most_common())
    note = paragraph(f"Where the time went past the end of these turns: {said}.", "note")
    heads = ["game", "participant", "turn", "late by", "where the time went"]
    table = HtmlTable(heads=heads, left=5, label="Late turns")
    for late in data.late[:MOST_LISTED]:
        row = late.row
        lost = " (lost on time)" if late.flagged else ""
        table.add(
            str(row.game + 1),
            named(data, row.participant),
            text(f"{row.ply // 2 + 1}: {row.move}{lost}"),
            seconds(late.autopsy.over_s),
            text(late.autopsy.words),
        )
    return f"<h3>Turns past their time</h3>{note}{table.html()}{_more(len(data.late))}"


def _notes(data: RunData) -> str:
    notes = [(game.number, note) for game in data.games for note in game.note_list]
    if not notes:
        return ""
    table = HtmlTable(heads=["game", "what happened"], left=2, label="Notes")
    for number, note in notes[:MOST_LISTED]:
        table.add(str(number + 1), text(note))
    return f"<h3>Beside the games</h3>{table.html()}{_more(len(notes))}"


def _lost(data: RunData) -> str:
    if not data.incidents:
        return ""
    table = HtmlTable(heads=["when", "game", "what happened"], left=3, label="Incidents")
    for at, number, words in data.incidents[:MOST_LISTED]:
        table.add(text(at), str(number + 1), text(words))
    note = paragraph(
        "Games that were lost through no fault of their players. Each is tried three times.", "note"
    )
    return f"<h3>Lost on the way</h3>{note}{table.html()}{_more(len(data.incidents))}"


def _more(count: int) -> str:
    return paragraph(f"and {count - MOST_LISTED:,} more", "note") if count > MOST_LISTED else ""
