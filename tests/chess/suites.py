"""Known positions from the source distribution of python-chess, fetched by `make build/suites`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SUITES = Path(__file__).parents[2] / "build" / "suites" / "examples"


@dataclass(frozen=True, slots=True, kw_only=True)
class PerftCase:
    """A position with the number of leaves at each depth."""

    fen: str
    leaves: dict[int, int]

    def deepest(self, *, most: int) -> int:
        """Find the deepest depth that has no more leaves than that."""
        return max(depth for depth, leaves in self.leaves.items() if leaves <= most or depth == 1)


def perft_cases(name: str) -> Iterator[PerftCase]:
    """Read one of the files of move counts."""
    fen, leaves = "", dict[int, int]()
    for line in (_text(f"perft/{name}.perft") + "\nid end").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id" and fen:
            yield PerftCase(fen=f"{fen} 0 1", leaves=leaves)
            fen, leaves = "", {}
        elif word == "epd":
            fen = " ".join(rest.split()[:4])
        elif word == "perft":
            depth, count = rest.split()
            leaves[int(depth)] = int(count)


def bratko_kopec() -> list[str]:
    """Read the Bratko-Kopec test, one EPD a line."""
    return [line for line in _text("bratko_kopec/bratko-kopec.epd").splitlines() if line.strip()]


def _text(name: str) -> str:
    path = SUITES / name
    if not path.is_file():
        raise FileNotFoundError(f"{path.name} is not there yet: run `make build/suites` once")
    return path.read_text(encoding="utf-8")
