"""A cell under the magic is the cell without it, with a report beside its value. In a real shell."""

import pytest
from IPython.core.error import UsageError
from traitlets import TraitError

from ag_notebook import views
from ag_notebook.notebook.magics import lines_above
from ag_notebook.report import Note, StagingReport

F = "def f(x):\n    return x + 1\n"


def test_the_value_of_the_last_expression_is_out(session):
    ran = session.ok(f"%%autograph\n{F}f(1)")
    assert ran.value == 2
    assert session.shell.user_ns["Out"][2] == 2
    assert session.shell.user_ns["_"] == 2
    assert "Out[2]: 2" in ran.printed
    assert ran.printed.count("Out[2]") == 1


def test_one_display_holds_text_and_html(session):
    ran = session.ok(f"%%autograph\n{F}f(1)")
    assert len(ran.bundles) == 1
    assert set(ran.bundles[0]) == {"text/plain", "text/html", views.MIME_TYPE}
    assert "f" in ran.views[0]


def test_the_functions_are_staged_and_keep_what_they_were(session):
    session.ok(f"%%autograph\n{F}f(1)")
    f = session.shell.user_ns["f"]
    assert f.original(1) == 2
    assert "x + 1" in f.code


def test_one_cell_counts_once(session):
    before = session.shell.execution_count
    session.ok(f"%%autograph\n{F}f(1)")
    assert session.shell.execution_count == before + 1


def test_a_semicolon_silences_the_value_and_the_view(session):
    ran = session.ok(f"%%autograph\n{F}f(1);  # quiet")
    assert ran.bundles == []
    assert ran.printed == ""
    assert session.shell.user_ns["f"](4) == 5


def test_a_cell_of_definitions_shows_their_code(session):
    ran = session.ok(f"%%autograph\n{F}")
    assert ran.value is None
    assert len(ran.bundles) == 1


def test_a_cell_without_functions_says_so(session):
    session.ok("%%autograph -v report\nx = 1")
    notes = session.shell.user_ns["report"].notes
    assert [note.code for note in notes] == ["AG510"]
    assert "at the top level, and this cell has none" in notes[0].message
    assert "method or lambda is staged by `@ag.function`" in notes[0].fix
    assert session.shell.user_ns["x"] == 1


def test_a_function_of_an_earlier_cell_that_is_called_is_shown(session):
    session.ok(f"%%autograph\n{F}")
    session.ok("%%autograph -v report\nf(5)")
    report = session.shell.user_ns["report"]
    assert [function.name for function in report.functions] == ["f"]
    assert report.run.value == "6"


def test_what_is_no_plain_function_is_left_alone(session):
    session.ok(
        "%%autograph\n"
        "class A:\n    def m(self):\n        return 1\n"
        "async def c():\n    return 1\n"
        "def g():\n    yield 1\n"
        "def made(f):\n    return 'text'\n"
        "@made\ndef h():\n    return 1\n"
        "if True:\n    def inner():\n        return 1\n"
    )
    names = session.shell.user_ns
    assert type(names["A"].m).__name__ == "function"
    assert type(names["c"]).__name__ == "function"
    assert type(names["inner"]).__name__ == "function"
    assert list(names["g"]()) == [1]
    assert names["h"] == "text"


def test_a_decorated_function_is_staged_as_it_came_out(session):
    cell = (
        "%%autograph -v report\n"
        "import functools\n"
        "def twice(f):\n    @functools.wraps(f)\n    def run(x):\n        return f(f(x))\n    return run\n"
        "@twice\ndef g(x):\n    return x + 1\n"
        "g(1)"
    )
    assert session.ok(cell).value == 3
    assert session.shell.user_ns["g"].original(1) == 3


def test_a_function_is_staged_once(session):
    session.ok(f"%%autograph\nimport ag_notebook\n@ag_notebook.function\n{F}")
    f = session.shell.user_ns["f"]
    assert type(f.original).__name__ == "function"


def test_a_redefinition_is_what_counts(session):
    session.ok(f"%%autograph -v report\n{F}def f(x):\n    return x + 10\nf(1)")
    report = session.shell.user_ns["report"]
    assert [function.source.strip() for function in report.functions] == ["def f(x):\n    return x + 10"]
    assert report.run.value == "11"


def test_a_cell_can_be_run_again_with_another_text(session):
    assert session.ok(f"%%autograph\n{F}f(1)").value == 2
    assert session.ok("%%autograph\ndef f(x):\n    return x + 7\nf(1)").value == 8
    assert session.ok(f"%%autograph\n{F}f(1)").value == 2


def test_names_of_the_cell_stay_and_no_others(session):
    before = session.names()
    session.ok(f"%%autograph\n{F}y = f(1)\ny")
    assert session.names() - before == {"f", "y"}
    assert not [name for name in session.shell.user_ns if "autograph" in name]


def test_await_works_at_the_top_level(session):
    ran = session.ok(f"%%autograph\nimport asyncio\n{F}await asyncio.sleep(0)\nf(1)")
    assert ran.value == 2
    ran = session.ok("%%autograph\nasync def c():\n    return f(2)\nawait c()")
    assert ran.value == 3


