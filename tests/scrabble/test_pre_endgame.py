"""The pre-endgame solver as players and analysts use it, on real positions in work time."""

from dataclasses import replace

import pytest

from tests.scrabble.fixtures_player import clock, knowledge, player, position_with_bag
from zeitnot._native import KeptTiles, StopControl
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import (
    Generator,
    Position,
    PreEndgameMove,
    PreEndgameSearch,
    PreEndgameState,
    RatedMove,
    SolverSettings,
    WorkRates,
    solve,
)
from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.player import PlayerSettings
from zeitnot.scrabble.turn import TurnTimer
from zeitnot.turns import Reason

NODES_A_SECOND = 1000.0
NODES = 5_000
ENDGAME = (
    "7T4K2/7R4IS1/5GLOM3FA1/7WAVEY1U1/3POI1E2FANG1/1QUARTILE4H1/8N6/3VITRIcS2D2/3O4HAY1o2/"
    "1BRING2AWA1N2/3C3AS1L1N2/3E1O1ME1DEE2/1LID1U1IS2AR2/5ZED2JUT2/5O1O2OX3 CEEPRTT/BEEINO 300/290 0"
)


def rated(position: Position, count: int) -> list[RatedMove]:
    known = knowledge()
    return list(Generator.make(known.lexicon, known.evaluation).moves(position, count))


def searched(
    position: Position, *, nodes: int, count: int = 4, kept: KeptTiles | None = None
) -> PreEndgameState:
    control = StopControl(work_per_second=NODES_A_SECOND)
    control.start(soft_s=float("inf"), hard_s=nodes / NODES_A_SECOND)
    search = PreEndgameSearch(knowledge(), table_mb=4)
    return search.run(position, rated(position, count), control, lambda _: False, kept=kept)


def test_a_search_that_is_stopped_has_candidates_with_bounds_and_the_deals_solved() -> None:
    position = position_with_bag(2, 2)
    state = searched(position, nodes=NODES)
    assert {move.rated.move for move in state.moves} == {each.move for each in rated(position, 4)}
    assert state.deals == sum(move.deals for move in state.moves) > 0
    assert state.nodes == pytest.approx(NODES, abs=32)
    for move in state.moves:
        assert 0.0 <= move.low <= move.win_chance <= move.high <= 1.0
        assert move.high - move.low == pytest.approx(1.0 - move.share)
        assert move.deals <= move.all_deals
        assert move.is_solved == (move.share == 1.0)
    assert searched(position, nodes=NODES) == state


@pytest.mark.parametrize("by_callback", [True, False])
def test_a_deal_that_takes_long_is_left_when_the_callback_or_a_soft_deadline_says_so(
    by_callback: bool,
) -> None:
    position, nodes = position_with_bag(2, 2), 4_700
    control = StopControl(work_per_second=NODES_A_SECOND)
    control.start(soft_s=float("inf") if by_callback else nodes / NODES_A_SECOND, hard_s=float("inf"))
    search = PreEndgameSearch(knowledge(), table_mb=4)
    state = search.run(
        position,
        rated(position, 4),
        control,
        lambda state: by_callback and state.nodes >= nodes,
        check_s=0.01,
    )
    assert state.nodes == control.work() == pytest.approx(nodes, abs=64)


def test_tiles_that_the_position_names_on_the_other_rack_are_there() -> None:
    position = position_with_bag(2, 2)
    known = replace(position, other_rack=position.unseen[:7])
    emptying = [each for each in rated(position, 20) if 7 - len(each.leave) >= 2][:1]
    control = StopControl(work_per_second=NODES_A_SECOND)
    control.start(soft_s=float("inf"), hard_s=0.001)
    search = PreEndgameSearch(knowledge(), table_mb=4)
    assert search.run(known, emptying, control, lambda _: False).moves[0].all_deals == 1
    assert search.run(position, emptying, control, lambda _: False).moves[0].all_deals > 1


