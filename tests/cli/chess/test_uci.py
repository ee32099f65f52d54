import pytest

from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--policy", "nobody"], "no such policy: 'nobody'"),
        (["--policy", "neurofsh"], "did you mean 'neurofish'?"),
        (["--set", "reserve_s=1"], "stockfish has no parameter 'reserve_s'"),
        (["--policy", "neurofish", "--set", "reserve_s=-1"], "reserve_s must be a number from 0"),
        (["--policy", "neurofish", "--preset", "nothing"], "preset of neurofish must be one of flagging"),
        (["--hash", "0"], "option Hash must be a whole number from 1"),
        (["--threads", "many"], "option Threads must be a whole number from 1 to 256, got 'many'"),
        (["--option", "Hsah=1"], "did you mean 'Hash'?"),
        (["--option", "Hash"], "a setting must be key=value, got 'Hash'"),
        (["--config", "no-such-file.toml"], "the config file must be a file that can be read"),
    ],
)
def test_bad_flags_are_refused_before_the_engine_starts(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["uci", *arguments]) == EXIT_BAD_INPUT
    output = capsys.readouterr()
    assert output.out == ""
    assert said in output.err
    assert len(output.err.splitlines()) == 1


def test_help_shows_how_to_start_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["uci", "--help"]) == 0
    assert "zeitnot uci --policy neurofish --preset flagging" in capsys.readouterr().out
