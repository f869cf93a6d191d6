"""Programs that run at each size, with seeds and with arrays of every layout."""

import numpy as np
import pytest
from agreement import agree, same
from failing import PROGRAM, TABLE

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


@pytest.fixture
def random():
    return np.random.default_rng(7)


LOOPS = read(
    """
(param w (tensor f32 n n))
(def recurrent ((x (tensor f32 n)) (count i64))
  (let* (((h s i) (while ((h x) (s 0f) (i 0)) (< i count)
      (values (tanh (+ (matmul w h) x)) (+ s (sum h :axes (0))) (+ i 1))))) (values h s)))
(def swapped ((x (tensor f32 n)) (y (tensor f32 n)) (count i64))
  (let* (((a b i) (while ((a x) (b y) (i 0)) (< i count) (values b (+ a (* b b)) (+ i 1))))) (values a b)))
(def filled ((x (tensor f32 n)) (count i64))
  (let* (((ys i) (while ((ys (broadcast 0f :shape (4))) (i 0)) (< i count)
      (values (set-row ys i (sum (* x (cast i :dtype "f32")) :axes (0))) (+ i 1))))) ys))
(def kept ((x (tensor f32 n)) (count i64))
  (let* (((a i) (while ((a x) (i 0)) (< i count) (values (if (== (% i 2) 0) x (* a 2f)) (+ i 1))))) a))
""".replace("0f", "(f32 0.0)")
    .replace("2f", "(f32 2.0)")
    .replace('"f32"', "f32")
)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
@pytest.mark.parametrize("name", ["recurrent", "swapped", "filled", "kept"])
def test_loops_with_arrays(name, count, random):
    x, y = (random.normal(size=5).astype("f4") for _ in range(2))
    arguments = [x, y, count] if name == "swapped" else [x, count]
    agree(LOOPS, name, arguments, {"w": random.normal(size=(5, 5)).astype("f4") / 2})


def test_each_size_is_compiled(random):
    swapped = compiled(LOOPS, "swapped")
    for size in (1, 3, 17, 3):
        x = random.normal(size=size).astype("f4")
        w = np.zeros((size, size), "f4")
        found = swapped.run([x, x, 1], {"w": w})
        same(found, (x, x + x * x))


def test_seeds(random):
    arguments = [random.normal(size=5).astype("f4"), 3]
    seeds = [random.normal(size=5).astype("f4"), np.float32(2)]
    agree(LOOPS, "recurrent", arguments, {"w": random.normal(size=(5, 5)).astype("f4")}, seeds=seeds)


def test_arrays_that_are_not_contiguous(random):
    x = random.normal(size=(5, 2)).astype("f4")[:, 1]
    agree(LOOPS, "kept", [x, 3], {"w": random.normal(size=(5, 5)).astype("f4").T})


def test_arguments_of_other_types():
    row = compiled(PROGRAM, "row")
    with pytest.raises(TypeError, match="i is of type float, not i64"):
        row.run([1.0], TABLE)
    with pytest.raises(TypeError, match="table is of type float32"):
        row.run([1], {"table": np.zeros((3, 2), "f4")})
    with pytest.raises(TypeError, match="takes 1 arguments, not 2"):
        row.run([1, 2], TABLE)
    with pytest.raises(TypeError, match="the parameter table is not given"):
        row.run([1])


def test_gradients_are_written_to_arrays_that_are_given(random):
    recurrent, x = compiled(LOOPS, "recurrent"), random.normal(size=5).astype("f4")
    w, into = random.normal(size=(5, 5)).astype("f4"), np.zeros((5, 5), "f4")
    *_, wanted = recurrent.gradients([x, 3], {"w": w})
    *_, found = recurrent.gradients([x, 3], {"w": w}, into={"w": into})
    assert found["w"] is into
    same(into, wanted["w"])
    for wrong in (np.zeros((5, 4), "f4"), np.zeros((5, 5)), np.zeros((5, 5), "f4").T[::-1]):
        with pytest.raises(TypeError, match="the gradient of w is written to a contiguous array that is"):
            recurrent.gradients([x, 3], {"w": w}, into={"w": wrong})


def test_sums_are_zeros_again_after_a_failure():
    program = read("""
    (param w f64)
    (def deep ((x f64) (n i64)) (if (== n 0) x (* w (call deep x (- n 1)))))
    """)
    into, parameters = np.zeros(()), {"w": np.float64(1.0)}
    deep = compiled(program, "deep")
    deep.gradients([1.0, 50_000], parameters, into={"w": into})  # on the large stack, after the small one
    assert into == 50_000
    into.fill(0)
    small = compiled(program, "deep", arena=1 << 20)
    with pytest.raises(MemoryError):
        small.gradients([1.0, 500_000], parameters, into={"w": into})
    assert into == 0
