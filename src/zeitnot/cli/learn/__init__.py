"""`zeitnot learn`: everything that is learned from games; each command has a file of its own."""

import typer

from zeitnot.cli.learn.data import data
from zeitnot.cli.learn.engine import engine
from zeitnot.cli.learn.evaluation import evaluation
from zeitnot.cli.learn.general import general
from zeitnot.cli.learn.mergen import mergen
from zeitnot.cli.learn.train import train
from zeitnot.cli.learn.values import values

learn = typer.Typer(rich_markup_mode="rich", no_args_is_help=False, help="Learn from games.")
learn.add_typer(data, name="data")
learn.add_typer(evaluation, name="evaluation")
learn.command()(engine)
learn.command()(general)
learn.command()(mergen)
learn.command()(train)
learn.command()(values)