def test_positions_with_other_bags_and_tiles_that_cannot_be_kept_are_refused() -> None:
    with pytest.raises(DataError, match="1 to 6 tiles in the bag and 7 on the rack, got 0 in the bag"):
        searched(Position.from_cgp(ENDGAME), nodes=1)
    position = position_with_bag(2, 2)
    with pytest.raises(DataError, match="tiles kept must be among the unseen ones"):
        searched(position, nodes=1, kept=KeptTiles([(bytes([26, 26, 26]), 1.0)]))


def test_the_snapshot_has_the_rivals_as_arms_of_a_simulation() -> None:
    position = position_with_bag(2, 2)
    state = searched(position, nodes=NODES)
    snapshot = state.snapshot(position, win_pts=200.0, spread_weight=0.25)
    assert len(snapshot.top) == len(state.rivals)
    assert [arm.mean_pts for arm in snapshot.top] == sorted((a.mean_pts for a in snapshot.top), reverse=True)
    assert {arm.samples for arm in snapshot.top} == {move.deals for move in state.rivals}


def solved_state(position: Position, *, time_s: float, candidates: int = 3) -> PreEndgameState | EndgameState:
    timer = TurnTimer(WorkRates(nodes_per_s=NODES_A_SECOND))
    own = SolverSettings(table_mb=4, candidates=candidates)
    return solve(position, knowledge(), timer, lambda _: None, time_s=time_s, settings=own)


def test_solve_takes_an_empty_bag_a_few_tiles_and_no_more() -> None:
    few = solved_state(position_with_bag(2, 2), time_s=1.0)
    assert isinstance(few, PreEndgameState)
    assert len(few.moves) == 3
    empty = solved_state(Position.from_cgp(ENDGAME), time_s=3.0)
    assert isinstance(empty, EndgameState)
    with pytest.raises(DataError, match="at most 6 tiles in the bag to be solved, got 9"):
        solved_state(position_with_bag(9, 2), time_s=1.0)


def test_an_endgame_is_decided_before_its_value_is_exact() -> None:
    position = Position.from_cgp(ENDGAME)
    search = EndgameSearch(knowledge(), table_mb=4)
    control = StopControl(work_per_second=NODES_A_SECOND)
    control.start(soft_s=float("inf"), hard_s=float("inf"))
    decided = search.run(position, control, lambda _: False, decides=True)
    exact = search.run(position, control, lambda _: False)
    final_pts = position.spread_pts + exact.value_pts
    assert decided.win_chance == exact.win_chance == (1.0 if final_pts > 0 else 0.0)
    lost = replace(position, scores=(200, 290))
    first = search.run(lost, control, lambda _: False, decides=True)
    assert first.win_chance == 0.0
    assert first.nodes < exact.nodes / 10
    assert (decided.is_bound, exact.is_bound) == (True, False)
    # With time for the first question alone its answer is the result.
    alone = solved_state(lost, time_s=2 * first.nodes / NODES_A_SECOND + 1)
    assert isinstance(alone, EndgameState)
    assert alone.win_chance == 0.0


def test_a_position_follows_another_by_its_tiles() -> None:
    earlier = Position.from_cgp(ENDGAME)
    later = Position.from_cgp(ENDGAME.replace("7T4K2/", "7T4K1P/").replace("CEEPRTT/BEEINO", "CEERTT/BEEINO"))
    assert later.follows(earlier)
    assert not earlier.follows(later)
    assert not earlier.follows(earlier)
    other = Position.from_cgp(ENDGAME.replace("7T4K2/", "7T4K1P/").replace("CEEPRTT/BEEINO", "BEEINO/CEERTT"))
    assert not other.follows(earlier)


def deal(rated_move: RatedMove, low: float, high: float, deals: int, *, gone: bool = False) -> PreEndgameMove:
    win = (low + high) / 2
    share = 1.0 - (high - low)
    return PreEndgameMove(
        rated=rated_move,
        low=low,
        high=high,
        win_chance=win,
        spread_pts=0.0,
        deals=deals,
        all_deals=20,
        spread_deals=0,
        share=share,
        is_eliminated=gone,
    )


def state_of(*moves: PreEndgameMove, complete: bool = False) -> PreEndgameState:
    return PreEndgameState(elapsed_s=1.0, nodes=1, deals=1, moves=moves, is_complete=complete)


