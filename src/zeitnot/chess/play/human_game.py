"""ChessHumanGame: chess against the engine without a screen of its own, kept as PGN."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import chess

from zeitnot._native import Report
from zeitnot.chess.background_search import BackgroundSearch
from zeitnot.chess.engine import Engine, PlayedMove
from zeitnot.chess.pgn import Names, parse_kept, pgn_text
from zeitnot.chess.play import turn_words as words
from zeitnot.chess.play.game import Ending, Game, side
from zeitnot.chess.play.input import MENU, read_move
from zeitnot.chess.play.kept_tags import (
    BOOK_TAG,
    CLOCK_TAG,
    ENDING_TAG,
    TURN_TAG,
    kept_ending,
    kept_names,
    kept_turn_used_s,
)
from zeitnot.chess.play.opponent import Adviser, Opponent
from zeitnot.clocks import Kind, TimeControl
from zeitnot.errors import DataError
from zeitnot.games import (
    Background,
    GameView,
    GameWish,
    Hint,
    HumanGame,
    MoveView,
    PlanView,
    PlayChoice,
    SeatView,
    finished_plan,
    running_plan,
    shown_s,
)
from zeitnot.turns import TurnRecord, end_line, fault_line

BOOK = PlayChoice(name="book", label="Opening book", values=(("yes", "yes"), ("no", "no")))
"""Whether the engine plays from its book."""
CLOCKS = tuple(str(entry.control) for entry in sorted(MENU, key=lambda entry: entry.kind is not Kind.RAPID))
"""Time controls to choose from, a quiet one first."""
HASH_MB = 16
_ROUND_TRIP_PLIES = 2
_LEAST_USED_S = 0.01
"""Less than this of a turn is not kept."""
_STOPPED = "you asked for the move"


class ChessHumanGame(HumanGame):
    """A game with the built-in engine, which is started when it is first needed."""

    def __init__(self, game: Game, *, wish: GameWish, names: Names | None = None) -> None:
        """Take a game that begins or goes on; the clocks do not run yet."""
        self._game = game
        self._wish = wish
        self._human = chess.WHITE if wish.seat == 0 else chess.BLACK
        self._names = names or Names.against_engine(wish.policy, human=self._human)
        self._adviser = Adviser()
        self._manager = wish.manager()  # a policy that cannot be made is refused before the game
        self._opponent: Opponent | None = None
        self._search: BackgroundSearch | None = None
        self._report: Report | None = None
        self._plan: PlanView | None = None
        self._sans = _sans(game)

    @classmethod
    def begin(cls, wish: GameWish) -> "ChessHumanGame":
        """Begin a game from the first position."""
        BOOK.read(wish.options)
        return cls(Game(wish.control), wish=wish)

    @classmethod
    def resumed(cls, text: str) -> "ChessHumanGame":
        """Return a game as its PGN has it, finished or not."""
        kept = parse_kept(text)
        headers, human = kept.tree.headers, kept.human
        clock = headers.get(CLOCK_TAG)
        control = kept.control() if clock is None else TimeControl.parse(clock)
        if control is None:
            tag = headers.get("TimeControl", "no tag")
            raise DataError(f"a game to go on with must name its time control, got {tag}")
        wish = GameWish(
            policy=kept.policy,
            control=control,
            seat=0 if human == chess.WHITE else 1,
            options={BOOK.name: headers.get(BOOK_TAG, BOOK.values[0][0])},
        )
        game = kept.game(control)
        game.ending = game.ending or kept_ending(headers)
        game.charge(kept_turn_used_s(headers))
        return cls(game, wish=wish, names=kept_names(kept))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._game.ending is not None

    @property
    def ply(self) -> int:
        """Number of plies played."""
        return len(self._game.played)

    @property
    def is_humans_turn(self) -> bool:
        """Whether the human is to move."""
        return self._game.board.turn == self._human

    def can(self) -> list[str]:
        """Return the names of the actions that are possible now."""
        if self.is_over:
            return []
        if not self.is_humans_turn:
            return ["hurry", "resign"]
        undo = ["take_back"] if self.ply >= _ROUND_TRIP_PLIES else []
        return ["move", "hint", *undo, "draw", "resign"]

    def text(self) -> str:
        """Return the game as PGN."""
        tags = {CLOCK_TAG: str(self._game.control), BOOK_TAG: BOOK.read(self._wish.options)}
        if self._game.ending is not None:
            tags[ENDING_TAG] = self._game.ending.words
        elif self._game.turn_used_s >= _LEAST_USED_S:
            tags[TURN_TAG] = f"{self._game.turn_used_s:.2f}"
        return pgn_text(self._game, self._names, event="Game in the browser", tags=tags)

    def start_clock(self) -> None:
        """Let the clock of the side to move run, unless the game is over."""
        if not self.is_over and not self._game.is_running:
            self._game.start()

    def stop_clock(self) -> None:
        """Interrupt the turn."""
        self._game.pause()

    def flag_fell(self) -> bool:
        """Look at the clocks; return whether a flag fell, which ends the game."""
        return self._game.flag_fell()

    def play(self, text: str) -> None:
        """Make a move of the human, in SAN or UCI notation."""
        move = read_move(self._game.board, text)
        san = self._game.board.san(move)
        if self._game.play(move) is not None:
            self._sans.append(san)

    def take_back(self) -> None:
        """Take back the human's last move and the reply to it."""
        if self.ply < _ROUND_TRIP_PLIES or self.is_over or not self.is_humans_turn:
            raise DataError("There is no move of yours to take back.")
        self._game.pause()
        self._game.take_back(_ROUND_TRIP_PLIES)
        del self._sans[-_ROUND_TRIP_PLIES:]
        self._plan = None
        if self._opponent is not None:
            self._opponent.forget_turns(self._game)

    def resign(self) -> None:
        """Resign on behalf of the human."""
        self._game.end(Ending.won(not self._human, f"{side(self._human)} resigns"))

    def offer_draw(self) -> bool:
        """Offer a draw; return whether the engine accepts it."""
        agrees = self._adviser.agrees_to_draw(self._game.board)
        if agrees:
            self._game.end(Ending.drawn("agreed"))
        return agrees

    def hint(self) -> Hint:
        """Search the human's position and return the best move."""
        best = self._adviser.best(self._game.board)
        san = self._game.board.san(best.move)
        return Hint(words=f"Hint: {san} (depth {best.depth})", move=best.move.uci())

    def begin_search(self) -> Background[Any] | None:
        """Start the engine's turn; a book move is made at once."""
        opponent, game = self._ready_opponent(), self._game
        move = opponent.book_move(game)
        if move is not None:
            self._engine_moved(move, None, score="")
            return None
        self._report = None
        engine = opponent.engine
        self._search = BackgroundSearch(
            engine, opponent.request(game), run=partial(engine.run, on_report=self._on_report)
        )
        return self._search

    def end_search(self, search: Background[PlayedMove]) -> None:
        """Make the move that the search chose."""
        self._search = None
        chosen = search.result()
        if not self.is_over:
            score = words.score_text(self._game.board.turn, self._report)
            self._engine_moved(self._game.board.parse_uci(chosen.move), chosen.record, score=score)

    def live_words(self) -> str:
        """Return depth, score and line of the running search."""
        return "" if self._search is None else words.report_words(self._game.board, self._report)

    def view(self) -> GameView:
        """Return what a page shows."""
        game = self._game
        return GameView(
            game="chess",
            ply=self.ply,
            human=self._wish.seat,
            on_turn=0 if game.board.turn == chess.WHITE else 1,
            result=f"{game.ending.words} ({game.ending.result})" if game.ending else "",
            seats=(self._seat(chess.WHITE), self._seat(chess.BLACK)),
            moves=self._moves(),
            can=self.can(),
            board=self._board(),
            plan=self._plan if self._search is None else self._running_plan(self._search),
            live=self.live_words(),
        )

    def _ready_opponent(self) -> Opponent:
        if self._opponent is None:
            engine = Engine(self._manager, hash_mb=HASH_MB)
            uses_book = BOOK.read(self._wish.options) == BOOK.values[0][0]
            self._opponent = Opponent(engine=engine, uses_book=uses_book)
            self._opponent.begin_game(self._game)
        return self._opponent

    def _engine_moved(self, move: chess.Move, record: TurnRecord | None, *, score: str) -> None:
        board = self._game.board
        san, numbered = board.san(move), words.numbered_san(board, move)
        played = self._game.play(move)
        if played is None:
            return
        self._sans.append(san)
        if record is None:
            self._plan = PlanView(
                policy=self._wish.policy,
                target_s=None,
                limit_s=None,
                elapsed_s=played.used_s,
                steps=(),
                move=san,
                lines=[words.book_line(numbered, played)],
            )
            return
        found = f"depth {record.depth}, {record.nodes:,} nodes"
        lines = [words.played_line(numbered, played, record, score=score)]
        lines.append(end_line(record, found=found, caller=_STOPPED).strip())
        lines += [fault_line(record)] if record.fault else []
        self._plan = finished_plan(record, move=san, lines=lines)

    def _running_plan(self, search: BackgroundSearch) -> PlanView:
        thinking = search.thinking
        # A page shows target and limit itself; a turn without them has a depth.
        planned = words.plan_line(thinking) if math.isinf(thinking.budget.limit_s) else ""
        lines = [line for line in (planned, words.emergency_line(thinking)) if line]
        return running_plan(thinking.budget, self._wish.policy, elapsed_s=self._game.turn_used_s, lines=lines)

    def _on_report(self, report: Report) -> None:
        self._report = report

    def _seat(self, colour: chess.Color) -> SeatView:
        game, periods = self._game, self._game.periods_left(colour)
        return SeatView(
            name=self._names.white if colour == chess.WHITE else self._names.black,
            left_s=shown_s(game.left_s(colour)),
            is_running=game.is_running and game.board.turn == colour,
            note=f"x{periods}" if periods else "",
        )

    def _moves(self) -> list[MoveView]:
        first = 0 if self._game.board.root().turn == chess.WHITE else 1
        return [
            MoveView(seat=(first + number) % 2, text=san, used_s=played.used_s)
            for number, (san, played) in enumerate(zip(self._sans, self._game.played, strict=True))
        ]

    def _board(self) -> Mapping[str, Any]:
        board = self._game.board
        king = board.king(board.turn)
        last = board.peek() if board.move_stack else None
        targets: dict[str, list[str]] = {}
        if self.is_humans_turn and not self.is_over:
            for move in board.legal_moves:
                targets.setdefault(chess.square_name(move.from_square), []).append(move.uci()[2:])
        return {
            "pieces": {
                chess.square_name(square): piece.symbol() for square, piece in board.piece_map().items()
            },
            "targets": targets,
            "last": [] if last is None else [last.uci()[:2], last.uci()[2:4]],
            "check": chess.square_name(king) if king is not None and board.is_check() else "",
            "below": "white" if self._human == chess.WHITE else "black",
        }


def _sans(game: Game) -> list[str]:
    board, sans = game.board.root(), []
    for played in game.played:
        sans.append(board.san(played.move))
        board.push(played.move)
    return sans
