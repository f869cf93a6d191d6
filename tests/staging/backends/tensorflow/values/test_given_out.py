"""Tests what a staged function refuses to give out."""

import functools
import types

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.given_out import refuse_exceptions, refuse_useless
from ag_notebook.staging.errors import StagingError


@pytest.fixture
def tensor():
    with tf.Graph().as_default():
        yield tf.constant(1) + 1


def test_what_holds_a_graphs_tensor_is_refused_at_any_depth(tensor):
    def held():
        return tensor

    useless = (
        held,
        functools.partial(max, tensor),
        slice(0, tensor),
        ValueError(tensor),
        [tensor].append,
        iter([1]),
        zip([1], [2]),
        {"a": 1}.keys(),
        {"a": tensor}.items(),
        types.MappingProxyType({"a": 1}),
    )
    for value in useless:
        for nested in (value, [(1, {"a": value})]):
            with pytest.raises(StagingError, match="AG244"):
                refuse_useless([nested], None)


def test_what_python_alone_knows_is_given_out(tensor):
    eager = [
        1,
        "a",
        None,
        len,
        max,
        print,
        slice(0, 2),
        ValueError("a"),
        functools.partial(max, 1),
        lambda: 3,
    ]
    refuse_useless([tensor, [tensor], {"a": (tensor, eager)}], None)


def test_of_branches_only_exceptions_are_looked_at(tensor):
    refuse_exceptions([lambda: tensor, [slice(tensor)]], None)
    with pytest.raises(StagingError, match="a branch cannot give out an exception"):
        refuse_exceptions([(1, KeyError(tensor))], None)
