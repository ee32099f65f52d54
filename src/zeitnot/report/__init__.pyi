"""What people look at: plots at the terminal and in the browser."""

from zeitnot.atomic_file import write_atomically as write_atomically
from zeitnot.report.line_plot import (
    COLOURS as COLOURS,
    TERMINAL_COLOURS as TERMINAL_COLOURS,
    Panel as Panel,
    Series as Series,
    terminal_plot as terminal_plot,
    write_html_plot as write_html_plot,
)
from zeitnot.report.match_page.markup import elo_text as elo_text
from zeitnot.report.match_page.page import page_style as page_style, write_match_page as write_match_page
