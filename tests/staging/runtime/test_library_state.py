"""What code that is not converted changes: containers are logged, those of a library's objects too."""

from __future__ import annotations

import collections
import types
from typing import Any

import numpy as np
import pytest

from ag_notebook.staging import StagingError
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, current, tracing
from ag_notebook.staging.runtime.effects import trace
from ag_notebook.staging.runtime.library_state import log_arguments


def traced(run: Any) -> Any:
    context = Context(default_converter(), Options())
    with tracing(context):
        return trace(context, run)


def test_containers_inside_of_objects_are_logged_and_undone() -> None:
    held = collections.ChainMap({"a": 1}, {"b": [2]})

    def run() -> None:
        context = current()
        assert context is not None
        log_arguments(context, held.get, ("a",), {})
        held.maps[1]["b"].append(3)
        held["a"] = 5

    effects = traced(run).effects
    assert sorted(map(repr, (e.after.value for e in effects.values()))) == ["[2, 3]", "{'a': 5}"]
    assert dict(held) == {"a": 1, "b": [2]}


def test_functions_modules_and_loggers_are_left_alone() -> None:
    def run() -> None:
        context = current()
        assert context is not None
        log_arguments(context, len, (types, run), {})
        assert not context.scopes[-1].before

    traced(run)


def test_an_array_that_was_there_before_is_read_only() -> None:
    held = np.zeros(2)

    with pytest.raises(StagingError, match="AG231"):
        traced(lambda: held.fill(1))
    assert held.tolist() == [0, 0] and held.flags.writeable


def test_an_array_that_the_trace_made_may_change() -> None:
    def run() -> Any:
        made = np.zeros(2)
        made.fill(1)
        return made

    assert traced(run).result.tolist() == [1, 1]
