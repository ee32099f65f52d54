"""Make the pictures of docs/pictures from real runs: terminals by tmux and rich, pages by Chromium.

Run from the root of the project: .venv/bin/python docs/tools/make_pictures.py
Needs tmux and chromium.
"""

import io
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import IO, Any, cast

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

PICTURES = Path("docs/pictures").resolve()
ZEITNOT = Path(sys.executable).with_name("zeitnot")
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
# No font is fetched from another host; what the reader's system has is good enough.
SVG = re.sub(r"@font-face \{\{.*?\}\}\n|<!--.*?-->", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "font-family: Fira Code, monospace;", f"font-family: {FONT};"
)
POSITION = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 DEGOPUV/ 0/14 0"
MATCH = "match learned textbook argo uniform --clock 3+2 --work 3500 --games 4 --resign 3/600 --draw 6/15"

CLOCKED = 'scrabble autoplay --against uniform --clock "2:00 -10/min" --work 20 --games 2 -o clocked.run'


def tmux(*words: str) -> str:
    """Run a tmux command on a server of our own."""
    command = ["tmux", "-L", "zeitnot-pictures", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def screen(command: str, folder: Path, *, columns: int, until: str) -> str:
    """Run a command in a terminal until a pattern shows, and return the screen, colours included."""
    size = ("-x", str(columns), "-y", "60")
    tmux("new-session", "-d", *size, "-c", str(folder), f"{ZEITNOT} {command}; echo END OF RUN; sleep 60")
    try:
        while not re.search(until, tmux("capture-pane", "-p")):
            time.sleep(0.1)
        return tmux("capture-pane", "-p", "-e").split("END OF RUN")[0]
    finally:
        tmux("kill-server")


def terminal_picture(name: str, command: str, shown: str, *, columns: int) -> None:
    """Write an SVG of a terminal."""
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True)
    prompt = " \\\n    ".join(textwrap.wrap(f"$ zeitnot {command}", columns - 6, break_on_hyphens=False))
    console.print(Text.from_ansi(f"{prompt}\n{shown.rstrip()}"))
    svg = console.export_svg(title="zeitnot", theme=DIMMED_MONOKAI, code_format=SVG, unique_id=name)
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


def page_picture(name: str, page: Path, *, width: int, height: int) -> None:
    """Write a PNG of the top of a page."""
    options = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height}")
    target = PICTURES / f"{name}.png"
    command = ["chromium", *options, "--virtual-time-budget=5000", f"--screenshot={target}", page.as_uri()]
    subprocess.run(command, capture_output=True, check=True)


def review_pictures(folder: Path) -> None:
    """Make the pictures of a review, and of the page that a file is dropped on, from a run."""
    from playwright.sync_api import sync_playwright

    command = [str(ZEITNOT), "review", "demo.run", "-n", "1", "--effort", "0.1", "-o", "review.html"]
    subprocess.run(command, cwd=folder, check=True)
    (folder / "reviews").mkdir()
    shutil.copy(folder / "review.html", folder / "reviews" / "review-20261003-182201.html")
    serve = subprocess.Popen([ZEITNOT, "serve", "."], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        address = cast("IO[str]", serve.stdout).readline().split()[-1]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, width, height, colours in (
                ("review", 1100, 1300, "light"),
                ("review-dark", 1100, 1300, "dark"),
                ("review-phone", 390, 1400, "light"),
            ):
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=cast("Any", colours)
                )
                page.goto((folder / "review.html").as_uri())
                page.wait_for_selector("html[data-drawn=yes]")
                page.screenshot(path=PICTURES / f"{name}.png")
            page = browser.new_page(viewport={"width": 1100, "height": 900})
            page.goto(f"{address}review")
            page.set_input_files("#file", folder / "demo.run")
            page.click("#new-review button")
            page.wait_for_selector("progress:not([value='0'])")
            page.screenshot(path=PICTURES / "review-drop.png")
            browser.close()
    finally:
        serve.terminate()
        serve.wait()


def analysis_picture(folder: Path) -> None:
    """Make the picture of an analysis, from a game on the clock."""
    for command in (CLOCKED, "scrabble analyse clocked.gcg/0001a.gcg --html analysis.html"):
        subprocess.run([ZEITNOT, *shlex.split(command)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    page_picture("analysis", folder / "analysis.html", width=1100, height=1500)


def main() -> None:
    """Make all pictures."""
    folder = Path(tempfile.mkdtemp())
    for name, command in (
        ("plan", "plan --policy textbook --clock 3+2 --remaining 2:10"),
        ("think", f'scrabble think "{POSITION}" --time 2s --candidates 6'),
    ):
        terminal_picture(name, command, screen(command, folder, columns=90, until="END OF RUN"), columns=90)
    live = f"{MATCH} -o live.run"
    terminal_picture("match", MATCH, screen(live, folder, columns=90, until=r"1[4-9]/24"), columns=90)
    subprocess.run([ZEITNOT, *MATCH.split(), "-o", "demo.run"], cwd=folder, check=True)
    subprocess.run([ZEITNOT, "report", "demo.run", "-o", "report.html"], cwd=folder, check=True)
    page_picture("report", folder / "report.html", width=1100, height=1490)
    review_pictures(folder)
    analysis_picture(folder)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
