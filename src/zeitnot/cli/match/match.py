"""`zeitnot match`: ways of spending the clock against each other, until it is clear which is better."""

from functools import partial
from pathlib import Path
from typing import Annotated, cast

import typer

from zeitnot import games, lab
from zeitnot.cli.completion import policy_words
from zeitnot.cli.match.run import RunOptions, known_game, say_what_is_odd
from zeitnot.cli.options import (
    GameOption,
    clock_option,
    flag,
    free_name,
    hash_option,
    number_option,
    option,
    read_number,
    read_whole,
    threads_option,
    whole_option,
    work_option,
)
from zeitnot.cli.policy_settings import ConfigOption, PolicySettings
from zeitnot.cli.scrabble.options import build_status
from zeitnot.errors import SettingError, ZeitnotError

RUNS = Path("runs")
"""Folder of the runs that were given no name."""
MOST_ERROR_RATE = 0.5
"""Above it a coin would judge better."""
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
            "under a policy (stockfish+textbook), or an engine on its own clock (stockfish:option.Hash=16).",
        ),
    ],
    game: GameOption = "chess",
    clock: Annotated[
        str | None, clock_option("Time of each side. Default: 10+0.1, in Scrabble 2:00 -10/min.")
    ] = None,
    games: Annotated[int, whole_option("--games", "Games between each two.", "-n", least=1)] = 200,
    gauntlet: Annotated[bool, flag("The first meets each of the others.", "--gauntlet")] = False,
    openings: Annotated[
        Path | None,
        option(
            "FILE",
            "Openings: EPD, PGN or lines of moves; `unbalanced` for the built-in ones with an advantage of "
            "about a pawn, which end in fewer draws. Default: built in, balanced.",
        ),
    ] = None,
    seed: Annotated[int, whole_option("--seed", "Another seed, other openings and tiles.")] = 1,
    work: Annotated[
        float | None,
        work_option(
            "Count time in work: nodes (chess) or samples (Scrabble) that count as one second. Built-in "
            "engines only; games repeat to the bit then, however busy the machine is."
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
    draw: Annotated[
        str | None,
        _referee_option("MOVES/CP", "Adjudicate draws that both sides see after move 40, such as 8/10."),
    ] = None,
    hash_mb: Annotated[int, hash_option("Memory of the built-in engine.", _ENGINES)] = 16,
    threads: Annotated[int, threads_option("Threads of the built-in engine.", _ENGINES)] = 1,
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
) -> None:
    """Play matches between ways of spending the clock: which is better, and how much.

    Games come in pairs with the same opening, or tiles, and the seats swapped.
    Every game is kept as it ends: Ctrl-C loses nothing, `zeitnot resume` goes on.
    A name that an engine and a policy share means the engine; zeitnot+NAME is
    the policy on the built-in engine.

    \b
    [bold]Examples[/bold]
    zeitnot match textbook uniform --games 100 --work 100000
    zeitnot match uniform argo mergen zeitnot+stockfish --gauntlet --clock 10+0.1
    zeitnot match stockfish+textbook stockfish --clock 2+0.05 --sprt 0 5
    zeitnot match learned textbook --clock 10+0.1 --web
    zeitnot match textbook stockfish --clock 5+0.05 --ponder
    zeitnot match magpie uniform --game scrabble -c "2:00 -10/min" --work 100
    """
    played = known_game(game)
    chosen = [_participant(text, game, config) for text in participants]
    _refuse_foreign(played, context)
    plan = lab.plan_match(
        *chosen,
        game=game,
        control=clock,
        games=games,
        seed=seed,
        openings=openings,
        tournament=lab.Tournament.GAUNTLET if gauntlet else lab.Tournament.ROUND_ROBIN,
        work_per_s=work,
        rules=_rules(margin=margin, stall=stall, resign=resign, draw=draw),
        sprt=_sprt(sprt, error_rate, elo_model),
        hash_mb=hash_mb,
        threads=threads,
        ponder=ponder,
        settings=_settings(played, settings or [], lexicon=lexicon, leaves=leaves),
    )
    say_what_is_odd(plan)
    path = output or _free_name(plan)
    if output is not None and not output.parent.is_dir():
        raise SettingError(f"--output must be in an existing folder, got {str(output)!r}")
    options.show(partial(lab.play_match, plan, path), path)


_OF_SOME_GAMES = ("margin", "stall", "resign", "draw", "hash_mb", "openings", "lexicon", "leaves")
"""Options that not every game has."""


def _refuse_foreign(game: "games.Game", context: typer.Context) -> None:
    """Refuse options that differ from their default and mean nothing in this game."""
    defaults = {parameter.name: parameter.default for parameter in context.command.params}
    for name in _OF_SOME_GAMES:
        option_name, value = name.removesuffix("_mb"), context.params[name]
        if value != defaults[name] and option_name not in game.options:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            raise SettingError(f"--{option_name} is not for {game.title}, got {text!r}")


def _participant(text: str, game: str, config: Path | None) -> "games.Participant":
    """Read a participant; what a file or the environment says for its policy holds here, too."""
    participant = games.Participant.parse(text, game)
    if not participant.policy:
        return participant
    return participant.with_settings(PolicySettings(config=config).texts_of(participant.policy))


def _rules(*, margin: str, stall: float, resign: str | None, draw: str | None) -> "games.RefereeRules":
    default = games.Adjudication()
    resign_moves, resign_cp = _moves_and_cp(resign, option="--resign", default_cp=default.resign_cp)
    draw_moves, draw_cp = _moves_and_cp(draw, option="--draw", default_cp=default.draw_cp)
    margins_ms = [read_number(each, option="--margin", least=0) for each in margin.split(",")]
    return games.RefereeRules(
        margins_s=tuple(each / 1000 for each in margins_ms),
        stall_s=stall,
        adjudication=games.Adjudication(
            resign_moves=resign_moves, resign_cp=resign_cp, draw_moves=draw_moves, draw_cp=draw_cp
        ),
    )


def _moves_and_cp(text: str | None, *, option: str, default_cp: float) -> tuple[int, float]:
    if text is None:
        return 0, default_cp
    moves, slash, score = text.partition("/")
    try:
        count = read_whole(moves, option=option, least=1)
        return count, read_number(score, option=option, least=0) if slash else default_cp
    except ZeitnotError as error:
        raise SettingError(f"{option} must be MOVES/CP, such as 4/{default_cp:g}, got {text!r}") from error


def _sprt(bounds: tuple[float, float] | None, error_rate: float, model: str) -> "lab.Sprt | None":
    if error_rate >= MOST_ERROR_RATE:
        raise SettingError(f"--error-rate must be below {MOST_ERROR_RATE}, got '{error_rate:g}'")
    if bounds is None:
        return None

    return lab.Sprt(
        elo0=bounds[0],
        elo1=bounds[1],
        alpha=error_rate,
        beta=error_rate,
        model=cast("lab.EloModel", model),  # which the test itself checks
    )


def _settings(
    game: "games.Game", given: list[str], *, lexicon: Path | None, leaves: str | None
) -> tuple[tuple[str, str], ...]:
    """Return the settings of the game, with its files opened; what is made at first use is shown."""
    from zeitnot.policies import parse_words

    words, named = parse_words(given), {"lexicon": lexicon, "leaves": leaves}
    words |= {name: str(value) for name, value in named.items() if value is not None}
    with build_status() as on_build:
        return tuple(game.prepare(tuple(words.items()), on_build))


def _free_name(plan: "lab.MatchPlan") -> Path:
    """Make a name that says what is in the file and that no file has yet."""
    names = "-".join(participant.name for participant in plan.participants)
    stem = "".join(letter if letter.isalnum() or letter in "-+.=" else "_" for letter in names)[:60]
    return free_name(RUNS, stem, lab.RUN_SUFFIX)
