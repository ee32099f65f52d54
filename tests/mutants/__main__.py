"""Try mutants: `python -m tests.mutants [clocks] [policies/argo] [written/ponder] [--jobs 2]`."""

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


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "what",
        nargs="*",
        default=[*ROOMS, WRITTEN],
        help="a room, one of its modules, written, or one of its tables",
    )
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried side by side")
    parser.add_argument("--minutes", type=float, default=600.0, help="begin no mutant later than this")
    parser.add_argument(
        "--no-build",
        action="store_true",
        help="use the compiled module as it is; try no mutants of native code",
    )
    arguments = parser.parse_args()
    for name in arguments.what:
        if name.partition("/")[0] not in {*ROOMS, WRITTEN}:
            parser.error(f"mutants are those of {', '.join(ROOMS)} or {WRITTEN}, got {name!r}")
    return arguments


def main() -> None:
    """Try what is named, print a table, and list the survivors in a file."""
    arguments = _arguments()
    until = time.monotonic() + 60.0 * arguments.minutes
    results = Results(path=KEPT / "results.jsonl")
    outcomes: dict[str, list[Outcome]] = {}
    survivors: list[str] = []
    for name in arguments.what:
        room, _, module = name.partition("/")
        if room == WRITTEN:
            try:
                tried = try_files(
                    PROJECT, KEPT, results, until=until, only=module, builds=not arguments.no_build
                )
            except BadMutantError as error:
                sys.exit(str(error))
            outcomes[name] = list(tried.values())
            survivors += [
                f"{mutant.where}: {mutant.name}" for mutant, it in tried.items() if it is Outcome.SURVIVED
            ]
            continue
        from tests.mutants.core import try_room

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
    written = [it for name, group in outcomes.items() if name.startswith(WRITTEN) for it in group]
    sys.exit(Outcome.SURVIVED in written)


if __name__ == "__main__":
    main()
