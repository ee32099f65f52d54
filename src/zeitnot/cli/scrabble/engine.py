"""`zeitnot scrabble engine`: the built-in player for other programs, over the line protocol."""

import sys

from zeitnot import __version__, scrabble
from zeitnot.cli.scrabble.options import PlayerOptions, PlayerSeedOption


def engine(seed: PlayerSeedOption = 1, *, options: PlayerOptions) -> None:
    """Play Scrabble for another program: positions and clocks on standard input, moves on standard output.

    The protocol has one line a message; the other side keeps the clocks and the
    bag. In a match, any program that speaks it can take part.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble engine
    zeitnot scrabble engine --policy uniform --threads 1
    zeitnot match magpie "zeitnot scrabble engine" --game scrabble
    """
    if sys.stdin is None or sys.stdout is None:
        return
    distribution, layout = options.read_rules()
    _, knowledge, player = options.open(distribution=distribution, layout=layout)
    name = f"zeitnot {__version__} {options.policy} {knowledge.lexicon.name}"
    with open(sys.stdout.fileno(), "wb", closefd=False) as output:
        scrabble.serve_line(player, name=name, input_fd=sys.stdin.fileno(), output=output, seed=seed)
