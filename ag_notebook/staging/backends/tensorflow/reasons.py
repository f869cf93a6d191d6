"""Says in a reader's words what TensorFlow and Keras say in those of their operations and nodes.

The user's line is shown beside, so a message names no operation, no node of the graph and no class of TensorFlow's or ours.
What is not known here is cleaned of such names and handed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ag_notebook.staging.wording import plain_classes, with_article, without_escapes

Reason = tuple[str, str]
"""A sentence, and a way out (may be empty)."""

_CAST = "Cast one of them, for instance with tf.cast(x, tf.float32)."
_TEXT = "Make a text of the number, for instance with an f-string."
_SHAPES = "Look at the shapes (x.shape), and reshape, transpose or slice one of the two."
_INTEGER = "Convert the index, for instance with tf.cast(i, tf.int32)."


def reason(text: str) -> Reason:
    """The sentence and the way out for the text of an error of TensorFlow's, Keras' or Python's."""
    text = _unwrapped(text)
    for pattern, say in _RULES:
        found = pattern.search(text)
        if found:
            return say(found)
    shaped = _SHAPED.match(text)
    if shaped:
        return f"{_sentence(shaped['said'])[:-1]} (the shapes are {shaped['shapes'].strip(' ,.')}).", _SHAPES
    return _sentence(text), ""


def core_of(text: str) -> str:
    """What an error of a running graph says, without its nodes and where they were made."""
    kept: list[str] = []
    for line in text.split("\n"):
        line = _NODE_MARK.sub("", line).rstrip()
        if not line.strip() or _NOISE.match(line) or line.startswith(("  File ", "    ")):
            continue
        kept.append(tidy(line))
    return "\n".join(dict.fromkeys(kept))


def tidy(text: str) -> str:
    """The text without names of nodes, addresses, and classes of TensorFlow's or ours."""
    text = without_escapes(text)
    text = _TENSOR.sub(lambda m: f"a tensor {m['dtype']}{_dimensions(m['shape'])}", text)
    text = _SPEC.sub(lambda m: f"{m['dtype']}{_dimensions(m['shape'])}", text)
    text = _ADDRESS.sub(lambda m: with_article(m["kind"]), text)
    text = _BUILDING.sub("", _PLACE.sub("", _NODE.sub("", _NODE_MARK.sub("", text))))
    text = text.replace("StringToNumberOp could not correctly convert string:", "this text is no number:")
    return plain_classes(text)


_TENSOR = re.compile(
    r"<tf\.Tensor(?: '[^']*')?:? ?shape=\((?P<shape>[^)]*)\),? dtype=(?P<dtype>\w+)(?:, numpy=[^>]*)?>"
    r"|Tensor\(\"[^\"]*\", shape=\((?P<shape2>[^)]*)\), dtype=(?P<dtype2>\w+)\)"
)
_ADDRESS = re.compile(r"<(?P<kind>\w+)(?: object)?(?: [^<>]*)? at 0x[0-9a-f]+>")
_IN_USER_CODE = re.compile(r"^\s*\w*(?:Error|Exception): (.*)", re.MULTILINE)
_SPEC = re.compile(r"TensorSpec\(shape=\((?P<shape>[^)]*)\), dtype=tf\.(?P<dtype>\w+), name=[^)]*\)")
_PLACE = re.compile(r" \([\w/.]+:\d+\)| with name 'None'")
_BUILDING = re.compile(r" while building NodeDef .*")
_NODE = re.compile(r"\s*\{\{[a-z_]*node [^}]*\}\}\s*")
_NODE_MARK = re.compile(r"\s*\[\[\{\{node [^}]*\}\}\]\]|\s*\[Op:\w+\](?: name: ?\S*)?")
_NOISE = re.compile(
    r"Graph execution error:|Detected at node|Stack trace for op definition|The op is created at|File \"|\t?tf2xla conversion"
    r"|\d+ derived errors|\(\d+\) .*Cancelled"
)
_SHAPED = re.compile(
    r"(?P<said>.*?),? ?for '\{\{node .*?\}\} = .*?' with input shapes: (?P<shapes>.*?)"
    r"(?: and with .*)?\.?$",
    re.DOTALL,
)


def _dimensions(shape: str | None) -> str:
    return f"[{(shape or '').strip(', ')}]"


def _unwrapped(text: str) -> str:
    """What Keras says that it met in a layer, without its frame; the first paragraph of other texts."""
    text = without_escapes(text.strip())
    if text.startswith("Exception encountered when calling"):
        paragraphs = [part.strip() for part in text.split("\n\n")]
        text = paragraphs[1] if len(paragraphs) > 1 else text
    if text.startswith("in user code:"):
        said = [found[1] for found in _IN_USER_CODE.finditer(text)]
        text = said[-1] if said else text
    return text.split("\n")[0].strip()


def _sentence(text: str) -> str:
    text = tidy(text).strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _mixed(one: str, other: str) -> Reason:
    kinds = sorted({one, other})
    fix = _TEXT if "string" in kinds else _CAST
    return f"{kinds[0]} and {kinds[-1]} do not go together: TensorFlow converts neither by itself.", fix


