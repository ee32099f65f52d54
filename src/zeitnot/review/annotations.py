"""Annotations: the games with verdicts as comments, in the format that they came in."""

from zeitnot.clocks import clock_text
from zeitnot.games import MoveComment
from zeitnot.review.move_review import MoveReview
from zeitnot.review.review import GameReview, Review
from zeitnot.review.verdicts import TimeVerdict

_QUIET = (TimeVerdict.WELL_SPENT, TimeVerdict.FORCED, TimeVerdict.UNKNOWN, TimeVerdict.NOT_JUDGED)
"""Verdicts that are written only at moments of the game."""


def annotated_games(review: Review) -> str:
    """Return all games with comments: PGN or GCG. Comments that they had, with their times, are kept."""
    reviewer = review.reviewer
    return "\n".join(reviewer.annotated(each.game, _comments(each)) for each in review.games)


def _comments(review: GameReview) -> dict[int, MoveComment]:
    moments = {each.move.ply for each in review.moments}
    return {each.move.ply: _comment(each, is_moment=each.move.ply in moments) for each in review.moves}


def _comment(review: MoveReview, *, is_moment: bool) -> MoveComment:
    used_s = review.move.time.used_s
    spent = "" if used_s is None else f" [{clock_text(used_s)}]"
    is_quiet = review.verdict in _QUIET and not is_moment
    return MoveComment(
        words="" if is_quiet else f"{review.verdict.value.capitalize()}{spent}: {review.words}.",
        loss=review.loss,
        in_trouble=review.verdict is TimeVerdict.TIME_TROUBLE,
        line=review.line if review.best != review.move.text else (),
    )
