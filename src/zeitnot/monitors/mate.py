"""Whether a mate was found."""

from dataclasses import dataclass

from zeitnot.turns import GO_ON, Iteration, Progress, Reason, Verdict

_MATE = Verdict(reason=Reason.MATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MateFound:
    """Stops when a mate for either side is so certain that further search changes nothing."""

    within_moves: int = 5
    """A mate in at most this many moves ends the search at any depth; from the ArGO document."""
    horizon_plies: int = 5
    """A longer mate ends the search once it is this many plies deeper than the mate; from the ArGO
    document."""

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth."""
        if not isinstance(progress, Iteration) or progress.mate_in is None:
            return GO_ON
        moves = abs(progress.mate_in)
        plies = 2 * moves - (progress.mate_in > 0)
        if moves <= self.within_moves or plies <= progress.depth - self.horizon_plies:
            return _MATE
        return GO_ON
