"""What is printed are Python's own values, made when the graph runs."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import tensorflow as tf

from ag_notebook.staging import function


@dataclass
class Pair:
    left: object
    right: str


def test_lists_options_and_objects(capsys) -> None:
    @function
    def show(n):
        squares = []
        for i in range(n):
            squares.append(i * 0.5)
        best = n if n > 1 else None
        print(squares, [best], Pair(n, "b"), {"k": (n, best)}, sep="|", end=f"<{n}>\n", file=sys.stdout)

    show(tf.constant(2))
    show(tf.constant(0))
    assert capsys.readouterr().out == (
        "[0.0, 0.5]|[2]|Pair(left=2, right='b')|{'k': (2, 2)}<2>\n[]|[None]|Pair(left=0, right='b')|{'k': (0, None)}<0>\n"
    )
