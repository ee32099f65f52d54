"""Colours of the page: a participant has the same one everywhere."""

from zeitnot.report.series import COLOURS

REASON_COLOURS = (
    "#7aa6c2",
    "#d9a441",
    "#6fa287",
    "#b07aa1",
    "#c96b4b",
    "#4f6d8f",
    "#c2b280",
    "#8f5c5c",
    "#5fa8a0",
    "#a3a3a3",
)
"""Colours of what ended a search; muted, so that they are not taken for participants."""
PHASE_COLOURS = ("#c6dbe9", "#93bdd9", "#5e9bc4", "#397aa8", "#235a85", "#123a5c")
"""Colours of the phases of a game, from light to dark as it goes on."""
_DASHES = ("solid", "dash", "dot", "dashdot")


def colour(participant: int) -> str:
    """Return the colour of a participant."""
    return COLOURS[participant % len(COLOURS)]


def dash(participant: int) -> str:
    """Return the dash of a line, which separates participants of the same colour."""
    return _DASHES[participant // len(COLOURS) % len(_DASHES)]


def tint(participant: int, opacity: float) -> str:
    """Return the colour of a participant, partly transparent."""
    return see_through(colour(participant), opacity)


def see_through(hex_colour: str, opacity: float) -> str:
    """Make a colour that what is behind shines through."""
    red, green, blue = (int(hex_colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def reason_colour(number: int) -> str:
    """Return the colour of a reason, by how often it came; the rare ones share the last."""
    return REASON_COLOURS[min(number, len(REASON_COLOURS) - 1)]


def phase_colour(number: int, count: int) -> str:
    """Return the colour of a phase."""
    last = len(PHASE_COLOURS) - 1
    return PHASE_COLOURS[min(last, round((number + 0.5) * last / max(count, 1)))]
