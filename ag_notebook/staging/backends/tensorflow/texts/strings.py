"""Methods, length, items and order of staged texts, as Python's `str` has them, made of TensorFlow's ops.

    s.upper(), s.strip(), s.split(","), s[1:3], len(s), for c in s, a < b

Characters are Unicode's, as in Python. Positions that a method returns are weak ints.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import StagedItems
from ag_notebook.staging.backends.tensorflow.texts.formats import quoted
from ag_notebook.staging.backends.tensorflow.values.lowering import as_index, as_tensor, backend
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span

_TEXT = TensorType(tf.string, tf.TensorShape([]))
_SPACE = r"\s"


def is_text(value: Any) -> bool:
    """Whether a value is one staged text."""
    return isinstance(value, tf.Tensor) and value.dtype == tf.string and value.shape.rank == 0


def characters(text: Any) -> tf.Tensor:
    """The characters of a text (string, [n])."""
    return tf.strings.unicode_split(as_tensor(text), "UTF-8")


def length(text: Any) -> WeakNumber:
    """`len(text)`."""
    return WeakNumber(tf.strings.length(as_tensor(text), unit="UTF8_CHAR"), tf.int32)


def item(text: tf.Tensor, index: Any) -> tf.Tensor:
    """`text[index]`, of an index or a slice."""
    from ag_notebook.staging.backends.tensorflow.values.lists import checked_index, plain_slice

    held = characters(text)
    if isinstance(index, slice):
        return tf.strings.reduce_join(held[plain_slice(index)])
    return held[checked_index(index, tf.shape(held)[0], "string index out of range")]


def order(left: tf.Tensor, right: tf.Tensor) -> tf.Tensor:
    """Where two texts stand to each other: an int32 below, at or above 0."""
    if left.shape.rank != 0 or right.shape.rank != 0:
        raise TypeError("only single texts are ordered")
    codes = [tf.strings.unicode_decode(t, "UTF-8") for t in (left, right)]
    longest = tf.maximum(tf.shape(codes[0])[0], tf.shape(codes[1])[0]) + 1
    a, b = (tf.pad(c, [[0, longest - tf.shape(c)[0]]], constant_values=-1) for c in codes)
    return (a - b)[tf.argmax(tf.not_equal(a, b))]


def method(text: tf.Tensor, name: str) -> Callable[..., Any] | None:
    """The method of that name of a staged text, or None where `str` has none.

    Raises (when called):
        StagingError: AG263, the method is not supported.
    """
    if not callable(getattr(str, name, None)) or name.startswith("_") or text.shape.rank != 0:
        return None
    found = _METHODS.get(name)

    def call(*args: Any, **kwargs: Any) -> Any:
        if found is None:
            raise _unsupported(name)
        try:
            inspect.signature(found).bind(text, *args, **kwargs)
        except TypeError:  # arguments that only Python's own method has, or that it has not either
            raise _unsupported(f"{name} with these arguments") from None
        return found(text, *args, **kwargs)

    call.__name__ = name
    call.__module__ = __name__
    return call


def _unsupported(name: str) -> StagingError:
    return StagingError(
        "AG263",
        f"str.{name} of a staged text is not supported.",
        span=user_span(),
        fix="Use a function of tf.strings.",
    )


def _char_class(chars: Any) -> str:
    if chars is None:
        return _SPACE
    if not isinstance(chars, str):
        raise _unsupported("strip")
    return "[" + re.escape(chars).replace("/", "\\/") + "]" if chars else "[^\\x00-\\x{10FFFF}]"


def _strip(text: tf.Tensor, chars: Any = None) -> tf.Tensor:
    return _lstrip(_rstrip(text, chars), chars)


def _lstrip(text: tf.Tensor, chars: Any = None) -> tf.Tensor:
    return tf.strings.regex_replace(text, f"^{_char_class(chars)}+", "")


def _rstrip(text: tf.Tensor, chars: Any = None) -> tf.Tensor:
    return tf.strings.regex_replace(text, rf"{_char_class(chars)}+\z", "")


def _starts(text: tf.Tensor, prefix: Any) -> Any:
    return _any_of(prefix, lambda p: tf.equal(tf.strings.substr(text, 0, tf.strings.length(p)), p), text)


def _ends(text: tf.Tensor, suffix: Any) -> Any:
    def holds(end: tf.Tensor) -> tf.Tensor:
        size, own = tf.strings.length(end), tf.strings.length(text)
        start = tf.maximum(own - size, 0)
        return tf.logical_and(size <= own, tf.equal(tf.strings.substr(text, start, own), end))

    return _any_of(suffix, holds, text)


def _any_of(wanted: Any, holds: Callable[[tf.Tensor], tf.Tensor], text: tf.Tensor) -> Any:
    options = wanted if isinstance(wanted, tuple) else (wanted,)
    return tf.reduce_any(tf.stack([holds(as_tensor(o)) for o in options])) if options else False


def _pieces(text: tf.Tensor, separator: Any) -> tf.Tensor:
    """The text between the separators (string, [n])."""
    sep = as_tensor(separator)
    backend().assert_stmt(tf.not_equal(sep, ""), lambda: ValueError("empty separator"))
    # tf.strings.split drops nothing but splits an empty text into no pieces, where Python gives one empty piece.
    found = tf.strings.split(tf.strings.join([text, sep]), sep)
    return found[:-1]


def _split(text: tf.Tensor, sep: Any = None, maxsplit: Any = -1) -> list[Any]:
    if type(maxsplit) is not int or (maxsplit >= 0 and sep is None):
        raise _unsupported("split with maxsplit")
    pieces = tf.strings.split(_strip(text)) if sep is None else _pieces(text, sep)
    return _as_list(pieces if maxsplit < 0 else _first_pieces(pieces, sep, maxsplit))


def _rsplit(text: tf.Tensor, sep: Any = None, maxsplit: Any = -1) -> list[Any]:
    if type(maxsplit) is not int or maxsplit < 0:
        return _split(text, sep, maxsplit)
    if sep is None:
        raise _unsupported("rsplit with maxsplit")
    pieces = _pieces(text, sep)
    at = tf.maximum(tf.shape(pieces)[0] - maxsplit, 1)
    return _as_list(tf.concat([_together(pieces[:at], sep)[None], pieces[at:]], 0))


def _first_pieces(pieces: tf.Tensor, sep: Any, count: int) -> tf.Tensor:
    """The first pieces, and the rest as one more."""
    at = tf.minimum(tf.shape(pieces)[0] - 1, count)
    return tf.concat([pieces[:at], _together(pieces[at:], sep)[None]], 0)


def _together(pieces: tf.Tensor, sep: Any) -> tf.Tensor:
    return tf.strings.reduce_join(tf.concat([pieces[:1], tf.strings.join([as_tensor(sep), pieces[1:]])], 0))


def _partition(text: tf.Tensor, sep: Any) -> tuple[Any, ...]:
    pieces = _pieces(text, sep)
    mark = tf.where(tf.shape(pieces)[0] > 1, as_tensor(sep), "")
    return pieces[0], mark, _together(pieces[1:], sep)


def _rpartition(text: tf.Tensor, sep: Any) -> tuple[Any, ...]:
    pieces = _pieces(text, sep)
    mark = tf.where(tf.shape(pieces)[0] > 1, as_tensor(sep), "")
    return _together(pieces[:-1], sep), mark, pieces[-1]


def contains(text: tf.Tensor, part: tf.Tensor) -> tf.Tensor:
    """`part in text` of two staged texts."""
    return _find(text, part).tensor() >= 0


def _as_list(pieces: tf.Tensor) -> list[Any]:
    handle = tf.raw_ops.TensorListFromTensor(tensor=pieces, element_shape=tf.constant([], tf.int32))
    return [StagedItems((handle,), _TEXT, backend())]


def _splitlines(text: tf.Tensor) -> list[Any]:
    whole = tf.strings.regex_replace(tf.strings.regex_replace(text, "\r\n?", "\n"), r"\n\z", "")
    pieces = _pieces(whole, "\n")
    return _as_list(tf.cond(tf.equal(text, ""), lambda: pieces[:0], lambda: pieces))


def _replace(text: tf.Tensor, old: Any, new: Any) -> tf.Tensor:
    if isinstance(old, str) and old:
        escaped = re.escape(old)
        if isinstance(new, str):
            return tf.strings.regex_replace(text, escaped, new.replace("\\", "\\\\"))
        return _rejoined(text, old, new)
    if isinstance(old, str):
        raise _unsupported("replace of an empty text")
    return _rejoined(text, old, new)


def _rejoined(text: tf.Tensor, old: Any, new: Any) -> tf.Tensor:
    """The pieces with another text between them."""
    pieces = _pieces(text, old)
    return tf.strings.reduce_join(tf.concat([pieces[:1], tf.strings.join([as_tensor(new), pieces[1:]])], 0))


def _around(text: tf.Tensor, part: Any) -> tf.Tensor:
    """The pieces around a part; an empty part, which is everywhere, is looked for as a text that is nowhere."""
    sought = as_tensor(part)
    return _pieces(text, tf.where(tf.equal(sought, ""), "\0\0", sought))


def _is_empty(part: Any) -> tf.Tensor:
    return tf.equal(as_tensor(part), "")


def _count(text: tf.Tensor, part: Any) -> WeakNumber:
    found = tf.shape(_around(text, part))[0] - 1
    return WeakNumber(tf.where(_is_empty(part), length(text).tensor() + 1, found), tf.int32)


def _find(text: tf.Tensor, part: Any) -> WeakNumber:
    pieces = _around(text, part)
    at = tf.where(tf.shape(pieces)[0] > 1, tf.strings.length(pieces[0], unit="UTF8_CHAR"), -1)
    return WeakNumber(tf.where(_is_empty(part), 0, at), tf.int32)


def _rfind(text: tf.Tensor, part: Any) -> WeakNumber:
    pieces = _around(text, part)
    before = length(text).tensor() - tf.strings.length(pieces[-1], unit="UTF8_CHAR") - length(part).tensor()
    at = tf.where(tf.shape(pieces)[0] > 1, before, -1)
    return WeakNumber(tf.where(_is_empty(part), length(text).tensor(), at), tf.int32)


def _index(text: tf.Tensor, part: Any) -> WeakNumber:
    at = _find(text, part)
    backend().assert_stmt(at.tensor() >= 0, lambda: ValueError("substring not found"))
    return at


def _rindex(text: tf.Tensor, part: Any) -> WeakNumber:
    at = _rfind(text, part)
    backend().assert_stmt(at.tensor() >= 0, lambda: ValueError("substring not found"))
    return at


def _capitalize(text: tf.Tensor) -> tf.Tensor:
    held = characters(text)
    first, rest = tf.strings.reduce_join(held[:1]), tf.strings.reduce_join(held[1:])
    return tf.strings.join([_upper(first), _lower(rest)])


def _title(text: tf.Tensor) -> tf.Tensor:
    held = characters(_lower(text))
    is_letter = tf.strings.regex_full_match(held, r"\p{L}")
    after_letter = tf.concat([[False], is_letter[:-1]], 0)[: tf.shape(held)[0]]
    return tf.strings.reduce_join(tf.where(after_letter, held, _upper(held)))


def _swapcase(text: tf.Tensor) -> tf.Tensor:
    held = characters(text)
    return tf.strings.reduce_join(tf.where(tf.equal(held, _upper(held)), _lower(held), _upper(held)))


def _upper(text: tf.Tensor) -> tf.Tensor:
    return tf.strings.upper(text, encoding="utf-8")


def _lower(text: tf.Tensor) -> tf.Tensor:
    return tf.strings.lower(text, encoding="utf-8")


def _matches(pattern: str) -> Callable[[tf.Tensor], tf.Tensor]:
    return lambda text: tf.strings.regex_full_match(text, pattern)


def _is_case(own: Callable[[tf.Tensor], tf.Tensor], other: Callable[[tf.Tensor], tf.Tensor]) -> Any:
    return lambda text: tf.logical_and(tf.equal(text, own(text)), tf.not_equal(text, other(text)))


def _join(text: tf.Tensor, parts: Any) -> tf.Tensor:
    from ag_notebook.staging.backends.tensorflow.texts.texts import joined

    return joined(text, parts)


def _padded(align: str) -> Callable[..., tf.Tensor]:
    def pad(text: tf.Tensor, width: Any, fill: Any = " ") -> tf.Tensor:
        from ag_notebook.staging.backends.tensorflow.texts.formats import aligned

        return aligned(text, as_index(width), fill, align)

    return pad


def _center(text: tf.Tensor, width: Any, fill: Any = " ") -> tf.Tensor:
    """As Python's, the odd character goes to the left where the width is odd."""
    from ag_notebook.staging.backends.tensorflow.texts.formats import aligned

    size, own = as_index(width), length(text).tensor()
    missing = tf.maximum(size - own, 0)
    left = missing // 2 + (missing % 2) * (size % 2)
    return aligned(aligned(text, own + left, fill, ">"), size, fill, "<")


