"""Short functions of many kinds: interpreters, folds, systems that change with time, searches, closures; one call each."""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy as np
import pytest
from finite_differences import differentiates
from lantern_staging import refused

from ag_notebook.staging.backends import lantern

RANDOM = np.random.default_rng(1)


@dataclass
class Tree:
    v: float
    l: Tree | None = None  # noqa: E741
    r: Tree | None = None


class Links(NamedTuple):
    h: float
    t: Optional[Links] = None


class Op:
    """An expression: a constant, x, or an operator."""

    kind: int
    a: Optional[Op]
    b: Optional[Op]
    value: float

    def __init__(self, kind, a=None, b=None, value=0.0):
        self.kind, self.a, self.b, self.value = kind, a, b, value


def ev(e, x):
    if e.kind == 0:
        return e.value
    if e.kind == 1:
        return x
    a, b = ev(e.a, x), ev(e.b, x)
    if e.kind == 2:
        return a + b
    elif e.kind == 3:
        return a * b
    elif e.kind == 4:
        return math.sin(a) - b
    else:
        raise ValueError("unknown")


X = Op(1)


def constant(value):
    return Op(0, value=value)


EXPR = Op(2, Op(3, X, constant(2.0)), Op(4, Op(3, X, X), constant(0.5)))
TREE = Tree(1.5, Tree(0.75, None, Tree(-1.25)), Tree(0.5, Tree(2.0), Tree(1.1)))


def inorder_sum(t, acc=0.0):
    if t is None:
        return acc
    acc = inorder_sum(t.l, acc)
    acc = acc * 0.9 + t.v
    return inorder_sum(t.r, acc)


def depth_weighted(t, d=0):
    return 0.0 if t is None else t.v / (1 + d) + depth_weighted(t.l, d + 1) + depth_weighted(t.r, d + 1)


def size(t):
    return 0 if t is None else 1 + size(t.l) + size(t.r)


def mean(t):
    def total(t):
        return 0.0 if t is None else t.v + total(t.l) + total(t.r)

    return total(t) / size(t)


def maxpath(t):
    if not t:
        return 0.0
    return t.v + max(maxpath(t.l), maxpath(t.r))


def softmax_tree(t):
    def logs(t):
        if t is None:
            return -5.0
        return math.log(math.exp(logs(t.l)) + math.exp(logs(t.r)) + math.exp(t.v))

    return logs(t)


def leaves_only(t):
    if t.l is None and t.r is None:
        return t.v**2
    s = 0.0
    if t.l is not None:
        s += leaves_only(t.l)
    if t.r is not None:
        s += leaves_only(t.r)
    return s


def match_trees(a, b):
    if a is None and b is None:
        return 1.0
    if a is None or b is None:
        return 0.0
    return (1.0 + a.v * b.v) * match_trees(a.l, b.l) * match_trees(a.r, b.r)


def foldl(f, acc, xs):
    return acc if xs is None else foldl(f, f(acc, xs.h), xs.t)


def use_foldl(xs, k):
    return foldl(lambda a, b: a * k + b, 0.0, xs)


def foldr_while(xs):
    acc = 1.0
    cur = xs
    while cur:
        acc *= cur.h
        cur = cur.t
    return acc


def nth(xs, n):
    while n > 0 and xs.t is not None:
        xs = xs.t
        n -= 1
    return xs.h


def sumsq_gen(xs):
    return math.sqrt(sum(x * x for x in xs))


def compose(n, x):
    def twice(f):
        return lambda y: f(f(y))

    g = twice(lambda y: y * 0.5 + 1)
    for _ in range(n):
        x = g(x)
    return x


def trap(f, a, b, n):
    h = (b - a) / n
    return h * (0.5 * f(a) + sum(f(a + i * h) for i in range(1, n)) + 0.5 * f(b))


def trap_use(b, k, n):
    return trap(lambda x: math.exp(-k * x * x), 0.0, b, n)


def euler(y, k, n):
    t, dt = 0.0, 1.0 / n
    ys = np.zeros(50)
    i = 0
    while t < 1.0 - 1e-9:
        y = y + dt * (-k * y)
        t += dt
        ys[i] = y
        i += 1
    return y + ys.sum()


