"""The command line: a folder for each group of commands, a file for each command."""


def main() -> int:
    """Run the command line and return its exit code."""
    from zeitnot.cli.exits import EXIT_INTERRUPTED

    try:
        from zeitnot.cli.app import run  # late: a script that only wants `main` pays for nothing

        return run()
    except KeyboardInterrupt:  # before the command had begun
        return EXIT_INTERRUPTED


__all__ = ["main"]
