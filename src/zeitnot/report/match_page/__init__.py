"""The page of a match: everything that a run can tell, in one HTML file that needs nothing else."""

from zeitnot.report.match_page.page import match_page, write_match_page

__all__ = ["match_page", "write_match_page"]
