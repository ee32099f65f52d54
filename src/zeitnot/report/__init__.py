"""What people look at: plots at the terminal and in the browser."""

from zeitnot.report.line_plot import COLOURS, TERMINAL_COLOURS, Panel, Series, terminal_plot, write_html_plot

__all__ = ["COLOURS", "TERMINAL_COLOURS", "Panel", "Series", "terminal_plot", "write_html_plot"]
