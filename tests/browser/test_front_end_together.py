"""What belongs together with real data in JupyterLab and Notebook 7: probes, times, the optimizer's changes, XLA's programs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pages import Watched, choose_theme, contrasts, faults, until

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(drawing_server: Any, new_context: Any):
    """Opens the notebook of three reports; gives the page and its views, once the first graph is drawn."""

    def show(width: int = 1680, dark: bool = False) -> tuple[Watched, Any]:
        context = new_context(viewport={"width": width, "height": 2600})  # all cells are in sight
        watched = Watched(context.new_page(), drawing_server.url).listen()
        watched.page.goto(drawing_server.page("together.ipynb"))
        views = watched.page.locator(".agn-report")
        views.nth(2).wait_for()
        watched.ready()
        choose_theme(watched.page, dark)
        views.first.locator(".agn-box").first.wait_for(state="attached")
        return watched, views

    return show


def row(view: Any, text: str) -> Any:
    return view.locator(".agn-pane-source .agn-row", has_text=text).first


def choose(view: Any, label: str, option: str) -> None:
    view.get_by_label(label, exact=True).select_option(label=option)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_probes_times_and_changes_are_of_the_call(opened: Any, dark: bool) -> None:
    watched, views = opened(dark=dark)
    view = views.first
    times = view.locator(".agn-pane-source .agn-time").all_text_contents()
    assert len(times) == 8
    timed = [at for at, text in enumerate(times) if text]
    assert {4, 5, 6} <= set(timed) and 0 not in timed  # the loop's three lines; no definition
    assert all(re.fullmatch(r"\d+(\.\d)? (ns|µs|ms|s)", times[at]) for at in timed)

    row(view, "guess = (guess").click()
    probes = view.locator(".agn-probes")
    values = probes.locator("tbody tr td:nth-child(2)").all_text_contents()
    guess, expected = 2.0, []
    for _ in range(9):
        guess = (guess + 2.0 / guess) / 2.0
        expected.append(guess)
    assert [float(each) for each in values] == pytest.approx(expected, abs=1e-5)
    curve = probes.locator("svg.agn-spark")
    assert curve.get_attribute("aria-label") == "guess over 9 rounds, from 1.41421 to 1.5"
    points = curve.locator("polyline").first.get_attribute("points").split(" ")
    assert len(points) == 9
    heights = [float(each.split(",")[1]) for each in points]
    assert heights[0] < heights[1] < heights[2] == heights[-1]  # downwards on the screen
    row(view, "steps += 1").click()
    assert probes.locator("tbody tr td:nth-child(2)").all_text_contents() == [str(n) for n in range(1, 10)]

    choose(view, "State of the graph", "what the optimizer changed")
    view.locator(".agn-is-removed").first.wait_for(state="attached")
    badges = {text for text in view.locator(".agn-box .agn-badge").all_text_contents() if text}
    assert {"+", "−", "~"} <= badges
    for sign, kind in (("+", "added"), ("−", "removed"), ("~", "changed")):
        boxes = view.locator(f".agn-is-{kind}")
        assert boxes.count() and {*boxes.locator("> .agn-badge").all_text_contents()} == {sign}
        assert f"{sign} {kind}" in view.locator(".agn-colours").text_content()
    assert faults(view) == []
    assert min(each for each in contrasts(view) if each[1] != "OPTION")[0] >= 4.5
    assert watched.outside == [] and watched.own_errors() == []


def test_lines_of_xla_s_programs_lead_to_lines_of_the_source(opened: Any) -> None:
    watched, views = opened()
    view = views.nth(1)
    view.scroll_into_view_if_needed()
    for name in ("HLO", "optimized HLO for the CPU"):
        choose(view, "Code", name)
        line = view.locator(".agn-pane-generated .agn-row", has_text="f32[] divide(").first
        line.click()
        chosen = view.locator(".agn-pane-source .agn-row[aria-selected=true] .agn-text").all_text_contents()
        assert chosen == ["        guess = (guess + x / guess) / 2.0 * scale"], name
        row(view, "steps += 1").click()
        made = view.locator(".agn-pane-generated .agn-row[aria-selected=true] .agn-text").all_text_contents()
        assert made and any(re.search(r"add\S* = s32\[\]", each) for each in made), name
    assert faults(view) == []
    assert watched.outside == [] and watched.own_errors() == []


@pytest.mark.parametrize("width", [1280, 800])
def test_a_short_function_has_no_empty_room(opened: Any, width: int) -> None:
    _, views = opened(width)
    short, long = views.nth(2), views.first
    short.locator(".agn-box").first.wait_for(state="attached")
    heights = []
    for view in (short, long):
        if view.locator(".agn-tabs").is_visible():
            view.get_by_role("tab", name="source").dispatch_event("click")
        code = view.locator(".agn-pane-source .agn-code")
        assert code.evaluate("e => e.scrollHeight <= e.clientHeight")  # all lines are seen
        heights.append(code.bounding_box()["height"])
    assert heights[0] < (heights[1] if width == 800 else 260)
    assert width > 800 or heights[0] < 4 * 18
    tab = short.get_by_role("tab", name="graph")  # of either list of tabs, by the width
    if tab.count():
        tab.first.dispatch_event("click")

    def fits() -> bool:  # the picture is drawn anew where its pane changes: for a moment there is none
        boxes = [short.locator(each).first.bounding_box() for each in (".agn-canvas", ".agn-picture > g")]
        if None in boxes:
            return False
        canvas, picture = (box["height"] for box in boxes)
        return bool(picture <= canvas < picture + 100)

    until(short.page, fits, "the graph's pane is not as high as its picture")


def test_the_reader_s_own_colours_are_kept(opened: Any) -> None:
    """Forced colours: words on the graph's ground are legible, and what is selected is seen."""
    watched, views = opened()
    watched.page.emulate_media(forced_colors="active")
    view = views.first
    row(view, "steps += 1").click()
    ground = "e => getComputedStyle(e).backgroundColor"
    chosen, other = row(view, "steps += 1").evaluate(ground), row(view, "steps = 0").evaluate(ground)
    assert chosen != other
    fill = view.locator(".agn-picture .agn-title").first.evaluate("e => getComputedStyle(e).fill")
    assert fill == view.evaluate("e => getComputedStyle(e).color")
