"""Formats staged numbers and texts as Python's `format` does, by TensorFlow's ops, item by item of a tensor.

    {n:05d} {n:,} {n:x} {x:>8.3f} {x:.2e} {x:.1%} {s:^10} {x}

A float32 counts as the shortest decimal number that is nearest to it, as `0.1` does in Python.
"""

from __future__ import annotations

import re
from typing import Any

import tensorflow as tf

_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>\#)?(?P<zero>0)?(?P<width>\d+|\ue000)?"
    r"(?P<group>[,_])?(?:\.(?P<precision>\d+))?(?P<kind>[bcdeEfFgGnosxX%])?",
    re.DOTALL,
)
WIDTH = "\ue000"
"""Stands in a spec for a width that only the graph knows."""
_BASES = {"b": 1, "o": 3, "x": 4, "X": 4}
_DIGITS = "0123456789abcdef"


def formatted(value: tf.Tensor, spec: str, width: Any = None) -> tf.Tensor | None:
    """`format(item, spec)` of each item of a tensor of numbers or texts; None where no op does it.

    `width` is the staged width that `WIDTH` in the spec stands for.

    Raises:
        ValueError: Python refuses the spec for such a value.
    """
    sample: Any = "" if value.dtype == tf.string else 1.0 if value.dtype.is_floating else 1
    format(value.dtype == tf.bool or sample, spec.replace(WIDTH, "1"))
    found = _SPEC.fullmatch(spec)
    if found is None or (found["zero"] and found["group"]) or value.dtype.is_complex:
        return None
    if not spec:
        return plain(value)
    if value.dtype == tf.string:
        text = value
        if found["precision"]:
            text = tf.strings.substr(text, 0, int(found["precision"]), unit="UTF8_CHAR")
    else:
        text = _number(tf.cast(value, tf.int32) if value.dtype == tf.bool else value, found)
        if text is None:
            return None
    if not found["width"]:
        return text
    size = width if found["width"] == WIDTH else int(found["width"])
    fill, align = found["fill"] or " ", found["align"] or ("<" if value.dtype == tf.string else ">")
    if found["zero"] and not found["align"]:
        fill, align = "0", "=" if value.dtype != tf.string else "<"
    elif found["zero"] and not found["fill"]:
        fill = "0"
    return aligned(text, size, fill, align)


def plain(value: tf.Tensor) -> tf.Tensor:
    """`str(item)` of each item."""
    if value.dtype == tf.string:
        return value
    if value.dtype == tf.bool:
        return tf.where(value, "True", "False")
    if value.dtype.is_integer:
        return tf.strings.as_string(value)
    return _float_repr(value)


def quoted(text: tf.Tensor) -> tf.Tensor:
    """`repr(item)` of each text."""
    for character, escape in (("\\", r"\\\\"), ("\n", r"\\n"), ("\r", r"\\r"), ("\t", r"\\t")):
        text = tf.strings.regex_replace(text, re.escape(character), escape)
    has_single = tf.strings.regex_full_match(text, "(?s).*'.*")
    has_double = tf.strings.regex_full_match(text, '(?s).*".*')
    escaped = tf.strings.regex_replace(text, "'", r"\\'")
    return tf.where(
        tf.logical_and(has_single, tf.logical_not(has_double)),
        tf.strings.join(['"', text, '"']),
        tf.strings.join(["'", escaped, "'"]),
    )


def aligned(text: tf.Tensor, width: Any, fill: str, align: str) -> tf.Tensor:
    """The text with fill characters up to a width; `=` puts them behind a sign or a prefix."""
    missing = tf.maximum(tf.cast(width, tf.int32) - tf.strings.length(text, unit="UTF8_CHAR"), 0)

    def padding(count: tf.Tensor) -> tf.Tensor:
        if isinstance(width, int):
            return tf.strings.substr(fill * width, tf.zeros_like(count), count, unit="UTF8_CHAR")
        return tf.strings.reduce_join(tf.fill([count], fill))

    if align == "<":
        return tf.strings.join([text, padding(missing)])
    if align == ">":
        return tf.strings.join([padding(missing), text])
    if align == "^":
        left = missing // 2
        return tf.strings.join([padding(left), text, padding(missing - left)])
    sign = tf.strings.regex_replace(text, r"(?s)^([-+ ]?(?:0[xXbo])?).*", r"\1")
    body = tf.strings.regex_replace(text, r"^[-+ ]?(?:0[xXbo])?", "")
    return tf.strings.join([sign, padding(missing), body])


def _number(value: tf.Tensor, spec: re.Match[str]) -> tf.Tensor | None:
    """The number with its sign and groups, not padded yet."""
    kind = spec["kind"]
    if kind == "c":
        return tf.strings.unicode_encode(tf.cast(value, tf.int32)[..., None], "UTF-8")
    if value.dtype.is_integer and kind not in ("e", "E", "f", "F", "g", "G", "%"):
        text = (
            _in_base(value, kind, bool(spec["alternate"])) if kind in _BASES else tf.strings.as_string(value)
        )
    elif spec["alternate"]:
        return None
    else:
        number = tf.cast(value, tf.float64) if value.dtype.is_integer else python_float(value)
        text = _float(number, value, kind, spec["precision"])
    if spec["group"]:
        text = _grouped(text, spec["group"], 4 if kind in _BASES else 3)
    if spec["sign"] in ("+", " "):
        text = tf.strings.regex_replace(text, r"^([^-])", rf"{spec['sign']}\1")
    return text


