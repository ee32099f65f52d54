"""What people look at: plots at the terminal and in the browser."""

from zeitnot.atomic_file import write_atomically as write_atomically
from zeitnot.report.analysis_page import (
    make_analysis_page as make_analysis_page,
    write_analysis_page as write_analysis_page,
)
from zeitnot.report.line_plot import (
    COLOURS as COLOURS,
    TERMINAL_COLOURS as TERMINAL_COLOURS,
    Panel as Panel,
    Series as Series,
    terminal_plot as terminal_plot,
    write_html_plot as write_html_plot,
)
from zeitnot.report.match_page.command_line import match_words as match_words
from zeitnot.report.match_page.longest_turns import trails_markup as trails_markup
from zeitnot.report.match_page.markup import (
    elo_text as elo_text,
    estimate_text as estimate_text,
    percent as percent,
    points_text as points_text,
    seconds as seconds,
    signed as signed,
)
from zeitnot.report.match_page.page import (
    match_page_html as match_page_html,
    write_match_page as write_match_page,
)
from zeitnot.report.match_page.plot import colour as colour
from zeitnot.report.match_page.stops import reason_words as reason_words
from zeitnot.report.page_frame import (
    PAGE_POLICY as PAGE_POLICY,
    check_pages as check_pages,
    page_style as page_style,
)
from zeitnot.report.review_page.page import (
    ReviewFacts as ReviewFacts,
    make_review_page as make_review_page,
    write_review_page as write_review_page,
)
