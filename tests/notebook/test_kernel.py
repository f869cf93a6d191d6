"""What only a real kernel shows: its loop runs while cells run, and it is interrupted from outside."""

from __future__ import annotations

import re
import sys
import time

import pytest
from jupyter_client.manager import KernelManager, start_new_kernel

pytestmark = pytest.mark.slow

F = "def f(x):\n    return x + 1\n"


class Kernel:
    """A kernel that runs cells and collects what it sends back."""

    def __init__(self, manager: KernelManager, client) -> None:
        self.manager, self.client = manager, client

    def run(self, cell: str, timeout: float = 120) -> dict:
        messages = []
        reply = self.client.execute_interactive(
            cell, store_history=True, allow_stdin=False, timeout=timeout, output_hook=messages.append
        )
        content = [message["content"] for message in messages if message["msg_type"] == "error"]
        return {
            "status": reply["content"]["status"],
            "count": reply["content"]["execution_count"],
            "displays": [m["content"]["data"] for m in messages if m["msg_type"] == "display_data"],
            "results": [m["content"] for m in messages if m["msg_type"] == "execute_result"],
            "text": "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream"),
            "traceback": re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(content[0]["traceback"])) if content else "",
            "ename": content[0]["ename"] if content else None,
        }


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory):
    with open(tmp_path_factory.mktemp("kernel") / "log", "w") as log:
        manager, client = start_new_kernel(kernel_name="python3", startup_timeout=60, stderr=log)
        running = Kernel(manager, client)
        assert running.run("%load_ext ag_notebook\n%config Autograph.backend = 'python'")["status"] == "ok"
        yield running
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_value_and_report_are_two_outputs_of_one_cell(kernel):
    before = kernel.run("0")["count"]
    ran = kernel.run(f"%%autograph\n{F}f(1)")
    assert ran["status"] == "ok"
    assert ran["count"] == before + 1
    assert [result["data"]["text/plain"] for result in ran["results"]] == ["2"]
    assert ran["results"][0]["execution_count"] == ran["count"]
    assert len(ran["displays"]) == 1
    assert {"text/plain", "text/html"} <= set(ran["displays"][0])


def test_semicolon(kernel):
    ran = kernel.run(f"%%autograph\n{F}f(1);")
    assert ran["results"] == ran["displays"] == []
    assert kernel.run("f(1)")["results"][0]["data"]["text/plain"] == "2"


def test_await(kernel):
    ran = kernel.run(f"%%autograph\nimport asyncio\n{F}await asyncio.sleep(0.01)\nf(1)")
    assert ran["status"] == "ok"
    assert ran["results"][0]["data"]["text/plain"] == "2"
    ran = kernel.run("%%autograph\nawait asyncio.sleep(0.01, 'slept')")
    assert ran["results"][0]["data"]["text/plain"] == "'slept'"


def test_time_on_top(kernel):
    for magics in ("%%time\n%%autograph", "%%autograph\n%%time"):
        ran = kernel.run(f"{magics}\n{F}f(1)")
        assert ran["results"][0]["data"]["text/plain"] == "2"
        assert len(ran["displays"]) == 1
        assert "Wall time" in ran["text"]


def test_await_below_time_is_refused_in_one_line(kernel):
    ran = kernel.run("%%time\n%%autograph\nimport asyncio\nawait asyncio.sleep(0)")
    assert ran["status"] == kernel.run("%%time\n1 / 0")["status"]  # IPython 8 lets it pass
    assert "UsageError: `await` does not work in this cell" in ran["text"]


def test_an_error_fails_the_cell_at_the_notebooks_line(kernel):
    ran = kernel.run(f"%%autograph\n{F}\n# a remark\n1 / 0")
    assert ran["status"] == "error"
    assert ran["ename"] == "ZeroDivisionError"
    assert f"Cell In[{ran['count']}], line 6" in ran["traceback"]
    assert "----> 6 1 / 0" in ran["traceback"]
    assert "ag_notebook" not in ran["traceback"]
    assert ran["displays"] == ran["results"] == []


@pytest.mark.parametrize("tb", ["short", "full"])
def test_an_error_in_a_loops_body_is_shown_among_its_own_lines(kernel, tb):
    kernel.run(f"%autograph --tb {tb}")
    try:
        cell = "%%autograph\ndef f(x):\n    y = x\n    for i in range(3):\n        z = y // i\n        y = z\n    return y\n\nf(1)"
        shown = kernel.run(cell)["traceback"]
    finally:
        kernel.run("%autograph --tb short")
    lines = cell.split("\n")
    found = re.findall(r"^(?:-+> )?\s*(\d+) (.*)$", shown.rsplit("loop_body(i, y)", 1)[1], re.MULTILINE)
    assert ("5", lines[4]) in found
    assert "----> 5         z = y // i" in shown
    assert all(text == lines[int(number) - 1] for number, text in found), shown


