"""The gradients of Lantern's operations: one rule each, which adds operations that work out the arguments' gradients.

`RULES[kind](builder, operation, gradient)` takes an operation and the gradient of its result, of the result's type, and
gives for each argument its gradient, of the argument's type, or None where there is none: the argument is no float, or
nothing follows it continuously (comparisons, `floor`, `argmax` …). A rule may read the arguments and the result. Sizes are
numbers: programs are specialised before they are differentiated.

Where an operation has no derivative, a rule takes the one that TensorFlow takes: `abs`, `sign` and `relu` have 0 at 0, of
equal operands `maximum` and `minimum` choose the first, and the largest items of `amax` share alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.operations import COMPARISONS, EXACT, LOGIC
from ag_notebook.staging.backends.lantern.ir.program import Operation, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, Dimension, Type

Gradients = tuple["Variable | None", ...]
Rule = Callable[[Builder, Operation, Variable], Gradients]


def none(b: Builder, operation: Operation, g: Variable) -> Gradients:
    """The rule of operations that nothing follows continuously."""
    return (None,) * len(operation.arguments)


def _array(variable: Variable) -> ArrayType:
    assert isinstance(variable.type, ArrayType)
    return variable.type


def _number(b: Builder, value: float, like: Variable) -> Variable:
    return b.constant(value, _array(like).dtype)


def zeros(b: Builder, kind: Type) -> Variable:
    """Zeros of a type of arrays."""
    assert isinstance(kind, ArrayType)
    zero = b.constant(0, kind.dtype)
    return b.emit("broadcast", zero, shape=kind.shape) if kind.shape else zero


def _reshaped(b: Builder, x: Variable, shape: Sequence[Dimension]) -> Variable:
    return x if _array(x).shape == tuple(shape) else b.emit("reshape", x, shape=tuple(shape))


def unbroadcast(b: Builder, g: Variable, kind: Type) -> Variable:
    """The sum of `g` over the dimensions along which an operand of type `kind` was repeated."""
    assert isinstance(kind, ArrayType)
    shape = _array(g).shape
    new = len(shape) - len(kind.shape)
    repeated = [new + i for i, size in enumerate(kind.shape) if size == 1 and shape[new + i] != 1]
    axes = (*range(new), *repeated)
    return _reshaped(b, b.emit("sum", g, axes=axes), kind.shape) if axes else g


def _elementwise(rule: Callable[..., Sequence[Variable | None]]) -> Rule:
    """A rule `rule(builder, g, result, *arguments)` whose gradients have the shape of the result."""

    def summed(b: Builder, operation: Operation, g: Variable) -> Gradients:
        arguments = operation.arguments
        found = rule(b, g, operation.results[0], *arguments)
        pairs = zip(found, arguments, strict=True)
        return tuple(part and unbroadcast(b, part, argument.type) for part, argument in pairs)

    return summed


def _unary(derivative: Callable[..., Variable]) -> Rule:
    """The rule of an elementwise function with `derivative(builder, argument, result)`."""
    return _elementwise(lambda b, g, y, x: (b.emit("*", g, derivative(b, x, y)),))


def _one_minus_square(b: Builder, x: Variable, y: Variable) -> Variable:
    return b.emit("-", _number(b, 1, y), b.emit("*", y, y))


def _one_plus_square(b: Builder, x: Variable, y: Variable) -> Variable:
    return b.emit("+", _number(b, 1, y), b.emit("*", y, y))


def _sigmoid(b: Builder, x: Variable, y: Variable) -> Variable:
    return b.emit("*", y, b.emit("-", _number(b, 1, y), y))


def _mod(b: Builder, g: Variable, r: Variable, x: Variable, y: Variable) -> Sequence[Variable]:
    """Remainders: x % y is x - (x // y) * y, where x // y is constant but for jumps."""
    return g, b.emit("neg", b.emit("*", g, b.emit("//", x, y)))


def _divide(b: Builder, g: Variable, r: Variable, x: Variable, y: Variable) -> Sequence[Variable]:
    quotient = b.emit("/", g, y)
    return quotient, b.emit("neg", b.emit("*", quotient, r))


def _power(b: Builder, g: Variable, r: Variable, x: Variable, y: Variable) -> Sequence[Variable]:
    """Powers: x ** 0 is constant, also at x = 0; 0 ** y is 0 near y > 0. Of x < 0 there is none in y: NaN."""
    zero, one = _number(b, 0, x), _number(b, 1, x)
    constant = b.emit("==", y, zero)
    slope = b.emit("*", y, b.emit("**", x, b.emit("-", b.emit("where", constant, one, y), one)))
    flat = b.emit("and", b.emit("==", x, zero), b.emit(">=", y, zero))
    growth = b.emit("where", flat, zero, b.emit("*", r, b.emit("log", x)))
    return b.emit("*", g, slope), b.emit("*", g, growth)


def _chosen(test: str) -> Rule:
    """The rule of an operation that gives its first operand where `test` holds for the two, and else the second."""

    def rule(b: Builder, g: Variable, r: Variable, x: Variable, y: Variable) -> Sequence[Variable | None]:
        return _sides(b, g, b.emit(test, x, y))

    return _elementwise(rule)


def _sides(b: Builder, g: Variable, test: Variable) -> tuple[Variable, Variable]:
    zero = _number(b, 0, g)
    return b.emit("where", test, g, zero), b.emit("where", test, zero, g)


def _cast(b: Builder, operation: Operation, g: Variable) -> Gradients:
    kind = _array(operation.arguments[0])
    if not kind.is_float:
        return (None,)
    return (g if _array(g).dtype == kind.dtype else b.emit("cast", g, dtype=kind.dtype),)


def _swapped(b: Builder, x: Variable) -> Variable:
    """A stack of matrices, each transposed."""
    rank = len(_array(x).shape)
    return b.emit("transpose", x, axes=(*range(rank - 2), rank - 1, rank - 2))


def _outer(b: Builder, column: Variable, row: Variable) -> Variable:
    column = b.emit("reshape", column, shape=(*_array(column).shape, 1))
    return b.emit("*", column, b.emit("reshape", row, shape=(1, *_array(row).shape)))


def _matmul(b: Builder, operation: Operation, g: Variable) -> Gradients:
    """Of products of vectors and matrices without transposing anything; of stacks, through matrices."""
    x, y = operation.arguments
    (left, right) = shapes = _array(x).shape, _array(y).shape
    match tuple(map(len, shapes)):
        case 1, 1:
            return b.emit("*", g, y), b.emit("*", g, x)
        case 2, 1:
            return _outer(b, g, y), b.emit("matmul", g, x)
        case 1, 2:
            return b.emit("matmul", y, g), _outer(b, x, g)
    matrix = _reshaped(b, x, left if len(left) > 1 else (1, *left))
    other = _reshaped(b, y, right if len(right) > 1 else (*right, 1))
    stack = _array(g).shape[: max(len(left), len(right)) - 2]
    g = _reshaped(b, g, (*stack, _array(matrix).shape[-2], _array(other).shape[-1]))
    found = b.emit("matmul", g, _swapped(b, other)), b.emit("matmul", _swapped(b, matrix), g)
    summed = [unbroadcast(b, part, m.type) for part, m in zip(found, (matrix, other), strict=True)]
    return _reshaped(b, summed[0], left), _reshaped(b, summed[1], right)


def _kept(b: Builder, operation: Operation, reduced: Variable) -> Variable:
    """What has the shape of a reduction's result, repeated to the shape of its argument."""
    shape, axes = _array(operation.arguments[0]).shape, operation.attributes["axes"]
    kept = _reshaped(b, reduced, [1 if i in axes else size for i, size in enumerate(shape)])
    return kept if _array(kept).shape == shape else b.emit("broadcast", kept, shape=shape)


def _sum(b: Builder, operation: Operation, g: Variable) -> Gradients:
    return (_kept(b, operation, g),)


def _extreme(b: Builder, operation: Operation, g: Variable) -> Gradients:
    """Items that are equal to the extreme one share its gradient."""
    (x,), (r,) = operation.arguments, operation.results
    chosen = b.emit("cast", b.emit("==", x, _kept(b, operation, r)), dtype=_array(x).dtype)
    count = b.emit("sum", chosen, axes=operation.attributes["axes"])
    share = b.emit("/", g, _reshaped(b, count, _array(g).shape))
    return (b.emit("*", chosen, _kept(b, operation, share)),)


def _reshape(b: Builder, operation: Operation, g: Variable) -> Gradients:
    return (_reshaped(b, g, _array(operation.arguments[0]).shape),)


def _transpose(b: Builder, operation: Operation, g: Variable) -> Gradients:
    axes = operation.attributes["axes"]
    return (b.emit("transpose", g, axes=tuple(sorted(range(len(axes)), key=axes.__getitem__))),)


def _concatenate(b: Builder, operation: Operation, g: Variable) -> Gradients:
    axis, shape = operation.attributes["axis"], _array(g).shape
    found, start = [], 0
    for part in operation.arguments:
        size = _array(part).shape[axis]
        assert isinstance(size, int)
        starts, stops = [0] * len(shape), list(shape)
        starts[axis], stops[axis] = start, start + size
        start += size
        steps = (1,) * len(shape)
        found.append(b.emit("slice", g, starts=tuple(starts), stops=tuple(stops), steps=steps))
    return tuple(found)


def _bounds(operation: Operation) -> dict[str, Any]:
    return {name: operation.attributes[name] for name in ("starts", "stops", "steps")}


def _slice(b: Builder, operation: Operation, g: Variable) -> Gradients:
    return (b.emit("place", g, shape=_array(operation.arguments[0]).shape, **_bounds(operation)),)


def _place(b: Builder, operation: Operation, g: Variable) -> Gradients:
    return (b.emit("slice", g, **_bounds(operation)),)


def _rows(b: Builder, operation: Operation, g: Variable) -> Gradients:
    """Of one row, or of those of an array of indices, which may hold an index many times."""
    x, indices = operation.arguments
    return b.emit("add-rows", indices, g, size=_array(x).shape[0]), None


def _set_row(b: Builder, operation: Operation, g: Variable) -> Gradients:
    _, index, value = operation.arguments
    return b.emit("set-row", g, index, zeros(b, value.type)), None, b.emit("row", g, index)


def _add_rows(b: Builder, operation: Operation, g: Variable) -> Gradients:
    indices, _ = operation.arguments
    return None, b.emit("take" if _array(indices).shape else "row", g, indices)


def _along_last(b: Builder, x: Variable) -> Variable:
    return b.emit("sum", x, axes=(len(_array(x).shape) - 1,), keepdims=True)


def _softmax(b: Builder, operation: Operation, g: Variable) -> Gradients:
    (y,) = operation.results
    return (b.emit("*", y, b.emit("-", g, _along_last(b, b.emit("*", g, y)))),)


def _log_softmax(b: Builder, operation: Operation, g: Variable) -> Gradients:
    (y,) = operation.results
    return (b.emit("-", g, b.emit("*", b.emit("exp", y), _along_last(b, g))),)


def _cross_entropy(b: Builder, operation: Operation, g: Variable) -> Gradients:
    """What the softmax gives to each class, but for the label's less one."""
    logits, label = operation.arguments
    shape = _array(label).shape
    labels, g = b.emit("reshape", label, shape=(*shape, 1)), b.emit("reshape", g, shape=(*shape, 1))
    classes = b.constant(np.arange(_array(logits).shape[-1], dtype=DTYPES[_array(label).dtype]))
    true = b.emit("cast", b.emit("==", labels, classes), dtype=_array(logits).dtype)
    return b.emit("*", b.emit("-", b.emit("softmax", logits), true), g), None


RULES: dict[str, Rule] = {
    **dict.fromkeys((*COMPARISONS, *LOGIC, "not", "none?", "constant", "check"), none),
    **dict.fromkeys(EXACT, none),
    **dict.fromkeys(("floor", "ceil", "sign", "//", "all", "any", "argmax", "argmin"), none),
    "exp": _unary(lambda b, x, y: y),
    "expm1": _unary(lambda b, x, y: b.emit("+", y, _number(b, 1, y))),
    "log": _elementwise(lambda b, g, y, x: (b.emit("/", g, x),)),
    "log1p": _elementwise(lambda b, g, y, x: (b.emit("/", g, b.emit("+", x, _number(b, 1, x))),)),
    "sin": _unary(lambda b, x, y: b.emit("cos", x)),
    "cos": _unary(lambda b, x, y: b.emit("neg", b.emit("sin", x))),
    "tan": _unary(_one_plus_square),
    "tanh": _unary(_one_minus_square),
    "sigmoid": _unary(_sigmoid),
    "sqrt": _elementwise(lambda b, g, y, x: (b.emit("/", g, b.emit("+", y, y)),)),
    "neg": _elementwise(lambda b, g, y, x: (b.emit("neg", g),)),
    "abs": _unary(lambda b, x, y: b.emit("sign", x)),
    "relu": _elementwise(lambda b, g, y, x: _sides(b, g, b.emit(">", x, _number(b, 0, x)))[:1]),
    "+": _elementwise(lambda b, g, r, x, y: (g, g)),
    "-": _elementwise(lambda b, g, r, x, y: (g, b.emit("neg", g))),
    "*": _elementwise(lambda b, g, r, x, y: (b.emit("*", g, y), b.emit("*", g, x))),
    "/": _elementwise(_divide),
    "%": _elementwise(_mod),
    "**": _elementwise(_power),
    "maximum": _chosen(">="),
    "minimum": _chosen("<="),
    "where": _elementwise(lambda b, g, r, test, x, y: (None, *_sides(b, g, test))),
    "cast": _cast,
    "matmul": _matmul,
    "sum": _sum,
    "amax": _extreme,
    "amin": _extreme,
    "reshape": _reshape,
    "broadcast": lambda b, operation, g: (unbroadcast(b, g, operation.arguments[0].type),),
    "transpose": _transpose,
    "concatenate": _concatenate,
    "slice": _slice,
    "place": _place,
    "row": _rows,
    "take": _rows,
    "set-row": _set_row,
    "add-rows": _add_rows,
    "softmax": _softmax,
    "log-softmax": _log_softmax,
    "cross-entropy": _cross_entropy,
}
"""By kind. `param`, `field`, `none`, `call`, `if` and `while` are left to what differentiates programs."""
