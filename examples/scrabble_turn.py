"""One turn on the clock: what the player plays, why it stopped, and what that may cost.

Run: python examples/scrabble_turn.py
"""

from zeitnot import make_manager
from zeitnot.clocks import ClockReading
from zeitnot.scrabble import Position
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.turn import WorkRates

position = Position.from_cgp(f"{'15/' * 7}6CAB6/{'15/' * 6}15 DEGOPUV/ 0/14 0")
# With rates, time is counted in work, and the answer is the same everywhere; without, by the wall.
player = Player(make_manager("magpie"), Knowledge.built_in(), rates=WorkRates(samples_per_s=500.0))
choice = player.choose(position, clock=ClockReading(remaining_s=300.0))
record = choice.record
print("plays", record.move, "for", choice.chosen.score_pts)
print("granted", record.budget.target)
print(f"stopped after {record.used_s:.2f} s and {record.samples} samples:", record.reason.value)
print(f"expected loss {record.expected_loss_pts:.3f} points")
