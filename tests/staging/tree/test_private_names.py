"""Private names are written as Python mangles them."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.tree.printer import print_tree
from ag_notebook.staging.tree.private_names import mangle

SOURCE = """
def m(self, __a, *, __b=__c):
    global __d
    import __e, f as __g
    self.__h.i = lambda __j: __j
    k(__l=1)
    try: pass
    except __M as __n: pass
    match __o:
        case K(__p=[__q, *__r]): pass
    class L:
        def __s(self): return self.__t
"""


@pytest.mark.parametrize("class_name", ["Vault", "__Vault", "_V_"])
def test_like_python(class_name: str) -> None:
    tree = gast.parse(SOURCE)
    mangle(tree.body[0], [class_name])
    text = print_tree(tree, "").text
    bare = class_name.lstrip("_")
    for name in "abcdeghjlnopqr":
        assert f"_{bare}__{name}" in text
    assert f"_{bare}__M" in text
    assert "_L__s(self)" in text
    assert "self._L__t" in text


def test_a_class_of_underscores_does_not_mangle() -> None:
    tree = gast.parse("def m(self): return self.__x")
    mangle(tree.body[0], ["__"])
    assert "self.__x" in print_tree(tree, "").text


def test_names_with_two_underscores_at_the_end_stay() -> None:
    tree = gast.parse("def m(self): return __class__, self.__len__()")
    mangle(tree.body[0], ["K"])
    assert "return __class__, self.__len__()" in print_tree(tree, "").text
