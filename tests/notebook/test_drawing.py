"""`ag_notebook.draw`: what it shows, what it saves, what it refuses."""

from __future__ import annotations

import dataclasses
import json
import re
from html import unescape

import pytest
import tensorflow as tf

import ag_notebook
from ag_notebook import draw, views
from ag_notebook.report import GraphModel
from ag_notebook.report.json import record_from_json
from ag_notebook.staging import StagingError, function


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


FIRST = collatz.__code__.co_firstlineno


@pytest.fixture(scope="module")
def staged():
    return function(collatz)


def drawn(staged, **options):
    return draw(staged, tf.constant(27), **options)


def words(html):
    return unescape(re.sub(r"<[^>]*>", " ", html))


def test_a_drawing_is_text_and_html(staged):
    drawing = drawn(staged)
    bundle = drawing._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == str(drawing)
    assert str(drawing).splitlines()[0] == "collatz · 40 ops in 5 graphs"
    assert "StatelessWhile(n, steps=0)" in str(drawing)
    html = bundle["text/html"]
    assert "40 ops in 5 graphs, 14 shown" in html
    assert f"line {FIRST + 3}" in words(html)
    assert "A box leads to its line" not in html
    assert "Graphs inside" not in html
    assert "Graphs inside" in drawn(staged, nested="enter")._repr_mimebundle_()["text/html"]


def test_names_of_elements_are_unique_per_output(staged):
    names = [
        re.findall(r' id="([^"]+)"', drawn(staged, nested="enter")._repr_mimebundle_()["text/html"])
        for _ in "ab"
    ]
    assert len(names[0]) == len(set(names[0])) == 4
    assert not set(names[0]) & set(names[1])
    drawing = drawn(staged)
    assert drawing._repr_mimebundle_() == drawing._repr_mimebundle_()


def test_operations_are_grouped_and_found(staged):
    by_line = drawn(staged, group="line", find=f"op:Mul line:{FIRST + 3}")
    assert by_line.group == "line"
    assert [found.node.op for found in by_line.find("op:Mul")] == ["Mul"]
    html = by_line._repr_mimebundle_()["text/html"]
    assert f"1 of 40 operations fit “op:Mul line:{FIRST + 3}”" in words(html)
    assert f"› else › Mul collatz/mul · line {FIRST + 3} of test_drawing.py" in words(html)
    assert f"› else › Mul collatz/mul · line {FIRST + 3} of test_drawing.py" in str(by_line)
    with pytest.raises(views.SearchError, match="AG405"):
        drawn(staged, find="op:(")


def test_it_is_saved_in_all_formats(staged, tmp_path):
    drawing = drawn(staged, find="op:Mul")
    assert (drawing.save(tmp_path / "g.html")).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert drawing.save(tmp_path / "g.txt").read_text(encoding="utf-8") == f"{drawing}\n"
    assert drawing.save(tmp_path / "g.svg").read_bytes().startswith(b"<svg ")
    assert drawing.save(tmp_path / "g.dot").read_text(encoding="utf-8").startswith("digraph {")
    assert drawing.save(tmp_path / "g.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads(drawing.save(tmp_path / "g.json").read_text(encoding="utf-8"))
    assert record_from_json(data, GraphModel) == drawing.graph
    with pytest.raises(views.UnknownFormatError, match="AG404.*'.gif'"):
        drawing.save(tmp_path / "g.gif")
    assert not (tmp_path / "g.gif").exists()


def test_wrong_options_are_refused_before_anything_is_traced():
    staged = function(collatz)
    for options, said in (
        ({"group": "zzz"}, "AG406: `group` is 'zzz'.*'none', 'scope', 'line'"),
        ({"nested": "zz"}, "AG406: `nested` is 'zz'.*'inline', 'enter'"),
    ):
        with pytest.raises(views.UnknownChoiceError, match=said):
            drawn(staged, **options)
    assert staged.traces() == []
    drawing = drawn(staged)
    with pytest.raises(views.UnknownChoiceError, match="AG406: `group`"):
        dataclasses.replace(drawing, group="zzz")


def test_files_have_single_boxes_for_graphs_that_are_entered(staged, tmp_path):
    drawing = drawn(staged, nested="enter")
    for name in ("g.svg", "g.dot"):
        text = drawing.save(tmp_path / name).read_text(encoding="utf-8")
        assert "StatelessWhile" in text
        assert "FloorMod" not in text


def test_graphs_reports_and_what_tensorflow_has_are_drawn(staged):
    graph = staged.graph(tf.constant(27))
    assert draw(graph).graph is graph
    assert draw(staged.report()).graph.op_count == 40
    assert draw(staged.report()).title == "collatz"
    concrete = tf.function(lambda x: x + 1, autograph=False).get_concrete_function(
        tf.TensorSpec([], tf.int32)
    )
    assert "AddV2" in str(draw(concrete))


def test_what_has_no_graph_is_refused():
    with pytest.raises(StagingError, match="AG520"):
        draw(3)
    with pytest.raises(StagingError, match="AG521"):
        draw(function(collatz))


def test_it_is_public_and_needs_no_ipython():
    assert "draw" in ag_notebook.__all__
