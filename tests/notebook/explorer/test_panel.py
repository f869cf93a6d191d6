"""The explorer in a shell: its controls are set and its buttons pressed, and what a user sees is looked at."""

import gc
import subprocess
import sys
import time

import pytest

import ag_notebook
from ag_notebook import views
from ag_notebook.notebook.explorer.problems import InputError


def collatz(n, verbose: bool = False):
    steps = 0
    while n > 1:
        if verbose:
            print("n is", n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def halved(n):
    steps = 0
    while n > 1:
        n, steps = n // 2, steps + 1
    return steps


def endless(n):
    while n > 0:
        n = n + 1 - 1
    return n


def test_run_shows_value_report_and_traces(explored):
    made = explored(halved, 27)
    made.explorer.choices.backend.value = ("lantern",)
    made.click("run")
    assert int(made.explorer.value) == 4 and made.explorer.error is None
    assert (
        "Done in" in made.state
        and "Trace 1: first call." in made.facts
        and made.explorer.report.run.value in made.facts
    )
    assert {views.MIME_TYPE, "text/html", "text/plain"} <= set(made.shown)
    assert made.explorer.report.run.value in ("4", "np.int64(4)")
    assert ag_notebook.last_report() is made.explorer.report
    made.editors["n"].slider.value = 7
    made.click("run")
    assert int(made.explorer.value) == 2 and "No new trace" in made.facts
    assert made.explorer.arguments == {"n": 7}


def test_two_reports_have_anchors_of_their_own(explored):
    one, two = explored(collatz, 27), explored(collatz, 27)
    one.click("run")
    two.click("run")
    assert one.shown[views.MIME_TYPE]["id"] != two.shown[views.MIME_TYPE]["id"]


def test_trace_runs_nothing(explored):
    made = explored(halved, 27)
    made.explorer.choices.backend.value = ("lantern",)
    made.click("trace")
    assert made.explorer.value is None and "not run" in made.state and "Trace 1" in made.facts
    assert "Value" not in made.facts


def test_staged_or_pythons_decides_what_is_in_the_graph(explored):
    made = explored(collatz, 27)
    made.explorer.choices.backend.value = ("tensorflow",)
    made.click("run")
    assert made.explorer.value == 111 and type(made.explorer.value) is int  # Python did all of it
    made.editors["n"].staged.value = True
    made.click("run")
    assert made.explorer.value.dtype.name == "int32" and "Trace 2" in made.facts
    ops = {node.op for node in made.explorer.report.functions[0].traces[-1].graph.nodes}
    assert ops & {"While", "StatelessWhile"}


def test_printed_text_and_displays_are_in_the_explorer_and_nowhere_else(explored, capsys):
    from IPython.display import display

    def f(n):
        print("hello", n)
        display({"text/plain": "shown"}, raw=True)
        return n

    made = explored(f, 3)
    made.click("run")
    assert made.printed == "hello 3\n"
    assert made.explorer._output.outputs[1]["data"] == {"text/plain": "shown"}
    assert "hello" not in capsys.readouterr().out
    made.click("run")
    assert made.printed == "hello 3\n"  # that of the last run


def test_output_comes_while_the_run_goes_on(explored):
    def f(n):
        print("begun")
        while n > 0:
            pass

    made = explored(f, 1)
    made.press("run")
    end = time.monotonic() + 30
    while "begun" not in made.printed and time.monotonic() < end:
        time.sleep(0.05)
    assert made.printed == "begun\n" and made.explorer.is_running
    before = made.state
    time.sleep(0.5)
    assert made.state != before and "running …" in made.state  # the seconds go on
    assert made.explorer._bar.layout.display is None and made.explorer._bar.value > 0.5
    made.press("stop")
    assert made.explorer.wait(30)
    assert made.explorer._bar.layout.display == "none"


def test_an_error_is_shown_as_a_cell_shows_it(explored, session):
    session.ok("def f(x):\n    y = 1\n    return y // x\n")
    made = explored(session.shell.user_ns["f"], 0)
    made.click("run")
    (error,) = made.errors
    assert error["ename"] == "ZeroDivisionError" and "ZeroDivisionError after" in made.state
    text = "\n".join(error["traceback"])
    assert "return y // x" in text and "ag_notebook" not in text and "threading" not in text
    assert isinstance(made.explorer.error, ZeroDivisionError)
    assert made.shown  # the code of it is there
    made.editors["x"].text.value = "2"
    made.click("run")
    assert made.errors == [] and made.explorer.error is None and made.explorer.value == 0


def test_our_errors_are_short_and_name_the_users_line(explored, session):
    session.ok("def g(x):\n    a = 1\n    return locals()\n")
    made = explored(session.shell.user_ns["g"], 0)
    made.click("run")
    (error,) = made.errors
    text = "\n".join(error["traceback"])
    assert error["ename"] == "ConversionError" and "AG110" in text
    assert "line 3" in text and "return locals()" in text and "Fix:" in text


def test_all_frames_are_shown_where_they_are_wanted(explored, session):
    session.ok("%config Autograph.tb = 'full'")
    made = explored(lambda x: 1 // x, 0)
    made.click("run")
    assert "session.py" in "\n".join(made.errors[0]["traceback"])


def test_bad_input_keeps_run_disabled_and_loses_nothing(explored):
    made = explored(collatz, 27)
    made.editors["n"].text.value = "2x"
    assert made.explorer._run_button.disabled and made.explorer._trace_button.disabled
    assert "Run waits for a value of n." in made.state
    assert "`2x` is no int" in made.editors["n"]._problem.value
    assert made.editors["n"].text.value == "2x"
    with pytest.raises(InputError):
        made.explorer.run()
    with pytest.raises(ValueError, match="is no int"):
        _ = made.explorer.arguments
    made.editors["n"].text.value = "2"
    assert not made.explorer._run_button.disabled and made.state == ""
    assert made.explorer.run() == 1


def test_an_expression_that_fails_is_said_and_nothing_runs(explored, session):
    ran = []
    made = explored(lambda x: ran.append(x), len)
    made.editors["x"].text.value = "missing"
    made.click("run")
    assert ran == [] and "NameError" in made.state and "NameError" in made.editors["x"]._problem.value
    session.ok("missing = 5")
    made.click("run")
    assert ran == [5]


@pytest.mark.parametrize("backend", ["tensorflow", "python"])
def test_stop_ends_an_endless_loop_within_2_seconds(explored, backend):
    import tensorflow as tf

    made = explored(endless, tf.constant(1))
    made.explorer.choices.backend.value = (backend,)
    made.press("run")
    assert made.explorer._run_button.disabled and not made.explorer._stop_button.disabled
    end = time.monotonic() + 60
    while "running …" not in made.state and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.5)
    told = time.monotonic()
    made.press("stop")
    assert made.explorer.wait(60) and time.monotonic() - told < 2.0
    assert "Stopped after" in made.state and "while running" in made.state
    assert not made.explorer._run_button.disabled and made.explorer._stop_button.disabled
    made.editors["n"].text.value = "0"
    made.click("run")
    assert int(made.explorer.value) == 0


def test_one_run_at_a_time(explored):
    made = explored(endless, 1)
    made.press("run")
    with pytest.raises(RuntimeError, match="a run is on"):
        made.explorer.start()
    made.press("stop")
    assert made.explorer.wait(30)


def test_closing_stops_the_run_and_keeps_the_report(explored):
    made = explored(endless, 0)
    made.click("run")
    made.editors["n"].text.value = "1"
    made.press("run")
    time.sleep(0.3)
    made.press("close")
    assert made.explorer.wait(30) and made.explorer._work.is_stopped
    assert made.explorer.is_closed and made.explorer.box.comm is None
    assert made.explorer.report is not None
    with pytest.raises(RuntimeError, match="closed"):
        made.explorer.run()
    assert set(made.explorer._repr_mimebundle_()) == {"text/plain"}


def test_closing_the_widget_stops_the_run(explored):
    made = explored(endless, 1)
    made.press("run")
    made.explorer.box.close()
    assert made.explorer.wait(30) and made.explorer._work.is_stopped and made.explorer.is_closed


def test_run_from_code_gives_the_value_or_the_error(explored):
    made = explored(lambda x: 6 // x, 2)
    assert made.explorer.run() == 3
    made.editors["x"].text.value = "0"
    with pytest.raises(ZeroDivisionError):
        made.explorer.run()
    assert made.explorer.value is None


def test_a_check_and_the_parts_that_are_shown(explored):
    made = explored(collatz, 27)
    made.explorer.choices.check.value = True
    for name, box in made.explorer.choices.parts.items():
        box.value = name == "passes"
    made.click("run")
    assert "Same as Python" in made.facts
    text = made.shown["text/plain"]
    assert "while_stmt" in text and "111" not in text


def test_back_ends_side_by_side(explored):
    made = explored(halved, 27)
    made.explorer.choices.backend.value = ("tensorflow", "lantern")
    made.click("run")
    assert "Value on tensorflow" in made.facts and "Value on lantern" in made.facts
    assert int(made.explorer.value) == 4
    assert [each.backend for each in made.explorer.report.beside] == ["lantern"]


def test_a_widget_is_shown_where_there_is_a_front_end(explored):
    made = explored(collatz, 27)
    bundle = made.explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"].startswith("The explorer of `collatz`: run this cell")
    assert repr(made.explorer) == "<explorer of collatz>"


def test_a_terminal_shows_the_report_and_says_how_to_go_on(session):
    session.shell.display_formatter.active_types = ["text/plain"]
    session.ok("import ag_notebook\nran = []\ndef f(x):\n    ran.append(x)\n    return x + 1")
    value = session.ok("e = ag_notebook.explore(f, 3)\nstr(e)").value
    assert session.shell.user_ns["ran"] == []  # a report runs nothing
    assert "An explorer is worked with in a notebook" in value and "return x + 1" in value
    assert "explorer.run()" in value
    assert session.ok("e.run()").value == 4 and session.shell.user_ns["ran"] == [3]


def test_arguments_that_do_not_fit_fail_at_once(session):
    session.ok("import ag_notebook")
    assert isinstance(session.run("ag_notebook.explore(lambda x: x, 1, 2)").error, TypeError)


def test_settings_of_the_session_are_the_first_choice(session, explored):
    session.ok("%config Autograph.show = 'code,graph'")
    made = explored(collatz, 1)
    assert made.explorer.choices.backends == ("python",) and made.explorer.choices.show == ("code", "graph")


def test_without_ipython_it_is_text(tmp_path):
    path = tmp_path / "explored.py"
    path.write_text(
        "import ag_notebook\n\n\n@ag_notebook.function(backend='python')\ndef f(x):\n    return x + 1\n\n\n"
        "explorer = ag_notebook.explore(f, 3)\nprint(explorer)\nprint('value', explorer.run())\n"
    )
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert "An explorer is worked with in a notebook" in done.stdout and "return x + 1" in done.stdout
    assert done.stdout.endswith("value 4\n")


def test_an_explorer_that_is_closed_leaves_no_widget_behind(explored):
    import ipywidgets

    gc.collect()
    before = len(ipywidgets.widgets.widget._instances)
    made = explored(collatz, 27)
    assert len(ipywidgets.widgets.widget._instances) > before + 20
    made.press("close")
    left = [each for each in ipywidgets.widgets.widget._instances.values() if each in {made.explorer.box}]
    assert left == []
