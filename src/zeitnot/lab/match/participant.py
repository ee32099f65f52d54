"""Participant: who plays in a match, as people write it."""

import difflib
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

from zeitnot.chess.proxy.engine_process import resolved_command
from zeitnot.errors import SettingError
from zeitnot.models import load_plug_in, make_policy
from zeitnot.policies import built_in_names, parse_pairs, policy_hooks, policy_names

BUILT_IN = "zeitnot"
"""Names the built-in engine before a `+`."""

_OPTION = "option."
_FORMS = "POLICY[:KEY=VALUE,...], ENGINE+POLICY[:...] or ENGINE[:option.NAME=VALUE,...]"


class GameKind(Enum):
    """What is played."""

    CHESS = "chess"
    SCRABBLE = "scrabble"


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
    def parse(cls, text: str, game: GameKind = GameKind.CHESS) -> Self:
        """Read an entry such as `argo`, `magpie:alpha=0.2`, `stockfish+textbook`, `stockfish`.

        What is wrong with it is reported at once: an engine that is missing, a parameter that does not exist.
        """
        head, _, tail = text.strip().partition(":")
        engine, plus, policy = (word.strip() for word in head.partition("+"))
        if not engine or (plus and not policy):
            raise SettingError(f"a participant must be {_FORMS}, got {text!r}")
        settings, options = _read_tail(tail, text)
        if not plus and engine in policy_names() and not _means_engine(engine, game):
            engine, policy = BUILT_IN, engine
        side = Side.BUILT_IN if engine == BUILT_IN else Side.WRAPPED if policy else Side.OWN_CLOCK
        if side is Side.BUILT_IN and not policy:
            raise SettingError(f"the built-in engine must have a policy, {BUILT_IN}+NAME, got {text!r}")
        if side is not Side.BUILT_IN and game is not GameKind.CHESS:
            able = ", ".join(able_names(game))
            raise SettingError(f"a participant of {game.value} must be one of {able}, got {text!r}")
        if side is Side.OWN_CLOCK and settings:
            raise SettingError(
                f"an engine with its own clock has options alone, such as option.Hash=16, got {text!r}"
            )
        command = () if side is Side.BUILT_IN else _engine_command(engine, text)
        participant = cls(
            name=text.strip(),
            side=side,
            policy=policy,
            settings=tuple(settings.items()),
            command=command,
            options=tuple(options.items()),
        )
        participant._check(game)
        return participant

    def with_settings(self, settings: Mapping[str, str]) -> Self:
        """Add settings from elsewhere; what was written with the participant wins."""
        return replace(self, settings=tuple({**settings, **dict(self.settings)}.items()))

    def _check(self, game: GameKind) -> None:
        if not self.policy:
            return
        make_policy(self.policy, dict(self.settings))
        # Every policy can watch a chess search; a simulation is foreign to those made for chess.
        if game is GameKind.SCRABBLE and not plays(self.policy, game):
            able = ", ".join(able_names(game))
            raise SettingError(f"a policy for {game.value} must be one of {able}, got {self.policy!r}")

    @property
    def in_work_time(self) -> bool:
        """Whether its time can be counted in work: other engines are only timed by the wall."""
        return self.side is Side.BUILT_IN


def plays(policy: str, game: GameKind) -> bool:
    """Return whether a policy is for a game; one that says nothing is for every game."""
    return policy_hooks(policy).plays(game.value)


def able_names(game: GameKind) -> list[str]:
    """Return the names of the built-in policies for a game; plug-ins would have to be imported to know."""
    return [name for name in built_in_names() if plays(name, game)]


def _engine_command(engine: str, text: str) -> tuple[str, ...]:
    try:
        return tuple(resolved_command(shlex.split(engine)))
    except (SettingError, ValueError) as error:
        near = difflib.get_close_matches(engine, policy_names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f" ({', '.join(policy_names())})"
        raise SettingError(
            f"a participant must be {_FORMS}, got {text!r}: {engine!r} is no policy{hint}, and {error}"
        ) from error


def _means_engine(name: str, game: GameKind) -> bool:
    if game is not GameKind.CHESS:
        return False
    load_plug_in(name)  # within bounds: it may hang
    return policy_hooks(name).named_after_engine


def _read_tail(tail: str, text: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    pairs = parse_pairs(tail, of=text)
    options = {key.removeprefix(_OPTION): value for key, value in pairs.items() if key.startswith(_OPTION)}
    return {key: value for key, value in pairs.items() if not key.startswith(_OPTION)}, options
