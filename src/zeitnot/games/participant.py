"""Participant: who plays in a match, as people write it."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from zeitnot.errors import SettingError
from zeitnot.models import load_plug_in, make_policy
from zeitnot.policies import parse_pairs, policy_hooks, policy_names

if TYPE_CHECKING:
    from zeitnot.games.game import Game

BUILT_IN = "zeitnot"
"""Names the built-in engine before a `+`."""

_OPTION = "option."
_FORMS = "POLICY[:KEY=VALUE,...], ENGINE+POLICY[:...] or ENGINE[:option.NAME=VALUE,...]"


class Side(Enum):
    """What a participant is."""

    BUILT_IN = "built in"
    """A policy on the built-in engine."""
    WRAPPED = "wrapped"
    """Another engine under a policy."""
    OWN_CLOCK = "own clock"
    """Another engine that manages its own time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """One entry of a match; plain texts, so that it travels between processes and into files."""

    name: str
    """The participant as the user wrote it."""
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
        settings, options = _read_tail(tail, text)
        if not plus and engine in policy_names() and not _means_engine(engine, played):
            engine, policy = BUILT_IN, engine
        side = Side.BUILT_IN if engine == BUILT_IN else Side.WRAPPED if policy else Side.OWN_CLOCK
        if side is Side.BUILT_IN and not policy:
            raise SettingError(f"the built-in engine must have a policy, {BUILT_IN}+NAME, got {text!r}")
        if side is not Side.BUILT_IN and not played.plays_engines:
            able = ", ".join(played.policies())
            raise SettingError(f"a participant of {game} must be one of {able}, got {text!r}")
        if side is Side.OWN_CLOCK and settings:
            raise SettingError(
                f"an engine with its own clock has options alone, such as option.Hash=16, got {text!r}"
            )
        command = () if side is Side.BUILT_IN else _engine_command(engine, text, played)
        participant = cls(
            name=text.strip(),
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

    @property
    def in_work_time(self) -> bool:
        """Whether its time can be counted in work: other engines are only timed by the wall."""
        return self.side is Side.BUILT_IN


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
    if not game.plays_engines:
        return False
    load_plug_in(name)  # within bounds: it may hang
    return policy_hooks(name).named_after_engine


def _read_tail(tail: str, text: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    pairs = parse_pairs(tail, of=text)
    options = {key.removeprefix(_OPTION): value for key, value in pairs.items() if key.startswith(_OPTION)}
    return {key: value for key, value in pairs.items() if not key.startswith(_OPTION)}, options
