"""Shows what probed variables were: for each line that binds one, its values in numbers and as a small curve.

line 5  n  int32[]  111 times, 1 to 9232  ▁▁▂▁▃▂▅▃█▄▂▁
        82, 41, 124, … 4, 2, 1
"""

from __future__ import annotations

import base64
import math
import textwrap
from collections.abc import Callable, Collection, Sequence
from typing import Any

from ag_notebook.report import Probe, ProbeSample, Span
from ag_notebook.report.probes import thinned
from ag_notebook.views.literal import escape, literal, plural, shorten
from ag_notebook.views.notes import elsewhere
from ag_notebook.views.palette import NEUTRAL

_BLOCKS, _ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.-=*#"
_GAP = "?"
"""Stands for a value without a number (NaN, None) in a curve of characters."""
_FIRST, _LAST = 5, 3
"""Values that are written out."""
_LONGEST = 40
"""Characters of such a value."""
_CURVE_WIDTH, _CURVE_HEIGHT = 160, 28
_MOST = 60
"""Points of a curve of characters."""
_SHOWN_AS_TEXT, _SHOWN_AS_HTML = 40, 300
"""Places that are shown, the first ones of the source; the others are counted."""
_CELL = 'style="text-align:left;vertical-align:top;padding:1px 12px 1px 0"'
_SHORT = 'style="text-align:left;vertical-align:top;padding:1px 12px 1px 0;white-space:nowrap"'
_CODE = 'style="text-align:left;vertical-align:top;padding:1px 12px 1px 0;font-family:monospace"'


def probes_text(
    probes: Sequence[Probe],
    width: int,
    files: Collection[str] = (),
    ascii_only: bool = False,
    backend: str = "",
) -> list[str]:
    """A few rows for each probe; lines of files that are not in `files` have the name of theirs.

    `backend` is that of the call, where it was made on several.
    """
    rows = [f"Probes{' on ' if backend else ''}{literal(backend)}: {counted(probes)}"]
    for probe in probes[:_SHOWN_AS_TEXT]:
        head = f"line {probe.span.line}{elsewhere(probe.span, files)}  {probe.name}"
        rows += textwrap.wrap(
            f"  {literal(head)}  {literal(facts(probe))}", width, subsequent_indent="      "
        ) or [head]
        room = min(max(width - 6, 10), _MOST)
        for label, curve in curves(probe, room, _ASCII_BLOCKS if ascii_only else _BLOCKS):
            rows.append(f"      {label}{curve}")
        rows += [
            f"      {row}"
            for row in textwrap.wrap(literal(values_text(probe)), width - 6, max_lines=3, placeholder=" …")
        ]
    if said := _left_out(probes, _SHOWN_AS_TEXT):
        rows += [f"  {row}" for row in textwrap.wrap(said, width - 2)]
    return rows


def _left_out(probes: Sequence[Probe], shown: int) -> str:
    """A sentence on the places that are not shown."""
    rest = len(probes) - shown
    return f"… and {plural(rest, 'more place')}: probe fewer variables to see them." if rest > 0 else ""


def counted(probes: Sequence[Probe]) -> str:
    """What the section holds."""
    return f"{plural(len(probes), 'place')}, values of the last call"


def facts(probe: Probe) -> str:
    """`int32[]  111 times, 1 to 9232`."""
    if not probe.count:
        return "not reached"
    kinds = list(dict.fromkeys(sample.kind for sample in probe.samples))
    kind = kinds[0] if len(kinds) == 1 else f"{kinds[0]} … {kinds[-1]}"
    low, high = limits(probe.samples)
    times = "once" if probe.count == 1 else f"{probe.count:,} times"
    is_thinned = len(probe.samples) < probe.count
    if is_thinned:
        times += f", {len(probe.samples)} of the values kept (the first, the last, evenly spaced between)"
    if low is None or high is None:
        return f"{kind}  {times}"
    extent = number_text(low) if low == high else f"{number_text(low)} to {number_text(high)}"
    return f"{kind}  {times}{':' if is_thinned else ','} {extent}"


