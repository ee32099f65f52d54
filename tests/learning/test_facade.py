import subprocess
import sys

import pytest

from zeitnot import learning


@pytest.mark.parametrize("name", dir(learning))
def test_every_name_of_the_room_can_be_imported_from_its_facade(name: str) -> None:
    assert getattr(learning, name) is not None


def test_a_name_that_it_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        getattr(learning, "nosuch")  # noqa: B009 (a type checker knows that it is not there)


def test_counting_cores_does_not_import_what_learns() -> None:
    script = "import sys; from zeitnot.learning import cores; cores(); print(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "zeitnot.learning.tasks" in loaded
    assert not {"numpy", "chess", "zeitnot.learning.evaluation"} & set(loaded)
