"""Checks the folds of the rungs between source and machine."""

import re
from dataclasses import replace

import sample
from sample import graph, node

from ag_notebook import views
from ag_notebook.report import (
    CompiledCode,
    CompiledLine,
    Fact,
    FunctionReport,
    GeneratedCode,
    PassSnapshot,
    Span,
)
from ag_notebook.views import ladder
from ag_notebook.views.ladder import compiled_html, optimized_html, optimized_title, passes_html

HOSTILE = "</pre><script>alert(1)</script>"


def link(span):
    return f'<a href="#l{span.line}">line {span.line}</a>' if span else ""


def plain(html):
    return re.sub("<[^>]*>", "", html)


def laddered():
    """The running example with all its rungs."""
    report = sample.collatz()
    (function,) = report.functions
    fact = Fact(sample.span(3), "The state is n, steps.")
    passes = (*function.passes[:2], replace(function.passes[2], facts=(fact,)))
    before = sample.collatz_graph()
    after = replace(before, nodes=tuple(each for each in before.nodes if each.name != "b"))
    program = CompiledCode("HLO", (CompiledLine("ENTRY %f {"), CompiledLine("  add(a, b)", sample.span(9))))
    (trace,) = function.traces
    function = replace(
        function, passes=passes, traces=(replace(trace, optimized=after, compiled=(program,)),)
    )
    return replace(report, functions=(function,))


def test_changed_passes_fold_open_to_their_diff():
    html = passes_html(sample.collatz().functions[0], link)
    heads = [plain(head) for head in re.findall("<summary>(.*?)</summary>", html)]
    assert heads == [
        "2 calls +1 −1 every call goes through the runtime",
        "3 loops +16 −5 loops become function forms",
    ]
    assert "<ins" in html
    assert "<del" in html
    assert html.endswith("<div>Without change: returns</div>")


def test_a_pass_says_why_with_links_to_the_source():
    html = passes_html(laddered().functions[0], link)
    line = sample.FIRST + 2
    assert f'<li><a href="#l{line}">line {line}</a>: The state is n, steps.</li>' in html


def test_lines_of_a_diff_are_linked_to_the_source():
    html = passes_html(laddered().functions[0], link)
    line = sample.FIRST + 2
    assert (
        f'<a href="#l{line}"> {line}</a> <ins style="text-decoration:none">+    def loop_test(n, steps):'
        in html
    )


def test_lines_that_are_nowhere_to_be_linked_to_have_numbers_all_the_same():
    html = passes_html(laddered().functions[0], lambda span: f"line {span.line} of f.py")
    assert f"\n {sample.FIRST + 2} <ins" in html
    assert "<a " not in html


def test_the_optimized_graph_as_what_was_done_to_it():
    (trace,) = laddered().functions[0].traces
    html = optimized_html(trace, link)
    line = sample.FIRST + 8
    assert f'<li>removed <b>Const</b> b · <a href="#l{line}">line {line}</a></li>' in html
    assert "<b>main</b>: 1 removed" in plain_heads(html)
    assert "All operations that are left" in html
    assert optimized_title(trace.graph, trace.optimized) == "34 → 33 ops: 1 removed"
    assert optimized_html(replace(trace, optimized=None), link) == ""


def plain_heads(html):
    return re.findall("<summary>(.*?)</summary>", html)


def test_many_changes_are_counted():
    before = graph("f", "main", [node(f"n{i}", "Add", 2) for i in range(ladder.MOST_CHANGES + 5)], "")
    (trace,) = laddered().functions[0].traces
    html = optimized_html(replace(trace, graph=before, optimized=graph("f", "main", [], "")), link)
    assert html.count("<li>removed") == ladder.MOST_CHANGES
    assert "<li>… 5 more</li>" in html


def test_a_program_has_the_lines_of_the_source_in_front():
    (program,) = laddered().functions[0].traces[0].compiled
    line = sample.FIRST + 8
    html = compiled_html(program, link, sample.FILE)
    assert f'   ENTRY %f {{\n<a href="#l{line}">{line}</a>   add(a, b)' in html


def test_numbers_of_lines_of_other_files_are_left_out():
    spans = (Span("other.py", 7, 0, 7, 1), Span(sample.FILE, 70, 0, 70, 1))
    program = CompiledCode("Lantern", tuple(CompiledLine(f"(def f{span.line})", span) for span in spans))
    html = compiled_html(program, lambda span: f"line {span.line} of {span.file}", sample.FILE)
    assert plain(html) == "   (def f7)\n70 (def f70)"


