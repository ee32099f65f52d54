"""Option words of fastchess and cutechess, as words of `zeitnot match`."""

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zeitnot import clocks
from zeitnot.cli.match.fastchess_config import config_words
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.untrusted import shown

SPRT_ROUNDS = 500_000
"""Rounds of a sequential test that names none, as in fastchess."""

_HARMLESS = frozenset(
    {
        *("recover", "ratinginterval", "scoreinterval", "autosaveinterval", "log", "report", "output"),
        *(
            "outcomeinterval",
            "event",
            "site",
            "wait",
            "force-concurrency",
            "epdout",
            "crc32",
            "debug",
            "strict",
        ),
        *("show-latency", "check-mate-pvs", "testEnv", "startup-ms", "ucinewgame-ms", "ping-ms", "reverse"),
        *("tbpieces", "tbadjudicate", "bookmode", "livepgnout"),
    }
)
"""Options that change nothing about who plays what: they are left out, and named."""
_HARMLESS_KEYS = frozenset({"restart", "proto", "whitepov", "trust", "stderr", "initstr"})
"""The same of an engine."""
_MOST_DIGITS = 9
"""Digits of a number of games or rounds."""
_MODELS = {"normalized": "normalised", "logistic": "logistic"}

Pairs = list[tuple[str, str]]


@dataclass(slots=True)
class _Engine:
    """One `-engine`, with what `-each` adds to it."""

    keys: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    def add(self, pairs: Pairs, left_out: list[str]) -> None:
        """Take over the words of `-engine` or `-each`."""
        for key, value in pairs:
            if key.startswith("option."):
                self.options[key.removeprefix("option.")] = value
            elif key in ("cmd", "name", "dir", "args", "tc", "st", "nodes", "depth", "plies", "timemargin"):
                self.keys["depth" if key == "plies" else key] = value
            elif key in ("ponder",) or (key in _HARMLESS_KEYS and value in ("", "off", "uci")):
                self.keys[key] = value
            elif key in _HARMLESS_KEYS:
                left_out.append(f"{key}={value}" if value else key)
            else:
                raise SettingError(f"-engine and -each must have words that are known here, got {key!r}")

    @property
    def clock(self) -> str:
        """The clock in this program's words; empty for none."""
        if "st" in self.keys:
            return str(clocks.TimeControl(move_time_s=_number("st", self.keys["st"].removesuffix("s"))))
        return _clock(self.keys["tc"]) if self.keys.get("tc", "inf") not in ("inf", "infinite") else ""

    def word(self, *, clock: str) -> str:
        """Return the participant; its own clock is named where it is not that of the match."""
        command = self.keys.get("cmd", "")
        if not command:
            raise SettingError("-engine must have cmd=, got none")
        if "dir" in self.keys:
            command = os.path.join(self.keys["dir"], command)
        words = " ".join([shlex.quote(command), self.keys.get("args", "")]).strip()
        if any(sign in words for sign in ":+"):
            raise SettingError(f"an engine's command must be without ':' and '+' here, got {words!r}")
        own = {
            name: self.keys[name] for name in ("name", "nodes", "depth") if self.keys.get(name, "0") != "0"
        }
        if self.clock and self.clock != clock:
            own["clock"] = self.clock
        own |= {f"option.{name}": value for name, value in self.options.items()}
        for key, value in own.items():
            if "=" in value.partition(",")[2] or "," in key:
                raise SettingError(f"{key} must be without ',' before '=' here, got {value!r}")
        return f"{words}:{','.join(f'{key}={value}' for key, value in own.items())}" if own else words


