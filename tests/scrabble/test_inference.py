"""Inference: what the opponent kept, against every rack gone through in plain Python, and in real games."""

import math
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_lexicons import tiny
from tests.scrabble.fixtures_player import clock, knowledge, player
from tests.scrabble.plain_inference import Seen
from tests.scrabble.plain_rollout import PlainMove
from tests.scrabble.simulation_cases import Case
from zeitnot._native import RACKS_IN_A_SAMPLE, Inference, KeptTiles, ScrabbleMoveKind, StopControl
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.scrabble import (
    Game,
    InferenceSettings,
    InferredRack,
    Move,
    ObservedPlay,
    Position,
    PreEndgameSearch,
    PreEndgameState,
    RackInference,
    observed_play,
)
from zeitnot.scrabble.board import Board
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.scrabble.moves import RACK_SIZE, MoveKind
from zeitnot.scrabble.simulation import SimulationState, Simulator

LIKELIHOOD: dict[str, Any] = {"temperature_pts": 20.0, "floor": 0.05}
BY_CHANCE: dict[str, Any] = {"temperature_pts": 20.0, "floor": 1.0}
INFERS: dict[str, Any] = {"inference_share": 0.2, "inference_least_racks": 1}


def started(work_per_second: float = 0.0, hard_s: float = math.inf) -> StopControl:
    control = StopControl(work_per_second=work_per_second)
    control.start(soft_s=math.inf, hard_s=hard_s)
    return control


def entries(kept: KeptTiles | None) -> dict[bytes, float]:
    assert kept is not None
    return dict(kept.entries())


def placements(seen: Seen, *, kept: int) -> list[PlainMove]:
    """Return the best and a worse placement that keep so many tiles."""
    moves = [PlainMove.of(move) for move in seen.moves() if move.tiles_played == RACK_SIZE - kept]
    return [move for move in moves if move.kind == 2][::3][:2]


