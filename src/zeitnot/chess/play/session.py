"""Session: one game of a human against the engine, from the first move to the saved PGN."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar

import chess

from zeitnot._native import Report
from zeitnot.chess.background_search import BackgroundSearch
from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.pgn import Names, keep_game, pgn_text
from zeitnot.chess.play import turn_words as words
from zeitnot.chess.play.game import Ending, Game, side
from zeitnot.chess.play.input import COMMANDS, HELP, read_move
from zeitnot.chess.play.opponent import Adviser, Opponent
from zeitnot.chess.play.picture import Picture
from zeitnot.errors import SettingError
from zeitnot.games import TICK_S, PlaySession

_ROUND_TRIP_PLIES = 2
"""Plies taken back at once: the human's move and the reply to it."""


@dataclass(slots=True, kw_only=True)
class Session(PlaySession):
    """Runs a game to its end: asks the human, runs the engine, reports moves and saves the PGN."""

    commands: ClassVar = COMMANDS
    help_lines: ClassVar[Sequence[str]] = HELP

    game: Game
    """Game with its board and clocks."""
    opponent: Opponent
    """Engine as a player."""
    human: chess.Color
    """Side of the human."""
    picture: Picture
    """Drawing of the board."""
    names: Names
    """Names and date for the PGN."""
    keep_in: Path | None = None
    """PGN file that the game is saved in."""
    number: int | None = None
    """Number of the game in that file to replace; None to add a new one."""
    resume_line: Callable[[Path, int], str] | None = None
    """Returns the command line that resumes a game of a file."""
    adviser: Adviser = field(default_factory=Adviser)
    """Adviser for hints and draw offers."""
    ponders: bool = False
    """Whether the engine ponders on the expected reply while the human is to move."""
    _report: Report | None = None
    _pondering: BackgroundSearch | None = None
    _expected: chess.Move | None = None
    _engine_turns: list[words.EngineTurn] = field(default_factory=list)

    def run(self) -> Ending:
        """Play the game; ^C and the end of input interrupt it. The moves are saved in any case."""
        game, kept = self.game, list[str]()
        try:
            self.opponent.begin_game(game)
            self._draw(passing=True)
            game.start()
            while game.ending is None:
                if game.board.turn == self.human:
                    self._human_turn()
                else:
                    self._engine_turn()
        except (EOFError, KeyboardInterrupt):
            game.end(Ending.broken_off())
        finally:
            kept = self._keep()
            self._stop_pondering()
        ending = game.ending or Ending.broken_off()
        self._draw()
        self.screen.say(f"{ending.words} ({ending.result})")
        self._say(kept)
        return ending

    def _human_turn(self) -> None:
        self._draw()
        game = self.game
        while game.ending is None and game.board.turn == self.human:
            self._ask(game.flag_fell)

    def _move(self, text: str) -> None:
        self.game.play(read_move(self.game.board, text))

    def _do_undo(self) -> None:
        if len(self.game.played) < _ROUND_TRIP_PLIES:
            self.screen.say("There is no move of yours to take back.")
            return
        self._stop_pondering()
        self.game.take_back(_ROUND_TRIP_PLIES)
        self.opponent.forget_turns(self.game)
        left = len(self.game.played)
        self._engine_turns = [turn for turn in self._engine_turns if turn.plies < left]
        self._draw()
        self.screen.say("Taken back: your last move and the answer to it.")

    def _do_hint(self) -> None:
        best = self.adviser.best(self.game.board)
        self.screen.say(f"Hint: {self.game.board.san(best.move)} (depth {best.depth})")

    def _why(self) -> Sequence[str]:
        return words.why_lines(self._engine_turns[-1]) if self._engine_turns else ()

    def _do_resign(self) -> None:
        self.game.end(Ending.won(not self.human, f"{side(self.human)} resigns"))

    def _do_draw(self) -> None:
        if self.adviser.agrees_to_draw(self.game.board):
            self.game.end(Ending.drawn("agreed"))
        else:
            self.screen.say("The engine plays on.")

    def _clocks(self) -> str:
        return words.both_clocks(self.game, self.human)

    def _do_flip(self) -> None:
        self.picture.flipped = not self.picture.flipped
        self._draw()

    def _do_pgn(self) -> None:
        self._say(pgn_text(self.game, self.names).splitlines())

    def _engine_turn(self) -> None:
        search = self._ended_pondering()  # first, because an engine runs one search at a time
        self._draw(passing=True)
        game, board = self.game, self.game.board
        move = self.opponent.book_move(game) if search is None else None
        if move is not None:
            san = words.numbered_san(board, move)
            self._engine_turns.append(words.EngineTurn(plies=len(game.played), san=san, record=None))
            if played := game.play(move):
                self.screen.say(words.book_line(san, played))
            return
        chosen = self._watched(search or self._search(self.opponent.request(game)))
        self._pondering = None
        move, record = board.parse_uci(chosen.move), chosen.record
        san, score = words.numbered_san(board, move), words.score_text(board.turn, self._report)
        self._engine_turns.append(words.EngineTurn(plies=len(game.played), san=san, record=record))
        if played := game.play(move):
            self.screen.say(words.played_line(san, played, record, score=score))
        self._say_fault(record)
        if played:
            self._ponder(chosen.ponder)

    def _search(self, request: Request) -> BackgroundSearch:
        """Search in a thread, so that clocks are updated and ^C and Enter are noticed."""
        self._report = None
        engine = self.opponent.engine
        return BackgroundSearch(engine, request, run=partial(engine.run, on_report=self._on_report))

    def _watched(self, search: BackgroundSearch) -> PlayedMove:
        try:
            planned = words.emergency_line(search.thinking), words.plan_line(search.thinking)
            self._say(filter(None, planned))
            while not search.is_done_within(TICK_S):
                self.screen.live(self._progress())
                if self.screen.hurries():
                    search.stop()
        finally:
            search.end()
        return search.result()

    def _ponder(self, expected: str) -> None:
        """Ponder on the reply expected of the human, if any."""
        request = self.opponent.ponder_request(self.game, expected) if self.ponders else None
        if request is not None:
            self._pondering = self._search(request)
            self._expected = request.board.peek()

    def _stop_pondering(self) -> None:
        search, self._pondering = self._pondering, None
        if search is not None:
            search.end()

    def _ended_pondering(self) -> BackgroundSearch | None:
        """End pondering; return the search when the expected reply came, now running on the clock."""
        search = self._pondering
        if search is not None and self.game.board.peek() == self._expected:
            search.ponder_hit()
            return search
        self._stop_pondering()
        return None

    def _on_report(self, report: Report) -> None:
        self._report = report

    def _progress(self) -> str:
        return "  ".join(filter(None, (self._clocks(), words.report_words(self.game.board, self._report))))

    def _prompt(self) -> str:
        pondering = "" if self._pondering is None else "  engine ponders"
        return f"{self._clocks() or 'your move'}{pondering} > "

    def _draw(self, *, passing: bool = False) -> None:
        self.screen.picture(self.picture.lines(self.game), passing=passing)

    def _keep(self) -> list[str]:
        """Save the game and return what to say; where that fails, show the PGN so that it is not lost."""
        if self.keep_in is None or not self.game.played:
            return []
        text = pgn_text(self.game, self.names)
        try:
            number = keep_game(self.keep_in, text, self.number)
        except SettingError as error:
            return [f"{error}\n\n{text}"]
        said = [f"Saved in {self.keep_in}"]
        if self.resume_line is not None and self.game.ending == Ending.broken_off():
            said.append(f"To go on with it: {self.resume_line(self.keep_in, number)}")
        return said
