"""A traceback can be made again of the user's places alone."""

from __future__ import annotations

import traceback

from ag_notebook.staging import convert
from ag_notebook.staging.runtime.caught import Route, keep_users_lines


def inner(x):
    if x > 2:
        raise ValueError(x)
    return x


def outer(x):
    for _ in range(2):
        x = inner(x)
    return x


def entries(error):
    return [(e.name, e.lineno) for e in traceback.extract_tb(error.__traceback__)][-2:]


def raised(function) -> BaseException:
    try:
        function(3)
    except ValueError as error:
        return error
    raise AssertionError


def test_the_route_of_an_exception_is_that_of_python() -> None:
    want = entries(raised(outer))
    route = Route.of(raised(convert(outer)))
    assert entries(route.put_on(ValueError(4))) == want
    assert want == [
        ("outer", outer.__code__.co_firstlineno + 2),
        ("inner", inner.__code__.co_firstlineno + 2),
    ]


def test_exceptions_before_it_keep_the_users_lines_too() -> None:
    error = KeyError("later")
    error.__context__ = raised(convert(outer))
    keep_users_lines(error)
    assert entries(error.__context__) == entries(raised(outer))
