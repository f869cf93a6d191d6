"""A third back end, found through its entry point, stages plain functions to S-expressions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends import registry

HERE = Path(__file__).parent
CORE = Path(registry.__file__).parents[1]


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """The module `toy`, installed for the time of a test as a distribution with an entry point."""
    info = tmp_path / "toy_backend-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-backend\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ag_notebook.backends]\ntoy = toy:REGISTRATION\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(HERE))
    registry.named("toy")
    yield sys.modules["toy"]
    registry.unregister("toy")
    del sys.modules["toy"]


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def sign(x):
    if x > 0:
        return 1
    elif x == 0:
        return 0
    else:
        return -1


class Counter:
    def __init__(self):
        self.low, self.high = 0, 10


def adjusted(x):
    counter = Counter()
    if x > 0:
        counter.low = x
        if x > 5:
            counter.high = x + 1
    else:
        counter.low = -1
    return counter.low * 100 + counter.high


def collatz_of_sum(a, b):
    return collatz(a + b)


def test_it_is_found_by_its_entry_point(toy) -> None:
    assert "toy" in registry.names()
    assert registry.named("toy") is toy.BACKEND
    assert registry.owner(toy.Sym("x")) is toy.BACKEND


def test_without_the_distribution_there_is_none() -> None:
    with pytest.raises(StagingError, match="AG501.*'toy'"):
        registry.named("toy")


def test_a_loop_and_an_if_expression(toy) -> None:
    assert function(collatz, backend="toy")(toy.Sym("n")).text == "(call collatz n)"
    assert toy.BACKEND.definitions["collatz"] == (
        "(define (collatz n) (get steps (while ((n n) (steps 0)) (> n 1) "
        "((if (= (% n 2) 0) (// n 2) (+ (* 3 n) 1)) (+ steps 1)))))"
    )


def test_recursion_through_a_definition(toy) -> None:
    assert function(factorial, backend="toy")(toy.Sym("k")).text == "(call factorial k)"
    assert (
        toy.BACKEND.definitions["factorial"]
        == "(define (factorial n) (if (<= n 1) 1 (* n (call factorial (- n 1)))))"
    )


def test_nested_conditionals_with_returns(toy) -> None:
    function(sign, backend="toy")(toy.Sym("x"))
    assert toy.BACKEND.definitions["sign"] == "(define (sign x) (if (> x 0) 1 (if (= x 0) 0 -1)))"


def test_nested_conditionals_with_effects(toy) -> None:
    function(adjusted, backend="toy")(toy.Sym("x"))
    assert toy.BACKEND.definitions["adjusted"] == (
        "(define (adjusted x) (+ (* (if (> x 0) x -1) 100) (if (> x 0) (if (> x 5) (+ x 1) 10) 10)))"
    )


def test_a_definition_is_called_with_expressions(toy) -> None:
    function(collatz_of_sum, backend="toy")(toy.Sym("p"), 3)
    assert toy.BACKEND.definitions["collatz_of_sum"] == "(define (collatz_of_sum a b) (call collatz (+ a b)))"


def test_plain_operands_stay_python(toy) -> None:
    assert function(factorial, backend="toy")(5) == 120
    assert toy.BACKEND.definitions == {}


def test_events_and_graph_model_say_what_was_done(toy) -> None:
    traced = function(factorial, backend="toy").entry.trace(toy.Sym("n"))
    (event,) = [e for e in traced.events if e.construct == "if"]
    assert (event.decision, event.backend, event.why) == ("staged", "toy", "the test is the symbol (<= n 1)")
    assert event.span.line == factorial.__code__.co_firstlineno + 1
    assert [node.name for node in traced.graph.nodes] == ["factorial"]


def test_no_file_of_the_core_knows_it() -> None:
    knowing = [
        path.name for path in CORE.rglob("*.py") if "toy" in path.read_text(encoding="utf-8").lower().split()
    ]
    assert knowing == []
