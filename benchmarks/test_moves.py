"""What lists of moves cost in Python: made one by one when asked for, all at once, and one move rated."""

from pytest_benchmark.fixture import BenchmarkFixture

from zeitnot.scrabble import Generator, Lexicon, Position, StaticEvaluation

POSITION = Position.from_cgp("15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 AEINRST/ 0/14 0")


def generator() -> Generator:
    """Return a generator with the built-in words and leaves."""
    return Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())


def what(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.extra_info["what"] = f"{name}, of {len(generator().moves(POSITION))} moves"


def test_all_moves_and_the_best_five_looked_at(benchmark: BenchmarkFixture) -> None:
    what(benchmark, "list, five made")
    own = generator()
    benchmark(lambda: list(own.moves(POSITION)[:5]))


def test_all_moves_each_made(benchmark: BenchmarkFixture) -> None:
    what(benchmark, "list, all made")
    own = generator()
    benchmark(lambda: list(own.moves(POSITION)))


def test_a_move_found_among_all(benchmark: BenchmarkFixture) -> None:
    what(benchmark, "list, one found")
    own = generator()
    move = own.moves(POSITION)[200].move
    benchmark(lambda: own.moves(POSITION).find(move))


def test_a_single_move_rated(benchmark: BenchmarkFixture) -> None:
    what(benchmark, "one rated, no list")
    own = generator()
    move = own.moves(POSITION)[200].move
    benchmark(own.rate, POSITION, move)


def test_the_loss_of_a_single_move(benchmark: BenchmarkFixture) -> None:
    what(benchmark, "loss of one against the best, no list")
    own = generator()
    move = own.moves(POSITION)[200].move
    benchmark(own.loss_pts, POSITION, move)
