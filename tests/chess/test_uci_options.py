"""Options: every parameter of every policy, through the doors of UCI, command line, file and environment."""

from pathlib import Path

import pytest

from tests.chess.uci_process import UciProcess, count, number
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.errors import SettingError
from zeitnot.policies import Neurofish, Stockfish, parameters_of, policy_class, policy_names, presets_of
from zeitnot.turns import Overhead

POLICIES = " ".join(f"var {name}" for name in policy_names())
NEUROFISH_PARAMETERS = tuple(parameters_of(Neurofish).items())


def table(**settings: object) -> OptionTable:
    return OptionTable(EngineSettings(**settings))  # type: ignore[arg-type]


def lines_by_name(options: OptionTable) -> dict[str, str]:
    lines = (line.removeprefix("option name ").partition(" type ") for line in options.lines())
    return {name: rest for name, _, rest in lines}


@pytest.mark.source("N19.option")
@pytest.mark.parametrize("policy", policy_names())
def test_every_parameter_of_every_policy_is_an_option_with_its_default(policy: str) -> None:
    lines = lines_by_name(table(policy=policy))
    for name, parameter in parameters_of(policy_class(policy)).items():
        if parameter.game != "scrabble":
            assert f"default {parameter.text(parameter.default)}" in lines[f"{policy}.{name}"]


def test_only_the_options_of_the_chosen_policy_and_of_chess_are_listed() -> None:
    for policy in policy_names():
        lines = lines_by_name(table(policy=policy))
        assert all(name.partition(".")[0] == policy for name in lines if "." in name)
        assert len(lines) < 80
    learned = lines_by_name(table(policy="learned"))
    assert "learned.chess_model" in learned
    assert not any("scrabble" in name or "endgame" in name for name in learned)
    assert "uniform.tiles_per_turn" not in lines_by_name(table(policy="uniform"))


def test_the_list_follows_a_change_of_policy_and_unlisted_parameters_can_be_set() -> None:
    options = table()
    for policy in policy_names():
        for name, parameter in parameters_of(policy_class(policy)).items():
            options.set(f"{policy}.{name}", parameter.text(parameter.default))
    options.set("Policy", "argo")
    names = lines_by_name(options)
    assert "argo.overhead_s" in names
    assert not any(name.startswith("stockfish.") for name in names)


def test_presets_are_a_combo_where_the_policy_has_any() -> None:
    assert lines_by_name(table(policy="neurofish"))["Preset"].startswith("combo default none var none var ")
    assert "Preset" not in lines_by_name(table(policy="stockfish"))
    with pytest.raises(SettingError, match="stockfish has no presets"):
        table().set("Preset", "flagging")


@pytest.mark.source("N19.option")
@pytest.mark.parametrize(
    ("policy", "option", "line"),
    [
        ("neurofish", "neurofish.least_moves", "spin default 25 min 1 max 1000000"),
        ("neurofish", "neurofish.overhead_s", "string default 0.5"),
        ("neurofish", "neurofish.quiescence_moves", "string default 10,5,2,1"),
        ("stockfish", "stockfish.ponders", "check default false"),
        (
            "stockfish",
            "Policy",
            f"combo default stockfish {POLICIES}",
        ),
        ("stockfish", "BookFile", "string default <empty>"),
        ("stockfish", "Clear Hash", "button"),
    ],
)
def test_options_have_the_type_of_their_parameter(policy: str, option: str, line: str) -> None:
    assert lines_by_name(table(policy=policy))[option] == line


@pytest.mark.source("N19.option")
@pytest.mark.parametrize(("name", "parameter"), NEUROFISH_PARAMETERS)
def test_every_constant_of_neurofish_can_be_set_by_option(name: str, parameter: object) -> None:
    options = table(policy="neurofish")
    default = getattr(Neurofish(), name)
    wanted: object
    if isinstance(default, tuple):
        wanted = tuple(type(each)(each + 1) for each in default)
    elif isinstance(default, bool):
        wanted = not default
    elif isinstance(default, int):
        wanted = default + 1
    else:
        wanted = min(default * 1.01 + 0.001, 0.999) if default < 1 else default * 1.01
    options.set(f"NeuroFish.{name}", parameters_of(Neurofish)[name].text(wanted))
    assert getattr(options.settings.make_policy(), name) == wanted


