"""Fixtures of play: a scripted screen and a table on work time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.scrabble.fixtures_player import knowledge, player
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.errors import SettingError
from zeitnot.games import Over, Prompt, never
from zeitnot.scrabble import (
    ENGINE_NICK,
    ChallengeRule,
    Game,
    GameRecord,
    Generator,
    MoveKind,
    Session,
    Table,
    picture,
)
from zeitnot.turns import Policy

SEED = 5
"""Seed that deals FISTUWY to the first player."""

Answer = str | tuple[str, float] | Callable[[Table], str]


def best_at_sight(table: Table) -> str:
    """Type the best static move."""
    known = knowledge()
    position = table.position()
    rated = Generator.make(known.lexicon, known.evaluation).moves(position, 1)[0]
    text = rated.move.text(position.distribution.alphabet)
    return text if rated.move.kind is not MoveKind.PASS else "pass"


@dataclass
class ScriptedScreen:
    """A screen that gives scripted answers, each after its delay in game time; then the input ends."""

    source: WorkTime
    answers: list[Answer]
    always: tuple[Callable[[Table], str], float] | None = None
    table: Table | None = None
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
        assert self.table is not None
        seconds = 0.0
        if self.answers:
            answer = self.answers.pop(0)
        elif self.always is not None:
            answer, seconds = self.always
        else:
            raise EOFError
        if isinstance(answer, tuple):
            answer, seconds = answer
        self.source.advance(seconds)
        if over():
            return None
        return answer if isinstance(answer, str) else answer(self.table)

    def hurries(self) -> bool:
        return False


@dataclass
class Room:
    """A session with its screen, table and saved games."""

    session: Session
    screen: ScriptedScreen
    table: Table
    kept: list[GameRecord]

    @property
    def text(self) -> str:
        return "\n".join(self.screen.said)

    def run(self) -> "Room":
        self.session.run()
        return self


def room(
    answers: Iterable[Answer] = (),
    *,
    clock: str = "1:00 -10/min",
    second: bool = False,
    always: tuple[Callable[[Table], str], float] | None = None,
    record: GameRecord | None = None,
    fails: str = "",
    rule: ChallengeRule = ChallengeRule.VOID,
    policy: Policy | None = None,
) -> Room:
    source = WorkTime()
    if record is None:
        nicks = (ENGINE_NICK, "ann") if second else ("ann", ENGINE_NICK)
        control = TimeControl.parse(clock)
        table = Table(Game.new(nicks=nicks), control, knowledge(), seed=SEED, source=source, rule=rule)
    else:
        table = Table.resumed(record, knowledge(), seed=SEED, source=source)
    screen = ScriptedScreen(source=source, answers=list(answers), always=always, table=table)
    kept: list[GameRecord] = []

    def keep(game: GameRecord) -> str:
        if fails:
            raise SettingError(fails)
        kept.append(game)
        return f"kept {len(kept)} times"

    engine = player()
    if policy is not None:
        engine.manager.policy = policy
    session = Session(
        table=table,
        engine=engine,
        adviser=player,
        human=int(second),
        screen=screen,
        draw=lambda table, human: [line.plain for line in picture(table, human)],
        keep=keep,
    )
    return Room(session=session, screen=screen, table=table, kept=kept)
