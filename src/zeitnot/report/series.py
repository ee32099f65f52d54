"""Series: a named line of points, as every plot takes it."""

from dataclasses import dataclass

TERMINAL_COLOURS = ("bright_blue", "yellow", "green", "magenta", "red", "cyan", "default", "bright_black")
"""Line colours at a terminal that has sixteen: its own, so that they suit its background."""
COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#8414f0", "#904824")
"""Line colours that colour-blind eyes can tell apart (the first six after Okabe and Ito); none is grey, which
is for lines that belong to nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A line to plot."""

    name: str
    """Name in the legend."""
    points: tuple[tuple[float, float], ...]
    """Points from left to right."""
