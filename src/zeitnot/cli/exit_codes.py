"""Exit codes of all commands."""

EXIT_BROKEN_PIPE = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
