"""The magic's line: every option, defaults, and what is said about an unknown one."""

import re

import pytest
from IPython.core.error import UsageError

from ag_notebook.notebook.arguments import cell_misfit, line_misfit, parse
from ag_notebook.notebook.magics import Autograph


def read(line: str):
    return parse(Autograph.autograph, line, backend="tensorflow", show="code,graph")


def test_defaults_come_from_the_settings():
    arguments = read("")
    assert arguments.backend == "tensorflow"
    assert arguments.show == ("code", "graph")
    assert arguments.names == ()
    assert not arguments.quiet
    assert not arguments.no_run
    assert arguments.var is None
    assert arguments.entry is None


def test_every_option():
    arguments = read('f g -b python -s passes,notes -q -v report --entry "f(1, x=2)" --no-run')
    assert arguments.names == ("f", "g")
    assert arguments.backend == "python"
    assert arguments.show == ("passes", "notes")
    assert arguments.quiet
    assert arguments.var == "report"
    assert arguments.entry == "f(1, x=2)"
    assert arguments.no_run


@pytest.mark.parametrize(
    "line",
    [
        "f -b tf,lantern -s code,llvm,graph",
        "f -b tf, lantern --show code, llvm ,graph",
        "-s code , llvm, graph --backend=tf , lantern f",
        "-btf, lantern -scode, llvm, graph f",
        '--show "code, llvm, graph" -b "tf, lantern" f',
    ],
)
def test_there_may_be_spaces_in_lists(line):
    arguments = read(line)
    assert arguments.names == ("f",)
    assert arguments.backends == ("tensorflow", "lantern")
    assert arguments.show == ("code", "llvm", "graph")


def test_what_is_made_only_where_it_is_asked_for():
    assert read("").rungs == ()
    assert read("-s optimized,code").rungs == ("optimized",)
    arguments = read("-s code --xla")
    assert (arguments.show, arguments.rungs) == (("code", "xla"), ("xla",))
    assert read("--show optimized --xla").rungs == ("optimized", "xla")


def test_there_are_at_most_12_options():
    actions = [action for action in Autograph.autograph.parser._actions if action.option_strings]
    assert 2 < len([action for action in actions if action.dest != "help"]) <= 12


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--qiet", "Unknown option `--qiet`. Did you mean `--quiet`?"),
        ("--entyr=3", "Unknown option `--entyr`. Did you mean `--entry`?"),
        ("--ent f(1)", "Unknown option `--ent`. Did you mean `--entry`?"),
        ("-x", "Unknown option `-x`."),
        ("--html", "Unknown option `--html`. `%%autograph?` lists all options."),
        (
            "--show grap",
            "`--show`: `grap` is not one of code, trace, passes, graph, optimized, llvm, assembly, times, notes, result. Did you mean `graph`?",
        ),
        (
            "--show nonsense",
            "`--show`: `nonsense` is not one of code, trace, passes, graph, optimized, llvm, assembly, times, notes, result.",
        ),
        ("--show ,", "`--show`: no part is named. Choose of code, trace,"),
        ("--show ''", "`--show`: no part is named."),
        ("-b ''", "There is no back end ``, only "),
        ("--check --no-run", "`--check` runs the functions, and `--no-run` says not to"),
        ("-v 3x", "`--var 3x`: not a name that a variable can have."),
        ("-v lambda", "`--var lambda`: not a name"),
        ("--entry 'f('", "`--entry 'f('`: not an expression"),
        ("--entry 'f(1)", "cannot be read"),
        ("--tb long", "invalid choice"),
        ("-b", "expected one argument"),
    ],
)
def test_bad_lines_get_one_clear_message(line, message):
    with pytest.raises(UsageError) as error:
        read(line)
    assert message in str(error.value)
    assert str(error.value).endswith("Did you mean `notes`?") is False


def test_values_may_stand_in_quotes():
    arguments = read("-s 'code, graph' -b \"python\" -v 'x'")
    assert (arguments.show, arguments.backend, arguments.var) == (("code", "graph"), "python", "x")


def test_what_the_line_itself_says_is_known():
    assert read("").given == frozenset()
    assert read("f -b tensorflow --no-run").given == {"names", "backend", "no_run"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("f", ""),
        ("--last -s code -q --xla -v x", ""),
        ("--last --tb full", ""),
        ("--tb full", ""),
        ("f --entry f(1) --no-run", ""),
        ("f --no-run", "`--no-run` traces a call: give it as `--entry`."),
        ("", "Say which function to show"),
        ("--tb full -s code", "Say which function to show"),
        ("--entry f(1)", "Say which function to show"),
        ("f --last", "`--last` shows the last report as it was made: leave out `f`."),
        (
            "--last -b python --entry f(1) --no-run",
            "`--last` shows the last report as it was made: leave out `--backend`, `--entry`, `--no-run`.",
        ),
        ("--last --check", "`--last` shows the last report as it was made: leave out `--check`."),
    ],
)
def test_options_that_a_line_has_no_use_for_are_refused(line, message):
    problem = line_misfit(read(line))
    assert problem.startswith(message) if message else problem == ""


def test_options_that_a_cell_has_no_use_for_are_refused():
    assert cell_misfit(read("f -s code --check")) == ""
    assert cell_misfit(read("--last")) == (
        "`--last` is no option of a cell: run `%autograph --last` in a line of its own."
    )
    assert "`%autograph --tb`" in cell_misfit(read("--tb full"))


def test_values_that_look_like_options_are_not_taken_for_unknown_ones():
    assert read("--entry=f(-1)").entry == "f(-1)"


def test_several_back_ends():
    arguments = read("-b tf,lantern")
    assert (arguments.backend, arguments.beside) == ("tensorflow", ("lantern",))
    assert arguments.backends == ("tensorflow", "lantern")
    assert read("").beside == ()
    with pytest.raises(UsageError, match="`--check` compares one back end with Python: name one"):
        read("-b tf,lantern --check")
    assert read("--show llvm,assembly").rungs == ("llvm", "assembly")


def test_probes():
    assert read("").probes == ()
    assert read("--probe n").probes == ("n",)
    assert read("f --probe n, steps@4 -q").probes == ("n", "steps@4")
    assert read('--probe "n , é"').probes == ("n", "é")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("--probe n@", "`--probe`: `n@` is no probe: write NAME or NAME@LINE, such as `n` or `n@6`."),
        ("--probe 2n", "`2n` is no probe"),
        ("--probe a.b", "`a.b` is no probe"),
        ("--probe ,", "no variable is named"),
        ("--probe n --no-run --entry f(1)", "leave one of them out"),
        ("--prob n", "Did you mean `--probe`?"),
    ],
)
def test_probes_that_cannot_be(line, problem):
    with pytest.raises(UsageError, match=re.escape(problem)):
        read(line)


def test_probes_of_the_line_magic_need_a_call():
    assert "give it as `--entry`" in line_misfit(read("f --probe n"))
    assert line_misfit(read("f --probe n --entry f(1)")) == ""
    assert "leave out `--probe`" in line_misfit(read("--last --probe n"))