def limits(samples: Sequence[ProbeSample]) -> tuple[float | None, float | None]:
    """The smallest and the largest number of all samples; NaN where there is nothing else."""
    lows = [sample.low for sample in samples if sample.low is not None]
    highs = [sample.high for sample in samples if sample.high is not None]
    if not lows or not highs:
        return None, None
    numbers = (
        [each for each in lows if not math.isnan(each)],
        [each for each in highs if not math.isnan(each)],
    )
    return min(numbers[0] or lows), max(numbers[1] or highs)


def number_text(number: float) -> str:
    """A number with the digits that matter; a whole one in full."""
    if math.isfinite(number) and number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.6g}"


def values_text(probe: Probe) -> str:
    """The first values and the last ones: `82, 41, 124, 62, 31, … 4, 2, 1`."""
    texts = [shorten(sample.value, _LONGEST) or "…" for sample in probe.samples]
    if len(texts) <= _FIRST + _LAST:
        return ", ".join(texts)
    return f"{', '.join(texts[:_FIRST])}, … {', '.join(texts[-_LAST:])}"


# curves -------------------------------------------------------------------------------------------


def is_band(samples: Sequence[ProbeSample]) -> bool:
    """Whether samples have a smallest and a largest number that differ: they are of arrays."""
    return any(sample.low != sample.high and not _is_nan(sample.low) for sample in samples)


def curves(probe: Probe, width: int, blocks: str = _BLOCKS) -> list[tuple[str, str]]:
    """Curves of characters with their labels: one of numbers, two of arrays (`min`, `max`); none where nothing changes hands."""
    samples = thinned(probe.samples, width)
    low, high = _finite_limits(samples)
    if low is None or high is None or len(samples) < 2:
        return []
    if not is_band(samples):
        return [("", _curve([sample.low for sample in samples], low, high, blocks))]
    return [
        ("max ", _curve([sample.high for sample in samples], low, high, blocks)),
        ("min ", _curve([sample.low for sample in samples], low, high, blocks)),
    ]


def _curve(numbers: Sequence[float | None], low: float, high: float, blocks: str) -> str:
    def block(number: float | None) -> str:
        if number is None or _is_nan(number):
            return _GAP
        return blocks[round(_share(number, low, high) * (len(blocks) - 1))]

    return "".join(map(block, numbers))


def _share(number: float, low: float, high: float) -> float:
    """Where a number is between two others, from 0 to 1; infinite ones are at the ends."""
    if math.isinf(number):
        return 1.0 if number > 0 else 0.0
    span = high / 2 - low / 2  # the difference of two large floats may be infinite
    return (number / 2 - low / 2) / span if span > 0 else 0.0


def _finite_limits(samples: Sequence[ProbeSample]) -> tuple[float | None, float | None]:
    numbers = [each for s in samples for each in (s.low, s.high) if each is not None and math.isfinite(each)]
    return (min(numbers), max(numbers)) if numbers else (None, None)


def _is_nan(number: float | None) -> bool:
    return number is not None and math.isnan(number)


