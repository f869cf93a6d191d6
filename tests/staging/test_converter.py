"""The converter: what converted functions share with the original, caching, errors, reports."""

from __future__ import annotations

import gc
import threading
import traceback
import types

import pytest

from ag_notebook.staging import source
from ag_notebook.staging.converter import Converter, default_converter
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.passes.pipeline import PIPELINE

STEP = 3


def stepped(x, times=2, *, scale=1):
    """Adds steps."""
    for _ in range(times):
        x += STEP * scale
    return x


def failing(xs):
    total = 0
    for x in xs:
        if x < 0:
            total += 1 // (x - x)
    return total


def cell(text: str, name: str, file: str) -> types.FunctionType:
    source.register(file, text)
    namespace: dict = {}
    exec(compile(text, file, "exec"), namespace)  # noqa: S102 - a cell is made like this
    return namespace[name]


def test_a_converted_function_shares_everything_with_the_original(monkeypatch) -> None:
    converted = Converter().convert(stepped)
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__"):
        assert getattr(converted, name) == getattr(stepped, name)
    assert converted.__globals__ is stepped.__globals__
    assert converted.__ag_original__ is stepped
    assert converted(1, scale=2) == stepped(1, scale=2) == 13
    monkeypatch.setitem(globals(), "STEP", 10)
    assert converted(1) == 21


def test_the_text_says_where_defaults_are_and_not_what_they_are() -> None:
    text = Converter().converted_code(stepped).generated.text
    assert text.startswith("def stepped(x, times=..., *, scale=...):\n")


def test_closure_cells_are_shared() -> None:
    def make(n):
        def get(add):
            if add:
                return n + add
            return n

        def change(v):
            nonlocal n
            if v:
                n = v

        return get, change

    converter = Converter()
    get, change = map(converter.convert, make(1))
    change(5)
    assert get(1) == 6
    other, _ = map(converter.convert, make(100))
    assert other(0) == 100


def test_a_code_object_is_converted_once_by_identity() -> None:
    def make():
        return lambda x: x + 1

    converter = Converter()
    assert converter.converted_code(make()) is converter.converted_code(make())
    text = "def f(x):\n    return x\n"
    one, other = cell(text, "f", "<one>"), cell(text, "f", "<one>")
    assert one.__code__ == other.__code__
    assert converter.converted_code(one) is not converter.converted_code(other)
    assert converter.converted_code(one).code.co_filename == "<one>"


def test_conversions_go_with_their_code() -> None:
    converter = Converter()
    function = cell("def f(x):\n    return x\n", "f", "<gone>")
    converter.convert(function)
    assert len(converter._known) == 1
    del function
    gc.collect()
    assert len(converter._known) == 0


def test_converted_code_knows_itself() -> None:
    def outer(x):
        def inner():
            return lambda: x

        return inner

    converter = Converter()
    converted = converter.convert(outer)
    inner = converted(1)
    assert converter.is_converted(converted.__code__)
    assert converter.is_converted(inner.__code__)
    assert converter.is_converted(inner().__code__)
    assert not converter.is_converted(outer.__code__)
    assert converter.convert(inner) is inner


