"""Checks the HTML: complete, well formed, scoped, and harmless whatever the texts are."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import GeneratedCode, GraphModel, Omission, Run, StagingReport
from ag_notebook.views import fragment as fragment_module
from ag_notebook.views.lines import all_nodes

VOID = {"img", "br", "meta", "hr"}
TAGS = {
    "a", "b", "br", "code", "del", "details", "div", "i", "img", "ins", "li", "pre", "span", "style", "summary", "table",
    "td", "th", "tr", "ul",
}  # fmt: skip


class Reader(HTMLParser):
    """Collects tags and attributes, and fails where they do not nest."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text.append(data)


REPORTS = {
    "collatz": sample.collatz(),
    "hostile": sample.hostile(),
    "empty": StagingReport("e", "python", ()),
}


@pytest.mark.parametrize("name", REPORTS)
def test_only_known_tags_without_script_or_event_handlers(name):
    reader = Reader(views.html(REPORTS[name]))
    assert {tag for tag, _ in reader.tags} <= TAGS
    for tag, attributes in reader.tags:
        assert not [key for key in attributes if key.startswith("on")]
        for key in ("src", "href"):
            assert attributes.get(key, "#").startswith(("#", "data:image/svg+xml;base64,")), (tag, attributes)
    assert "<script" not in views.html(REPORTS[name])


def test_hostile_text_is_shown_literally_everywhere():
    html = views.html(sample.hostile())
    shown = "".join(Reader(html).text)
    assert sample.HOSTILE in shown
    assert shown.count(sample.BREAKOUT) >= 8
    assert html.count("</style>") == 1


def test_inline_styles_never_set_a_text_colour():
    for tag, attributes in Reader(views.html(sample.collatz())).tags:
        declared = [part.split(":")[0].strip() for part in attributes.get("style", "").split(";")]
        assert "color" not in declared, tag


def test_inline_styles_use_only_what_untrusted_notebooks_keep():
    html = views.html(sample.collatz())
    styles = ";".join(attributes.get("style", "") for _, attributes in Reader(html).tags)
    assert not re.search(r"\dch\b|var\(|url\(|calc\(", styles)


def test_without_style_sheet_and_ids_code_and_graph_are_still_there():
    html = re.sub(r"<style>.*?</style>| id=\"[^\"]*\"", "", views.html(sample.collatz()))
    reader = Reader(html)
    laid = [a["style"] for tag, a in reader.tags if tag == "a" and "position:absolute" in a.get("style", "")]
    assert len(laid) == 14
    assert all(re.search(r"left:\d+px;top:\d+px;width:\d+px;height:\d+px;border:", style) for style in laid)
    assert "def loop_body(n, steps):" in "".join(reader.text)


def test_every_node_is_there_also_those_folded_away():
    shown = unescape(re.sub("<[^>]*>", "", views.html(sample.collatz())))
    for node in all_nodes(sample.collatz_graph()):
        assert f"{node.op} {node.name}" in shown


def test_value_notes_and_decisions_are_there():
    shown = "".join(Reader(views.html(sample.collatz())).text)
    assert "collatz(tf.constant(27), verbose=False) = 113 in 21.3 ms" in shown
    assert "AG101 warning line 5: if verbose was decided by a Python bool" in shown
    assert "Pass tf.constant(False) if it should be decided at run time." in shown
    assert "Graph: 34 ops in 5 graphs, 14 shown" in shown
    assert "Passes (2 of 3 changed the code)" in shown


@pytest.mark.parametrize("name", REPORTS)
def test_every_rule_is_scoped_under_the_id_of_the_report(name):
    html = views.html(REPORTS[name])
    (css,) = re.findall("<style>(.*?)</style>", html)
    (root,) = re.findall(r'<div id="(agn-[0-9a-f]{10})" class="ag-report"', html)
    selectors = [part for rule in re.findall(r"([^{}]+)\{[^{}]*\}", css) for part in rule.split(",")]
    assert len(selectors) > 10
    for selector in selectors:
        assert re.match(rf"#{root}[ :]", selector), selector


def test_ids_are_unique_across_two_reports_and_copies_on_a_page():
    page = views.page([sample.collatz(), sample.collatz(), replace(sample.collatz(), title="other")])
    ids = [attributes["id"] for _, attributes in Reader(page).tags if "id" in attributes]
    assert len(ids) == len(set(ids)) == 3 * (1 + 10 + 21)
    targets = {a["href"][1:] for tag, a in Reader(page).tags if tag == "a" and "href" in a}
    assert targets <= set(ids)


