"""The options of runs."""

from dataclasses import dataclass

import pytest

from ag_notebook.notebook.explorer import choices
from ag_notebook.notebook.explorer.choices import Choices, bound_names
from ag_notebook.staging.options import Options


def f(n, *, limit=1):
    steps = 0
    while n > limit:
        n, steps = n // 2, steps + 1
    return steps


LINE = f.__code__.co_firstlineno


def made(options=Options(backend="python"), show=("code", "graph")) -> Choices:
    return Choices(f, options, show)


def test_back_ends_are_those_that_there_are():
    offered = dict(made().backend.options)
    assert offered["python"] == ("python",) and offered["tensorflow"] == ("tensorflow",)
    assert offered["tensorflow beside lantern"] == ("tensorflow", "lantern")
    assert made().backends == ("python",)


def test_what_a_back_end_does_not_know_is_off():
    chosen = made()
    assert chosen.reduce.disabled and chosen.xla.disabled and not chosen.check.disabled
    chosen.backend.value = ("tensorflow",)
    assert not chosen.reduce.disabled and not chosen.xla.disabled
    chosen.backend.value = ("tensorflow", "lantern")
    assert chosen.check.disabled


def test_options_are_what_is_chosen():
    chosen = made(Options())
    assert chosen.options["reduce_retracing"] is False and "jit_compile" not in chosen.options
    chosen.reduce.value = chosen.xla.value = True
    assert chosen.options["reduce_retracing"] is True and chosen.options["jit_compile"] is True
    given = made(Options(jit_compile=True))
    assert given.xla.value and "jit_compile" not in given.options
    given.xla.value = False
    assert given.options["jit_compile"] is False


def test_parts_of_the_report():
    chosen = made()
    assert chosen.show == ("code", "graph")
    chosen.parts["optimized"].value = chosen.parts["xla"].value = True
    chosen.parts["graph"].value = False
    assert chosen.show == ("code", "optimized", "xla")


def test_limits_and_probes_are_there_where_staging_has_them(monkeypatch: pytest.MonkeyPatch):
    @dataclass(frozen=True)
    class More(Options):
        time_limit: float | None = None
        step_limit: int | None = None
        probes: tuple[str, ...] = ()

    monkeypatch.setattr(choices, "Options", More)
    chosen = made(More(backend="python", probes=("n",)))
    assert {name: chosen.options[name] for name in ("time_limit", "step_limit", "probes")} == {
        **{"time_limit": None, "step_limit": None, "probes": ("n",)}
    }
    chosen._limits["time_limit"].value = 2.5
    chosen._limits["step_limit"].value = 1000
    chosen.probes.value = ("n", f"steps@{LINE + 3}")
    assert chosen.options["time_limit"] == 2.5 and chosen.options["step_limit"] == 1000
    assert chosen.options["probes"] == ("n", f"steps@{LINE + 3}")


def test_names_are_offered_with_the_lines_that_bind_them():
    assert bound_names(f) == [
        "n",
        f"n@{LINE + 3}",
        "limit",
        "steps",
        f"steps@{LINE + 1}",
        f"steps@{LINE + 3}",
    ]


def test_options_are_shown_where_they_are_asked_for():
    chosen = made()
    assert chosen.more.layout.display == "none"
    chosen.opened.value = True
    assert chosen.more.layout.display is None
