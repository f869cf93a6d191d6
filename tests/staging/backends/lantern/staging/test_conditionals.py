"""`if`, `and`, `or`, conditional expressions: what both paths bind has one type, and is what Python gives."""

import numpy as np
import pytest
from lantern_staging import TREE, agrees, program, raises, refused, staged

from ag_notebook.staging.backends import lantern

f32, i32 = np.float32, np.int32


def test_both_branches_bind():
    def run(x):
        if x > 1:
            y = x * 2
        else:
            y = x
        a, b = (x, y) if x > 2 else (y, x)
        return a, b

    agrees(run, (f32(3),), (f32(0.5),), (2.0,))


def test_early_returns():
    def run(x):
        if x > 10:
            return x
        if x > 5:
            x = x - 5
        elif x < 0:
            return -x
        return x * 3

    agrees(run, (11,), (7,), (-2,), (1,))


def test_numbers_take_the_type_that_holds_them():
    def run(x):
        a = 1 if x > 0 else 0.5
        b = 2 if x > 0 else x
        return a, b, b * 2

    agrees(run, (-1.0,))
    assert [float(v) for v in agrees(run)(1.0)] == [1.0, 2.0, 4.0]


def test_wider_dtypes():
    def run(n, k):
        return n if n > 0 else k

    agrees(run, (i32(-3), np.int64(2**40)))
    assert agrees(run)(i32(3), np.int64(2**40)).dtype == np.int64


def test_types_that_do_not_meet_are_refused():
    def lossy(n, x):
        return n if n > 0 else x

    def array_or_number(x):
        return x if x.sum() > 0 else 1.0

    assert "an int" in refused(lossy, 3, f32(2), code="AG230", at="return n if").message
    refused(array_or_number, np.ones(3), code="AG230")


def test_lists_of_several_lengths_are_refused():
    def run(x):
        found = []
        if x > 0:
            found.append(x)
        return found

    assert "np.where" in refused(run, 1.0, code="AG230", at="if x > 0").fix


def test_none_on_one_path():
    def run(x):
        y = None
        if x > 0:
            y = x
        if y is not None and y > 2:
            return y
        return None if y is None else -y

    agrees(run, (3.0,), (1.0,), (-1.0,))


def test_texts_and_functions_are_chosen():
    def run(x):
        word = "big" if x > 2 else "small" if x > 1 else "tiny"
        f = np.sin if word == "big" else np.cos
        return word, f(x), word == "tiny"

    agrees(run, (3.0,), (1.5,), (0.5,))


