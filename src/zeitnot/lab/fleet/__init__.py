"""Fleets: the processes and machines that play the games of a match, or do tasks."""
