"""ScrabbleTable: plays Scrabble games of a match, with words and tables that stay from game to game."""

import datetime
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from zeitnot.errors import DataError, EngineFaultError, SettingError
from zeitnot.games import GameOrder, MatchTerms, OnBegin, OnPlan, OnTurn, PlayedGame, Side, fault_notes
from zeitnot.models import make_manager
from zeitnot.scrabble import gcg
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.challenges import ChallengeRule
from zeitnot.scrabble.clocked_game import ClockedGame, ClockedResult
from zeitnot.scrabble.knowledge import Knowledge, read_knowledge, read_rules
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import OnBuild
from zeitnot.scrabble.line_player import START_S, LinePlayer
from zeitnot.scrabble.player import Player, PlayerSettings
from zeitnot.scrabble.rules import check_deal
from zeitnot.scrabble.table import seed_of
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import NO_CONNECTION, PlayedTurn

_COUNTS = ("plies", "candidates")
_WHOLE = re.compile(r"[0-9]{1,9}")
_OTHER_NAMES = {"language": "distribution", "board": "layout"}
"""Settings under the names of the commands."""
_NO_FILES = ("none", "rough")
"""Names of leaves that are not files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabblePlan:
    """Settings that only a match of Scrabble has."""

    lexicon: str | None = None
    """A KWG file; None: the built-in words."""
    leaves: str | None = None
    """A KLV2 file, `none` or `rough`; None: built in."""
    distribution: str | None = None
    """A language or a letter distribution; None: English."""
    layout: str | None = None
    """A board by its name or its file; None: the standard one."""
    plies: int | None = None
    """Turns that a sample plays on; None: as the player has it."""
    candidates: int | None = None
    """Moves that are simulated; None: as the player has it."""
    wins: str | None = None
    """A table of win probabilities; None: built in."""
    challenge: str | None = None
    """Challenge rule; None: `void`, words are checked before a play stands."""

    @classmethod
    def of(cls, settings: Sequence[tuple[str, str]]) -> Self:
        """Read the settings of a match; a SettingError names one that does not exist."""
        settings = [(_OTHER_NAMES.get(name, name), text) for name, text in settings]
        values: dict[str, Any] = dict(settings)
        known = [each.name for each in fields(cls)]
        for name, text in settings:
            if name not in known:
                raise SettingError(f"settings of Scrabble must be {', '.join(known)}, got {name!r}")
            if name in _COUNTS:
                if not _WHOLE.fullmatch(text) or not int(text):
                    raise SettingError(f"{name} must be a whole number, 1 or more, got {text!r}")
                values[name] = int(text)
            if name == "challenge":
                values[name] = ChallengeRule.parse(text).value
        return cls(**values)

    @property
    def rule(self) -> ChallengeRule:
        """Challenge rule of the games."""
        return ChallengeRule(self.challenge or ChallengeRule.VOID)

    def from_the_root(self) -> Self:
        """Return the same with whole paths: a run may be resumed from another folder."""
        named = {
            name: getattr(self, name) for name in ("lexicon", "leaves", "distribution", "layout", "wins")
        }
        whole: dict[str, Any] = {
            name: str(Path(path).resolve())
            for name, path in named.items()
            if path is not None and path not in _NO_FILES and not _is_named(name, path)
        }
        return replace(self, **whole)

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """The same as settings of a match: what differs from the defaults."""
        values = ((each.name, getattr(self, each.name)) for each in fields(self))
        return tuple((name, str(value)) for name, value in values if value is not None)


class ScrabbleTable:
    """One game at a time; a pair has the same tiles, and the seats swapped."""

    def __init__(self, terms: MatchTerms) -> None:
        """Open words and tables."""
        self._terms = terms
        plan = ScrabblePlan.of(terms.settings)
        self._rule = plan.rule
        self._programs: dict[int, LinePlayer] = {}
        self._knowledge = opened_knowledge(plan)
        self._settings = PlayerSettings.of(
            threads=terms.threads, plies=plan.plies, candidates=plan.candidates
        )
        self._rates = None if terms.work_per_s is None else WorkRates.at(terms.work_per_s)

    def close(self) -> None:
        """End the other programs."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()

    def play(
        self,
        order: GameOrder,
        on_turn: OnTurn | None = None,
        on_begin: OnBegin | None = None,
        on_plan: OnPlan | None = None,
    ) -> PlayedGame:
        """Play one game."""
        began, began_s = datetime.datetime.now(datetime.UTC), time.perf_counter()
        names = [self._terms.participants[side].name for side in order.sides]
        players = self._side(order.sides[0]), self._side(order.sides[1])
        for seat, player in enumerate(players):
            if isinstance(player, Player):
                player.manager.on_plan = None if on_plan is None else partial(on_plan, seat)
        game = ClockedGame(
            players,
            self._terms.control_of(order.sides[0]),
            second=self._terms.control_of(order.sides[1]),
            seed=seed_of(self._terms.seed, order.opening),
            nicks=(_nick(names[0]), _nick(names[1])),
            rule=self._rule,
        )

        def told(_: object, turn: PlayedTurn, __: object) -> None:
            if on_turn is not None:
                on_turn(turn, game.left_s)

        if on_begin is not None:
            on_begin(0)
        result = game.play(told)
        scores = result.scores
        return PlayedGame(
            number=order.number,
            half_points=1 + (scores[0] > scores[1]) - (scores[0] < scores[1]),
            words=_words(names, result),
            fault=result.fault,
            fault_seat=result.forfeited,
            scores_pts=scores,
            turns=result.turns,
            left_s=result.remaining_s,
            notes=fault_notes([turn.record for turn in result.turns]),
            text=gcg.text(result.record),
            began=began.isoformat(timespec="seconds"),
            took_s=time.perf_counter() - began_s,
        )

    def _side(self, number: int) -> Player | LinePlayer:
        if self._terms.participants[number].side is Side.BUILT_IN:
            return self._player(number)
        if number not in self._programs:
            self._programs[number] = program_of(self._terms, number, self._knowledge)
        return self._programs[number]

    def _player(self, number: int) -> Player:
        participant = self._terms.participants[number]
        overhead = None if self._terms.work_per_s is None else NO_CONNECTION
        manager = make_manager(participant.policy, dict(participant.settings), overhead=overhead)
        return Player(manager, self._knowledge, settings=self._settings, rates=self._rates)


