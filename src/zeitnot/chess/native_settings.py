"""Native settings: a budget's search settings in the form that the native search takes."""

from zeitnot._native import AspirationSettings, ChessSearchSettings, QuiescenceSettings
from zeitnot.turns import SearchSettings

DEEPEST = 245
"""Maximum depth of the native search."""


def native_settings(settings: SearchSettings, *, lines: int = 1) -> ChessSearchSettings:
    """Return the settings as the native search takes them, copied field by field."""
    quiescence = QuiescenceSettings()
    for name in (
        "depth_limit",
        "move_limits",
        "band_ends",
        "budget_share",
        "critical_share",
        "critical_moves",
        "soft_stop_depth",
        "check_depth",
        "node_interval",
        "move_interval",
    ):
        setattr(quiescence, name, getattr(settings.quiescence, name))
    aspiration = AspirationSettings()
    for name in (
        "window_cp",
        "retries",
        "retries_tactical",
        "widens_later",
        "tactical_swing_cp",
        "swing_after_depth",
    ):
        setattr(aspiration, name, getattr(settings.aspiration, name))
    native = ChessSearchSettings()
    native.node_interval = settings.node_interval
    native.maximum_depth = min(settings.maximum_depth or DEEPEST, DEEPEST)
    if settings.break_off_depth is not None:
        native.break_off_depth = settings.break_off_depth
    native.multi_pv = lines
    native.gap_cp = settings.gap_cp
    native.quiescence = quiescence
    native.aspiration = aspiration
    return native