def rk4(y, n):
    def f(y):
        return np.array([y[1], -y[0]])

    dt = 0.1
    for _ in range(n):
        k1 = f(y)
        k2 = f(y + dt / 2 * k1)
        k3 = f(y + dt / 2 * k2)
        k4 = f(y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y @ y + y[0]


def cumsum(x):
    out = np.zeros_like(x)
    s = 0.0
    for i, v in enumerate(x):
        s += v
        out[i] = s
    return (out * out).sum()


def running_max(x):
    best = x[0]
    total = 0.0
    for v in x[1:]:
        best = v if v > best else best
        total += best
    return total


def matchain(ms):
    out = np.eye(2)
    for m in ms:
        out = out @ m
    return out.sum()


def matpow_rec(a, n):
    if n == 0:
        return np.eye(2)
    if n % 2:
        return a @ matpow_rec(a, n - 1)
    h = matpow_rec(a, n // 2)
    return h @ h


def matpow_use(a, n):
    return matpow_rec(a, n)[0, 1]


def mlp(ws, x):
    for i, (w, b) in enumerate(ws):
        x = w @ x + b
        if i < len(ws) - 1:
            x = np.maximum(x, 0.0)
    return x.sum()


def conv(x, k):
    n = len(x) - len(k) + 1
    out = np.zeros(n)
    for i in range(n):
        for j in range(len(k)):
            out[i] += x[i + j] * k[j]
    return (out**2).sum()


def lstm_like(xs, p):
    h, c = np.zeros(2), np.zeros(2)
    for x in xs:
        z = p["w"] @ np.concatenate([x, h])
        i, f, g = lantern.sigmoid(z[:2]), lantern.sigmoid(z[2:4]), np.tanh(z[4:])
        c = f * c + i * g
        h = np.tanh(c)
    return h.sum()


def huber(x, d=1.0):
    a = np.abs(x)
    return np.where(a < d, 0.5 * x * x, d * (a - 0.5 * d)).sum()


def early(xs, lim):
    for i in range(len(xs)):
        for j in range(i):
            if xs[i] * xs[j] > lim:
                return xs[i] * j + xs[j]
    return lim


def whileelse(x, n):
    k = 0
    while k < n:
        x = x * 1.1
        if x > 5:
            break
        k += 1
    else:
        x = x + 10.0
    return x


def forelse(xs, t):
    for x in xs:
        if x > t:
            r = x * 2
            break
    else:
        r = t
    return r


def tryit(x, y):
    try:
        if y == 0:
            raise ZeroDivisionError
        r = x / y
    except ZeroDivisionError:
        r = x * 10
    return r


def walrus(x):
    n = 0
    while (x := x * 0.7) > 0.1:
        n += 1
    return x * n


def swapvars(a, b, n):
    for _ in range(n):
        a, b = b, a + b
    return a * b


def ternary_chain(x):
    return x * x if x < 0 else (3 * x if x < 1 else x**3)


def logsumexp(xs):
    m = max(xs)
    return m + math.log(sum(math.exp(x - m) for x in xs))


def horner(cs, x):
    return functools.reduce(lambda a, c: a * x + c, cs, 0.0)


def pascal(n, x):
    row = np.zeros(8)
    row[0] = 1.0
    for i in range(1, n + 1):
        new = np.zeros(8)
        new[0] = 1.0
        for j in range(1, i + 1):
            new[j] = row[j] + row[j - 1] * x
        row = new
    return row.sum()


def quickselect(x, k):
    lo, hi = 0, len(x) - 1
    x = x.copy()
    while lo < hi:
        p = x[hi]
        i = lo
        for j in range(lo, hi):
            if x[j] < p:
                x[i], x[j] = x[j], x[i]
                i += 1
        x[i], x[hi] = x[hi], x[i]
        if i == k:
            return x[i]
        if i < k:
            lo = i + 1
        else:
            hi = i - 1
    return x[k]


def merge_sorted(a, b):
    out = np.zeros(6)
    i = j = 0
    while i + j < 6:
        if j >= 3 or (i < 3 and a[i] < b[j]):
            out[i + j] = a[i]
            i += 1
        else:
            out[i + j] = b[j]
            j += 1
    return out @ np.arange(6.0)


def mandel(cr, ci, n):
    zr, zi = 0.0, 0.0
    for k in range(n):
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
        if zr * zr + zi * zi > 4:
            return k + zr
    return zr


def op_list(ops, x):
    for kind, v in ops:
        if kind == "add":
            x = x + v
        elif kind == "mul":
            x = x * v
        else:
            x = math.sin(x)
    return x


def catalan(n, x):
    if n <= 1:
        return x
    return sum(catalan(i, x) * catalan(n - 1 - i, x) for i in range(n))


def tower(x, n):
    return x if n == 0 else x ** tower(x, n - 1)


def contfrac(x, n):
    r = x
    while n:
        r = 1.0 / (x + r)
        n -= 1
    return r


def agm(a, b):
    while abs(a - b) > 1e-12:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def dots(a, b):
    return sum(map(operator.mul, a, b))


class Net:
    def __init__(self):
        self.w = lantern.Parameter(RANDOM.normal(size=(2, 2)))
        self.scale = 0.5

    def __call__(self, t):
        if t is None:
            return np.zeros(2)
        return np.tanh(self.w @ (self(t.l) + self(t.r)) * self.scale + t.v)

    def loss(self, t):
        return (self(t) ** 2).sum()


net = Net()


def netloss(t):
    return net.loss(t)


XS = Links(0.5, Links(1.5, Links(-2.0)))
V = np.array([0.5, -1.0, 2.0, 0.3])
CASES = [
    (ev, (EXPR, 0.7)),
    (inorder_sum, (TREE,)),
    (inorder_sum, (TREE, 0.3)),
    (depth_weighted, (TREE,)),
    (mean, (TREE,)),
    (maxpath, (TREE,)),
    (softmax_tree, (TREE,)),
    (leaves_only, (TREE,)),
    (match_trees, (TREE, TREE.r)),
    (match_trees, (TREE, TREE)),
    (use_foldl, (XS, 0.4)),
    (foldr_while, (XS,)),
    (nth, (XS, 2)),
    (sumsq_gen, (V,)),
    (compose, (2, 0.3)),
    (trap_use, (1.0, 0.5, 10)),
    (euler, (1.0, 0.5, 20)),
    (rk4, (np.array([1.0, 0.5]), 5)),
    (cumsum, (V,)),
    (running_max, (V,)),
    (matchain, (RANDOM.normal(size=(3, 2, 2)),)),
    (matchain, ([RANDOM.normal(size=(2, 2)) for _ in range(3)],)),
    (matpow_use, (np.array([[0.9, 0.2], [-0.3, 1.1]]), 5)),
    (mlp, ([(RANDOM.normal(size=(3, 2)), np.ones(3)), (RANDOM.normal(size=(2, 3)), np.ones(2))], V[:2])),
    (conv, (V, np.array([1.0, -0.5]))),
    (lstm_like, (RANDOM.normal(size=(3, 2)), {"w": RANDOM.normal(size=(6, 4))})),
    (huber, (V * 3,)),
    (early, (V, 0.5)),
    (early, (V, 9.5)),
    (whileelse, (1.0, 3)),
    (whileelse, (4.0, 30)),
    (forelse, (V, 1.0)),
    (forelse, (V, 4.0)),
    (tryit, (2.0, 4.0)),
    (tryit, (2.0, 0)),
    (walrus, (3.0,)),
    (swapvars, (1.0, 2.0, 5)),
    (ternary_chain, (0.5,)),
    (ternary_chain, (-0.5,)),
    (ternary_chain, (1.5,)),
    (logsumexp, (V,)),
    (logsumexp, ([1.0, 2.0, 0.5],)),
    (horner, ([1.0, 2.0, 3.0], 0.5)),
    (horner, (V, 0.5)),
    (pascal, (5, 0.5)),
    (quickselect, (V, 2)),
    (merge_sorted, (np.array([1.0, 3.0, 5.0]), np.array([2.0, 2.5, 7.0]))),
    (mandel, (0.3, 0.2, 10)),
    (mandel, (0.9, 0.9, 10)),
    (op_list, ([("add", 1.0), ("mul", 2.0), ("sin", 0.0)], 0.3)),
    (catalan, (5, 0.7)),
    (tower, (1.2, 3)),
    (contfrac, (1.0, 5)),
    (agm, (1.0, 2.0)),
    (dots, (V, V * 2)),
    (netloss, (TREE,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_values_and_gradients(function, arguments):
    differentiates(function, *arguments)


def test_what_a_recursion_changes_outside_is_refused():
    def diameter(tree):
        best = 0.0

        def depth(tree):
            nonlocal best
            if tree is None:
                return 0.0
            left, right = depth(tree.l), depth(tree.r)
            best = max(best, left + right)
            return 1.0 + max(left, right)

        depth(tree)
        return best

    error = refused(diameter, TREE, code="AG311")
    assert "best is changed in depth" in error.message