def test_lines_for_the_shell_work(session):
    ran = session.ok(f"%%autograph\n{F}%precision 3\n!echo hello\nfiles = !echo a b\nf(len(files))")
    assert "hello" in ran.printed
    assert ran.value == 2


def test_braces_and_dollars_are_not_expanded(session):
    session.ok('%%autograph --entry "f({1: 2}[1])"\n' + F)
    assert session.shell.user_ns["_"] == 3


def test_a_future_import_in_the_cell(session):
    session.ok(
        "%%autograph\nfrom __future__ import annotations\ndef f(x: no_such_name):\n    return x + 1\nf(1)"
    )
    assert session.shell.user_ns["f"].original.__annotations__ == {"x": "no_such_name"}
    session.ok(
        "%%time\n%%autograph\nfrom __future__ import annotations\ndef g(x: no_such_name):\n    return x\ng(1)"
    )


# failing ----------------------------------------------------------------------------------


def test_an_error_shows_the_cells_own_lines(session):
    ran = session.run(f"%%autograph\n{F}\n# a remark\nundefined_name")
    assert isinstance(ran.error, NameError)
    assert "Cell In[2], line 6" in ran.printed
    assert "----> 6 undefined_name" in ran.printed
    assert "ag_notebook" not in ran.printed
    assert "run_cell_magic" not in ran.printed
    assert ran.bundles == []


@pytest.mark.parametrize("line", ["%%autograph", "%%autograph -q"])
def test_the_magic_line_is_shown_as_it_was_typed(session, line):
    ran = session.run(f"{line}\nx = 0\n1 / x")
    assert f"      1 {line}\n      2 x = 0\n----> 3 1 / x\n" in ran.printed
    assert "get_ipython" not in ran.printed
    assert "# %%" not in ran.printed


def test_lines_below_a_shown_magic_line_keep_their_colours(session):
    session.shell.run_line_magic("colors", "linux")
    in_our_cell = session.run("%%autograph\nx = 0\ny = [3 / x, 2]").printed
    elsewhere = session.run("pass\nx = 0\ny = [3 / x, 2]").printed
    assert "%%autograph" in in_our_cell
    assert in_our_cell.splitlines()[-3] == elsewhere.splitlines()[-3]
    assert "3 / x" not in elsewhere.splitlines()[-3]  # colours between the words


def test_functions_below_a_shown_magic_line_are_found_later(session):
    session.ok("%%autograph -q\ndef f(x):\n    return g(x)\n\ndef g(x):\n    return (lambda y: y + 1)(x)\n")
    assert session.ok("f(1)").value == 2
    assert "y + 1" in session.ok("g.code").value


def test_an_error_inside_a_function_shows_its_line(session):
    ran = session.run("%%autograph\ndef f(x):\n    y = x\n    return y / 0\n\nf(1)")
    assert isinstance(ran.error, ZeroDivisionError)
    assert "Cell In[2], line 6" in ran.printed
    assert "Cell In[2], line 4, in f" in ran.printed
    assert "site-packages" not in ran.printed


def test_names_bound_before_an_error_stay_as_in_python(session):
    session.run(f"%%autograph\n{F}a = 1\n1 / 0\nb = 2")
    assert session.shell.user_ns["a"] == 1
    assert "b" not in session.shell.user_ns
    assert session.ok("f(1)").value == 2


def test_a_syntax_error_is_told_at_its_line_and_runs_nothing(session):
    before = session.names()
    ran = session.run("%%autograph\nz = 1\ndef f(x):\n    y = = 3")
    assert isinstance(ran.error, SyntaxError)
    assert "Cell In[2], line 4" in ran.printed
    assert session.names() == before


def test_an_unknown_option_runs_nothing(session):
    before = session.names()
    ran = session.run("%%autograph --qiet\nz = 1")
    assert isinstance(ran.error, UsageError)
    assert ran.printed.startswith("UsageError: Unknown option `--qiet`. Did you mean `--quiet`?")
    assert session.names() == before


def test_the_session_goes_on_after_an_error(session):
    session.run("%%autograph\n1 / 0")
    assert session.ok(f"%%autograph\n{F}f(1)").value == 2


def test_an_empty_cell_is_refused_by_the_shell(session):
    assert isinstance(session.run("%%autograph").error, UsageError)


# other magics -----------------------------------------------------------------------------


@pytest.mark.parametrize("magics", ["%%time\n%%autograph", "%%autograph\n%%time"])
def test_either_way_round_with_time(session, magics):
    ran = session.ok(f"{magics}\n{F}f(1)")
    assert ran.value == 2
    assert len(ran.bundles) == 1
    assert "Wall time" in ran.printed
    assert session.shell.user_ns["f"].original(1) == 2


@pytest.mark.parametrize("magics", ["%%capture out\n%%autograph", "%%autograph\n%%capture out"])
def test_either_way_round_with_capture(session, magics):
    ran = session.ok(f"{magics}\n{F}print('said')\nf(1)")
    assert ran.bundles == []
    out = session.shell.user_ns["out"]
    assert "said" in out.stdout
    assert len(out.outputs) == 2  # the report and the value
    assert session.shell.user_ns["f"](1) == 2


def test_three_magics(session):
    session.ok("%%autograph\n%%capture\n%%time\nww = 5")
    assert session.ok("ww").value == 5


