"""`zeitnot scrabble`: positions, moves, games and words of Scrabble; each command has a file of its own."""

import typer

from zeitnot.cli.scrabble_anagram import anagram
from zeitnot.cli.scrabble_analyse import analyse
from zeitnot.cli.scrabble_autoplay import autoplay
from zeitnot.cli.scrabble_check import check
from zeitnot.cli.scrabble_clock import ClockedCommand
from zeitnot.cli.scrabble_learn import learn
from zeitnot.cli.scrabble_lexicon import lexicon
from zeitnot.cli.scrabble_moves import moves
from zeitnot.cli.scrabble_play import play
from zeitnot.cli.scrabble_show import show
from zeitnot.cli.scrabble_think import think

scrabble = typer.Typer(
    name="scrabble",
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Scrabble: play, think, analyse; moves, boards, games of engines, words, lexicons, learning.",
)
scrabble.command()(moves)
scrabble.command()(show)
scrabble.command(cls=ClockedCommand)(play)
scrabble.command(cls=ClockedCommand)(think)
scrabble.command(cls=ClockedCommand)(analyse)
scrabble.command(cls=ClockedCommand)(autoplay)
scrabble.command()(check)
scrabble.command()(anagram)
scrabble.add_typer(lexicon, name="lexicon")
scrabble.add_typer(learn, name="learn")
