"""Exit codes of all commands."""

EXIT_BROKEN_PIPE = 1
EXIT_NOT_GOOD = 1
"""The question was answered with no."""
EXIT_BAD_INPUT = 2
EXIT_INCOMPLETE = 3
"""Some of the work could not be done."""
EXIT_INTERRUPTED = 130