def test_solved_deals_replace_the_simulated_best_when_proven_or_clearly_ahead() -> None:
    first, second = rated(position_with_bag(2, 2), 2)
    chosen = PlayerSettings(pre_endgame_deals=4).proven_or_ahead
    assert chosen(state_of(deal(second, 0.6, 0.7, 18), deal(first, 0.3, 0.5, 16)), first) is second
    assert chosen(state_of(deal(second, 0.6, 0.7, 18), deal(first, 0.6, 0.65, 19)), first) is first
    assert chosen(state_of(deal(second, 0.2, 0.9, 3), deal(first, 0.1, 0.8, 3)), first) is None
    assert (
        chosen(state_of(deal(second, 0.5, 0.5, 20), deal(first, 0.5, 0.5, 20), complete=True), first)
        is second
    )
    assert chosen(state_of(deal(second, 0.5, 0.9, 3), deal(first, 0.0, 0.4, 3, gone=True)), first) is second
    # On enough deals a clear lead is enough, without a proof.
    assert chosen(state_of(deal(second, 0.8, 0.9, 18), deal(first, 0.1, 0.85, 5)), first) is second


def test_the_player_solves_the_leading_candidates_when_told_to() -> None:
    position = position_with_bag(2, 2)
    own = {"pre_endgame": True, "pre_endgame_candidates": 3, "table_mb": 4}
    choice = player("uniform", player_settings=own).choose(position, clock=clock(600.0))
    assert choice.pre_endgame is not None
    assert choice.simulation is not None
    assert choice.solved is None
    leaders = [move.rated for move in choice.simulation.moves[:3]]
    assert {move.rated.move for move in choice.pre_endgame.moves} == {each.move for each in leaders}
    record = choice.record
    assert record.nodes == choice.pre_endgame.nodes > 0
    assert record.endgame_s > 0
    assert record.simulation_s + record.endgame_s <= record.budget.target_s + 0.2
    assert "pre-endgame: " in record.note
    wanted = PlayerSettings().proven_or_ahead(choice.pre_endgame, leaders[0]) or leaders[0]
    assert choice.chosen.move == wanted.move
    off = player("uniform").choose(position, clock=clock(600.0))
    assert off.pre_endgame is None


def test_a_game_that_is_decided_is_played_for_its_proof_when_told_to() -> None:
    position = Position.from_cgp(ENDGAME)
    own = {"decide_share": 0.9, "table_mb": 4}
    choice = player("uniform", player_settings=own).choose(position, clock=clock(600.0))
    assert choice.endgame is not None
    assert choice.record.nodes > choice.endgame.nodes
    with pytest.raises(SettingError, match="decide_share must be at least 0 and below 1"):
        PlayerSettings(decide_share=1.0)


def test_what_an_endgame_search_found_is_kept_for_the_next_turn_of_the_game() -> None:
    earlier = Position.from_cgp(ENDGAME)
    one = player("uniform", player_settings={"table_mb": 4})
    first = one.choose(earlier, clock=clock(6000.0))
    assert first.endgame is not None
    line = first.endgame.line
    board, rack, other = earlier.board, list(earlier.rack), list(earlier.unseen)
    scores = list(earlier.scores)
    for holder, move, at in ((rack, line[0], 0), (other, line[1], 1)):
        play = replace(earlier, board=board, rack=tuple(holder), other_rack=()).judge(move)
        board = board.with_tiles(play.squares)
        scores[at] += play.score_pts
        for tile in move.tiles:
            if tile:
                holder.remove(0 if tile & 0x80 else tile)
    later = replace(
        earlier, board=board, rack=tuple(rack), other_rack=tuple(other), scores=(scores[0], scores[1])
    )
    assert later.follows(earlier)
    kept = one.choose(later, clock=clock(6000.0))
    one.new_game()
    cold = one.choose(later, clock=clock(6000.0))
    assert kept.endgame is not None
    assert cold.endgame is not None
    assert cold.record.reason is Reason.SOLVED
    assert kept.endgame.value_pts == cold.endgame.value_pts
    assert kept.endgame.nodes < cold.endgame.nodes
