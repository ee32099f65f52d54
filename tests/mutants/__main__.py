"""Try mutants: `python -m tests.mutants [clocks] [policies/argo] [written] [--jobs 2] [--minutes 60]`."""

import argparse
import sys
import time
from pathlib import Path

from tests.mutants.results import Outcome, Results, summary
from tests.mutants.written import BadMutantError, try_files

PROJECT = Path(__file__).parents[2]
KEPT = PROJECT / "build" / "mutants"
WRITTEN = "written"
ROOMS = ("clocks", "turns", "monitors", "policies")


def main() -> None:
    """Try what is named, print a table, and list the survivors in a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "what", nargs="*", default=[*ROOMS, WRITTEN], help="a room, one of its modules, or written"
    )
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried side by side")
    parser.add_argument("--minutes", type=float, default=600.0, help="begin no mutant later than this")
    arguments = parser.parse_args()
    for name in arguments.what:
        if name.partition("/")[0] not in {*ROOMS, WRITTEN}:
            parser.error(f"mutants are those of {', '.join(ROOMS)} or {WRITTEN}, got {name!r}")
    until = time.monotonic() + 60.0 * arguments.minutes
    results = Results(path=KEPT / "results.jsonl")
    outcomes: dict[str, list[Outcome]] = {}
    survivors: list[str] = []
    for name in arguments.what:
        if name == WRITTEN:
            try:
                tried = try_files(PROJECT, KEPT, results, until=until)
            except BadMutantError as error:
                sys.exit(str(error))
            outcomes[name] = list(tried.values())
            survivors += [
                f"{mutant.where}: {mutant.name}" for mutant, it in tried.items() if it is Outcome.SURVIVED
            ]
            continue
        from tests.mutants.core import try_room

        room, _, module = name.partition("/")
        of_room = try_room(PROJECT, room, results, jobs=arguments.jobs, until=until, only=module)
        outcomes[name] = list(of_room.values())
        survivors += [
            f"src/{mutant.module}:{mutant.line}: {mutant.operator}\n{mutant.changed_lines()}"
            for mutant, it in of_room.items()
            if it is Outcome.SURVIVED
        ]
    listed = KEPT / "survivors.txt"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("".join(f"{line}\n" for line in survivors), encoding="utf-8")
    print(summary(outcomes))
    print(f"survivors: {listed.relative_to(PROJECT)}")
    sys.exit(any(it is Outcome.SURVIVED for it in outcomes.get(WRITTEN, ())))


if __name__ == "__main__":
    main()
