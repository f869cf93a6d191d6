"""Checks how a graph is shown that no report is around."""

import re
from dataclasses import replace
from html import unescape
from types import SimpleNamespace

import sample

from ag_notebook.report import GraphModel
from ag_notebook.views.alone import (
    MOST_FOUND,
    graph_html,
    graph_of_report,
    graph_page,
    graph_text,
    graph_title,
)


def words(html):
    return unescape(re.sub(r"<[^>]*>", " ", html))


def test_the_fragment_says_what_it_is_and_marks_lines():
    html = graph_html(sample.collatz_graph(), "collatz", "agn-1")
    assert html.startswith('<div id="agn-1" class="ag-report"')
    assert "<b>collatz</b>" in html
    assert "34 ops in 5 graphs, 14 shown" in html
    line = sample.FIRST + 5
    assert f"line {line} of Cell In[3]" in words(html)
    assert "#agn-1:has(.l0:hover) .l0" in html
    colours = {re.search(r"border:solid (#\w+)", a)[1] for a in re.findall(r'<a class="l\d[^>]*>', html)}
    assert len(colours) == 4


def test_the_text_is_the_outline():
    rows = graph_text(sample.collatz_graph(), "collatz", 100).splitlines()
    assert rows[0] == "collatz · 34 ops in 5 graphs"
    assert rows[1].startswith("main        Placeholder n int32[] · StatelessWhile(n, steps=0)")


def test_what_is_searched_for_comes_first_and_is_counted():
    rows = graph_text(sample.chain(100), "chain", 80, "op:MatMul").splitlines()
    found = sum(node.op == "MatMul" for node in sample.chain(100).nodes)
    assert rows[1] == f"{found} of 100 operations fit “op:MatMul”, the first {MOST_FOUND} listed"
    assert rows[2] == f"MatMul op_1 · line {sample.FIRST + 1} of Cell In[3]"
    assert len([row for row in rows if row.startswith("MatMul op_")]) == MOST_FOUND
    html = graph_html(sample.chain(100), "chain", "agn-1", search="op:MatMul")
    assert html.count("<li>MatMul op_") == MOST_FOUND
    assert rows[1] in words(html)


def test_a_page_may_load_nothing():
    page = graph_page(graph_html(sample.collatz_graph(), "<b>", "agn-1"), "<b>")
    assert page.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in page
    assert "<title>&lt;b&gt;</title>" in page


def test_titles_are_names():
    graph = sample.collatz_graph()
    assert graph_title(SimpleNamespace(__name__="f"), graph) == "f"
    assert graph_title(SimpleNamespace(name="resnet"), graph) == "resnet"
    assert graph_title(graph, graph) == "collatz"
    assert graph_title(SimpleNamespace(name=3), graph) == "collatz"


def test_the_graph_of_a_report_is_the_last():
    report = sample.collatz()
    assert graph_of_report(report) == sample.collatz_graph()
    assert graph_of_report(replace(report, functions=())) is None


HOSTILE = (
    sample.HOSTILE,
    sample.BREAKOUT,
    "q\"uo'te",
    "back\\slash\\n\\N\\G\\",
    "line\nbreak\r\n",
    "\u202eturned\u2066",
    "\x00\x1b[31m",
    "\ud800",
    "&lt;b&gt; &amp; &#65;",
    "x" * 10_000,
    "<<table>>",
    "a:b:c -> d; e [label=f]",
)


def hostile_graph():
    """Each text as a name, a kind, a label, a type, an attribute and a scope, in nested graphs, groups and series."""
    nodes = []
    for index, text in enumerate(HOSTILE):
        inner = sample.graph(text, "call", [sample.node(text, text, index, label=text)], "")
        made = sample.node(f"{text}/{text}", text, index, inner, label=text, **{"a": text})
        nodes.append(replace(made, outputs=(replace(sample.INT, dtype=text, shape=text),)))
    nodes += [sample.node(f"<s>/{i}", '<i>&"\\', 3) for i in range(6)]
    return GraphModel('<&"\\>', "main", tuple(nodes), ())


def test_hostile_texts_are_shown_as_they_are_by_both_programs(monkeypatch):
    import xml.etree.ElementTree as ET
    from html.parser import HTMLParser

    from ag_notebook.views import dot, svg
    from ag_notebook.views import layout as layout_module
    from ag_notebook.views.literal import literal

    graph = hostile_graph()
    engines = list(layout_module.engines())
    assert len(engines) == 2
    allowed = set("div style b br a i img details summary ul li span".split())

    class Tags(HTMLParser):
        def handle_starttag(self, tag, attributes):
            assert tag in allowed, tag
            assert not [name for name, _ in attributes if name.startswith("on")]

    for engine in engines:
        monkeypatch.setattr(layout_module, "engines", lambda engine=engine: iter([engine]))
        for group in ("none", "scope", "line"):
            for nested in ("inline", "enter"):
                html = graph_html(graph, sample.HOSTILE, "agn-1", group, nested)
                assert "<b>AG" not in html
                Tags().feed(html)
                html.encode()
                assert "\u202e" not in html and "\x1b" not in html
            root = ET.fromstring(svg(graph, group=group))
            shown = "".join(root.itertext())
            assert "script" not in {element.tag.rpartition("}")[2] for element in root.iter()}
            for text in HOSTILE[:3]:
                assert literal(text)[:13] in shown
        # What DOT itself shows of a label is the text, character by character.
        drawn = layout_module.run_engine(dot(graph), "svg").decode()
        seen = "".join(ET.fromstring(drawn).itertext()).replace("\xa0", " ")
        for text in HOSTILE[:4]:
            assert literal(text)[:13] in seen, text
