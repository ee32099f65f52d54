"""Participant: who plays in a match, as people write it."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.models import load_plug_in, make_policy
from zeitnot.policies import parse_pairs, policy_hooks, policy_names

if TYPE_CHECKING:
    from zeitnot.games.game import Game

BUILT_IN = "zeitnot"
"""Names the built-in engine before a `+`."""

_OPTION = "option."
_FORMS = "POLICY[:KEY=VALUE,...], ENGINE+POLICY[:...] or ENGINE[:option.NAME=VALUE,...]"
_OWN_WORDS = ("name", "clock", "movetime", "nodes", "depth")
"""Keys of a participant itself; all others are settings of its policy."""
LONGEST_NAME = 200
"""Characters of a participant's own name: more fit into no table."""
MOST_NODES = 2**63 - 1
"""Largest limits that UCI engines and the native search take."""
DEEPEST = 1_000


class Side(Enum):
    """What a participant is."""

    BUILT_IN = "built in"
    """A policy on the built-in engine."""
    WRAPPED = "wrapped"
    """Another engine under a policy."""
    OWN_CLOCK = "own clock"
    """Another engine that manages its own time."""
    ELSEWHERE = "elsewhere"
    """A player of games that were played elsewhere and imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """One entry of a match; plain texts, so that it travels between processes and into files."""

    name: str
    """The name in all tables: the participant as the user wrote it, or the name that it was given."""
    side: Side
    """Kind of participant."""
    policy: str = ""
    """Name of the policy; empty with an own clock."""
    settings: tuple[tuple[str, str], ...] = ()
    """Parameters of the policy that differ from the defaults."""
    command: tuple[str, ...] = ()
    """Words that start the engine; none for the built-in one."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the engine, as UCI names them."""
    control: str = ""
    """Its own clock, for time odds; empty: the clock of the match."""
    nodes: int | None = None
    """Most nodes of each of its searches; None: as the match has it."""
    depth: int | None = None
    """Deepest that it searches; None: as the match has it."""
    written: str = ""
    """The participant as the user wrote it, where it has a name of its own."""

    @property
    def text(self) -> str:
        """The participant as the user wrote it."""
        return self.written or self.name

    @classmethod
    def parse(cls, text: str, game: str = "chess") -> Self:
        """Read an entry such as `argo`, `magpie:alpha=0.2`, `stockfish+textbook`, `stockfish`.

        What is wrong with it is reported at once: an engine that is missing, a parameter that does not exist.
        """
        from zeitnot.games.registry import find_game  # games know participants

        played = find_game(game)
        head, _, tail = text.strip().partition(":")
        engine, plus, policy = (word.strip() for word in head.partition("+"))
        if not engine or (plus and not policy):
            raise SettingError(f"a participant must be {_FORMS}, got {text!r}")
        own, settings, options = _read_tail(tail, text)
        if not plus and engine in policy_names() and not _means_engine(engine, played):
            engine, policy = BUILT_IN, engine
        side = Side.BUILT_IN if engine == BUILT_IN else Side.WRAPPED if policy else Side.OWN_CLOCK
        if side is Side.BUILT_IN and not policy:
            raise SettingError(f"the built-in engine must have a policy, {BUILT_IN}+NAME, got {text!r}")
        able = {Side.WRAPPED: played.wraps_engines, Side.OWN_CLOCK: played.plays_engines}
        if not able.get(side, True):
            others = ", or a program on its own clock" if played.plays_engines else ""
            policies = ", ".join(played.policies())
            raise SettingError(f"a participant of {game} must be one of {policies}{others}, got {text!r}")
        if side is Side.OWN_CLOCK and settings:
            raise SettingError(
                f"an engine with its own clock has options alone, such as option.Hash=16, got {text!r}"
            )
        command = () if side is Side.BUILT_IN else _engine_command(engine, text, played)
        name = own.pop("name", "")
        participant = cls(
            name=_checked_name(name, text) if name else text.strip(),
            written=text.strip() if name else "",
            **_read_limits(own, text),
            side=side,
            policy=policy,
            settings=tuple(settings.items()),
            command=command,
            options=tuple(options.items()),
        )
        participant._check(played)
        return participant

    def with_settings(self, settings: Mapping[str, str]) -> Self:
        """Add settings from elsewhere; what was written with the participant wins."""
        return replace(self, settings=tuple({**settings, **dict(self.settings)}.items()))

    def _check(self, game: "Game") -> None:
        if not self.policy:
            return
        make_policy(self.policy, dict(self.settings))
        game.check_policy(self.policy)


def _engine_command(engine: str, text: str, game: "Game") -> tuple[str, ...]:
    try:
        return game.engine_command(engine)
    except SettingError as error:
        near = difflib.get_close_matches(engine, policy_names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f" ({', '.join(policy_names())})"
        raise SettingError(
            f"a participant must be {_FORMS}, got {text!r}: {engine!r} is no policy{hint}, and {error}"
        ) from error


def _means_engine(name: str, game: "Game") -> bool:
    if not game.plays_engines or not game.suits(name):
        return False
    load_plug_in(name)  # within bounds: it may hang
    return policy_hooks(name).named_after_engine


def _read_tail(tail: str, text: str) -> tuple[dict[str, str], Mapping[str, str], Mapping[str, str]]:
    """Return the words of the participant itself, the settings of its policy, and the engine's options."""
    pairs = parse_pairs(tail, of=text)
    own = {key: pairs.pop(key) for key in _OWN_WORDS if key in pairs}
    options = {key.removeprefix(_OPTION): value for key, value in pairs.items() if key.startswith(_OPTION)}
    return own, {key: value for key, value in pairs.items() if not key.startswith(_OPTION)}, options


def _checked_name(name: str, text: str) -> str:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise SettingError(
            f"a participant's name must be printable and have at most {LONGEST_NAME} characters, got {text!r}"
        )
    return name


def _read_limits(own: Mapping[str, str], text: str) -> dict[str, Any]:
    """Read the clock and the limits that a participant has for itself."""
    if "clock" in own and "movetime" in own:
        raise SettingError(f"a participant must have clock= or movetime=, not both, got {text!r}")
    control = own.get("clock", "")
    if "movetime" in own:
        control = move_time_control(own["movetime"], what=f"movetime= of {text!r}")
    if control:
        TimeControl.parse(control)
    return {
        "control": control,
        "nodes": _read_count(own, "nodes", MOST_NODES, text),
        "depth": _read_count(own, "depth", DEEPEST, text),
    }


def move_time_control(seconds: str, *, what: str) -> str:
    """Return the control of a fixed time for every move, from its seconds as text."""
    try:
        return str(TimeControl(move_time_s=float(seconds)))
    except (ValueError, SettingError) as error:
        raise SettingError(f"{what} must be seconds for each move, above 0, got {seconds!r}") from error


def _read_count(own: Mapping[str, str], key: str, most: int, text: str) -> int | None:
    if key not in own:
        return None
    word = own[key]
    if not (
        word.isdecimal() and word.isascii() and len(word) < len(str(MOST_NODES)) and 1 <= int(word) <= most
    ):
        raise SettingError(f"{key}= must be a whole number from 1 to {most}, got {word!r} in {text!r}")
    return int(word)
