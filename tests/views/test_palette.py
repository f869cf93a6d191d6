"""Checks the contrast of the line marks and of the page's own colours."""

import re

import pytest

from ag_notebook.views.palette import COLOURS, NEUTRAL, WIDTHS, bar, colour, rank, sides
from ag_notebook.views.styles import PAGE_COLOURS


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(text: str) -> float:
    parts = [int(text[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("mark", [*COLOURS, NEUTRAL])
@pytest.mark.parametrize("ground", ["#ffffff", "#111111"])
def test_marks_are_seen_on_light_and_dark(mark, ground):
    assert contrast(mark, ground) >= 3


@pytest.mark.parametrize("theme", PAGE_COLOURS)
def test_text_of_a_page_is_readable(theme):
    colours = PAGE_COLOURS[theme]
    ground = colours["--jp-layout-color0"]
    grounds = [ground, _mixed(ground, "#808080", 0.1), _mixed(ground, "#568ceb", 0.2)]
    for name, text in colours.items():
        if "font" in name or "link" in name or "mirror" in name:
            assert min(contrast(text, each) for each in grounds) >= 4.5, name


def _mixed(ground: str, over: str, share: float) -> str:
    pairs = [(int(ground[i : i + 2], 16), int(over[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


def test_24_lines_have_different_marks():
    lines = range(len(COLOURS) * WIDTHS)
    assert len({(colour(index), rank(index)) for index in lines}) == 24
    assert len({bar(index) for index in lines}) == 24
    assert len({sides(place) for place in range(WIDTHS)}) == WIDTHS
    assert (colour(None), rank(None)) == (NEUTRAL, 0)


def test_marks_are_never_dashed_since_dashes_belong_to_arrows():
    said = " ".join([*map(bar, range(24)), *map(sides, range(WIDTHS))])
    assert "dashed" not in said
    assert "dotted" not in said


def test_code_stands_at_one_place_whatever_its_bar():
    widths = [sum(map(int, re.findall(r"(\d+)px", bar(index)))) for index in (None, *range(24))]
    assert set(widths) == {10}
