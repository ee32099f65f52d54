"""Mergen: kinds, phases, complexity and emergency, with the figures of its document."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.chess.features import features_of
from zeitnot.clocks import ClockReading, Kind
from zeitnot.errors import SettingError
from zeitnot.policies import plain_policy
from zeitnot.policies.mergen import Mergen
from zeitnot.turns import (
    ChessFeatures,
    Features,
    ScrabbleFeatures,
    Turn,
)

START = ChessFeatures(move_number=1, legal_moves=20, pieces=32)
"""The starting position: no captures, no checks."""


def turn_with(
    remaining_s: float,
    increment_s: float = 0.0,
    *,
    features: Features | None = START,
    initial_s: float | None = None,
    moves_to_go: int | None = None,
    free_s: float = 0.0,
) -> Turn:
    return Turn(
        clock=ClockReading(
            remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go, free_s=free_s
        ),
        initial_s=initial_s,
        features=features,
    )


def step(turn: Turn, name: str, policy: Mergen | None = None) -> float:
    steps = (policy or Mergen()).plan(turn).target.steps
    return next((s.figure for s in steps if s.name == name), 1.0)


@pytest.mark.source("G1.kinds", "G1.factors")
@pytest.mark.parametrize(
    ("initial_s", "factor"),
    [(179.0, 0.7), (180.0, 0.9), (599.0, 0.9), (600.0, 1.0), (3599.0, 1.0), (3600.0, 1.2)],
)
def test_kind_of_game_follows_from_the_clock_it_began_with(initial_s: float, factor: float) -> None:
    assert step(turn_with(100.0, initial_s=initial_s), "kind of game") == factor
    assert step(turn_with(initial_s), "kind of game") == factor


@pytest.mark.source("G1.named")
def test_kind_can_be_named_outright() -> None:
    assert step(turn_with(1800.0), "kind of game", Mergen(kind=Kind.CLASSICAL)) == 1.2
    policy = plain_policy("mergen", {"preset": "classical"})
    assert policy == Mergen(kind=Kind.CLASSICAL) == plain_policy("mergen", {"kind": "classical"})


@pytest.mark.source("G2.opening", "G2.middlegame", "G2.endgame", "G4.opening", "G4.middlegame", "G4.endgame")
@pytest.mark.parametrize(
    ("move_number", "pieces", "phase", "moves_left"),
    [
        (1, 32, ("opening", 0.7), 40),
        (10, 30, ("opening", 0.7), 35),
        (11, 30, ("middlegame", 1.2), 30),
        (23, 20, ("middlegame", 1.2), 25),
        (35, 10, ("middlegame", 1.2), 20),
        (60, 10, ("middlegame", 1.2), 20),
        (35, 9, ("endgame", 1.0), 20),
        (60, 2, ("endgame", 1.0), 10),
        (5, 4, ("endgame", 1.0), 20 - 10 * 5 / 7),
    ],
)
def test_phase_and_moves_left_follow_from_move_number_and_pieces(
    move_number: int, pieces: int, phase: tuple[str, float], moves_left: float
) -> None:
    features = ChessFeatures(move_number=move_number, pieces=pieces)
    *found, found_left = Mergen().phase(features)
    assert tuple(found) == phase
    assert found_left == pytest.approx(moves_left)
    assert step(turn_with(180.0, features=features), "even share") == pytest.approx(1 / moves_left)


@pytest.mark.source("G3.mobility", "G3.material", "G3.check", "G3.captures", "G3.tactics", "G3.factor")
@pytest.mark.parametrize(
    ("features", "complexity"),
    [
        (START, 0.46),  # 0.4 x 20 / 50 + 0.3
        (ChessFeatures(legal_moves=60, pieces=32), 0.7),
        (ChessFeatures(legal_moves=25, pieces=16), 0.35),
        (ChessFeatures(legal_moves=25, pieces=16, captures=2), 0.45),
        (ChessFeatures(legal_moves=25, pieces=16, captures=9), 0.55),
        (ChessFeatures(legal_moves=5, pieces=16, in_check=True), 0.49),
        (ChessFeatures(legal_moves=5, pieces=16, in_check=True, captures=4), 0.49),
        (ChessFeatures(legal_moves=50, pieces=32, in_check=True), 1.0),
        (ChessFeatures(legal_moves=0, pieces=0), 0.0),
    ],
)
def test_complexity_weighs_mobility_material_and_tactics(features: ChessFeatures, complexity: float) -> None:
    assert Mergen().complexity(features) == pytest.approx(complexity)
    factor = step(turn_with(180.0, features=features), "complexity")
    assert factor == pytest.approx(0.8 + 0.4 * complexity)


@pytest.mark.source("G3.examples")
@pytest.mark.parametrize(
    ("features", "about"),
    [
        (ChessFeatures(legal_moves=34, pieces=26, captures=0), 0.5),
        (ChessFeatures(legal_moves=45, pieces=28, captures=5), 0.8),
    ],
)
def test_complexity_of_quiet_and_sharp_positions_is_what_the_document_says(
    features: ChessFeatures, about: float
) -> None:
    assert Mergen().complexity(features) == pytest.approx(about, abs=0.05)


def position(move_number: int, complexity: float, *, pieces: int) -> ChessFeatures:
    """Return features with this complexity: material and tactics are fixed, mobility makes up the rest."""
    in_check = complexity > 0.7
    rest = complexity - 0.3 * pieces / 32 - (0.3 if in_check else 0.05)
    return ChessFeatures(
        move_number=move_number,
        legal_moves=round(rest / 0.4 * 50),
        pieces=pieces,
        captures=0 if in_check else 1,
        in_check=in_check,
    )


TABLES = [
    # base, increment, move, pieces, complexity, time, remaining after it; one row per move of the document
    (600, 5, 1, 16, 0.3, 1.5, 603.5),
    (600, 5, 10, 28, 0.5, 2.0, 590),
    (600, 5, 20, 24, 0.8, 6.5, 525),
    (600, 5, 30, 18, 0.6, 4.0, 440),
    (600, 5, 40, 9, 0.3, 2.5, 370),
    (180, 2, 1, 16, 0.3, 0.8, 181.2),
    (180, 2, 15, 26, 0.9, 3.2, 160),
    (180, 2, 25, 20, 0.6, 2.0, 130),
    (180, 2, 35, 9, 0.4, 1.2, 105),
]


@pytest.mark.source("G5.tables")
@pytest.mark.parametrize("row", TABLES)
def test_preset_tables_gives_the_times_of_the_documents_tables(row: tuple[float, ...]) -> None:
    base_s, increment_s, move, pieces, complexity, time_s, after_s = row
    features = position(int(move), complexity, pieces=int(pieces))
    turn = turn_with(after_s + time_s - increment_s, increment_s, features=features, initial_s=base_s)
    budget = plain_policy("mergen", {"preset": "tables"}).plan(turn)
    assert Mergen().complexity(features) == pytest.approx(complexity, abs=0.01)
    assert budget.target_s == pytest.approx(time_s, rel=0.15)
    assert budget.limit_s == pytest.approx(2.5 * budget.target_s)
    assert Mergen().plan(turn).target_s > 1.9 * time_s  # what the formula gives


@pytest.mark.source("G7.share")
def test_preset_tables_has_three_tenths_of_a_second_in_an_emergency() -> None:
    budget = plain_policy("mergen", {"preset": "tables"}).plan(turn_with(8.0, 2.0, initial_s=180.0))
    assert budget.target_s == pytest.approx(0.3)


@pytest.mark.source("G3.pawn")
def test_king_and_pawn_against_king_is_0_2_by_the_document_and_0_1_by_its_formula() -> None:
    features = features_of(chess.Board("8/8/4k3/8/4K3/4P3/8/8 w - - 0 60"))
    tables = plain_policy("mergen", {"preset": "tables"})
    assert isinstance(tables, Mergen)
    assert tables.complexity(features) == pytest.approx(0.2)
    assert Mergen().complexity(features) < 0.1


@pytest.mark.source("G5.session", "G6.maximum")
def test_preset_session_gives_all_times_of_the_example_session() -> None:
    policy = plain_policy("mergen", {"preset": "session"})
    complex_ = position(15, 0.8, pieces=28)
    for turn, target, maximum in (
        (turn_with(180.0, 2.0, initial_s=180.0), "2.8", "7.0"),
        (turn_with(167.8, 2.0, initial_s=180.0, features=complex_), "4.5", "11.2"),
        (turn_with(8.0, 2.0, initial_s=180.0), "0.8", "1.2"),
    ):
        budget = policy.plan(turn)
        assert (f"{budget.target_s:.1f}", f"{budget.limit_s:.1f}") == (target, maximum)


@pytest.mark.source("G5.first_move", "G5.buffer", "G5.increment", "G6.target")
def test_first_move_of_three_plus_two_gets_2_8_and_at_most_7_seconds() -> None:
    budget = Mergen().plan(turn_with(180.0, 2.0, initial_s=180.0))
    assert budget.target_s == pytest.approx((180 * 0.8 / 40 + 0.9) * 0.9 * 0.7 * 0.984)
    assert f"{budget.target_s:.1f}" == "2.8"
    assert f"{budget.limit_s:.1f}" == "7.0"
    assert budget.settings.maximum_depth is None


@pytest.mark.source("G5.per_move")
@pytest.mark.parametrize(
    ("policy", "turn", "about_s"),
    [
        (Mergen(), turn_with(600.0, 5.0), 10.0),
        (Mergen(kind=Kind.CLASSICAL), turn_with(1800.0), 30.0),
        (
            Mergen(),
            turn_with(50.0, initial_s=60.0, features=ChessFeatures(move_number=20, pieces=26)),
            1.0,
        ),
    ],
)
def test_times_per_move_are_near_those_the_document_rounds(
    policy: Mergen, turn: Turn, about_s: float
) -> None:
    assert policy.plan(turn).target_s == pytest.approx(about_s, rel=0.35)


@pytest.mark.source("G5.even")
def test_rules_that_tell_the_moves_to_go_come_before_the_estimate() -> None:
    budget = Mergen().plan(turn_with(600.0, moves_to_go=20))
    assert budget.target_s == pytest.approx(600 * 0.8 / 20 * 1.0 * 0.7 * 0.984)


@pytest.mark.source("G6.maximum", "G6.quarter")
def test_maximum_is_two_and_a_half_targets_and_never_a_quarter_of_the_clock() -> None:
    plain = Mergen().plan(turn_with(600.0))
    assert plain.limit_s == pytest.approx(2.5 * plain.target_s)
    short = Mergen().plan(turn_with(20.0, 10.0))
    assert short.limit_s == pytest.approx(5.0)


@pytest.mark.source("G7.share")
def test_emergency_takes_a_tenth_of_the_clock_and_at_most_15_percent() -> None:
    budget = Mergen().plan(turn_with(8.0, 2.0, initial_s=180.0))
    assert budget.target_s == pytest.approx(0.8)
    assert budget.limit_s == pytest.approx(1.2)
    assert budget.target.steps[0].name == "emergency share"


@pytest.mark.source("G7.threshold", "G11.threshold")
def test_emergency_begins_below_its_threshold() -> None:
    def begins_with(remaining_s: float, policy: Mergen) -> str:
        return policy.plan(turn_with(remaining_s)).target.steps[0].name

    assert begins_with(10.0, Mergen()) == "clock"
    assert begins_with(9.99, Mergen()) == "emergency share"
    assert begins_with(14.9, Mergen(emergency_threshold_s=15.0)) == "emergency share"
    assert Mergen(emergency_threshold_s=15.0).plan(turn_with(14.9)).target_s == pytest.approx(1.49)


@pytest.mark.source("G8.infinite", "G8.fixed_depth")
@pytest.mark.parametrize(("kind", "maximum_depth"), [("infinite", None), ("fixed_depth", 5)])
def test_infinite_and_fixed_depth_do_not_ration_the_clock(kind: str, maximum_depth: int | None) -> None:
    policy = plain_policy("mergen", {"kind": kind})
    for remaining_s in (600.0, 5.0):
        budget = policy.plan(turn_with(remaining_s))
        assert budget.target_s == budget.limit_s == remaining_s
        assert budget.settings.maximum_depth == maximum_depth


@pytest.mark.source("G11.share")
@pytest.mark.parametrize("features", [None, ScrabbleFeatures()])
def test_share_per_move_is_used_when_nothing_tells_the_moves_to_come(features: Features | None) -> None:
    turn = turn_with(600.0, 5.0, features=features)
    assert Mergen().plan(turn).target_s == pytest.approx(600 * 0.04 + 5 * 0.45)


@pytest.mark.source("G11.share")
def test_share_per_move_scales_every_move() -> None:
    turn = turn_with(600.0)
    assert Mergen(share_per_move=0.03).plan(turn).target_s == pytest.approx(
        0.75 * Mergen().plan(turn).target_s
    )


@pytest.mark.source("G11.bounds")
def test_target_stays_between_one_and_fifteen_percent_of_the_clock() -> None:
    assert Mergen().plan(turn_with(100.0, moves_to_go=200)).target_s == pytest.approx(1.0)
    assert Mergen().plan(turn_with(100.0, moves_to_go=1)).target_s == pytest.approx(15.0)
    assert Mergen(largest_share=0.2).plan(turn_with(100.0, moves_to_go=1)).target_s == pytest.approx(20.0)


def test_presets_for_spending_less_and_more_are_named() -> None:
    less, usual, more = (
        plain_policy("mergen", settings).plan(turn_with(600.0)).target_s
        for settings in ({"preset": "spend-less"}, {}, {"preset": "spend-more"})
    )
    assert less < usual < more


@given(
    remaining_s=st.floats(-100, 1e9),
    increment_s=st.floats(0, 1e4),
    moves_to_go=st.none() | st.integers(0, 300),
    features=st.none() | st.builds(ChessFeatures, pieces=st.integers(0, 40), move_number=st.integers(0, 500)),
)
def test_budget_fits_the_clock(
    remaining_s: float, increment_s: float, moves_to_go: int | None, features: ChessFeatures | None
) -> None:
    turn = turn_with(remaining_s, increment_s, moves_to_go=moves_to_go, features=features)
    budget = Mergen().plan(turn)
    assert 0 <= budget.target_s <= budget.limit_s <= turn.clock.bearable_s


@pytest.mark.source("G13.pressure")
def test_time_pressure_shortens_below_a_part_of_the_first_clock() -> None:
    policy = Mergen(pressure_share=0.25)
    assert step(turn_with(44.0, initial_s=180.0), "time pressure", policy) == 0.8
    assert step(turn_with(45.0, initial_s=180.0), "time pressure", policy) == 1.0
    assert step(turn_with(11.0, initial_s=180.0), "time pressure") == 1.0


@pytest.mark.source("G13.lines")
def test_several_lines_get_more_time() -> None:
    turn = turn_with(600.0)
    assert Mergen().plan(replace(turn, lines=3)).target_s == pytest.approx(2 * Mergen().plan(turn).target_s)


def test_parameter_out_of_range_is_refused() -> None:
    with pytest.raises(SettingError, match="buffer_share"):
        Mergen(buffer_share=1.1)
    with pytest.raises(SettingError, match="kind must be one of bullet"):
        plain_policy("mergen", {"kind": "lightning"})