@dataclass(slots=True)
class MatchWords:
    """Words of `zeitnot match`, made of another runner's."""

    engines: list[_Engine] = field(default_factory=list)
    each: list[Pairs] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Words that were understood and change nothing here."""
    rounds: int | None = None
    games_each: int = 2
    has_test: bool = False

    @classmethod
    def of(cls, words: Sequence[str]) -> "MatchWords":
        """Read the option words; a SettingError names one that is unknown."""
        read = cls()
        for option, values in _options(words):
            if option in _HARMLESS:
                read.left_out.append(" ".join([f"-{option}", *values]))
            elif option in _READERS:
                _READERS[option](read, values)
            else:
                raise SettingError(f"words of fastchess or cutechess must be known here, got '-{option}'")
        for engine in read.engines:
            for pairs in read.each:
                engine.add([pair for pair in pairs if pair[0] not in engine.keys], read.left_out)
        return read

    def words(self) -> list[str]:
        """Return the participants and options of `zeitnot match`."""
        named = [engine.clock for engine in self.engines]
        clock = max(named, key=named.count, default="")
        participants = [engine.word(clock=clock) for engine in self.engines]
        rounds = self.rounds or (SPRT_ROUNDS if self.has_test else 2)
        words = [*participants, "--games", str(rounds * self.games_each), *self.options]
        words += ["--clock", clock] if clock else []
        margins = [engine.keys.get("timemargin", "0") for engine in self.engines]
        if any(margin != "0" for margin in margins):
            words += ["--margin", ",".join(margins)]
        if any("ponder" in engine.keys for engine in self.engines):
            words.append("--ponder")
        return words

    def add_engine(self, values: list[str]) -> None:
        """Take `-engine`."""
        self.engines.append(_Engine())
        self.engines[-1].add(_pairs(values), self.left_out)


def _options(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield every option with the words behind it; a negative number is no option."""
    option, values = "", list[str]()
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            if option:
                yield option, values
            option, values = word.removeprefix("-").removeprefix("-"), []
        elif option:
            values.append(word)
        else:
            raise SettingError(f"words of fastchess or cutechess must begin with an option, got {word!r}")
    if option:
        yield option, values


def _pairs(values: Sequence[str], *, bare: str = "") -> Pairs:
    """Read key=value words; a word without `=` is the value of `bare`, or a key alone such as `ponder`."""
    split = [(word, *word.partition("=")) for word in values]
    return [
        (key, value) if equals else (bare or word, word if bare else "") for word, key, equals, value in split
    ]


def _single(option: str, values: Sequence[str]) -> str:
    if len(values) != 1:
        raise SettingError(f"-{option} must have one value, got {shown(' '.join(values))}")
    return values[0]


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise SettingError(f"{name} must be a number, got {text!r}") from error


def _count(option: str, values: Sequence[str]) -> int:
    text = _single(option, values)
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS) or int(text) < 1:
        raise SettingError(f"-{option} must be a whole number above 0, got {shown(text)}")
    return int(text)


def _known(option: str, values: Sequence[str], *keys: str) -> dict[str, str]:
    pairs = _pairs(values)
    wrong = next((key for key, _ in pairs if key not in keys), None)
    if wrong is not None:
        raise SettingError(f"-{option} must have {', '.join(keys)} only, got {wrong!r}")
    return dict(pairs)


def _clock(tc: str) -> str:
    """Return a time control of theirs, [MOVES/]TIME[+INCREMENT] in seconds or M:S, in our words."""
    moves, slash, rest = tc.rpartition("/")
    time, _, increment = rest.partition("+")
    minutes, _, seconds = time.rpartition(":")
    try:
        stage = clocks.Stage(
            base_s=60 * float(minutes or 0) + float(seconds.removesuffix("s")),
            moves=int(moves) if slash and moves not in ("0", "inf", "infinite") else None,
            increment_s=float(increment or 0),
        )
        return str(clocks.TimeControl(stages=(stage,)))
    except (ValueError, ZeitnotError) as error:
        raise SettingError(f"tc must be [MOVES/]SECONDS[+INCREMENT], such as 8+0.08, got {tc!r}") from error


def _openings(read: MatchWords, values: list[str]) -> None:
    keys = _known("openings", values, "file", "format", "order", "plies", "start", "policy")
    if keys.get("start", "1") != "1" or keys.get("policy", "round") != "round":
        raise SettingError("-openings must have start=1 and policy=round here, got other ones")
    if not keys.get("file"):
        return
    read.options += ["--openings", keys["file"]]
    read.options += ["--openings-order", keys.get("order", "sequential")]
    if keys.get("plies", "-1") not in ("-1", "0"):
        read.options += ["--openings-plies", keys["plies"]]


def _resign(read: MatchWords, values: list[str]) -> None:
    keys = _known("resign", values, "movecount", "score", "twosided")
    read.options += ["--resign", f"{keys.get('movecount', '1')}/{keys.get('score', '0')}"]
    read.options += [] if keys.get("twosided") == "true" else ["--one-sided"]


