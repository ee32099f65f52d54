"""What people look at: plots at the terminal and in the browser."""

from zeitnot.report.html_plot import Panel, write_html_plot
from zeitnot.report.series import COLOURS, TERMINAL_COLOURS, Series
from zeitnot.report.terminal_plot import terminal_plot

__all__ = ["COLOURS", "TERMINAL_COLOURS", "Panel", "Series", "terminal_plot", "write_html_plot"]
