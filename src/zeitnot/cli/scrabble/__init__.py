"""`zeitnot scrabble`: positions, moves, games and words of Scrabble; a file for each command, or two."""

import typer

from zeitnot.cli.options import ClockedCommand, with_option_groups
from zeitnot.cli.scrabble.analyse import analyse
from zeitnot.cli.scrabble.autoplay import autoplay
from zeitnot.cli.scrabble.engine import engine
from zeitnot.cli.scrabble.infer import infer
from zeitnot.cli.scrabble.learn import learn
from zeitnot.cli.scrabble.lexicon import anagram, check_words, lexicon
from zeitnot.cli.scrabble.play import play
from zeitnot.cli.scrabble.position import moves, show
from zeitnot.cli.scrabble.solve import solve
from zeitnot.cli.scrabble.think import think

scrabble = typer.Typer(
    name="scrabble",
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Scrabble: play, think, solve, analyse; moves, boards, games of engines, words, lexicons, learning.",
)
for _each in (moves, show, play, think, solve, analyse, infer, autoplay, engine):
    scrabble.command(cls=ClockedCommand)(with_option_groups(_each))
scrabble.command("check")(check_words)
scrabble.command()(anagram)
scrabble.add_typer(lexicon, name="lexicon")
scrabble.add_typer(learn, name="learn")
