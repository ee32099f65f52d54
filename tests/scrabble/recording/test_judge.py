import math
from random import Random

import pytest

from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import knowledge
from zeitnot.scrabble import Generator
from zeitnot.scrabble.recording.judge import (
    Word,
    arms_to_judge,
    best_arm,
    disagreement_pts,
    judge,
    solved_turn,
)
from zeitnot.turns import Arm

TRUTH_PTS = (10.0, 9.7, 9.0, 6.0)
NOISE_PTS = 4.0


def simulated(random: Random, samples: tuple[int, ...]) -> Word:
    """Draw means as a simulation with its own luck would find them; luck is common to all its arms."""
    luck_pts = random.gauss(0.0, 20.0)
    return {
        arm: Arm(
            mean_pts=truth_pts + luck_pts + random.gauss(0.0, NOISE_PTS / math.sqrt(count)),
            variance=NOISE_PTS**2,
            samples=count,
        )
        for arm, (truth_pts, count) in enumerate(zip(TRUTH_PTS, samples, strict=True))
    }


def slowly_judged(leaders: list[list[int]], finals: list[Word], judges: list[Word]) -> list[list[float]]:
    """Judge as one would by hand: every pooled lead over arm 0, then every difference."""
    losses = []
    for run, led in enumerate(leaders):
        row = []
        for leader in led:
            of_judges = []
            for number, word in enumerate(judges):
                pool = [final for other, final in enumerate(finals) if other != run]
                pool += [each for other, each in enumerate(judges) if other != number]
                counts = {arm: sum(each[arm].samples for each in pool) for arm in word}
                base = min(arm for arm in word if counts[arm] == max(counts.values()))
                leads = {}
                for arm in word:
                    total = 0.0
                    for each in pool:
                        total += (each[arm].mean_pts - each[base].mean_pts) * each[arm].samples
                    leads[arm] = total / counts[arm]
                best = sorted((-lead, arm) for arm, lead in leads.items())[0][1]
                of_judges.append(word[best].mean_pts - word[leader].mean_pts)
            row.append(sum(of_judges) / len(of_judges))
        losses.append(row)
    return losses


@pytest.mark.source("M29.loss")
@pytest.mark.parametrize("seed", range(10))
def test_losses_are_what_judging_by_hand_gives(seed: int) -> None:
    random = Random(seed)
    finals = [simulated(random, (400, 300, 200, 60)) for _ in range(3)]
    judges = [simulated(random, (100, 100, 100, 100)) for _ in range(2)]
    leaders = [[random.randrange(4) for _ in range(5)] for _ in finals]
    judged = judge(leaders, finals, judges)
    for losses, by_hand in zip(judged.losses_pts, slowly_judged(leaders, finals, judges), strict=True):
        assert losses == pytest.approx(by_hand)


@pytest.mark.source("M29.loss")
def test_losses_are_right_on_average_however_noisy_the_judges_are() -> None:
    random = Random(1)
    errors_pts = []
    for _ in range(4000):
        finals = [simulated(random, (4000, 4000, 900, 100)) for _ in range(3)]
        judges = [simulated(random, (50, 50, 50, 50)) for _ in range(2)]
        leader = max(range(4), key=lambda arm: TRUTH_PTS[arm] + random.gauss(0.0, 1.0))
        loss_pts = judge([[leader], [0], [0]], finals, judges).losses_pts[0][0]
        errors_pts.append(loss_pts - (TRUTH_PTS[0] - TRUTH_PTS[leader]))
    mean_pts = sum(errors_pts) / len(errors_pts)
    error_pts = math.sqrt(sum(each**2 for each in errors_pts)) / len(errors_pts)
    assert abs(mean_pts) < 4 * error_pts
    assert error_pts < 0.02


