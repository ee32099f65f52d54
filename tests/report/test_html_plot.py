"""The HTML plot: one file that needs nothing else."""

import builtins
from pathlib import Path
from types import ModuleType

import pytest

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.report import Panel, Series, write_html_plot


def write(path: Path) -> None:
    lines = tuple(
        Series(name=name, points=((1, 2.5), (2, value))) for name, value in (("uniform", 3.5), ("argo", 1.25))
    )
    panels = [
        Panel(title="Time per move", y_label="seconds", series=lines),
        Panel(title="Clock left", y_label="seconds", series=lines),
    ]
    write_html_plot(path, title="How policies spend 3:00+2", x_label="move", panels=panels)


def test_the_page_holds_the_panels_the_names_and_the_library_itself(tmp_path: Path) -> None:
    page = tmp_path / "curves.html"
    write(page)
    text = page.read_text(encoding="utf-8")
    for words in ("How policies spend 3:00+2", "Time per move", "Clock left", '"uniform"', '"argo"'):
        assert words in text
    assert "<head><title>How policies spend 3:00+2</title>" in text
    assert len(text) > 1_000_000
    assert 'src="http' not in text
    assert list(tmp_path.iterdir()) == [page]


def test_a_page_replaces_an_older_one_whole(tmp_path: Path) -> None:
    page = tmp_path / "curves.html"
    page.write_text("old", encoding="utf-8")
    write(page)
    assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")


def test_without_plotly_the_install_line_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_plotly(name: str, *rest: object) -> ModuleType:
        if name.startswith("plotly"):
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_plotly)
    with pytest.raises(MissingExtraError, match=r"pip install 'zeitnot\[lab\]'"):
        write(tmp_path / "curves.html")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"no such file or directory.*nowhere"):
        write(tmp_path / "nowhere" / "curves.html")
