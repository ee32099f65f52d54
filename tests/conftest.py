"""Hypothesis for all tests."""

import os

from hypothesis import settings

# The same examples on every run, and few of them: `make test` is to be quick and never surprising. Who looks
# for surprises says how many: ZEITNOT_EXAMPLES=2000 draws so many, at random.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=50)
settings.register_profile(
    "searching", deadline=None, max_examples=int(os.environ.get("ZEITNOT_EXAMPLES", "1000")), print_blob=True
)
settings.load_profile("searching" if "ZEITNOT_EXAMPLES" in os.environ else "repeatable")