def test_the_error_of_a_loss_is_that_of_the_judges() -> None:
    random = Random(2)
    losses_pts, squares = [], []
    for _ in range(1000):
        finals = [simulated(random, (9000, 9000, 9000, 9000)) for _ in range(2)]
        judged = judge([[3], [3]], finals, [simulated(random, (50, 50, 50, 50)) for _ in range(2)])
        losses_pts.append(judged.losses_pts[0][0])
        squares.append(judged.error_pts**2)
    mean_pts = sum(losses_pts) / len(losses_pts)
    variance = sum((each - mean_pts) ** 2 for each in losses_pts) / len(losses_pts)
    assert sum(squares) / len(squares) == pytest.approx(variance, rel=0.2)


def test_the_luck_of_a_simulation_is_not_taken_for_an_arms() -> None:
    lucky = {
        0: Arm(mean_pts=101.0, variance=1.0, samples=10),
        1: Arm(mean_pts=100.0, variance=1.0, samples=90),
    }
    plain = {0: Arm(mean_pts=1.0, variance=1.0, samples=90), 1: Arm(mean_pts=0.5, variance=1.0, samples=10)}
    assert best_arm([lucky, plain]) == 0


def test_a_simulation_with_all_deals_has_the_last_word() -> None:
    complete = {arm: Arm(mean_pts=pts, variance=0.0, samples=72) for arm, pts in enumerate((2.0, 3.0))}
    noisy = {arm: Arm(mean_pts=pts, variance=9.0, samples=900) for arm, pts in enumerate((9.0, 3.0))}
    assert best_arm([noisy, complete, noisy]) == 1


def test_arms_are_judged_that_ever_led_or_that_other_runs_prefer() -> None:
    first, second = (
        {arm: Arm(mean_pts=pts, variance=1.0, samples=9) for arm, pts in enumerate(means)}
        for means in ((5.0, 1.0, 2.0, 0.0), (1.0, 5.0, 2.0, 0.0))
    )
    assert arms_to_judge([[0, 2], [1]], [first, second]) == (0, 1, 2)


def test_an_arm_without_samples_is_never_the_best() -> None:
    word = {0: Arm(mean_pts=-5.0, variance=1.0, samples=9), 1: Arm(mean_pts=0.0, variance=0.0, samples=0)}
    assert best_arm([word]) == 0


def test_who_always_led_loses_nothing() -> None:
    word = {0: Arm(mean_pts=3.0, variance=1.0, samples=1)}
    judged = judge([[0, 0], [0]], [word, word], [word, word])
    assert judged.losses_pts == ((0.0, 0.0), (0.0,))
    assert judged.error_pts == 0.0


def test_the_error_of_two_judges_is_half_of_how_they_differ_about_the_best_arm_and_another() -> None:
    first = {arm: Arm(mean_pts=mean, variance=0.0, samples=8) for arm, mean in enumerate((5.0, 3.0, 0.0))}
    second = {arm: Arm(mean_pts=mean, variance=0.0, samples=8) for arm, mean in enumerate((25.0, 20.0, 16.0))}
    # The leads are 2 and 5, then 5 and 9.
    assert disagreement_pts([first, second]) == pytest.approx(0.5 * math.sqrt((3**2 + 4**2) / 2))
    assert disagreement_pts([{0: first[0]}, {0: second[0]}]) == 0.0


def test_an_endgame_is_proven_when_what_follows_every_move_is() -> None:
    """With 1,000 nodes the position is solved, but not what follows all of its moves; with 8,000 it is."""
    game, known = finished_game().game, knowledge()
    place = next(place for place, state in enumerate(game.states) if sum(state.hands) == 7)
    position, generator = game.position(place), Generator.make(known.lexicon, known.evaluation)
    every = [rated.move for rated in generator.moves(position)]
    for nodes, also, is_proven in ((1_000, [], True), (1_000, every, False), (8_000, every, True)):
        found = solved_turn(position, known, generator, nodes=nodes, table_mb=1, also=also)
        assert found.is_proven is is_proven
