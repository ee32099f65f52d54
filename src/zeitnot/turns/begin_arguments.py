"""Arguments of `TimeManager.begin`, checked by type before a policy sees them."""

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.turns.calibration import Overhead
from zeitnot.turns.features import ChessFeatures, ScrabbleFeatures
from zeitnot.turns.limits import Limits

_EXAMPLES = {"clock": "ClockReading(remaining_s=10.0)", "opponent": "ClockReading(remaining_s=10.0)"}
_KINDS: dict[str, tuple[type, ...]] = {
    "clock": (ClockReading,),
    "opponent": (ClockReading,),
    "limits": (Limits,),
    "lines": (int,),
    "ply": (int,),
    "features": (ChessFeatures, ScrabbleFeatures),
    "lag": (Overhead,),
}
"""What `begin` takes. A number in the place of a reading would fail much later, in Python's words."""


def check_arguments(**given: object) -> None:
    """Refuse an argument of another type by its name; None stands for what is not given."""
    for name, value in given.items():
        if value is None and name != "limits":
            continue
        if not isinstance(value, _KINDS[name]):
            kinds = " or ".join(kind.__name__ for kind in _KINDS[name])
            example = f" such as {_EXAMPLES[name]}" if name in _EXAMPLES else ""
            raise SettingError(f"{name} must be of type {kinds}{example}, got {value!r:.80}")
