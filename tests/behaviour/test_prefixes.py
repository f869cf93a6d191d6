"""After every prefix of the pipeline a function gives what the original gives: results, errors, messages."""

from __future__ import annotations

import copy
import importlib.util
import pathlib
import types
from typing import Any

import pytest

from ag_notebook.staging.converter import Converter
from ag_notebook.staging.passes.pipeline import PIPELINE

_PATH = pathlib.Path(__file__).with_name("plain_functions.py")
_SPEC = importlib.util.spec_from_file_location("plain_functions", _PATH)
assert _SPEC is not None and _SPEC.loader is not None
plain_functions = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(plain_functions)

IDS = [f.__name__ for f, _ in plain_functions.CASES]


def outcome(function: types.FunctionType, args: tuple[Any, ...]) -> tuple[Any, ...]:
    args = copy.deepcopy(args)
    plain_functions._TABLE[:] = [1, 2, 3]
    try:
        return ("value", repr(function(*args)), repr(args))
    except Exception as error:  # the exception is what is compared
        return ("error", type(error), str(error), repr(args))


@pytest.mark.parametrize(("function", "calls"), plain_functions.CASES, ids=IDS)
def test_every_prefix_gives_the_originals_results(
    function: types.FunctionType, calls: list[tuple[Any, ...]]
) -> None:
    converter = Converter()
    expected = [outcome(function, args) for args in calls]
    for count in range(len(PIPELINE) + 1):
        converted = converter.prefix(function, count)
        passes = [p.name for p in PIPELINE[:count]][-1:]
        assert [outcome(converted, args) for args in calls] == expected, f"after {count} passes {passes}"


def test_there_are_many_functions() -> None:
    assert len(plain_functions.CASES) >= 80
