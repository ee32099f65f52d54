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
from zeitnot.report.match_page.page import write_match_page as write_match_page
from zeitnot.report.page_frame import check_pages as check_pages
from zeitnot.report.review_page.page import (
    make_review_page as make_review_page,
    write_review_page as write_review_page,
)
