"""The retrace log: every graph with the call and the argument that made it."""

from dataclasses import replace

import sample

from ag_notebook import views
from ag_notebook.report import Span, Trace
from ag_notebook.views.traces import listed, traces_html, traces_text

TRACES = [
    Trace("n: int32[], flag: True", "first call", (), None, sample.span(3)),
    Trace(
        "n: float32[], flag: True", "n: int32[] before, float32[] now", (), None, Span("b.py", 70, 0, 70, 1)
    ),
    Trace("n: float32[], flag: False", "flag: Python True before, False now", (), None),
]


def test_the_text():
    assert traces_text(TRACES, 90, sample.span(3).file) == [
        "3 traces; the last one with a graph is shown",
        "  1  n: int32[], flag: True · first call (line 4)",
        "  2  n: float32[], flag: True · n: int32[] before, float32[] now (line 70 of b.py)",
        "  3  n: float32[], flag: False · flag: Python True before, False now",
    ]


def test_the_table():
    html = traces_html(TRACES, TRACES[0], lambda span: f"<a>{span.line}</a>")
    assert html.count("<tr>") == 4
    assert "<b>n: int32[], flag: True</b> (shown above)</td>" in html
    assert "<a>70</a>" in html
    assert "flag: Python True before, False now" in html


def test_a_long_log_is_cut_in_the_middle():
    many = [replace(TRACES[0], signature=f"n: {n}") for n in range(64)]
    assert listed(many) == [0, 1, 2, *range(55, 64)]
    assert "  … 52 more" in traces_text(many, 80, sample.span(3).file)
    assert "… 52 more" in traces_html(many, None, str)
    named = replace(TRACES[0], reason="`<n>` is another one")
    assert "<code>&lt;n&gt;</code> is another one" in traces_html([named], None, str)
    assert len(traces_text(many, 80, sample.span(3).file)) == 14


def test_links_go_to_lines_of_the_report():
    function = sample.collatz().functions[0]
    here, elsewhere = (replace(function.traces[0], call=each.call, reason=each.reason) for each in TRACES[:2])
    report = replace(sample.collatz(), functions=(replace(function, traces=(here, elsewhere)),))
    html = views.html(report)
    assert ">line 4</a></td>" in html
    assert ">line 70 of b.py</td>" in html
    assert "(line 70 of b.py)" in " ".join(views.text(report).split())


def test_hostile_texts_stay_texts():
    bad = "<script>alert(1)</script>\x1b[31m\u202e"
    trace = Trace(bad, bad, (), None, Span(bad, 1, 0, 1, 0))
    assert "<script" not in traces_html([trace], None, lambda span: "")
    assert "\x1b" not in "".join(traces_text([trace, trace], 80, "a.py"))
