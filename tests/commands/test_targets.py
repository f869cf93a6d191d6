"""Names in files: found, staged where they stand, or refused with the nearest name."""

import pytest

from ag_notebook.commands.failures import UsageError, UsersCodeError
from ag_notebook.commands.targets import load, split, stage
from ag_notebook.staging import StagedFunction


def test_words(program):
    assert split([str(program)]) == (program, [])
    assert split([f"{program}::f", f"{program}::A.g", f"{program}::f"]) == (program, ["f", "A.g"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["{}x::f"], "no such file"),
        (["{}::f", "other.py::g"], "Name functions of one file"),
    ],
)
def test_words_that_do_not_fit(program, words, says):
    with pytest.raises(UsageError, match=says):
        split([word.format(program) for word in words])


def test_a_notebook_is_no_python_file(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text("{}")
    with pytest.raises(UsageError, match="not a Python file"):
        split([str(path)])


def test_all_functions_of_a_file_and_only_its_own(program):
    program.write_text("from os.path import join\ndef f(): pass\ng = lambda: 1\nn = 5\n")
    target = stage(load(program), [], backend="python")
    assert list(target.staged) == ["f", "g"]
    assert isinstance(target.module.f, StagedFunction)


def test_calls_inside_the_file_reach_the_staged_function(program):
    program.write_text("def f(): return 1\ndef g(): return f\n")
    target = stage(load(program), ["f"], backend="python")
    assert target.module.g() is target.staged["f"]


def test_methods_stay_methods(program):
    program.write_text(
        "class A:\n    def m(self): return self\n    @staticmethod\n    def s(x): return x\n"
        "    @classmethod\n    def c(cls): return cls\n"
    )
    target = stage(load(program), ["A.m", "A.s", "A.c"], backend="python")
    a = target.module.A()
    assert (a.m(), a.s(1), a.c()) == (a, 1, target.module.A)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("collats", r"program.py defines no `collats`. Did you mean `collatz`\?"),
        ("Box.aria", r"`Box` defines no `aria`. Did you mean `area`\?"),
        ("number", "`number` is int, not a function"),
        ("number.real", "`5` defines no `real`"),
        ("Box", "`Box` is type, not a function"),
    ],
)
def test_names_that_are_not_there(program, name, says):
    with pytest.raises(UsageError, match=says):
        stage(load(program), [name], backend="python")


def test_functions_that_there_are_are_named_where_none_is_near(program):
    program.write_text("".join(f"def f{number}(): pass\n" for number in range(7)))
    with pytest.raises(UsageError) as caught:
        stage(load(program), ["zebra"], backend="python")
    assert str(caught.value).endswith(" It defines `f0`, `f1`, `f2`, `f3`, `f4` and 2 more.")


def test_a_file_without_functions(program):
    program.write_text("x = 1\n")
    with pytest.raises(UsageError, match="defines no function"):
        stage(load(program), [])


@pytest.mark.parametrize("text", ["1 / 0", "def f(:", "raise SystemExit(4)"])
def test_a_file_that_fails(program, text):
    program.write_text(text)
    with pytest.raises(UsersCodeError):
        load(program)


def test_a_file_sees_its_neighbours(program):
    (program.parent / "neighbour_of_it.py").write_text("value = 7\n")
    program.write_text("from neighbour_of_it import value\ndef f(): return value\n")
    assert load(program).value == 7


def test_a_call_may_name_what_the_file_does_not_import(program):
    program.write_text("def f(x): return x\n")
    target = stage(load(program), ["f"], backend="python")
    assert "np" in target.names("f(np.ones(1))")
    assert "tf" not in target.names("f(1)")
