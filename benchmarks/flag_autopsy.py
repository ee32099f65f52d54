"""Late turns with a known fault: how often the autopsy names it.

Example: python -m benchmarks.flag_autopsy --times 20
"""

import argparse
from collections import Counter

from tests.chess.fixtures_late_turns import CAUSES, FAULTS, examined


def main() -> None:
    """Inject every fault a number of times and count what is said of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--side", choices=list(FAULTS), help="one side only")
    options = parser.parse_args()
    for side in [options.side] if options.side else FAULTS:
        for fault in FAULTS[side]:
            said: Counter[str] = Counter()
            for _ in range(options.times):
                found = examined(side, fault)
                said[found.cause.value if found else "in time"] += 1
                if found is None or found.cause is not CAUSES[fault]:
                    print(f"  {side}, {fault}: {found.words if found else 'in time'}", flush=True)
            right = said[CAUSES[fault].value]
            print(f"{side:<10} {fault:<8} {right:>3} of {options.times}  {dict(said)}", flush=True)


if __name__ == "__main__":
    main()
