"""Compares docs/semantics.md and docs/errors.md with the tests, the syntax of Python and the code."""

from __future__ import annotations

import ast
import builtins
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ag_notebook"
MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = re.compile(r"AG[1-9]\d\d")

# Fixed, so that the document means the same under each Python; what 3.12 and later add is not in it.
STATEMENTS = """FunctionDef AsyncFunctionDef ClassDef Return Delete Assign AugAssign AnnAssign For AsyncFor While If
    With AsyncWith Match Raise Try TryStar Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue"""
EXPRESSIONS = """BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ListComp SetComp DictComp GeneratorExp Await
    Yield YieldFrom Compare Call FormattedValue JoinedStr Constant Attribute Subscript Starred Name List Tuple Slice"""
PATTERNS = "MatchValue MatchSingleton MatchSequence MatchMapping MatchClass MatchStar MatchAs MatchOr"
OPERATORS = """And Or Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub
    Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn"""
PARTS = "comprehension ExceptHandler arguments arg keyword withitem match_case"
NODES = f"{STATEMENTS} {EXPRESSIONS} {PATTERNS} {OPERATORS} {PARTS}".split()
NEWER = {"TryStar", "TypeAlias", "TypeVar", "TypeVarTuple", "ParamSpec", "TemplateStr", "Interpolation"}
KINDS = (ast.stmt, ast.expr, ast.pattern, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
DEPRECATED = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis"}

BUILTINS = """abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
    delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id input
    int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property
    range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__
    __build_class__""".split()
OF_THE_SESSION = {
    "copyright",
    "credits",
    "exit",
    "help",
    "license",
    "quit",
    "__loader__",
    "display",
    "get_ipython",
}

TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


# docs/semantics.md --------------------------------------------------------------------------------


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


@cache
def rows() -> list[list[str]]:
    """The rows of all tables of docs/semantics.md."""
    lines = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8").splitlines()
    tables = [cells(line) for line in lines if line.startswith("|")]
    return [row for row in tables if row[-1] != "test" and not set(row[0]) <= set("-")]


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_each_row_has_five_cells_and_names_tests_that_exist():
    assert len(rows()) > 80
    for row in rows():
        assert len(row) == 5, row
        named = TEST.findall(row[-1])
        assert named and TEST.sub("", row[-1]).replace("<br>", "") == "", f"{row[0]}: {row[-1]}"
        for path, function in named:
            assert path.startswith("tests/behaviour/"), f"{row[0]}: {path}"
            assert (ROOT / path).is_file(), f"{row[0]}: {path} is missing"
            assert function in functions_of(path), f"{row[0]}: {path} has no {function}"


def test_no_two_rows_are_of_the_same_construct():
    first = [row[0] for row in rows()]
    assert sorted(set(first)) == sorted(first)


def spoken_of() -> set[str]:
    return {word for row in rows() for word in re.findall(r"`([^`]+)`", row[0])}


def test_each_syntax_node_has_a_row():
    assert not set(NODES) - spoken_of()


def test_the_list_of_syntax_nodes_is_pythons():
    public = {name: kind for name, kind in vars(ast).items() if isinstance(kind, type)}
    pythons = {name for name, kind in public.items() if issubclass(kind, KINDS)}
    pythons -= {kind.__name__ for kind in KINDS} | DEPRECATED
    assert pythons - NEWER == set(NODES) - NEWER - set(PARTS.split())
    assert all(hasattr(ast, name) for name in PARTS.split())


@pytest.mark.parametrize("name", BUILTINS)
def test_each_builtin_has_a_row(name):
    assert f"{name}()" in spoken_of()


def test_the_list_of_builtins_is_pythons():
    pythons = {
        name
        for name, value in vars(builtins).items()
        if callable(value) and not (isinstance(value, type) and issubclass(value, BaseException))
    }
    assert pythons - OF_THE_SESSION - {"_"} == set(BUILTINS)


def test_codes_of_the_rows_have_an_entry():
    text = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8")
    assert set(CODE.findall(text)) <= entries().keys()


# docs/errors.md -----------------------------------------------------------------------------------


@cache
def entries() -> dict[str, tuple[str, frozenset[str]]]:
    """By code: the title of its entry and the messages that it quotes."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    parts = re.split(r"^### ", (ROOT / "docs" / "errors.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts[1:]:
        heading, _, text = part.partition("\n")
        code, _, title = heading.partition(" · ")
        assert CODE.fullmatch(code) and title, heading
        assert code not in found, f"{code} has two entries"
        found[code] = title, frozenset(re.findall(r"^> (.+)$", text, flags=re.MULTILINE))
    return found


def pattern(node: ast.AST) -> str | None:
    """The text of a literal or f-string, `…` for what is put into it; None if it is something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "…"
            for part in node.values
        )
    return None


def sentence(arguments: list[ast.expr]) -> str | None:
    """The first text with a space in it: messages come before fixes."""
    return next((text for text in map(pattern, arguments) if text and " " in text), None)


def class_codes(trees: list[ast.Module]) -> dict[str, str]:
    """Classes that give themselves a code."""
    return {
        kind.name: node.value
        for tree in trees
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for assignment in ast.walk(kind)
        if isinstance(assignment, ast.Assign)
        for node in ast.walk(assignment.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


@cache
def used() -> dict[str, frozenset[str]]:
    """By code: the patterns of the messages that the package gives with it."""
    trees = [ast.parse(module.read_text(encoding="utf-8")) for module in MODULES]
    of_classes = class_codes(trees)
    found: dict[str, set[str]] = {code: set() for code in of_classes.values()}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                first = pattern(node.args[0]) if node.args else None
                code = of_classes.get(getattr(node.func, "id", ""))
                if first and CODE.fullmatch(first):
                    found.setdefault(first, set()).add(sentence(node.args[1:]) or "")
                elif code:
                    found[code].add(sentence(node.args) or "")
            elif isinstance(node, ast.JoinedStr):  # a message written out where no exception may be raised
                text = re.sub(r"<[^>]+>", "", pattern(node) or "")
                written = re.match(rf"({CODE.pattern}):? (.+)", text)
                if written:
                    found.setdefault(written[1], set()).add(written[2])
    return {code: frozenset(messages - {""}) for code, messages in found.items()}


def test_each_code_of_the_package_has_an_entry_and_each_entry_a_code():
    assert used().keys() == entries().keys()
    spelled = {code for module in MODULES for code in CODE.findall(module.read_text(encoding="utf-8"))}
    examples = {"AG201"}
    assert spelled - examples <= used().keys()


@pytest.mark.parametrize("code", sorted(used()))
def test_an_entry_quotes_the_messages_of_its_code(code):
    assert entries()[code][1] == used()[code]


def test_entries_have_titles_of_their_own_in_the_order_of_their_codes():
    titles = [title for title, _ in entries().values()]
    assert len(set(titles)) == len(titles)
    assert list(entries()) == sorted(entries())


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(PACKAGE).as_posix())
def test_a_code_is_of_the_part_that_gives_it(module):
    """AG1xx conversion, AG2xx staging, AG3xx limits, AG4xx views, AG5xx use, AG9xx our own faults."""
    part = module.relative_to(PACKAGE).parts[0]
    allowed = {"staging": "1235", "views": "49", "report": "4", "notebook": "459"}.get(part, "")
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            assert node.value[2] in allowed, f"{node.value} in {part}"
