"""Annotated PGN: the games with verdicts as comments and glyphs, for studies and databases."""

import io

import chess
import chess.pgn

from zeitnot.clocks import clock_text
from zeitnot.review.review import GameReview, Review
from zeitnot.review.side_review import MoveReview
from zeitnot.review.verdicts import TimeVerdict

_BLUNDER, _MISTAKE, _DUBIOUS = 0.2, 0.1, 0.05
"""Expected scores from which a loss has the glyphs ??, ? and ?!."""
_ZEITNOT = {
    True: chess.pgn.NAG_WHITE_MODERATE_TIME_PRESSURE,
    False: chess.pgn.NAG_BLACK_MODERATE_TIME_PRESSURE,
}
_QUIET = (TimeVerdict.WELL_SPENT, TimeVerdict.FORCED, TimeVerdict.UNKNOWN)
"""Verdicts that are written only at moments of the game."""


def annotated_pgn(review: Review) -> str:
    """Return all games with comments; those they had, with their times, are kept."""
    return "\n".join(_annotated(game) for game in review.games)


def _annotated(review: GameReview) -> str:
    tree = chess.pgn.read_game(io.StringIO(review.game.pgn))
    if tree is None:
        return ""
    found = {each.move.ply: each for each in review.moves}
    moments = {each.move.ply for each in review.moments}
    tree.headers["Annotator"] = "zeitnot review"
    node: chess.pgn.GameNode = tree
    for move in review.game.moves:
        following = node.next()
        if following is None or following.move.uci() != move.uci:
            break
        mine = found.get(move.ply)
        if mine is not None:
            _annotate(following, mine, is_moment=move.ply in moments)
        node = following
    return f"{tree}\n"


def _annotate(node: chess.pgn.ChildNode, review: MoveReview, *, is_moment: bool) -> None:
    for bound, nag in (
        (_BLUNDER, chess.pgn.NAG_BLUNDER),
        (_MISTAKE, chess.pgn.NAG_MISTAKE),
        (_DUBIOUS, chess.pgn.NAG_DUBIOUS_MOVE),
    ):
        if review.loss >= bound:
            node.nags.add(nag)
            break
    if review.verdict is TimeVerdict.TIME_TROUBLE:
        node.nags.add(_ZEITNOT[review.move.is_white])
    if review.verdict in _QUIET and not is_moment:
        return
    used_s = review.move.time.used_s
    spent = "" if used_s is None else f" [{clock_text(used_s)}]"
    words = f"{review.verdict.value.capitalize()}{spent}: {review.words}."
    node.comment = f"{node.comment} {_plain(words)}".strip()
    if review.loss >= _DUBIOUS and review.best_san != review.move.san:
        _add_line(node, review)


def _add_line(node: chess.pgn.ChildNode, review: MoveReview) -> None:
    """Add the better line as a variation, unless the game has one that begins with it."""
    board = chess.Board(review.move.fen)
    line: list[chess.Move] = []
    for san in review.line:
        line.append(board.push_san(san))
    if line and not node.parent.has_variation(line[0]):
        node.parent.add_line(line)


def _plain(words: str) -> str:
    return words.replace("{", "(").replace("}", ")")
