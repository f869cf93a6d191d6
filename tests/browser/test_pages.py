"""Opens pages from disk: what nbconvert makes of a notebook, light and dark, and pages of a report alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from pages import REPORT, Watched, contrasts, ground, line_class, until

from ag_notebook.notebook import documents as notebooks

pytestmark = pytest.mark.slow


@pytest.fixture
def shown(new_context: Any, request: pytest.FixtureRequest, tmp_path: Path):
    """Opens the page of a notebook, or any HTML, in a browser that is light or dark."""

    def show(name: str, *, dark: bool = False, html: str | None = None) -> Watched:
        if html is None:
            documents = request.getfixturevalue("documents")
            document = nbformat.read(documents / f"{name}.ipynb", as_version=4)
            html = notebooks.page(document, dark=dark)
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        context = new_context(
            viewport={"width": 1400, "height": 1000}, color_scheme="dark" if dark else "light"
        )
        watched = Watched(context.new_page(), path.as_uri()).listen()
        watched.page.goto(path.as_uri())
        watched.page.locator(REPORT).first.wait_for()
        return watched

    return show


def jumped_to(page: Any) -> Any:
    """The element that the page jumped to, once it is in sight."""
    page.wait_for_function("location.hash.length > 1")
    target = page.locator(f"[id='{page.evaluate('location.hash.slice(1)')}']")
    seen = "e => { const b = e.getBoundingClientRect(); return b.top >= -1 && b.top < innerHeight }"
    until(page, lambda: target.evaluate(seen), "what was jumped to is not in sight")
    return target


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_of_nbconvert_is_linked_and_legible(shown: Any, dark: bool) -> None:
    watched = shown("collatz", dark=dark)
    report = watched.page.locator(REPORT).first
    node = report.locator(".ag-graph a", has_text="While").first
    tied = report.locator(f".{line_class(node)}")
    before = [ground(tied.nth(i)) for i in range(tied.count())]

    def lit() -> bool:
        return all(ground(tied.nth(i)) != then for i, then in enumerate(before))

    node.hover()
    until(watched.page, lit, "not all lines and boxes light up under the mouse")
    watched.page.mouse.move(1, 1)
    until(watched.page, lambda: not lit(), "lines and boxes stay lit without the mouse")
    node.focus()
    until(watched.page, lit, "not all lines and boxes light up with the focus")
    report.evaluate("e => e.querySelectorAll('details').forEach(d => d.open = true)")
    found = contrasts(report)
    assert len(found) > 100 and min(found)[0] >= 4.5, sorted(found)[:5]
    assert watched.outside == [] and watched.errors == []


def test_decisions_are_told_apart_without_colours(shown: Any) -> None:
    page = shown("collatz").page
    page.add_style_tag(content="html { filter: grayscale(1) }")
    report = page.locator(REPORT).first
    seen: dict[str, bytes] = {}
    for letter in ("G", "P", "."):
        marks = report.locator(".ag-num b").filter(has_text=re.compile(rf"^\s*{re.escape(letter)}"))
        seen[letter] = marks.first.screenshot()
    assert len(set(seen.values())) == len(seen)


def test_all_of_a_page_is_reached_by_the_keyboard(shown: Any) -> None:
    page = shown("collatz").page
    page.locator(REPORT).first.evaluate("e => { e.tabIndex = -1; e.focus() }")
    seen: set[str] = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        at = page.evaluate(
            "() => { const e = document.activeElement; "
            "return e.closest('div.ag-report') ? e.tagName + ' ' + e.textContent.slice(0, 30) : '' }"
        )
        if not at and seen:
            break
        seen.add(at)
    assert any(each.startswith("SUMMARY Passes") or "Passes" in each for each in seen)
    assert sum("While" in each for each in seen) >= 1
    summary = page.locator(f"{REPORT} summary", has_text="Generated code").first
    summary.focus()
    was = summary.evaluate("e => e.parentElement.open")
    page.keyboard.press("Enter")
    assert summary.evaluate("e => e.parentElement.open") is not was


def test_an_anchor_leads_from_a_node_to_its_line(shown: Any) -> None:
    page = shown("collatz").page
    node = page.locator(".ag-graph a", has_text="While").first
    node.click()
    assert "while n > 1" in jumped_to(page).inner_text()


def test_hostile_text_does_nothing(shown: Any) -> None:
    watched = shown("hostile")
    report = watched.page.locator(REPORT).first
    report.evaluate("e => e.querySelectorAll('details').forEach(d => d.open = true)")
    watched.page.wait_for_timeout(200)
    assert watched.page.evaluate("window.hit") is None
    assert report.locator("script, svg, iframe, [onerror], [onload]").count() == 0
    assert report.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), "a long line makes the page wide"
    assert watched.outside == [] and watched.errors == []


def test_a_page_of_its_own_loads_nothing(shown: Any) -> None:
    import tensorflow as tf

    from ag_notebook import staging, views

    @staging.function
    def clipped(x):
        if tf.reduce_sum(x) > 3.0:
            x = x / 2.0
        return x

    clipped(tf.constant([1.0, 4.0]))
    report = clipped.report()
    for dark in (False, True):
        watched = shown("alone", dark=dark, html=views.page(report))
        found = contrasts(watched.page.locator("body"))
        assert min(found)[0] >= 4.5, sorted(found)[:5]
        assert watched.outside == [] and watched.errors == []


def test_a_graph_that_is_drawn_alone_can_be_entered(shown: Any) -> None:
    watched = shown("drawn")
    drawn = watched.page.locator(".jp-Cell").nth(2)
    loop = drawn.locator("a[href^='#']", has_text="While").first
    loop.click()
    target = jumped_to(watched.page)
    assert "loop body" in target.locator("xpath=ancestor-or-self::details[1]").inner_text()
    assert drawn.locator("img[alt]").count() >= 2
    assert watched.outside == [] and watched.errors == []


@pytest.mark.timed
def test_a_page_of_5000_operations_is_painted_within_2_seconds(shown: Any) -> None:
    import tensorflow as tf

    from ag_notebook import staging, views

    @staging.function
    def unrolled(x):
        for _ in range(2500):
            x = x * 2.0 + 1.0
        return x

    report = unrolled.report(tf.constant(1.0))
    html = views.page(report)
    assert len(html) < 1_000_000
    watched = shown("large", html=html)
    times = []
    for _ in range(3):  # the best one counts, since other programs run beside the tests
        watched.page.reload()
        painted = "performance.getEntriesByName('first-contentful-paint')"
        watched.page.wait_for_function(f"{painted}.length")
        times.append(watched.page.evaluate(f"{painted}[0].startTime"))
    assert 0 < min(times) < 2000, times
    (graph,) = [trace.graph for trace in report.functions[0].traces]
    assert (
        graph.op_count >= 5000 and f"{graph.op_count} ops" in watched.page.locator(REPORT).first.inner_text()
    )
    assert watched.outside == [] and watched.errors == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_back_ends_stand_side_by_side_and_below_each_other_where_it_is_narrow(shown: Any, dark: bool) -> None:
    watched = shown("beside", dark=dark)
    page = watched.page
    for width, is_beside in ((1400, True), (800, False)):
        page.set_viewport_size({"width": width, "height": 1000})
        page.wait_for_function(f"innerWidth === {width}")
        for report in page.locator(REPORT).all():
            first, second = (
                report.locator("b").filter(has_text=re.compile(rf"^{name}( ·|$)")).first.bounding_box()
                for name in ("tensorflow", "lantern")
            )
            assert (first["y"] == second["y"]) is is_beside
            assert (first["x"] < second["x"]) is is_beside
            assert report.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    refused, agreed = page.locator(REPORT).all()
    assert "No graph: AG301, above." in refused.inner_text()
    assert refused.locator(".ag-graph i", has_text="rec").count() == 1
    assert agreed.locator(".ag-graph").count() == 2
    line = line_class(agreed.locator(".ag-graph a", has_text="line 5").first)
    assert agreed.locator(f".ag-graph .{line}").count() >= 2  # one line lights up in both pictures
    page.evaluate("document.querySelectorAll('.ag-report details').forEach(d => d.open = true)")
    for report in (refused, agreed):
        found = contrasts(report)
        assert min(found)[0] >= 4.5, sorted(found)[:5]
    assert watched.outside == [] and watched.errors == []
