"""Checks that a view is written in the format that the file's name asks for."""

import json
from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import StagingReport, from_json
from ag_notebook.views import UnknownFormatError


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
