"""Asks a layout program where the boxes of a graph go, and never waits long for it.

`dot` is used where it is installed, else the program that the package `graphviz-pure` brings. Layout time does not
follow from the number of boxes (edges that fan out are what hurts), so there is a hard limit in seconds as well.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TIMEOUT = 3.0
FAST_FROM = 120
_FAST = ("-Gsplines=line", "-Gnslimit=2", "-Gnslimit1=2", "-Gmclimit=0.3")


class LayoutError(RuntimeError):
    """No picture could be made.

    Attributes:
        code: `AG401` where the limits of size or time were met, `AG403` where no program does the work.
        message: why, one sentence.
        fix: the way out.
    """

    def __init__(self, code: str, message: str, fix: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.fix = code, message, None, fix

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


class LayoutTimeoutError(LayoutError):
    """The program did not end in time."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle, in points from the top left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: a start and Bézier points, the tip of the arrow if there is one, and what stands at it."""

    points: tuple[tuple[float, float], ...]
    tip: tuple[float, float] | None
    style: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything goes. `frames` are the clusters by name without its prefix `cluster_`."""

    width: float
    height: float
    boxes: dict[str, Place]
    frames: dict[str, Place]
    curves: tuple[Curve, ...]


def engines() -> Iterator[str]:
    """The layout programs of this machine, best first."""
    found = shutil.which("dot")
    if found:
        yield found
    name = "graphviz-pure" + (".exe" if os.name == "nt" else "")
    # The scripts folder is asked first: a notebook kernel often lacks it on its PATH.
    beside = Path(sysconfig.get_path("scripts")) / name
    pure = str(beside) if beside.is_file() else shutil.which(name)
    if pure:
        yield pure


def run_engine(source: str, suffix: str, timeout: float = TIMEOUT, fast: bool = False) -> bytes:
    """What the layout program makes of the DOT text `source` in the format `suffix` (`svg`, `png`, `json0`)."""
    deadline = time.monotonic() + timeout
    problems = []
    for engine in engines():
        command = [engine, f"-T{suffix}", *(_FAST if fast else ())]
        try:
            done = subprocess.run(
                command,
                input=source.encode(),
                capture_output=True,
                check=False,
                timeout=max(deadline - time.monotonic(), 0.01),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except subprocess.TimeoutExpired:
            raise LayoutTimeoutError(
                "AG401",
                f"The graph was not drawn: its layout took longer than {timeout:.1f} seconds.",
                SAVE_DOT,
            ) from None
        except OSError as error:
            problems.append(f"{Path(engine).name}: {error}")
            continue
        if done.returncode == 0 and done.stdout:
            return done.stdout
        said = done.stderr.decode(errors="replace").strip().splitlines()
        # Warnings do not stop it, so they are told only where there is nothing else to tell.
        lines = [line for line in said if not line.startswith("Warning")] or said
        problems.append(f"{Path(engine).name}: {lines[0] if lines else f'exit code {done.returncode}'}")
    reason = "; ".join(problems) or "no layout program is installed"
    raise LayoutError(
        "AG403", f"The graph was not drawn: {reason}.", "Install Graphviz or the package graphviz-pure."
    )


SAVE_DOT = "Save it with `views.save(report, 'graph.dot')` and lay it out without a limit."


def layout(source: str, timeout: float = TIMEOUT, fast: bool = False) -> Layout:
    """Lays out the DOT text `source`."""
    return _read(json.loads(run_engine(source, "json0", timeout, fast)))


def _read(data: dict[str, Any]) -> Layout:
    _, _, width, height = map(float, data["bb"].split(","))
    boxes: dict[str, Place] = {}
    frames: dict[str, Place] = {}
    for item in data.get("objects", ()):
        name = str(item["name"])
        if name.startswith("cluster_") and "bb" in item:
            left, bottom, right, top = map(float, item["bb"].split(","))
            frames[name.removeprefix("cluster_")] = Place(left, height - top, right - left, top - bottom)
        elif "pos" in item:
            x, y = map(float, item["pos"].split(","))
            wide, high = float(item["width"]) * 72, float(item["height"]) * 72
            boxes[name] = Place(x - wide / 2, height - y - high / 2, wide, high)
    edges = [edge for edge in data.get("edges", ()) if "pos" in edge and edge.get("style") != "invis"]
    return Layout(width, height, boxes, frames, tuple(_curve(edge, height) for edge in edges))


def _curve(edge: dict[str, Any], height: float) -> Curve:
    points, tip = [], None
    for part in edge["pos"].split():
        kind, _, rest = part.partition(",")
        if kind in ("e", "s"):
            x, y = map(float, rest.split(","))
            tip = (x, height - y) if kind == "e" else tip
        else:
            x, y = map(float, part.split(","))
            points.append((x, height - y))
    return Curve(tuple(points), tip, str(edge.get("style", "solid")), str(edge.get("xlabel", "")))
