"""The recorder: every value counted, at most so many kept, evenly, first and last among them."""

from __future__ import annotations

import threading

import pytest

from ag_notebook.report import Span
from ag_notebook.report.probes import MOST_SAMPLES
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import trace
from ag_notebook.staging.runtime.probes import Recorder, active_recorder, probe, probed, recording


def recorder_of(*names: str) -> Recorder:
    made = Recorder()
    made.places = [(name, Span("cell", 9 - number, 0, 9, 1)) for number, name in enumerate(names)]
    return made


@pytest.mark.parametrize("count", [0, 1, 2, 199, 200, 201, 399, 400, 401, 12_345])
def test_samples_are_thinned_out_evenly(count: int) -> None:
    recorder = recorder_of("x")
    for number in range(count):
        recorder.record(0, number * 2)
    (found,) = recorder.probes()
    numbers = [each.number for each in found.samples]
    assert found.count == count
    assert [each.value for each in found.samples] == [str(2 * number) for number in numbers]
    assert len(numbers) <= MOST_SAMPLES
    if count:
        assert (numbers[0], numbers[-1]) == (0, count - 1)
        assert len(numbers) >= min(count, MOST_SAMPLES // 2)
    gaps = {after - before for before, after in zip(numbers[:-2], numbers[1:-1])}
    assert len(gaps) <= 1


def test_probes_are_in_the_order_of_the_lines_and_those_not_reached_are_empty() -> None:
    recorder = recorder_of("x", "y")
    recorder.record(0, 1)
    assert [(each.name, each.count, len(each.samples)) for each in recorder.probes()] == [
        ("y", 0, 0),
        ("x", 1, 1),
    ]


def test_what_is_changed_later_was_recorded_as_it_was() -> None:
    recorder, items = recorder_of("x"), [1]
    recorder.record(0, items)
    items.append(2)
    (found,) = recorder.probes()
    assert found.samples[0].value == "[1]"


def test_a_call_forgets_the_one_before_and_one_inside_of_it_does_not() -> None:
    recorder = recorder_of("x")
    assert active_recorder() is None
    with recording(recorder, is_call=True):
        probe(0, 1)
        with recording(recorder, is_call=True):
            assert probed(0, 2) == 2
        with recording(recorder, is_call=False):
            probe(0, 3)
    assert active_recorder() is None
    assert recorder.probes()[0].count == 3
    with recording(recorder, is_call=False):
        pass
    assert recorder.probes()[0].count == 3
    with recording(recorder, is_call=True):
        probe(0, 4)
    assert [each.value for each in recorder.probes()[0].samples] == ["4"]


def test_outside_of_a_call_nothing_is_recorded() -> None:
    probe(0, 1)
    assert probed(7, "x") == "x"


def test_in_a_trace_the_back_end_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(type(PYTHON), "probe", lambda self, record, value: asked.append((record, value)))
    recorder = recorder_of("x")
    with tracing(Context(default_converter(), Options(backend="python"))) as context:
        with recording(recorder, is_call=True):
            trace(context, lambda: probe(0, 5), ())
    assert recorder.probes()[0].count == 0
    ((record, value),) = asked
    record(value)
    assert recorder.probes()[0].count == 1


def test_threads_lose_nothing() -> None:
    recorder = recorder_of("x")
    threads = [
        threading.Thread(target=lambda: [recorder.record(0, n) for n in range(2000)]) for _ in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert recorder.probes()[0].count == 8000
