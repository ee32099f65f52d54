"""Zeitnot keeps game engines out of time trouble: how long to think, when to stop, and which way is best.

The names of this module are all that most programs need; they are imported when they are asked for.
Everything else is in the rooms: `zeitnot.clocks`, `zeitnot.turns`, `zeitnot.monitors`, `zeitnot.policies`,
`zeitnot.models`, `zeitnot.games`, `zeitnot.chess`, `zeitnot.scrabble`, `zeitnot.learning`, `zeitnot.lab`,
`zeitnot.report`.

    >>> import zeitnot
    >>> manager = zeitnot.make_manager("uniform")
    >>> turn = manager.begin(clock=zeitnot.ClockReading(remaining_s=60.0))
    >>> turn.observe(zeitnot.Tick(elapsed_s=0.5)).stop, turn.observe(zeitnot.Tick(elapsed_s=2.0)).stop
    (False, True)
    >>> turn.finish(used_s=2.0, move="e2e4").reason
    <Reason.LIMIT: 'limit'>
"""

from zeitnot.facades import attach

_late_name, __dir__, __all__ = attach(__name__, __file__)
__all__.append("__version__")


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("zeitnot")
    return _late_name(name)
