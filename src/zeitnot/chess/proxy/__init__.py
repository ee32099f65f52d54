"""Proxy: another UCI engine, whose clock a time manager or the engine itself manages."""

from zeitnot.chess.proxy.own_clock import OwnClockEngine
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine

__all__ = ["OwnClockEngine", "WrappedEngine"]