def _unfit(found: re.Match[str]) -> Reason:
    value, kind, dtype = found["value"], found["kind"], found["dtype"]
    said = repr(value) if kind == "str" and not value.startswith(("'", '"')) else tidy(value)
    what = f"{said} ({with_article(kind)})" if kind in ("int", "float", "str", "bool") else with_article(kind)
    fix = {
        "str": _TEXT if dtype != "string" else "",
        "float": "Cast the tensor, for instance with tf.cast(x, tf.float32).",
        "int": "Make a text of the number, for instance with an f-string." if dtype == "string" else _CAST,
    }.get(kind, "")
    return f"{what} does not go together with {with_article(dtype)} tensor.", fix


def _list_of(names: str) -> str:
    kinds = list(dict.fromkeys(re.findall(r"\w+", names)))
    return f"{', '.join(kinds[:-1])} and {kinds[-1]}"


def _index(found: re.Match[str]) -> Reason:
    this = tidy(found["value"]).rstrip(".")
    said = f"an index is an integer, a slice, `...`, None or a scalar tensor of int32 or int64, and this is {this}."
    return said, _INTEGER if "float" in this else ""


_NOTHING = "None is no value that TensorFlow can compute with."
_RULES: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Reason]]] = [
    (
        re.compile(r"Op has type (?P<a>\w+) that does not match type (?P<b>\w+) of argument"),
        lambda m: _mixed(m["a"], m["b"]),
    ),
    (
        re.compile(r"Op has type (?P<a>\w+) that does not match expected type of (?P<b>\w+)"),
        lambda m: (
            f"a tensor of {m['b']} is expected here, and this one is {m['a']}.",
            _TEXT if m["b"] == "string" else f"Cast it, for instance with tf.cast(x, tf.{m['b']}).",
        ),
    ),
    (
        re.compile(
            r"Expected (?P<dtype>\w+)(?: passed to parameter .*?| ?),? (?:but )?got (?P<value>.*?) of type '(?P<kind>\w+)'",
            re.DOTALL,
        ),
        _unfit,
    ),
    (
        re.compile(r"Tensors in list passed to .*? have types \[(?P<kinds>.*?)\] that don't all match"),
        lambda m: (f"the tensors are of {_list_of(m['kinds'])}, and must be of one dtype.", _CAST),
    ),
    (
        re.compile(r"(?P<said>Cannot reshape a tensor with .*?\(\d+ elements\))"),
        lambda m: (f"{m['said']}.", "Give a shape with as many elements as the tensor has."),
    ),
    (
        re.compile(r"Tensor conversion requested dtype (?P<b>\w+) for Tensor with dtype (?P<a>\w+)"),
        lambda m: (
            f"a tensor of {m['b']} is expected here, and this one is {m['a']}.",
            f"Cast it, for instance with tf.cast(x, tf.{m['b']}).",
        ),
    ),
    (
        re.compile(r"only supports singleton tf\.Variables"),
        lambda m: (
            "a variable would be made at each call.",
            "Make it once, outside of the function: in `__init__`, or in `build` of a Keras layer.",
        ),
    ),
    (re.compile(r"None values not supported"), lambda m: (_NOTHING, "")),
    (re.compile(r"Attempting to slice scalar input"), lambda m: ("a scalar tensor has no items.", "")),
    (
        re.compile(r"are valid indices, got (?P<value>.*)"),
        _index,
    ),
    (
        re.compile(
            r"[Ii]nvalid reduction dimension \(?(?P<axis>-?\d+) for input with (?P<rank>\d+) dimension"
        ),
        lambda m: (f"there is no axis {m['axis']}: the tensor has {m['rank']} dimensions.", ""),
    ),
    (
        re.compile(r"Index out of range using input dim \d+; input has only (?P<rank>\d+) dims"),
        lambda m: (f"too many indices: the tensor has {m['rank']} dimension{'s' * (m['rank'] != '1')}.", ""),
    ),
    (
        re.compile(r"slice index (?P<index>-?\d+) of dimension (?P<axis>\d+) out of bounds"),
        lambda m: (f"index {m['index']} is out of bounds in dimension {m['axis']}.", ""),
    ),
    (
        re.compile(r"(?P<what>[Tt]ensor|a staged value) (?:is|was) unhashable"),
        lambda m: (
            "a tensor cannot be hashed: it is no member of a set and no key of a dict.",
            "Use a list, or a Python number as the key.",
        ),
    ),
    (
        re.compile(r"is out of scope and cannot be used here"),
        lambda m: (
            "a tensor that was made in another branch, loop or function is used here.",
            "Return it from there, or make it here.",
        ),
    ),
    (
        re.compile(r"The variable shape (?P<a>\([^)]*\)), and the assigned value shape (?P<b>\([^)]*\))"),
        lambda m: (f"a value of shape {m['b']} does not fit a variable of shape {m['a']}.", _SHAPES),
    ),
]
