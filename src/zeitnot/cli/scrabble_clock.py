"""Clocks on the command line: `--clock 0:20 -10/min` is understood without quotes."""

import re
from typing import Any

from typer.core import TyperCommand

_PENALTY = re.compile(r"-[0-9]+/min")


class ClockedCommand(TyperCommand):
    """A command with `--clock`; the penalty that a shell hands over as a word of its own belongs to it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer's own)
        """Put the penalty back to its clock before the options are told apart."""
        joined: list[str] = []
        for word in args:
            if _PENALTY.fullmatch(word) and joined[-2:-1] in (["--clock"], ["-c"]):
                joined[-1] = f"{joined[-1]} {word}"
            else:
                joined.append(word)
        return super().parse_args(ctx, joined)
