"""What watching costs: turns told, pages painted, 20 games with 50 watchers, and the referee's clock.

python -m benchmarks.live_pages [--seconds 20] [--rounds 3]
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from zeitnot.lab import LiveFile, MatchPlan, Moved, RunStore, is_live, plan_match

GAMES = 20
WATCHERS = 50
MOVES_PER_S = 2.0
"""Moves of each game of the made-up match."""
LINE = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7", "f1e1", "b7b5")


def made_up_plan() -> MatchPlan:
    return plan_match("uniform", "textbook", games=GAMES, control="60+0.5")


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def turn_cost_us(run: Path, turns: int = 5_000) -> float:
    """Return what telling a turn takes, at the end of a game of 60 moves."""
    times = []
    with LiveFile(run, finished=0) as live:
        for number in range(turns):
            event = moved(number % GAMES, (number // GAMES) % 120)
            began_s = time.perf_counter()
            live.saw(event)
            times.append(time.perf_counter() - began_s)
    return 1e6 * statistics.median(times)


def plan_cost_us(turns: int = 5_000) -> float:
    """Return what a worker needs to say what it was granted: the only part that is on a player's clock."""
    from zeitnot.lab import Planned

    far, near = multiprocessing.Pipe()
    times = []
    for _ in range(turns):
        began_s = time.perf_counter()
        near.send(Planned(number=3, seat=0, target_s=0.4, limit_s=1.2, price_per_s=0.001))
        times.append(time.perf_counter() - began_s)
        far.recv()
    return 1e6 * statistics.median(times)


def moved(number: int, ply: int) -> Moved:
    return Moved(
        number=number,
        ply=ply,
        seat=ply % 2,
        move=LINE[ply % len(LINE)],
        left_s=(50.0, 50.0),
        used_s=0.5,
        target_s=0.6,
        limit_s=2.0,
        price_per_s=0.01,
        reason="target",
    )


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """Serve a folder in a process; yields its address and its process."""
    command = [sys.executable, "-m", "zeitnot", "serve", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 (this program)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def watch(
    address: str, path: str, count: int, heard: list[tuple[float, str]], stop: asyncio.Event
) -> None:
    """Watch with so many watchers; the first one notes what it hears and when."""
    host, _, port = address.removeprefix("http://").partition(":")

    async def one(first: bool) -> None:
        reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        with suppress(asyncio.CancelledError):
            while line := await reader.readline():
                if first and line.startswith(b"data: "):
                    heard.append((time.time(), line[6:].decode()))
        writer.close()

    tasks = [asyncio.create_task(one(number == 0)) for number in range(count)]
    await stop.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def made_up_match(run: Path, address: str, seconds: float) -> list[float]:
    """Play made-up games while they are watched; return how late each move reached the first watcher."""
    heard: list[tuple[float, str]] = []
    stop = asyncio.Event()
    told: dict[tuple[int, int], float] = {}
    with LiveFile(run, finished=0) as live:
        for number in range(GAMES):
            live.saw(moved(number, 0))
        watching = asyncio.create_task(watch(address, "/runs/made-up/events", WATCHERS, heard, stop))
        await asyncio.sleep(3.0)
        began_s, count = time.time(), 0
        while time.time() - began_s < seconds:
            number, ply = count % GAMES, 1 + count // GAMES
            told[number + 1, ply + 1] = time.time()
            live.saw(moved(number, ply))
            count += 1
            await asyncio.sleep(max(0.0, began_s + count / (GAMES * MOVES_PER_S) - time.time()))
        await asyncio.sleep(1.0)
        stop.set()
        await watching
    late = []
    for at_s, text in heard:
        form = json.loads(text)
        if form.get("whole"):
            continue
        for game in form.get("games", []):
            key = game["number"], game.get("ply", -1)
            if key in told:
                late.append(at_s - told.pop(key))
    return late


def match_figures(folder: Path, name: str, *, watched: bool, address: str) -> tuple[float, float, int]:
    """Play 20 games at once by the wall; return how much more the referee measured than the players."""
    run = folder / f"{name}.run"
    command = [sys.executable, "-m", "zeitnot", "match", "uniform", "textbook", "-o", str(run), "--hash", "1"]
    more = ["--games", str(GAMES), "--concurrency", str(GAMES), "--clock", "10+0.1", "--resign", "3/300"]
    words, none = [*command, *more, "--draw", "3/30"], subprocess.DEVNULL
    process = subprocess.Popen(words, stderr=none, stdout=none)  # noqa: S603 (as above)
    while not is_live(run):
        time.sleep(0.1)

    async def until_the_end() -> None:
        stop = asyncio.Event()
        watching = asyncio.create_task(watch(address, f"/runs/{name}/events", WATCHERS, [], stop))
        while process.poll() is None:
            await asyncio.sleep(0.5)
        stop.set()
        await watching

    if watched:
        asyncio.run(until_the_end())
    process.wait()
    with RunStore.read(run) as store:
        extra = [1000 * (turn.referee_s - turn.used_s) for turn in store.turns()]
        forfeits = sum(game.fault is not None for game in store.games())
    return statistics.median(extra), quantile(extra, 0.99), forfeits


def painted_ms(address: str, paths: Sequence[str]) -> dict[str, float]:
    """Return the first contentful paint of each page in Chromium, the median of three."""
    from playwright.sync_api import sync_playwright

    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for path in paths:
            times = []
            for _ in range(3):
                page = browser.new_context().new_page()
                page.goto(address + path)
                times.append(page.evaluate(_PAINT))
                page.context.close()
            found[path] = statistics.median(times)
        browser.close()
    return found


_PAINT = """new Promise((done) => new PerformanceObserver((list) => done(list.getEntriesByName(
  "first-contentful-paint")[0]?.startTime ?? 0)).observe({ type: "paint", buffered: true }))"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = folder / "made-up.run"
        RunStore.create(run, made_up_plan()).close()
        print(f"telling a turn: {turn_cost_us(run):.0f} us; telling a budget: {plan_cost_us():.0f} us")
        with serving(folder) as (address, pid):
            before_s = -1.0
            while cpu_s(pid) > before_s + 0.02:  # until everything is loaded
                before_s = cpu_s(pid)
                time.sleep(2.0)
            before_s = cpu_s(pid)
            late = asyncio.run(made_up_match(run, address, asked.seconds))
            share = (cpu_s(pid) - before_s) / (asked.seconds + 4)
            print(
                f"{GAMES} games, {MOVES_PER_S:g} moves/s each, {WATCHERS} watchers: {len(late)} moves, "
                f"median {1000 * statistics.median(late):.0f} ms late, "
                f"99 % {1000 * quantile(late, 0.99):.0f} ms, "
                f"most {1000 * max(late):.0f} ms; the server used {100 * share:.0f} % of a core"
            )
            for number in range(asked.rounds):
                for watched in (False, True):
                    label = f"{'watched' if watched else 'alone'}{number}"
                    median, far, lost = match_figures(folder, label, watched=watched, address=address)
                    print(
                        f"{label}: referee {median:+.3f} ms, 99 % {far:+.2f} ms, forfeits {lost}", flush=True
                    )
            played = "/runs/watched0" if asked.rounds else "/runs/made-up"
            pages = (
                ["/", played, f"{played}/games/1", "/explore"] if asked.rounds else ["/", played, "/explore"]
            )
            for path, paint in painted_ms(address, pages).items():
                print(f"first paint of {path}: {paint:.0f} ms")


if __name__ == "__main__":
    main()
