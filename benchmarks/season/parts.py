"""The parts of the season, in their order."""

from benchmarks.season.broken_policies import broken_policies
from benchmarks.season.clock_games import chess_games, scrabble_games, uci_games
from benchmarks.season.clock_jumps import clock_jumps
from benchmarks.season.crashes import crashes
from benchmarks.season.disk_faults import disk_faults
from benchmarks.season.killed_engines import killed_engines
from benchmarks.season.power_loss import power_loss
from benchmarks.season.ray_faults import ray_faults
from benchmarks.season.resources import resources
from benchmarks.season.served_games import served_games
from benchmarks.season.simulated_games import lag_games, simulated_games
from benchmarks.season.slices import Part

PARTS = (
    Part(
        name="crashes",
        words="A match, a recording, a training and a tuning are killed, or meet a full disk, and go on: the "
        "result is that of a job nothing happened to, and nothing that was told is lost.",
        run=crashes,
    ),
    Part(
        name="ray",
        words="The driver, the head or a worker node of a Ray cluster is killed in a match or a recording:"
        " the result is that of one on this machine, and nothing that was told is lost.",
        run=ray_faults,
    ),
    Part(
        name="disks",
        words="The disk of a match, a recording, a training or a tuning has a quota or few inodes, fails, is "
        "unmounted, or has a second writer: the command ends with one line, and its result is right later.",
        run=disk_faults,
    ),
    Part(
        name="clock-jumps",
        words="The time of day is set back and forth by hours and days in the middle of jobs, of games by "
        "the wall and of games in the browser: no game, no flag and no record is lost.",
        run=clock_jumps,
    ),
    Part(
        name="served-games",
        words="The server of a game in the browser is killed: every move that a page was told of is in its "
        "file.",
        run=served_games,
    ),
    Part(
        name="power-loss",
        words="Power is lost between any two calls to the system: what was told is on the disk, and nothing "
        "half-written is read.",
        run=power_loss,
    ),
    Part(
        name="broken-policies",
        words="Plug-ins hang, raise, talk nonsense or eat memory in `uci`, `wrap` and `match`: every turn is "
        "in time, and the user is told once.",
        run=broken_policies,
    ),
    Part(
        name="chess-clocks",
        words="Chess by the wall under load, built-in and wrapped engines, every kind of clock: no game is "
        "lost on time by our own fault.",
        run=chess_games,
    ),
    Part(
        name="uci-clocks",
        words="Chess between `zeitnot uci` processes under load, with clocks kept outside, as an interface "
        "does: every move is legal, and times past the limit are measured.",
        run=uci_games,
    ),
    Part(
        name="scrabble-clocks",
        words="Scrabble by the wall under load: the same.",
        run=scrabble_games,
    ),
    Part(
        name="killed-engines",
        words="Wrapped engines are killed in their games: each is started again, and no game is lost.",
        run=killed_engines,
    ),
    Part(
        name="simulated",
        words="Simulated games on random clocks and connections: no turn takes longer than its clock can "
        "bear.",
        run=simulated_games,
    ),
    Part(
        name="lag",
        words="Simulated games on slow connections: none is lost on time once the connection is known.",
        run=lag_games,
    ),
    Part(
        name="resources",
        words="The same work again and again: threads, descriptors, processes and files do not grow, nor "
        "does memory by more than some pages.",
        run=resources,
    ),
)
