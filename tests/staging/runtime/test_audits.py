"""The audit hook says something only while a branch or body is traced."""

from __future__ import annotations

import os

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.errors import StagingError


def test_outside_of_staged_tests_files_are_written(tmp_path) -> None:
    @function
    def run(x):
        os.mkdir(tmp_path / "made")
        if x > 2:
            x += len(os.listdir(tmp_path))
        return x

    assert run(tf.constant(3)).numpy() == 4
    (tmp_path / "later").write_text("a")


def test_the_place_is_the_users(tmp_path) -> None:
    def run(x):
        if x > 2:
            (tmp_path / "a").touch()
        return x

    with pytest.raises(StagingError, match="AG232") as caught:
        function(run)(tf.constant(3))
    assert caught.value.span.line == run.__code__.co_firstlineno + 2
    assert not (tmp_path / "a").exists()


def test_a_test_that_python_decides_is_no_branch(tmp_path) -> None:
    @function
    def run(x, deep):
        if deep:
            (tmp_path / "a").touch()
        return x

    run(tf.constant(3), True)
    assert (tmp_path / "a").exists()