def _zfill(text: tf.Tensor, width: Any) -> tf.Tensor:
    from ag_notebook.staging.backends.tensorflow.texts.formats import aligned

    return aligned(text, as_index(width), "0", "=")


def _remove(start: bool) -> Callable[[tf.Tensor, Any], tf.Tensor]:
    def remove(text: tf.Tensor, part: Any) -> tf.Tensor:
        part = as_tensor(part)
        size, own = tf.strings.length(part), tf.strings.length(text)
        holds = _starts(text, part) if start else _ends(text, part)
        at = tf.where(holds, size, 0)
        return tf.strings.substr(text, at if start else 0, own - at)

    return remove


def as_int(text: tf.Tensor, base: Any = 10) -> WeakNumber:
    """`int(text, base)`."""
    if type(base) is not int or not 2 <= base <= 36:
        raise _unsupported("int with such a base")
    whole = _lower(_strip(text))
    digits = tf.strings.regex_replace(tf.strings.regex_replace(whole, "^[-+]", ""), "_", "")
    if base in _PREFIXES:
        digits = tf.strings.regex_replace(digits, f"^0{_PREFIXES[base]}", "")
    codes = tf.strings.unicode_decode(digits, "UTF-8")
    values = tf.where(codes >= 97, codes - 87, codes - 48)
    known = tf.logical_and(tf.strings.regex_full_match(digits, "[0-9a-z]+"), tf.reduce_all(values < base))
    backend().assert_stmt(
        known,
        lambda: ValueError(tf.strings.join([f"invalid literal for int() with base {base}: ", quoted(text)])),
    )
    places = tf.range(tf.shape(values)[0] - 1, -1, -1)
    number = tf.reduce_sum(values * tf.cast(base, tf.int32) ** places)
    return WeakNumber(tf.where(tf.strings.regex_full_match(whole, "-.*"), -number, number), tf.int32)


