"""Which editor each parameter gets, and the call that they make together."""

import enum
from typing import Literal, Optional

import numpy as np
import pytest

from ag_notebook.notebook.explorer import editors
from ag_notebook.notebook.explorer.arguments import Arguments
from ag_notebook.notebook.explorer.problems import InputError


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def arguments(function, *args, backend="python", **kwargs) -> Arguments:
    return Arguments(function, args, kwargs, dict, lambda: backend)


def kinds(made: Arguments) -> dict[str, str]:
    return {name: type(editor).__name__.removesuffix("Editor") for name, editor in made.editors.items()}


def test_given_values_choose_the_editor():
    def f(a, b, c, d, e, g, h, i):
        pass

    made = arguments(f, True, 1, 1.5, "x", Color.RED, np.ones(3), np.float32(2), len)
    assert kinds(made) == {
        **{"a": "Bool", "b": "Number", "c": "Number", "d": "Text", "e": "Choice"},
        **{"g": "Array", "h": "Number", "i": "Expression"},
    }
    assert made.editors["h"].staged.value and made.editors["h"].dtype.value == "float32"


def test_defaults_and_annotations_choose_the_editor_where_nothing_is_given():
    def f(
        a: int,
        b: Literal["x", "y"],
        c: Optional[float],
        d: Color = Color.BLUE,
        e: "bool" = True,
        g: int | None = 3,
        h=(1, 2),
        *rest,
        i,
        **more,
    ):
        pass

    made = arguments(f)
    assert kinds(made) == {
        **{"a": "Number", "b": "Choice", "c": "Optional", "d": "Choice", "e": "Bool", "g": "Optional"},
        **{"h": "Expression", "rest": "Expression", "i": "Expression", "more": "Expression"},
    }
    assert made.problem() == "i: Give a value: a Python expression."
    made.editors["i"].text.value = "len"
    assert made.problem() == ""
    made.editors["rest"].text.value = "(7, 8)"
    made.editors["more"].text.value = "{'z': 1}"
    bound = made.bound()
    assert bound.args == (1, "x", None, Color.BLUE, True, 3, (1, 2), 7, 8)
    assert bound.kwargs == {"i": len, "z": 1}


def test_objects_that_are_given_stay_the_same():
    def f(x, *rest, **more):
        pass

    held, array = object(), np.arange(3)
    bound = arguments(f, held, array, a=held).bound()
    assert bound.args == (held, array) and bound.args[1] is array
    assert bound.kwargs == {"a": held}


def test_a_value_that_is_none_of_the_choices_is_kept():
    def f(mode: Literal["x", "y"]):
        pass

    made = arguments(f, "z")
    assert kinds(made) == {"mode": "Text"} and made.bound().args == ("z",)


def test_arguments_that_do_not_fit_are_refused_at_once():
    def f(x):
        pass

    with pytest.raises(TypeError, match="too many positional"):
        arguments(f, 1, 2)


def test_all_that_is_wrong_is_said():
    def f(a: int, b: int):
        pass

    made = arguments(f)
    made.editors["a"].text.value = "x"
    made.editors["b"].text.value = "y"
    assert made.problem().startswith("a: `x` is no int")
    with pytest.raises(InputError, match=r"a: `x` is no int(.|\n)*b: `y` is no int"):
        made.bound()


def test_starred_arguments_must_fit():
    def f(a, **more):
        pass

    made = arguments(f, 1)
    made.editors["more"].text.value = "{'a': 2}"
    with pytest.raises(InputError, match="do not fit"):
        made.bound()


def test_tensors_stay_tensors_of_their_back_end():
    import tensorflow as tf

    def f(a, b, c: tf.TensorSpec([None, 2], tf.float32), d):
        pass

    variable = tf.Variable(1.0)
    made = arguments(f, tf.constant(27), tf.constant([[1, 2]]), d=variable, backend="tensorflow")
    assert kinds(made) == {"a": "Number", "b": "Array", "c": "Array", "d": "Expression"}
    made.editors["a"].text.value = "28"
    made.editors["b"].text.value = "[[1, 3]]"
    found = made.values()
    assert isinstance(found["a"], tf.Tensor) and found["a"].dtype == tf.int32 and int(found["a"]) == 28
    assert isinstance(found["b"], tf.Tensor) and found["b"].numpy().tolist() == [[1, 3]]
    assert found["c"].dtype == tf.float32 and found["c"].shape == [3, 2]
    assert found["d"] is variable


def test_a_number_is_staged_as_the_chosen_back_end_takes_it():
    import tensorflow as tf

    def f(a):
        pass

    for backend, kind in (("tensorflow", tf.Tensor), ("python", np.ndarray), ("lantern", np.ndarray)):
        made = arguments(f, 27, backend=backend)
        made.editors["a"].staged.value = True
        assert isinstance(made.values()["a"], kind) and int(made.values()["a"]) == 27


def test_a_scalar_of_numpys_stays_one():
    def f(a):
        pass

    made = arguments(f, np.float32(1.5))
    made.editors["a"].text.value = "2.5"
    assert type(made.values()["a"]) is np.float32 and made.values()["a"] == 2.5


def test_every_editor_can_be_shown():
    def f(a: int, b: Optional[str], c, d=np.ones(3)):
        pass

    for editor in arguments(f).editors.values():
        assert isinstance(editor, editors.Editor) and editor.box is not None


def test_objects_are_asked_for_nothing():
    class Closed:
        def __getattribute__(self, name):
            raise RuntimeError(name)

    given = Closed()
    arguments = Arguments(lambda x: x, (given,), {}, dict, lambda: "tensorflow")
    assert arguments.values()["x"] is given
