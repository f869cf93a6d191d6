"""Items: indices, slices, arrays of indices, lists by staged indices, and writes."""

from typing import Optional

import numpy as np
import pytest
from lantern_staging import TREE, agrees, gradient_agrees, raises, refused

M = np.arange(24.0).reshape(2, 3, 4)


def test_reads():
    def run(x, i):
        return (
            *(
                x[0],
                x[-1, 2],
                x[:, 1],
                x[1:],
                x[::-1],
                x[0, ::2, 1:3],
                x[..., 0],
                x[None].shape,
                x[:, None, 0],
            ),
            *(x[i], x[i, 1], x[0, i], x[:, i], x[i - 2], x[1][i][2]),
        )

    agrees(run, (M, 1), (M, np.int32(0)))


def test_arrays_of_indices():
    def run(x, at):
        return x[at], x[:, at], x[[0, 1]], np.take(x, at), np.take(x, at, axis=1)

    agrees(run, (M[0], np.array([2, 0, 1])))


def test_several_arrays_of_indices_are_broadcast():
    def run(x, i, j):
        return (
            *(
                x[i, j],
                x[i, :, j],
                x[:, i, j],
                x[i, None, j],
                x[..., i, j],
                x[i, 0, j],
                x[0, i, j],
                x[i, j, 1],
            ),
            *(x[:1, i, j], x[i, 1:, j], x[:, None, i, j], x[i, 1], x[1, i]),
        )

    pair = np.array([0, 1])
    agrees(
        run, (M, pair, np.array([1, -1])), (M, pair[:, None], pair), (M, 1, pair), (M, pair, -1), (M, 1, 0)
    )
    negative_at_two_axes = np.array([0, -4])
    assert isinstance(raises(lambda x, i, j: x[i, j], M, pair, negative_at_two_axes)[0], IndexError)


def test_bools_that_are_known():
    def run(x):
        return x[[True, False]], x[:, [True, False, True]], x[[True, True], [0, 1]], x[[False, False]], x[[]]

    agrees(run, (M,))


def test_gradients_of_items():
    i, j = np.array([0, 1, 1]), np.array([2, -1, 2])

    def run(x):
        y = x.copy()
        y[:, 1] *= x[:, 2]
        y[::2] = y[::2] ** 2
        y[y > 3] = 0.5
        y[[0, 1]] = y[[1, 0]] * x[:2]
        return np.concatenate([x[i, j], y.ravel()])

    gradient_agrees(run, M[0] / 5 + 0.01)


def test_out_of_range():
    assert isinstance(raises(lambda x: x[5], M)[0], IndexError)
    assert isinstance(raises(lambda x, i: x[i], M, 5)[0], IndexError)


def test_lists_by_staged_indices():
    def run(i):
        pairs = [(1, 2.5), (3, 4.5)]
        return [10, 20, 30][i], pairs[i - 1][1], (5, 6)[-i], [1, 2.5][i]

    agrees(run, (1,))
    agrees(lambda t, i: [t.left, t.right][i].value, (TREE, 0), (TREE, 1))


def test_a_row_of_a_list_is_not_changed():
    def run(i):
        rows = [[0, 0], [0, 0]]
        row = rows[i]
        row[0] = 5
        return rows

    def stale(i):
        rows = [[1], [2]]
        row = rows[i]
        rows[0][0] = 50
        return row[0], rows

    refused(run, 1, code="AG233", at="row[0] = 5")
    refused(stale, 0, code="AG233", at="rows[0][0] = 50")


def test_writes():
    def run(x, i, v):
        a = x.copy()
        a[0, 1] = v
        a[i] = a[i - 1] * 2
        a[1, :] = 7
        a[:, 0] = v
        a[1:] = a[:1]
        a[i, 2] += 1
        return a

    agrees(run, (M[0], 1, 5.0), (M[0], np.int64(2), 5.0))


def test_parts_are_changed_in_place():
    def run(x, i):
        y = x.copy()
        y[1] += 2
        y[:, 1] *= 3
        y[0, :, 1:] -= 1
        y[0][1] = 5
        y[0][2:] += 3
        y[i] += y[i - 1]
        y[i, i] = 7
        y[:, i] /= 2
        for k in range(2):
            y[k] += k
            y[k, 1:] *= 2
        row = y[0]
        row[0] = 5
        row[1:] += 2
        y[0] = row
        return y

    agrees(run, (M, 1), (M, 0))


def test_a_part_that_is_put_at_another_place():
    def run(x):
        y = x.copy()
        row = y[0]
        row += 1
        y[1] = row  # y[0] was changed, too
        return y

    refused(run, M, code="AG317", at="y[1] = row")


