"""Tells the user's functions from those of libraries."""

from __future__ import annotations

import collections
import dataclasses
import enum
import itertools
import math
import operator
import statistics
import threading
from typing import Any

import numpy as np
import pytest

from ag_notebook.staging import do_not_convert, function
from ag_notebook.staging.runtime.callees import (
    is_builtin,
    is_builtin_class,
    is_user_function,
    is_users_class,
    package_of,
    plain_attribute,
)


@dataclasses.dataclass
class Point:
    x: int

    def moved(self):
        return Point(self.x + 1)


class Shape(enum.Enum):
    ROUND = 1


class Slow:
    def __new__(cls):
        return object.__new__(cls)


def test_functions_written_here_are_the_users() -> None:
    assert is_user_function(test_functions_written_here_are_the_users)
    assert is_user_function(lambda: 1)
    assert is_user_function(Point.moved)


def test_functions_of_a_notebook_cell_are_the_users() -> None:
    namespace: dict = {"__name__": "__main__"}
    exec(compile("def f(): return 1", "/tmp/ipykernel_1/123.py", "exec"), namespace)
    assert is_user_function(namespace["f"])


@pytest.mark.parametrize("found", [statistics.mean, statistics.median, np.stack, function])
def test_functions_of_libraries_are_not(found) -> None:
    assert not is_user_function(found)


def test_functions_made_by_dataclasses_are_not() -> None:
    assert not is_user_function(Point.__init__)


def test_marked_functions_are_not() -> None:
    @do_not_convert
    def marked():
        return 1

    assert not is_user_function(marked)


@pytest.mark.parametrize(
    ("value", "package"),
    [
        (math.sqrt, "math"),
        (len, "builtins"),
        (operator.add, "_operator"),
        (np.float32, "numpy"),
        (3, "builtins"),
        ([].append, "builtins"),
    ],
)
def test_the_package_that_defines_a_value(value, package) -> None:
    assert package_of(value) == package


def test_classes_of_the_user() -> None:
    assert is_users_class(Point)
    assert is_users_class(Shape)
    assert not is_users_class(dict)
    assert not is_users_class(itertools.count)  # of a module without a file
    assert not is_users_class(np.ndarray)
    assert not is_users_class(collections.OrderedDict)


def test_builtins_are_known_by_identity() -> None:
    def len_(x):
        return 0

    len_.__module__, len_.__name__ = "builtins", "len"
    assert is_builtin(len)
    assert is_builtin(range)
    assert not is_builtin(len_)
    assert not is_builtin([].append)


def test_classes_of_a_namespace_without_a_name_are_the_users() -> None:
    """`exec` says of them that they are of `builtins`."""
    names: dict[str, Any] = {}
    exec("class Mine:\n    pass", names)
    mine = names["Mine"]
    assert mine.__module__ == "builtins"
    assert (package_of(mine), package_of(mine()), is_users_class(mine)) == ("", "", True)
    assert not is_builtin_class(mine)
    for kind in (int, list, type(len), type(test_classes_of_a_namespace_without_a_name_are_the_users)):
        assert is_builtin_class(kind)
        assert (package_of(kind), is_users_class(kind)) == ("builtins", False)


def test_attributes_past_the_hooks_of_a_class() -> None:
    class Answering:
        own = 1

        def __init__(self):
            self.held = 2

        def __getattr__(self, name):
            raise AssertionError(name)

    class Watching:
        held = 3

        def __getattribute__(self, name):
            raise AssertionError(name)

    class Local(threading.local):
        def __getattr__(self, name):
            raise AssertionError(name)

    local = Local()
    local.held = 4
    assert (plain_attribute(local, "held"), plain_attribute(local, "__dict__")) == (4, {"held": 4})
    assert plain_attribute(local, "other") is None
    assert [plain_attribute(Answering(), name) for name in ("own", "held", "other")] == [1, 2, None]
    assert plain_attribute(Watching(), "held") == 3
    assert plain_attribute(Watching(), "other", "nothing") == "nothing"
    assert plain_attribute(Shape, "ROUND") is Shape.ROUND
    assert plain_attribute(Shape, "other") is None
    assert plain_attribute([].append, "__name__") == "append"
    assert plain_attribute(Point(1).moved, "__name__") == "moved"