def _grouped(text: tf.Tensor, mark: str, size: int) -> tf.Tensor:
    for _ in range(64 // size if size == 4 else 6):
        text = tf.strings.regex_replace(
            text, rf"^([-+ ]?[0-9a-fA-F]+)([0-9a-fA-F]{{{size}}})", rf"\1{mark}\2"
        )
    return text


def _in_base(value: tf.Tensor, kind: str, prefixed: bool) -> tf.Tensor:
    """An int in base 2, 8 or 16."""
    bits = _BASES[kind]
    places = tf.range(63 // bits, -1, -1, dtype=tf.int64) * bits
    number = tf.abs(tf.cast(value, tf.int64))[..., None]
    digits = tf.bitwise.bitwise_and(tf.bitwise.right_shift(number, places), (1 << bits) - 1)
    text = tf.strings.reduce_join(tf.gather(tf.constant(list(_DIGITS)), digits), -1)
    text = tf.strings.regex_replace(text, "^0+(.)", r"\1")
    if kind == "X":
        text = tf.strings.upper(text)
    negative = value < tf.zeros_like(value)
    prefix = f"0{kind}" if prefixed else ""
    return tf.strings.join([tf.where(negative, f"-{prefix}", prefix), text])


def in_base(value: tf.Tensor, kind: str) -> tf.Tensor:
    """`hex(value)`, `bin(value)`, `oct(value)` by the letter of the base."""
    return _in_base(value, kind, prefixed=True)


def _float(number: tf.Tensor, value: tf.Tensor, kind: str | None, precision: str | None) -> tf.Tensor:
    digits = 6 if precision is None else int(precision)
    if kind is None:
        return _float_repr(value) if precision is None else _general(number, max(digits, 1))
    if kind in "eE":
        text = tf.strings.as_string(number, precision=digits, scientific=True)
    elif kind in "gGn":  # `n` has the separators of the locale, which are those of `g` unless one is set
        text = tf.strings.as_string(number, precision=max(digits, 1), shortest=True)
    elif kind == "%":
        text = tf.strings.join([tf.strings.as_string(number * 100, precision=digits), "%"])
    else:
        text = tf.strings.as_string(number, precision=digits)
    text = tf.strings.regex_replace(text, "-nan", "nan")
    return tf.strings.upper(text) if kind in "EFG" else text


def _general(number: tf.Tensor, digits: int) -> tf.Tensor:
    """`{x:.3}`: as `g`, but a number that is no power of ten keeps a digit behind its point."""
    text = tf.strings.as_string(number, precision=digits, shortest=True)
    scientific = tf.strings.as_string(number, precision=digits - 1, scientific=True)
    scientific = tf.strings.regex_replace(
        tf.strings.regex_replace(scientific, r"(\.[0-9]*?)0+e", r"\1e"), r"\.e", "e"
    )
    large = tf.abs(tf.strings.to_number(text, tf.float64)) >= 10.0 ** (digits - 1)
    return tf.where(tf.logical_and(large, tf.math.is_finite(number)), scientific, _with_point(text))


def _with_point(text: tf.Tensor) -> tf.Tensor:
    return tf.strings.regex_replace(text, r"^(-?[0-9]+)$", r"\1.0")


def _shortest(value: tf.Tensor) -> tf.Tensor:
    """The shortest decimal text (as `%g` has it) that is read as the same number again."""
    tries = (6, 7, 8, 9) if value.dtype == tf.float32 else (15, 16, 17)
    text = tf.strings.as_string(value, precision=tries[-1], shortest=True)
    for digits in reversed(tries[:-1]):
        shorter = tf.strings.as_string(value, precision=digits, shortest=True)
        text = tf.where(tf.equal(tf.strings.to_number(shorter, value.dtype), value), shorter, text)
    return text


def _widened(value: tf.Tensor) -> tf.Tensor:
    return value if value.dtype in (tf.float32, tf.float64) else tf.cast(value, tf.float32)


def python_float(value: tf.Tensor) -> tf.Tensor:
    """A float as Python's (float64): the decimal number that it is written as."""
    value = _widened(value)
    return value if value.dtype == tf.float64 else tf.strings.to_number(_shortest(value), tf.float64)


def _float_repr(value: tf.Tensor) -> tf.Tensor:
    value = _widened(value)
    text = _shortest(value)
    number = tf.abs(tf.strings.to_number(text, tf.float64))
    # %g writes 1e+06 where Python writes 1000000.0, up to 1e16.
    is_whole = tf.logical_and(number >= 1e5, number < 1e16)
    is_short = tf.strings.regex_full_match(text, "-?[0-9.]+")
    whole = tf.strings.as_string(tf.strings.to_number(text, tf.float64), precision=0)
    text = tf.where(tf.logical_and(is_whole, tf.logical_not(is_short)), whole, text)
    return tf.strings.regex_replace(_with_point(text), "-nan", "nan")
