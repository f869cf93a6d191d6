"""Checks the pictures: every node, literal text, limits, and the clickable form."""

import base64
import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.views import layout as layout_module
from ag_notebook.views import picture as picture_module
from ag_notebook.views.layout import LayoutError
from ag_notebook.views.palette import sides
from ag_notebook.views.picture import (
    LIMIT,
    NARROWEST,
    TALLEST,
    Mark,
    caption,
    draw,
    picture,
    scroll_rule,
)

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(part.itertext()) for part in ET.fromstring(svg).iter(f"{SVG}tspan")]


def test_svg_file_has_every_shown_node_and_the_words_of_frames():
    svg = views.svg(sample.collatz_graph())
    shown = texts(svg)
    for title in (
        "StatelessWhile(n, steps=0)",
        "FloorMod(n, 2)",
        "Greater(n, 1)",
        "FloorDiv(n, 2)",
        "Mul(3, n)",
    ):
        assert title in shown
    words = {"".join(part.itertext()) for part in ET.fromstring(svg).iter(f"{SVG}text")}
    assert {"loop body", "test", "then", "else"} <= words


def test_svg_shows_hostile_text_as_it_is():
    svg = views.svg(sample.hostile().functions[0].traces[0].graph)
    assert sample.HOSTILE in texts(svg)
    assert "<script" not in svg


def test_html_has_a_link_for_every_box_over_an_image_of_curves():
    drawn = draw(sample.collatz_graph())
    html = picture(drawn, lambda box: Mark("#there", "l1", "#0072b2", 0), "what it shows")
    assert html.count("<a href=") == drawn.frame.shown == 14
    assert "<svg" not in html
    assert 'alt="what it shows"' in html
    (data,) = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)
    image = ET.fromstring(base64.b64decode(data))
    assert len(image.findall(f"{SVG}path")) == len(drawn.layout.curves)
    assert not list(image.iter(f"{SVG}text"))


@pytest.mark.parametrize("name", ["dot", "graphviz-pure"])
def test_both_programs_give_all_nodes(monkeypatch, name):
    engine = next(path for path in layout_module.engines() if path.rpartition("/")[2].startswith(name))
    monkeypatch.setattr(layout_module, "engines", lambda: iter([engine]))
    html = views.html(sample.collatz())
    assert html.count('<a href="#') >= 14
    assert "14 shown" in html


def test_graphs_up_to_120_nodes_are_open_then_closed_below_the_first_level():
    assert not draw(sample.collatz_graph()).shallow
    many = sample.graph(
        "g", "main",
        [sample.node(f"w{i}", "StatelessWhile", 1 + i, *sample.collatz_graph().nodes[2].subgraphs, outputs=(sample.INT,) * 2) for i in range(12)], "",
    )  # fmt: skip
    drawn = draw(many)
    assert drawn.shallow
    assert {box.title for _, _, box in drawn.frame.walk() if box.closed} == {"StatelessIf(·, n)"}


def test_more_than_300_nodes_are_not_laid_out():
    with pytest.raises(LayoutError, match="AG401: .*has 301 boxes to show, more than 300"):
        draw(sample.chain(LIMIT + 1))
    assert draw(sample.chain(LIMIT)).frame.shown == LIMIT


def scoped(count):
    graph = sample.chain(count)
    nodes = tuple(replace(n, name=f"layer_{i // 20}/{n.name}") for i, n in enumerate(graph.nodes))
    names = [node.name for node in nodes]
    return replace(graph, nodes=nodes, edges=tuple(map(GraphEdge, names, names[1:])))


def test_what_is_too_large_is_put_together_by_its_scopes():
    drawn = draw(scoped(400))
    assert [box.title for _, _, box in drawn.frame.walk()] == [f"layer_{index}" for index in range(20)]
    assert all(box.closed and box.count == 20 for _, _, box in drawn.frame.walk())
    assert drawn.shallow
    assert (drawn.frame.shown, drawn.frame.op_count) == (0, 400)
    assert "Double frame" in caption(drawn)
    with pytest.raises(LayoutError, match="AG401: .*has 400 boxes to show"):
        draw(scoped(400), group="none")


@pytest.mark.parametrize("name", ["dot", "graphviz-pure"])
def test_frames_of_series_and_groups_have_their_boxes_inside(monkeypatch, name):
    engine = next(path for path in layout_module.engines() if path.rpartition("/")[2].startswith(name))
    monkeypatch.setattr(layout_module, "engines", lambda: iter([engine]))
    drawn = draw(scoped(60), group="scope")
    assert not drawn.shallow
    assert len(drawn.layout.frames) == 3
    for _, frame, box in drawn.frame.walk():
        outer, inner = drawn.layout.frames[frame.id], drawn.layout.boxes[box.id]
        assert outer.left <= inner.left
        assert outer.top <= inner.top
        assert outer.top + outer.height >= inner.top + inner.height
    svg = views.svg(scoped(60), group="scope")
    assert all(f">layer_{index}</text>" in svg for index in range(3))
    assert svg.count("<polygon") == len(drawn.layout.curves) == 59