def program_of(terms: MatchTerms, number: int, knowledge: Knowledge) -> LinePlayer:
    """Return the program of a participant, not yet started."""
    participant = terms.participants[number]
    return LinePlayer(
        participant.command,
        name=participant.name,
        knowledge=knowledge,
        options=dict(participant.options),
        stall_s=terms.rules.stall_s,
        start_s=START_S,
    )


def check_programs(terms: MatchTerms) -> list[str]:
    """Start every other program of a match once; return the names that they give themselves, line by line."""
    others = [number for number, each in enumerate(terms.participants) if each.side is Side.OWN_CLOCK]
    if not others:
        return []
    knowledge, notes = opened_knowledge(ScrabblePlan.of(terms.settings)), []
    for number in others:
        program = program_of(terms, number, knowledge)
        try:
            program.start()
            notes.append(f"{terms.participants[number].name} is {program.own_name or 'a nameless program'}")
        except EngineFaultError as error:
            raise DataError(str(error)) from error
        finally:
            program.close()
    return notes


def opened_knowledge(plan: ScrabblePlan, on_build: OnBuild | None = None) -> Knowledge:
    """Open what the plan names."""
    distribution, layout = read_tiles(plan)
    check_deal(distribution)
    return read_knowledge(
        distribution=distribution,
        layout=layout,
        lexicon=_path(plan.lexicon),
        leaves=plan.leaves,
        wins=_path(plan.wins),
        on_build=on_build,
    )[1]


def read_tiles(plan: ScrabblePlan) -> tuple[LetterDistribution, Layout]:
    """Read the tiles and the squares that the plan names."""
    return read_rules(_path(plan.distribution), _path(plan.layout))


def _is_named(setting: str, text: str) -> bool:
    """Return whether a setting names what the package has, and not a file."""
    return (setting == "distribution" and LetterDistribution.named(text) is not None) or (
        setting == "layout" and Layout.named(text) is not None
    )


def _words(names: list[str], result: ClockedResult) -> str:
    scores = result.scores
    if result.forfeited is not None:
        return result.fault_words or f"{names[result.forfeited]} is out of time"
    penalties = result.penalties_pts
    over = "".join(f", {names[seat]} pays {pts} for time" for seat, pts in enumerate(penalties) if pts)
    if scores[0] == scores[1]:
        return f"Draw: {scores[0]} all{over}"
    winner = 0 if scores[0] > scores[1] else 1
    return f"{names[winner]} wins {scores[winner]} to {scores[1 - winner]}{over}"


def _nick(name: str) -> str:
    """Make a name that GCG takes: one word, and no colon."""
    return name.replace(":", "_").replace(" ", "_")


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
