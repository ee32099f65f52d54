"""Proxy: another UCI engine, with its clock taken over by a time manager or left to itself."""

from zeitnot.chess.proxy.own_clock import OwnClockEngine
from zeitnot.chess.proxy.played import Played
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine

__all__ = ["OwnClockEngine", "Played", "WrappedEngine"]
