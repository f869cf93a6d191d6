"""Outermost calls: which trace fits, guards, runs, errors, and reports."""

import threading

import numpy as np
import pytest
from lantern_staging import TREE, Tree, staged

from ag_notebook import staging
from ag_notebook.staging.backends.lantern import Parameter
from ag_notebook.staging.backends.lantern.staging import entry
from ag_notebook.staging.errors import StagingError
from ag_notebook.views import text

SCALE = 2.0


def scaled(x):
    return x * SCALE


def test_a_trace_for_each_signature():
    made = staged(lambda x, how="twice": x * 2 if how == "twice" else x)
    assert made(1.0) == 2.0 and made(3.0) == 6.0 and made(x=4.0, how="once") == 4.0
    assert made(np.float32(1)).dtype == np.float32
    reasons = [trace.reason for trace in made.traces()]
    assert reasons == ["first call", "arguments of other types", "arguments of other types"]
    assert [t.signature for t in made.traces()] == [
        "x: a float, how: 'twice'",
        "x: a float, how: 'once'",
        "x: f32, how: 'twice'",
    ]


def test_guards(monkeypatch):
    made = staged(scaled)
    assert made(3.0) == 6.0
    monkeypatch.setitem(scaled.__globals__, "SCALE", 5.0)
    assert made(3.0) == 15.0
    assert [t.reason for t in made.traces()] == ["first call", "SCALE changed"]


def test_records_are_no_reason_to_trace_again():
    made = staged(lambda t: t.value)
    assert [made(Tree(float(v))) for v in range(3)] == [0.0, 1.0, 2.0]
    assert len(made.traces()) == 1


def test_parameters_are_read_at_each_run():
    weight = Parameter(np.ones(2), "weight")
    made = staged(lambda x: (weight * x).sum())
    assert made(3.0) == 6.0
    weight.value[0] = 3.0
    assert made(3.0) == 12.0 and len(made.traces()) == 1
    weight.value = np.ones(3)
    assert made(3.0) == 9.0 and made.traces()[-1].reason == "the shape of weight changed"


def test_arguments_that_do_not_fit():
    with pytest.raises(TypeError, match="<lambda>"):
        staged(lambda x: x)(1, 2)


def test_staged_functions_call_each_other():
    inner = staged(scaled)
    outer = staged(lambda x: inner(x) + 1)
    assert outer(3.0) == 3.0 * SCALE + 1


def test_methods_and_callables():
    class Model:
        def __init__(self):
            self.w = 2.0

        @staging.function(backend="lantern")
        def predict(self, x):
            return self.w * x

    model = Model()
    assert model.predict(3.0) == 6.0
    model.w = 5.0
    assert model.predict(3.0) == 15.0


def test_threads():
    made, found = staged(lambda n: sum(range(n))), []
    threads = [threading.Thread(target=lambda k=k: found.append((k, made(k)))) for k in range(8)]
    [t.start() for t in threads], [t.join() for t in threads]
    assert sorted(found) == [(k, sum(range(k))) for k in range(8)]
    assert len(made.traces()) == 1


def test_reports():
    def total(t):
        return 0.0 if t is None else t.value + total(t.left)

    made = staged(total)
    report = made.report(TREE)
    (trace,) = report.functions[0].traces
    assert [code.name for code in trace.compiled] == ["Lantern"]
    assert "(def total" in "\n".join(line.text for line in trace.compiled[0].lines)
    assert made.entry.below(0, ["xla"]).compiled == trace.compiled
    first = total.__code__.co_firstlineno
    assert first + 1 in {line.span.line for line in trace.compiled[0].lines if line.span}
    below = made.report_with(("llvm", "assembly"), TREE)
    programs = {
        code.name: "\n".join(line.text for line in code.lines)
        for code in below.functions[0].traces[0].compiled
    }
    assert list(programs) == ["Lantern", "LLVM", "assembly"]
    assert "i64 @run(" in programs["LLVM"] and "run:" in programs["assembly"]
    assert "i64 @run(" in text(below, show=("llvm",)) and below.notes == ()
    (note,) = made.report_with(("optimized",), TREE).notes
    assert note.message == "There is no optimized graph, because the back end `lantern` makes none."
    assert any(event.construct == "call" and "calls itself" in event.why for event in trace.events)
    assert "call total" in text(report)
    assert made.graph(TREE).name == "main"


def test_where_a_function_becomes_a_definition():
    def total(t):
        return 0.0 if t is None else t.value + total(t.left)

    def twice(t):
        return 2 * total(t)

    def lines_of(function):
        (trace,) = staged(function).report(TREE).functions[0].traces
        return [event.span.line for event in trace.events if "it becomes a definition" in event.why]

    # At the call, and where that is not in what is staged at the function itself.
    assert lines_of(twice) == [twice.__code__.co_firstlineno + 1]
    assert lines_of(total) == [total.__code__.co_firstlineno]


def test_what_was_compiled_for_gradients_is_listed():
    made = staged(lambda x: x * x)
    made.entry.gradients((2.0,), {})
    (trace,) = made.report_with(("llvm", "assembly")).functions[0].traces
    names = [code.name for code in trace.compiled]
    assert names == ["Lantern", "LLVM of value and gradients", "assembly of value and gradients"]
    assert any("@gradients(" in line.text for line in trace.compiled[1].lines)
    made(2.0)
    (trace,) = made.report_with(("llvm",)).functions[0].traces
    assert [code.name for code in trace.compiled] == ["Lantern", "LLVM", "LLVM of value and gradients"]


def test_the_value_of_a_gradient_is_one_float():
    with pytest.raises(StagingError, match="AG319"):
        staged(lambda x: x)(1.0), staged(lambda x: [x]).entry.gradients((1.0,), {})


def test_machine_code_of_old_traces_is_dropped(monkeypatch):
    monkeypatch.setattr(entry, "MOST_TRACES", 2)
    made = staged(lambda x, text: x + len(text))
    for text_ in ("", "a", "aa", "aaa"):
        assert made(1, text_) == 1 + len(text_)
    assert ["executable" in vars(each) for each in made.entry.traces] == [False, False, True, True]
    assert made(2, "") == 2
