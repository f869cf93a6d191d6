"""Reads off code what it looks up and which outer variables it writes."""

from __future__ import annotations

import gc

from ag_notebook.staging.runtime import bytecode
from ag_notebook.staging.runtime.bytecode import is_suspended_in_try, lookups, outer_writes

TOTAL = 0


def make():
    n = m = 0

    def reads():
        return n + m

    def writes():
        nonlocal n
        n = m + 1

    def deletes():
        nonlocal n
        del n

    def nested():
        def inner():
            nonlocal m
            m += 1

        return inner

    def own():
        n = 1

        def inner():
            nonlocal n
            n += 1

        return inner

    return {f.__name__: outer_writes(f.__code__) for f in (reads, writes, deletes, nested, own)}


def test_closure_cells_written_here_and_in_nested_functions() -> None:
    found = make()
    nothing = frozenset()
    assert found == {
        "reads": (nothing, nothing),
        "writes": ({"n"}, nothing),
        "deletes": ({"n"}, nothing),
        "nested": ({"m"}, nothing),
        "own": (nothing, nothing),
    }


def test_globals_written_and_deleted() -> None:
    def add():
        global TOTAL
        TOTAL += 1

    def drop():
        def inner():
            global OTHER
            del OTHER

        return inner

    assert outer_writes(add.__code__) == (frozenset(), {"TOTAL"})
    assert outer_writes(drop.__code__) == (frozenset(), {"OTHER"})


def test_code_that_is_gone_is_forgotten() -> None:
    namespace: dict = {}
    exec("def f():\n    global G\n    G = 1\n", namespace)
    key = id(namespace["f"].__code__)
    assert outer_writes(namespace["f"].__code__)[1] == {"G"}
    assert key in bytecode._known
    del namespace["f"]
    gc.collect()
    assert key not in bytecode._known


def test_names_that_code_looks_up() -> None:
    class Vault:
        def read(self, box):
            inner = box.inner
            return lambda: (inner.value, self.__seed, TOTAL, getattr(box, "by_name"))  # noqa: B009

    found = lookups(Vault.read.__code__)
    assert {"inner", "value", "_Vault__seed", "TOTAL", "by_name"} <= found.names
    assert "box" not in found.names and "self" not in found.names
    assert found.unnamed


def test_reads_that_code_does_not_name() -> None:
    def plain(box):
        return box.value

    def by_pattern(box):
        match box:
            case complex(real=0):
                return 1

    def within(box):
        return [vars(b) for b in box]

    assert [lookups(f.__code__).unnamed for f in (plain, by_pattern, within)] == [False, True, True]
    assert "real" in lookups(by_pattern.__code__).names


def test_generators_that_wait_in_a_try() -> None:
    def waits(manager):
        yield "before"
        try:
            yield "try"
        finally:
            manager()
        with manager:
            yield "with"
        yield "after"

    class Manager:
        def __call__(self): ...
        def __enter__(self): ...
        def __exit__(self, *_): ...

    waiting = waits(Manager())
    found = {}
    for place in waiting:
        found[place] = is_suspended_in_try(waiting)
    assert found == {"before": False, "try": True, "with": True, "after": False}
    assert not is_suspended_in_try(waiting)
    assert not is_suspended_in_try(iter([1]))
