"""The magic's line: every option, defaults, and what is said about an unknown one."""

import pytest
from IPython.core.error import UsageError

from ag_notebook.notebook.arguments import nearest, parse
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


def test_what_is_made_only_where_it_is_asked_for():
    assert read("").rungs == ()
    assert read("-s optimized,code").rungs == ("optimized",)
    arguments = read("-s code --xla")
    assert (arguments.show, arguments.rungs) == (("code", "xla"), ("xla",))
    assert read("--show optimized --xla").rungs == ("optimized", "xla")


def test_there_are_at_most_12_options():
    actions = Autograph.autograph.parser._actions
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
            "`--show`: `grap` is not one of code, trace, passes, graph, optimized, notes, result. Did you mean `graph`?",
        ),
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


def test_values_that_look_like_options_are_not_taken_for_unknown_ones():
    assert read("--entry=f(-1)").entry == "f(-1)"


def test_nearest_says_nothing_where_nothing_is_near():
    assert nearest("zzz", ["quiet"]) == ""
