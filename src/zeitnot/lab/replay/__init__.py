"""Replays: recorded turns under any policy and clock, without searching again."""
