"""Chess: the engine and its UCI server, the book, play at the terminal, features for policies."""

from zeitnot.chess.board_drawing import drawn_board as drawn_board
from zeitnot.chess.book import (
    BookRules as BookRules,
    make_book as make_book,
    open_book as open_book,
    packed_book as packed_book,
)
from zeitnot.chess.engine import Engine as Engine
from zeitnot.chess.features import (
    board_of_fen as board_of_fen,
    chess_phase as chess_phase,
    features_of as features_of,
)
from zeitnot.chess.fixed_searches import (
    FixedSearch as FixedSearch,
    search_fixed_positions as search_fixed_positions,
)
from zeitnot.chess.openings import (
    Opening as Opening,
    OpeningMaker as OpeningMaker,
    OpeningRules as OpeningRules,
    pgn_games as pgn_games,
)
from zeitnot.chess.play import (
    Game as Game,
    KeptGame as KeptGame,
    MenuEntry as MenuEntry,
    Names as Names,
    Opponent as Opponent,
    Picture as Picture,
    PlainScreen as PlainScreen,
    Session as Session,
    TerminalScreen as TerminalScreen,
    choose_control as choose_control,
    mode_line as mode_line,
    read_kept as read_kept,
)
from zeitnot.chess.play.picture import (
    ASCII as ASCII,
    COLOURED as COLOURED,
    UNICODE as UNICODE,
    BoardStyle as BoardStyle,
)
from zeitnot.games import resolved_command as resolved_command
from zeitnot.chess.proxy.own_clock import engine_name as engine_name
from zeitnot.chess.proxy.session import ClockOrders as ClockOrders, serve_proxy as serve_proxy
from zeitnot.chess.recording.game_turns import (
    JudgedTurn as JudgedTurn,
    GameTurn as GameTurn,
    TurnRecorder as TurnRecorder,
)
from zeitnot.chess.recording.recorder import (
    EARLIER_TURNS as EARLIER_TURNS,
    ChessRecording as ChessRecording,
    ChessTrace as ChessTrace,
    engine_facts as engine_facts,
)
from zeitnot.chess.score_curve import ScoreCurve as ScoreCurve
from zeitnot.chess.self_play import (
    DEFAULT_GAMES as DEFAULT_GAMES,
    GameSettings as GameSettings,
    RemotePlayer as RemotePlayer,
    load_native as load_native,
    play_game as play_game,
    player_of as player_of,
    random_opening as random_opening,
)
from zeitnot.chess.simulated import SimulatedChess as SimulatedChess
from zeitnot.chess.timed_pgn import board_before as board_before
from zeitnot.chess.uci.options import OptionTable as OptionTable
from zeitnot.chess.uci.session import serve as serve
from zeitnot.chess.uci.settings import (
    MOST_THREADS as MOST_THREADS,
    EngineSettings as EngineSettings,
    largest_hash_mb as largest_hash_mb,
)
