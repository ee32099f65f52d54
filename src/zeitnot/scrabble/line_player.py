"""LinePlayer: another program as a side of a clocked game, over the line protocol."""

import math
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Literal

from zeitnot.clocks import TimeSource, WallTime
from zeitnot.errors import DataError, EngineFaultError
from zeitnot.games import EngineProcess
from zeitnot.scrabble import line_protocol as protocol
from zeitnot.scrabble.clocked_game import Answer, plain_record
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.table import Table
from zeitnot.scrabble.turn import WorkRates

OWN_CLOCK = "own clock"
"""Name used in place of a policy in the records."""
START_S = 15.0
"""Wait for `hello`, and for `ready`: a program may open a lexicon first."""
QUIT_S = 1.0
"""Wait for the exit after `quit`."""
MOST_OVER_S = 600.0
"""Overtime after which a program is given up where the clock sets no limit; ten minutes lose a tournament
game."""
_MOST_LINES = 1_000
"""Lines kept while nobody asks for them."""
_WAIT_S = 0.5
"""Longest wait without a look at the program."""
_SHOWN = 80
"""Characters that are shown of what a program says."""
_REASON = 200
"""Characters that are shown of what is wrong with it: a reason may quote a line of any length."""


class LinePlayer:
    """A program that manages its own clock; every fault of it raises an EngineFaultError."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        knowledge: Knowledge,
        options: Mapping[str, str] | None = None,
        stall_s: float = 5.0,
        start_s: float = START_S,
        time: TimeSource | None = None,
    ) -> None:
        """Take the words that start the program; it is started when it is first needed."""
        self.knowledge = knowledge
        self.rates: WorkRates | None = None
        self.own_name = ""
        """Name that the program gave itself."""
        self._command = list(command)
        self._name = name
        self._options = dict(options or {})
        self._stall_s = stall_s
        self._start_s = start_s
        self._time = time or WallTime()
        self._changed = threading.Condition()
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._process: EngineProcess | None = None
        self._seat = 0

    def start(self) -> None:
        """Start the program and exchange greetings; one that runs already is left alone."""
        if self._process is not None and not self._process.ended:
            return
        self.close()
        self._process = EngineProcess(
            self._command,
            on_line=self._take,
            on_end=lambda process: self._wake(),
            time=self._time,
            answers=protocol.ANSWERS,
        )
        answer = self._asked("hello", f"hello {protocol.VERSION}")
        version, _, name = answer.partition(" ")
        if version != protocol.VERSION:
            raise self._wrong(f"'hello {protocol.VERSION} NAME'", f"hello {answer}")
        self.own_name = "".join(sign if sign.isprintable() else "?" for sign in name.strip()[:_SHOWN])
        self._send(*(f"option {option} {value}" for option, value in self._options.items()))

    def new_game(self, table: Table, seat: int) -> None:
        """Start the program if it does not run, and announce a game."""
        self._seat = seat
        self.start()
        self._asked("ready", f"newgame {protocol.NewGame.of(table, seat).text}")

    def answer(self, table: Table) -> Answer:
        """Return the program's move or challenge, checked; the referee's clock runs meanwhile."""
        seat, position = table.on_turn, table.position()
        before_s, began_s = table.clock.remaining_s(seat), self._time.now_s()
        word, text = self._asked_about(table, "go", "move", "challenge")
        move = self._legal(text, table) if word == "move" else None
        if move is None and not table.can_challenge:
            raise self._fault(f"{self._name} challenged where nothing can be challenged", "illegal")
        record = plain_record(
            table,
            OWN_CLOCK,
            before_s=before_s,
            used_s=self._time.now_s() - began_s,
            move="" if move is None else position.move_text(move),
            note=OWN_CLOCK,
        )
        return Answer(move=move, record=record)

    def objects(self, table: Table) -> bool:
        """Return whether the program challenges the last play of the game."""
        return self._asked_about(table, "accept", "accept", "challenge")[0] == "challenge"

    def end_game(self, table: Table) -> None:
        """Send the result to the program."""
        scores = table.game.state.scores
        self._send(f"result {scores[self._seat]} {scores[1 - self._seat]}")

    def close(self) -> None:
        """Send `quit`, and kill the program when it does not exit."""
        process, self._process = self._process, None
        if process is not None:
            process.quit(patience_s=QUIT_S)

    def _asked_about(self, table: Table, question: str, *answers: str) -> tuple[str, str]:
        """Send the position, the opponent's last turn and the clocks; return the answer."""
        seat, clock = table.on_turn, table.clock.clocks[table.on_turn]
        left_s = table.clock.remaining_s(seat)
        most_s = MOST_OVER_S if math.isinf(left_s) else min(clock.longest_s, max(0.0, left_s) + MOST_OVER_S)
        self._lines.clear()
        self._send(
            f"position {table.position(seat).to_cgp()}",
            f"last {protocol.last_text(table, seat)}",
            f"{question} {protocol.clocks_text(table, seat)}",
        )
        return self._expect(answers, most_s + self._stall_s)

    def _asked(self, answer: str, question: str) -> str:
        """Send a line and return what stands after the first word of the answer."""
        self._lines.clear()
        self._send(question)
        return self._expect((answer,), self._start_s)[1]

    def _send(self, *lines: str) -> None:
        if self._process is not None:
            self._process.send(*lines)  # one that does not read does not answer either

    def _expect(self, answers: tuple[str, ...], patience_s: float) -> tuple[str, str]:
        """Wait for an answer and return its first word and the rest; other lines than chatter are wrong."""
        until_s = self._time.now_s() + patience_s
        while (line := self._next_line(until_s)) is not None:
            word, _, rest = line.partition(" ")
            if word in answers:
                return word, rest.strip()
            if word not in {"", protocol.CHATTER}:
                raise self._wrong(" or ".join(map(repr, answers)), line)
            if self._time.now_s() >= until_s:
                break
        raise self._silent(patience_s)

    def _next_line(self, until_s: float) -> str | None:
        """Return the next line; None when none comes in time or the program has ended."""
        with self._changed:
            while not self._lines:
                left_s = until_s - self._time.now_s()
                if left_s <= 0 or self._process is None or self._process.ended:
                    return None
                self._changed.wait(min(left_s, _WAIT_S))
            return self._lines.popleft()

    def _silent(self, patience_s: float) -> EngineFaultError:
        """Return the error of a program that did not answer."""
        process = self._process
        if process is None or process.ended:
            words = "" if process is None else process.last_words()
            return self._fault(f"{self._name} ended: {words or 'its output is closed'}", "crashed")
        return self._fault(f"{self._name} must answer within {patience_s:.1f} s, got nothing", "stalled")

    def _wrong(self, wanted: str, got: str) -> EngineFaultError:
        return self._fault(f"{self._name} must answer {wanted}, got {got[:_SHOWN]!r}", "illegal")

    def _fault(self, words: str, kind: Literal["crashed", "stalled", "illegal"]) -> EngineFaultError:
        """Return an error, and end the program: it is started anew for the next game."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        return EngineFaultError(words, kind=kind)

    def _legal(self, text: str, table: Table) -> Move:
        try:
            return table.checked(Move.parse(text, table.game.distribution.alphabet))
        except DataError as error:
            rule = f"{self._name} must play a legal move, got {text[:_SHOWN]!r}"
            raise self._fault(f"{rule}: {str(error)[:_REASON]}", "illegal") from error

    def _take(self, process: EngineProcess, line: str, at_s: float) -> None:
        with self._changed:
            if process is self._process or self._process is None:
                self._lines.append(line)
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
