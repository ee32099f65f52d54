"""`python -m zeitnot` is the command `zeitnot`."""

import sys

from zeitnot.cli import main

if __name__ == "__main__":
    sys.exit(main())