def test_line_numbers_below_other_magics_are_the_notebooks(session):
    ran = session.run(f"%%time\n%%autograph\n\n{F}\nundefined_name")
    assert "Cell In[2], line 7" in ran.printed
    assert "----> 7 undefined_name" in ran.printed


def test_a_function_below_time_is_found_with_its_lines(session):
    ran = session.run("%%time\n%%autograph\ndef f(x):\n    return x / 0\nf(1)")
    assert "Cell In[2], line 4, in f" in ran.printed


def test_semicolon_below_time(session):
    ran = session.ok(f"%%time\n%%autograph\n{F}f(1);")
    assert ran.bundles == []
    assert "Out[" not in ran.printed


def test_lines_for_the_shell_work_below_time(session):
    assert "hello" in session.ok(f"%%time\n%%autograph\n!echo hello\n{F}f(1)").printed


def test_await_below_time_works_where_no_loop_runs(session):
    assert session.ok("%%time\n%%autograph\nimport asyncio\nawait asyncio.sleep(0, 'done')").value == "done"


def test_magics_of_other_languages_are_refused(session):
    ran = session.run("%%autograph\n%%bash\necho hello")
    assert isinstance(ran.error, UsageError)
    assert "goes to `%%bash`" in ran.printed


def test_a_run_inside_a_cell_does_not_disturb_it(session):
    ran = session.ok(f"%%autograph\n{F}get_ipython().run_cell('inner = f(2)')\nf(1)")
    assert "Out[2]: 2" in ran.printed
    assert session.shell.user_ns["inner"] == 3
    assert len(ran.bundles) == 1


def test_lines_above_counts_the_lines_over_the_magic():
    assert lines_above("a\nb\n", "%%time\n%%autograph\na\nb") == 1
    assert lines_above("a\n", "%%time\n%%capture\n%%autograph\na") == 2
    assert lines_above("a\n", "something else\n") == 0


# options ----------------------------------------------------------------------------------


def test_quiet_defines_and_runs_and_shows_nothing(session):
    ran = session.ok(f"%%autograph -q\n{F}f(1)")
    assert ran.value == 2
    assert ran.bundles == []


def test_quiet_still_tells_warnings(session, capsys):
    magics = session.shell.magics_manager.registry["Autograph"]
    notes = (
        Note("AG101", "warning", None, "It was decided.", "Say so."),
        Note("AG103", "info", None, "Left as is."),
    )
    magics.deliver(StagingReport("f", "python", (), notes=notes), magics.arguments("-q"), silent=False)
    assert capsys.readouterr().out == "AG101 warning: It was decided. Say so.\n"


def test_var_stores_the_report(session):
    session.ok(f"%%autograph -v report\n{F}f(1)")
    report = session.shell.user_ns["report"]
    assert report.title == "f"
    assert report.run.call == "f(1)"
    assert report.run.value == "2"
    assert 0 <= report.run.seconds < 10
    assert report.functions[0].source.startswith("def f(x):")


def test_the_passes_are_shown(session):
    cell = "def f(x):\n    while x > 1:\n        x = x - 1\n    return x\nf(3)"
    ran = session.ok(f"%%autograph --show passes\n{cell}")
    shown, html = ran.views[0], ran.bundles[0]["text/html"]
    assert "Passes of f (" in shown
    assert "control flow  +5 -1" in shown
    assert "    why, line 3: The state is x: it is modified in the loop and live after it.\n" in shown
    assert "   3 -    while x > 1:\n   3 +    def loop_test(x):" in shown
    assert "Without change: " in shown
    assert "lines" not in shown.splitlines()[0]
    assert "<b>Passes</b> (" in html
    assert "<b>control flow</b> +5" in html
    assert "The state is x: it is modified in the loop and live after it." in html
    assert 'style="text-decoration:none">-    while x &gt; 1:</del>' in html
    ran = session.ok(f"%%autograph --show code,passes\n{cell}")
    assert ran.views[0].count("Passes of f (") == ran.bundles[0]["text/html"].count("<b>Passes</b> (") == 1
    assert "Passes" not in session.ok(f"%%autograph\n{cell}").views[0]


LOOP = (
    "import tensorflow as tf\ndef f(x):\n    while x > 1:\n        x = x - 1\n    return x\nf(tf.constant(3))"
)


def test_what_is_below_the_graph_is_made_where_it_is_asked_for(session):
    ran = session.ok(f"%%autograph -b tensorflow --show code,optimized --xla -v report\n{LOOP}")
    (trace,) = session.shell.user_ns["report"].functions[0].traces
    assert trace.optimized is not None
    assert [program.name for program in trace.compiled] == ["HLO", "optimized HLO for the CPU"]
    shown, html = ran.views[0], ran.bundles[0]["text/html"]
    assert f"Optimized graph: {trace.graph.op_count} → {trace.optimized.op_count} ops: " in shown
    assert "\nHLO (" in shown and "\n     HloModule " in shown
    assert "main    " not in shown  # the graph itself was not asked for
    assert "<b>Optimized graph</b>: " in html and "<b>HLO</b>, " in html
    assert len(shown.splitlines()) <= 200
    session.ok(f"%%autograph -b tensorflow -v report\n{LOOP}")
    (trace,) = session.shell.user_ns["report"].functions[0].traces
    assert (trace.optimized, trace.compiled) == (None, ())


