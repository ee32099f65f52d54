import pytest

from tests.chess.match_runners import obey_runners
from tests.chess.uci_process import UciProcess


@pytest.mark.parametrize("policy", ["stockfish", "uniform", "magpie"])
def test_match_runners_get_one_answer_to_each_go_whatever_the_clock(policy: str) -> None:
    with UciProcess("--policy", policy) as process:
        obey_runners(process)
