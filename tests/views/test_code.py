"""Checks the two columns: every line once, ties in both directions, marks that are not colour alone."""

import re
from dataclasses import replace
from html import unescape

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import FunctionReport, GeneratedCode, MapEntry, Span, StagingReport
from ag_notebook.views.code import Anchors, beside_html, decisions_html, legend_html
from ag_notebook.views.lines import report_lines


@pytest.fixture(name="html")
def beside() -> str:
    return beside_html(report_lines(sample.collatz()).functions[0], 0, Anchors("agn-1"))


def test_every_line_of_both_texts_stands_there_once(html):
    source = re.findall(r'id="agn-1-l(\d+)"', html)
    generated = re.findall(r'id="agn-1-f0g(\d+)"', html)
    assert source == [str(key) for key in range(10)]
    assert generated == [str(number) for number in range(1, 22)]
    shown = [
        unescape(re.sub("<[^>]*>", "", text)) for text in re.findall(r"text-indent.*?>(.*?)</pre>", html)
    ]
    assert sorted(shown) == sorted([*sample.COLLATZ.splitlines(), *sample.generated().text.splitlines()])


def test_ties_lead_to_lines_that_exist(html):
    targets = set(re.findall(r'href="#([^"]*)"', html))
    ids = set(re.findall(r'id="([^"]*)"', html))
    assert targets <= ids
    # All source lines but none without generated code are tied, and all generated lines.
    assert {f"agn-1-l{key}" for key in range(10)} <= targets
    assert "agn-1-f0g12" in targets


def test_generated_line_has_the_class_of_its_source_line(html):
    classes = dict(re.findall(r'id="agn-1-(f0g\d+)" class="(l\d+)"', html))
    assert classes["f0g12"] == "l5"
    assert classes["f0g4"] == classes["f0g15"] == "l2"
    assert len(classes) == 21


def test_bar_number_and_letter_stand_together(html):
    (loop,) = re.findall(r'<div id="agn-1-l2".*?</div>', html)
    assert "border-left:4px solid #009e73" in loop
    assert re.sub("<[^>]*>", "", loop).startswith(" 4 G  ")
    assert 'title="while: staged, the test is a Tensor bool[]; ' in loop


def test_decisions_tell_construct_decision_and_why():
    html = decisions_html(report_lines(sample.collatz()).functions[0], Anchors("agn-1"))
    rows = [re.sub("<[^>]*>", "|", row) for row in re.findall("<tr>(.*?)</tr>", html)]
    cells = [[cell for cell in row.split("|") if cell] for row in rows]
    assert len(cells) == 1 + len(sample.events())
    assert ["line 9", "for", "unrolled 2 times", "python", "the iterable is a tuple of 2 items"] in cells


def test_names_in_reasons_are_code():
    collatz = sample.collatz()
    function = collatz.functions[0]
    trace = function.traces[0]
    events = tuple(replace(event, why="`<n>` is a Tensor") for event in trace.events)
    changed = replace(collatz, functions=(replace(function, traces=(replace(trace, events=events),)),))
    lines = report_lines(changed).functions[0]
    for html in (decisions_html(lines, None), beside_html(lines, 0, Anchors("agn-1"))):
        assert "<code>&lt;n&gt;</code> is a Tensor" in html


def test_legend_names_the_letters_in_use():
    legend = re.sub("<[^>]*>|&nbsp;", "", legend_html(report_lines(sample.collatz())))
    assert legend.split("  ") == [
        "G in the graph", "P Python decided while tracing", "U unrolled", ". not reached",
    ]  # fmt: skip


def test_the_columns_have_headings(html):
    head = re.sub("<[^>]*>", "", html[: html.index("def ")] if "def " in html else html)
    assert "ops Source" in head
    assert "Generated" in head
    bare = replace(sample.collatz(), functions=(replace(sample.collatz().functions[0], traces=()),))
    plain = beside_html(report_lines(bare).functions[0], 0, Anchors("a"))
    assert "<b>Source</b>" in plain
    assert ">ops<" not in plain


def test_lines_below_the_table_are_plain_text():
    text = "def f(x):\n" + "".join(f"    x = x + {i}\n" for i in range(500)) + "    return x\n"
    entries = tuple(MapEntry(n, 0, n, 20, Span("a.py", n, 0, n, 20), False) for n in range(1, 503))
    function = FunctionReport("f", Span("a.py", 1, 0, 502, 12), text, GeneratedCode(text, entries), (), ())
    html = views.html(StagingReport("f", "tensorflow", (function,)))
    shown = re.sub(r"<[^>]*>", "", html)
    assert "252 more lines, without the generated code beside" in shown
    assert all(f"x = x + {i}\n" in shown or f"x = x + {i}" in shown for i in range(500))
    assert html.count('class="l') == 500
    targets = set(re.findall(r'id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= targets
    assert all(any(name.endswith(f"-l{line}") for name in targets) for line in (0, 249, 250, 501))
