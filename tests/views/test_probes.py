"""Probes in the views: numbers, curves of characters and of lines, and texts of strangers that stay texts."""

from __future__ import annotations

import base64
import json
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import Probe, ProbeSample
from ag_notebook.views.probes import (
    curve_svg,
    curves,
    facts,
    limits,
    number_text,
    probe_data,
    probes_html,
    probes_text,
    values_text,
    with_fewer_samples,
)

NUMBERS = (1, 4, 2, 8, 5)


def scalars(*numbers, name="n", count=None, line=6):
    samples = tuple(ProbeSample(i, str(n), "[]", "int32", n, n) for i, n in enumerate(numbers))
    return Probe(name, sample.span(line), len(numbers) if count is None else count, samples)


def arrays(*pairs):
    samples = tuple(ProbeSample(i, f"[{a}, {b}]", "[2]", "float32", a, b) for i, (a, b) in enumerate(pairs))
    return Probe("x", sample.span(7), len(pairs), samples)


TEXTS = Probe("t", sample.span(7), 2, tuple(ProbeSample(i, "'<b>&'", "", "str") for i in range(2)))


def report(*probes):
    return replace(sample.collatz(), probes=probes)


def test_facts():
    assert facts(scalars(*NUMBERS)) == "int32[]  5 times, 1 to 8"
    assert facts(scalars(3)) == "int32[]  once, 3"
    kept = "2 of the values kept (the first, the last, evenly spaced between)"
    assert facts(scalars(1, 2, count=12_000)) == f"int32[]  12,000 times, {kept}: 1 to 2"
    assert facts(replace(TEXTS, count=200)) == f"str  200 times, {kept}"
    assert facts(scalars()) == "not reached"
    assert facts(arrays((-1, 2), (0, 4))) == "float32[2]  2 times, -1 to 4"
    assert facts(TEXTS) == "str  2 times"
    grown = replace(
        TEXTS, samples=(ProbeSample(0, "[]", "0 items", "list"), ProbeSample(1, "[1]", "1 item", "list"))
    )
    assert facts(grown) == "list of 0 items … list of 1 item  2 times"


def test_numbers():
    assert [number_text(n) for n in (3.0, -0.5, 1e20, math.inf, math.nan, 0.1 + 0.2)] == [
        *("3", "-0.5", "1e+20", "inf", "nan", "0.3"),
    ]
    assert limits(TEXTS.samples) == (None, None)
    assert limits(scalars(math.nan, 3.0).samples) == (3.0, 3.0)
    low, high = limits(scalars(math.nan).samples)
    assert math.isnan(low)
    assert math.isnan(high)


def test_curves_of_characters():
    assert curves(scalars(*NUMBERS), 60) == [("", "▁▄▂█▅")]
    assert curves(scalars(*NUMBERS), 60, "_.-=*#") == [("", "_-.#=")]
    assert curves(scalars(5, 5, 5), 60) == [("", "▁▁▁")]
    assert curves(scalars(0, math.nan, math.inf, 1, -math.inf), 60) == [("", "▁?██▁")]
    assert curves(arrays((0, 7), (7, 7)), 60) == [("max ", "██"), ("min ", "▁█")]
    assert curves(scalars(3), 60) == curves(TEXTS, 60) == curves(scalars(math.nan, math.nan), 60) == []
    ((_, long),) = curves(scalars(*range(200)), 40)
    assert (len(long), long[0], long[-1]) == (40, "▁", "█")
    assert curves(scalars(-1e308, 1e308, 0), 60) == [("", "▁█▅")]


def test_first_and_last_values():
    assert values_text(scalars(*range(8))) == "0, 1, 2, 3, 4, 5, 6, 7"
    assert values_text(scalars(*range(9))) == "0, 1, 2, 3, 4, … 6, 7, 8"
    assert values_text(scalars()) == ""


def test_the_text():
    assert probes_text((scalars(*NUMBERS), scalars(name="steps", line=7)), 80, {sample.FILE}) == [
        "Probes: 2 places, values of the last call",
        "  line 7  n  int32[]  5 times, 1 to 8",
        "      ▁▄▂█▅",
        "      1, 4, 2, 8, 5",
        "  line 8  steps  not reached",
    ]


