"""Writes and deletes attributes: logged as effects where they are stored as they are."""

from __future__ import annotations

import builtins
import types
from typing import Any

from ag_notebook.staging.backends.carriers import Choice, Maybe, Undefined, resolved
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import attribute_location, touch
from ag_notebook.staging.runtime.hidden_state import refuse_setting
from ag_notebook.staging.runtime.library_state import refuse_unlogged_change
from ag_notebook.staging.runtime.stand_ins import change
from ag_notebook.staging.wording import kind_of


def setattr(owner_: Any, name: str, value: Any) -> None:  # noqa: A001 - the name in generated code
    """`owner.name = value`; the write is logged as an effect where a plain attribute is written."""
    __tracebackhide__ = True
    owner_ = resolved(owner_)
    if type(owner_) is Choice:
        owner_.ag_each(lambda chosen: setattr(chosen, name, value))
        return
    context = current()
    stored = _method_in_place_of(owner_, "__setattr__")
    if stored is not None:
        converted_call(stored, owner_, name, value)
    elif context is not None and _is_plain_attribute(owner_, name) and not _is_new_exception(context, owner_):
        change(owner_, lambda found: _set_plain(found, name, value))
    else:
        refuse_setting(owner_, f"the attribute {name} of {kind_of(owner_)} is written")
        if context is not None and not _is_users_attribute(owner_, name):
            refuse_unlogged_change(context, owner_, f"the attribute {name} of {kind_of(owner_)} is written")
        builtins.setattr(owner_, name, value)


def _method_in_place_of(value: Any, name: str) -> Any:
    """The method of a builtin container that a class has under another name (`__setattr__ = dict.__setitem__`), or None."""
    method = getattr(type(value), name)
    is_other = type(method) in _BUILTIN_METHODS and method.__name__ != name
    return method if is_other else None


_BUILTIN_METHODS = (types.WrapperDescriptorType, types.MethodDescriptorType)


def _is_users_attribute(value: Any, name: str) -> bool:
    """Whether a descriptor that an attribute is written through is of the user's class, or an exception's."""
    holder = next((base for base in type(value).__mro__ if name in base.__dict__), type(value))
    return is_users_class(holder) or isinstance(value, BaseException)


def _set_plain(owner_: Any, name: str, value: Any) -> None:
    touch(current(), attribute_location(owner_, name))
    builtins.setattr(owner_, name, value)


def _is_new_exception(context: Context, value: Any) -> bool:
    """Whether an exception was made in the branch that is traced: it is raised after the branch was undone."""
    if not isinstance(value, BaseException) or not context.scopes:
        return False
    return any(value is made for made in context.scopes[-1].exceptions)


_STORING = ("member_descriptor", "_CachedProperty")
"""Descriptors that store what is written: that of a slot, and ours in place of a `cached_property`."""


def _is_plain_attribute(value: Any, name: str) -> bool:
    """Whether writing the attribute stores it as it is (no property or descriptor of the user's runs)."""
    kind = type(value)
    for base in kind.__mro__:
        if name in base.__dict__:
            held = base.__dict__[name]
            return not hasattr(type(held), "__set__") or type(held).__name__ in _STORING
    return True


def delattr(owner_: Any, name: str) -> None:  # noqa: A001 - the name in generated code
    """`del owner.name`."""
    __tracebackhide__ = True
    owner_ = resolved(owner_)
    context = current()
    removed = _method_in_place_of(owner_, "__delattr__")
    if removed is not None:
        converted_call(removed, owner_, name)
        return
    if context is not None and _is_plain_attribute(owner_, name):
        location = attribute_location(owner_, name)
        hook: Any = type(owner_).__delattr__
        held: Any = location.get() if hook is object.__delattr__ else None
        if type(held) is Maybe:
            held.ag_resolve()  # which raises at a call where it is not there
        elif isinstance(held, Undefined):
            held.note_read()
            raise held.error()
        touch(context, location)
    builtins.delattr(owner_, name)
