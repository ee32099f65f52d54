"""Addresses of pages that others link to."""

from urllib.parse import quote


def run_address(name: str, *rest: object) -> str:
    """Return the address of a run, or of something in it."""
    return "/".join(["/runs", quote(name, safe=""), *map(str, rest)])
