"""Checks where there is no oracle: numbers that are rounded or overflow, and endless loops."""

import pytest
from limits import runs_within_limits

CASE = (1, 0.5, True, [1], [0.5])


@pytest.mark.parametrize(
    ("body", "within"),
    [
        ("return n", True),
        ("while True: n = 1", False),
        ("n = 2 ** 20; return 0", False),
        ("x = x / 3; return 0", False),
        ("x = x / 4; return x", True),
        ("xs.append(2 ** 20); n = 1; return 0", False),
        ("d = {'a': [1e9]}; n = 1; return 0", False),
        ("return 2 ** 20", False),
        ("raise ValueError", True),
    ],
)
def test_limits(body, within):
    kept = runs_within_limits(f"def program(n, x, flag, xs, ys):\n    {body}\n", (CASE,))
    assert kept == ((CASE,) if within else ())
    assert CASE == (1, 0.5, True, [1], [0.5])