def test_a_report_that_was_made_without_a_rung_says_so(session):
    session.ok(f"%%autograph -b tensorflow\n{LOOP}")
    failed = session.run("%autograph --last --xla")
    assert "The last report was made without the programs of XLA" in str(failed.error)
    assert "Optimized graph: " in session.ok("%autograph f -b tensorflow --show optimized").views[0]
    assert "Optimized graph: " in session.ok("%autograph --last --show optimized").views[0]


def test_why_there_is_no_program_is_a_note(session):
    cell = 'import tensorflow as tf\ndef f(s):\n    return s + "!"\nf(tf.constant("a"))'
    ran = session.ok(f"%%autograph -b tensorflow --xla\n{cell}")
    assert "AG303 info: XLA has no texts, and the input `s` is one." in ran.views[0]
    assert "AG303" in ran.bundles[0]["text/html"]


def test_a_back_end_without_graphs_says_that_there_is_nothing_below(session):
    shown = session.ok(f"%%autograph -b python --xla -s result\n{F}f(1)").views[0]
    assert "AG305 info: There is no program of XLA, because the back end `python` makes no graphs" in shown
    shown = session.ok("%autograph --last --xla -s code").views[0]
    assert "AG305" in shown
    session.ok(f"%%autograph -q\n{F}f(1)")
    ran = session.run("%autograph --last --xla")
    assert isinstance(ran.error, UsageError)


def test_another_back_end_is_asked_for_by_the_line(session):
    session.ok(f"%%autograph -q\n{F}f(1)")
    f = session.shell.user_ns["f"]
    session.ok("%autograph f -q -b tensorflow -v report --entry f(1)")
    report = session.shell.user_ns["report"]
    assert report.backend == "tensorflow"
    assert len(report.functions[0].traces) == 1
    assert session.shell.user_ns["f"] is f
    assert f.options.backend == "python"
    session.ok("%autograph f -q -v report")
    assert session.shell.user_ns["report"].backend == "python"


@pytest.mark.parametrize("option", ["--last", "--tb full", "--check --no-run"])
def test_options_that_do_not_fit_run_nothing(session, option):
    ran = session.run(f"%%autograph {option}\nz = 1\n{F}f(1)")
    assert isinstance(ran.error, UsageError)
    assert "z" not in session.names()


def test_decisions_are_listed_where_the_code_is_not_shown(session):
    ran = session.ok(f"%%autograph -b tensorflow --show trace\n{LOOP}")
    assert "Decisions (" in ran.views[0] and "while: staged, " in ran.views[0]
    assert "<b>Decisions</b> (" in ran.bundles[0]["text/html"]
    ran = session.ok(f"%%autograph -b tensorflow --show code\n{LOOP}")
    assert "Decisions" not in ran.views[0] + ran.bundles[0]["text/html"]


def test_a_long_value_is_shown_once(session):
    ran = session.ok("%%autograph -v report\ndef f(x):\n    return 'long ' * x\nf(20)")
    assert "long long" not in ran.views[0]
    assert "f(20) in " in ran.views[0]
    assert ran.printed.count("long long") > 0
    assert session.shell.user_ns["report"].run.value == repr("long " * 20)


def test_a_long_value_of_an_entry_that_is_not_out_is_shown(session):
    cell = "def f(x):\n    return 'long ' * x\n"
    assert "long long" in session.ok(f"%%autograph --entry 'f(20)'\n{cell}f(1)").views[0]
    assert "long long" not in session.ok(f"%%autograph --entry 'f(20)'\n{cell}").views[0]
    assert "long long" in session.ok("%autograph f --entry 'f(20)'").views[0]


def test_none_is_no_result(session):
    shown = session.ok(f"%%autograph -s result\n{F}print(f(1))").views[0]
    assert "print(f(1)) in " in shown
    assert "None" not in shown
    assert "print" not in session.ok("%%autograph -s result\nprint(1)").views[0]


def test_what_is_not_staged_has_no_time(session):
    session.ok(f"%%autograph -v report\n{F}max(1, 2)")
    assert session.shell.user_ns["report"].run.seconds is None


def test_names_choose_what_is_shown(session):
    session.ok(f"%%autograph g -v report\n{F}def g(x):\n    return f(x)\ng(1)")
    assert [function.name for function in session.shell.user_ns["report"].functions] == ["g"]


def test_entry_is_run_and_shown(session):
    ran = session.ok(f'%%autograph --entry "f(41)" -v report\n{F}')
    assert ran.value == 42
    assert session.shell.user_ns["report"].run.call == "f(41)"


def test_entry_leaves_the_cells_own_value(session):
    ran = session.ok(f'%%autograph --entry "f(41)" -v report\n{F}f(1)')
    assert ran.value == 2
    assert session.shell.user_ns["report"].run.value == "42"


def test_no_run_traces_and_does_not_run(session):
    session.ok("ran = []")
    cell = "%%autograph -b tensorflow --no-run -v report\ndef f(x):\n    return x + 1\nf(1)"
    ran = session.ok(cell.replace("-b tensorflow ", ""))
    assert ran.value is None
    assert session.shell.user_ns["report"].run.seconds is None
    assert "f(1) =" not in ran.views[0]


