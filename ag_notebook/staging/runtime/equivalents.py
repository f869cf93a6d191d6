"""Functions of `itertools`, `functools`, `bisect`, `heapq` and `operator` in plain Python, for operands that are staged.

They are converted as the user's functions are, so loops and tests in them are staged. Where the original is lazy these
make a list: what they are given has been computed anyway.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, var-annotated, misc"
# ruff: noqa: PERF402 - loops stay loops, which are what can be staged

from __future__ import annotations

import functools
import itertools
import operator
from typing import Any, cast

from ag_notebook.staging.backends.carriers import Endless
from ag_notebook.staging.runtime.callees import plain_attribute
from ag_notebook.staging.runtime.integers import integer, is_integer


def accumulate(iterable, func=operator.add, *, initial=None):
    if initial is not None:
        total, made = initial, [initial]
        for item in iterable:
            total = func(total, item)
            made.append(total)
        return made
    pool, made = list(iterable), []
    if len(pool) > 0:
        total = pool[0]
        made.append(total)
        for item in pool[1:]:
            total = func(total, item)
            made.append(total)
    return made


def chain(*iterables):
    made = []
    for iterable in iterables:
        for item in iterable:
            made.append(item)
    return made


def chain_from_iterable(iterables):
    made = []
    for iterable in iterables:
        for item in iterable:
            made.append(item)
    return made


def combinations(iterable, r):
    pool = list(iterable)
    found = [((), 0)]
    for _ in range(r):
        found = [((*c, pool[k]), k + 1) for c, start in found for k in range(start, len(pool))]
    return [c for c, _ in found]


def combinations_with_replacement(iterable, r):
    pool = list(iterable)
    found = [((), 0)]
    for _ in range(r):
        found = [((*c, pool[k]), k) for c, start in found for k in range(start, len(pool))]
    return [c for c, _ in found]


def permutations(iterable, r):
    pool = list(iterable)
    found = [((), ())]
    for _ in range(r):
        found = [((*c, pool[k]), (*u, k)) for c, u in found for k in range(len(pool)) if k not in u]
    return [c for c, _ in found]


def product(*iterables, repeat=1):
    pools = [list(iterable) for iterable in iterables] * repeat
    found = [()]
    for pool in pools:
        found = [(*c, item) for c in found for item in pool]
    return found


def compress(data, selectors):
    return [item for item, wanted in zip(data, selectors) if wanted]


def dropwhile(predicate, iterable):
    made = []
    dropping = True
    for item in iterable:
        dropping = dropping and predicate(item)
        if not dropping:
            made.append(item)
    return made


def takewhile(predicate, iterable):
    made = []
    for item in iterable:
        if not predicate(item):
            break
        made.append(item)
    return made


def filterfalse(predicate, iterable):
    return [item for item in iterable if not (item if predicate is None else predicate(item))]


def groupby(iterable, key=None):
    found = []
    for item in iterable:
        name = item if key is None else key(item)
        if len(found) > 0 and found[-1][0] == name:
            found[-1][1].append(item)
        else:
            found.append((name, [item]))
    return map(group_of, found)


def group_of(pair):
    return pair[0], iter(pair[1])


def islice(iterable, *bounds):
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    start = 0 if start is None else start
    step = 1 if step is None else step
    for bound in (start, step, 0 if stop is None else stop):
        if not is_integer(bound):
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if stop == -1:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if start < 0 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    made = []
    if stop is None:
        for position, item in enumerate(iterable):
            if position >= start and (position - start) % step == 0:
                made.append(item)
        return made
    position = 0
    if stop > 0:
        for item in iterable:  # not by `enumerate`: an endless iterator goes on in the graph
            if position >= start and (position - start) % step == 0:
                made.append(item)
            position += 1
            if position >= stop:
                break
    return made


def pairwise(iterable):
    pool = list(iterable)
    return [(pool[k], pool[k + 1]) for k in range(len(pool) - 1)]


def repeat(item, times):
    return [item for _ in range(times)]


def starmap(function, iterable):
    return [function(*item) for item in iterable]


def zip_longest(*iterables, fillvalue=None):
    pools = [list(iterable) for iterable in iterables]
    longest = 0
    for pool in pools:
        longest = max(longest, len(pool))
    return [tuple([pool[k] if k < len(pool) else fillvalue for pool in pools]) for k in range(longest)]


def reduce(function, sequence, *initial):
    if len(initial) > 0:
        total = initial[0]
        for item in sequence:
            total = function(total, item)
        return total
    pool = list(sequence)
    if len(pool) == 0:
        raise TypeError("reduce() of empty iterable with no initial value")
    total = pool[0]
    for item in pool[1:]:
        total = function(total, item)
    return total


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    low, high = lo, len(a) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        held = a[middle] if key is None else key(a[middle])
        if held < x:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    low, high = lo, len(a) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        held = a[middle] if key is None else key(a[middle])
        if x < held:
            high = middle
        else:
            low = middle + 1
    return low


def insort_right(a, x):
    a.insert(bisect_right(a, x), x)


def insort_left(a, x):
    a.insert(bisect_left(a, x), x)


def heappush(heap, item):
    heap.append(item)
    _lift(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if len(heap) == 0:
        return last
    least = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return least


def heapify(heap):
    for k in reversed(range(len(heap) // 2)):
        _sink(heap, k)


def heappushpop(heap, item):
    if len(heap) > 0 and heap[0] < item:
        least = heap[0]
        heap[0] = item
        _sink(heap, 0)
        return least
    return item


def heapreplace(heap, item):
    least = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return least


def _lift(heap, top, at):
    """Moves the item up to where its parent is not greater."""
    while at > top and heap[at] < heap[(at - 1) // 2]:
        heap[at], heap[(at - 1) // 2] = heap[(at - 1) // 2], heap[at]
        at = (at - 1) // 2


def _sink(heap, top):
    """Moves the item down along the lesser children to a leaf, then up again: in the order that `heapq` leaves."""
    at = top
    while 2 * at + 1 < len(heap):
        child = 2 * at + 1
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child += 1
        heap[at], heap[child] = heap[child], heap[at]
        at = child
    _lift(heap, top, at)


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def is_(a, b):
    return a is b


def is_not(a, b):
    return a is not b


def not_(a):
    return not a


def truth(a):
    return bool(a)


def contains(a, b):
    return b in a


def countOf(a, b):
    count = 0
    for item in a:
        if item == b:
            count += 1
    return count


def indexOf(a, b):
    for position, item in enumerate(a):
        if item == b:
            return position
    raise ValueError("sequence.index(x): x not in sequence")


def index_in_list(items, item, start=0, stop=None):
    first, last, _ = slice(start, stop).indices(len(items))
    for position in range(first, last):
        if items[position] is item or items[position] == item:
            return position
    raise ValueError(f"{item!r} is not in list")


def index_in_tuple(items, item, start=0, stop=None):
    first, last, _ = slice(start, stop).indices(len(items))
    for position in range(first, last):
        if items[position] is item or items[position] == item:
            return position
    raise ValueError("tuple.index(x): x not in tuple")


def count_of(items, item):
    count = 0
    for held in items:
        if held is item or held == item:
            count += 1
    return count


def ranks(items, reverse):
    """The place of each item in the sorted list: asks `<` only, and leaves equal items in their order."""
    found = []
    for position, item in enumerate(items):
        rank = 0
        for other, held in enumerate(items):
            if other == position:
                continue
            first, second = (item, held) if (other < position) != reverse else (held, item)
            is_less = first < second
            if (not is_less) if other < position else is_less:
                rank += 1
        found.append(rank)
    return found


def getitem(a, b):
    return a[b]


def index(a):
    return integer(a)


def length_hint(obj, default=0):
    return len(obj)


def item_of(keys, value):
    return value[keys[0]] if len(keys) == 1 else tuple([value[key] for key in keys])


def attribute_called(name, args, kwargs, value):
    return getattr(value, name)(*args, **kwargs)


_MODULES: dict[str, tuple[str, ...]] = {
    "itertools": (
        *("accumulate", "chain", "combinations", "combinations_with_replacement", "compress", "dropwhile"),
        *("filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat"),
        *("starmap", "takewhile", "zip_longest"),
    ),
    "functools": ("reduce",),
    "bisect": ("bisect_left", "bisect_right", "insort_left", "insort_right"),
    "operator": (
        *(
            "contains",
            "countOf",
            "eq",
            "ge",
            "getitem",
            "gt",
            "index",
            "indexOf",
            "is_",
            "is_not",
            "le",
            "length_hint",
        ),
        *("lt", "ne", "not_", "truth"),
    ),
    "heapq": (*("heapify", "heappop", "heappush", "heappushpop", "heapreplace", "nlargest", "nsmallest"),),
}
_BY_STAGED_PREDICATES = frozenset(("dropwhile", "filterfalse", "takewhile"))


def is_lazy(function: Any) -> bool:
    """Whether what a function of `itertools` gives depends on tests that only a call of its argument shows."""
    return (
        plain_attribute(function, "__module__") == "itertools" and function.__name__ in _BY_STAGED_PREDICATES
    )


def endless(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Endless | None:
    """`itertools.count`, `cycle` and `repeat` as an iterator whose items can be asked for by number, or None."""
    from ag_notebook.staging.runtime.expressions import getitem

    if function is itertools.count:
        start = args[0] if args else kwargs.get("start", 0)
        step = args[1] if len(args) > 1 else kwargs.get("step", 1)
        return Endless(lambda i: start + i * step)
    if function is itertools.repeat and len(args) == 1 and not kwargs:
        return Endless(lambda _: args[0])
    if function is itertools.cycle and len(args) == 1 and type(args[0]) in (list, tuple, str) and args[0]:
        held = list(args[0])
        return Endless(lambda i: getitem(held, i % len(held)))
    return None


def got(function: Any) -> Any:
    """What an `itemgetter` or `methodcaller` does, as a function that is converted; None for anything else."""
    if type(function) is operator.itemgetter:
        return functools.partial(item_of, function.__reduce__()[1])
    if type(function) is operator.methodcaller:
        made, args = cast("tuple[Any, tuple[Any, ...]]", function.__reduce__())
        if isinstance(made, functools.partial):
            return functools.partial(attribute_called, made.args[0], args, made.keywords)
        return functools.partial(attribute_called, args[0], args[1:], {})
    return None


def equivalent(function: Any) -> Any:
    """The function here that does what one of the standard library does, or None."""
    module = str(plain_attribute(function, "__module__") or "").lstrip("_")
    name = plain_attribute(function, "__name__", "")
    if name == "from_iterable" and plain_attribute(function, "__self__") is itertools.chain:
        return chain_from_iterable
    if name in _MODULES.get(module, ()):
        return globals()[name]
    return None
