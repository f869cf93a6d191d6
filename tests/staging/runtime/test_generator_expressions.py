"""Generator expressions: lazy outside of a trace, and the folds of `any` and `all`."""

from __future__ import annotations

import types

from ag_notebook.staging import runtime as ag


def test_generator_expressions_stay_lazy_over_plain_iterables() -> None:
    seen: list = []
    found = ag.gen_exp([1, 2, 3], lambda i: seen.append(i) or i * i, lambda i: i != 2)
    assert isinstance(found, types.GeneratorType)
    assert next(found) == 1
    assert seen == [1]
    assert list(found) == [9]


def test_several_fors_are_flat() -> None:
    found = ag.gen_exp([1, 2], lambda i: ag.gen_exp("ab", lambda c: c * i, None), None, True)
    assert list(found) == ["a", "b", "aa", "bb"]