def test_writes_by_steps_arrays_and_bools():
    def run(x):
        y = x.copy()
        y[:, ::2] = 0
        y[::-1] = x + y
        y[::-1, ::-1, ::-1] = y * 1
        y[1, ::-2, 1] = np.array([1.0, 2.0])
        y[[1, 0]] = x
        y[:, [0, 2]] += x[:, :2]
        y[[0, 0]] = y[[1, 0]] * 2  # of two for one place, the last
        y[y > 15] = -1
        y[x[:, :, 0] > 9] = 3
        y[np.array([True, False])] += 1
        y[5:] = 2
        return y

    agrees(run, (M,))


def test_writes_into_new_arrays():
    def run(xs):
        ys, zs = np.zeros(4), np.ones((2, 2), np.float32)
        for i, x in enumerate(xs):
            ys[i] = x * x
        zs[1] = 3
        return ys, zs

    agrees(run, (np.arange(4.0),))


def test_bubble_sort():
    def run(a):
        x = a.copy()
        for i in range(len(x)):
            for j in range(len(x) - 1):
                if x[j] > x[j + 1]:
                    x[j], x[j + 1] = x[j + 1], x[j]
        return x

    agrees(run, (np.array([3, 1, 2]),))


def test_errors_of_reads_are_caught():
    def of_a_list(items, i):
        try:
            return items[i]
        except IndexError:
            return -1

    def of_an_array(x, i):
        try:
            return x[i].sum()
        except IndexError:
            return -1.0

    agrees(of_a_list, ([1, 2, 3], 1), ([1, 2, 3], 3), ([1, 2, 3], -4))
    agrees(of_an_array, (M, 1), (M, 2), (M, np.array([0, 1])), (M, np.array([0, 2])))


def test_items_of_a_list_are_written():
    def run(i, v):
        items = [1, 2, 3]
        items[i] = v
        return items

    agrees(run, (1, 9), (-1, 8))


def test_unpacking():
    def run(xs):
        a, b, *rest = xs
        (c, d), e = (a, b), rest[0]
        return a + e, b * c, d, len(rest), sum([*xs])

    agrees(run, (np.arange(4.0),))


def outside(i):
    FIXED[i] = 1.0
    return FIXED


FIXED = np.ones(3)


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (lambda x, i: x[i:], (M, 1), "AG310"),
        (lambda x, i: [1, 2, 3][i:], (M, 1), "AG310"),
        (lambda x, i: x[x > 3], (M, 1), "AG310"),
        (lambda x, i: {0: 1}[i], (M, 1), "AG310"),
        (lambda x, i: [1, "a"][i], (M, 1), "AG318"),
        (outside, (1,), "AG317"),
        (lambda x: x[0.5], (M,), ""),
    ],
)
def test_refused(function, arguments, code):
    if code:
        refused(function, *arguments, code=code)
    else:
        assert isinstance(raises(function, *arguments)[0], IndexError)


def test_places_of_a_sequence_of_known_length_are_pythons():
    def run(x):
        y = x.copy()
        for i, row in list(enumerate(x)):
            y[i] = row * i
        names = [["a", "b"][i] for i, _ in list(enumerate(x))]
        return (
            y,
            names,
            {i: row for i, row in enumerate(x)},
            list(zip(range(2), x, strict=False)),
            tuple(reversed(x)),
        )

    agrees(run, (M[0, :2],))


def test_writes_by_staged_arrays_of_indices():
    def run(x, i, j):
        y, hot = x.copy(), np.zeros((2, 4))
        hot[np.arange(2), j] = 1
        hot[i, j] -= 0.5
        y[i] = x[0]
        y[i, j] = np.array([1.0, 2.0, 3.0, 4.0])
        y[0, j, i] += 2
        y[[0, 0], [1, 1]] = y[i, j] * 2  # of two for one place, the last
        return y, hot

    agrees(run, (M, np.array([1, 0]), np.array([2, -1])), (M, np.array([0, 0]), np.array([1, 1])))

    def out(x, i, j):
        y = x.copy()
        y[i, j] = 0
        return y

    assert isinstance(raises(out, M, np.array([0, 2]), np.array([0, 0]))[0], IndexError)
    assert isinstance(raises(out, M, np.array([0, 1]), np.array([0, -4]))[0], IndexError)


def test_gradients_of_writes_by_arrays_of_indices():
    def run(x):
        y = x * 2
        y[np.array([0, 1, 1]), np.array([1, 0, 0])] = x[0, :3] ** 2
        y[0, np.array([2, -1])] *= x[1, 0]
        return y

    gradient_agrees(run, M[0, :2] / 5 + 0.01)