def curve_svg(samples: Sequence[ProbeSample]) -> str:
    """A curve as an SVG document: a line of numbers, a band of arrays; where a value has no number there is a gap."""
    low, high = _finite_limits(samples)
    if low is None or high is None or len(samples) < 2:
        return ""
    last = samples[-1].number or 1
    points = [
        None
        if s.low is None or s.high is None or _is_nan(s.low) or _is_nan(s.high)
        else (3 + (_CURVE_WIDTH - 6) * s.number / last, _height(s.low, low, high), _height(s.high, low, high))
        for s in samples
    ]
    drawn = []
    for run in _runs(points):
        upper = [f"{x:.1f},{top:.1f}" for x, _, top in run]
        if is_band(samples):
            lower = [f"{x:.1f},{bottom:.1f}" for x, bottom, _ in reversed(run)]
            drawn.append(
                f'<polygon points="{" ".join(upper + lower)}" fill="{NEUTRAL}" fill-opacity=".35" stroke="{NEUTRAL}"/>'
            )
        elif len(run) == 1:
            x, y = upper[0].split(",")
            drawn.append(f'<circle cx="{x}" cy="{y}" r="1.5" fill="{NEUTRAL}"/>')
        else:
            drawn.append(
                f'<polyline points="{" ".join(upper)}" fill="none" stroke="{NEUTRAL}" stroke-width="1.5"/>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_CURVE_WIDTH}" height="{_CURVE_HEIGHT}" '
        f'viewBox="0 0 {_CURVE_WIDTH} {_CURVE_HEIGHT}">{"".join(drawn)}</svg>'
    )


def _height(number: float, low: float, high: float) -> float:
    return _CURVE_HEIGHT - 3 - (_CURVE_HEIGHT - 6) * _share(number, low, high)


Point = tuple[float, float, float]


def _runs(points: Sequence[Point | None]) -> list[list[Point]]:
    """What lies between gaps."""
    runs: list[list[Point]] = [[]]
    for point in points:
        if point is None:
            runs.append([])
        else:
            runs[-1].append(point)
    return [run for run in runs if run]


# HTML ---------------------------------------------------------------------------------------------


def probes_html(probes: Sequence[Probe], link: Callable[[Span], str]) -> str:
    """A table of them; `link` makes the place of a line."""
    rows = []
    for probe in probes[:_SHOWN_AS_HTML]:
        document = curve_svg(probe.samples)
        curve = ""
        if document:
            said = f"{probe.name} in the course of the call: {facts(probe)}"
            image = base64.b64encode(document.encode()).decode()
            curve = (
                f'<img src="data:image/svg+xml;base64,{image}" alt="{escape(said)}" width="{_CURVE_WIDTH}" '
                f'height="{_CURVE_HEIGHT}" style="border:1px solid {NEUTRAL};margin:0">'
            )
        kind, _, said = facts(probe).partition("  ")
        rows.append(
            f"<tr><td {_SHORT}>{link(probe.span)}</td><td {_CODE}><b>{escape(probe.name)}</b></td>"
            f"<td {_CODE}>{escape(kind)}</td><td {_CELL}>{escape(said)}</td><td {_CELL}>{curve}</td>"
            f"<td {_CODE}>{escape(values_text(probe))}</td></tr>"
        )
    if said := _left_out(probes, _SHOWN_AS_HTML):
        rows.append(f'<tr><td {_CELL} colspan="6">{escape(said)}</td></tr>')
    head = "".join(
        f"<th {_CELL}>{name}</th>" for name in ("line", "name", "type", "values", "course", "first and last")
    )
    return (
        f'<details open style="margin:6px 0"><summary><b>Probes</b> {counted(probes)}</summary>'
        f'<div style="overflow-x:auto"><table><tr>{head}</tr>{"".join(rows)}</table></div></details>'
    )


def probe_data(probe: Probe, key: int | None) -> dict[str, Any]:
    """A probe for a front end; `key` is that of its line."""
    return {
        "name": literal(probe.name),
        "key": key,
        "count": probe.count,
        "samples": [
            {
                "number": sample.number,
                "value": literal(sample.value),
                "shape": literal(sample.shape),
                "dtype": literal(sample.dtype),
                "low": _json_number(sample.low),
                "high": _json_number(sample.high),
            }
            for sample in probe.samples
        ],
    }


def _json_number(number: float | None) -> float | None:
    """JSON has no NaN and no infinity; the value's text says them."""
    return number if number is not None and math.isfinite(number) else None


def with_fewer_samples(function: dict[str, Any], most: int = 20) -> None:
    """Leaves out samples of a function's data where it would be too large."""
    for probe in function["probes"]:
        probe["samples"] = thinned(probe["samples"], most)
