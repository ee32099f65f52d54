"""Fixtures of play: a scripted screen and an engine on work time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import chess

from zeitnot.chess.engine import Engine, OnReport, PlayedMove
from zeitnot.chess.play import Game, Names, Opponent, Picture, Session
from zeitnot.chess.play.picture import ASCII
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.games import Over, Prompt, never
from zeitnot.models import make_manager

NODES_PER_SECOND = 4000.0
"""So few that a search of seconds takes milliseconds."""

NAMES = Names(white="Human", black="Engine", date=date(2024, 2, 29))


Answer = str | tuple[str, float] | Callable[[], str]
"""Input: a text typed at once, a text with its delay in seconds, or a callable."""


@dataclass
class ScriptedScreen:
    """A screen that gives scripted answers, each after its delay in game time; then the input ends."""

    source: WorkTime
    answers: list[Answer]
    said: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    def say(self, line: str = "") -> None:
        self.said.append(line)

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        self.pictures.append("\n".join(lines))

    def live(self, line: str) -> None:
        pass

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        self.prompts.append(prompt())
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        answer = answer() if callable(answer) else answer
        text, seconds = (answer, 0.0) if isinstance(answer, str) else answer
        self.source.advance(seconds)
        return None if over() else text

    def hurries(self) -> bool:
        return False


class WorkEngine(Engine):
    """An engine that advances the game's time by the nodes it searches."""

    def __init__(self, source: WorkTime, policy: str) -> None:
        super().__init__(make_manager(policy), hash_mb=1, nodes_per_second=NODES_PER_SECOND)
        self._source = source

    def run(self, *, on_report: OnReport | None = None) -> PlayedMove:
        outcome = super().run(on_report=on_report)
        self._source.advance(outcome.record.used_s)
        return outcome


@dataclass
class Table:
    """A session with its screen, game and time source."""

    session: Session
    screen: ScriptedScreen
    game: Game
    source: WorkTime

    @property
    def text(self) -> str:
        return "\n".join(self.screen.said)


def table(
    answers: Iterable[Answer],
    *,
    clock: str = "depth 2",
    fen: str = chess.STARTING_FEN,
    human: chess.Color = chess.WHITE,
    policy: str = "mergen",
    book: bool = False,
    keep_in: Path | None = None,
    ponders: bool = False,
) -> Table:
    source = WorkTime()
    screen = ScriptedScreen(source=source, answers=list(answers))
    game = Game(TimeControl.parse(clock), board=chess.Board(fen), source=source)
    session = Session(
        game=game,
        opponent=Opponent(engine=WorkEngine(source, policy), uses_book=book),
        human=human,
        screen=screen,
        picture=Picture(style=ASCII, white="you", black="Zeitnot"),
        names=NAMES,
        keep_in=keep_in,
        ponders=ponders,
    )
    return Table(session=session, screen=screen, game=game, source=source)
