"""Files of games that are sent to be reviewed."""

import html
import json
from pathlib import Path

from tests.report.match_page.runs import HOSTILE

GAME = """[White "{white}"]
[Black "{black}"]
[Event "{event}"]
[TimeControl "180+2"]

1. e4 {{[%clk 0:02:59]}} e5 {{[%clk 0:03:01]}} 2. Qh5 {{[%clk 0:02:58]}} Nc6 {{[%clk 0:02:40]}}
3. Bc4 {{[%clk 0:02:57]}} Nf6 {{[%clk 0:02:41]}} 4. Qxf7# {{[%clk 0:02:55]}} 1-0
"""
SHORT = GAME.format(white="Anna", black="Bert", event="").encode()
"""A game of seven moves, which is reviewed in a moment."""
ATTACK = GAME.format(
    white=HOSTILE[0].replace('"', "'"), black=HOSTILE[1].replace('"', "'"), event=HOSTILE[2]
).encode()
"""The same game, whose tags would do something if anybody took them for HTML."""
QUICK = "effort=0.1&engine=built-in"
"""How a game is reviewed in the least time."""


def keep_hostile_review(folder: Path) -> None:
    """Put the head of a review page into a folder; its names are an attack."""
    form = {"type": "ReviewFacts", "title": HOSTILE[0], "games": 2, "players": [HOSTILE[1], HOSTILE[2]]}
    meta = f'<meta name="zeitnot-review" content="{html.escape(json.dumps(form))}">'
    (folder / "reviews").mkdir()
    page = f'<!DOCTYPE html><html lang="en"><head><title>Review</title>{meta}</head><body></body></html>'
    (folder / "reviews" / "review-20260101-120000.html").write_text(page)
