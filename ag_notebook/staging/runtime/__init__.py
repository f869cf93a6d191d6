"""What generated code calls as `ag`: a real package that can be imported, read and run.

Each form looks at the run-time type of the value that decides and does what its back end does
(Moldovan et al. 2019, §5–7). On plain values it does what Python does.
"""

from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.directives import set_element_type, set_loop_options
from ag_notebook.staging.runtime.expressions import (
    and_,
    as_number,
    delattr,  # noqa: A004 - the name in generated code
    delitem,
    eq,
    ge,
    gen_exp,
    getitem,
    gt,
    if_exp,
    in_,
    is_,
    is_not,
    le,
    lt,
    ne,
    not_,
    not_in,
    or_,
    percent_text,
    setattr,  # noqa: A004 - the name in generated code
    setitem,
    setitem_in,
    store_item,
    text,
    unpack,
)
from ag_notebook.staging.runtime.lists import list_append, list_extend, list_insert, list_pop
from ag_notebook.staging.runtime.statements import (
    assert_stmt,
    for_stmt,
    guarded_try,
    if_stmt,
    python_iterable,
    python_test,
    raise_stmt,
    read,
    while_stmt,
)
from ag_notebook.staging.backends.carriers import NoValue, Undefined

__all__ = [
    "NoValue",
    "Undefined",
    "and_",
    "as_number",
    "assert_stmt",
    "converted_call",
    "delattr",
    "delitem",
    "eq",
    "for_stmt",
    "ge",
    "gen_exp",
    "getitem",
    "gt",
    "guarded_try",
    "if_exp",
    "if_stmt",
    "in_",
    "is_",
    "is_not",
    "le",
    "list_append",
    "list_extend",
    "list_insert",
    "list_pop",
    "lt",
    "ne",
    "not_",
    "not_in",
    "or_",
    "percent_text",
    "python_iterable",
    "python_test",
    "raise_stmt",
    "read",
    "set_element_type",
    "set_loop_options",
    "setattr",
    "setitem",
    "setitem_in",
    "store_item",
    "text",
    "unpack",
    "while_stmt",
]
