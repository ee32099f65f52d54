"""Is a mate found?"""

from dataclasses import dataclass

from zeitnot.turns import GO_ON, Iteration, Progress, Reason, Verdict

_MATE = Verdict(reason=Reason.MATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MateFound:
    """Stops when a mate for either side is certain enough that thinking on changes nothing."""

    within_moves: int = 5
    """A mate in so many moves or fewer ends the search at any depth; from the ArGO document."""
    horizon_plies: int = 5
    """A longer mate ends it once the search is so many plies deeper than the mate; from the ArGO document."""

    def observe(self, progress: Progress) -> Verdict:
        """Look at a finished depth."""
        if not isinstance(progress, Iteration) or progress.mate_in is None:
            return GO_ON
        moves = abs(progress.mate_in)
        plies = 2 * moves - (progress.mate_in > 0)
        if moves <= self.within_moves or plies <= progress.depth - self.horizon_plies:
            return _MATE
        return GO_ON
