"""Options of views: what is no choice is refused, before anything is drawn."""

import pytest
import sample

from ag_notebook import views
from ag_notebook.views.choices import SECTIONS, chosen
from ag_notebook.views.lines import PARTS, SHOWN

GRAPH = sample.collatz_graph()
GROUPS = "AG406: `group` is 'zzz', and there is no such choice. Choose of 'none', 'scope', 'line'."
PLACES = "AG406: `nested` is 'zz', and there is no such choice. Choose of 'inline', 'enter'."


@pytest.mark.parametrize("view", [views.dot, views.svg])
def test_graphs_alone(view):
    with pytest.raises(views.UnknownChoiceError) as error:
        view(GRAPH, group="zzz")
    assert str(error.value) == GROUPS
    with pytest.raises(views.UnknownChoiceError) as error:
        view(GRAPH, nested="zz")
    assert str(error.value) == PLACES


@pytest.mark.parametrize("suffix", ["html", "json", "txt", "svg", "png", "dot"])
def test_files_of_every_format(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    with pytest.raises(views.UnknownChoiceError) as error:
        views.save_graph(GRAPH, path, "f", group="zzz")
    assert str(error.value) == GROUPS
    with pytest.raises(views.UnknownChoiceError) as error:
        views.save_graph(GRAPH, path, "f", nested=True)
    assert "`nested` is True" in str(error.value)
    assert not path.exists()


@pytest.mark.parametrize("view", [views.text, views.html])
def test_parts_of_a_report(view):
    with pytest.raises(views.UnknownChoiceError) as error:
        view(sample.collatz(), show=["code", "grap"])
    assert str(error.value) == (
        "AG406: `show` is 'grap', and there is no such choice. Choose of 'code', 'trace', 'passes', 'graph', "
        "'optimized', 'xla', 'llvm', 'assembly', 'times', 'notes', 'result'."
    )
    assert view(sample.collatz(), show="code, graph") == view(sample.collatz(), show=("code", "graph"))


def test_what_can_be_chosen():
    assert {*SECTIONS} == {*PARTS, "notes", "result"}
    assert chosen(None, SHOWN) is SHOWN
    assert chosen((), SHOWN) == ()
