"""`%%autograph --backend tf,lantern`: one call on several back ends, in a real shell."""

import re

import pytest
from IPython.core.error import UsageError

FACT = """\
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)

"""
EVEN = """\
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
"""


def test_tensorflow_refuses_and_lantern_draws(session):
    ran = session.ok(f"%%autograph -b tf,lantern -v report\n{FACT}fact(5)")
    assert (ran.value, type(ran.value).__name__) == (120, "int64")
    (view,) = ran.views
    assert view.startswith("fact · tensorflow, lantern · 4 → 10 lines · 1 error\n")
    assert "AG301 error  line 5: fact calls itself" in view
    assert "fact(5) = np.int64(120) traced in" in view
    assert "(def fact ((n i64))" in view and "called fact" in view
    html = ran.bundles[0]["text/html"]
    assert html.count("AG301") >= 3  # the refusal, its line, and in the place of the graph
    assert "No graph: AG301, above." in html
    report = session.shell.user_ns["report"]
    assert [side.backend for side in (report, *report.beside)] == ["tensorflow", "lantern"]


def test_names_stand_for_the_first_back_end(session):
    ran = session.ok(f"%%autograph -b lantern,tf\n{FACT}fact(5)")
    assert session.shell.user_ns["fact"].options.backend == "lantern"
    assert session.ok("fact(6)").value == 720
    said = "AG511 info: `fact` from here on: staged to lantern, the first back end that was named."
    assert said in ran.views[0]
    ran = session.run(f"%%autograph -b tf,lantern\n{FACT}fact(5)")
    assert "AG301" in session.run("import tensorflow as tf\nfact(tf.constant(6))").printed
    session.ok("%config Autograph.mute = 'AG511'")
    assert "AG511" not in session.ok(f"%%autograph -b lantern,tf\n{FACT}fact(5)").views[0]


def test_the_cell_fails_as_the_call_does_and_still_shows_both(session):
    ran = session.run(
        "%%autograph -b lantern,tf\ndef f(x):\n    assert x < 3, 'too large'\n    return x\nf(5)"
    )
    assert isinstance(ran.error, AssertionError)
    assert "ag_notebook" not in ran.printed and "----> 5 f(5)" in ran.printed
    assert "raises AssertionError('too large') on lantern." in ran.views[0]
    assert "raises AssertionError('too large') on tensorflow." in ran.views[0]
    ran = session.run(f"%%autograph -b tf,lantern\n{FACT}def g(x):\n    print(x)\n    return fact(x)\ng(5)")
    assert ran.error.code == "AG301"
    assert "AG301 error" in ran.views[0] and "AG311 error" in ran.views[0]


def test_functions_of_the_cell_call_each_other_on_each_back_end(session):
    ran = session.ok(f"%%autograph -b tf,lantern -v report\n{EVEN}even(10)")
    assert bool(ran.value) is True
    report = session.shell.user_ns["report"]
    assert [function.name for function in report.functions] == ["even", "odd"]
    assert "AG301" in {note.code for note in report.notes}


def test_the_call_may_be_an_entry_or_traced_alone(session):
    ran = session.ok(f"%%autograph -b tf,lantern --entry fact(4)\n{FACT}x = 1")
    assert ran.value == 24
    assert "fact(4) = np.int64(24)" in ran.views[0]
    ran = session.ok(f"%%autograph -b tf,lantern --no-run\n{FACT}fact(4)")
    assert ran.value is None
    assert "called fact" in ran.views[0] and "AG301" in ran.views[0]
    session.ok(f"%%autograph -q\n{FACT}")
    ran = session.ok("%autograph fact -b tf,lantern --entry fact(3)")
    assert "fact · tensorflow, lantern" in ran.views[0]
    assert "fact(3) = np.int64(6)" in ran.views[0]
    assert session.shell.user_ns["fact"].options.backend == "python"


def test_cells_without_such_a_call(session):
    ran = session.ok(f"%%autograph -b python,lantern\n{FACT}int(fact(5))")
    assert ran.value == 120
    assert "AG511 info: `int(fact(5))` was made once" in ran.views[0]
    ran = session.ok(f"%%autograph -b tf,lantern\n{FACT}")
    assert ran.views[0].startswith("fact · tensorflow · 4 → 10 lines\n")
    ran = session.ok(f"%%autograph -b tf,lantern\n{FACT}len('abc')")
    assert ran.value == 3
    with pytest.raises(UsageError, match="Several back ends make a call"):
        raise session.run(f"%%autograph -b tf,lantern --entry 1+1\n{FACT}").error
    assert isinstance(session.run(f"%%autograph -b tf,lantern --check\n{FACT}fact(5)").error, UsageError)


