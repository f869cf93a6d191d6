"""Opens notebooks in real JupyterLab and Notebook 7, trusted and not: folds, links, highlight, what leaves the page."""

from __future__ import annotations

from typing import Any

import pytest
from pages import REPORT, RUNS_WITHIN, Watched, choose_theme, contrasts, focus, ground, line_class, until
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(server: Any, new_context: Any):
    """Opens a notebook of the server and gives the page and its reports, once they are all there."""

    def open_notebook(name: str, reports: int = 1) -> tuple[Watched, Any]:
        context = new_context(viewport={"width": 1400, "height": 1000})
        watched = Watched(context.new_page(), server.url).listen()
        watched.page.goto(server.page(name))
        watched.ready()
        found = watched.page.locator(REPORT)
        if reports:
            found.nth(reports - 1).wait_for()
        return watched, found

    return open_notebook


def fold(report: Any, title: str) -> Any:
    """The section of a report whose summary begins with `title`."""
    return report.locator("summary", has_text=title).first.locator("xpath=..")


def test_untrusted_keeps_folds_nodes_and_jumps(opened: Any) -> None:
    watched, reports = opened("untrusted_collatz.ipynb")
    report = reports.first
    assert report.locator("style, script, svg").count() == 0  # what an untrusted output loses
    graph = fold(report, "Graph")
    assert graph.locator("img").count() >= 1
    assert graph.locator("div > a[style*='position']").count() >= 8
    passes = fold(report, "Passes")
    assert passes.get_attribute("open") is None
    passes.locator("> summary").click()
    assert passes.get_attribute("open") is not None
    box = graph.locator("a[style*='position']", has_text="While").first
    box.scroll_into_view_if_needed()
    target = box.get_attribute("href").lstrip("#")
    box.click()
    line = watched.page.locator(f"[data-jupyter-id='{target}'], [id='{target}']").first
    assert "while n > 1" in line.inner_text()
    seen = "e => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight }"
    until(watched.page, lambda: line.evaluate(seen), "the line that was jumped to is not in sight")
    number = line.locator("a").first  # from the source line on to the generated one, and back
    back = watched.page.locator(f"[data-jupyter-id='{number.get_attribute('href').lstrip('#')}']").first
    assert back.locator("a").first.get_attribute("href") == f"#{target}"
    assert watched.outside == []
    assert watched.own_errors() == []


def test_trusted_highlights_all_panes_by_mouse_and_keyboard(opened: Any) -> None:
    watched, reports = opened("collatz.ipynb")
    report = reports.first
    node = report.locator(".ag-graph a", has_text="While").first
    name = line_class(node)
    tied = report.locator(f".{name}")
    code, picture = report.locator(f".ag-code .{name}"), report.locator(f".ag-graph .{name}")
    assert code.count() >= 3 and picture.count() >= 1
    page = watched.page
    before = grounds(tied)

    def lit() -> bool:
        return all(now != then for now, then in zip(grounds(tied), before, strict=True))

    node.scroll_into_view_if_needed()
    node.hover()
    until(page, lit, "not all lines and boxes light up under the mouse")
    page.mouse.move(2, 2)
    until(page, lambda: grounds(tied) == before, "lines and boxes stay lit without the mouse")
    focus(code.first.locator("a").first)
    until(page, lit, "not all lines and boxes light up with the focus")
    assert watched.outside == []
    assert watched.own_errors() == []


def grounds(elements: Any) -> list[str]:
    """The background colours of elements."""
    return [ground(elements.nth(i)) for i in range(elements.count())]


def test_two_reports_do_not_meet(opened: Any) -> None:
    watched, reports = opened("twice.ipynb", reports=2)
    ids = watched.page.locator("[id^='agn-']").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))
    first, second = reports.nth(0), reports.nth(1)
    assert first.get_attribute("id") != second.get_attribute("id")
    for report in (first, second):
        own = report.get_attribute("id")
        hrefs = report.locator("a[href^='#']").evaluate_all("all => all.map(e => e.getAttribute('href'))")
        assert hrefs and all(href.startswith(f"#{own}") for href in hrefs)
    node = first.locator(".ag-graph a", has_text="While").first
    mine, twins = (report.locator(f".{line_class(node)}") for report in (first, second))
    mine_before, before = ground(mine.nth(0)), grounds(twins)
    node.hover()
    until(watched.page, lambda: ground(mine.nth(0)) != mine_before, "the line does not light up")
    assert grounds(twins) == before


def test_the_style_sheet_reaches_nothing_outside(opened: Any) -> None:
    watched, reports = opened("collatz.ipynb")
    own = reports.first.get_attribute("id")
    selectors = reports.first.locator("style").evaluate_all(
        "all => all.flatMap(s => [...s.sheet.cssRules].flatMap(r => r.cssRules?.length ? [...r.cssRules] : [r]).map(r => r.selectorText))"
    )
    parts = [part.strip() for selector in selectors if selector for part in selector.split(",#")]
    assert parts and all(part.lstrip("#").startswith(own) for part in parts)


@pytest.mark.parametrize("name", ["hostile.ipynb", "untrusted_hostile.ipynb"])
def test_hostile_text_is_shown_and_not_run(opened: Any, name: str) -> None:
    watched, reports = opened(name)
    for summary in reports.first.locator("summary").all():
        summary.evaluate("e => e.parentElement.open = true")
    watched.page.wait_for_timeout(300)
    assert watched.page.evaluate("window.hit") is None
    shown = reports.first.inner_text()
    assert "<script>window.hit = 1</script>" in shown and "<svg onload" in shown
    assert reports.first.locator("script, svg, iframe, [onerror], [onload]").count() == 0
    assert "\u202e" not in shown and "\u2066" not in shown
    assert watched.outside == [] and watched.own_errors() == []


@pytest.mark.parametrize("name", ["collatz.ipynb", "untrusted_collatz.ipynb"])
def test_text_is_legible(opened: Any, name: str) -> None:
    watched, reports = opened(name)
    for summary in reports.first.locator("summary").all():
        summary.evaluate("e => e.parentElement.open = true")
    for dark in (False, True):
        choose_theme(watched.page, dark)
        found = contrasts(reports.first)
        assert len(found) > 100
        assert min(found)[0] >= 4.5, sorted(found)[:5]


def test_a_cell_that_is_run_shows_its_report(opened: Any) -> None:
    watched, _ = opened("fresh.ipynb", reports=0)
    page = watched.page
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu-item", has_text="Run All Cells").first.click()
    page.locator(REPORT).first.wait_for(timeout=RUNS_WITHIN)
    assert page.locator(f"{REPORT} .ag-graph a").count() >= 8
    expect(page.locator(".jp-OutputArea-executeResult").first).to_contain_text("16")
    assert watched.outside == [] and watched.own_errors() == []


def test_untrusted_back_ends_stand_side_by_side(opened: Any) -> None:
    watched, reports = opened("untrusted_beside.ipynb", 2)
    report = reports.first
    assert report.locator("style, script, svg").count() == 0
    refused, drawn = (
        report.locator("div", has_text=words).last for words in ("No graph: AG301", "called fact")
    )
    assert refused.bounding_box()["x"] + refused.bounding_box()["width"] <= drawn.bounding_box()["x"] + 1
    assert report.locator("i", has_text="rec").count() == 1
    box = report.locator("a[style*='position']", has_text="call fact").last
    assert box.get_attribute("href").startswith("#agn-")
    assert watched.outside == [] and watched.own_errors() == []
