"""`zeitnot learn data`: positions recorded with what stopping at each step would have lost.

Games of plug-ins have the common options, and the settings of their recording by name.
"""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from zeitnot import games, lab, turns
from zeitnot.cli.learn.recording_run import (
    MOST_POSITIONS,
    OutputOption,
    PositionsOption,
    RecordingOptions,
    record,
)
from zeitnot.cli.options import option, read_command, whole_option, with_option_groups
from zeitnot.errors import SettingError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.policies import Parameter

CHESS_POSITIONS = 1000
"""About ten minutes on two cores."""
SCRABBLE_POSITIONS = 400
"""About twenty minutes on two cores."""
SOLVING_DEALS = 8
"""Deals of each judge that solves with most nodes: some five seconds of a core for a position."""
POSITIONS = 400
"""Positions of a game whose speed is not known."""
_SEED = "seed"

_HELP = """Record positions of {title}, with what stopping the search at each step would have lost.

Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
A position depends on its number and the settings alone, wherever it is recorded.

\b
[bold]Examples[/bold]
zeitnot learn data {name}
zeitnot learn data {name} -n 20 -o small.data
"""


class GamesGroup(TyperGroup):
    """Commands for the package's own games, and one for every game of a plug-in.

    Plug-ins are looked up when another name is used, or when all names are listed; one is imported when it is
    named.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 (typer's own)
        """Return the names of all games."""
        return [*super().list_commands(ctx), *self._plug_ins()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 (typer's own)
        """Return the command of a game; that of a plug-in is made without importing it."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in self._plug_ins():
            return _command(cmd_name, _HELP.format(title=cmd_name, name=cmd_name))
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 (typer's own)
        """Return the command that is named, with the settings of its game in the help."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None and name not in self.commands:
            command.help = _help_with_settings(name)
        return name, command, rest

    def _plug_ins(self) -> list[str]:
        return [name for name in games.game_names() if name not in self.commands]


data = typer.Typer(
    cls=GamesGroup,
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Record positions, with what stopping the search at each step would have lost.",
)


def scrabble(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("scrabble.data"),
    positions: PositionsOption = SCRABBLE_POSITIONS,
    samples: Annotated[
        int | None, whole_option("--samples", "Samples of one simulation. Default: 10,000.", least=1)
    ] = None,
    long_samples: Annotated[
        int | None,
        whole_option(
            "--long-samples",
            "Samples of one simulation in every sixth position. Default: 50,000, or --samples where "
            "that is given.",
            least=1,
        ),
    ] = None,
    seeds: Annotated[
        int | None, whole_option("--seeds", "Simulations of each position. Default: 4.", least=1)
    ] = None,
    judge_samples: Annotated[
        int | None,
        whole_option(
            "--judge-samples",
            "Samples of each simulation that judges the others. Default: four fifths of --samples, "
            "8,000 at least.",
            least=1,
        ),
    ] = None,
    most_bag: Annotated[
        int | None,
        whole_option(
            "--most-bag", "Only positions with 1 to this many tiles in the bag. Default: all phases.", least=1
        ),
    ] = None,
    solving_nodes: Annotated[
        int | None,
        whole_option(
            "--solving-nodes",
            "Also record the solving of close candidates with up to 14 tiles in the bag, to this many nodes. "
            "Default: not recorded.",
            least=1,
        ),
    ] = None,
    *,
    options: RecordingOptions,
) -> None:
    """Record Scrabble positions: long simulations and endgames, with the loss of stopping at each checkpoint.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    \b
    [bold]Examples[/bold]
    zeitnot learn data scrabble
    zeitnot learn data scrabble -n 20 --samples 2000 --seeds 2 -o small.data
    zeitnot learn data scrabble -n 99 --most-bag 14 --solving-nodes 200000
    zeitnot learn data scrabble -n 50000 --samples 100000 --seeds 5 --ray auto
    """
    from zeitnot.scrabble import ScrabbleRecording

    default = ScrabbleRecording()
    chosen = samples or default.samples
    longest = chosen if samples else default.long_samples
    judging = max(default.judge_samples, chosen * default.judge_samples // default.samples)
    settings = ScrabbleRecording(
        seed=options.seed,
        samples=chosen,
        long_samples=long_samples or longest,
        seeds=seeds or default.seeds,
        judge_samples=judge_samples or judging,
        most_bag=most_bag or 0,
        solving_nodes=solving_nodes or 0,
        solving_deals=SOLVING_DEALS if solving_nodes else 0,
    )
    record("scrabble", settings, output, positions=positions, options=options)


def chess(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("chess.data"),
    engine: Annotated[
        str | None,
        option("COMMAND", "A UCI engine that searches. Default: the built-in one.", "--engine", "-e"),
    ] = None,
    engine_options: Annotated[
        list[str] | None, option("NAME=VALUE", "A UCI option of the engine. Can be repeated.", "--option")
    ] = None,
    positions: PositionsOption = CHESS_POSITIONS,
    games: Annotated[
        int | None,
        whole_option(
            "--games",
            "Record whole games of the engine instead, so many, with its tables carried over.",
            least=1,
            most=MOST_POSITIONS,
        ),
    ] = None,
    nodes: Annotated[
        int | None, whole_option("--nodes", "Nodes of the search. Default: 400,000.", least=1)
    ] = None,
    judge_nodes: Annotated[
        int | None,
        whole_option(
            "--judge-nodes", "Nodes for each move that is judged. Default: those of the search.", least=1
        ),
    ] = None,
    lines: Annotated[
        int, whole_option("--lines", "Lines of the search; 2 records the second score, too.", least=1)
    ] = 1,
    *,
    options: RecordingOptions,
) -> None:
    """Record chess positions: long searches, with what the move of each depth would have lost.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    With --games every turn of whole games is recorded, to the end that the rules make:
    searches find in their tables what the turns before have left there, as in a match,
    and replays play the games as they were.

    \b
    [bold]Examples[/bold]
    zeitnot learn data chess
    zeitnot learn data chess --positions 20 --nodes 20000 -o small.data
    zeitnot learn data chess --engine stockfish --games 40 -o stockfish.data
    """
    from zeitnot.chess import ChessRecording, resolved_command
    from zeitnot.policies import parse_words

    command = tuple(read_command(engine or "", option="--engine"))
    if command and options.ray is None:  # on a cluster it is its nodes that have the engine
        resolved_command(command)
    chosen = nodes or ChessRecording().nodes
    settings = ChessRecording(
        seed=options.seed,
        engine=command,
        options=tuple(parse_words(engine_options or []).items()),
        nodes=chosen,
        judge_nodes=judge_nodes or chosen,
        lines=lines,
    )
    if games is not None:
        settings = lab.recording_of_games(settings, output)
    record("chess", settings, output, positions=games or positions, options=options)


data.command()(with_option_groups(scrabble))
data.command()(with_option_groups(chess))


def read_recording(game: str, words: list[str], *, seed: int) -> object:
    """Return the settings of a recording from NAME=VALUE words; a SettingError says what would be right."""
    from zeitnot.policies import parse_words

    known = _settings_of(game)
    values: dict[str, Any] = {_SEED: seed}
    for name, text in parse_words(words).items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"the settings are {', '.join(known) or 'none'}"
            raise SettingError(f"a recording of {game} has no setting {name!r}; {hint}")
        values[name] = known[name].read(text)
    try:
        return _recording_class(game)(**values)
    except ZeitnotError:
        raise
    except (TypeError, ValueError) as error:
        raise SettingError(f"a recording of {game} cannot be made: {turns.error_words(error)}") from error


def _recording_class(game: str) -> type[Any]:
    cls = games.find_game(game).recording
    if cls is None:
        raise SettingError(f"the game must be one whose turns can be recorded, got {game!r}")
    return cls


def _settings_of(game: str) -> "dict[str, Parameter]":
    """Return the settings that a recording has besides its seed, which is an option of its own."""
    from zeitnot.policies import parameters_of

    parameters = parameters_of(_recording_class(game))
    return {name: each for name, each in parameters.items() if name != _SEED}


def _help_with_settings(game: str) -> str:
    from rich.markup import escape

    settings = [
        f"[bold]{name}={escape(each.text(each.default))}[/bold]: {escape(' '.join(each.doc.split()))}\n"
        for name, each in _settings_of(game).items()
    ]
    head = _HELP.format(title=games.find_game(game).title, name=game)
    return "\n".join([head, "[bold]Settings[/bold], for --set\n", *settings]) if settings else head


def _command(game: str, text: str) -> Any:  # noqa: ANN401 (typer's own)
    from zeitnot.cli.app import without_types  # the app is made of this command, among others

    alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
    alone.command(game, help=text)(with_option_groups(_recording_of(game)))
    command = typer.main.get_command(alone)
    without_types(command)
    return command


def _recording_of(game: str) -> Callable[..., None]:
    def recording(
        output: OutputOption = Path(f"{game}.data"),
        positions: PositionsOption = POSITIONS,
        settings: Annotated[
            list[str] | None, option("NAME=VALUE", "A setting of the recording. Can be repeated.", "--set")
        ] = None,
        *,
        options: RecordingOptions,
    ) -> None:
        chosen = read_recording(game, settings or [], seed=options.seed)
        record(game, chosen, output, positions=positions, options=options)

    return recording
