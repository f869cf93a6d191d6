"""Checks both layout programs, the limit in time, and what is said when none works."""

import os
import stat
import sys
import time

import pytest
import sample

from ag_notebook.views import layout as layout_module
from ag_notebook.views.drawing import dot_source
from ag_notebook.views.folding import fold
from ag_notebook.views.layout import LayoutError, LayoutTimeoutError, engines, layout, run_engine
from ag_notebook.views.picture import draw


def script(path, body):
    path.write_text(f"#!{sys.executable}\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def use(monkeypatch, *programs):
    monkeypatch.setattr(layout_module, "engines", lambda: iter(programs))


def pure() -> str:
    return next(engine for engine in engines() if "graphviz-pure" in engine)


def test_without_dot_on_the_path_the_packaged_program_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = list(engines())
    assert len(found) == 1
    assert "graphviz-pure" in found[0]


@pytest.mark.parametrize("engine", list(engines()))
def test_each_program_places_every_box_and_frame(monkeypatch, engine):
    use(monkeypatch, engine)
    frame = fold(sample.collatz_graph())
    placed = layout(dot_source(frame))
    assert set(placed.boxes) == {box.id for _, _, box in frame.walk()}
    inner = {f.id for _, _, box in frame.walk() for f in box.frames}
    assert inner <= set(placed.frames)
    for place in placed.boxes.values():
        assert place.left >= -1
        assert place.top >= -1
        assert place.left + place.width <= placed.width + 1
        assert place.top + place.height <= placed.height + 1
    dashed = [curve for curve in placed.curves if curve.style == "dashed"]
    assert len(dashed) == 2
    assert all(curve.tip for curve in placed.curves)


def test_boxes_lie_inside_the_frame_of_their_graph():
    frame = fold(sample.collatz_graph())
    placed = layout(dot_source(frame))
    for _, graph, box in frame.walk():
        if graph.id in placed.frames:
            outer, inner = placed.frames[graph.id], placed.boxes[box.id]
            assert outer.left <= inner.left
            assert outer.top <= inner.top
            assert outer.left + outer.width >= inner.left + inner.width
            assert outer.top + outer.height >= inner.top + inner.height


def test_a_program_that_takes_too_long_is_stopped(monkeypatch, tmp_path):
    use(monkeypatch, script(tmp_path / "slow", "import time; time.sleep(60)"))
    begin = time.monotonic()
    with pytest.raises(LayoutTimeoutError, match="AG401: .*longer than 0.5 seconds"):
        draw(sample.collatz_graph(), timeout=0.5)
    assert time.monotonic() - begin < 3


def test_a_layout_that_is_too_slow_open_is_tried_closed(monkeypatch, tmp_path):
    body = (
        "import subprocess, sys, time\n"
        "source = sys.stdin.read()\n"
        "time.sleep(60 if 'cluster_' in source else 0)\n"
        f"sys.exit(subprocess.run([{pure()!r}, *sys.argv[1:]], input=source.encode()).returncode)"
    )
    use(monkeypatch, script(tmp_path / "picky", body))
    drawn = draw(sample.collatz_graph(), timeout=4)
    assert drawn.shallow
    assert drawn.frame.shown == 4


def test_a_broken_program_is_passed_over(monkeypatch, tmp_path):
    broken = script(tmp_path / "broken", "import sys; sys.exit('no plugins')")
    use(monkeypatch, str(tmp_path / "absent"), broken, pure())
    assert layout(dot_source(fold(sample.chain(3)))).boxes.keys() == {"n1", "n2", "n3"}


def test_no_program_at_all(monkeypatch, tmp_path):
    use(monkeypatch)
    with pytest.raises(LayoutError, match="AG403: .*no layout program is installed"):
        run_engine("digraph { a }", "json0")
    use(monkeypatch, script(tmp_path / "broken", "import sys; sys.exit('no plugins')"))
    with pytest.raises(LayoutError, match="AG403: .*broken: no plugins"):
        run_engine("digraph { a }", "json0")


def test_errors_of_the_language_are_told():
    with pytest.raises(LayoutError, match="syntax error"):
        run_engine("digraph {", "json0")


def test_a_program_that_was_stopped_is_gone(monkeypatch, tmp_path):
    body = f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)"
    use(monkeypatch, script(tmp_path / "slow", body))
    with pytest.raises(LayoutTimeoutError):
        draw(sample.collatz_graph(), timeout=1.5)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_an_error_is_told_and_not_the_warnings_before_it(monkeypatch, tmp_path):
    use(monkeypatch, script(tmp_path / "wary", "import sys; sys.exit('Warning: small\\nError: no room')"))
    with pytest.raises(LayoutError, match="AG403: .*wary: Error: no room"):
        run_engine("digraph { a }", "json0")
    use(monkeypatch, script(tmp_path / "wary", "import sys; sys.exit('Warning: small')"))
    with pytest.raises(LayoutError, match="AG403: .*wary: Warning: small"):
        run_engine("digraph { a }", "json0")


def test_titles_of_any_length_are_laid_out():
    """`dot` gives up where a frame is wider than 65,535 points."""
    inner = sample.graph("f" * 10_000, "call", [sample.node("a", "AddV2", 3)], "")
    drawn = draw(sample.graph("g", "main", [sample.node("c", "PartitionedCall", 3, inner)], ""))
    assert drawn.layout.width < 1000
