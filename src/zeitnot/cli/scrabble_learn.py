"""`zeitnot scrabble learn`: leaves and win percentages from static games."""

import typer

from zeitnot.cli.scrabble_learn_leaves import leaves
from zeitnot.cli.scrabble_learn_winpct import winpct

learn = typer.Typer(
    name="learn",
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Learn leaves and win percentages from static games.",
)
learn.command()(leaves)
learn.command()(winpct)
