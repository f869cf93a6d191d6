"""The cell's report, and what of it is shown."""

from ag_notebook.notebook.arguments import CellArguments
from ag_notebook.notebook.cells import (
    LONGEST_VALUE,
    combined,
    is_plain_function,
    report_of,
    value_text,
)
from ag_notebook.report import (
    FunctionReport,
    GeneratedCode,
    GraphModel,
    Note,
    PassSnapshot,
    Run,
    Span,
    StagingReport,
    Trace,
)


def function_report(name: str) -> FunctionReport:
    code = GeneratedCode("def f(): ...", ())
    trace = Trace("()", "first call", (), GraphModel("g", "main", (), ()))
    return FunctionReport(
        name, Span("cell", 1, 0, 2, 0), "def f(): ...", code, (PassSnapshot("p", "", True, code),), (trace,)
    )


ARGUMENTS = CellArguments(
    names=(), backend="python", show=("code",), quiet=False, var=None, entry=None, no_run=False, check=False,
    last=False, tb=None,
)  # fmt: skip
NOTE = Note("AG101", "warning", None, "a note")


def test_reports_are_combined_without_doubles():
    one = StagingReport("f", "python", (function_report("f"),), notes=(NOTE,))
    two = StagingReport("g", "python", (function_report("g"), function_report("f")), notes=(NOTE,))
    report = combined([one, two], "python", Run("f()", "1", 0.5))
    assert report.title == "f, g"
    assert [each.name for each in report.functions] == ["f", "g"]
    assert report.notes == (NOTE,)
    assert report.run == Run("f()", "1", 0.5)


def test_a_report_that_cannot_be_made_says_so():
    class Broken:
        __name__ = "f"

        def report_so_far(self, rungs):
            raise KeyError("lost")

    report = report_of([Broken()], ARGUMENTS, Run("f()", "1", 0.5))
    assert report.backend == "python"
    assert report.run.value == "1"
    assert [(note.code, note.level) for note in report.notes] == [("AG901", "error")]
    assert "KeyError: 'lost'" in report.notes[0].message


def test_long_values_are_cut():
    text = value_text("x" * 5000)
    assert len(text) < LONGEST_VALUE + 30
    assert text.endswith("(5002 characters)")
    assert value_text([1, 2]) == "[1, 2]"


def test_plain_functions():
    async def coroutine():
        pass

    def generator():
        yield

    async def both():
        yield

    def marked():
        pass

    marked.__ag_do_not_convert__ = True
    assert is_plain_function(lambda: 1)
    assert not any(map(is_plain_function, (coroutine, generator, both, marked, len, int)))


def test_do_not_convert_leaves_a_function_alone(session):
    session.ok("%%autograph\nimport ag_notebook\n@ag_notebook.do_not_convert\ndef f(x):\n    return x\nf(1)")
    assert type(session.shell.user_ns["f"]).__name__ == "function"


LOUD = """
class Loud:
    def __repr__(self):
        raise ValueError("no text")
"""


def test_a_value_without_a_text_fails_as_it_would_without_us(session):
    session.ok(LOUD)
    cell = "{}def f():\n    return Loud()\n{}"
    for magic in ("", "%%autograph\n"):
        session.ok(cell.format(magic, "x = f()"))
        session.ok(cell.format(magic, "f();"))
        assert type(session.shell.user_ns["x"]).__name__ == "Loud"
    assert value_text(session.shell.user_ns["x"]) == "a Loud, whose text raises ValueError"
