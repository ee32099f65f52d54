"""A system that gives little: children with a limit on native threads or on memory, for any user."""

import ctypes
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
"""Far more than a child takes: one that hangs fails its test."""

_GIB = 1 << 30
_MIB = 1 << 20
_NO_MACHINE_HAS = 1 << 47

SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
"""The address sanitizer keeps terabytes of addresses for itself: no limit on them can be set."""


def run_child(code: str, *arguments: str) -> str:
    """Run Python code in a child process, which must succeed, and return its output."""
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.returncode}: {ended.stdout} {ended.stderr}"
    return ended.stdout


def give_threads(count: int, *, to_python: bool = True) -> None:
    """Limit this process to `count` more native threads, whose stacks fill the address space.

    Root is exempt from process limits, but not from the limit on addresses.
    """
    if to_python:
        threading.stack_size(_MIB)  # which asks for a stack of its own
    libc = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(256)
    assert libc.pthread_attr_init(attributes) == 0
    stack = ctypes.c_size_t(_GIB if count else _NO_MACHINE_HAS)
    assert libc.pthread_attr_setstacksize(attributes, stack) == 0
    assert libc.pthread_setattr_default_np(attributes) == 0
    if count:
        give_memory(count * _GIB + _GIB // 2)


def give_memory(more_bytes: int) -> None:
    """Limit this process to `more_bytes` more of address space."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + more_bytes
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