def test_lazy_operators():
    def run(x, y):
        return (x != 0 and 10 // x > 2), (x or y), (x and y), not x, (x == 0 or 10 // x > 2)

    agrees(run, (3, 4), (0, 4), (9, 0))


def test_an_and_of_cheap_tests_is_no_branch():
    def run(x, y):
        return 1 if x > 0 and y > 0 else 2

    assert "(and (> t1 0.0) (> t2 0.0))" in program(run, 1.0, 2.0).replace("x", "t1").replace("y", "t2")


def test_what_a_branch_knows():
    def run(x):
        y = None
        if x > 0:
            y = x
        return y + 1 if y is not None else 0.0

    assert "check" not in program(run, 1.0)
    agrees(run, (1.0,), (-1.0,))


def test_truth():
    def run(n, x, t):
        return [1 if v else 0 for v in (n, x, t)]

    agrees(run, (1, 0.0, TREE), (0, 2.5, None))


def test_truth_of_an_array_is_refused():
    def run(xs):
        return 1 if xs else 2

    assert isinstance(refused(run, np.ones(2), code="AG318", at="if xs"), ValueError)


def test_effects_on_variables_and_objects():
    class Box:
        def __init__(self):
            self.held = 0.0

    def run(x):
        box, items, total = Box(), [1.0, 2.0], 0.0

        def add(v):
            nonlocal total
            total += v

        if x > 0:
            box.held = x
            items[1] = x * 2
            add(x)
        else:
            add(-1.0)
        return box.held, items, total

    agrees(run, (2.0,), (-2.0,))


def test_lists_that_may_be_one_are_not_changed():
    def run(x):
        a, b = [1.0], [2.0]
        if x > 0:
            b = a
        b.append(x)
        return a, b

    refused(run, 1.0, code="AG233", at="append")


def test_an_array_written_in_one_branch():
    def run(xs, x):
        ys = xs * 1
        if x > 0:
            ys[0] = x
        return ys

    agrees(run, (np.arange(3.0), 5.0), (np.arange(3.0), -5.0))


def test_none_is_a_value_of_a_name_that_may_be_unbound():
    def run(x, y):
        if x > 0:
            held = None
        if x > 0:
            return y if held is None else -y
        return 0.0

    agrees(run, (1.0, 2.0), (-1.0, 2.0))


def test_ways_out_are_of_the_types_that_do_not_meet():
    def product(p, tree):
        return p if tree is None else product(p, tree.left) * tree.value

    def half(n, x):
        return n // 2 if n > 0 else x

    def spoken(n):
        return "zero" if n == 0 else n

    assert "Pass a float for `p`, such as 1.0" in refused(product, 1, TREE, code="AG230").fix
    assert "Cast the integer" in refused(half, 3, 1.5, code="AG230").fix
    assert "choose the text outside" in refused(spoken, 3, code="AG230").fix
    assert agrees(lambda n, x: float(n) if n > 0 else x, (3, 1.5), (0, 1.5))


def test_arrays_of_one_item_and_parameters_as_tests():
    one = lantern.Parameter(np.ones(1))
    agrees(
        lambda x: (bool(x[:1]), 1 if x[:1, :1] else 2, not x[:1]), (np.array([[1.5]]),), (np.array([[0.0]]),)
    )
    agrees(lambda x: 1 if one else x, (2,))


def test_a_set_is_not_changed_under_a_staged_test():
    def run(x):
        held = {1, 2}
        if x > 0:
            held.add(3)
        return len(held)

    refused(run, 1.0, code="AG311", at="held.add(3)")


def test_a_bool_and_an_array_are_not_chosen_of():
    refused(lambda x: (x[0] > 0) and (x > 0), np.arange(3.0), code="AG230", at=" and ")


def test_what_may_be_none_or_unbound():
    def run(x, f):
        y = x if f else None
        if x > 5:
            del y
        return y is None, y == x, y

    def bound_again(x, f):
        y = x if f else None
        if x > 5:
            del y
        if x > 3:
            y = 2.0
        return y

    agrees(run, (1.0, True), (1.0, False))
    agrees(bound_again, (1.0, True), (1.0, False), (4.0, False), (6.0, True), (6.0, False))
    for f in (True, False):
        with pytest.raises(UnboundLocalError, match="'y'"):
            staged(run)(6.0, f)


def test_parameters_and_arrays_of_pythons_side_are_chosen():
    ones, zeros = lantern.Parameter(np.ones(3)), lantern.Parameter(np.zeros(3))
    v, w = np.arange(3.0), np.full(3, 7.0)

    def parameters(x):
        p = ones if x > 0 else zeros
        return p + x, p.sum(), (ones if x > 0 else x * v) * 2

    def arrays(x):
        return (v if x > 0 else w) + x, (x * v if x > 0 else w)

    agrees(parameters, (1.0,), (-1.0,))
    agrees(arrays, (1.0,), (-1.0,))
    narrow = np.ones(3, np.float32)
    refused(lambda x: x * v if x > 0 else narrow, 1.0, code="AG230")
    refused(lambda x: np.float32(x) if x > 0 else np.int32(x), 1.0, code="AG230")


def test_texts_chosen_twice():
    def run(f, g):
        k = ("a" if f else "b") if g else None
        m = ("a" if f else "b") if g else ("a" if f else "c")
        return k is None, k == "a", k, m == "a", m

    agrees(run, (True, True), (True, False), (False, True), (False, False))


def test_records_that_may_be_none_or_unbound():
    def none(t, f):
        k = t if f else None
        return 0.0 if k is None else k.value

    def unbound(t, f):
        if f:
            k = t
        return k.value

    agrees(none, (TREE, True), (TREE, False))
    agrees(unbound, (TREE, True))
    assert isinstance(raises(unbound, TREE, False)[0], UnboundLocalError)


class Point:
    x: float
    y: float

    def __init__(self, x, y):
        self.x, self.y = x, y


def test_an_object_that_has_more_than_a_record():
    def run(p, f):
        if f:
            q = Point(1.0, p.x)
            q.z = 3.0
        else:
            q = p
        return q.x

    assert "attributes" in refused(run, Point(1.0, 2.0), True, code="AG230").message