def test_no_run_with_an_entry(session):
    cell = f"%%autograph --no-run --entry 'f(2, *more, **named)' -v report\n{F.replace('(x)', '(x, y, z)')}"
    session.ok("more, named = [3], {'z': 4}")
    assert session.ok(cell).value is None
    assert session.shell.user_ns["report"].run.call == "f(2, *more, **named)"
    assert session.shell.user_ns["report"].run.seconds is None


def test_no_run_needs_an_entry_that_is_a_call(session):
    ran = session.run(f"%%autograph --no-run --entry 'f'\n{F}")
    assert isinstance(ran.error, UsageError)
    assert "traces a call, and `--entry 'f'` is none" in ran.printed


def test_names_that_the_cell_does_not_define_run_nothing(session):
    ran = session.run(f"%%autograph ff\n{F}print('ran')")
    assert isinstance(ran.error, UsageError)
    assert ran.printed == "UsageError: `ff` is not a function of this cell. Did you mean `f`?\n"


def test_no_run_needs_a_staged_function(session):
    ran = session.run(f"%%autograph --no-run\n{F}print('not staged')")
    assert isinstance(ran.error, UsageError)
    assert "`print` is none" in ran.printed
    assert "not staged" not in ran.printed


def test_settings(session):
    session.ok("%config Autograph.show = 'code'")
    session.ok(f"%%autograph -v report\n{F}f(1)")
    assert "show" in session.ok("%config Autograph").printed
    with pytest.raises(TraitError):
        session.shell.magics_manager.registry["Autograph"].tb = "loud"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("backend = 'tg'", "There is no back end `tg`, only lantern, python, tensorflow"),
        ("backend = 'tf,tensorflow'", "The back end `tensorflow` is named twice."),
        (
            "show = 'code,grap'",
            "`grap` is not one of code, trace, passes, graph, optimized, llvm, assembly, times, notes, result. Did you mean `graph`?",
        ),
    ],
)
def test_a_wrong_setting_is_refused_when_it_is_made(session, caplog, setting, message):
    session.run(f"%config Autograph.{setting}")
    assert message in caplog.text
    magics = session.shell.magics_manager.registry["Autograph"]
    assert (magics.backend, magics.show) == ("python", "code,trace,graph,notes,result")
    name, value = setting.split(" = ")
    with pytest.raises(TraitError, match="is no|is not|is named"):
        setattr(magics, name, value.strip("'"))


def test_an_unknown_back_end_is_one_clear_error(session):
    ran = session.run(f"%%autograph -b tensroflow\n{F}f(1)")
    assert isinstance(ran.error, UsageError)
    assert "There is no back end `tensroflow`, only" in ran.printed
    assert "Did you mean `tensorflow`?" in ran.printed
    assert "f" not in session.names()


def test_help_shows_every_option(session):
    shown = []
    session.shell.hooks.show_in_pager = lambda text, **_: shown.append(str(text))
    session.ok("%%autograph?")
    text = shown[0]
    for option in (
        "--backend",
        "--show",
        "--quiet",
        "--var",
        "--entry",
        "--no-run",
        "--last",
        "--tb",
        "NAME",
    ):
        assert option in text


# the line magic ---------------------------------------------------------------------------


def test_the_line_magic_shows_a_function_from_elsewhere(session):
    session.ok(f"{F}")
    ran = session.ok("%autograph f -v report")
    assert len(ran.bundles) == 1
    assert session.shell.user_ns["report"].functions[0].source.startswith("def f(x):")
    assert type(session.shell.user_ns["f"]).__name__ == "function"


def test_the_line_magic_can_trace_and_run(session):
    session.ok(f"{F}")
    session.ok('%autograph f --entry "f(2)" -v report')
    assert session.shell.user_ns["report"].run.value == "3"


def test_the_line_magic_stages_a_bound_method(session):
    session.ok("class K:\n    def m(self, x):\n        return x + 1\nk = K()")
    assert "def m(self, x):" in session.ok("%autograph k.m").views[0]
    session.ok("step = k.m")
    assert "step(1) = 2" in session.ok("%autograph step --entry step(1)").views[0]
    ran = session.run('%autograph k.m --entry "k.m(1)"')
    assert "`f = k.m`" in str(ran.error)


def test_the_line_magic_shows_the_last_report_again(session):
    assert isinstance(session.run("%autograph --last").error, UsageError)
    first = session.ok(f"%%autograph\n{F}f(1)")
    again = session.ok("%autograph --last")
    assert len(again.bundles) == len(first.bundles) == 1
    assert len(session.shell.magics_manager.registry["Autograph"].reports) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%autograph", "Say which function to show"),
        ("%autograph ff", "Did you mean `f`?"),
        ("%autograph text", "`text` is not a function that can be staged: str"),
        ("%autograph len", "`len` is not a function that can be staged"),
        ("%autograph f(", "`f(` is not the name of a function"),
    ],
)
def test_the_line_magic_says_what_it_needs(session, line, message):
    session.ok(f"{F}text = 'x'")
    ran = session.run(line)
    assert isinstance(ran.error, UsageError)
    assert message in ran.printed


def test_a_semicolon_silences_the_line_magic(session):
    session.ok(f"{F}")
    assert session.ok("%autograph f;").bundles == []