@pytest.mark.source("N20.flagging", "N20.shallow_search", "N20.quiescence_explosion", "N20.score_instability")
@pytest.mark.parametrize("preset", presets_of("neurofish"))
@pytest.mark.parametrize("option", ["Preset", "neurofish.preset"])
def test_a_preset_is_an_option_and_can_be_taken_back(preset: str, option: str) -> None:
    options = table(policy="neurofish")
    options.set(option, preset)
    for name, value in presets_of("neurofish")[preset].items():
        assert getattr(options.settings.make_policy(), name) == value
    options.set(option, "<empty>" if option == "Preset" else "none")
    assert options.settings.make_policy() == Neurofish()


def test_a_parameter_that_was_set_outlives_a_change_of_policy() -> None:
    options = table()
    options.set("neurofish.reserve_s", "2.5")
    options.set("Policy", "neurofish")
    assert options.settings.make_policy() == Neurofish(reserve_s=2.5)
    options.set("policy", "Stockfish")
    assert options.settings.make_policy() == Stockfish()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("neurofish.reserve_s", "-1"),
        ("neurofish.reserve_s", "soon"),
        ("neurofish.critical_below_s", "1000"),
        ("Policy", "no-such"),
        ("Preset", "no-such"),
        ("neurofish.preset", "no-such"),
        ("Hash", "999999999999"),
        ("Threads", "0"),
        ("Threads", "1.5"),
        ("UCI_Chess960", "1"),
        ("no.such", "1"),
    ],
)
def test_a_value_that_breaks_a_rule_changes_nothing(name: str, value: str) -> None:
    options = table()
    before = options.settings
    with pytest.raises(SettingError, match=r"got|did you mean|lists them"):
        options.set(name, value)
    assert options.settings is before


def test_ponder_and_move_overhead_reach_the_policy_that_has_names_for_them() -> None:
    options = table()
    options.set("Ponder", "true")
    options.set("Move Overhead", "5")
    assert options.settings.make_policy() == Stockfish(ponders=True, overhead_s=0.005)
    options.set("stockfish.ponders", "false")
    assert options.settings.make_policy() == Stockfish(ponders=False, overhead_s=0.005)


def test_more_than_the_customary_overhead_is_left_to_the_guard() -> None:
    options = table()
    options.set("Move Overhead", "300")
    assert options.settings.make_policy() == Stockfish()
    assert options.settings.overhead().mean_s == 0.3


@pytest.mark.parametrize(("overhead_ms", "worst_s"), [(0, 0.0), (1, 0.01), (10, 0.1), (50, 0.1), (500, 0.75)])
def test_the_worst_overhead_is_assumed_larger_than_the_usual_one(overhead_ms: int, worst_s: float) -> None:
    overhead = EngineSettings(overhead_ms=overhead_ms).overhead()
    assert overhead.mean_s == overhead_ms / 1000
    assert overhead.worst_s == overhead.assumed_s == pytest.approx(worst_s)


def test_the_default_overhead_is_the_one_of_the_core() -> None:
    assert EngineSettings().overhead() == Overhead()


@pytest.mark.source("N1.time", "N1.increment", "N1.moves_to_go", "N3.overhead", "N19.option", "A15.clock")
def test_options_change_the_plan_of_the_next_search() -> None:
    with UciProcess() as engine:
        engine.send("debug on", "setoption name POLICY value neurofish", "setoption name Hash value 2")
        go = "go wtime 180000 winc 2000 btime 1 movestogo 40 nodes 100"
        assert any(" target normal clock" in line and "= 5.562 s" in line for line in plans(engine, go))
        engine.send("setoption name neurofish.overhead_s value 0.25")
        assert any("= 5.812 s" in line for line in plans(engine, go))
        engine.send("setoption name neurofish.overhead_s value -1")
        assert any("= 5.812 s" in line for line in plans(engine, go))
        engine.send("setoption name Policy value argo")
        assert any(line.startswith("info string plan by argo: target clock") for line in plans(engine, go))


