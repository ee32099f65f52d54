"""`zeitnot scrabble play`: a game against the player at the terminal."""

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from zeitnot import clocks, models, scrabble
from zeitnot.cli.console import game_screen, has_colour, output
from zeitnot.cli.exits import kept_when_killed
from zeitnot.cli.options import (
    check_place,
    clock_option,
    flag,
    free_name,
    given_options,
    option,
    resume_line,
    whole_option,
    write_file,
)
from zeitnot.cli.scrabble.options import CLOCK, PlayerOptions, challenge_option, note_lexicon
from zeitnot.errors import DataError, SettingError

_GAME = "The game"
_MOST_SEED = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options of a game that begins, or goes on."""

    clock: Annotated[str | None, clock_option(f"The time control of both. Default: {CLOCK}.", _GAME)] = None
    challenge: Annotated[str | None, challenge_option(_GAME)] = None
    second: Annotated[bool, flag("Let the engine begin.", "--second", panel=_GAME)] = False
    name: Annotated[str | None, option("NICK", "What you are called.", panel=_GAME)] = None
    seed: Annotated[int | None, whole_option("--seed", "Repeat the tiles.", panel=_GAME)] = None
    save: Annotated[
        Path | None,
        option(
            "FILE.gcg",
            "Where the game is kept, after every move. Default: a new file in the data folder.",
            panel=_GAME,
        ),
    ] = None
    resume: Annotated[Path | None, option("FILE.gcg", "Go on with a game put aside.", panel=_GAME)] = None

    def table(
        self, record: "scrabble.GameRecord | None", knowledge: "scrabble.Knowledge"
    ) -> "tuple[scrabble.Table, int]":
        """Begin or resume a game; return it with the human's seat."""
        seed = random.SystemRandom().randrange(_MOST_SEED) if self.seed is None else self.seed
        engine = scrabble.ENGINE_NICK
        if record is not None:
            nicks = record.game.nicks
            if engine not in nicks:
                rule = f"a game to go on with must be one against {engine}"
                raise DataError(f"{rule}, got {' and '.join(nicks)}")
            return scrabble.Table.resumed(record, knowledge, seed=seed), 1 - nicks.index(engine)
        nick = "you" if self.name is None else self.name
        if not nick or any(sign.isspace() for sign in nick) or nick == engine:
            raise SettingError(f"--name must be one word, and not {engine}, got {nick!r}")
        game = scrabble.Game.new(
            nicks=(engine, nick) if self.second else (nick, engine),
            distribution=knowledge.lexicon.distribution,
            layout=knowledge.layout,
        )
        control = clocks.TimeControl.parse(self.clock or CLOCK)
        rule = scrabble.ChallengeRule.parse(self.challenge or scrabble.ChallengeRule.VOID)
        return scrabble.Table(game, control, knowledge, seed=seed, rule=rule), int(self.second)

    def place(self) -> Path:
        """Return the file that the game is kept in; one that has another game is refused."""
        if self.save is None:
            return self.resume or _new_file()
        check_place(self.save, option="--save")
        if self.save.exists() and self.save != self.resume:
            rule = "--save must be a new file (--resume goes on with a game)"
            raise SettingError(f"{rule}, got {str(self.save)!r}")
        return self.save


def play(game: GameOptions, *, options: PlayerOptions) -> None:
    """Play a game against the engine, with both clocks running; `help` in the game lists what can be typed.

    Overtime costs points at the end, as the clock says. By --challenge RULE you may
    play phoneys, which the engine challenges, and challenge the engine's plays. A
    game that is left early is kept, too, and --resume goes on with it.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble play
    zeitnot scrabble play --clock "5:00 -10/min" --second --name ann
    zeitnot scrabble play --board super
    zeitnot scrabble play --clock "25:00 -10/min max 10:00" --challenge 5
    zeitnot scrabble play --resume game.gcg
    """
    for named in ("clock", "challenge", "second", "name"):
        if game.resume is not None and getattr(game, named):
            raise SettingError(f"--resume goes on with the game as it is, got --{named} as well")
    record = None if game.resume is None else options.read_game(game.resume)
    path = game.place()
    tiles, board = options.read_rules()
    if record is not None:
        tiles, board = record.game.distribution, record.game.layout
    _, knowledge, engine = options.open(distribution=tiles, layout=board)
    if record is not None:
        note_lexicon(record.position(), knowledge.lexicon)
    table, human = game.table(record, knowledge)
    with game_screen() as screen, kept_when_killed():
        session = scrabble.Session(
            table=table,
            engine=engine,
            adviser=lambda: options.player(knowledge),
            human=human,
            screen=screen,
            draw=_drawing(),
            keep=_keeping(path),
            resume_line=resume_line("zeitnot scrabble play", {"--resume": path, **given_options(options)}),
        )
        session.run()


def _new_file() -> Path:
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    folder = models.data_folder() / "scrabble"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(f"--save must name a file: {folder} cannot be made ({error.strerror})") from error
    return free_name(folder, stamp, ".gcg")


def _keeping(path: Path) -> "scrabble.Keep":

    def keep(record: "scrabble.GameRecord") -> str:
        write_file(path, scrabble.gcg.text(record).encode(), option="--save")
        return f"Saved in {path}"

    return keep


def _drawing() -> "scrabble.Draw":
    """Draw boards in colour where they are seen, as plain text elsewhere."""
    console = output()
    coloured = has_colour(console)

    def draw(table: "scrabble.Table", human: int) -> Sequence[str]:
        lines = scrabble.picture(table, human)
        if not coloured:
            return [line.plain.rstrip() for line in lines]
        with console.capture() as captured:
            for line in lines:
                console.print(line, no_wrap=True, overflow="crop")
        return captured.get().splitlines()

    return draw
