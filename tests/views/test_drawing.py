"""Checks the DOT text: counted names, literal labels, clusters and dashed edges, in both layout programs."""

import re
import subprocess
from html import unescape

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import GraphModel, GraphNode, Port
from ag_notebook.views import layout as layout_module
from ag_notebook.views.drawing import box_size, dot_source
from ag_notebook.views.folding import fold
from ag_notebook.views.layout import engines

ENGINES = list(engines())


def laid_out(engine: str, source: str, suffix: str) -> str:
    done = subprocess.run([engine, f"-T{suffix}"], input=source.encode(), capture_output=True, check=True)
    return done.stdout.decode()


def test_loops_and_branches_are_clusters_inside_their_operation():
    source = views.dot(sample.collatz_graph())
    order = [source.index(text) for text in (
        'label="StatelessWhile(n, steps=0)', 'label="loop body"', 'label="StatelessIf(·, n)', "label=then", "label=else",
        "label=test",
    )]  # fmt: skip
    assert order == sorted(order)
    assert source.count("subgraph cluster_") == 6


def test_recursion_is_dashed_and_has_a_word():
    lines = [line for line in views.dot(sample.recursive()).split("\n") if "dashed" in line]
    assert len(lines) == 3
    assert all("xlabel=rec" in line and "constraint=false" in line for line in lines)


def test_carried_values_are_dashed_and_do_not_turn_the_order():
    assert len(re.findall(r"constraint=false.*style=dashed", views.dot(sample.collatz_graph()))) == 2


def test_nodes_say_type_and_line():
    assert r"FloorMod(n, 2)\nint32[] · line 7" in views.dot(sample.collatz_graph())


def test_names_are_counted_never_those_of_operations():
    source = views.dot(sample.hostile().functions[0].traces[0].graph)
    statements = [
        re.sub(r"\[.*|\{|\}", "", line).split() for line in source.splitlines() if "label=" not in line
    ]
    names = {word for words in statements for word in words} - {
        "digraph",
        "graph",
        "node",
        "edge",
        "subgraph",
        "->",
    }
    names |= {line.split()[0] for line in source.splitlines() if line.strip().startswith("n")}
    assert names - {"node"} == {"n1", "n2", "n3", "cluster_n2", "cluster_g2"}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "text",
    [
        sample.HOSTILE,
        "<b>bold</b>",
        "&lt;&#65;",
        "\\N\\G\\n\\",
        '"',
        "{a|b}",
        "漢字",
        "<",
        "a\nb",
        "\\\\",
        "<>",
    ],
)
def test_any_label_is_shown_as_it_is(engine, text):
    graph = GraphModel("g", "main", (GraphNode("x", text, ()),), ())
    (shown,) = re.findall(r"<text[^>]*>(.*?)</text>", laid_out(engine, dot_source(fold(graph)), "svg"))
    assert unescape(shown).replace("\xa0", " ") == text.replace("\n", "␊")


def test_size_follows_the_text():
    narrow, wide = (fold(sample.chain(2)).boxes[0], fold(sample.collatz_graph()).boxes[1])
    assert box_size(narrow)[0] < box_size(wide)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_reads_a_loop_stands_below_its_frame(monkeypatch, engine):
    monkeypatch.setattr(layout_module, "engines", lambda: iter([engine]))
    frame = fold(sample.collatz_graph())
    placed = layout_module.layout(dot_source(frame))
    loop, reader = frame.boxes[1], frame.boxes[2]
    cluster, top = placed.frames[loop.id], placed.boxes[reader.id].top
    assert top >= cluster.top + cluster.height
    # The arrow begins at the frame, not inside it.
    (arrow,) = [curve for curve in placed.curves if curve.tip and abs(curve.tip[1] - top) < 2]
    assert arrow.points[0][1] >= cluster.top + cluster.height - 1
