"""Emitted files against the real manager: every decision and budget of many turns, by every compiler.

Example: python benchmarks/emit_agreement.py --turns 100000 learned textbook stockfish
"""

import argparse
import tempfile
from pathlib import Path

from tests.emit.compilers import COMPILERS, SUFFIX
from zeitnot import emit


def main() -> None:
    """Emit each policy, draw its turns, and print what each compiler's file makes of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policies", nargs="+", help="NAME, or learned:PROFILE, or NAME:PRESET")
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=2, help="how much the compilers optimise")
    options = parser.parse_args()
    for words in options.policies:
        name, _, more = words.partition(":")
        settings = {"preset": more} if more and name != "learned" else {}
        emitted = emit.emitted_manager(name, settings, profile=more if name == "learned" else "")
        with tempfile.TemporaryDirectory() as folder:
            vectors = Path(folder) / "vectors.txt"
            vectors.write_text(emit.vectors_text(emitted, turns=options.turns, seed=options.seed))
            for compiler in COMPILERS:
                source = Path(folder) / f"timeman{SUFFIX[compiler.language]}"
                source.write_text(emit.source_text(emitted, compiler.language))
                done = compiler.self_test(source, vectors, level=options.level)
                said = next((line for line in done.stdout.splitlines() if " turns, " in line), done.stderr)
                print(f"{words:>24} {compiler.program:>8}: {said}", flush=True)


if __name__ == "__main__":
    main()
