"""Opens reports in real JupyterLab and Notebook 7 that draw them with our front end: panes, keys, selection, what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pages import Watched, choose_theme, contrasts, focus, until
from playwright.sync_api import expect

pytestmark = pytest.mark.slow
VIEW = ".agn-report"


@pytest.fixture
def opened(drawing_server: Any, new_context: Any):
    """Opens a notebook and gives the page and its views, once all is there that comes by itself."""

    def open_notebook(name: str, views: int = 1, width: int = 1680) -> tuple[Watched, Any]:
        context = new_context(viewport={"width": width, "height": 1000}, accept_downloads=True)
        watched = Watched(context.new_page(), drawing_server.url).listen()
        page = watched.page
        page.goto(drawing_server.page(name))
        found = page.locator(VIEW)
        found.first.wait_for()
        watched.ready()

        def are_there() -> bool:
            if found.count() < views:  # cells that are out of sight are drawn when they are scrolled to
                page.locator(".jp-Notebook .jp-Cell").last.scroll_into_view_if_needed()
            return found.count() >= views

        until(page, are_there, f"there are no {views} views")
        return watched, found

    return open_notebook


def drawn(view: Any) -> Any:
    """The boxes of a view, once there are any."""
    boxes = view.locator(".agn-box")
    boxes.first.wait_for(state="attached")
    return boxes


def selected(view: Any, pane: str) -> list[str]:
    """The chosen lines, in sight or not: the inner text of what the browser skips, as it is far away, is empty."""
    return view.locator(f".agn-pane-{pane} .agn-row[aria-selected=true] .agn-text").all_text_contents()


@pytest.mark.parametrize("name", ["collatz.ipynb", "untrusted_collatz.ipynb"])
def test_a_saved_report_is_browsed_without_running_anything(opened: Any, name: str) -> None:
    watched, views = opened(name)
    view = views.first
    boxes = drawn(view)
    assert boxes.count() >= 8
    view.locator(".agn-pane-source .agn-row", has_text="n // 2").click()
    assert selected(view, "source") == ["        n = n // 2 if n % 2 == 0 else 3 * n + 1"]
    assert len(selected(view, "generated")) >= 1
    assert view.locator(".agn-box.agn-selected").count() >= 4
    view.locator(".agn-box", has_text="While").first.click()
    assert selected(view, "source") == ["    while n > 1:"]
    assert "parallel_iterations" in view.locator(".agn-details").inner_text()
    assert view.locator("img, iframe, script").count() == 0
    assert watched.outside == []
    assert watched.own_errors() == []


def test_keys_alone_are_enough(opened: Any) -> None:
    """Open the view, pick line 6, see its operations, step through the passes, save the graph."""
    watched, views = opened("collatz.ipynb")
    page, view = watched.page, views.first
    drawn(view)
    focus(view.locator(".agn-pane-source .agn-row").first)
    for _ in range(5):
        page.keyboard.press("j")
    row = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert row.startswith("line 7, in the graph")  # the magic's line counts
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "treeitem"
    before = page.evaluate("document.activeElement.dataset.box")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.box") != before
    page.keyboard.press("[")
    first = view.locator(".agn-passes .agn-summary").inner_text()
    page.keyboard.press("[")
    assert first and view.locator(".agn-passes .agn-summary").inner_text() not in ("", first)
    page.keyboard.press("x")
    page.keyboard.press("Tab")  # from SVG to DOT
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "collatz.dot"
    page.keyboard.press("/")
    page.keyboard.type("op:FloorDiv")
    page.keyboard.press("Enter")
    expect(view.locator(".agn-box.agn-chosen")).to_have_count(
        1
    )  # the box may lie in one that is opened first
    assert view.locator(".agn-found").inner_text() == "1/1"
    page.keyboard.press("Escape")
    assert not view.evaluate("e => e.contains(document.activeElement)")
    assert watched.outside == [] and watched.own_errors() == []


def test_what_is_chosen_is_kept_with_the_output(opened: Any, drawing_server: Any) -> None:
    watched, views = opened("twice.ipynb", views=2)
    page = watched.page
    first, second = views.nth(0), views.nth(1)
    drawn(first)
    drawn(second)
    assert first.get_attribute("id") != second.get_attribute("id")
    first.locator(".agn-pane-source .agn-row", has_text="steps += 1").click()
    assert selected(second, "source") == []
    page.keyboard.press("Escape")
    path = drawing_server.root / "twice.ipynb"
    until(page, lambda: _saved_states(page, path), "the saved notebook has no state of a view")
    states = _saved_states(page, path)
    assert [state["version"] for state in states] == [1]
    again, views = opened("twice.ipynb", views=2)
    drawn(views.first)
    assert selected(views.first, "source") == ["        steps += 1"]
    assert selected(views.nth(1), "source") == []


def _saved_states(page: Any, path: Path) -> list[Any]:
    """Saves the notebook, as often as this is asked: what was chosen is kept once the reader rests. Gives what is kept of its views."""
    page.keyboard.press("Control+s")
    page.wait_for_timeout(500)
    try:
        cells = json.loads(path.read_text())["cells"]
    except json.JSONDecodeError:
        return []  # it is being written
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return [o["metadata"]["ag_notebook.view"] for o in outputs if "ag_notebook.view" in o.get("metadata", {})]


def test_hostile_text_is_text(opened: Any) -> None:
    watched, views = opened("untrusted_hostile.ipynb")
    view = views.first
    drawn(view)
    assert watched.page.evaluate("window.hit") is None
    assert "<script>window.hit = 1</script>" in view.text_content()
    assert view.locator("img, iframe, script, [onerror], [onload]").count() == 0
    assert watched.outside == [] and watched.own_errors() == []


def test_a_narrow_view_shows_one_pane_at_a_time(opened: Any) -> None:
    _, views = opened("collatz.ipynb", width=800)
    view = views.first
    view.locator(".agn-tabs").wait_for()
    shown = view.locator(".agn-pane:visible")
    expect(shown).to_have_count(1)
    view.get_by_role("tab", name="graph").click()
    expect(shown).to_have_count(1)
    assert view.locator(".agn-pane-graph").is_visible()


def test_a_view_of_middle_width_shows_one_pane_beside_the_source(opened: Any) -> None:
    watched, views = opened("collatz.ipynb", width=1000)
    view = views.first
    view.locator(".agn-beside").wait_for(state="attached")
    watched.page.set_viewport_size({"width": int(1000 + 850 - view.bounding_box()["width"]), "height": 1000})
    drawn(view)

    def panes() -> list[str]:
        return [each.get_attribute("aria-label") for each in view.locator(".agn-pane:visible").all()]

    assert panes() == ["Source", "Generated"]
    view.get_by_role("tab", name="graph").click()
    assert panes() == ["Source", "Graph"]
    assert view.get_by_role("tab", name="graph").get_attribute("aria-selected") == "true"
    assert view.locator(".agn-canvas").bounding_box()["width"] > 350
    view.locator(".agn-pane-source .agn-row").nth(2).click()
    assert view.locator(".agn-box.agn-selected:visible").count() > 0


def test_text_is_legible_in_both_themes(opened: Any) -> None:
    watched, views = opened("collatz.ipynb")
    drawn(views.first)
    for dark in (False, True):
        choose_theme(watched.page, dark)
        found = contrasts(views.first)
        assert len(found) > 60
        assert min(found)[0] >= 4.5, sorted(found)[:5]
