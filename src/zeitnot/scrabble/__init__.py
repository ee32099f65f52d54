"""Scrabble: letters, board and rules; positions (CGP), games (GCG), lexicons, and moves with their equity."""

from zeitnot.scrabble.board import Board, Layout, Premium
from zeitnot.scrabble.evaluation import StaticEvaluation, read_leaves
from zeitnot.scrabble.events import Ending, Event, EventKind, GameState
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.generation import Generator, RatedMove, generate
from zeitnot.scrabble.letters import Alphabet, LetterDistribution
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import IsWord, Play, judge
from zeitnot.scrabble.win_table import WinTable

__all__ = [
    "Alphabet",
    "Board",
    "Ending",
    "Event",
    "EventKind",
    "Game",
    "GameRecord",
    "GameState",
    "Generator",
    "IsWord",
    "Layout",
    "LetterDistribution",
    "Lexicon",
    "Move",
    "MoveKind",
    "Play",
    "Position",
    "Premium",
    "RatedMove",
    "StaticEvaluation",
    "WinTable",
    "generate",
    "judge",
    "read_leaves",
]