def test_several_threads_convert_once() -> None:
    converter, found = Converter(), []
    threads = [
        threading.Thread(target=lambda: found.append(converter.converted_code(stepped))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_tracebacks_show_the_users_lines() -> None:
    converted = Converter().convert(failing)
    with pytest.raises(ZeroDivisionError) as caught:
        converted([1, -1])
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == __file__]
    assert frames[-1].line == "total += 1 // (x - x)"
    first = failing.__code__.co_firstlineno
    assert all(first <= f.lineno <= first + 6 for f in frames[1:])


def test_every_instruction_has_a_place_in_the_users_function() -> None:
    converted = Converter().converted_code(failing)

    def check(code: types.CodeType) -> None:
        for _, _, line in code.co_lines():
            assert line is None or converted.span.line <= line <= converted.span.end_line
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                check(constant)

    check(converted.code)


def test_reports_are_made_on_demand() -> None:
    converted = Converter().converted_code(stepped)
    assert converted.name == "stepped"
    assert converted.source.startswith("def stepped(x, times=2")
    assert (
        "ag.for_stmt(ag.converted_call(range, times), loop_body, None, (x,), ('x',))"
        in converted.generated.text
    )
    snapshots = converted.passes
    assert [s.name for s in snapshots] == ["source", *(p.name for p in PIPELINE)]
    assert snapshots[-1].code.text == converted.generated.text
    assert [s.name for s in snapshots if s.changed] == [
        "source",
        "control flow",
        "augmented assignments",
        "calls",
    ]


@pytest.mark.parametrize("function", [stepped, failing])
def test_a_pass_that_changed_nothing_is_not_printed_anew(function, monkeypatch) -> None:
    quick = Converter().converted_code(function)
    assert len({id(snapshot.code) for snapshot in quick.passes}) == sum(s.changed for s in quick.passes) > 1
    monkeypatch.setattr("ag_notebook.staging.converter._pickled", lambda tree: None)
    assert Converter().converted_code(function).passes == quick.passes
    assert quick.generated is quick.passes[-1].code
    assert Converter().converted_code(function).generated == quick.generated


def test_the_source_map_is_complete_and_inside_the_function() -> None:
    converted = Converter().converted_code(failing)
    code = converted.generated
    lines = code.text.splitlines()
    covered = {line for entry in code.source_map for line in range(entry.line, entry.end_line + 1)}
    assert covered == set(range(1, len(lines) + 1))
    assert all(converted.span.contains(entry.origin) for entry in code.source_map)
    (entry,) = [
        e
        for e in code.source_map
        if lines[e.line - 1][e.column : e.end_column] == "1 // (x - x)" and e.line == e.end_line
    ]
    assert entry.origin.line == failing.__code__.co_firstlineno + 4
    assert not entry.scaffold
    states = [e for e in code.source_map if lines[e.line - 1].strip().startswith("return total")]
    assert states
    assert all(e.scaffold for e in states if lines[e.line - 1][e.column :].startswith("return (total,)"))


def test_prefixes() -> None:
    converter = Converter()
    assert [converter.prefix(stepped, n)(1) for n in range(len(PIPELINE) + 1)] == [7] * (len(PIPELINE) + 1)


def test_lambdas() -> None:
    pair = (lambda v: v if v > 0 else -v), (lambda v: [w for w in range(v) if w])
    converter = Converter()
    assert converter.convert(pair[0])(-3) == 3
    assert converter.convert(pair[1])(3) == [1, 2]
    assert converter.convert(pair[0]).__name__ == "<lambda>"


def test_the_users_own_ag_and_slice() -> None:
    def named(ag, slice):  # noqa: A002 - that is the point
        if ag:
            ag = slice
        return ag[1:]

    converter = Converter()
    assert converter.converted_code(named).ag_name == "ag_1"
    assert converter.convert(named)(1, [1, 2, 3]) == [2, 3]


@pytest.mark.parametrize("call", ["locals()", "vars()", "dir()", "eval('x')", "exec('x = 1')"])
def test_functions_that_look_at_their_caller_are_refused(call: str) -> None:
    function = cell(f"def f(x):\n    y = x\n    return {call}\n", "f", f"<refused {call}>")
    with pytest.raises(ConversionError, match=r"AG110 .*line 3\)") as caught:
        Converter().convert(function)
    assert caught.value.span is not None
    assert caught.value.span.column == 11
    assert caught.value.fix


def test_with_a_namespace_of_their_own_they_are_calls() -> None:
    function = cell("def f(x):\n    return eval('x', {'x': x}), vars(f)\n", "f", "<namespace>")
    assert Converter().convert(function)(1) == (1, {})


def test_deleting_a_global_in_control_flow_is_refused() -> None:
    function = cell("def f(x):\n    global g\n    g = 1\n    if x:\n        del g\n", "f", "<deleted>")
    with pytest.raises(ConversionError, match="AG112 .*`del g`"):
        Converter().convert(function)


def test_without_source_there_is_an_error() -> None:
    namespace: dict = {}
    exec("def f(x): return x", namespace)  # noqa: S102 - text that nobody knows
    with pytest.raises(ConversionError, match="AG101"):
        Converter().convert(namespace["f"])


def test_the_default_converter_is_one() -> None:
    assert default_converter() is default_converter()


def test_an_expression_that_is_nested_too_deep(tmp_path) -> None:
    file = tmp_path / "deep.py"
    file.write_text("def deep(x):\n    return " + " + ".join(["x"] * 950) + "\n")
    namespace: dict = {}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    with pytest.raises(ConversionError) as caught:
        Converter().convert(namespace["deep"])
    assert (caught.value.code, caught.value.span.line) == ("AG116", 1)


def test_snapshots_say_why_in_the_order_of_the_code():
    taken = {each.name: each.facts for each in Converter().converted_code(failing).passes}
    assert taken["source"] == taken["calls"] == ()
    control = taken["control flow"]
    first = failing.__code__.co_firstlineno
    assert [(fact.span.line - first, fact.text) for fact in control] == [
        (2, "The state is total: it is modified in the loop and live after it."),
        (
            2,
            (
                "x is modified in the loop, but is not live after the loop, and each iteration binds it before "
                "reading it: no state."
            ),
        ),
        (3, "The state is total: it is modified in a branch and live after it."),
    ]
    assert {fact.span.file for fact in control} == {__file__}


def test_what_was_not_converted_is_not_known():
    def f(x):
        return x

    converter = Converter()
    assert converter.known_code(f) is None
    assert converter.converted_code(f) is converter.known_code(f)
