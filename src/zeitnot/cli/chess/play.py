"""`zeitnot play`: a game against the engine at the terminal."""

import os
import random
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from zeitnot import chess, clocks, models
from zeitnot.cli.console import game_screen, has_colour, output
from zeitnot.cli.exits import kept_when_killed
from zeitnot.cli.options import (
    clock_option,
    flag,
    given_options,
    hash_option,
    option,
    policy_option,
    resume_line,
    threads_option,
    whole_option,
)
from zeitnot.cli.policy_settings import SettingsOptions
from zeitnot.errors import SettingError

_COLOURS = ("white", "black", "random")
_GLYPHLESS = ("", "dumb", "linux")
"""Kinds of terminal whose fonts have no chess pieces."""

_MANY_COLOURS = ("256", "truecolor")
_GAME = "The game"
_ENGINE = "The engine"
_game_option = partial(option, panel=_GAME)
_engine_option = partial(option, panel=_ENGINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions(SettingsOptions):
    """The options of the engine and the board, which a game that goes on is given again."""

    policy: Annotated[str, policy_option("Who manages its time.", _ENGINE)] = "mergen"
    ponder: Annotated[
        bool, flag("Think on the reply it expects while you think.", "--ponder", panel=_ENGINE)
    ] = False
    depth: Annotated[int | None, whole_option("--depth", "Go no deeper.", least=1, panel=_ENGINE)] = None
    book: Annotated[bool, flag("Play from a book.", "--book/--no-book", panel=_ENGINE)] = True
    book_file: Annotated[Path | None, _engine_option("FILE", "A Polyglot book. Default: built in.")] = None
    threads: Annotated[int, threads_option("Threads that search.", _ENGINE)] = 1
    hash_mb: Annotated[int, hash_option("Memory of the search.", _ENGINE)] = 64
    ascii_board: Annotated[bool, flag("Draw the board with letters.", "--ascii", panel=_GAME)] = False


def play(  # noqa: PLR0917 (typer passes options by name)
    clock: Annotated[
        str | None,
        clock_option("The time control: 3:00+2, '10:00 byo 5x30', infinite ... Default: a menu.", _GAME),
    ] = None,
    color: Annotated[
        str | None, _game_option("SIDE", "Yours: white, black or random. Default: white.")
    ] = None,
    fen: Annotated[str | None, _game_option("FEN", "The position to begin with.")] = None,
    pgn: Annotated[
        Path | None, _game_option("FILE", "Where the game is added. Default: games.pgn in the data folder.")
    ] = None,
    resume: Annotated[
        Path | None, _game_option("FILE.pgn", "Go on with a game put aside: the last one there.")
    ] = None,
    number: Annotated[
        int | None,
        whole_option("--number", "Another game of that file, counted from 1.", least=1, panel=_GAME),
    ] = None,
    *,
    options: EngineOptions,
    seed: Annotated[
        int | None, whole_option("--seed", "Repeat the draws of book and side.", panel=_ENGINE)
    ] = None,
) -> None:
    """Play a game against the engine, with both clocks running; `help` in the game lists what can be typed.

    \b
    [bold]Examples[/bold]
    zeitnot play
    zeitnot play --clock 3+2 --color black --policy stockfish
    zeitnot play --clock 5+3 --policy textbook --ponder
    zeitnot play --depth 8 --no-book --pgn games.pgn
    zeitnot play --resume games.pgn
    """
    from zeitnot.policies import Host

    if color not in (None, *_COLOURS):
        raise SettingError(f"--color must be one of {', '.join(_COLOURS)}, got {color!r}")
    rng = random.Random(seed)
    kept = _read_resumed(resume, number, color=color, fen=fen, pgn=pgn)
    entry = _asked_for(clock, options.depth, kept)
    board = None if fen is None else chess.board_of_fen(fen)
    name, chosen = options.read_all().read(options.policy)
    chosen = models.personal_settings(name, chosen)
    host = Host(ponders=options.ponder)
    manager = models.make_manager(name, models.hosted_settings(name, chosen, host))
    engine = chess.Engine(manager, hash_mb=options.hash_mb, threads=options.threads)
    if options.book:
        chess.open_book(options.book_file).close()  # one that cannot be read is refused before the game
    human = rng.choice([True, False]) if color == "random" else color != "black"
    if kept is not None:
        human = kept.human
    with game_screen() as screen, kept_when_killed():
        try:
            if entry is None:
                entry = chess.choose_control(screen)
                host = replace(host, kind=entry.kind)
                engine.manager.adopt(models.make_manager(name, models.hosted_settings(name, chosen, host)))
        except (EOFError, KeyboardInterrupt):
            return
        game = chess.Game(entry.control, board=board) if kept is None else kept.game(entry.control)
        screen.say(chess.mode_line(entry.kind, entry.words, left_s=game.left_s(not human)))
        shown = chess.Names.against_engine(options.policy, human=human, you="you")
        session = chess.Session(
            game=game,
            opponent=chess.Opponent(
                engine=engine,
                depth=options.depth,
                uses_book=options.book,
                book=options.book_file,
                rng=rng,
            ),
            human=human,
            screen=screen,
            picture=chess.Picture(
                style=_style(ascii_board=options.ascii_board),
                flipped=not human,
                white=shown.white,
                black=shown.black,
            ),
            names=chess.Names.against_engine(options.policy, human=human),
            keep_in=resume or pgn or games_file(),
            ponders=options.ponder,
            number=None if kept is None else kept.number,
            resume_line=lambda path, game_number: resume_line(
                "zeitnot play",
                {
                    "--resume": path,
                    "--number": game_number,
                    "--clock": str(entry.control),
                    "--policy": options.policy,
                    **given_options(replace(options, settings=None)),
                    "--set": [*(options.settings or ()), *_kind_words(name, entry, chosen)],
                },
            ),
        )
        session.run()


def _kind_words(policy: str, entry: "chess.MenuEntry", settings: dict[str, Any]) -> list[str]:
    """Return the setting for the kind of game chosen in the menu, where the clock alone implies another."""
    from zeitnot.policies import Host

    if entry.kind is entry.control.kind:
        return []
    with_kind = models.hosted_settings(policy, settings, Host(kind=entry.kind))
    return [f"{key}={entry.kind.value}" for key, value in with_kind.items() if value is entry.kind]


def _asked_for(
    clock: str | None, depth: int | None, kept: "chess.KeptGame | None"
) -> "chess.MenuEntry | None":
    """Read the control; None when nothing names one, and the menu must ask."""
    control = None if kept is None else kept.control()
    if clock is not None:
        control = clocks.TimeControl.parse(clock)
    elif control is None and depth is not None:
        control = clocks.TimeControl(depth=depth)
    elif control is None and kept is not None:
        raise SettingError("--resume needs --clock or --depth where the game names no time control, got none")
    if control is None:
        return None
    return chess.MenuEntry(kind=control.kind, control=control, words=str(control))


def games_file() -> Path:
    """Return the file that games are kept in."""
    return models.data_folder() / "games.pgn"


def _style(*, ascii_board: bool) -> "chess.BoardStyle":
    """Draw what the output can show."""
    try:
        "".join(chess.UNICODE.symbols.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return chess.ASCII
    if ascii_board or (sys.stdout.isatty() and os.environ.get("TERM", "") in _GLYPHLESS):
        return chess.ASCII
    console = output()
    return chess.COLOURED if has_colour(console) and console.color_system in _MANY_COLOURS else chess.UNICODE


def _read_resumed(
    resume: Path | None, number: int | None, **settled: str | Path | None
) -> "chess.KeptGame | None":
    """Read the game that is to go on; options that the game has settled already are refused beside it."""
    if resume is None:
        if number is not None:
            raise SettingError(f"--number is the number of a game to --resume, got {number} without it")
        return None
    for name, value in settled.items():
        if value is not None:
            raise SettingError(f"--resume goes on with the game as it is, got --{name} as well")
    return chess.read_kept(resume, number)
