"""Tables on narrow terminals: numbers are whole or left out, and that is said."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from zeitnot.cli.console import printable
from zeitnot.cli.narrow_table import Column, NarrowTable

NAMES = ("stockfish+learned:chess_model=a-long-name.npz", "stockfish+learned:chess_model=b-long-name.npz")
COLUMNS = (
    Column(justify="right"),
    Column(head="participant", justify="left", shortest=12),
    Column(head="games", left_out=2),
    Column(head="Elo (95 %)"),
    Column(head="LOS", left_out=1),
)
ROWS = (("1", NAMES[0], "1,234,567", "+123 ± 45", "99 %"), ("2", NAMES[1], "7,654,321", "-123 ± 45", ""))


def shown(width: int, table: NarrowTable | None = None) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(table or NarrowTable(columns=COLUMNS, rows=ROWS))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert max(cell_len(line) for line in text.splitlines()) <= width
    return text


def test_where_there_is_room_nothing_is_shortened_or_left_out() -> None:
    text = shown(120)
    assert all(cell in text for row in ROWS for cell in row)
    assert "Left out" not in text
    assert " is " not in text


@pytest.mark.parametrize("width", range(24, 120))
def test_no_number_is_ever_cut_and_every_name_can_be_read_whole(width: int) -> None:
    text = shown(width)
    assert "+123 ± 45" in text
    assert "-123 ± 45" in text
    unfolded = text.replace("\n", "")
    assert all(name in unfolded for name in NAMES)
    for head, cell in (("games", "1,234,567"), ("LOS", "99 %")):
        assert cell in text or head in text.split("Left out for lack of room: ")[1]


def test_names_are_shortened_in_the_middle_before_a_column_goes() -> None:
    text = shown(80)
    assert "Left out" not in text
    assert "stockfish+learned:che…odel=a-long-name.npz" in text
    assert f"is {NAMES[0]}" in " ".join(text.split())


def test_columns_are_left_out_in_their_order() -> None:
    narrow = shown(45)
    assert "Left out for lack of room: LOS;" in narrow
    narrower = " ".join(shown(32).split())
    assert "Left out for lack of room: LOS, games; a wider terminal or --json shows them." in narrower


def test_names_that_look_the_same_when_shortened_are_told_apart() -> None:
    names = [f"{'x' * 20}{number}{'y' * 20}" for number in range(3)]
    table = NarrowTable(
        columns=[Column(head="name", shortest=6), Column(head="n")], rows=[(name, "7") for name in names]
    )
    text = shown(20, table)
    firsts = [line.split()[0] for line in text.splitlines()[2:5]]
    assert len(set(firsts)) == 3


def test_the_narrowest_terminal_gets_a_line_for_each_cell() -> None:
    text = shown(12)
    assert "Elo (95 %):" in text
    assert "+123 ± 45" in text
    assert "1,234,567" in text


def test_a_table_without_rows_has_its_heads() -> None:
    assert "Elo" in shown(80, NarrowTable(columns=COLUMNS, rows=()))


def test_styled_cells_stay_as_they_are() -> None:
    table = NarrowTable(columns=[Column(head="a")], rows=[(Text("[bold]", style="red"),)])
    assert "[bold]" in shown(40, table)


def test_text_from_outside_does_not_steer_the_terminal() -> None:
    hostile = "a\x1b[31mb\x07c\x9bd\u202ee\ud800\nf"
    text = shown(100, NarrowTable(columns=[Column(head=hostile)], rows=[(hostile,)]))
    assert text.count(r"a\x1b[31mb\x07c\x9bd\u202ee\ud800\nf") == 2
    assert printable("plain – ü 漢") == "plain – ü 漢"
