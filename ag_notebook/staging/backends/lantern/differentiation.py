"""Gradients of functions: `grad(f)` and `value_and_grad(f)`, and those of the parameters that a function reads."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.options import Options
from ag_notebook.staging.wording import kind_of


def value_and_grad(function: Callable[..., Any], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """A function that gives the value of `function`, and the gradients with respect to some of its arguments.

    Both are called as `function`. Its value must be one float, of float32 or float64 and without dimensions, and comes back as
    a number of NumPy's. With respect to each argument:

    * a number or an array of floats: a number or an array of its shape and dtype (a float of Python's is a float64)
    * a tuple, list or dict: a tuple, list or dict of gradients
    * a record, that is an object of an annotated class: a dict of dicts, by the `id` of each object that can be reached from
      it, then by the name of the float field: `gradient[id(tree)]["value"]`. Its method `by_path` gives the same by the ways
      to the fields, as it is shown: `gradient.by_path()["tree.left.value"]`
    * what is no float has the gradient None, beside floats in such a structure or in other arguments that are asked for

    Parameters that the function reads are constants here: an optimizer's `step` changes them.

    Args:
        function: a plain function, or one that is staged to Lantern.
        argnums: which positional arguments, counted from 0, or below 0 from the last; several give a tuple of gradients.

    Returns:
        A function that gives the value, and the gradient or the tuple of gradients.

    Raises:
        TypeError: `function` is none, or `argnums` are no integers. A call raises it where an argument or a field is of no type
            of Lantern's.
        IndexError: a call has no such argument.
        StagingError: in a call: AG319, the value is no float, an argument holds none, or `function` is a gradient itself; or
            something cannot be staged (another code).
        What the function itself raises.
    """
    if not callable(function):
        raise TypeError(f"a gradient is of a function, not of {kind_of(function)}")
    chosen = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    if not all(isinstance(at, int) for at in chosen):
        raise TypeError(f"argnums are places of positional arguments, not {argnums!r}")
    entry = entry_of(function)

    @functools.wraps(function, updated=())
    def call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        from ag_notebook.staging.tracebacks import users_frames

        with users_frames:
            _refuse_inner(function)
            value, own, _, concrete = entry.gradients(args, kwargs, argnums=chosen)
        parts = _parts(concrete.arguments, iter(own))[0]
        found = tuple(parts[at] for at in chosen)
        return value, found[0] if isinstance(argnums, int) else found

    del call.__wrapped__
    call.ag_gradient_of = function  # type: ignore[attr-defined]
    return call


def grad(function: Callable[..., Any], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """A function that gives the gradients of `function` with respect to some of its arguments.

    They have the shapes and dtypes that `value_and_grad` tells, and what it raises is raised here, too.

    Args:
        function: a plain function, or one that is staged to Lantern, whose value is one float.
        argnums: which positional arguments, counted from 0, or below 0 from the last; several give a tuple of gradients.

    Returns:
        A function that is called as `function`: it gives the gradient, or the tuple of gradients.

    Raises:
        TypeError, IndexError, StagingError: as `value_and_grad`.
    """
    both = value_and_grad(function, argnums)

    @functools.wraps(both, updated=())
    def call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return both(*args, **kwargs)[1]

    del call.__wrapped__
    call.ag_gradient_of = function  # type: ignore[attr-defined]
    return call


def _refuse_inner(function: Callable[..., Any]) -> None:
    """Refuses gradients of gradients, and those inside of what is staged.

    Raises:
        StagingError: AG319.
    """
    from ag_notebook.staging.backends.lantern.staging.refusals import refusal
    from ag_notebook.staging.backends.lantern.staging.session import session_or_none

    if hasattr(function, "ag_gradient_of"):
        raise refusal(
            "AG319",
            f"the gradient of {getattr(function, '__name__', 'a function')} is differentiated, and Lantern has no second derivatives.",
            "Take differences of the gradient: (g(x + h) - g(x - h)) / (2 * h).",
        )
    if session_or_none() is not None:
        raise refusal(
            "AG319",
            f"the gradient of {getattr(function, '__name__', 'a function')} is asked for inside of a function that is staged.",
            "Ask for it outside; the gradient of a gradient can be had by differences.",
        )


def parameter_gradients(
    entry: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, list[tuple[Parameter, Any]]]:
    """The value of a call, and the gradients of the parameters that it reads."""
    value, _, outer, concrete = entry.gradients(args, kwargs)
    return value, [(concrete.outside[name], gradient) for name, gradient in outer.items()]


def entry_of(function: Callable[..., Any]) -> Any:
    """The entry of a function that is staged to Lantern, or a new one of a plain function."""
    from ag_notebook.staging.backends.lantern.staging.entry import LanternEntry

    options = getattr(function, "options", None)
    if isinstance(options, Options) and options.backend == "lantern":
        return function.entry  # type: ignore[attr-defined]
    return LanternEntry(getattr(function, "__ag_staged__", function), Options(backend="lantern"))


def _parts(spec: Any, gradients: Iterator[Any]) -> Any:
    """The gradients in the structure of the arguments."""
    from ag_notebook.staging.backends.lantern.staging.parts import rebuilt
    from ag_notebook.staging.backends.lantern.staging.structure import Parts, types_of

    if isinstance(spec, Parts):
        items = [_parts(item, gradients) for item in spec.items]
        return rebuilt(spec.kind, spec.names, items)
    return next(gradients) if types_of(spec) else None