@pytest.mark.timeout(60)
@pytest.mark.slow
@pytest.mark.timed
def test_5000_nodes_in_under_3_seconds_with_an_outline():
    report = sample.large(5000)
    begin = time.monotonic()
    html = views.html(report)
    took = time.monotonic() - begin
    assert "AG401" in html
    assert all(re.search(rf"\bop_{number}\b", html) for number in (0, 2500, 4999))  # the list has them all
    assert len(html) < 1_000_000
    assert took < 3


def test_a_tangle_of_300_nodes_keeps_to_the_time():
    begin = time.monotonic()
    html = views.html(sample.large(300))
    assert time.monotonic() - begin < 4
    assert "300 shown" in html or "AG401" in html


def mark(_):
    return Mark("#there", "l1", "#0072b2", 0)


def test_small_pictures_never_scroll_and_large_ones_say_so_and_lead_to_the_result():
    small = picture(draw(sample.collatz_graph()), mark, "", "r1")
    assert "max-height" not in small
    assert "Scroll" not in small
    drawn = draw(replace(sample.chain(60), outputs=("op_59",)))
    assert drawn.layout.height > TALLEST
    tall = picture(drawn, mark, "", "r1")
    size = f"{round(drawn.layout.width)} × {round(drawn.layout.height)} pixels"
    assert f"<b>Scroll for more:</b> the picture is {size}" in tall
    assert f"max-height:{TALLEST}px" in tall
    assert '<a href="#r1">go to the result</a>' in tall
    (result,) = re.findall(r'<a id="r1"[^>]*>(.*?)</a>', tall)
    assert "result" in result
    assert scroll_rule("agn-1", drawn) == ""


def test_a_wide_picture_says_so_where_the_page_is_narrower():
    nodes = [sample.node(f"m{index}", "MatMul", index) for index in range(9)]
    drawn = draw(sample.graph("g", "main", nodes, ""))
    width = round(drawn.layout.width)
    assert width > NARROWEST
    assert f'class="ag-over{width}"' in picture(drawn, mark, "")
    rule = f"@container (min-width:{width + 8}px){{#agn-1 .ag-over{width}{{display:none}}}}"
    assert scroll_rule("agn-1", drawn) == rule
    assert scroll_rule("agn-1", draw(sample.collatz_graph())) == ""


def test_no_box_is_dashed_whatever_its_line():
    drawn = draw(sample.collatz_graph())
    for rank in range(3):
        html = picture(drawn, lambda _, rank=rank: Mark("", "", "#0072b2", rank), "")
        assert "dashed" not in html
        assert f"border-width:{sides(rank)};" in html


def test_words_at_curves_cover_no_box_and_no_other_word():
    drawn = draw(sample.recursive())
    svg, html = views.svg(sample.recursive()), picture(drawn, lambda box: Mark("", "l1", "#000", 0), "x")
    assert svg.count(">rec</text>") == html.count(">rec</i>") == 3
    spots = [(x, y) for words, x, y in picture_module._titles(drawn) if words == "rec"]
    boxes = drawn.layout.boxes.values()
    for x, y in spots:
        assert 0 <= x <= drawn.layout.width and 0 <= y <= drawn.layout.height
        assert not any(b.left < x + 10 < b.left + b.width and b.top < y + 7 < b.top + b.height for b in boxes)
    assert len(set(spots)) == 3


def test_the_caption_explains_recursion():
    said = caption(draw(sample.recursive()))
    assert "Dashed: recursion, the function is called again (rec)." in said
    assert "loop" not in said


def test_the_caption_explains_the_signs_that_are_there():
    said = caption(draw(sample.lowered_graph()))
    assert "Dashed: handed to the next round of the loop." in said
    assert "Dotted: enters the loop." in said
    assert "“go on?” is what it came to" in said
    assert "Double frame" not in said
    plain = caption(draw(sample.chain(3)))
    assert "Dashed" not in plain
    assert "Dotted" not in plain
    nodes = (sample.node("a", "Print"), sample.node("b", "AddV2"))
    ordered = GraphModel("g", "main", nodes, (GraphEdge("a", "b", 0, -1),))
    assert "Dotted: only the order counts." in caption(draw(ordered))


@pytest.mark.parametrize(("count", "fast"), [(10, False), (150, True)])
def test_only_large_graphs_are_laid_out_with_straight_lines(monkeypatch, count, fast):
    asked = []

    def layout(source, timeout, fast=False):
        asked.append(fast)
        return layout_module.Layout(10.0, 10.0, {}, {}, ())

    monkeypatch.setattr(picture_module, "layout", layout)
    nodes = tuple(GraphNode(f"n{i}", f"Op{i}", (Port("int32", "[]"),)) for i in range(count))
    edges = tuple(GraphEdge(f"n{i}", f"n{i + 1}") for i in range(count - 1))
    draw(GraphModel("main", "main", nodes, edges, outputs=(f"n{count - 1}",)))
    assert asked == [fast]
