"""`zeitnot match`: ways of spending the clock against each other, until it is clear which is better."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import games, lab
from zeitnot.cli.completion import policy_words
from zeitnot.cli.match.config_file import MatchCommand
from zeitnot.cli.match.rules import read_adjudication, read_control, read_rules, read_sprt
from zeitnot.cli.match.run import RunOptions, known_game, say_what_is_odd
from zeitnot.cli.options import (
    GameOption,
    clock_option,
    flag,
    free_name,
    hash_option,
    number_option,
    option,
    threads_option,
    whole_option,
    work_option,
)
from zeitnot.cli.policy_settings import ConfigOption, PolicySettings
from zeitnot.cli.scrabble.options import build_status
from zeitnot.errors import SettingError

COMMAND_CLASSES = {"match": MatchCommand}
"""How the words of these commands are parsed."""
RUNS = Path("runs")
"""Folder of the runs that were given no name."""
_TEST = "The test"
_REFEREE = "The referee"
_ENGINES = "The engines"
_test_option = partial(option, panel=_TEST)
_referee_option = partial(option, panel=_REFEREE)
_engines_option = partial(option, panel=_ENGINES)


def match(  # noqa: PLR0917 (typer passes options by name)
    context: typer.Context,
    participants: Annotated[
        list[str],
        typer.Argument(
            metavar="A B ...",
            autocompletion=policy_words,
            help="Who plays: a policy on the built-in engine (uniform, magpie:alpha=0.2), another engine "
            "under a policy (stockfish+textbook), or an engine on its own clock (stockfish:option.Hash=16), "
            "in Scrabble a program that speaks the line protocol. "
            "Behind the colon also name=, and for this one alone clock=, movetime=, nodes=, depth=.",
        ),
    ],
    game: GameOption = "chess",
    clock: Annotated[
        str | None, clock_option("Time of each side. Default: 10+0.1, in Scrabble 2:00 -10/min.")
    ] = None,
    games: Annotated[int, whole_option("--games", "Games between each two.", "-n", least=1)] = 200,
    gauntlet: Annotated[bool, flag("The first meets each of the others.", "--gauntlet")] = False,
    nodes: Annotated[
        int | None,
        whole_option("--nodes", "Nodes of each search; without --clock there is no clock.", least=1),
    ] = None,
    depth: Annotated[
        int | None,
        whole_option("--depth", "Depth of each search; without --clock there is no clock.", least=1),
    ] = None,
    movetime: Annotated[
        str | None, option("S", "Seconds for each move, in the place of a clock.", "--movetime")
    ] = None,
    openings: Annotated[
        Path | None,
        option(
            "FILE",
            "Openings: EPD, PGN or lines of moves; `unbalanced` for the built-in ones with an advantage of "
            "about a pawn, which end in fewer draws. Default: built in, balanced.",
        ),
    ] = None,
    openings_order: Annotated[
        str, option("ORDER", "random or sequential, as in the file.", "--openings-order")
    ] = "random",
    openings_plies: Annotated[
        int | None, whole_option("--openings-plies", "Half moves that are played of each opening.", least=1)
    ] = None,
    seed: Annotated[int, whole_option("--seed", "Another seed, other openings and tiles.")] = 1,
    work: Annotated[
        float | None,
        work_option(
            "Count time in work: nodes (chess) or samples (Scrabble) that count as one second, however busy "
            "the machine is. Games of built-in engines repeat to the bit then; a UCI engine on its own clock "
            "must have the option nodestime."
        ),
    ] = None,
    ponder: Annotated[
        bool,
        flag(
            "Both sides think on the opponent's time, too. Each then needs a core of its own: half as "
            "many games at once. Chess only.",
            "--ponder",
        ),
    ] = False,
    output: Annotated[
        Path | None, option("FILE.run", "Where the run is kept. Default: in runs/.", "--output", "-o")
    ] = None,
    *,
    options: RunOptions,
    sprt: Annotated[
        tuple[float, float] | None, _test_option("ELO0 ELO1", "Stop once one is accepted.")
    ] = None,
    error_rate: Annotated[
        float, number_option("--error-rate", "Chance of either error.", metavar="P", above=0, panel=_TEST)
    ] = 0.05,
    alpha: Annotated[
        float | None,
        number_option(
            "--alpha", "Chance of accepting ELO1 though ELO0 holds.", metavar="P", above=0, panel=_TEST
        ),
    ] = None,
    beta: Annotated[
        float | None,
        number_option(
            "--beta", "Chance of accepting ELO0 though ELO1 holds.", metavar="P", above=0, panel=_TEST
        ),
    ] = None,
    elo_model: Annotated[str, _test_option("MODEL", "normalised or logistic Elo.")] = "normalised",
    margin: Annotated[
        str,
        _referee_option(
            "MS", "Milliseconds that a side may be over; one for all, or 0,50,... by participant."
        ),
    ] = "0",
    stall: Annotated[
        float,
        number_option(
            "--stall", "Silence after its time that ends a game.", metavar="S", above=0, panel=_REFEREE
        ),
    ] = 5,
    resign: Annotated[
        str | None, _referee_option("MOVES/CP", "Adjudicate losses that both sides see, such as 4/800.")
    ] = None,
    one_sided: Annotated[
        bool, flag("A loss that the loser alone sees is enough.", "--one-sided", panel=_REFEREE)
    ] = False,
    draw: Annotated[
        str | None,
        _referee_option(
            "MOVES/CP[/FROM]",
            "Adjudicate draws that both sides see from move 40 on, such as 8/10 or 8/10/30.",
        ),
    ] = None,
    max_moves: Annotated[
        int,
        whole_option("--max-moves", "Moves after which a game is drawn.", least=1, panel=_REFEREE),
    ] = 300,
    syzygy: Annotated[
        str, _referee_option("FOLDER", "Decide endgames by the Syzygy tables of this folder, or of A:B.")
    ] = "",
    hash_mb: Annotated[int, hash_option("Memory of the built-in engine.", _ENGINES)] = 16,
    threads: Annotated[int, threads_option("Threads of the built-in engine.", _ENGINES)] = 1,
    affinity: Annotated[
        str,
        _engines_option(
            "CORES",
            "Bind each game at once, with its engines, to cores of its own: all, or a list such as 0-3,6.",
        ),
    ] = "",
    match_config: Annotated[
        Path | None,
        option(
            "FILE",
            "Options and participants from a TOML file, or from a config file of fastchess (.json); what "
            "stands on the command line wins.",
            "--match-config",
        ),
    ] = None,
    fastchess: Annotated[
        str | None,
        option("WORDS", "Options and participants in the words of fastchess or cutechess.", "--fastchess"),
    ] = None,
    config: ConfigOption = None,
    settings: Annotated[
        list[str] | None,
        _engines_option(
            "NAME=VALUE", "A setting of the game, such as layout=FILE. Can be repeated.", "--set"
        ),
    ] = None,
    lexicon: Annotated[Path | None, _engines_option("FILE.kwg", "Words of Scrabble.")] = None,
    leaves: Annotated[
        str | None, _engines_option("FILE.klv2", "Leaves of Scrabble, also `none` and `rough`.")
    ] = None,
    language: Annotated[
        str | None, _engines_option("NAME", "Tiles of Scrabble: those of a language, such as french.")
    ] = None,
    board: Annotated[str | None, _engines_option("NAME", "Board of Scrabble: standard or super.")] = None,
) -> None:
    """Play matches between ways of spending the clock: which is better, and how much.

    Games come in pairs with the same opening, or tiles, and the seats swapped.
    Every game is kept as it ends: Ctrl-C loses nothing, `zeitnot resume` goes on.
    A name that an engine and a policy share means the engine; zeitnot+NAME is
    the policy on the built-in engine.

    \b
    [bold]Examples[/bold]
    zeitnot match textbook uniform --games 100 --work 100000
    zeitnot match stockfish+learned stockfish --clock 3+0.03 --work 100000
    zeitnot match uniform argo mergen zeitnot+stockfish --gauntlet --clock 10+0.1
    zeitnot match stockfish+textbook stockfish --clock 2+0.05 --sprt 0 5
    zeitnot match learned textbook --clock 10+0.1 --web
    zeitnot match textbook stockfish --clock 5+0.05 --ponder
    zeitnot match textbook stockfish:clock=1+0.01 --clock 10+0.1
    zeitnot match toga2 stockfish:depth=5 --nodes 9000 --resign 3/600 --one-sided
    zeitnot match stockfish stockfish+textbook --syzygy tables --affinity all
    zeitnot match --match-config match.toml --games 400
    zeitnot match --fastchess "-engine cmd=a -engine cmd=b -each tc=8+0.08"
    zeitnot match magpie uniform --game scrabble -c "2:00 -10/min" --work 100
    zeitnot match magpie ./my-bridge --game scrabble --set challenge=double
    """
    del match_config, fastchess  # MatchCommand has made words of them
    played = known_game(game)
    chosen = [_participant(text, game, config) for text in participants]
    _refuse_foreign(played, context)
    plan = lab.plan_match(
        *chosen,
        game=game,
        control=read_control(clock, movetime),
        nodes=nodes,
        depth=depth,
        affinity=affinity,
        games=games,
        seed=seed,
        openings=openings,
        order=openings_order,
        plies=openings_plies,
        tournament=lab.Tournament.GAUNTLET if gauntlet else lab.Tournament.ROUND_ROBIN,
        work_per_s=work,
        rules=read_rules(
            margin=margin,
            stall=stall,
            max_moves=max_moves,
            decided=read_adjudication(resign, draw, one_sided=one_sided, syzygy=syzygy),
        ),
        sprt=read_sprt(sprt, alpha or error_rate, beta or error_rate, elo_model),
        hash_mb=hash_mb,
        threads=threads,
        ponder=ponder,
        settings=_settings(
            played, settings or [], lexicon=lexicon, leaves=leaves, language=language, board=board
        ),
    )
    say_what_is_odd(plan)
    path = output or _free_name(plan)
    if output is not None and not output.parent.is_dir():
        raise SettingError(f"--output must be in an existing folder, got {str(output)!r}")
    options.show(partial(lab.play_match, plan, path), path)


_OF_SOME_GAMES = (
    *("margin", "stall", "resign", "one_sided", "draw", "max_moves", "syzygy"),
    *("hash_mb", "openings", "openings_plies", "lexicon", "leaves", "language", "board"),
)
"""Options that not every game has."""


def _refuse_foreign(game: "games.Game", context: typer.Context) -> None:
    """Refuse options that differ from their default and mean nothing in this game."""
    defaults = {parameter.name: parameter.default for parameter in context.command.params}
    for name in _OF_SOME_GAMES:
        option_name, value = name.removesuffix("_mb"), context.params[name]
        if value != defaults[name] and option_name not in game.options:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            raise SettingError(f"--{option_name.replace('_', '-')} is not for {game.title}, got {text!r}")


def _participant(text: str, game: str, config: Path | None) -> "games.Participant":
    """Read a participant; what a file or the environment says for its policy holds here, too."""
    participant = games.Participant.parse(text, game)
    if not participant.policy:
        return participant
    return participant.with_settings(PolicySettings(config=config).texts_of(participant.policy))


def _settings(
    game: "games.Game", given: list[str], **named: Path | str | None
) -> tuple[tuple[str, str], ...]:
    """Return the settings of the game, with its files opened; what is made at first use is shown."""
    from zeitnot.policies import parse_words

    words = parse_words(given)
    words |= {name: str(value) for name, value in named.items() if value is not None}
    with build_status() as on_build:
        return tuple(game.prepare(tuple(words.items()), on_build))


def _free_name(plan: "lab.MatchPlan") -> Path:
    """Make a name that says what is in the file and that no file has yet."""
    names = "-".join(participant.name for participant in plan.participants)
    stem = "".join(letter if letter.isalnum() or letter in "-+.=" else "_" for letter in names)[:60]
    return free_name(RUNS, stem, lab.RUN_SUFFIX)