@pytest.mark.parametrize("plays", [0, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_all_racks_have_the_weights_that_plain_python_gives_them(seed: int, plays: int) -> None:
    seen = Seen.make(seed, unseen=12, letters=3, plays=plays)
    said = 0
    for move in (*placements(seen, kept=3), *placements(seen, kept=5)):
        report = seen.native(move)
        assert report.complete
        exact = seen.weights(move, **LIKELIHOOD)
        assert entries(report.kept(**LIKELIHOOD)) == pytest.approx(exact, rel=1e-9)
        said += exact != pytest.approx(seen.weights(move, **BY_CHANCE), rel=0.1)
    assert said, "some move must say something"


def test_an_exchange_may_have_kept_any_good_tiles_of_its_number() -> None:
    seen = Seen.make(3, unseen=14, letters=2)
    exchange = next(PlainMove.of(move) for move in seen.moves() if PlainMove.of(move).is_exchange)
    report = seen.native(exchange)
    assert report.complete
    exact = seen.weights(exchange, **LIKELIHOOD)
    assert entries(report.kept(**LIKELIHOOD)) == pytest.approx(exact, rel=1e-9)
    assert {len(kept) for kept in exact} == {RACK_SIZE - len(exchange.gone)}


def test_after_an_exchange_the_rack_is_filled_from_what_did_not_go_back() -> None:
    seen = Seen.make(3, unseen=14, letters=2)
    exchange = next(
        move for move in map(PlainMove.of, seen.moves()) if move.is_exchange and len(move.gone) == 4
    )
    kept = seen.native(exchange).kept(**LIKELIHOOD)
    assert kept is not None
    ratios = kept.ratios(bytes(Counter(seen.unseen)[tile] for tile in range(27)))
    drawn = Counter(bytes(sorted(each)) for each in combinations(seen.unseen, RACK_SIZE))
    exact: Counter[bytes] = Counter()
    for (rack, left), weight in seen.chances(exchange, **LIKELIHOOD).items():
        bag = sorted((Counter(seen.unseen) - Counter(rack)).elements())
        fillings = list(combinations(bag, len(exchange.gone)))
        for each in fillings:
            exact[bytes(sorted((*left, *each)))] += weight / len(fillings)  # type: ignore[assignment]
    for rack, ways in drawn.items():
        chance = ratios.mean_in(rack) * ways / drawn.total()
        assert chance == pytest.approx(exact[rack], rel=1e-9, abs=1e-15)


def test_a_pass_speaks_for_racks_that_can_do_nothing() -> None:
    seen = Seen.make(2, unseen=11, letters=3)
    nothing = PlainMove(0, 0)
    exact = seen.weights(nothing, **LIKELIHOOD)
    assert entries(seen.native(nothing).kept(**LIKELIHOOD)) == pytest.approx(exact, rel=1e-9)


def test_racks_drawn_at_random_come_to_the_same_weights() -> None:
    seen = Seen.make(1, unseen=12, letters=3)
    move = placements(seen, kept=5)[0]
    exact = seen.weights(move, **LIKELIHOOD)
    draws, runs = len(exact) - 1, 400
    sums: Counter[bytes] = Counter()
    for seed in range(runs):
        report = seen.native(move, most_racks=draws, seed=seed)
        assert report.draws == draws > report.racks
        assert 1 < report.effective_draws(**LIKELIHOOD) < draws
        for kept, weight in entries(report.kept(**LIKELIHOOD)).items():
            sums[kept] += weight / runs  # type: ignore[assignment]
    chance = seen.weights(move, **BY_CHANCE)
    assert apart(sums, exact) < 0.04
    assert apart(chance, exact) > 0.1


def apart(some: Mapping[bytes, float], others: Mapping[bytes, float]) -> float:
    """Return the part of the chances that differs."""
    return sum(abs(some.get(kept, 0.0) - weight) for kept, weight in others.items()) / 2


@cache
def turns() -> tuple[tuple[Position, ObservedPlay], ...]:
    """Return turns of a real game, each with the opponent's move before it."""
    game = finished_game().game
    found = []
    for index in range(1, len(game.events)):
        position = game.position(index)
        play = observed_play(game, game.states[index].on_turn, index)
        if play is not None and position.rack and position.bag_count and play.kept_count:
            found.append((position, play))
    return tuple(found)


def inference(**settings: float) -> RackInference:
    return RackInference(knowledge=knowledge(), settings=InferenceSettings(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("most_racks", [100, 2000])
def test_tiles_kept_are_always_among_the_unseen_ones(most_racks: int) -> None:
    for position, play in turns():
        found = inference(most_racks=most_racks).run(position, play, started(10_000.0, 0.02))
        assert found is not None
        unseen = Counter(position.unseen)
        listed = found.kept.entries()
        assert math.fsum(weight for _, weight in listed) == pytest.approx(1.0)
        for tiles, _ in islice(listed, 500):
            assert len(tiles) == play.kept_count
            assert not Counter(tiles) - unseen
        assert all(0 <= odds.chance <= 1 + 1e-9 for odds in found.tiles())


def test_racks_looked_at_before_a_stop_stand_for_the_others() -> None:
    seen = Seen.make(1, unseen=12, letters=3)
    move = placements(seen, kept=5)[0]
    exact, chance = seen.weights(move, **LIKELIHOOD), seen.weights(move, **BY_CHANCE)
    runs, done = 400, len(exact) // 3 // RACKS_IN_A_SAMPLE
    sums: Counter[bytes] = Counter()
    for seed in range(runs):
        control = started(1000.0, (done + 0.5) / 1000.0)
        report = seen.native(move, control, seed=seed)
        assert (report.racks, report.draws) == (done * RACKS_IN_A_SAMPLE, 0)
        assert control.work() == done
        assert not report.complete
        assert 0 < report.covered < 1
        assert 1 <= report.effective_draws(**LIKELIHOOD) <= report.racks
        for kept, weight in entries(report.kept(**LIKELIHOOD)).items():
            sums[kept] += weight / runs  # type: ignore[assignment]
    assert apart(sums, exact) < 0.05
    assert apart(chance, exact) > 0.1


def test_a_stop_leaves_a_sound_part_of_the_answer() -> None:
    position, play = next(turn for turn in turns() if turn[1].kept_count == 3)
    control = started(1000.0, 0.1)
    found = inference().run(position, play, control)
    assert found is not None
    assert len(found.kept) == found.racks == 100 * RACKS_IN_A_SAMPLE < found.possible
    assert control.work() == 100
    assert not found.is_complete
    assert found.racks / found.possible < found.covered < 1
    whole = inference().run(position, play, started())
    assert whole is not None
    assert whole.is_complete
    assert whole.racks == whole.possible == found.possible
    assert whole.covered == pytest.approx(1.0)
    assert whole.effective_draws == 0.0


def test_without_time_nothing_is_inferred() -> None:
    position, play = turns()[0]
    assert inference().run(position, play, started(1000.0, 0.0)) is None
    control = started()
    control.stop()
    assert inference().run(position, play, control) is None


def test_a_long_list_of_racks_is_left_when_time_is_up() -> None:
    known = knowledge()
    inference = Inference(known.dictionary, known.evaluation.native)
    began_s = time.thread_time()
    report = inference.run(
        bytes(225),
        started(hard_s=0.001),
        unseen=bytes(known.lexicon.distribution.counts),
        bag=80,
        kind=ScrabbleMoveKind.PLACE,
        placed=b"\5",
        most_racks=1_000_000,
    )
    # Processor time, whatever else the machine does: the whole list takes several times as long.
    assert time.thread_time() - began_s < 0.03
    assert report.possible > 300_000
    assert not report.complete


@pytest.mark.parametrize("most_racks", [150, 30_000])
def test_threads_and_a_second_run_change_nothing_in_work_time(most_racks: int) -> None:
    position, play = next(turn for turn in turns() if turn[1].kept_count in {3, 4})
    found = [
        inference(most_racks=most_racks, threads=threads).run(
            position, play, started(1000.0, 0.15), seed=seed
        )
        for threads, seed in ((1, 3), (3, 3), (1, 4))
    ]
    one, three, other = (entries(None if each is None else each.kept) for each in found)
    assert one == three
    assert one != other


def test_few_effective_draws_are_not_used() -> None:
    position, play = next(turn for turn in turns() if turn[1].kept_count >= 3)
    found = inference(most_racks=20).run(position, play, started())
    assert found is not None
    assert not inference().is_enough(found)
    assert inference(least_effective=1).is_enough(found)
    listed = inference().run(*next(turn for turn in turns() if turn[1].kept_count == 2), started())
    assert listed is not None
    assert inference().is_enough(listed)


def test_an_earlier_turn_makes_racks_likelier_that_may_hold_what_was_kept_then() -> None:
    seen = Seen.make(1, unseen=12, letters=3)
    first = placements(seen, kept=5)[0]
    before = entries(seen.native(first).kept(**LIKELIHOOD))
    after = Counter(seen.unseen) - Counter(first.gone)
    letters = len(seen.world.oracle.distribution.counts)
    drawn = Counter(bytes(sorted(each)) for each in combinations(sorted(after.elements()), 5))
    ratios = KeptTiles(list(before.items())).ratios(bytes(after[tile] for tile in range(letters)))

    def plain(rack: bytes) -> float:
        parts = [bytes(each) for each in combinations(sorted(rack), 5)]
        return sum(before[each] * drawn.total() / drawn[each] for each in parts) / len(parts)

    racks = {bytes(sorted(each)) for each in combinations(after.elements(), RACK_SIZE)}
    assert len(racks) > 3
    for rack in racks:
        assert ratios.mean_in(rack) == pytest.approx(plain(rack), rel=1e-9)
    # Of a later move, every rack's weight is multiplied by that, to the power of the decay.
    later = placements(seen, kept=4)[0]
    report = replace(seen, unseen=bytes(sorted(after.elements()))).native(later)
    alone = entries(report.kept(**LIKELIHOOD))
    both = entries(report.kept(**LIKELIHOOD, earlier=ratios, decay=0.5))
    raw = {kept: weight * plain(kept + later.gone) ** 0.5 for kept, weight in alone.items()}
    assert both == pytest.approx({kept: weight / sum(raw.values()) for kept, weight in raw.items()}, rel=1e-9)
    assert both != pytest.approx(alone, rel=0.01)
    assert entries(report.kept(**LIKELIHOOD, earlier=ratios, decay=0.0)) == pytest.approx(alone)


def test_only_a_listed_turn_of_the_same_game_counts_as_an_earlier_one() -> None:
    listed = [turn for turn in turns() if turn[1].kept_count in {2, 3}]
    position, play = listed[0]
    found = inference().run(position, play, started())
    assert found is not None
    assert found.ratios_for(listed[-1][1]) is not None
    blank_board = replace(play, position=replace(play.position, board=Board.empty()))
    elsewhere = found.ratios_for(blank_board)
    assert (elsewhere is None) is not play.position.board.is_empty
    sampled = inference(most_racks=20).run(position, play, started())
    assert sampled is not None
    assert sampled.ratios_for(listed[-1][1]) is None


def test_the_opponent_who_plays_at_sight_is_seen_through() -> None:
    record = finished_game(2, lambda _, moves: moves[0])
    gain, count = 0.0, 0
    for index in range(1, len(record.game.events)):
        position, event = record.game.position(index), record.game.events[index - 1]
        play = observed_play(record.game, record.game.states[index].on_turn, index)
        if play is None or not position.rack or not position.bag_count or not 1 <= play.kept_count <= 3:
            continue
        found = inference(temperature_pts=3.0).run(position, play, started())
        assert found is not None
        really = tuple((Counter(event.rack) - Counter(play.placed)).elements())
        gain, count = gain + math.log(found.leave(really).ratio), count + 1
    assert count >= 5
    assert gain / count > 0.3


def test_odds_add_up_and_are_even_where_a_move_says_nothing() -> None:
    position, play = next(turn for turn in turns() if turn[1].kept_count in {1, 2})
    found = inference(floor=1.0).run(position, play, started())
    assert found is not None
    assert math.fsum(odds.chance for odds in found.leaves(100_000)) == pytest.approx(1.0)
    assert math.fsum(odds.drawn_chance for odds in found.leaves(100_000)) == pytest.approx(1.0)
    # Racks that hold a placed letter again count once, however many tiles of it they could have placed.
    others = [odds for odds in found.leaves(100_000) if not set(odds.tiles) & set(play.placed)]
    assert len({round(odds.ratio, 9) for odds in others}) == 1
    tiles = found.tiles()
    assert [odds.tiles for odds in tiles] == [(tile,) for tile in sorted(set(position.unseen))]
    if play.kept_count == 1:
        assert math.fsum(odds.chance for odds in tiles) == pytest.approx(1.0)


def test_settings_out_of_range_are_refused() -> None:
    for name, value in (("temperature_pts", 0.0), ("floor", 1.5), ("most_racks", 0), ("threads", 0)):
        with pytest.raises(SettingError, match=f"{name} must be"):
            InferenceSettings(**{name: value})  # type: ignore[arg-type]


def test_an_observed_play_never_holds_what_was_not_seen() -> None:
    position, _ = turns()[0]
    with pytest.raises(SettingError, match="without racks"):
        ObservedPlay(position=position, move=Move.pass_turn())
    with pytest.raises(SettingError, match="the number of its tiles"):
        ObservedPlay(position=replace(position, rack=()), move=Move.exchange([1, 2]))


def test_the_last_turn_is_observed_without_the_rack_and_the_tiles_exchanged() -> None:
    game = Game.new().play(Move.exchange([5, 6]), rack=(1, 2, 3, 4, 5, 6, 7))
    play = observed_play(game, 1)
    assert play is not None
    assert (play.position.rack, play.move.tiles, play.move.count, play.kept_count) == ((), (), 2, 5)
    assert observed_play(game, 0) is None, "an own turn says nothing"
    assert observed_play(Game.new(), 0) is None
    assert observed_play(game, 1, 0) is None
    hook = Move.place(row=7, column=7, across=True, tiles=(1, 2))
    placed = Game.new().play(hook, rack=(1, 2, 3, 4, 5, 6, 7))
    seen = observed_play(placed, 1)
    assert seen is not None
    assert (seen.placed, seen.kept_count, seen.score_pts) == ((1, 2), 5, placed.events[0].points)
    assert observed_play(placed.challenge_bonus(5), 1) == seen
    assert observed_play(placed.withdraw(), 1) is None


def with_rack(case: Case, rack: list[int]) -> float:
    """Return the equity of the first candidate, one ply deep, if the opponent has this rack."""
    rest = list((Counter(case.known.unseen) - Counter(rack)).elements())
    move = PlainMove.of(case.moves[0])
    return case.plain(1).sample(case.known, move, rack + rest, lambda bound: bound - 1).equity_pts


@pytest.mark.parametrize("unseen", [8, 9, 11])
def test_a_simulation_deals_what_was_kept_and_fills_up_from_the_rest(unseen: int) -> None:
    case = Case.make(tiny(), seed=3, unseen=unseen, plays=3, arms=1)
    tiles = list(case.known.unseen)
    racks = tiles[1:8], tiles[:7]
    means = [with_rack(case, rack) for rack in racks]
    for rack, mean in zip(racks, means, strict=True):
        report = case.run(50, plies=1, kept=KeptTiles([(bytes(rack), 1.0)]))
        assert report.arms[0].equity_mean == pytest.approx(mean, abs=1e-3)
        assert report.arms[0].equity_variance == pytest.approx(0.0, abs=1e-6)
    both = KeptTiles([(bytes(racks[0]), 3.0), (bytes(racks[1]), 1.0)])
    mixed = case.run(4000, plies=1, kept=both)
    # Few deals are enumerated, each with its weight; of many, some are drawn.
    few = unseen < 11
    assert (mixed.deals > 0) == few
    error = 0.0 if few else abs(means[0] - means[1]) * math.sqrt(0.1875 / 4000)
    wanted = 0.75 * means[0] + 0.25 * means[1]
    assert mixed.arms[0].equity_mean == pytest.approx(wanted, abs=4 * error + 1e-3)
    nothing = KeptTiles([(b"", 1.0)])
    free, exact = case.run(4000, plies=1, kept=nothing).arms[0], case.run(4000, plies=1).arms[0]
    error = math.sqrt((free.equity_variance + exact.equity_variance) / 4000)
    assert free.equity_mean == pytest.approx(exact.equity_mean, abs=4 * error + 1e-3)


def test_deals_that_nothing_kept_allows_are_left_out_and_the_mean_of_the_others_is_exact() -> None:
    case = Case.make(tiny(), seed=3, unseen=9, plays=3, arms=2)
    rare = min(case.known.unseen, key=case.known.unseen.count)
    rest = sorted((Counter(case.known.unseen) - Counter([rare])).elements())
    kept = KeptTiles([(bytes([rare]), 1.0)])
    report = case.run(10_000, plies=1, kept=kept)
    assert 0 < report.deals < 72
    assert all(arm.samples == report.deals and arm.utility_variance == 0.0 for arm in report.arms)
    means = [with_rack(case, [rare, *rack]) for rack in combinations(rest, RACK_SIZE - 1)]
    arm = next(arm for arm in report.arms if arm.index == 0)
    assert arm.equity_mean == pytest.approx(math.fsum(means) / len(means), abs=1e-3)


@pytest.mark.parametrize("unseen", [9, 11])
def test_a_simulation_never_deals_tiles_that_went_back_to_the_bag(unseen: int) -> None:
    case = Case.make(tiny(), seed=3, unseen=unseen, plays=3, arms=1)
    back, rack = case.known.unseen[RACK_SIZE:], case.known.unseen[:RACK_SIZE]
    report = case.run(200, plies=1, kept=KeptTiles([(rack[:3], 1.0)], returned=[back]))
    assert report.arms[0].equity_mean == pytest.approx(with_rack(case, list(rack)), abs=1e-3)
    assert report.arms[0].equity_variance == pytest.approx(0.0, abs=1e-6)
    others = case.run(200, plies=1, kept=KeptTiles([(rack[:3], 1.0)]))
    assert others.arms[0].equity_mean != pytest.approx(report.arms[0].equity_mean, abs=1e-2)


def test_lists_of_tiles_kept_are_checked() -> None:
    case = Case.make(tiny(), seed=3, unseen=8, plays=3, arms=1)
    with pytest.raises(ValueError, match="tiles kept must be among the unseen ones"):
        case.run(5, plies=1, kept=KeptTiles([(bytes(7), 1.0)]))
    for listed, words in (
        ([(b"\x01" * 8, 1.0)], "at most a rack"),
        ([(b"\xff", 1.0)], "letters of an alphabet"),
        ([(b"\x01", -1.0)], "not negative"),
        ([(b"\x01", math.inf)], "finite"),
        ([(b"\x01", 0.0)], "above 0"),
        ([], "above 0"),
    ):
        with pytest.raises(ValueError, match=words):
            KeptTiles(listed)
    with pytest.raises(ValueError, match="for every entry or for none, got 2 for 1"):
        KeptTiles([(b"\1", 1.0)], returned=[b"", b""])


def test_a_player_buys_inference_only_where_the_policy_grants_it() -> None:
    position, play = next(
        turn
        for turn in turns()
        if turn[1].kept_count <= 3
        and player("learned").choose(turn[0], clock=clock(60.0)).simulation is not None
    )
    plain = player("learned").choose(position, clock=clock(60.0), seen=play)
    assert (plain.record.inference_s, plain.inferred) == (0.0, None)
    assert plain.record.features.opponent_kept == play.kept_count  # type: ignore[union-attr]
    unseen = player("learned").choose(position, clock=clock(60.0))
    assert unseen.record.move == plain.record.move
    assert unseen.record.used_s == plain.record.used_s
    blind = player("learned", **INFERS).choose(position, clock=clock(60.0))
    assert blind.record.inference_s == 0.0
    choice = player("learned", **INFERS).choose(position, clock=clock(60.0), seen=play)
    record, split = choice.record, choice.record.budget.split
    assert split is not None
    assert choice.inferred is not None
    assert 0 < record.inference_s <= split.inference_s
    assert record.inference_s == pytest.approx(math.ceil(choice.inferred.racks / RACKS_IN_A_SAMPLE) / 200.0)
    assert f"inference: {choice.inferred.racks} racks" in record.note
    assert record.simulation_s > 0
    assert record.used_s <= record.budget.limit_s


def test_what_was_inferred_is_what_simulations_deal_by(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[object] = []
    run = Simulator.run

    def watched(self: Simulator, *given: Any, **named: Any) -> SimulationState:
        dealt.append(named["kept"])
        return run(self, *given, **named)

    monkeypatch.setattr(Simulator, "run", watched)
    late = [turn for turn in turns() if turn[0].bag_count <= 14]
    for position, play in late:
        choice = player("magpie", **INFERS).choose(position, clock=clock(60.0), seen=play)
        if choice.solved is not None and choice.inferred is not None:
            break
    else:
        raise AssertionError("a turn must be inferred, simulated and solved")
    assert dealt[-2:] == [choice.inferred.kept, choice.inferred.kept]
    player("magpie").choose(position, clock=clock(60.0), seen=play)
    assert dealt[-1] is None


def test_what_was_inferred_is_what_pre_endgames_deal_by(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[object] = []
    run = PreEndgameSearch.run

    def watched(self: PreEndgameSearch, *given: Any, **named: Any) -> PreEndgameState:
        dealt.append(named["kept"])
        return run(self, *given, **named)

    monkeypatch.setattr(PreEndgameSearch, "run", watched)
    own = {"pre_endgame": True, "pre_endgame_candidates": 2, "table_mb": 4}
    for position, play in (turn for turn in turns() if turn[0].bag_count <= 6):
        choice = player("magpie", player_settings=own, **INFERS).choose(
            position, clock=clock(60.0), seen=play
        )
        if choice.pre_endgame is not None and choice.inferred is not None:
            break
    else:
        raise AssertionError("a turn must be inferred and solved")
    assert dealt[-1] is choice.inferred.kept


def test_in_a_game_players_infer_and_never_see_the_others_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[ObservedPlay | None] = []
    one, other = player("learned", **INFERS), player("learned")
    choose = one.choose

    def watched(position: Position, **given: object) -> object:
        seen.append(given["seen"])  # type: ignore[arg-type]
        return choose(position, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(one, "choose", watched)
    earlier: list[object] = []
    infer = RackInference.run

    def inferring(self: RackInference, *given: Any, **named: Any) -> InferredRack | None:
        earlier.append(named["earlier"])
        found = infer(self, *given, **named)
        results.append(found)
        return found

    results: list[InferredRack | None] = []
    monkeypatch.setattr(RackInference, "run", inferring)
    result = ClockedGame((one, other), TimeControl.parse("0:15 -10/min"), seed=5).play()
    assert seen[0] is None
    assert all(play is not None and not play.position.rack for play in seen[1:])
    assert all(play.move.kind is not MoveKind.EXCHANGE or not play.move.tiles for play in seen[1:] if play)
    assert {turn.seat for turn in result.turns if turn.record.inference_s} == {0}
    # A turn without inference in between breaks the chain.
    own = [turn.record.inference_s > 0 for turn in result.turns if turn.seat == 0]
    chained = [before for before, now in pairwise(own) if now]
    assert [each is not None for each in earlier] == [False, *chained][-len(earlier) :]
    assert all(each is None or each in results for each in earlier)
    assert any(chained)
    assert max(result.over_s) == 0.0
