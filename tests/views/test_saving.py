"""Checks that a view is written in the format that the file's name asks for."""

import json
from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import LIMIT, StagingReport, bounded, from_json
from ag_notebook.views import UnknownFormatError, UnwritableError


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a.html", b"<!DOCTYPE html>"),
        ("a.svg", b"<svg "),
        ("a.dot", b"digraph"),
        ("a.txt", b"collatz \xc2\xb7 tensorflow"),
        ("a.PNG", b"\x89PNG"),
        ("a.json", b"{"),
    ],
)
def test_each_suffix(tmp_path, name, start):
    path = views.save(sample.collatz(), tmp_path / name)
    assert path == tmp_path / name
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("report", [sample.collatz(), sample.hostile()])
def test_json_reads_back(tmp_path, report):
    path = views.save(report, tmp_path / "a.json")
    assert from_json(json.loads(path.read_text(encoding="utf-8"))) == report


@pytest.mark.parametrize("suffix", ["html", "svg", "dot", "txt", "png", "json"])
def test_hostile_reports_can_be_written(tmp_path, suffix):
    assert views.save(sample.hostile(), tmp_path / f"a.{suffix}").stat().st_size > 0


def test_unknown_suffix(tmp_path):
    with pytest.raises(UnknownFormatError, match=r"AG404: .*'.pdf'.* Use one of .html, .json"):
        views.save(sample.collatz(), tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_draw_leaves_no_file(tmp_path):
    with pytest.raises(UnknownFormatError, match="no graph"):
        views.save(StagingReport("e", "python", ()), tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


def test_the_last_function_with_a_graph_is_drawn(tmp_path):
    first = sample.collatz().functions[0]
    second = replace(first, traces=(replace(first.traces[0], graph=sample.chain(2)),))
    report = replace(sample.collatz(), functions=(first, second, replace(first, traces=())))
    assert "MatMul" in views.save(report, tmp_path / "a.dot").read_text(encoding="utf-8")


@pytest.mark.parametrize("count", [100, 2000, 5000])
def test_json_keeps_to_the_bound(tmp_path, count):
    report = sample.large(count)
    data = views.save(report, tmp_path / "a.json").read_bytes()
    assert len(data) <= LIMIT
    assert from_json(json.loads(data)) == bounded(report, LIMIT - 1)
    is_small = len(views.json_text(report, indent=1, limit=None).encode()) < LIMIT
    assert (data.count(b"\n") > 1) == is_small == (count == 100)


def test_parts_of_a_text_file_are_chosen(tmp_path):
    text = views.save(sample.collatz(), tmp_path / "a.txt", show=["graph"]).read_text(encoding="utf-8")
    assert text == views.text(sample.collatz(), 100, show=["graph"]) + "\n"
    for name in ("b.txt", "b.html"):
        with pytest.raises(views.UnknownChoiceError, match="AG406: `show` is 'grap'"):
            views.save(sample.collatz(), tmp_path / name, show=["grap"])
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_entered_graphs_are_single_boxes_in_files(tmp_path):
    graph = sample.collatz_graph()

    def saved(suffix, nested):
        return views.save_graph(graph, tmp_path / f"a{suffix}", "f", nested=nested).read_bytes()

    for suffix in (".svg", ".dot"):
        assert b"FloorMod" in saved(suffix, "inline")
        entered = saved(suffix, "enter")
        assert b"FloorMod" not in entered
        assert b"StatelessWhile" in entered
        assert b"loop body: 21 ops" in entered
    width = {nested: int.from_bytes(saved(".png", nested)[20:24], "big") for nested in ("inline", "enter")}
    assert width["enter"] < width["inline"]
    assert b"FloorMod" in saved(".html", "enter")
    assert b"FloorMod" in saved(".txt", "enter")


def test_where_no_file_can_be_written(tmp_path):
    graph = sample.collatz().functions[0].traces[0].graph
    for save in (
        lambda path: views.save(sample.collatz(), path),
        lambda path: views.save_graph(graph, path, "collatz"),
    ):
        with pytest.raises(
            UnwritableError, match="AG407: There is no folder .*none. Make it first"
        ) as caught:
            save(tmp_path / "none" / "a.txt")
        assert isinstance(caught.value, OSError)
        assert not (tmp_path / "none").exists()
        (tmp_path / "a.txt").mkdir(exist_ok=True)
        with pytest.raises(UnwritableError, match="AG407: .*a.txt cannot be written: Is a directory"):
            save(tmp_path / "a.txt")
