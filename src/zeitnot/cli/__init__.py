"""The command line: one file per command."""


def main() -> int:
    """Run the command line and give its exit code."""
    from zeitnot.cli.app import run  # late: a script that only wants `main` pays for nothing

    return run()


__all__ = ["main"]
