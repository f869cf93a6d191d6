"""Traces: what is refused at the outermost level, and what comes back."""

import numpy as np
import pytest
from lantern_staging import agrees, raises, refused, staged

TOTAL = 0
SEEN = []


def counts(x):
    global TOTAL
    TOTAL += 1
    return x


def remembers(x):
    SEEN.append(x)
    return x


@pytest.mark.parametrize("function", [counts, remembers, lambda xs: xs.append(1.0)])
def test_changes_outside_are_refused(function):
    refused(function, [1.0], code="AG311")
    assert (TOTAL, SEEN) == (0, [])


def test_what_is_printed_is_refused():
    def run(x):
        print(x)
        return x

    assert "pure" in refused(run, 1.0, code="AG311", at="print").message


def test_results_of_all_kinds():
    def run(x):
        return {"a": (x, None), "b": [1, "text", 2.5], "c": np.arange(3), "d": x > 0, "e": float}

    agrees(run, (2.0,), (np.float32(1),))


def test_an_array_is_made_anew_by_each_call():
    made = staged(lambda x: (np.zeros(2), np.array([1, 2]), x))
    first, second = made(1.0), made(1.0)
    first[0][0], first[1][0] = 9, 9
    assert second[0][0] == 0 and second[1][0] == 1 and made(1.0)[1][0] == 1


def test_functions_that_were_made_are_refused():
    refused_at_all(lambda x: [lambda: x])


def refused_at_all(function):
    from ag_notebook.staging.errors import StagingError

    with pytest.raises(StagingError, match="AG310"):
        staged(function)(1.0)


def test_what_always_raises():
    def run(x):
        raise ValueError("always")

    def none(x):
        return x + None

    assert raises(run, 1.0)[1] == 'raise ValueError("always")'
    assert raises(none, 1.0)[1] == "return x + None"


def test_definitions_that_nothing_calls_are_left_out():
    def run(n):
        def go(k):
            return 0 if k == 0 else 1 + go(k - 1)

        return n if True else go(n)

    made = staged(run)
    made(3)
    assert list(made.entry.traces[0].program.definitions) == ["main"]


def test_what_is_refused_of_a_result_is_at_the_function():
    def gives_an_old_array(x):
        a = x.copy()
        b = a
        b += 1
        return a

    refused(gives_an_old_array, np.ones(2), code="AG317", at="def gives_an_old_array")
    refused(lambda x: [x, object()], 1.0, code="AG310", at="object()")
