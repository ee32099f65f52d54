"""The page about emitted files and the example engine: their code compiles with an emitted file."""

import re
import subprocess
from pathlib import Path

import pytest

from zeitnot import emit

ROOT = Path(__file__).parents[2]
STUBS = """
#include <stdbool.h>
#include <stdint.h>
struct go_words {
    bool has_time, infinite;
    int time_ms, increment_ms, moves_to_go, opponent_ms, move_time_ms;
};
struct position { int game_ply, legal_moves, pieces, legal_captures, legal_checks; bool in_check; };
struct search {
    int depth, score_cp, mate_in, best_move, fail_highs, fail_lows;
    int64_t nodes;
    double best_move_changes;
};
void start_timer(void);
double elapsed_s(void);
"""


@pytest.fixture(scope="module")
def learned() -> emit.EmittedManager:
    return emit.emitted_manager("learned")


def compiled(*words: str) -> None:
    done = subprocess.run([*words, "-fsyntax-only"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_code_on_the_page_compiles_with_an_emitted_file(
    learned: emit.EmittedManager, tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "howto" / "emit.md").read_text()
    (code,) = re.findall(r"^```c\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "timeman.h").write_text(emit.source_text(learned, "c"))
    (tmp_path / "engine.c").write_text(STUBS + code)
    compiled("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", str(tmp_path / "engine.c"))


def test_the_example_engine_compiles_with_an_emitted_file(
    learned: emit.EmittedManager, tmp_path: Path
) -> None:
    (tmp_path / "timeman.h").write_text(emit.source_text(learned, "cpp"))
    warnings = ("-Wall", "-Wextra", "-Werror")
    paths = (f"-I{tmp_path}", f"-I{ROOT / 'native'}")
    compiled("g++", "-std=c++20", *warnings, *paths, str(ROOT / "examples" / "emitted_engine" / "main.cpp"))
