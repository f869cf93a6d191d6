"""Calls methods of Python's texts while tracing: their operands, or what they go through, may be staged."""

from __future__ import annotations

from typing import Any

from ag_notebook.staging.backends.carriers import GeneratorExpression
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within


def text_method(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`function(*args, **kwargs)`, a method of a text such as `", ".join`; by a back end where something is staged."""
    from ag_notebook.staging.runtime.expressions import owner_of_text
    from ag_notebook.staging.runtime.generator_expressions import collected
    from ag_notebook.staging.runtime.generators import as_expression

    if function.__name__ == "join" and args and hasattr(type(args[0]), "__next__"):
        generated = as_expression(args[0])
        if type(generated) is GeneratorExpression and not generated.begun:
            items = collected(*generated.parts)
            generated.use_up()
        else:
            items = list(generated)
        args = (items,)
    backend = (
        owner_of_text((args, tuple(kwargs.values())))
        if function.__name__ == "format"
        else owner_within((args, kwargs))
    )
    return function(*args, **kwargs) if backend is PYTHON else backend.library_call(function, args, kwargs)
