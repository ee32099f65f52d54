"""Time use: what the participants of a match did with their time, from its turns."""

from dataclasses import dataclass

from zeitnot.lab.store import RunStore


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUse:
    """One participant in all its games, by the referee's clock."""

    participant: str
    """Name of the participant."""
    games: int
    """Games played."""
    turns: int
    """Turns taken."""
    used_s: float
    """Time of all its turns."""
    longest_turn_s: float | None
    """Length of the longest turn; None without turns."""
    least_left_s: float | None
    """Least time on its clock at the end of a game; None without games."""
    past_limit: int
    """Turns that went past their hard limit."""
    latest_s: float | None
    """Longest time past a hard limit, below 0 when none was passed; None without limits."""

    @property
    def game_s(self) -> float | None:
        """Mean time a game; None without games."""
        return self.used_s / self.games if self.games else None

    @property
    def turn_s(self) -> float | None:
        """Mean time a turn; None without turns."""
        return self.used_s / self.turns if self.turns else None


def time_use(store: RunStore) -> tuple[TimeUse, ...]:
    """Return the time use of a run, by participant in the order of its plan."""
    games = store.games()
    sums = [_Sum() for _ in store.plan.participants]
    for turn in store.turns(games):
        sums[turn.participant].add(turn.referee_s, turn.overshoot_s)
    found = []
    for number, participant in enumerate(store.plan.participants):
        left_s = [game.left_s(number) for game in games if number in (game.first, game.second)]
        found.append(sums[number].time_use(participant.name, left_s))
    return tuple(found)


@dataclass(slots=True)
class _Sum:
    """What one participant's turns add up to."""

    turns: int = 0
    used_s: float = 0.0
    longest_s: float | None = None
    past_limit: int = 0
    latest_s: float | None = None

    def add(self, used_s: float, overshoot_s: float | None) -> None:
        self.turns += 1
        self.used_s += used_s
        self.longest_s = used_s if self.longest_s is None else max(self.longest_s, used_s)
        if overshoot_s is not None:
            self.past_limit += overshoot_s > 0
            self.latest_s = overshoot_s if self.latest_s is None else max(self.latest_s, overshoot_s)

    def time_use(self, name: str, left_s: list[float]) -> TimeUse:
        return TimeUse(
            participant=name,
            games=len(left_s),
            turns=self.turns,
            used_s=self.used_s,
            longest_turn_s=self.longest_s,
            least_left_s=min(left_s, default=None),
            past_limit=self.past_limit,
            latest_s=self.latest_s,
        )
