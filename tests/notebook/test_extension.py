"""Loading and unloading leave nothing behind."""

import builtins
import os
import sys

import pytest

import ag_notebook
from ag_notebook.notebook.extension import active_magics
from ag_notebook.notebook.rewriting import HOOK

LOG_LEVEL = "TF_CPP_MIN_LOG_LEVEL"


def state(shell):
    return {
        "line": set(shell.magics_manager.magics["line"]),
        "cell": set(shell.magics_manager.magics["cell"]),
        "registry": set(shell.magics_manager.registry),
        "cleanup": list(shell.input_transformers_cleanup),
        "post": list(shell.input_transformers_post),
        "ast": list(shell.ast_transformers),
        "builtins": set(vars(builtins)),
        "trap": set(shell.builtin_trap.auto_builtins),
        "exceptions": shell.custom_exceptions,
        "handler": shell.CustomTB,
        "displays": set(shell.display_formatter.mimebundle_formatter.type_printers),
        "formatting": dict(vars(shell.InteractiveTB)).get("structured_traceback"),
        "hidden": shell.InteractiveTB.skip_hidden,
        "matchers": list(shell.Completer.custom_matchers),
        "configurables": list(shell.configurables),
        "events": {name: list(each) for name, each in shell.events.callbacks.items()},
        "names": {name for name in shell.user_ns if not name.startswith("_")},
    }


def test_unload_leaves_nothing_behind(bare):
    bare.run("%load_ext no_such_extension")  # IPython adds its own magics for this when first asked
    before = state(bare.shell)
    bare.ok("%load_ext ag_notebook")
    assert state(bare.shell) != before
    bare.ok("%%autograph -q\ndef f(x):\n    return x\nf(1)\n")
    bare.ok("%unload_ext ag_notebook")
    del bare.shell.user_ns["f"]
    assert state(bare.shell) == before
    assert "not found" in bare.run("%%autograph\n1").printed


def test_loading_twice_is_loading_once(bare):
    bare.ok("%load_ext ag_notebook")
    once = {name: len(each) for name, each in state(bare.shell).items() if isinstance(each, list | set)}
    bare.ok("%reload_ext ag_notebook")
    assert {
        name: len(each) for name, each in state(bare.shell).items() if isinstance(each, list | set)
    } == once
    assert bare.ok("%%autograph\ndef f(x):\n    return x\nf(1)").value == 1


def test_loading_in_a_cell_that_goes_on(bare):
    bare.ok(
        "get_ipython().run_line_magic('load_ext', 'ag_notebook')\n"
        "get_ipython().run_cell('%%autograph\\ndef f(x):\\n    return x + 1\\ny = f(1)')"
    )
    assert bare.shell.user_ns["y"] == 2


def test_the_hook_is_no_builtin_between_cells(session):
    assert HOOK not in vars(builtins)


def test_nothing_of_ours_is_found_where_ipython_looks_for_the_magic(session):
    session.ok(
        "%%autograph -q\nshell = get_ipython()\n"
        "found = {name: shell.object_inspect(name) for name in ('autograph', '%autograph', '%%autograph')}"
    )
    for each in session.shell.user_ns["found"].values():
        assert each["found"]
        assert each["namespace"] == "IPython internal"
        assert "Stage the functions of a cell" in each["docstring"]


def test_tensorflows_log_is_quiet_unless_somebody_chose(bare, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(LOG_LEVEL, raising=False)
    monkeypatch.delitem(sys.modules, "tensorflow", raising=False)
    ag_notebook.load_ipython_extension(bare.shell)
    assert os.environ[LOG_LEVEL] == "2"
    monkeypatch.setenv(LOG_LEVEL, "0")
    ag_notebook.load_ipython_extension(bare.shell)
    assert os.environ[LOG_LEVEL] == "0"
    ag_notebook.unload_ipython_extension(bare.shell)


def test_a_tensorflow_that_is_loaded_has_read_its_log_level(bare, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(LOG_LEVEL, raising=False)
    monkeypatch.setitem(sys.modules, "tensorflow", object())
    ag_notebook.load_ipython_extension(bare.shell)
    assert LOG_LEVEL not in os.environ
    ag_notebook.unload_ipython_extension(bare.shell)


def test_active_magics(bare):
    assert active_magics(bare.shell) is None
    bare.ok("%load_ext ag_notebook")
    assert active_magics(bare.shell) is not None


def test_last_report(bare):
    assert ag_notebook.last_report() is None
    bare.ok("%load_ext ag_notebook")
    assert ag_notebook.last_report() is None
    bare.ok("%%autograph\ndef f(x):\n    return x\nf(1)")
    assert ag_notebook.last_report().title == "f"


def test_a_cell_that_is_nested_too_deep_leaves_the_extension_loaded(session) -> None:
    terms = " + ".join(["x"] * 1500)
    result = session.shell.run_cell(f"%%autograph\ndef deep(x):\n    return {terms}\n\ndeep(1)")
    assert not result.success
    after = session.shell.run_cell("%%autograph -q\ndef f(x):\n    return x + 1\n\nf(1)")
    assert after.success
    assert int(after.result) == 2
