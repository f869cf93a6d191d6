"""Arrays as text: what is typed is what the array holds, or a sentence says why not."""

import numpy as np
import pytest

from ag_notebook.notebook.explorer import arrays
from ag_notebook.notebook.explorer.problems import InputError


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1.5, -2.0], [0.1, 1e20]], np.float32),
        np.array([0.1, np.nan, np.inf, -np.inf], np.float64),
        np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], np.int64),
        np.array([True, False]),
        np.array([1 + 2j, -0.5 - 1j], np.complex64),
        np.array([2**63, 1], np.uint64),
        np.array([0.1, 65504.0], np.float16),
        np.zeros((0, 3), np.float32),
    ],
    ids=lambda array: array.dtype.name,
)
def test_the_text_of_an_array_reads_back_as_that_array(array):
    found = arrays.parsed(arrays.text_of(array), array.dtype.name, array.shape)
    assert found.dtype == array.dtype and found.shape == array.shape
    np.testing.assert_array_equal(found, array)


def test_rows_stand_below_each_other():
    assert arrays.text_of(np.array([[1, 2], [3, 4]])) == "[[1, 2],\n [3, 4]]"


@pytest.mark.parametrize(
    ("text", "dtype", "shape", "said"),
    [
        ("[1, 2.5]", "int32", None, "2.5 is no int32"),
        ("[300]", "int8", None, "300 does not fit int8"),
        ("[-1]", "uint8", None, "-1 does not fit uint8"),
        ("[1e300]", "float32", None, "does not fit float32"),
        ("[2]", "bool", None, "2 is no bool"),
        ("[1j]", "float64", None, "1j is no float64"),
        ("[[1, 2], [3]]", "int32", None, "different lengths"),
        ("[1, [2]]", "int32", None, "different lengths"),
        ("[1, 'a']", "int32", None, "`'a'` is no number"),
        ("[f(1)]", "int32", None, "`f(1)` is no number"),
        ("[1,", "int32", None, "no nested list"),
        ("", "int32", None, "Write nested lists"),
        ("[1, 2, 3]", "int32", (2, 2), "The list has 3 items, and the shape (2, 2) holds 4"),
    ],
)
def test_what_does_not_fit_is_said(text, dtype, shape, said):
    with pytest.raises(InputError) as caught:
        arrays.parsed(text, dtype, shape)
    assert said in str(caught.value)


def test_whole_floats_are_ints_and_items_take_another_shape():
    assert arrays.parsed("[1.0, 2]", "int32").tolist() == [1, 2]
    assert arrays.parsed("[1, 2, 3, 4]", "int32", (2, 2)).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "shape"), [("2, 3", (2, 3)), ("(2, 3)", (2, 3)), ("2 x 3", (2, 3)), ("", ()), ("4", (4,))]
)
def test_shapes_are_read_as_people_write_them(text, shape):
    assert arrays.shape_of(text) == shape


@pytest.mark.parametrize("text", ["2, a", "-1", "2.5"])
def test_no_shape(text):
    with pytest.raises(InputError, match="is no shape"):
        arrays.shape_of(text)


def test_arrays_are_made():
    assert arrays.filled("zeros", (2, 2), "int8").tolist() == [[0, 0], [0, 0]]
    assert arrays.filled("ones", (2,), "float32").dtype == np.float32
    assert arrays.filled("range", (2, 3), "int64").tolist() == [[0, 1, 2], [3, 4, 5]]
    one, again, other = (arrays.filled("random normal", (3,), "float64", seed) for seed in (1, 1, 2))
    assert one.tolist() == again.tolist() != other.tolist()


@pytest.mark.parametrize(
    ("filling", "shape", "dtype", "said"),
    [
        ("random normal", (2,), "int32", "choose a float dtype"),
        ("range", (300,), "int8", "int8 cannot hold 299"),
        ("zeros", (100_000, 1000), "int8", "100,000,000 items"),
    ],
)
def test_what_cannot_be_made_is_said(filling, shape, dtype, said):
    with pytest.raises(InputError, match=said):
        arrays.filled(filling, shape, dtype)


def test_a_large_array_in_a_line():
    assert (
        arrays.summary(np.arange(7840.0).reshape(784, 10)) == "float64 (784, 10), 7,840 items, from 0 to 7839"
    )
    assert arrays.summary(np.zeros((0, 3), bool)) == "bool (0, 3), 0 items"


@pytest.mark.parametrize("text", ["-" * 100_000 + "1", "\udcff", "\0", "[" * 90 + "x" * 1000 + "]" * 90])
def test_what_python_cannot_read_is_said_in_short(text):
    with pytest.raises(InputError) as raised:
        arrays.parsed(text, "int32")
    assert len(str(raised.value)) < 250


def test_an_int_of_many_digits_fits_no_dtype():
    for dtype in ("float32", "int64", "complex64"):
        with pytest.raises(InputError, match="does not fit"):
            arrays.scalar(10**5000, dtype)