# the shell's own settings -----------------------------------------------------------------


def test_every_expression_shown(session):
    session.shell.ast_node_interactivity = "all"
    ran = session.ok(f"%%autograph\n{F}f(1)\nf(2)")
    assert ran.printed.count("Out[2]") == 2
    assert len(ran.bundles) == 1


def test_a_quiz_asks_first_and_the_last_report_has_the_answers(session):
    cell = "%%autograph --quiz -b tf\ndef f(x):\n    while x < 9.0:\n        x = x * 2.0\n    return x\n\nf(tf.constant(1.0))"
    session.ok("import tensorflow as tf")
    asked = session.ok(cell).views[0]
    assert asked.count(" ?  ") == 2 and "Predict what becomes of each line" in asked
    assert " G " not in asked.split("Predict", 1)[1].split(".", 1)[1]
    answers = session.ok("%autograph --last").views[0]
    assert " G " in answers and " ?  " not in answers
    assert "?" in session.ok("%autograph --last --quiz").views[0]


def test_the_last_assignment_shown(session):
    session.shell.ast_node_interactivity = "last_expr_or_assign"
    ran = session.ok(f"%%autograph\n{F}y = f(1)")
    assert ran.value == 2
    assert "Out[2]: 2" in ran.printed


def test_a_silent_cell_runs(session):
    session.run(f"%%autograph -q\n{F}y = f(1)", silent=True)
    assert session.shell.user_ns["y"] == 2


def test_the_terminal_waits_for_the_end_of_the_cell(session):
    complete = session.shell.check_complete
    assert complete("%%autograph\nimport os")[0] == "incomplete"
    assert complete("%%autograph\nimport os\n\n")[0] == "complete"


# --check -------------------------------------------------------------------------------------------

LIES = "import sys\ndef f(x):\n    return x + ('ag_notebook.staging.runtime.calls' in _callers())\n"
CALLERS = "import sys\ndef _callers():\n    frame, found = sys._getframe(1), []\n    while frame:\n        found.append(frame.f_globals.get('__name__'))\n        frame = frame.f_back\n    return found\n"


def checks_of(session):
    return session.shell.user_ns["report"].checks


def test_check_compares_the_last_call(session):
    ran = session.ok(f"%%autograph --check -v report\n{F}f(1)")
    (check,) = checks_of(session)
    assert (check.call, check.difference) == ("f(1)", "")
    assert check.compared == ("value", "printed", "changes")
    assert ran.value == 2
    assert "Checked against Python: 1 the same" in ran.views[0]


def test_check_says_what_differs(session):
    session.ok(f"{CALLERS}")
    ran = session.ok(f"%%autograph --check -q -v report\n{LIES}f(1)")
    (check,) = checks_of(session)
    assert check.difference == "`result` is 1 in Python and 2 staged."
    (note,) = session.shell.user_ns["report"].notes
    assert (note.code, note.level, note.span.line) == ("AG126", "warning", 3)
    assert ran.printed.startswith("AG126 warning: staged, `f(1)` does something else than in Python")


def test_arguments_are_evaluated_once(session):
    session.ok("seen = []\ndef arg():\n    seen.append(1)\n    return 1")
    session.ok(f"%%autograph --check\n{F}f(arg())")
    assert session.shell.user_ns["seen"] == [1]


def test_check_of_an_entry(session):
    session.ok(f"%%autograph --check -v report --entry 'f(4)'\n{F}")
    assert [check.call for check in checks_of(session)] == ["f(4)"]
    session.ok("%autograph f --check -v report --entry 'f(5)'")
    assert [check.call for check in checks_of(session)] == ["f(5)"]
    assert isinstance(session.run("%autograph f --check --entry '5'").error, UsageError)


def test_check_without_a_call_uses_annotations(session):
    session.ok("%%autograph --check -v report\ndef g(n: bool):\n    return n")
    assert [check.call for check in checks_of(session)] == ["g(n=False)", "g(n=True)"]
    session.ok("%autograph g --check -v report")
    assert [check.call for check in checks_of(session)] == ["g(n=False)", "g(n=True)"]


@pytest.mark.parametrize(
    ("lines", "calls", "value"),
    [
        ("r = f(1)", ["f(x=1)"], None),
        ("print(f(1))", ["f(x=1)"], None),
        ("f(f(1)) + 1", ["f(x=1)", "f(x=2)"], 4),
        ("f(f(1))", ["f(x=1)", "f(f(1))"], 3),
        ("for i in range(2):\n    f(i)", ["f(x=0)", "f(x=1)"], None),
        ("f(1)\nf(2)", ["f(x=1)", "f(2)"], 3),
        ("[f(1), f(x=2)]", ["f(x=1)", "f(x=2)"], [2, 3]),
        ("def g(y):\n    return f(y) * 2\ng(1)", ["g(1)"], 4),
        ("def g(y):\n    yield f(y)\nlist(g(1))", ["f(x=1)"], [2]),
        ("class A:\n    def m(self, y):\n        return f(y)\nA().m(1)", ["f(x=1)"], 2),
        ("list(map(f, [1, 2]))", ["f(x=1)", "f(x=2)"], [2, 3]),
    ],
)
def test_check_compares_the_calls_that_the_cell_makes(session, lines, calls, value):
    ran = session.ok(f"%%autograph --check -v report\n{F}{lines}")
    assert [check.call for check in checks_of(session)] == calls
    assert {check.difference + check.skipped for check in checks_of(session)} == {""}
    assert ran.value == value
    staged = session.shell.user_ns["f"]
    assert staged.watch is None