def test_an_error_of_an_entry_shows_its_text(kernel):
    for end in ("", "7"):
        shown = kernel.run(f'%%autograph --entry "f(missing)"\n{F}{end}')["traceback"]
        assert '----> 1 %%autograph --entry "f(missing)"' in shown
        assert "----> 1 f(missing)" in shown
        assert "Could not get source" not in shown


def test_an_error_in_an_awaiting_cell(kernel):
    ran = kernel.run("%%autograph\nimport asyncio\nawait asyncio.sleep(0)\n\n1 / 0")
    assert f"Cell In[{ran['count']}], line 5" in ran["traceback"]
    assert "ag_notebook" not in ran["traceback"]


def test_an_error_below_time(kernel):
    ran = kernel.run(f"%%time\n%%autograph\n{F}\n1 / 0")
    assert ran["status"] == kernel.run("%%time\n1 / 0")["status"]
    assert f"Cell In[{ran['count']}], line 6" in ran["traceback"]
    assert "ag_notebook" not in ran["traceback"]


def test_a_usage_error_fails_the_cell(kernel):
    ran = kernel.run(f"%%autograph --qiet\n{F}")
    assert ran["status"] == "error"
    assert ran["text"].startswith("UsageError: Unknown option `--qiet`.")


def test_no_name_is_left_behind(kernel):
    kernel.run("before = set(dir())")
    kernel.run(f"%%autograph\n{F}f(1)")
    ran = kernel.run("sorted(n for n in set(dir()) - before if not n.startswith('_'))")
    assert ran["results"][0]["data"]["text/plain"] in ("['before', 'f']", "['before']")


def test_a_staged_loop_that_never_ends_can_be_interrupted(kernel):
    cell = "%%autograph -q -b tensorflow\nimport tensorflow as tf\ndef forever(x):\n    while x < 1:\n        x = x * 1\n    return x\n"
    assert kernel.run(cell)["status"] == "ok"
    kernel.run("forever(tf.constant(2))")  # traced: the next call only runs
    sent = kernel.client.execute("forever(tf.constant(0))")
    time.sleep(3)
    interrupted = time.monotonic()
    kernel.manager.interrupt_kernel()
    while (reply := kernel.client.get_shell_msg(timeout=30))["parent_header"].get("msg_id") != sent:
        pass
    assert time.monotonic() - interrupted < 2
    assert reply["content"]["status"] == "error"
    assert reply["content"]["ename"] == "KeyboardInterrupt"
    while kernel.client.get_iopub_msg(timeout=5)["content"].get("execution_state") != "idle":
        pass
    assert kernel.run("1 + 1")["results"][0]["data"]["text/plain"] == "2"
    assert kernel.run("int(forever(tf.constant(5)))")["results"][0]["data"]["text/plain"] == "5"


STOPPED = """
class Counter:
    def __init__(self):
        self.n = 0

    def count(self, x):
        while x > 0:
            self.n += 1
            x = x - 1
        return x

counter, total = Counter(), 0
"""


@pytest.mark.parametrize("argument", ["tf.constant(2_000_000_000)", "2_000_000_000"])
def test_what_an_interrupted_call_writes_is_whole(kernel, argument):
    """The graph is interrupted, or the tracing of a loop that Python unrolls."""
    cell = "%%autograph -q -b tensorflow\nimport tensorflow as tf\nimport ag_notebook as ag\n" + STOPPED
    cell += (
        "def add(x):\n    global total\n    total += 1\n    return counter.count(x)\n\nadd(tf.constant(3))"
    )
    assert kernel.run(cell)["status"] == "ok"
    assert kernel.run("int(counter.n), int(total)")["results"][0]["data"]["text/plain"] == "(3, 1)"
    sent = kernel.client.execute(f"add({argument})")
    time.sleep(2)
    interrupted = time.monotonic()
    kernel.manager.interrupt_kernel()
    while (reply := kernel.client.get_shell_msg(timeout=30))["parent_header"].get("msg_id") != sent:
        pass
    assert time.monotonic() - interrupted < 2
    assert reply["content"]["ename"] == "KeyboardInterrupt"
    while kernel.client.get_iopub_msg(timeout=5)["content"].get("execution_state") != "idle":
        pass
    assert kernel.run("int(counter.n), int(total)")["results"][0]["data"]["text/plain"] == "(3, 1)"
    assert kernel.run("add(tf.constant(2))")["status"] == "ok"
    assert kernel.run("int(counter.n), int(total)")["results"][0]["data"]["text/plain"] == "(5, 2)"


