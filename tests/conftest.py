"""Hypothesis for all tests, and folders for cache and data that are not the user's."""

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

# The same examples on every run, and few of them: `make test` is to be quick and never surprising. Who looks
# for surprises says how many: ZEITNOT_EXAMPLES=2000 draws so many, at random.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=20)
settings.register_profile(
    "searching", deadline=None, max_examples=int(os.environ.get("ZEITNOT_EXAMPLES", "1000")), print_blob=True
)
settings.load_profile("searching" if "ZEITNOT_EXAMPLES" in os.environ else "repeatable")

# A shell starts background jobs deaf to Ctrl-C; so would be the programs that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave modules and tests, some 400,000 objects that stay, to no garbage collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the cluster: its tests wait for most of their time, and other ones run beside them."""
    items.sort(key=lambda item: item.path.name != "test_ray_fleet.py")


@pytest.fixture(scope="session", autouse=True)
def _folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give all tests of a run one cache folder, shared by its workers, so that each file is made once.

    The data folder is empty: what a user's games taught a policy must not change a test.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZEITNOT_CACHE", str(shared / "cache"))
        patch.setenv("XDG_DATA_HOME", str(base / "no-data"))
        yield