def test_check_finds_a_difference_in_any_call(session):
    session.ok(CALLERS)
    session.ok(f"%%autograph --check -q -v report\n{LIES}r = f(1) + 0")
    (check,) = checks_of(session)
    assert check.difference == "`result` is 1 in Python and 2 staged."


def test_each_call_is_compared_with_the_state_of_its_time(session):
    session.ok(
        "%%autograph --check -v report\nlog = []\ndef f(x):\n    log.append(x)\n    return len(log)\na, b = f(1), f(2)"
    )
    assert [(check.call, check.difference) for check in checks_of(session)] == [
        ("f(x=1)", ""),
        ("f(x=2)", ""),
    ]
    names = session.shell.user_ns
    assert (names["a"], names["b"], names["log"]) == (1, 2, [1, 2])


def test_only_the_first_calls_are_compared(session):
    session.ok(f"%%autograph --check -v report\n{F}total = sum(f(i) for i in range(100))")
    *checks, last = checks_of(session)
    assert [check.call for check in checks] == [f"f(x={i})" for i in range(5)]
    assert (last.call, last.compared) == ("95 more calls", ())
    assert session.shell.user_ns["total"] == 5050


def test_check_of_named_functions_looks_at_their_calls_alone(session):
    session.ok(f"%%autograph g --check -v report\n{F}def g(x):\n    return x\nr = f(1), g(2)")
    assert [check.call for check in checks_of(session)] == ["g(x=2)"]


RAISING = "%%autograph --check\ndef f(x):\n    if x > 1:\n        raise ValueError('no')\n    return x\n"


@pytest.mark.parametrize(("calls", "count"), [("f(1)\nf(2)", 2), ("y = f(2)", 1), ("f(1)\nf(1) + f(2)", 3)])
def test_a_check_is_shown_where_its_call_raises(session, calls, count):
    ran = session.run(RAISING + calls)
    assert isinstance(ran.error, ValueError)
    (view,) = ran.views
    assert f"Checked against Python: {count} the same" in view
    assert "the same; exception, printed, changes" in view


def test_a_check_is_shown_where_the_call_of_an_entry_raises(session):
    ran = session.run(RAISING.replace("--check", '--check --entry "f(2)"'))
    assert isinstance(ran.error, ValueError)
    assert "Checked against Python: 1 the same" in ran.views[0]
    ran = session.run('%autograph f --check --entry "f(2)"')
    assert isinstance(ran.error, ValueError)
    assert "f(2): the same; exception" in ran.views[0]
    assert not session.run("f(2)").views


def test_a_cell_that_fails_is_watched_no_more(session):
    assert isinstance(session.run(f"%%autograph --check\n{F}f(1)\n1 / 0").error, ZeroDivisionError)
    assert session.shell.user_ns["f"].watch is None


def test_an_error_of_a_call_is_the_calls_own(session):
    ran = session.run("%%autograph --check\ndef f(x):\n    return x\nr = f(1, 2)")
    assert isinstance(ran.error, TypeError)
    session.ok(
        "%%autograph --check -v report\ndef f(x):\n    raise KeyError(x)\ntry:\n    f(1)\nexcept KeyError:\n    pass"
    )
    (check,) = checks_of(session)
    assert (check.call, check.compared) == ("f(x=1)", ("exception", "printed", "changes"))


def test_comparing_is_no_part_of_the_time(session):
    slow = "import time\ndef f(x):\n    time.sleep(0.5)\n    return x\n"
    session.ok(f"%%autograph --check -v report\n{slow}f(1) + 1")
    assert 0.5 <= session.shell.user_ns["report"].run.seconds < 1.0


def test_check_of_an_entry_that_is_no_single_call(session):
    session.ok(f"%%autograph --check -v report --entry 'f(4) + f(5)'\n{F}")
    assert [check.call for check in checks_of(session)] == ["f(x=4)", "f(x=5)"]
    session.ok("%autograph f --check -v report --entry 'print(f(6))'")
    assert [check.call for check in checks_of(session)] == ["f(x=6)"]
    assert session.shell.user_ns["f"].watch is None


def test_a_cell_that_calls_nothing_says_so(session):
    session.ok(f"%%autograph --check -v report\n{F}print(1)")
    (check,) = checks_of(session)
    assert check.call == "f(…)"
    assert "No arguments were given" in check.skipped
    assert "Give it a call to compare, or annotate its parameters." in check.skipped


def test_a_cell_only_defines_and_nothing_is_traced(session):
    session.ok("%%autograph -b tensorflow -v report\ndef f():\n    return 1")
    assert session.shell.user_ns["f"].traces() == []


# muting --------------------------------------------------------------------------------------------


def test_notes_can_be_muted(session):
    session.ok("%config Autograph.mute = 'AG510, AG121'")
    session.ok("%%autograph -v report\nx = 1")
    assert session.shell.user_ns["report"].notes == ()
    with pytest.raises(TraitError, match="`all` is not the code of a note"):
        session.shell.magics_manager.registry["Autograph"].mute = "all"


