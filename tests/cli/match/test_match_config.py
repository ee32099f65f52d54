import json
from pathlib import Path
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.cli.match.config_file import config_text
from zeitnot.cli.match.fastchess import MatchWords
from zeitnot.cli.match.fastchess_config import config_words
from zeitnot.cli.match.run import RunOptions
from zeitnot.lab import MatchPlan, RunStore

QUICK = """
participants = ["textbook", {policy = "uniform", name = "U", clock = "1+0.02", settings = {turns_left = 20}}]
clock = "1+0.01"
games = 4
work = 2000.0
hash = 1
openings-plies = 4
resign = "1/100"
one-sided = true
gauntlet = false
concurrency = 1
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def planned(monkeypatch: pytest.MonkeyPatch, *words: str) -> MatchPlan:
    """Return the plan of a command that would play it now."""
    plans: list[MatchPlan] = []
    monkeypatch.setattr(RunOptions, "show", lambda _, play, path: plans.append(play.args[0]))
    assert run(["match", *words]) == 0
    return plans[0]


def theirs(text: str) -> list[str]:
    return MatchWords.of(text.split()).words()


def test_a_match_is_read_from_a_file_and_the_command_line_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("m.toml").write_text(QUICK)
    plan = planned(monkeypatch, "--match-config", "m.toml", "--games", "2")
    assert (plan.games, plan.control, plan.work_per_s) == (2, "1+0.01", 2000.0)
    assert plan.rules.adjudication.resign_one_sided
    first, second = plan.participants
    assert first.text == "textbook"
    assert (second.name, second.control, second.settings) == ("U", "1+0.02", (("turns_left", "20"),))
    assert all(len(line.partition("#")[0].split()) == 4 for line in plan.openings)


def test_a_run_writes_its_settings_as_a_file_that_plans_the_same_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("m.toml").write_text(QUICK)
    plan = planned(monkeypatch, "--match-config", "m.toml")
    RunStore.create(Path("a.run"), plan).close()
    assert run(["runs", "a.run", "--match-config", "again.toml"]) == 0
    assert planned(monkeypatch, "--match-config", "again.toml") == plan
    assert run(["runs", ".", "--match-config", "again.toml"]) == EXIT_BAD_INPUT
    assert "--match-config is for one run" in capsys.readouterr().err


def test_a_file_of_a_match_with_built_in_openings_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("m.toml").write_text(QUICK.replace("openings-plies = 4", ""))
    plan = planned(monkeypatch, "--match-config=m.toml")
    assert "openings" not in config_text(plan, openings_file="x")


def test_openings_come_in_the_order_of_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("book.txt").write_text("e2e4\nd2d4\nc2c4\ng1f3\n")
    words = ["uniform", "argo", "--openings", "book.txt", "--openings-order"]
    plan = planned(monkeypatch, *words, "sequential", "--games", "6")
    assert [line.split()[0] for line in plan.openings] == ["e2e4", "d2d4", "c2c4"]
    assert run(["match", *words, "backwards"]) == EXIT_BAD_INPUT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gmaes = 3", "options of `zeitnot match` only, got 'gmaes'; did you mean 'games'?"),
        ("games = [1, 2]", "games must have 1 values"),
        ("sprt = 5", "sprt must have 2 values"),
        ("games = true", "games must have a value, got true"),
        ("ponder = 1", "ponder must be true or false, got 1"),
        ("clock = {a = 1}", "clock must be a text or a number"),
        ("participants = 3", "m.toml"),
        ("participants = [3]", "a participant must be a word, or a table with engine or policy, got 3"),
        ("participants = [{policy = 'uniform', speed = 1}]", "name, clock, movetime"),
        ("participants = ['uniform'", "m.toml"),
        ("match-config = 'm.toml'", "got 'match-config'"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("m.toml").write_text(text)
    assert run(["match", "--match-config", "m.toml"]) == EXIT_BAD_INPUT
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1


def test_words_of_fastchess_become_words_of_this_program() -> None:
    words = theirs(
        "-engine cmd=./a name=A tc=40/60+0.6 option.Hash=16 -engine cmd=b dir=/x args=--fast plies=6 st=0.5 "
        "-each timemargin=50 option.Threads=1 -rounds 10 -games 2 -repeat -concurrency 3 -srand 7 "
        "-openings file=book.epd format=epd order=random plies=8 -tournament gauntlet -maxmoves 150 "
        "-resign movecount=3 score=400 -draw movenumber=34 movecount=8 score=20 -tb /tables "
        "-sprt elo0=-2.5 elo1=0 alpha=0.05 beta=0.1 model=logistic -pgnout file=out/games.pgn "
        "-use-affinity 0-3"
    )
    assert words == [
        "./a:name=A,option.Hash=16,option.Threads=1",
        "/x/b --fast:depth=6,clock=0.5s/move,option.Threads=1",
        *("--games", "20", "--concurrency", "3", "--seed", "7"),
        *("--openings", "book.epd", "--openings-order", "random", "--openings-plies", "8", "--gauntlet"),
        *("--max-moves", "150", "--resign", "3/400", "--one-sided", "--draw", "8/20/34"),
        *("--syzygy", "/tables", "--sprt", "-2.5", "0", "--alpha", "0.05", "--beta", "0.1"),
        *("--elo-model", "logistic", "--output", "out/games.run", "--affinity", "0-3"),
        *("--clock", "40/1:00+0.6", "--margin", "50,50"),
    ]


def test_what_each_says_holds_where_an_engine_says_nothing() -> None:
    words = theirs("-engine cmd=a tc=5+0.05 -engine cmd=b -engine cmd=c -each tc=10+0.1 ponder -rounds 1")
    assert words == ["a:clock=0:05+0.05", "b", "c", "--games", "2", "--clock", "0:10+0.1", "--ponder"]


def test_both_sides_resign_where_fastchess_is_told_so_and_a_test_goes_on() -> None:
    words = theirs("-engine cmd=a -engine cmd=b -each nodes=50 -resign score=5 twosided=true -sprt elo1=5")
    assert "--one-sided" not in words
    assert words[:4] == ["a:nodes=50", "b:nodes=50", "--games", "1000000"]
    assert "--clock" not in words


def test_words_that_change_nothing_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "-engine cmd=uniform -engine cmd=nobody restart=on -recover -ratinginterval 10 -pgnout a.pgn nps=true"
    )
    assert run(["match", "--fastchess", words]) == EXIT_BAD_INPUT
    first, second = capsys.readouterr().err.splitlines()
    assert "restart=on; -recover; -ratinginterval 10; -pgnout nps=true" in first
    assert "'nobody' is no policy" in second


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-engine cmd=a -bogus 3", "must be known here, got '-bogus'"),
        ("-engine cmd=a speed=3", "got 'speed'"),
        ("engine", "must begin with an option, got 'engine'"),
        ("-engine name=a", "-engine must have cmd=, got none"),
        ("-engine cmd=a tc=fast", "tc must be [MOVES/]SECONDS[+INCREMENT], such as 8+0.08, got 'fast'"),
        ("-engine cmd=a st=x", "st must be a number"),
        ("-engine cmd=c:/a", "without ':' and '+'"),
        ("-engine cmd=a option.x=1,b=2", "option.x must be without ',' before '='"),
        ("-rounds 0", "-rounds must be a whole number above 0, got '0'"),
        ("-rounds 1 2", "-rounds must have one value"),
        ("-noswap", "games come in pairs with the seats swapped, got '-noswap'"),
        ("-variant fischerandom", "-variant must be standard here"),
        ("-sprt model=bayesian", "-sprt model= must be one of normalized, logistic here"),
        ("-openings file=a start=5", "start=1 and policy=round"),
        ("-draw moves=5", "-draw must have movenumber, movecount, score only, got 'moves'"),
        ("-tournament knockout", "round-robin or gauntlet here"),
        ("-engine 'cmd=a", "--fastchess must be a command"),
    ],
)
def test_words_that_are_not_known_are_refused_in_one_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", "--fastchess", words]) == EXIT_BAD_INPUT
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1


def config(**changes: Any) -> Path:
    limit = {"tc": {"increment": 80, "fixed_time": 0, "time": 8000, "moves": 0, "timemargin": 0}}
    engine = {"name": "A", "dir": "", "cmd": "a", "args": "", "options": [["Hash", "16"]], "limit": limit}
    form = {
        "engines": [engine, {**engine, "name": "B", "cmd": "b"}],
        "resign": {"move_count": 6, "score": 500, "twosided": True, "enabled": True},
        "draw": {"move_number": 30, "move_count": 6, "score": 25, "enabled": True},
        "opening": {"file": "x.epd", "format": 0, "order": 1, "plies": -1, "start": 1},
        "sprt": {
            "alpha": 0.05,
            "beta": 0.05,
            "elo0": 0.0,
            "elo1": 2.0,
            "model": "normalized",
            "enabled": True,
        },
        "tb_adjudication": {"enabled": True, "syzygy_dirs": "/t"},
        "maxmoves": {"enabled": True, "move_count": 100},
        **{"seed": 3, "type": 1, "variant": 0, "games": 2, "rounds": 5, "concurrency": 2, "affinity": True},
        "pgn": {"file": "g.pgn"},
    }
    Path("config.json").write_text(json.dumps({**form, **changes}))
    return Path("config.json")


def test_a_config_file_of_fastchess_is_read() -> None:
    words = MatchWords.of(config_words(config())).words()
    assert words[:4] == ["a:name=A,option.Hash=16", "b:name=B,option.Hash=16", "--games", "10"]
    for expected in ("--resign 6/500", "--draw 6/25/30", "--openings x.epd --openings-order sequential"):
        assert expected in " ".join(words)
    assert "--sprt 0.0 2.0 --alpha 0.05 --beta 0.05 --elo-model normalised --syzygy /t" in " ".join(words)
    assert words[-2:] == ["--clock", "0:08+0.08"]
    assert {"--gauntlet", "--affinity", "--max-moves"} <= set(words)
    assert MatchWords.of(["-config", f"file={config()}"]).words() == words


@pytest.mark.parametrize("changes", [{"engines": 3}, {"engines": [{}]}, {"rounds": None}, {"type": 9}])
def test_a_config_file_that_is_none_is_refused_in_one_line(
    changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    config(**changes)
    assert run(["match", "--match-config", "config.json"]) == EXIT_BAD_INPUT
    assert len(capsys.readouterr().err.splitlines()) == 1
