"""Keeps the dict of an object's attributes and the attributes one thing: `o.__dict__['k'] = v` writes `o.k`.

Only where code of the trace names `__dict__` or `vars` can it hold such a dict. A key of it that there is on one path
only is an attribute of one path, so what looks at all keys is refused.
"""

from __future__ import annotations

import gc
from typing import Any

from ag_notebook.staging.backends.carriers import Maybe
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.bytecode import lookups
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import attribute_location, items_location, touch
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import own_attributes

_NAMES = frozenset(("__dict__", "vars"))


def log_items(context: Context | None, container: Any, *keys: Any) -> None:
    """Logs the items of a container that is about to be written; of an object's dict, those attributes.

    `keys` are the only ones that are written; without them, all may be.
    """
    owner = owner_of(context, container)
    if owner is None:
        touch(context, items_location(container))
        return
    for key in keys or list(container):
        if isinstance(key, str):
            touch(context, attribute_location(owner, key))


def owner_of(context: Context | None, held: Any) -> Any:
    """The object whose attributes a dict holds, or None."""
    if context is None or type(held) is not dict or not _may_hold(context):
        return None
    if id(held) not in context.attribute_dicts:
        owners = [o for o in gc.get_referrers(held) if own_attributes(o) is held]
        context.attribute_dicts[id(held)] = held, owners[0] if owners else None
    return context.attribute_dicts[id(held)][1]


def _may_hold(context: Context) -> bool:
    looked_at, found = context.may_hold_dicts
    if not found and looked_at != len(context.entered):
        entered = context.entered[looked_at if looked_at < len(context.entered) else 0 :]
        found = any(_NAMES & lookups(f.__code__).names for f in entered if hasattr(f, "__code__"))
        context.may_hold_dicts = len(context.entered), found
    return found


def on_one_path(held: Any, key: Any) -> Maybe | None:
    """What an object's dict holds under a key that it has on one path only."""
    found = held.get(key) if type(held) is dict and isinstance(key, str) else None
    return found if type(found) is Maybe and found.ag_absent is not None else None


def refuse_uncertain_keys(held: Any) -> None:
    """Refuses to look at all keys of an object's dict where there is one on one path only.

    Raises:
        StagingError: AG230.
    """
    if owner_of(current(), held) is not None:
        for key in held:
            if on_one_path(held, key) is not None:
                raise StagingError(
                    "AG230",
                    f"the attributes of an object are looked at, of which '{key}' is there on one path only.",
                    span=user_span(),
                    fix="Give it the attribute on both paths, or ask for this one: hasattr(o, name).",
                )
