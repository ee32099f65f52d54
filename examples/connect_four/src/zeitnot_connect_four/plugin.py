"""Connect Four as a game of Zeitnot: what matches, data sets, replays and reports need of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from zeitnot.errors import DataError
from zeitnot.games import Fault, Game, GameOrder, MatchTerms, PositionBefore, Recorder, Table
from zeitnot.turns import TurnRecord
from zeitnot_connect_four.board import SQUARES, Board
from zeitnot_connect_four.clocked_game import SEATS, Ending
from zeitnot_connect_four.drawing import board_svg
from zeitnot_connect_four.game_text import game_text, read_game
from zeitnot_connect_four.openings import built_in_openings, check_opening, read_openings
from zeitnot_connect_four.recorder import NODES_PER_S, ConnectFourRecorder, ConnectFourRecording
from zeitnot_connect_four.table import ConnectFourTable
from zeitnot_connect_four.trace import ConnectFourTrace

BEGINNING_PLIES = 12
"""Discs up to which a game is in its beginning."""
END_PLIES = 26
"""Discs from which on the search often sees the end of the game."""


class ConnectFour(Game):
    """Connect Four, with a search in plain Python."""

    name: ClassVar[str] = "connect-four"
    title: ClassVar[str] = "Connect Four"
    like: ClassVar[str] = "chess"
    typical_turns: ClassVar[int] = SQUARES // 2 - 2
    seats: ClassVar[tuple[str, str]] = SEATS
    notation: ClassVar[str] = "columns"
    games_suffix: ClassVar[str] = ".c4"
    work_per_s: ClassVar[float] = NODES_PER_S
    slowest_work_per_s: ClassVar[float] = 5_000.0
    has_openings: ClassVar[bool] = True
    excuses_hiccups: ClassVar[bool] = True
    options: ClassVar[tuple[str, ...]] = ("margin", "hash", "openings")
    recording: ClassVar[type[Any] | None] = ConnectFourRecording
    trace: ClassVar[type[Any] | None] = ConnectFourTrace

    def table(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> Table:
        """Make a table."""
        return ConnectFourTable(terms, hiccups_file=hiccups_file)

    def check(self, terms: MatchTerms) -> None:
        """Refuse settings, of which there are none, and openings that cannot be played."""
        super().check(terms)
        for line in terms.openings:
            check_opening(line)

    def phase_of(self, record: TurnRecord) -> str:
        """Return the phase by the discs on the board."""
        return self.phases[(record.ply >= BEGINNING_PLIES) + (record.ply >= END_PLIES)]

    def openings(self, file: Path | None = None, *, plies: int | None = None) -> Sequence[str]:
        """Return the openings of a file with a line of columns in each line, or the built-in ones."""
        lines = built_in_openings() if file is None else read_openings(file)
        return tuple(line[:plies] for line in lines)

    def stalled_text(
        self, terms: MatchTerms, order: GameOrder, *, seat: int, moves: Sequence[str], words: str
    ) -> str:
        """Return the text of a game whose player never answered: its moves are known, its times are not."""
        return game_text(terms, order, moves, Ending.lost_by(seat, words, Fault.STALL))

    def position_before(
        self, terms: MatchTerms, text: str, *, place: int, move: str
    ) -> PositionBefore | None:
        """Return the columns that led to a turn, with a drawing of the board."""
        try:
            game = read_game(text)
        except DataError:
            return None
        if place >= len(game.moves) or game.moves[place] != move:
            return None
        line = game.opening + game.moves[:place]
        return PositionBefore(
            notation=line or "-", move=move, board=board_svg(Board.after(line), column=int(move) - 1)
        )

    def recorder(self, settings: ConnectFourRecording) -> Recorder:
        """Make a recorder of turns."""
        return ConnectFourRecorder(settings)