@pytest.mark.source("N1.time", "N1.increment")
def test_black_plans_by_its_own_clock_and_increment() -> None:
    with UciProcess("--policy", "neurofish") as engine:
        engine.send("debug on", "position startpos moves e2e4")
        go = "go wtime 1 winc 1 btime 180000 binc 2000 movestogo 40 nodes 100"
        assert any("= 5.562 s" in line for line in plans(engine, go))


def plans(engine: UciProcess, go: str) -> list[str]:
    return [line for line in engine.ask(go, until="bestmove") if line.startswith("info string plan")]


def test_work_time_can_be_set_while_the_engine_runs() -> None:
    with UciProcess("--option", "Nodes Per Second=1000") as engine:
        lines = engine.ask("go movetime 2000", until="bestmove")
        assert 0 < number(lines[-2], "nodes") <= 2_000 + 1_024
        engine.send("setoption name Nodes Per Second value 100000")
        lines = engine.ask("go movetime 200", until="bestmove")
        assert 5_000 < number(lines[-2], "nodes") <= 20_000 + 1_024


@pytest.mark.source("G13.lines")
def test_several_lines_are_reported_best_first_with_wdl() -> None:
    with UciProcess() as engine:
        engine.send("setoption name multipv value 3", "setoption name UCI_ShowWDL value true")
        lines = [line for line in engine.ask("go depth 6", until="bestmove") if " depth 6 " in line]
        assert [number(line, "multipv") for line in lines] == [1, 2, 3]
        scores = [number(line, "cp") for line in lines]
        assert scores == sorted(scores, reverse=True)
        for line in lines:
            words = line.split()
            place = words.index("wdl")
            assert sum(map(int, words[place + 1 : place + 4])) == 1000


def test_a_table_that_does_not_fit_is_refused_and_the_game_goes_on() -> None:
    with UciProcess("--hash", "1") as engine:
        engine.send("setoption name Hash value 99999999999", "setoption name Threads value 2")
        assert count(engine.ready(), "info string option Hash must be a whole number from 1 to ") == 1
        assert engine.best_move("go depth 6") != "0000"


def test_castling_is_king_takes_rook_in_chess960() -> None:
    position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"
    with UciProcess() as engine:
        engine.send("setoption name UCI_Chess960 value true")
        assert engine.best_move(position, "go depth 2 searchmoves e1h1") == "e1h1"
        engine.send("setoption name UCI_Chess960 value false")
        assert engine.best_move(position, "go depth 2 searchmoves e1g1") == "e1g1"


@pytest.mark.source("T10", "G12")
def test_book_moves_are_answered_at_once() -> None:
    with UciProcess() as engine:
        engine.send("setoption name OwnBook value true")
        lines = engine.ask("go wtime 60000 btime 60000", until="bestmove")
        assert lines[0] == "info string book"
        assert len(lines) == 2
        engine.send("setoption name BookFile value no such file.bin")
        lines = engine.ask("go depth 3", until="bestmove")
        assert lines[0].startswith("info string a book must be a Polyglot file")
        assert count(lines, "info depth 3") == 1


def test_flags_and_file_and_environment_set_what_options_set(tmp_path: Path) -> None:
    config = tmp_path / "zeitnot.toml"
    config.write_text("[policies.neurofish]\nreserve_s = 2.0\nleast_moves = 30\n", encoding="utf-8")
    arguments = (
        "--policy",
        "neurofish",
        "--config",
        str(config),
        "--set",
        "least_moves=31",
        "--threads",
        "2",
    )
    environ = {"ZEITNOT_NEUROFISH_OVERHEAD_S": "0.125", "ZEITNOT_ARGO_OVERHEAD_S": "0.2"}
    with UciProcess(*arguments, environ=environ) as engine:
        lines = engine.ask("uci", until="uciok")
        other = engine.ask("setoption name Policy value argo", "uci", until="uciok")
    assert "option name neurofish.reserve_s type string default 2.0" in lines
    assert "option name neurofish.least_moves type spin default 31 min 1 max 1000000" in lines
    assert "option name neurofish.overhead_s type string default 0.125" in lines
    assert "option name argo.overhead_s type string default 0.2" in other
    assert "option name Threads type spin default 2 min 1 max 256" in lines
    assert count(lines, "option name Policy type combo default neurofish ") == 1
