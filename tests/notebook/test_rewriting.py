"""The two steps that make an ordinary cell of ours: text to text, tree to tree."""

import ast

import pytest
from IPython.core.error import UsageError

from ag_notebook.notebook.arguments import parse
from ag_notebook.notebook.magics import Autograph
from ag_notebook.notebook.rewriting import (
    COMMENT,
    HOOK,
    CellRewriter,
    as_typed,
    ends_in_semicolon,
    is_ours,
    marked,
    marker,
    moved_down,
)


def rewritten(cell: str, line: str = "", interactivity: str = "last_expr") -> str:
    """The cell's tree after rewriting, printed; the hook is written `ag`."""

    def arguments(text: str):
        return parse(Autograph.autograph, text, backend="python", show="code")

    tree = CellRewriter(arguments, lambda: interactivity).visit(ast.parse(marker(line) + cell))
    return ast.unparse(tree).replace(HOOK, "ag")


def test_the_magic_line_becomes_one_statement():
    lines = ["%%autograph -q\n", "def f():\n", "    pass\n"]
    assert marked(lines) == [
        "get_ipython().run_cell_magic('autograph', '-q', ' ')\n",
        "def f():\n",
        "    pass\n",
    ]


@pytest.mark.parametrize(
    ("cell", "ours"),
    [
        ("%%autograph\nx", True),
        ("%%autograph -q \nx", True),
        ("%%autograph", False),
        ("%%autograph\n  \n", False),
        ("%%autograph?\nx", False),
        ("%%autographs\nx", False),
        ("x\n%%autograph", False),
        ("", False),
    ],
)
def test_which_cells_are_ours(cell, ours):
    assert is_ours(cell.splitlines(keepends=True)) is ours


def test_the_magic_line_moves_below_magics_that_run_python():
    lines = ["%%autograph -q\n", "%%time\n", "%%capture out\n", "x = 1\n"]
    assert moved_down(lines) == ["%%time\n", "%%capture out\n", "%%autograph -q\n", "x = 1\n"]


@pytest.mark.parametrize("below", ["%%bash", "%%writefile x.py", "%%autograph"])
def test_magics_that_cannot_stand_below_are_refused(below):
    with pytest.raises(UsageError, match="autograph"):
        moved_down(["%%autograph\n", below + "\n", "x\n"])


def test_other_trees_are_left_alone():
    text = "def f():\n    return 1\nf()"
    rewriter = CellRewriter(lambda line: pytest.fail("no cell of ours"), lambda: "last_expr")
    assert ast.unparse(rewriter.visit(ast.parse(text))) == text


def test_functions_are_staged_and_the_last_value_is_passed_on():
    assert rewritten("def f(x):\n    return x\nf(1)") == (
        "ag.begin('')\n\n@ag.stage\ndef f(x):\n    return x\nag.finish(ag.start(), f(1), 'f(1)')"
    )


def test_our_decorator_is_outermost():
    assert "@ag.stage\n@other\ndef f():" in rewritten("@other\ndef f():\n    pass")


def test_only_plain_functions_of_the_top_level_are_touched():
    cell = "class A:\n\n    def f(self):\n        pass\n\nasync def g():\n    pass\nif x:\n\n    def h():\n        pass"
    assert rewritten(cell) == f"ag.begin('')\n\n{cell}\nag.finish_without_value()"


def test_a_cell_without_a_last_value():
    assert rewritten("x = 1") == "ag.begin('')\nx = 1\nag.finish_without_value()"


def test_an_awaited_value():
    assert rewritten("await f(1)") == "ag.begin('')\nag.finish(ag.start(), await f(1), 'await f(1)')"


def test_no_run_hands_over_function_and_arguments():
    assert rewritten("f(1, *a, k=2, **d)", "--no-run") == (
        "ag.begin('--no-run')\nag.finish_traced('f(1, *a, k=2, **d)', f, 1, *a, k=2, **d)"
    )


def test_no_run_needs_a_call():
    assert rewritten("x = f(1)", "--no-run").startswith("ag.refuse('`--no-run` traces a call")


def test_the_magic_line_as_it_was_typed():
    assert as_typed(f"1 {COMMENT}%%autograph -q\n2 # %%autograph") == "1 %%autograph -q\n2 # %%autograph"


def test_names_must_be_functions_of_the_cell():
    text = rewritten("def train():\n    pass", "trian")
    assert text == "ag.refuse('`trian` is not a function of this cell. Did you mean `train`?')"


def test_with_a_bad_option_nothing_but_the_check_remains():
    assert rewritten("launch()", "--wrong") == "ag.begin('--wrong')"


def test_an_assignment_that_the_shell_shows():
    assert rewritten("x = 1", interactivity="last_expr_or_assign") == (
        "ag.begin('')\nx = 1\nag.finish(ag.start(), x, 'x')"
    )


def test_statements_whose_inner_values_the_shell_shows():
    text = rewritten("for i in y:\n    i", interactivity="last")
    assert text == "ag.begin('')\nif True:\n    for i in y:\n        i\n    ag.finish_without_value()"


def test_every_inserted_node_stands_at_a_line_of_the_cell():
    def arguments(text: str):
        return parse(Autograph.autograph, text, backend="python", show="code")

    tree = ast.parse(marker("") + "\n@other\ndef f():\n    pass\nf(\n 1)\n")
    tree = CellRewriter(arguments, lambda: "last_expr").visit(tree)
    function, finish = tree.body[1], tree.body[2]
    assert function.decorator_list[0].lineno == 3
    assert function.lineno == 4
    assert finish.lineno == 6
    code = compile(tree, "cell", "exec")
    inner = next(each for each in code.co_consts if hasattr(each, "co_name"))
    assert inner.co_firstlineno == 3  # as without us: the first decorator's line


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("f();", True),
        ("f();  # done\n\n", True),
        ("f()", False),
        ("f() # ;", False),
        ("';'", False),
        ("f(\n);", True),
        ("", False),
        ("'''open", False),
    ],
)
def test_the_semicolon_is_the_last_token(text, ends):
    assert ends_in_semicolon(text) is ends