def test_quiet_cells_say_what_is_refused_and_silent_ones_nothing(session):
    ran = session.ok(f"%%autograph -q -b tf,lantern\n{FACT}fact(5)")
    assert ran.views == [] and ran.printed.startswith("AG301 error: fact calls itself")
    assert session.ok(f"%%autograph -b tf,lantern\n{FACT}fact(5);").views == []


# what is below the program -----------------------------------------------------------------------


def test_the_outermost_call_has_the_line_that_it_stands_on(session):
    def number(line, rest):
        (found,) = re.findall(
            r"^ *(\d*) \(def main", session.ok(f"%%autograph {line}\n{rest}").views[0], re.M
        )
        return found

    for backends in ("lantern", "tf,lantern"):
        for options in ("", " --no-run"):
            assert number(f"-b {backends}{options}", f"{FACT}\nfact(5)") == str(FACT.count("\n") + 3)
    assert number("-b lantern --entry fact(5)", FACT) == ""  # it stands on no line
    assert number("-b lantern", "\n\n\n\n\n\n\nfact(6)") == ""  # the line of another cell


def test_the_program_of_a_gradient_is_shown_in_each_cell_that_asks_for_it(session):
    session.ok("from ag_notebook import lantern\nw = lantern.Parameter(2.0, 'w')")
    session.ok("%%autograph -b lantern\ndef sq(x):\n    return w * x * x")
    for call in (
        "lantern.grad(sq)(3.0)",
        "lantern.value_and_grad(function=sq)(3.0)[0]",
        "lantern.SGD(0.1).step(sq, 3.0)",
        "float(sq(3.0))",
    ):
        (view,) = session.ok(f"%%autograph -b lantern\n{call}").views
        assert view.startswith("sq · lantern") and "(def main ((x f64)) (* (* w x) x))" in view
        assert "AG510" not in view
    (view,) = session.ok("%%autograph -b lantern -s llvm\nlantern.grad(sq)(3.0)").views
    assert "LLVM of value and gradients (" in view
    assert session.ok("%%autograph -b lantern\n[sq.__name__]").views[0].startswith("cell · lantern")


def test_a_cell_of_which_nothing_is_shown_says_why(session):
    for part in ("llvm", "code"):
        (view,) = session.ok(f"%%autograph -b lantern -s {part}\nabs(-3)").views
        assert "AG510 info: `%%autograph` stages the functions that its cell defines" in view
    assert "AG510" not in str(session.ok("%%autograph -b lantern -s result\nabs(-3)").views)


def test_machine_code_is_shown_where_it_is_asked_for(session):
    ran = session.ok(f"%%autograph -b lantern\n{FACT}fact(5)")
    assert "(def fact ((n i64))" in ran.views[0] and "LLVM" not in ran.views[0]
    ran = session.ok(f"%%autograph -b lantern --show llvm,assembly\n{FACT}fact(5)")
    assert re.search(r"LLVM \(\d+ lines\)", ran.views[0]) and re.search(
        r"assembly \(\d+ lines\)", ran.views[0]
    )
    assert "Lantern (" not in ran.views[0] and "@run(ptr" in ran.views[0]
    html = ran.bundles[0]["text/html"]
    assert "<b>LLVM</b>, " in html and "<b>assembly</b>, " in html
    assert html.index("@plain_fact(") < html.index("@run(") < html.index("@fail(ptr readonly")
    ran = session.ok(f"%%autograph -b lantern --show llvm\n{FACT}def other(n):\n    return n\nfact(5)")
    assert re.findall(r"<summary><b>(\w+)</b>", ran.bundles[0]["text/html"]) == ["fact", "LLVM"]
    ran = session.ok(f"%%autograph -b tf,lantern --show assembly,result\n{FACT}fact(5)")
    assert "assembly (" in ran.views[0] and "AG305" not in ran.views[0]


