"""Back ends side by side: whose marks the lines have, and what stands in which place."""

import re
from dataclasses import replace

import pytest
import tensorflow as tf

from ag_notebook import side_by_side, views
from ag_notebook.report import bounded
from ag_notebook.report.json import json_text
from ag_notebook.views.literal import cells
from ag_notebook.views.sides import marked, marking, on_side, sides

BOTH = ("tensorflow", "lantern")


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def half(n):
    return n // 2 if n > 1 else n


@pytest.fixture(scope="module")
def refused():
    return side_by_side(fact, BOTH, 5)


@pytest.fixture(scope="module")
def agreed():
    return side_by_side(half, BOTH, tf.constant(7))


def words(html):
    html = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_sides(refused, agreed):
    assert [side.backend for side in sides(refused)] == ["tensorflow", "lantern"]
    assert [side.beside for side in sides(refused)] == [(), ()]
    assert (marking(refused), marking(agreed)) == ("lantern", "tensorflow")
    alone = replace(agreed, beside=())
    assert (sides(alone), marking(alone), marked(alone)) == ((alone,), "", alone)
    (function,) = marked(refused).functions
    assert function.traces == refused.beside[0].functions[0].traces
    assert on_side(function, refused).traces == ()
    assert {note.code for note in marked(refused).notes} == {"AG301"}


def test_each_has_its_place_in_html(agreed):
    html = views.html(agreed)
    assert (
        html.count('<div style="flex:1 1 420px;min-width:0">') == 4
    )  # results, and what was made of the function
    said = words(html)
    first, second = said.index("tensorflow · "), said.index(" lantern · ", 40)
    assert first < said.index("numpy=3") < second < said.index("np.int32(3)")
    assert said.count("Graph :") == 2 and said.index("StatelessIf") < said.index("(def main")
    assert html.count("<img") == 2
    assert "(on lantern )" not in said and "(on tensorflow )" in said


def test_a_refusal_stands_in_its_place(refused):
    said = words(views.html(refused))
    assert said.index("AG301 error line ") < said.index(" lantern · ", 40)
    assert "tensorflow No graph: AG301, above." in said
    assert "G in the graph &nbsp; (on lantern )" in said


@pytest.mark.parametrize("width", [80, 120])
def test_a_terminal_has_one_below_the_other(refused, agreed, width):
    for report in (refused, agreed):
        text = views.text(report, width)
        assert all(cells(row) <= width for row in text.split("\n"))
        assert text.index("\ntensorflow") < text.rindex("\nlantern")
    assert "\ntensorflow:\nNo graph: AG301, below.\n" in views.text(refused, width)
    text = views.text(agreed, width)
    assert "\ntensorflow:\nmain" in text and "\nlantern:\nmain" in text
    assert "half(n=<int32 7>)" in text or "half(n=" in text


def test_columns_have_room_for_their_pictures():
    def wide(n):
        return ((n + 1) * (n + 2) + (n + 3) * (n + 4)) * ((n + 5) * (n + 6))

    html = views.html(side_by_side(wide, BOTH, tf.constant(7)), show=("graph",))
    needed = [
        int(width) + 8
        for width in re.findall(r'class="ag-graph" style="position:relative;width:(\d+)px', html)
    ]
    given = [int(width) for width in re.findall(r"flex:1 1 (\d+)px;min-width:0", html)]
    assert len(needed) == 2 and given[-2:] == [max(width, 420) for width in needed]
    assert max(needed) > 420


def test_parts_are_chosen_for_both(agreed):
    said = words(views.html(agreed, show=("code",)))
    assert "Graph :" not in said and "np.int32(3)" in said


def test_all_of_it_is_kept_small(agreed):
    whole = len(json_text(agreed))
    small = bounded(agreed, whole // 2)
    assert len(json_text(small)) < whole and small.omitted
    assert [side.run for side in sides(small)] == [side.run for side in sides(agreed)]
