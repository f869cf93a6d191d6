"""Memory of runs."""

import mmap

import numpy as np
import pytest
from failing import PROGRAM, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.arena import KEPT_BYTES, Arena, arena
from ag_notebook.staging.backends.lantern.native.executable import compiled


def test_more_than_the_arena_has_room_for():
    vectors = compiled(PROGRAM, "vectors", arena=1 << 20)
    with pytest.raises(MemoryError, match="vectors needs more than 1 MiB"):
        vectors.gradients([chain(10_000), np.ones(8)])
    (value,), (_, gradient), _ = vectors.gradients([chain(3), np.ones(8)])
    assert value.tolist() == [0.125] * 8
    assert gradient.tolist() == [0.125] * 8


def test_records_have_what_is_read_on_the_way_back():
    """Of each iteration sin h, its tanh and a gradient, 4 kB each; not the product."""
    program = read("""
    (param w (tensor f64 500 500))
    (def f ((x (tensor f64 500)) (count i64))
      (let* (((h i) (while ((h x) (i 0)) (< i count) (values (tanh (matmul w (sin h))) (+ i 1)))))
        (sum h :axes (0))))
    """)
    made = compiled(program, "f", arena=1400 << 10)
    (value,), *_ = made.gradients([np.ones(500), 100], {"w": np.eye(500)})
    assert 0 < value < 500 * np.tanh(1)


def test_an_arena_is_used_again():
    with arena(1 << 20) as first:
        with arena(1 << 20) as other:
            assert other is not first
        start = first.start
    assert first.end - start == 1 << 20
    with arena(1 << 20) as again:
        assert again in (first, other)


def test_memory_of_a_large_run_is_given_back():
    large = Arena(KEPT_BYTES + (4 << 20))
    large._bytes[KEPT_BYTES + 5] = 7
    large._bytes[5] = 7
    large.release(large.size)
    assert large._bytes[5] == 7
    if hasattr(mmap, "MADV_DONTNEED"):
        assert large._bytes[KEPT_BYTES + 5] == 0


def test_less_is_taken_where_too_much_is_asked_for():
    assert Arena(1 << 62).size < 1 << 62
