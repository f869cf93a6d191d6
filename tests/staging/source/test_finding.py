"""The source of functions: by line and name, with the user's positions."""

from __future__ import annotations

import doctest
import functools
import importlib
import linecache
import runpy
import sys
import types
import zipfile

import pytest

from ag_notebook.report.spans import Span
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.source import find, register


def decorate(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


@decorate
def decorated(x):
    return x


class Outer:
    class Inner:
        def method(self):
            return 1


def made(text: str, name: str, file: str):
    namespace: dict = {}
    exec(compile(text, file, "exec"), namespace)  # noqa: S102 - a cell is made like this
    return namespace[name]


def test_span_and_text_include_the_decorators() -> None:
    found = find(decorated.__wrapped__)
    assert found.text == "@decorate\ndef decorated(x):\n    return x\n"
    first = decorated.__wrapped__.__code__.co_firstlineno
    assert found.span == Span(__file__, first, 0, first + 2, 12)
    assert found.node.name == "decorated"


def test_classes_around_a_method() -> None:
    found = find(Outer.Inner.method)
    assert found.classes == ("Outer", "Inner")
    assert found.text.startswith("        def method")


def test_functions_of_one_name_are_told_apart_by_line() -> None:
    text = "def f(): return 1\ng = f\ndef f(): return 2\n"
    register("<two>", text)
    assert find(made(text, "g", "<two>")).node.lineno == 1
    assert find(made(text, "f", "<two>")).node.lineno == 3


def test_no_text() -> None:
    with pytest.raises(ConversionError, match=r"AG101 .*no source text for `f`.*register") as caught:
        find(made("def f(): pass", "f", "<no text>"))
    assert caught.value.span == Span("<no text>", 1, 0, 1, 0)


def test_text_that_has_changed() -> None:
    function = made("def f(): pass", "f", "<changed>")
    register("<changed>", "x = 1\ndef f(): pass\n")
    with pytest.raises(ConversionError, match=r"AG102 .*not at line 1.*changed"):
        find(function)
    register("<changed>", "def f(:\n")
    with pytest.raises(ConversionError, match="AG102"):
        find(function)
    register("<changed>", "def f(a, b): pass\n")
    with pytest.raises(ConversionError, match="AG102"):
        find(function)


def test_file_that_was_written_after_its_function_was_loaded(tmp_path) -> None:
    path = tmp_path / "edited.py"
    text = "def f(x):\n    return x * 2\n"
    path.write_text(text)
    function = made(text, "f", str(path))
    assert find(function).text == text
    path.write_text(text.replace("2", "50"))
    linecache.checkcache(str(path))
    with pytest.raises(ConversionError, match=r"AG102 .*changed"):
        find(function)
    path.write_text(text + "\n\ndef g(): pass\n")
    linecache.checkcache(str(path))
    assert find(function).node.name == "f"


def test_functions_of_a_module_in_an_archive(tmp_path, monkeypatch) -> None:
    with zipfile.ZipFile(tmp_path / "modules.zip", "w") as archive:
        archive.writestr("in_archive.py", "def f(x):\n    return x * 2\n")
    monkeypatch.syspath_prepend(str(tmp_path / "modules.zip"))
    module = importlib.import_module("in_archive")
    assert find(module.f).text == "def f(x):\n    return x * 2\n"


def test_functions_of_a_doctest() -> None:
    example = """
    >>> def f(x):
    ...     return x * 2
    >>> from ag_notebook.staging.source import find
    >>> find(f).text
    'def f(x):\\n    return x * 2\\n'
    """
    test = doctest.DocTestParser().get_doctest(example, {}, "example", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_functions_of_a_script_that_is_run_by_name(tmp_path) -> None:
    path = tmp_path / "script.py"
    path.write_text("def f(x):\n    return x * 2\n")
    names = runpy.run_path(str(path), run_name="__main__")
    assert find(names["f"]).node.name == "f"


def test_functions_of_a_command(monkeypatch) -> None:
    text = "def f(x):\n    return x * 2\n"
    main = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    monkeypatch.setattr(sys, "argv", ["-c"])
    monkeypatch.setattr(sys, "orig_argv", ["python", "-X", "dev", "-c", text])
    exec(compile(text, "<string>", "exec"), main.__dict__)
    assert find(main.f).text == text
    with pytest.raises(ConversionError, match="AG101"):  # other text that was given to `exec`
        find(made(text, "f", "<string>"))
