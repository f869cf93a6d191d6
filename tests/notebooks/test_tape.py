"""The back end that lesson 10 writes: values as in Python, or a refusal at the user's line."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import nbformat
import pytest

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends import registry

LESSON = Path(__file__).parents[2] / "notebooks" / "10_write_a_back_end.ipynb"


@pytest.fixture
def tape(tmp_path, monkeypatch):
    """The module that the lesson's cells write, found through the entry point in the lesson's `pyproject.toml`."""
    cells = nbformat.read(LESSON, as_version=4).cells
    parts = [cell.source.partition("\n")[2] for cell in cells if cell.source.startswith("%%writefile")]
    (tmp_path / "tape.py").write_text("\n".join(parts) + "\n")
    (project,) = re.findall(r"```toml\n(.*?)```", "\n".join(cell.source for cell in cells), re.DOTALL)
    (entry,) = re.findall(r'^\[project\.entry-points\."(.+)"\]\n(.+)$', project, re.MULTILINE)
    info = tmp_path / "tape-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tape\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[{entry[0]}]\n{entry[1].replace(chr(34), '')}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.named("tape")
    yield sys.modules["tape"]
    registry.unregister("tape")
    del sys.modules["tape"]


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def sign(x):
    if x > 0:
        return "positive"
    if x < 0:
        return "negative"
    return None


def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a, b


def root(a):
    x = a
    while True:
        better = (x + a / x) / 2
        if abs(better - x) < 1e-9:
            return better
        x = better


def nested(n):
    total = i = 0
    while i < n:
        j = 0
        while j < i:
            if (i + j) % 3 == 0:
                j += 2
                continue
            total += i * j
            j += 1
            if total > 500 or not j < 20:
                break
        i += 1
    return total


def is_none(x):
    y = None if x > 0 else x
    return y is None


def unrolled(x):
    for k in range(3):
        x = collatz(x) * 2 + k
    return [x, 2.5]


@pytest.mark.parametrize(
    ("original", "calls"),
    [
        (collatz, [(27,), (1,)]),
        (sign, [(2,), (-2,), (0,)]),
        (gcd, [(48, 18), (5, 0)]),
        (root, [(2.0,), (9,)]),
        (nested, [(9,), (0,), (25,)]),
        (is_none, [(1,), (-1,)]),
        (unrolled, [(7,)]),
    ],
)
def test_values(tape, original, calls):
    staged = function(original, backend="tape")
    for arguments in calls:
        got, want = staged(*arguments), original(*arguments)
        assert type(got) is type(want) and got == want


def unbound(x):
    if x > 0:
        y = 1
    return y


def prints(x):
    print(x)


def says(x):
    return f"{x}"


def ranges(x):
    return [k for k in range(x)]


def raises(x):
    if x > 0:
        raise ValueError("no")
    return x


def catches(x):
    try:
        return 1 / x
    except ZeroDivisionError:
        return 0


def recursive(x):
    return 1 if x <= 1 else x * recursive(x - 1)


def counts(x):
    if x > 0:
        SEEN.append(1)
    return x


SEEN: list[int] = []


def holds(x):
    return x in (1, 2)


@pytest.mark.parametrize(
    "original",
    [unbound, prints, says, ranges, raises, catches, recursive, counts, holds],
    ids=lambda f: f.__name__,
)
def test_what_a_tape_cannot_do_is_refused(tape, original, capsys):
    with pytest.raises(StagingError) as found:
        function(original, backend="tape")(2)
    assert found.value.span.file == __file__
    code = original.__code__
    assert code.co_firstlineno <= found.value.span.line <= code.co_firstlineno + 4
    assert SEEN == [] and capsys.readouterr().out == ""