TIMED = """
import tensorflow as tf
seen = []

def f(x):
    while x > 0:
        x = x - 1
    return x

f(tf.constant(7))
"""


def test_times_are_those_of_the_last_call(session):
    ran = session.ok("%%autograph -b tensorflow --show times -v report" + TIMED + "f(tf.constant(3))")
    (function,) = session.shell.user_ns["report"].functions
    counts = {each.op: each.count for each in function.traces[-1].times}
    assert counts["Sub"] == 3
    assert "Times of f: " in ran.views[0]
    assert "x = x - 1" in ran.views[0]
    for line in ("--entry 'f(tf.constant(4))'", "--check"):
        session.ok(f"%%autograph -b tensorflow --show times -v report {line}" + TIMED + "f(tf.constant(4))")
        (function,) = session.shell.user_ns["report"].functions
        assert {each.op: each.count for each in function.traces[-1].times}["Sub"] == 4
    session.ok("%%autograph -b tensorflow -v report" + TIMED)
    assert not session.shell.user_ns["report"].functions[0].traces[-1].times


def test_a_cell_that_fails_ends_the_measuring(session):
    from ag_notebook.staging.measuring import is_wanted

    session.run("%%autograph -b tensorflow --show times" + TIMED + "f(1 / 0)")
    assert not is_wanted()


def test_times_of_a_call_that_is_not_run(session):
    ran = session.ok("%%autograph -b tensorflow --no-run --show times" + TIMED)
    assert "AG306" in ran.views[0]


def test_limits_bound_what_a_cell_stages(session):
    magics = session.shell.magics_manager.registry["Autograph"]
    session.ok("%config Autograph.step_limit = 3")
    try:
        ran = session.run("%%autograph -b tensorflow" + TIMED)
        assert (type(ran.error).__name__, ran.error.code) == ("StagedRuntimeError", "AG281")
        session.ok("%config Autograph.step_limit = None\n%config Autograph.time_limit = 30")
        session.ok("%%autograph -b tensorflow" + TIMED)
        assert session.shell.user_ns["f"].options.time_limit == 30.0
    finally:
        magics.step_limit = magics.time_limit = None


PROBED = """def f(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total

def g(total):
    return total * 2
"""


def seen(report):
    return {(p.name, p.span.line): [s.value for s in p.samples] for p in report.probes}


def test_probes_are_shown_with_their_lines(session):
    ran = session.ok(f"%%autograph -v report --probe n@6,total\n{PROBED}g(f(3))")
    assert ran.value == 12
    report = session.shell.user_ns["report"]
    assert seen(report) == {
        ("total", 3): ["0"],
        ("total", 5): ["3", "5", "6"],
        ("n", 6): ["2", "1", "0"],
        ("total", 9): ["6"],
    }
    assert "line 6  n  int  3 times, 0 to 2" in ran.views[0]
    assert "probe" not in report.functions[0].generated.text
    assert "<b>Probes</b>" in ran.bundles[0]["text/html"]
    functions = ran.bundles[0][views.MIME_TYPE]["sides"][0]["functions"]
    assert [[each["name"] for each in function["probes"]] for function in functions] == [
        ["total", "total", "n"],
        ["total"],
    ]


@pytest.mark.parametrize(
    ("probe", "problem"),
    [
        (
            "totl",
            "the cell binds no variable `totl`. Did you mean `total`? What can be probed: n (lines 2, 6)",
        ),
        ("n@3", "line 3 of the cell does not bind `n`. What can be probed: n (lines 2, 6)."),
    ],
)
def test_probes_of_what_is_not_there_are_refused_before_the_cell_runs(session, probe, problem):
    ran = session.run(f"%%autograph --probe {probe}\n{PROBED}ran = True")
    assert isinstance(ran.error, UsageError)
    assert problem in str(ran.error)
    assert "ran" not in session.shell.user_ns


def test_probes_need_a_function_of_the_cell(session):
    session.ok(f"%%autograph\n{PROBED}")
    ran = session.run("%%autograph --probe n\nf(3)")
    assert isinstance(ran.error, UsageError)
    assert "`%autograph NAME --entry CALL --probe …`" in str(ran.error)


def test_probes_of_a_function_from_elsewhere(session):
    session.ok(f"%%autograph\n{PROBED}")
    before = session.shell.user_ns["f"]
    session.ok('%autograph f g -v report --entry "g(f(2))" --probe n,total')
    report = session.shell.user_ns["report"]
    assert seen(report)["n", 6] == ["1", "0"]
    assert seen(report)["total", 9] == ["3"]
    assert session.shell.user_ns["f"] is before
    assert before.probes() == ()
    ran = session.run('%autograph f --entry "f(2)" --probe m')
    assert isinstance(ran.error, UsageError)
    assert "`f` binds no variable `m`" in str(ran.error)


def test_probes_under_another_magic_and_with_a_check(session):
    ran = session.ok(f"%%time\n%%autograph -v report --probe n --check\n{PROBED}f(2)")
    assert ran.error is None
    assert seen(session.shell.user_ns["report"]) == {("n", 3): ["2"], ("n", 7): ["1", "0"]}