def test_lantern_says_that_it_has_no_programs_of_xla(session):
    for line in ("-b lantern --xla", "-b lantern --xla --show code"):
        ran = session.ok(f"%%autograph {line}\n{FACT}fact(5)")
        assert (
            "AG305 info: There is no program of XLA, because the back end `lantern` makes none."
            in ran.views[0]
        )
        assert "It has: llvm, assembly. Choose another back end for that, such as `tensorflow`." in " ".join(
            ran.views[0].split()
        )
    ran = session.ok("%%autograph -b tf,lantern --xla\ndef f(x):\n    return x + 1.0\nf(1.0)")
    assert "HLO" in ran.views[0] and "AG305" not in ran.views[0]


def test_a_back_end_without_machine_code_says_so(session):
    for line in ("-b tf", "-b tf,python"):
        ran = session.ok(f"%%autograph {line} --show llvm,assembly\ndef f(x):\n    return x + 1\nf(1)")
        assert "AG305 info: There is no program of LLVM and no assembly, because the back end" in ran.views[0]
    session.ok(f"%%autograph -b lantern\n{FACT}fact(5)")
    ran = session.run("%autograph --last --show llvm")
    assert "The last report was made without the program of LLVM" in str(ran.error)


# gradients --------------------------------------------------------------------------------------

TREE = """\
from typing import Optional
from ag_notebook.staging.backends import lantern

class Tree:
    value: float
    left: Optional["Tree"]
    right: Optional["Tree"]

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right
"""
PRODUCT = """\
def product(tree, base):
    if tree is None:
        return base
    return product(tree.left, base) * product(tree.right, base) * tree.value

"""


def test_a_cell_that_ends_in_a_gradient_shows_it_and_the_program(session):
    session.ok(TREE)
    ran = session.ok(
        f"%%autograph -b lantern\n{PRODUCT}lantern.value_and_grad(product)(Tree(3.0, Tree(2.0)), 1.5)"
    )
    value, gradient = ran.value
    assert value == 20.25
    assert gradient.by_path() == {"tree.value": 6.75, "tree.left.value": 10.125}
    assert "{tree.value: 6.75, tree.left.value: 10.125}" in ran.printed
    assert "(def product ((tree (ref Tree)) (base f64))" in ran.views[0]
    assert "call product(left, base) rec" in ran.views[0]
    assert "traced in" in ran.views[0]
    ran = session.ok(f"%%autograph -b lantern\n{PRODUCT}lantern.grad(product, 1)(Tree(3.0), 1.5)")
    assert ran.value == 9.0
    assert "lantern.grad(product, 1)(Tree(3.0), 1.5) = np.float64(9.0) traced in" in ran.views[0]


def test_the_machine_code_of_a_gradient(session):
    session.ok(TREE)
    ran = session.ok(f"%%autograph -b lantern --show llvm\n{PRODUCT}lantern.grad(product, 1)(Tree(3.0), 1.5)")
    assert "LLVM of value and gradients (" in ran.views[0]


def test_times_of_the_call_on_tensorflow(session):
    cell = (
        "%%autograph -b tf,lantern --show times,notes -v report\ndef f(x):\n    return x * x + 1.0\n\nf(3.0)"
    )
    session.ok(cell)
    report = session.shell.user_ns["report"]
    assert report.functions[0].traces[-1].times
    assert "AG306" not in {note.code for each in (report, *report.beside) for note in each.notes}


def test_probes_of_a_back_end_that_has_none_are_left_out(session):
    cell = "def half(n):\n    while n > 1.0:\n        n = n / 2.0\n    return n\n"
    for backends in ("tf,lantern", "lantern,tf"):
        ran = session.ok(f"%%autograph -b {backends} --probe n -v report\n{cell}half(5.0)")
        report = session.shell.user_ns["report"]
        by_name = {side.backend: side for side in (report, *report.beside)}
        assert [s.value for s in by_name["tensorflow"].probes[-1].samples] == ["2.5", "1.25", "0.625"]
        assert by_name["lantern"].probes == ()
        assert "0.625" in by_name["lantern"].run.value
        said = [note.message for note in by_name["lantern"].notes if note.code == "AG511"]
        assert "The call on lantern has no probes" in " ".join(said)
        assert not any("no probes" in note.message for note in by_name["tensorflow"].notes)
        assert "Probes on tensorflow: 2 places" in ran.views[0]