def test_limits_are_settings(kernel):
    cell = "%%autograph -q -b tensorflow\nimport tensorflow as tf\n\ndef f(x):\n    while x > 0:\n        x = x * 1\n    return x\n\n"
    try:
        kernel.run("%config Autograph.step_limit = 1000")
        ran = kernel.run(cell + "f(tf.constant(1))")
        assert (ran["status"], ran["ename"]) == ("error", "StagedRuntimeError")
        assert "AG281" in ran["traceback"]
        assert f"Cell In[{ran['count']}], line 5" in ran["traceback"]
        kernel.run("%config Autograph.step_limit = None\n%config Autograph.time_limit = 1.0")
        begun = time.monotonic()
        ran = kernel.run(cell + "f(tf.constant(1))")
        assert time.monotonic() - begun < 4
        assert "AG280" in ran["traceback"]
        assert f"Cell In[{ran['count']}], line 4" in ran["traceback"]
        assert kernel.run("int(f(tf.constant(-1)))")["results"][0]["data"]["text/plain"] == "-1"
        assert "less than 0" in kernel.run("%config Autograph.step_limit = -1")["text"]
    finally:
        kernel.run("%config Autograph.step_limit = None\n%config Autograph.time_limit = None")


@pytest.mark.parametrize(
    ("body", "ename", "line"),
    [
        (
            "if x > 0:\n        return tf.linalg.inv(tf.zeros([2, 2]))\n    return tf.zeros([2, 2])",
            "InvalidArgumentError",
            5,
        ),
        ("assert x < 0, 'too large'\n\n    return x", "AssertionError", 4),
        ("if x < 0:\n        y = x\n    return y", "UnboundLocalError", 6),
        ("y = {}['no']\n\n    return x + y", "KeyError", 4),
        ("for v in tf.stack([x, x]):\n        x += undefined_name * v\n    return x", "NameError", 5),
    ],
)
def test_an_error_out_of_a_staged_function_shows_the_cells_lines(kernel, body, ename, line):
    """The line of the call, the line in the function, and nothing of ours or of TensorFlow's."""
    ran = kernel.run(
        f"%%autograph -q -b tensorflow\nimport tensorflow as tf\ndef f(x):\n    {body}\n\nf(tf.constant(1))"
    )
    assert ran["status"] == "error"
    assert ran["ename"] == ename
    assert f"Cell In[{ran['count']}], line 8" in ran["traceback"]
    assert "----> 8 f(tf.constant(1))" in ran["traceback"]
    assert f"Cell In[{ran['count']}], line {line}, in f" in ran["traceback"]
    assert "ag_notebook/" not in ran["traceback"]
    assert "site-packages" not in ran["traceback"]


def test_tracing_and_running_have_their_own_times(kernel):
    cell = "import tensorflow as tf\ndef f(x):\n    while x > 1:\n        x = x - 1\n    return x\nf(tf.constant(3))"
    first = kernel.run(f"%%autograph -b tensorflow -v report -s result\n{cell}")
    text = first["displays"][0]["text/plain"]
    assert re.search(r"traced in \S+ \w+, ran in \S+ \w+", text), text
    run = kernel.run("report.run.traced_seconds > 0, report.run.seconds > 0")
    assert run["results"][0]["data"]["text/plain"] == "(True, True)"
    again = kernel.run("%%autograph -s result\nf(tf.constant(9))")["displays"][0]["text/plain"]
    assert "traced" not in again
    assert " in " in again


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("if x > 0:\n        y = 'a'\n    else:\n        y = x\n    return y", 4),
        ("while x > 0:\n        x = tf.concat([x, 1], 0)\n    return x", 5),
    ],
)
def test_an_argument_that_cannot_be_traced_is_one_clear_error(kernel, body, line):
    ran = kernel.run(
        f"%%autograph -q -b tensorflow\nimport tensorflow as tf\ndef f(x):\n    {body}\nf(tf.constant(1))"
    )
    assert ran["status"] == "error"
    assert ran["ename"] == "StagingError"
    assert f"Cell In[{ran['count']}], line {line}" in ran["traceback"]
    assert f"-->   {line} " in ran["traceback"]
    assert "ag_notebook/" not in ran["traceback"]
    assert len(ran["traceback"].splitlines()) < 12
    assert kernel.run("1 + 1")["status"] == "ok"


def test_the_kernel_is_of_this_python(kernel):
    ran = kernel.run("import sys; print(sys.prefix)")
    assert ran["text"].strip() == sys.prefix
