"""Finds operations in a graph by name, kind or line, in all of its nested graphs.

    find(graph, "op:Mul line:7")        find(graph, "name:dense/.* op:MatMul")        find(graph, "kernel")

A graph of ten thousand operations is not read from top to bottom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ag_notebook.report import GraphModel, GraphNode
from ag_notebook.views.reading import role_text

LONGEST = 200
"""Characters of a search."""


class SearchError(ValueError):
    """A search that cannot be read.

    Attributes:
        code: `AG405`.
        message: what is wrong, one sentence.
        fix: the way out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span = "AG405", message, None
        self.fix = (
            "Write words like `op:Mul`, `name:dense`, `line:7`, `line:7-9`, or a part of a name; "
            "`.*` stands for any text."
        )

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


@dataclass(frozen=True, slots=True)
class Found:
    """An operation, and the way to it: of each graph that it is in, the operation that holds it and its role."""

    node: GraphNode
    path: tuple[tuple[str, str], ...] = ()


Test = Callable[[GraphNode], bool]


def find(graph: GraphModel, search: str) -> list[Found]:
    """The operations of a graph and its nested ones that all words of `search` fit, in order.

    `op:` is a regular expression for the whole kind, `name:` one for a part of the name, `line:` a number or a range;
    a word alone is looked for in kind, name and label. Capital letters do not count.

    Raises:
        SearchError: AG405, a word cannot be read.
    """
    tests = [_test(word) for word in search.split()]
    if not tests:
        raise SearchError("A search has at least one word.")
    return [found for found in _all(graph) if all(test(found.node) for test in tests)]


def _all(graph: GraphModel) -> Iterator[Found]:
    stack: list[Iterator[Found]] = [iter([Found(node) for node in graph.nodes])]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
            continue
        yield found
        inside = [
            Found(node, (*found.path, (found.node.name, role_text(inner))))
            for inner in found.node.subgraphs
            for node in inner.nodes
        ]
        if inside:
            stack.append(iter(inside))


_KINDS = ("op", "name", "line")


def _test(word: str) -> Test:
    kind, colon, rest = word.partition(":")
    if colon and kind.isalpha() and rest == "":
        raise SearchError(f"`{word}` says nothing after its colon.")
    if colon and kind.isalpha() and kind not in _KINDS and not rest.isdigit():  # `add:0` is a tensor's name
        raise SearchError(f"`{kind}:` is nothing to search by.")
    if colon and kind == "op":
        pattern = _pattern(rest)
        return lambda node: pattern.fullmatch(node.op) is not None
    if colon and kind == "name":
        pattern = _pattern(rest)
        return lambda node: pattern.search(node.name) is not None
    if colon and kind == "line":
        lines = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", rest, re.ASCII)
        if lines is None:
            raise SearchError(f"`{rest[:LONGEST]}` is no line.")
        first, last = int(lines[1]), int(lines[2] or lines[1])
        return lambda node: node.span is not None and first <= node.span.line <= last
    pattern = _pattern(word)
    return lambda node: any(pattern.search(text) for text in (node.op, node.name, node.label))


def _pattern(text: str) -> re.Pattern[str]:
    if len(text) > LONGEST:
        raise SearchError(f"A word of a search has at most {LONGEST} characters, and this one has more.")
    try:
        return re.compile(text, re.IGNORECASE | re.DOTALL)
    except re.error as error:
        raise SearchError(f"`{text}` is no regular expression: {error}.") from None
