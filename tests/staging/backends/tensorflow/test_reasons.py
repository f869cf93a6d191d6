"""What TensorFlow says is said again in a reader's words, without names of operations, nodes and classes."""

from __future__ import annotations

import re

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.reasons import core_of, reason, tidy

INTERNAL = re.compile(
    r"\{\{|node |Op\b|SymbolicTensor|EagerTensor|WeakNumber|PendingNumber|Choice|Maybe|AddV2|MatMul|StridedSlice"
    r"|ConcatV2|_inference_|if_true|loop_body|ag_notebook|site-packages| at 0x"
)
INT, FLOAT, TEXT, ROW = tf.constant(3), tf.constant(2.5), tf.constant("a"), tf.constant([1, 2, 3])
SQUARE = tf.ones([2, 2])
NOTHING = None


def counted(x):
    n = 0
    for _ in range(x):
        n += 1
    return n


def chosen(x):
    return abs if x > 0 else counted


class Dense(tf.keras.layers.Layer):
    def call(self, x):
        return tf.matmul(x, x)


CASES = {
    "dtypes": (lambda x: tf.maximum(x, FLOAT), INT, "float32 and int32 do not go together", "tf.cast"),
    "text and number": (lambda x: x + "!", INT, "int32 and string do not go together", "f-string"),
    "number and text": (
        lambda x: "n: " + x,
        INT,
        "'n: ' (a str) does not go together with an int32",
        "f-string",
    ),
    "float literal": (
        lambda x: tf.maximum(x, 1.5),
        INT,
        "1.5 (a float) does not go together with an int32",
        "tf.cast",
    ),
    "shapes": (lambda x: x @ tf.ones([3, 1]), SQUARE, "(the shapes are [2,2], [3,1])", "x.shape"),
    "reshape": (
        lambda x: tf.reshape(x, [7]),
        ROW,
        "Cannot reshape a tensor with 3 elements to shape [7]",
        "shape",
    ),
    "index": (lambda x: ROW[x], FLOAT, "and this is a tensor float32[]", "tf.int32"),
    "index of a text": (lambda x: x["a"], ROW, "and this is 'a'", ""),
    "item of a scalar": (lambda x: x[0], INT, "a scalar tensor has no items", ""),
    "too many indices": (lambda x: x[0, 1], ROW, "too many indices: the tensor has 1 dimension.", ""),
    "axis": (lambda x: tf.reduce_sum(x, axis=3), ROW, "there is no axis 3", ""),
    "list of dtypes": (
        lambda x: tf.concat([x, [1.5]], 0),
        ROW,
        "the tensors are of int32 and float32",
        "tf.cast",
    ),
    "None": (lambda x: x < None, INT, "None is no value that TensorFlow can compute with", ""),
    "hash": (lambda x: {x}, INT, "a tensor cannot be hashed", "Python number"),
    "call": (lambda x: x(1), INT, "'Tensor' object is not callable", ""),
    "call of a number": (lambda x: counted(x)(1), INT, "'staged number' object is not callable", ""),
    "layer": (lambda x: Dense()(x), tf.ones([1, 3]), "Dimensions must be equal, but are 3 and 1", "x.shape"),
    "library": (lambda x: open(x), INT, "expected str, bytes or os.PathLike object, not Tensor", ""),
    "function": (lambda x: tf.minimum(x, len), INT, "a builtin_function_or_method does not go together", ""),
    "variable": (lambda x: tf.Variable(1).assign(x), ROW, "a value of shape (3,) does not fit", "x.shape"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_an_operation_refuses(name) -> None:
    target, argument, says, fix = CASES[name]
    with pytest.raises(StagingError) as caught:
        function(target)(argument)
    error = caught.value
    assert error.code == "AG201"
    assert says in error.message
    assert fix in error.fix
    assert not INTERNAL.search(str(error).replace(error.span.file, "")), str(error)
    assert error.span.file == __file__


ATTRIBUTES = {
    "numpy": (lambda x: x.numpy(), INT, "a tensor has no attribute 'numpy'", "There is no value yet"),
    "append": (lambda x: x.append(1), ROW, "a tensor has no attribute 'append'", "tf.concat"),
    "unknown": (lambda x: x.lenth, ROW, "a tensor has no attribute 'lenth'", ""),
    "method of int": (
        lambda x: counted(x).bit_count(),
        INT,
        "a staged int has no attribute 'bit_count'",
        "operators",
    ),
    "unknown of int": (lambda x: counted(x).lenth, INT, "a staged int has no attribute 'lenth'", ""),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_that_tensors_do_not_have(name) -> None:
    target, argument, says, fix = ATTRIBUTES[name]
    with pytest.raises(AttributeError) as caught:
        function(target)(argument)
    assert isinstance(caught.value, StagingError)
    assert caught.value.code == "AG203"
    assert says in caught.value.message
    assert fix in caught.value.fix
    assert caught.value.span.file == __file__


def pair(a, b):
    return a + b


PYTHONS = {
    "missing argument": (lambda x: pair(x), TypeError, "pair() missing 1 required positional argument: 'b'"),
    "unknown keyword": (lambda x: pair(x, c=1), TypeError, "unexpected keyword argument 'c'"),
    "None called": (lambda x: NOTHING(x), TypeError, "'NoneType' object is not callable"),
    "None's item": (lambda x: NOTHING[x], TypeError, "'NoneType' object is not subscriptable"),
    "iteration of an int": (lambda x: [i + x for i in 3], TypeError, "'int' object is not iterable"),
    "number of a text": (lambda x: int("abc") + x, ValueError, "invalid literal for int"),
    "attribute of None": (lambda x: NOTHING.a, AttributeError, "'NoneType' object has no attribute 'a'"),
    "two fields": (lambda x: "%d %d" % x, TypeError, "not enough arguments for format string"),
    "no field": (lambda x: "%d" % (x, x), TypeError, "not all arguments converted"),
    "unknown format": (lambda x: f"{x:q}", ValueError, "Unknown format code 'q'"),
    "join": (lambda x: ", ".join([x]), TypeError, "sequence item 0: expected str instance"),  # noqa: FLY002
    "operator": (lambda x: chosen(x) + 1, TypeError, "unsupported operand type(s) for +"),
}


@pytest.mark.parametrize("name", PYTHONS)
def test_pythons_own_errors_stay(name) -> None:
    target, kind, says = PYTHONS[name]
    with pytest.raises(kind) as caught:
        function(target)(INT)
    assert type(caught.value) is kind
    assert says in str(caught.value)
    assert not INTERNAL.search(str(caught.value)), str(caught.value)


@tf.function(autograph=False)
def plain_graph(x):
    return tf.reshape(x, [9])


@tf.function
def autograph_graph(x):
    if x[0] > 0:
        return tf.reshape(x, [9])
    return x


@pytest.mark.parametrize("inner", [plain_graph, autograph_graph])
def test_functions_of_tensorflow_inside(inner) -> None:
    with pytest.raises(StagingError, match="Cannot reshape a tensor with 3 elements") as caught:
        function(lambda x: inner(x))(ROW)
    assert not INTERNAL.search(caught.value.message), caught.value.message


def test_arguments_of_the_staged_function() -> None:
    for call in (lambda f: f(), lambda f: f(1, 2, 3), lambda f: f(1, c=2)):
        with pytest.raises(TypeError) as want:
            call(pair)
        with pytest.raises(TypeError) as got:
            call(function(pair))
        assert str(got.value) == str(want.value)


def test_errors_of_the_running_graph_say_the_reason_first() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        function(lambda x: 100 // x)(tf.constant(0))
    assert str(caught.value).startswith("integer division or modulo by zero")
    assert not INTERNAL.search(str(caught.value)), str(caught.value)


def test_texts_that_are_not_known_are_cleaned() -> None:
    said, fix = reason("It failed for <tf.Tensor 'a/b:0' shape=(2, 3) dtype=int32> [Op:Foo]\nmore")
    assert (said, fix) == ("It failed for a tensor int32[2, 3].", "")
    assert tidy("<function f at 0x7f00aa> and <Foo object at 0x12>") == "a function and a Foo"
    assert (
        tidy("'ag_notebook.carriers.Choice' and 'WeakNumber'")
        == "'object chosen by a staged test' and 'staged number'"
    )
    assert (
        core_of(
            'Graph execution error:\n\nDetected at node Foo\n  File "x", line 1\n\nbad\n\t [[{{node Foo}}]]'
        )
        == "bad"
    )