def test_the_same_report_gives_the_same_html():
    assert views.html(sample.collatz()) == views.html(sample.collatz())
    assert views.html(sample.collatz(), salt="2") != views.html(sample.collatz())


def test_a_page_may_load_nothing_and_knows_dark_and_light():
    page = views.page(sample.collatz())
    assert page.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in page
    assert "prefers-color-scheme:dark" in page
    assert not re.findall(r"https?://(?!www\.w3\.org)", page)


def test_a_section_that_fails_is_seen_and_hides_nothing_else(monkeypatch):
    def fail(*_):
        raise RuntimeError("broken <part>")

    monkeypatch.setattr(fragment_module, "beside_html", fail)
    html = views.html(sample.collatz())
    assert "AG901</b> This part of the view failed: RuntimeError: broken &lt;part&gt;" in html
    assert "14 shown" in html


def test_a_graph_that_cannot_be_drawn_is_listed(monkeypatch):
    from ag_notebook.views import layout

    monkeypatch.setattr(layout, "engines", lambda: iter(()))
    html = views.html(sample.collatz())
    assert "<b>AG403</b> The graph was not drawn: no layout program is installed." in html
    assert "<img" not in html
    assert 'open style="margin:6px 0"><summary><b>All operations</b>' in html


def test_a_value_of_many_lines_keeps_them():
    html = views.html(replace(sample.collatz(), run=Run("f()", "[[1 2]\n [3 4]]", 0.5)))
    assert re.search(r"<pre[^>]*>\[\[1 2\]\n \[3 4\]\]</pre>", html)


def test_further_traces_fold_with_their_graphs():
    function = sample.collatz().functions[0]
    first = replace(function.traces[0], signature="(n: int64[])", graph=sample.chain(3))
    html = views.html(
        replace(sample.collatz(), functions=(replace(function, traces=(first, *function.traces)),))
    )
    assert "Traces</b> (2)" in html
    assert "Graph</b>: 3 ops, 3 shown" in html


def test_size_is_modest():
    assert len(views.html(sample.collatz())) < 60_000


def test_a_report_without_generated_code_shows_the_source_alone():
    function = replace(sample.collatz().functions[0], generated=GeneratedCode("", ()))
    shown = "".join(Reader(views.html(replace(sample.collatz(), functions=(function,)))).text)
    assert "10 lines" in shown
    assert "Generated" not in shown
    assert "steps = steps + len(name)" in shown


def test_a_trace_without_operations_says_so():
    function = sample.collatz().functions[0]
    empty = replace(function.traces[0], graph=GraphModel("build", "main", (), ()))
    html = views.html(replace(sample.collatz(), functions=(replace(function, traces=(empty,)),)))
    assert "This graph computes nothing: it has only inputs, constants and copies." in html
    assert "<img" not in html


def test_a_run_without_value_is_the_call_alone():
    for value in ("", "None"):
        shown = "".join(Reader(views.html(replace(sample.collatz(), run=Run("say(3)", value, 0.5)))).text)
        assert "say(3) in 500 ms" in shown


def test_what_has_no_box_is_counted_and_explained():
    shown = "".join(Reader(views.html(sample.collatz())).text)
    assert "20 operations have no box: constants, copies and inputs of inner graphs" in shown


def test_what_is_left_out_is_said():
    shown = views.html(replace(sample.collatz(), omitted=(Omission("<operations> of f", 9000),)))
    assert "<div>Left out to keep this report small: &lt;operations&gt; of f (9,000).</div>" in shown
    assert "Left out" not in views.html(sample.collatz())


def test_graphs_of_one_page_share_the_room_of_their_lists():
    (large,) = sample.large(3000).functions
    report = replace(sample.large(3000), functions=tuple(replace(large, name=f"f{i}") for i in range(6)))
    shared = views.html(report, timeout=0.2)
    assert "of this part are not listed" in shared
    assert len(shared) < 1_000_000
    names = re.findall(r'id="([^"]+)"', shared)
    assert len(names) == len(set(names))


def test_letters_are_explained_only_where_there_are_lines_that_have_them():
    explained = "<b>G</b> in the graph"
    assert explained in views.html(sample.collatz(), show=["code"])
    assert explained not in views.html(sample.collatz(), show=["graph", "trace"])