def test_a_long_program_is_cut_with_a_count():
    lines = tuple(CompiledLine(f"  add {i}") for i in range(ladder.MOST_COMPILED + 7))
    html = compiled_html(CompiledCode("LLVM", lines), link, sample.FILE)
    assert html.count("add ") == ladder.MOST_COMPILED and html.endswith("… 7 more lines</pre></div>")


def test_programs_are_of_parts():
    (function,) = laddered().functions
    programs = [
        CompiledCode(name, (CompiledLine(name),), parts)
        for name, parts in [("Lantern", ("graph", "xla")), ("LLVM", ("llvm",)), ("assembly", ("assembly",))]
    ]
    (trace,) = function.traces
    report = replace(
        laddered(), functions=(replace(function, traces=(replace(trace, compiled=tuple(programs)),)),)
    )
    wanted = {"graph": "Lantern", "xla": "Lantern", "llvm": "LLVM", "assembly": "assembly", "code": ""}
    for part, name in wanted.items():
        for view in (views.html(report, show=(part,)), views.text(report, show=(part,))):
            found = [each.name for each in programs if re.search(rf"{each.name}(</b>, | \()1 line", view)]
            assert found == [name] * bool(name), part


def test_texts_of_strangers_stay_texts():
    place = Span(HOSTILE, 1, 0, 1, 0)
    (function,) = laddered().functions
    facts = (Fact(place, HOSTILE),)
    bad = replace(
        function, passes=(*function.passes[:2], replace(function.passes[2], facts=facts, name=HOSTILE))
    )
    (trace,) = function.traces
    before = graph(HOSTILE, "main", [node(HOSTILE, HOSTILE, outputs=(), key=HOSTILE)], "")
    after = graph(HOSTILE, "main", [node("a", HOSTILE)], "")
    program = CompiledCode(HOSTILE, (CompiledLine(HOSTILE, place),))
    bad = replace(bad, traces=(replace(trace, graph=before, optimized=after, compiled=(program,)),))
    html = views.html(replace(laddered(), functions=(bad,)))
    assert "<script" not in html
    assert html.count("&lt;script&gt;") > 5


def test_each_rung_is_a_fold_of_the_report_in_the_order_of_the_ladder():
    html = views.html(laddered())
    heads = [plain(head) for head in plain_heads(html)]
    wanted = ["Passes", "Generated code", "Graph", "Optimized graph", "HLO", "Traces"]
    found = [
        next(head for head in wanted if each.startswith(head))
        for each in heads
        if each.startswith(tuple(wanted))
    ]
    assert found == wanted


def test_the_links_of_the_rungs_have_targets():
    html = views.html(laddered())
    targets = set(re.findall(r'id="([^"]+)"', html))
    links = re.findall(r'href="#([^"]+)"', html)
    assert len(links) > 40 and set(links) <= targets


def test_parts_are_chosen_and_nothing_is_linked_to_what_is_not_there():
    html = views.html(laddered(), show=("passes", "optimized", "xla", "graph", "trace"))
    assert "Generated code" not in html and "<b>Source</b>" not in html
    targets = set(re.findall(r'id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= targets
    heads = [plain(head) for head in plain_heads(views.html(laddered(), show=("xla",)))]
    assert [head.partition(",")[0] for head in heads] == ["collatz Cell In[3]", "HLO"]
    assert "<details open" in views.html(laddered(), show=("xla",))


def test_a_long_diff_is_cut_with_a_count():
    lines = "\n".join(f"    x = x + {i}" for i in range(1000))
    before, after = (f"def f(x):\n{lines}\n", "def f(x):\n" + lines.replace("+", "-") + "\n")
    steps = (PassSnapshot("signs", "Turns signs.", True, GeneratedCode(after, ())),)
    function = FunctionReport("f", Span("a.py", 1, 0, 1001, 0), before, GeneratedCode(after, ()), steps, ())
    shown = passes_html(function, lambda span: "")
    assert (
        "+1000 −1000" in shown
        and "… 1402 more lines" in shown
        and shown.count("<ins") + shown.count("<del") < 610
    )