_PREFIXES = {2: "b", 8: "o", 16: "x"}


def as_float(text: tf.Tensor) -> WeakNumber:
    """`float(text)`."""
    digits = tf.strings.regex_replace(_lower(_strip(text)), "([0-9])_([0-9])", r"\1\2")
    known = tf.strings.regex_full_match(digits, _FLOAT)
    backend().assert_stmt(
        known, lambda: ValueError(tf.strings.join(["could not convert string to float: ", quoted(text)]))
    )
    number = tf.strings.to_number(tf.where(known, digits, "0"))
    return WeakNumber(number, tf.float32)


_FLOAT = r"[-+]?(?:[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?|\.[0-9]+(?:e[-+]?[0-9]+)?|inf|infinity|nan)"


_METHODS: dict[str, Callable[..., Any]] = {
    "capitalize": _capitalize,
    "center": _center,
    "count": _count,
    "endswith": _ends,
    "find": _find,
    "index": _index,
    "isalnum": _matches(r"[\p{L}\p{N}]+"),
    "isalpha": _matches(r"\p{L}+"),
    "isascii": _matches(r"[\x00-\x7f]*"),
    "isdecimal": _matches(r"\p{Nd}+"),
    "isdigit": _matches(r"\p{Nd}+"),
    "islower": _is_case(_lower, _upper),
    "isnumeric": _matches(r"\p{N}+"),
    "isspace": _matches(r"\s+"),
    "isupper": _is_case(_upper, _lower),
    "join": _join,
    "ljust": _padded("<"),
    "lower": _lower,
    "casefold": _lower,
    "lstrip": _lstrip,
    "partition": _partition,
    "rindex": _rindex,
    "rpartition": _rpartition,
    "rsplit": _rsplit,
    "removeprefix": _remove(start=True),
    "removesuffix": _remove(start=False),
    "replace": _replace,
    "rfind": _rfind,
    "rjust": _padded(">"),
    "rstrip": _rstrip,
    "split": _split,
    "splitlines": _splitlines,
    "startswith": _starts,
    "strip": _strip,
    "swapcase": _swapcase,
    "title": _title,
    "upper": _upper,
    "zfill": _zfill,
}