@pytest.mark.parametrize("width", [80, 120])
def test_the_text_view(width):
    shown = views.text(report(scalars(*range(200), count=5000), arrays((0, 1), (1, 3)), TEXTS), width=width)
    assert "Probes: 3 places" in shown
    assert "5,000 times, 200 of the values kept" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= width
    plain = views.text(report(scalars(*NUMBERS)), ascii=True)
    assert plain.isascii()
    assert "_-.#=" in plain
    assert "Probes" not in views.text(sample.collatz())


def test_the_curve_is_a_picture():
    line = ET.fromstring(curve_svg(scalars(*NUMBERS).samples))
    (points,) = [each.attrib["points"] for each in line]
    heights = [float(point.split(",")[1]) for point in points.split()]
    assert len(heights) == 5
    assert (min(heights), max(heights)) == (heights[3], heights[0])
    assert curve_svg(arrays((0, 1), (1, 3)).samples).count("<polygon") == 1
    broken = curve_svg(scalars(0, 1, math.nan, 1, math.nan, 0, 1).samples)
    assert (broken.count("<polyline"), broken.count("<circle")) == (2, 1)
    assert curve_svg(scalars(3).samples) == curve_svg(TEXTS.samples) == ""


def test_the_html():
    html = probes_html((scalars(*NUMBERS), replace(TEXTS, name="<i>")), lambda span: f"[{span.line}]")
    ET.fromstring(html.replace(" open", "", 1).replace('margin:0">', 'margin:0"/>'))
    assert "<b>&lt;i&gt;</b>" in html
    assert "&lt;b&gt;&amp;" in html
    (image,) = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)"', html)
    assert base64.b64decode(image[0]).startswith(b"<svg")
    assert image[1] == "n in the course of the call: int32[]  5 times, 1 to 8"
    assert not re.search(r"[;\"]color:", html)


def test_of_very_many_places_the_first_are_shown_and_the_rest_is_counted():
    probes = [scalars(*range(30), name=f"n{at}", line=at + 1) for at in range(1500)]
    html = probes_html(probes, lambda span: f"[{span.line}]")
    assert len(html) < 700_000
    assert ["<b>n299</b>" in html, "<b>n300</b>" in html] == [True, False]
    assert "1500 places" in html and "… and 1200 more places: probe fewer variables" in html
    text = probes_text(probes, 80, {sample.FILE})
    assert len(text) < 200
    assert text[-1] == "  … and 1460 more places: probe fewer variables to see them."
    assert "more place" not in "".join(probes_text(probes[:40], 80, {sample.FILE}))


def test_the_html_view_leads_to_the_lines():
    html = views.html(report(scalars(*NUMBERS)))
    table = html[html.index("<b>Probes</b>") :].partition("</table>")[0]
    (line,) = re.findall(r'<td [^>]+><a href="#(agn-\w+-l\d+)">line 7</a></td>', table)
    assert f'id="{line}"' in html
    assert "AG901" not in html
    assert "<b>Probes</b>" not in views.html(sample.collatz())
    assert views.html(report(scalars(1, 2))) != views.html(report(scalars(1, 3)))


def test_the_data_of_the_front_end():
    data = views.data(
        report(scalars(1, math.nan), replace(TEXTS, span=replace(sample.span(7), file="other")))
    )
    (function,) = data["sides"][0]["functions"]
    (probe,) = function["probes"]
    (line,) = [each for each in function["source"] if each["key"] == probe["key"]]
    assert line["number"] == sample.span(6).line
    assert (probe["name"], probe["count"]) == ("n", 2)
    assert probe["samples"] == [
        {"number": 0, "value": "1", "shape": "[]", "dtype": "int32", "low": 1, "high": 1},
        {"number": 1, "value": "nan", "shape": "[]", "dtype": "int32", "low": None, "high": None},
    ]
    json.dumps(data, allow_nan=False)
    assert views.data(sample.collatz())["sides"][0]["functions"][0]["probes"] == []


def test_large_data_keeps_fewer_samples():
    function = {"probes": [probe_data(scalars(*range(200)), 1)]}
    with_fewer_samples(function)
    numbers = [each["number"] for each in function["probes"][0]["samples"]]
    assert (len(numbers), numbers[0], numbers[-1]) == (20, 0, 199)
