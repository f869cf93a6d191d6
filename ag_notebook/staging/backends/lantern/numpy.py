"""NumPy's names on staged values, and on NumPy's arrays: `lantern.numpy.exp(x)`.

Inside of a staged function, these add operations to the program, elsewhere they are NumPy's own. `np.exp(x)` of something
staged comes to the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[..., Any]


def _softmax(x: Any) -> Any:
    powers = np.exp(x - np.max(x, -1, keepdims=True))
    return powers / np.sum(powers, -1, keepdims=True)


def _log_softmax(x: Any) -> Any:
    shifted = x - np.max(x, -1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), -1, keepdims=True))


def _cross_entropy(logits: Any, label: Any) -> Any:
    found = np.take_along_axis(_log_softmax(np.asarray(logits)), np.asarray(label)[..., None], -1)
    return -found[..., 0]


def _sigmoid(x: Any) -> Any:
    return np.exp(-np.logaddexp(np.zeros_like(x), -np.asarray(x)))[()]


_PLAIN: dict[str, Function] = {
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "cross_entropy": _cross_entropy,
    "sigmoid": _sigmoid,
    "relu": lambda x: np.maximum(x, np.zeros_like(x)),
}
"""Those that NumPy does not have."""
# fmt: off
_NAMES = (
    *("abs", "absolute", "add", "all", "allclose", "amax", "amin", "any", "append", "arange", "argmax"),
    *("argmin", "argsort", "around", "array", "array_equal", "asarray", "ascontiguousarray"),
    *("atleast_1d", "atleast_2d", "average", "bitwise_and", "bitwise_not", "bitwise_or"),
    *("bitwise_xor", "broadcast_to", "ceil", "clip", "column_stack", "concatenate", "conj"),
    *("conjugate", "copy", "cos", "count_nonzero", "cumprod", "cumsum", "deg2rad", "degrees"),
    *("diag", "diagonal", "diff", "divide", "divmod", "dot", "einsum", "empty", "empty_like", "equal"),
    *("exp", "exp2", "expand_dims", "expm1", "eye", "fabs", "fix", "flip", "fliplr", "flipud", "floor"),
    *("floor_divide", "fmax", "fmin", "full", "full_like", "greater", "greater_equal", "hstack"),
    *("identity", "inner", "invert", "isclose", "isfinite", "isinf", "isnan", "less", "less_equal"),
    *("log", "log1p", "logaddexp", "logical_and", "logical_not", "logical_or", "logical_xor"),
    *("matmul", "max", "maximum", "mean", "median", "min", "minimum", "mod", "moveaxis", "multiply"),
    *("ndim", "negative", "not_equal", "ones", "ones_like", "outer", "pad", "positive", "power"),
    *("prod", "ptp", "rad2deg", "radians", "ravel", "real", "remainder", "repeat", "reshape", "rint"),
    *("roll", "round", "shape", "sign", "sin", "size", "sort", "split", "sqrt", "square", "squeeze"),
    *("stack", "std", "subtract", "sum", "swapaxes", "take", "take_along_axis", "tan", "tanh"),
    *("tensordot", "tile", "trace", "transpose", "tril", "triu", "true_divide", "trunc", "var"),
    *("vdot", "vstack", "where", "zeros", "zeros_like"),
)
# fmt: on
"""Those of NumPy that the staging has (`FUNCTIONS`)."""


def _function(name: str) -> Function:
    plain = _PLAIN.get(name) or getattr(np, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        from ag_notebook.staging.backends.lantern.staging.functions import FUNCTIONS, MAKERS, holds_staged
        from ag_notebook.staging.backends.lantern.staging.session import session_or_none

        if session_or_none() is not None and (name in MAKERS or holds_staged((args, kwargs))):
            return FUNCTIONS[name](*args, **kwargs)
        _refuse_others(name, (args, kwargs))
        return plain(*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}`, staged where an operand is." if name not in _PLAIN else f"`{name}`."
    return call


def _refuse_others(name: str, operands: Any) -> None:
    """Refuses values that another back end stages here.

    Raises:
        StagingError: AG310.
    """
    from ag_notebook.staging.backends.lantern.staging.refusals import refusal
    from ag_notebook.staging.backends.registry import owner_within

    backend = owner_within(operands)
    if backend.name not in ("python", "lantern"):
        raise refusal(
            "AG310",
            f"lantern.numpy.{name} is of Lantern only, and is called here with a value of the back end {backend.name}.",
            "Use operators and functions of NumPy's, such as np.exp, which each back end stages as its own.",
        )


globals().update({name: _function(name) for name in (*_NAMES, *_PLAIN)})


def __getattr__(name: str) -> Any:
    raise AttributeError(f"Lantern has no numpy.{name}; it has {', '.join(sorted((*_NAMES, *_PLAIN)))}")


__all__ = [*_NAMES, *_PLAIN]  # noqa: PLE0604 - names made above
