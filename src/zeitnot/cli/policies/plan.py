"""`zeitnot plan`: what a policy grants one turn, and why."""

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.clock_options import reading_of
from zeitnot.cli.completion import policy_words
from zeitnot.cli.numbers import read_number, read_whole
from zeitnot.cli.policy_settings import POLICY_FORM, ConfigOption, PolicySettings, PresetOption, SetOption
from zeitnot.cli.printable import tell
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.clocks import TimeControl
    from zeitnot.turns import Budget, Features, Thinking, TimeManager

_CLOCK = "The clock"
_POSITION = "The position"


def plan(  # noqa: PLR0917 (typer passes options by name)
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            "-p",
            metavar=POLICY_FORM,
            autocompletion=policy_words,
            help="Who plans; `zeitnot policies` lists them.",
        ),
    ],
    clock: Annotated[
        str,
        typer.Option(
            "--clock",
            "-c",
            metavar="CONTROL",
            help="The time control: 3:00+2, 40/90:00+30, '25:00 -10/min', '10:00 byo 5x30' ...",
            rich_help_panel=_CLOCK,
        ),
    ],
    remaining: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Time left: 180, 3:00, 2m30s. Default: all of it.", rich_help_panel=_CLOCK
        ),
    ] = None,
    moves_to_go: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Moves to the next control. Default: by the rules.", rich_help_panel=_CLOCK
        ),
    ] = None,
    opponent: Annotated[
        str | None, typer.Option(metavar="TIME", help="The opponent's time left.", rich_help_panel=_CLOCK)
    ] = None,
    ply: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Half moves played. Default: as the FEN says, else 0.",
            rich_help_panel=_POSITION,
        ),
    ] = None,
    fen: Annotated[
        str | None,
        typer.Option(
            metavar="FEN", help="The position, in chess. Default: the first.", rich_help_panel=_POSITION
        ),
    ] = None,
    bag: Annotated[
        str | None,
        typer.Option(metavar="TILES", help="Tiles in the bag. Default: all.", rich_help_panel=_POSITION),
    ] = None,
    gap: Annotated[
        str | None,
        typer.Option(
            metavar="POINTS", help="Equity of the best move less the second's.", rich_help_panel=_POSITION
        ),
    ] = None,
    competitive: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="Moves within two points of the best.", rich_help_panel=_POSITION),
    ] = None,
    spread: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help="Own score less the opponent's.", rich_help_panel=_POSITION),
    ] = None,
    preset: PresetOption = None,
    config: ConfigOption = None,
    settings: SetOption = None,
    json_form: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Show the time that a policy grants one turn, with every step that led there.

    \b
    [bold]Examples[/bold]
    zeitnot plan --policy neurofish --clock 3:00+2 --moves-to-go 40
    zeitnot plan -p mergen:emergency_share=0.2 -c 3+2 --remaining 8
    zeitnot plan -p magpie -c "25:00 -10/min" --remaining 12:30 --bag 40 --json
    """
    from zeitnot.clocks import TimeControl
    from zeitnot.models import make_manager

    control = TimeControl.parse(clock)
    chosen = PolicySettings(config=config, preset=preset, words=settings or ())
    name, own = chosen.read(policy)
    manager = make_manager(name, own)
    given_ply = read_whole(ply, option="--ply")
    features, position_ply = _features(fen=fen, bag=bag, gap=gap, competitive=competitive, spread=spread)
    if features is None:
        features = _first_position(name, given_ply or 0)
    for note in chosen.unknown_variables():
        tell(f"zeitnot: {note}")
    thinking = _begin(
        manager,
        control,
        remaining=remaining,
        moves_to_go=read_whole(moves_to_go, option="--moves-to-go"),
        opponent=opponent,
        ply=position_ply if given_ply is None else given_ply,
        features=features,
    )
    said, file = _said(manager, thinking), chosen.file_for(name)
    if json_form:
        form = _json_form(policy, control, thinking, said)
        print(json.dumps({**form, "settings_file": file and str(file)}, indent=2))
        return
    from zeitnot.cli.console import output
    from zeitnot.cli.policies.plan_table import show_plan

    show_plan(output(), policy=policy, control=control, thinking=thinking, said=said)
    if file is not None:
        output().print(f"[dim]settings from {file}[/dim]")


def _begin(
    manager: "TimeManager",
    control: "TimeControl",
    *,
    remaining: str | None,
    moves_to_go: int | None,
    opponent: str | None,
    ply: int,
    features: "Features | None",
) -> "Thinking":
    from zeitnot.turns import Limits

    if not control.has_clock:
        for option, value in (
            ("--remaining", remaining),
            ("--moves-to-go", moves_to_go),
            ("--opponent", opponent),
        ):
            if value is not None:
                raise SettingError(f"{option} needs a clock that runs, such as 3:00+2, got {str(control)!r}")
        unlimited = control.depth is None and control.move_time_s is None
        limits = Limits(depth=control.depth, move_time_s=control.move_time_s, infinite=unlimited)
        return manager.begin(limits=limits, ply=ply, features=features)
    own = reading_of(control, remaining, option="--remaining")
    if moves_to_go is not None:
        own = replace(own, moves_to_go=moves_to_go)
    manager.new_game(initial_s=reading_of(control, None, option="--clock").remaining_s)
    return manager.begin(
        clock=own,
        opponent=None if opponent is None else reading_of(control, opponent, option="--opponent"),
        ply=ply,
        features=features,
        wall_time=False,
    )


def _features(
    *, fen: str | None, bag: str | None, gap: str | None, competitive: str | None, spread: str | None
) -> "tuple[Features | None, int]":
    """Make the features that the options describe, and tell the half moves played."""
    from zeitnot.turns import ScrabbleFeatures

    scrabble = {"--bag": bag, "--gap": gap, "--competitive": competitive, "--spread": spread}
    given = [option for option, value in scrabble.items() if value is not None]
    if fen is not None:
        if given:
            raise SettingError(f"a position is one of chess (--fen) or of Scrabble, got --fen and {given[0]}")
        from zeitnot.chess import board_of_fen, features_of

        board = board_of_fen(fen)
        return features_of(board), board.ply()
    if not given:
        return None, 0
    tiles = read_whole(bag, option="--bag")
    features = ScrabbleFeatures(
        bag_tiles=ScrabbleFeatures().bag_tiles if tiles is None else tiles,
        score_difference_pts=read_number(spread, option="--spread") or 0.0,
        gap_pts=read_number(gap, option="--gap"),
        competitive_moves=read_whole(competitive, option="--competitive"),
    )
    return features, 0


def _first_position(policy: str, ply: int) -> "Features":
    """Make up for a position that is not given: the first one of the policy's game, at the ply given."""
    from zeitnot.policies import policy_hooks
    from zeitnot.turns import ScrabbleFeatures

    if policy_hooks(policy).games == ("scrabble",):
        return ScrabbleFeatures()
    import chess

    from zeitnot.chess import features_of

    return replace(features_of(chess.Board()), move_number=ply // 2 + 1)


def _said(manager: "TimeManager", thinking: "Thinking") -> "Budget":
    """Ask again for the plan before the guard; policies are pure, so the answer is the same."""
    turn = thinking.turn
    if math.isinf(turn.clock.remaining_s) or not turn.limits.clock_rules:
        return thinking.budget
    if thinking.planner is manager.fallback:
        return manager.fallback.plan(turn)
    return manager.ask(lambda: manager.policy.plan(turn), patience_s=manager.patience.hang_s)


def _json_form(policy: str, control: "TimeControl", thinking: "Thinking", said: "Budget") -> dict[str, Any]:
    from zeitnot.turns import to_json_form

    return {
        "policy": policy,
        "clock": str(control),
        "target_s": to_json_form(thinking.budget.target_s),
        "limit_s": to_json_form(thinking.budget.limit_s),
        "budget": to_json_form(thinking.budget),
        "before_guard": {"target_s": to_json_form(said.target_s), "limit_s": to_json_form(said.limit_s)},
        "fault": thinking.fault,
        "turn": to_json_form(thinking.turn),
    }
