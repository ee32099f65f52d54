"""The frame of the season: figures that are kept, parts that run in turn, and the page about them."""

from pathlib import Path

from benchmarks.season.__main__ import run_season, run_slice
from benchmarks.season.figures import Figures, FigureStore, Found, Tally, quantile, summed
from benchmarks.season.page import TEMPLATE, write_page
from benchmarks.season.slices import Part, Slice, next_part


def counting(work: Slice) -> Found:
    tally = Tally()
    for number in work.pieces():
        (work.folder / str(number)).touch(exist_ok=False)
        tally.counts["games"] += 1
    tally.faults["killed"] += work.seed
    tally.measure("ms", [0.0, 1.0, 10.0])
    return tally.found()


def failing(work: Slice) -> Found:
    raise ZeroDivisionError(f"no way in {work.folder}")


COUNTING = Part(name="counting", words="Counts.", run=counting)
FAILING = Part(name="failing", words="Fails.", run=failing)


def figures(part: str = "counting", *, seconds: float = 1.0) -> Figures:
    return Figures(part=part, seed=0, began="2026-01-02T03:04:05", seconds=seconds, load=1.5, found=Found())


def test_figures_come_back_and_a_line_that_was_cut_off_costs_only_itself(tmp_path: Path) -> None:
    store = FigureStore(tmp_path / "deep" / "figures.jsonl")
    first = run_slice(COUNTING, seed=3, seconds=0.0)
    store.add(first)
    whole = store.path.read_bytes()
    store.path.write_bytes(whole + whole[: len(whole) // 2])
    assert list(store) == [first]
    store.add(figures())
    assert list(store) == [first, figures()]
    assert store.path.read_bytes().startswith(whole)


def test_the_part_with_the_least_time_is_next_and_is_told_how_often_it_ran() -> None:
    parts = [COUNTING, FAILING]
    assert next_part(parts, []) == (COUNTING, 0)
    assert next_part(parts, [figures("counting")]) == (FAILING, 0)
    kept = [figures("counting"), figures("counting"), figures("failing", seconds=9.0)]
    assert next_part(parts, kept) == (COUNTING, 2)


def test_a_season_goes_on_where_it_was_interrupted_and_a_part_that_fails_does_not_end_it(
    tmp_path: Path,
) -> None:
    store = FigureStore(tmp_path / "figures.jsonl")
    for _ in range(2):
        run_season([COUNTING, FAILING], store, minutes=0.0005, slice_s=0.001)
    kept = list(store)
    assert {each.part for each in kept} == {"counting", "failing"}
    assert [each.seed for each in kept if each.part == "counting"] == list(
        range(sum(each.part == "counting" for each in kept))
    )
    failed = next(each for each in kept if each.part == "failing")
    assert failed.found.findings == ("the part itself failed: ZeroDivisionError: no way in ...",)


def test_a_slice_without_time_does_one_piece_of_work() -> None:
    assert run_slice(COUNTING, seed=0, seconds=0.0).found.counts == {"games": 1}


def test_histograms_are_rounded_up_and_summed() -> None:
    tally = Tally()
    tally.measure("ms", [0.0, 0.0, 1.0, 4.3])
    found = summed([tally.found(), tally.found()])
    assert sum(found.histograms["ms"].values()) == 8
    assert [quantile(found.histograms["ms"], share) for share in (0.5, 0.75)] == [0.0, 1.0]
    assert 4.3 <= quantile(found.histograms["ms"], 1.0) < 4.3 * 1.13


def test_the_page_has_the_sums_and_its_words_mean_nothing_to_markdown(tmp_path: Path) -> None:
    tally = Tally()
    tally.check(False, "a | b <script> `c`")
    tally.check(True, "never said")
    bad = Figures(
        part="failing", seed=0, began="2026-01-02T03:04:05", seconds=36.0, load=2.0, found=tally.found()
    )
    kept = [run_slice(COUNTING, seed=seed, seconds=0.0) for seed in (2, 3)]
    write_page(tmp_path / "page.md", [COUNTING, FAILING], [*kept, bad])
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "| counting | 0.00 | 2 games | 5 killed | 0 | `python -m benchmarks.season counting` |" in page
    assert "| failing | 0.01 | 2 checks | none | 1 |" in page
    assert "- failing: a \\| b \\<script\\> \\`c\\`" in page
    assert "never said" not in page
    assert "| ms | 6 | 1 | 10 | 10 | 10 |" in page


def test_the_page_in_the_docs_is_the_one_that_is_written() -> None:
    page = (TEMPLATE.parents[2] / "docs" / "season.md").read_text(encoding="utf-8")
    template = TEMPLATE.read_text(encoding="utf-8")
    for part in template.split("{{ figures }}"):
        assert part in page