def _draw(read: MatchWords, values: list[str]) -> None:
    keys = _known("draw", values, "movenumber", "movecount", "score")
    count, score, number = keys.get("movecount", "1"), keys.get("score", "0"), keys.get("movenumber", "0")
    read.options += ["--draw", f"{count}/{score}/{number}"]


def _sprt(read: MatchWords, values: list[str]) -> None:
    keys = _known("sprt", values, "elo0", "elo1", "alpha", "beta", "model")
    read.has_test = True
    read.options += ["--sprt", keys.get("elo0", "0"), keys.get("elo1", "0")]
    read.options += [word for key in ("alpha", "beta") if key in keys for word in (f"--{key}", keys[key])]
    model = keys.get("model", "normalized")
    if model not in _MODELS:
        raise SettingError(f"-sprt model= must be one of {', '.join(_MODELS)} here, got {model!r}")
    read.options += ["--elo-model", _MODELS[model]]


def _pgnout(read: MatchWords, values: list[str]) -> None:
    """Name the run after the PGN file, which is written beside it."""
    pairs = _pairs(values, bare="file")
    for key, value in pairs:
        if key == "file":
            if not Path(value).name:
                raise SettingError(f"-pgnout must name a file, got {value!r}")
            read.options += ["--output", str(Path(value).with_suffix(".run"))]
        else:
            read.left_out.append(f"-pgnout {key}={value}")


def _tournament(read: MatchWords, values: list[str]) -> None:
    kind = _single("tournament", values)
    if kind not in ("gauntlet", "round-robin", "roundrobin"):
        raise SettingError(f"-tournament must be round-robin or gauntlet here, got {kind!r}")
    read.options += ["--gauntlet"] if kind == "gauntlet" else []


def _variant(read: MatchWords, values: list[str]) -> None:
    if (variant := _single("variant", values)) != "standard":
        raise SettingError(f"-variant must be standard here, got {variant!r}")


def _repeat(read: MatchWords, values: list[str]) -> None:
    read.games_each = _count("repeat", values) if values else 2


def _refused(option: str, rule: str) -> Callable[[MatchWords, list[str]], None]:
    def refuse(read: MatchWords, values: list[str]) -> None:
        raise SettingError(f"{rule}, got '-{option}'")

    return refuse


def _set_rounds(read: MatchWords, values: list[str]) -> None:
    read.rounds = _count("rounds", values)


def _set_games(read: MatchWords, values: list[str]) -> None:
    read.games_each = _count("games", values)


def _passed_on(option: str, ours: str) -> Callable[[MatchWords, list[str]], None]:
    def pass_on(read: MatchWords, values: list[str]) -> None:
        read.options += [ours, _single(option, values)]

    return pass_on


def _read_config(read: MatchWords, values: list[str]) -> None:
    keys = _known("config", values, "file", "discard", "outname", "stats")
    if "file" in keys:
        other = MatchWords.of(config_words(Path(keys["file"])))
        read.engines += other.engines
        read.options += other.options
        read.rounds, read.games_each, read.has_test = other.rounds, other.games_each, other.has_test


_READERS: dict[str, Callable[[MatchWords, list[str]], None]] = {
    "engine": MatchWords.add_engine,
    "each": lambda read, values: read.each.append(_pairs(values)),
    "rounds": _set_rounds,
    "games": _set_games,
    "repeat": _repeat,
    "noswap": _refused("noswap", "games come in pairs with the seats swapped"),
    "tbignore50": _refused("tbignore50", "a win that the fifty-move rule takes away is a draw here"),
    "concurrency": _passed_on("concurrency", "--concurrency"),
    "openings": _openings,
    "resign": _resign,
    "draw": _draw,
    "maxmoves": _passed_on("maxmoves", "--max-moves"),
    "tb": _passed_on("tb", "--syzygy"),
    "sprt": _sprt,
    "pgnout": _pgnout,
    "srand": _passed_on("srand", "--seed"),
    "tournament": _tournament,
    "variant": _variant,
    "use-affinity": lambda read, values: read.options.extend(["--affinity", values[0] if values else "all"]),
    "ponder": lambda read, values: read.options.append("--ponder"),
    "config": _read_config,
}
