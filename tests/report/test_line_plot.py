"""Line plots: what is drawn at the terminal and that it fits, and the page that needs nothing else."""

import builtins
import math
from pathlib import Path
from types import ModuleType

import pytest
from rich.text import Text

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.report import Panel, Series, terminal_plot, write_html_plot
from zeitnot.report.line_plot import ticks, widened

BRAILLE = range(0x2801, 0x2900)


def series(name: str = "line", *ys: float) -> Series:
    return Series(name=name, points=tuple(enumerate(ys, start=1)))


def plot(*lines: Series, width: int = 40, height: int = 8, letters: bool = False) -> Text:
    return terminal_plot(
        lines, width=width, height=height, x_label="move", y_label="seconds", letters=letters
    )


def rows(text: Text) -> list[str]:
    return text.plain.split("\n")


def canvas(text: Text) -> list[str]:
    return [row.split("│")[-1].split("┤")[-1] for row in rows(text) if "│" in row or "┤" in row]


def test_a_small_plot_looks_like_this() -> None:
    assert plot(series("rising", 0, 1, 2, 3, 4), width=20, height=4).plain == "\n".join(
        [
            "seconds",
            "4 ┤             ⢀⠤⠔⠉",
            "  │         ⣀⠤⠒⠉⠁   ",
            "2 ┤    ⣀⠤⠔⠊⠉        ",
            "0 ┤⡠⠤⠊⠉             ",
            "  └────┴───────┴────",
            "       2       4",
            "                move",
            "━━ rising",
        ]
    )


@pytest.mark.parametrize("width", [1, 10, 20, 40, 79, 80, 120, 300])
def test_no_row_is_wider_than_asked_for_unless_that_is_too_narrow_to_draw(width: int) -> None:
    text = plot(series("a", 1, 5, 2), series("b", 3, 3, 1000), width=width)
    assert max(map(len, rows(text))) <= max(width, 16)
    assert len(canvas(text)) == 8


def test_a_rising_line_begins_low_on_the_left_and_ends_high_on_the_right() -> None:
    drawn = canvas(plot(series("line", 0, 10)))
    assert ord(drawn[-1][0]) in BRAILLE
    assert ord(drawn[0][-1]) in BRAILLE
    assert drawn[0][0] == drawn[-1][-1] == " "


def test_a_flat_line_stays_in_one_row_without_gaps() -> None:
    drawn = canvas(plot(series("line", 5, 5, 5)))
    (row,) = [row for row in drawn if row.strip()]
    assert " " not in row


def test_every_line_has_its_own_colour_and_its_name_in_the_legend() -> None:
    text = plot(series("one", 1, 2), series("two", 8, 9))
    assert "━━ one   ━━ two" in rows(text)[-1]
    colours = {
        text.plain[span.start : span.end].strip(): span.style
        for span in text.spans
        if "━━" in text.plain[span.start : span.end]
    }
    assert len(set(colours.values())) == 2


def test_letters_stand_on_the_lines_and_in_the_legend_where_there_is_no_colour() -> None:
    text = plot(series("one", *[1] * 20), series("two", *[9] * 20), letters=True)
    drawn = "\n".join(canvas(text))
    assert drawn.count("a") == drawn.count("b") == 2
    assert rows(text)[-1] == "a one   b two"


def test_more_lines_than_colours_get_letters_too() -> None:
    lines = [series(f"line {index}", index, index) for index in range(12)]
    assert "l line 11" in plot(*lines, width=100).plain


def test_negative_values_are_below_a_labelled_zero() -> None:
    text = plot(series("line", 10, -10))
    labels = [row.split("┤")[0].strip() for row in rows(text) if "┤" in row]
    assert labels == ["10", "0", "-10"]


def test_values_that_are_no_numbers_are_left_out() -> None:
    assert (
        plot(series("line", 1, math.nan, 3, math.inf)).plain
        == plot(Series(name="line", points=((1, 1), (3, 3)))).plain
    )


def test_a_single_point_and_an_empty_line_are_drawn() -> None:
    text = plot(series("one", 3), series("none"), letters=True)
    assert "a one   b none" in text.plain


def test_nothing_to_plot_is_said() -> None:
    assert plot(series("none")).plain == "nothing to plot"
    assert plot().plain == "nothing to plot"


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0.0, 10.0, 5, [0, 2, 4, 6, 8, 10]),
        (1.0, 40.0, 6, [10, 20, 30, 40]),
        (0.0, 0.7, 4, [0, 0.2, 0.4, 0.6]),
        (-3.0, 3.0, 3, [-2, 0, 2]),
        (0.0, 1500.0, 3, [0, 500, 1000, 1500]),
    ],
)
def test_ticks_are_round_and_within_the_range(
    low: float, high: float, most: int, expected: list[float]
) -> None:
    assert ticks(low, high, most) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(0.0, 7.9, [0, 2, 4, 6, 8]), (-0.1, 7.9, [-2, 0, 2, 4, 6, 8])]
)
def test_outward_ticks_enclose_the_range(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high, 5, outward=True) == expected


@pytest.mark.parametrize("value", [0.0, 5.0, -5.0, 1e17])
def test_a_range_without_width_gets_some(value: float) -> None:
    low, high = widened(value, value)
    assert low == value < high


def test_a_range_with_width_stays() -> None:
    assert widened(1.0, 2.0) == (1.0, 2.0)


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