def test_bools_that_are_known_have_the_shape_of_what_they_index():
    two, three, square = np.array([True, False]), np.array([True, False, True]), np.eye(2) > 0
    agrees(
        lambda x: (x[two], x[:, three], x[..., three], x[np.outer(two, three)], x[None, two]),
        (np.arange(6.0).reshape(2, 3),),
    )

    def written(x):
        y = x.copy()
        y[three] = 5.0
        return y

    agrees(written, (np.ones(3),))
    for function, shape in (
        (lambda x: x[two], 3),
        (lambda x: x[:, two], (2, 3)),
        (lambda x: x[square], (2, 3)),
        (written, 2),
    ):
        assert isinstance(raises(function, np.ones(shape))[0], IndexError)


class Cell:
    count: int
    next: Optional["Cell"]

    def __init__(self, count, next=None):  # noqa: A002
        self.count, self.next = count, next


def test_what_is_no_index_or_cannot_be_written():
    def set_item(items, at):
        items[at] = 1
        return items

    refused(set_item, Cell(2), 0, code="AG311", at="items[at]")
    refused(set_item, {0: 1}, 0, code="AG310", at="items[at]")
    refused(lambda n: [1, 2, 3][n:], 1, code="AG310", at="[n:]")
    refused(lambda n: {0: 1, 1: 2}[n], 1, code="AG310", at="[n]")
    refused(lambda n: tuple(range(n)), 3, code="AG310", at="tuple(")
    assert isinstance(raises(lambda n: [][n], 0)[0], IndexError)
    assert isinstance(raises(lambda n: iter(range(n))[0], 3)[0], TypeError)
    assert isinstance(raises(lambda x: x["a"], np.ones(2))[0], IndexError)
    for index in ((0, 0, 0), (0, 0, None, 0), ([0, 1], [0, 1], [0, 1]), (0, [1], 0)):
        assert isinstance(raises(lambda x: x[index], np.ones((2, 2)))[0], IndexError)

        def write(x):
            y = x.copy()
            y[index] = 1.0
            return y

        assert isinstance(raises(write, np.ones((2, 2)))[0], IndexError)

    def cut(x):
        y = np.zeros(3, np.int32)
        y[0] = x
        return y

    refused(cut, 2.5, code="AG318", at="y[0] = x")
    refused(cut, np.float64(2.5), code="AG318", at="y[0] = x")


def test_writes_by_bools_and_by_no_indices():
    def masked(x, b):
        x = x.copy()
        x[b[:, :2]] = 0.0
        return x

    def nowhere(x, i):
        x = x.copy()
        x[i] = 1.0
        x[i, i] = 2.0
        return x

    def many(x, b):
        x = x.copy()
        x[b] = [1.0, 2.0, 3.0]
        return x

    def part(x, i):
        x = x.copy()
        x[i, :1] = 1.0
        return x

    def all_of(i):
        x = np.zeros((4000, 4000))
        x[i, i] = 1.0
        return x

    assert isinstance(raises(masked, M[0], M[0] > 5)[0], IndexError)
    agrees(nowhere, (M[0], np.zeros(0, int)))
    refused(many, M[0], M[0] > 8, code="AG310", at="x[b] =")
    refused(part, M[0], np.array([0, 1]), code="AG310", at="x[i, :1] =")
    refused(all_of, np.arange(4000), code="AG310", at="x[i, i] =")


def test_writes_of_another_dtype():
    def run(x, y):
        x = x.copy()
        x[0], x[1, 1], x[:, 2] = y, y[0], y[:2]
        return x

    x, y = np.arange(6).reshape(2, 3), np.arange(3)
    agrees(
        run, (x.astype(np.float32), y / 2), (x / 2, y.astype(np.float32)), (x.astype(np.int32), y), (x / 2, y)
    )


def test_what_is_not_taken_apart():
    def zipped(n):
        a, b = zip(range(n), range(n))
        return a

    def tree(t):
        a, b = t
        return a

    refused(zipped, 2, code="AG310", at="a, b = ")
    refused(tree, TREE, code="AG310", at="a, b = ")


ONE = np.array(1)


def test_indices_without_dimensions():
    x = np.arange(6.0).reshape(2, 3)
    agrees(lambda x: (x[ONE], x[ONE, 2], x[:, ONE], x[ONE, [0, 2]], x[ONE, None], x[..., -ONE]), (x,))
    agrees(lambda x: (np.take(x, ONE), np.take(x, ONE, axis=1)), (x,))

    def written(x):
        x = x.copy()
        row = x[ONE]  # a copy, as of any array of indices
        row[0] = 9.0
        x[0 * ONE] = 4.0
        x[ONE, 2] = 7.0
        return x, row

    agrees(written, (x,))
    assert isinstance(raises(lambda x: x[5 * ONE], x)[0], IndexError)
    refused(lambda x: x[ONE > 0], x, code="AG310")
