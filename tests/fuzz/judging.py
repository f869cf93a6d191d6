"""Runs one program as Python, converted, and staged, and says whether they agree.

    python tests/fuzz/judging.py       # a server: programs as JSON lines in, verdicts out

The oracle is the original, run by Python on plain values. The converted function must do exactly the same on plain
values. The staged one gives the same value and exception class, or is refused with a code at the user's line.
"""

from __future__ import annotations

import copy
import dataclasses
import gc
import hashlib
import json
import os
import re
import sys
import traceback
from pathlib import Path
from typing import Any, Literal

from limits import load, runs_within_limits
from program import PARAMETERS, Program

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # before anything imports TensorFlow
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
sys.path.append(str(Path(__file__).parents[1] / "behaviour"))  # for `oracle`, which imports TensorFlow

Kind = Literal["equal", "refused", "mismatch", "outside"]
STATE = ("TOTAL", "LOG", "HELD", "SEEN")
INTERNAL = re.compile(
    r"out of scope|is accessed from|made in another branch|Tensor\('|tf\.Tensor|FuncGraph|TensorSpec|<ag_|object at 0x"
)
"""What no message for a user says."""
COLLECT_AFTER = 10
CONTROL = ("if", "while", "for")
USERS_OWN = ("ValueError", "KeyError", "AssertionError")  # what programs raise themselves, with a message


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a program.

    Attributes:
        kind: `outside`: the original leaves the limits with all arguments, so there is no oracle.
        code: of the refusal.
        cause: names the sort of a mismatch, the same for the shrunk program.
        detail: one sentence for the reader.
        trace: the traceback of what was raised.
        staged: whether a loop or branch was really staged.
    """

    kind: Kind
    code: str = ""
    cause: str = ""
    detail: str = ""
    trace: str = ""
    staged: bool = False


def judge(program: Program) -> Verdict:
    """Compares the three."""
    from ag_notebook import staging

    if runs_within_limits(program.source, program.cases) != program.cases:
        return Verdict("outside")
    file = f"<fuzz-{hashlib.sha256(program.source.encode()).hexdigest()[:12]}>"
    original = load(program.source, file)["program"]
    wanted = [outcome_of(original, case) for case in program.cases]
    kept = 1 + next((i for i, (want, _) in enumerate(wanted) if want.error is not None), len(wanted))
    if any(name in program.source for name in STATE):  # what a failed call did is Python's own affair
        program = dataclasses.replace(program, cases=program.cases[:kept])
    original = load(program.source, file)["program"]  # with the module's state as it was
    try:
        converted = staging.to_graph(original)
    except Exception as error:
        return judged_refusal(error, program, file, "converting", False)
    for case, (want, want_arguments) in zip(program.cases, wanted):
        got, arguments = outcome_of(converted, case)
        difference = difference_on_plain(got, want) or (
            f"left arguments {arguments!r} instead of {want_arguments!r}"
            if arguments != want_arguments
            else ""
        )
        if difference:
            return mismatch("converted", case, difference, got.error)
    original = load(program.source, file)["program"]
    return judge_staged(program, original, file, wanted)


def judge_staged(program: Program, original: Any, file: str, wanted: list[Any]) -> Verdict:
    import oracle

    from ag_notebook.staging import AgNotebookError

    staged = oracle.stage(original, **signature(program))
    verdict = Verdict("equal")
    for case, (want, want_arguments) in zip(program.cases, wanted):
        given = [
            value if i in program.static else oracle.tensor(value)
            for i, value in enumerate(copy.deepcopy(case))
        ]
        for i in (3, 4):
            if case[i] == [] and i not in program.static:
                given[i] = oracle.tf.constant([], oracle.tf.int32 if i == 3 else oracle.tf.float32)
        with oracle.staging_enforced(callbacks=True) as met:
            got = oracle.observe(lambda: staged(*given))  # noqa: B023
        if met:
            return mismatch("staged", case, f"not staged: {met[0]}", got.error)
        expected = want.error is not None and type(want.error).__name__ in [
            base.__name__ for base in type(got.error).__mro__
        ]
        if isinstance(got.error, AgNotebookError) and not expected:
            verdict = judged_refusal(got.error, program, file, f"staged{case}", really_staged(staged))
            if verdict.kind == "mismatch" or any(name in program.source for name in STATE):
                return verdict
            continue
        difference = difference_when_staged(got, want)
        for i in program.static:
            if (
                not difference
                and want.error is None
                and not oracle.same(oracle.plain(given[i]), want_arguments[i])
            ):
                difference = f"left argument {oracle.plain(given[i])!r} instead of {want_arguments[i]!r}"
        if difference:
            return dataclasses.replace(
                mismatch("staged", case, difference, got.error), staged=really_staged(staged)
            )
    return dataclasses.replace(verdict, staged=really_staged(staged))


def signature(program: Program) -> dict[str, Any]:
    if not program.unknown:
        return {}
    import tensorflow as tf

    kinds = (tf.int32, tf.float32, tf.bool, tf.int32, tf.float32, tf.int32)
    shapes: tuple[list[int | None], ...] = ([], [], [], [None], [None], [None, 2])
    count = len(program.cases[0])
    return {
        "input_signature": [
            tf.TensorSpec(shape, kind) for shape, kind in zip(shapes[:count], kinds[:count], strict=True)
        ]
    }


def outcome_of(function: Any, case: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """What happened, and what became of the arguments."""
    import oracle

    given = copy.deepcopy(case)
    outcome = oracle.observe(lambda: function(*given))
    outcome.value = copy.deepcopy(outcome.value)  # later calls may change what is global
    return outcome, given


def difference_on_plain(got: Any, want: Any) -> str:
    import oracle

    if want.error is None or got.error is None:
        if got.error is not None:
            return f"raised {type(got.error).__name__}: {first_line(got.error)} instead of giving {oracle.plain(want.value)!r}"
        return oracle.compare(got, want)
    if type(got.error) is not type(want.error) or str(got.error) != str(want.error):
        return f"raised {got.error!r} instead of {want.error!r}"
    return "" if got.printed == want.printed else f"printed {got.printed!r} instead of {want.printed!r}"


def difference_when_staged(got: Any, want: Any) -> str:
    import oracle

    if want.error is None and got.error is not None:
        return f"raised {type(got.error).__name__}: {first_line(got.error)} instead of giving {oracle.plain(want.value)!r}"
    if want.error is not None and got.error is not None and got.printed == want.printed:
        name = type(want.error).__name__
        return oracle.compare(got, want, says=None if name in USERS_OWN and want.error.args else "")
    return oracle.compare(got, want)


def judged_refusal(error: Exception, program: Program, file: str, when: str, staged: bool) -> Verdict:
    """A refusal must have a code and name a line of the program."""
    from ag_notebook.staging import AgNotebookError

    if not isinstance(error, AgNotebookError):
        return mismatch("converting", (), f"raised {type(error).__name__}: {first_line(error)}", error)
    lines = program.source.count("\n")
    if not re.fullmatch(r"AG\d{3}", error.code):
        return mismatch("refusal", (), f"a refusal without code: {error}", error)
    if error.span is None or error.span.file != file or not 1 <= error.span.line <= lines:
        return mismatch("refusal", (), f"a refusal that names no line of the program: {error}", error)
    if found := INTERNAL.search(str(error)):
        return mismatch("refusal", (), f"an internal error as refusal ({found[0]}): {error}", error)
    line = program.source.splitlines()[error.span.line - 1].strip()
    return Verdict("refused", error.code, "", f"{when}: {error} | {line}", trace_of(error), staged)


def really_staged(staged: Any) -> bool:
    """Whether the decision about a loop or branch is in the graph."""
    return any(
        event.decision == "staged" and event.construct.split()[0] in CONTROL
        for concrete in staged.entry.traces
        for event in concrete.events
    )


def mismatch(mode: str, case: tuple[Any, ...], difference: str, error: BaseException | None) -> Verdict:
    sort = difference.split()[0] + (" instead of raising" if "instead of raising" in difference else "")
    if error is not None:
        frames = [
            f
            for f in traceback.extract_tb(error.__traceback__)
            if "ag_notebook" in f.filename and "fuzz" not in f.filename
        ]
        where = f" in {Path(frames[-1].filename).name}:{frames[-1].name}" if frames else ""
        words = "" if where and "_run" not in where else f" {first_line(error)[:40]}"
        sort = f"{type(error).__name__}{where}{words}"
    return Verdict("mismatch", "", f"{mode}: {sort}", f"{mode} program{case}: {difference}", trace_of(error))


def first_line(error: BaseException) -> str:
    return str(error).strip().split("\n")[0][:300]


def trace_of(error: BaseException | None) -> str:
    if error is None:
        return ""
    return "".join(traceback.format_exception(type(error), error, error.__traceback__))


def from_data(data: dict[str, Any]) -> Program:
    """The program that travelled as JSON."""
    cases = tuple(tuple(case) for case in data["cases"])
    assert all(len(PARAMETERS) - len(case) in (0, 1) for case in cases)
    return Program(data["source"], cases, tuple(data["static"]), data["unknown"])


def serve() -> None:
    """Answers programs with verdicts until the input ends."""
    os.environ["AG_NOTEBOOK_FULL_TRACEBACK"] = "1"
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what TensorFlow and the programs print
    gc.disable()  # graphs are rubbish in heaps: collected now and then, it costs a tenth less
    for number, line in enumerate(sys.stdin, 1):
        if number % COLLECT_AFTER == 0:
            gc.collect()
        try:
            verdict = judge(from_data(json.loads(line)))
        except Exception as error:  # a fault of the judge's own, or a graph that fails elsewhere
            verdict = Verdict(
                "mismatch", "", f"judge: {type(error).__name__}", first_line(error), trace_of(error)
            )
        answers.write(json.dumps(dataclasses.asdict(verdict)) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
