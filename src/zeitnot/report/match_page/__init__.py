"""The page of a match: everything about a run in one self-contained HTML file."""

from zeitnot.report.match_page.page import match_page, write_match_page

__all__ = ["match_page", "write_match_page"]
