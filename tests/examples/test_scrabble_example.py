"""The Scrabble example runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "scrabble_moves.py"


def test_the_page_shows_the_example_as_it_is() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "reference" / "scrabble.md").read_text(encoding="utf-8")
    shown = [block.split("```")[0] for block in page.split("```python\n")[1:]]
    assert any(EXAMPLE.read_text(encoding="utf-8").endswith(f"\n{block}") for block in shown)


def test_the_moves_example_lists_moves_and_anagrams() -> None:
    result = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 0, result.stderr
    *moves, anagrams = result.stdout.splitlines()
    assert len(moves) == 5
    assert {" ".join(line.split()) for line in moves[:2]} == {"F2 THRIVES 81 81.0", "J2 THRIVES 81 81.0"}
    assert anagrams == "anagrams of THRIVES: THRIVES"


def test_the_turn_on_the_clock_says_what_it_plays_and_why_it_stopped() -> None:
    example = EXAMPLE.with_name("scrabble_turn.py")
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=120
    )
    assert re.search(r"^plays .+ for \d+$", done.stdout, re.MULTILINE)
    assert re.search(r"^stopped after [\d.]+ s and \d+ samples: ", done.stdout, re.MULTILINE)


def test_the_program_for_matches_answers_a_referee() -> None:
    position = f"{'15/' * 7}6CAB6/{'15/' * 6}15 EHIRSTV/ 0/14 0"
    said = (
        "hello 1",
        "newgame seat 1 rule void lexicon ENABLE1 clock 1:00",
        f"position {position}",
        "last none",
    )
    done = subprocess.run(
        [sys.executable, str(EXAMPLE.with_name("line_engine.py"))],
        input="\n".join((*said, "go 60000 60000", "quit", "")),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.splitlines() in (
        ["hello 1 at sight", "ready", "move F2 THRIVES"],
        ["hello 1 at sight", "ready", "move J2 THRIVES"],
    )
