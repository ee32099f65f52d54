"""Stores: one SQLite file for each run, written game by game, and a folder of shards for each data set."""
