"""Checks the pictures: every node, literal text, limits, and the clickable form."""

import base64
import re
import time
import xml.etree.ElementTree as ET

import pytest
import sample

from ag_notebook import views
from ag_notebook.views import layout as layout_module
from ag_notebook.views.layout import LayoutError
from ag_notebook.views.picture import LIMIT, Mark, draw, picture

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(part.itertext()) for part in ET.fromstring(svg).iter(f"{SVG}tspan")]


def test_svg_file_has_every_shown_node_and_the_words_of_frames():
    svg = views.svg(sample.collatz_graph())
    shown = texts(svg)
    for title in ("StatelessWhile(n, steps=0)", "FloorMod(n, 2)", "Greater(n, 1)", "FloorDiv(n, 2)", "Mul(3, n)"):
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
        [sample.node(f"w{i}", "StatelessWhile", 4, *sample.collatz_graph().nodes[2].subgraphs, outputs=(sample.INT,) * 2) for i in range(12)], "",
    )  # fmt: skip
    drawn = draw(many)
    assert drawn.shallow
    assert {box.title for _, _, box in drawn.frame.walk() if box.closed} == {"StatelessIf(·, n)"}


def test_more_than_300_nodes_are_not_laid_out():
    with pytest.raises(LayoutError, match="AG401: .*has 301 operations to show, more than 300"):
        draw(sample.chain(LIMIT + 1))
    assert draw(sample.chain(LIMIT)).frame.shown == LIMIT


@pytest.mark.timeout(60)
def test_5000_nodes_in_under_3_seconds_with_an_outline():
    report = sample.large(5000)
    begin = time.monotonic()
    html = views.html(report)
    took = time.monotonic() - begin
    assert "AG401" in html
    assert "4600 more operations of this graph are not listed" in html
    assert len(html) < 300_000
    assert took < 3


def test_a_tangle_of_300_nodes_keeps_to_the_time():
    begin = time.monotonic()
    html = views.html(sample.large(300))
    assert time.monotonic() - begin < 4
    assert "300 shown" in html or "AG401" in html
