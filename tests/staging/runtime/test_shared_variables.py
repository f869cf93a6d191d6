"""Variables of a loop's state that other functions write, too."""

from __future__ import annotations

import pytest

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.shared_variables import SharedVariables


@pytest.fixture
def held() -> dict[str, int]:
    return {"count": 1}


@pytest.fixture
def shared(held: dict[str, int]) -> SharedVariables:
    def write(count: int) -> None:
        held["count"] = count

    made = SharedVariables.of((lambda: (held["count"],), ("count",), write), ("a", "count"))
    assert made is not None
    return made


def test_the_state_has_what_the_variable_holds_by_then(held: dict[str, int], shared: SharedVariables) -> None:
    assert shared.current((5, 0)) == (5, 1)
    held["count"] = 7
    assert shared.followed(lambda item, a, count: (item, a, count))("x", 5, 0) == ("x", 5, 7)


def test_writing_gives_the_variable_what_the_state_says(
    held: dict[str, int], shared: SharedVariables
) -> None:
    shared.write(Context(None, None), (5, 9))  # type: ignore[arg-type]
    assert held == {"count": 9}


def test_a_change_that_only_the_graph_may_make_is_refused(shared: SharedVariables) -> None:
    shared.refuse_taking((5, 1))
    shared.refuse_test((5, 1))
    with pytest.raises(StagingError, match="AG212.*taking the next item binds a variable"):
        shared.refuse_taking((5, 0))
    with pytest.raises(StagingError, match="AG231.*the test of a staged loop binds a variable"):
        shared.refuse_test((5, 0))


def test_without_shared_variables_there_is_nothing_to_follow(shared: SharedVariables) -> None:
    assert SharedVariables.of(None, ("a",)) is None
    assert SharedVariables.of(shared, ("a",)) is shared
