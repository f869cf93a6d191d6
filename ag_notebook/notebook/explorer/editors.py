"""Editors of one argument each, of core ipywidgets controls: what is typed, and the value that it stands for.

An editor that nobody touched gives the very object that it was made for. One whose text has no value says why in one sentence
beside the field, keeps the text, and gives no value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets

from ag_notebook.notebook.explorer import arrays, expressions, numbers
from ag_notebook.notebook.explorer.problems import InputError

if TYPE_CHECKING:
    import numpy as np

Tensors = Callable[["np.ndarray[Any, Any]"], Any]
"""Makes of an array what a program would pass to the back end."""

NOTHING = object()
"""Stands for an argument that is not there yet."""

_UNSEEN = "0px"
_NARROW, _WIDE, _GROWS = "100px", "314px", "1 1 240px"
_FREE = {"min_width": "0", "margin": "2px"}
DTYPE_OF = {bool: "bool", int: "int32", float: "float32"}
"""What TensorFlow makes of Python's numbers."""


def layout(**traits: str) -> Any:
    return ipywidgets.Layout(**{**_FREE, **traits})


def row(*children: Any) -> Any:
    """Controls beside each other, in several lines where the page is narrow."""
    return ipywidgets.HBox(
        children, layout=layout(flex_flow="row wrap", align_items="center", flex="1 1 0%", margin="0")
    )


def labelled(label: Any, controls: Any) -> Any:
    """Controls with a label before them, which stays alone in its column where they take several lines."""
    return ipywidgets.HBox([label, controls], layout=layout(align_items="flex-start", margin="0"))


def unseen_label(control: Any, text: str) -> Any:
    """A control with a label that only assistive technology says: what it is of stands beside it on the page."""
    control.description, control.style.description_width = text, _UNSEEN
    return control


def name_controls(box: Any, name: str) -> None:
    """Gives the controls in a box that have no label one that is said: what they are of."""
    for each in getattr(box, "children", ()):
        name_controls(each, name)
    if not isinstance(box, ipywidgets.HTML | ipywidgets.Label) and hasattr(box, "description"):
        if not box.description:
            unseen_label(box, name)
        elif getattr(box.style, "description_width", None) == _UNSEEN:
            unseen_label(box, f"{box.description} of {name}")


def warning(text: str) -> str:
    """A sentence with a sign before it: the sign alone is red, which is legible on no ground of all themes."""
    sign = '<span style="color: var(--jp-error-color1, #d32f2f)">⚠</span>'
    return f'<span role="alert" style="line-height: 1.4">{sign} {escape(text)}</span>'


class Editor:
    """What all editors are: `box` is shown; subclasses say what is `wrong` without running anything, and the value."""

    def __init__(self, given: Any) -> None:
        self.given = given
        self.is_touched = False
        self._problem = ipywidgets.HTML(layout=layout(display="none"))
        self._heard: list[Callable[[], None]] = []
        self.box: Any = None

    def hears(self, callback: Callable[[], None]) -> None:
        """Calls `callback` after each change."""
        self._heard.append(callback)

    def value(self) -> Any:
        """The argument.

        Raises:
            InputError: what is typed has no value; it is said beside the field, too.
        """
        if not self.is_touched and self.given is not NOTHING:
            return self.given
        try:
            return self._value()
        except InputError as error:
            self.refuse(str(error))
            raise

    def problem(self) -> str:
        """What is wrong with what is typed, as far as can be said without running it; empty where nothing is."""
        if not self.is_touched and self.given is not NOTHING:
            return ""
        try:
            self._wrong()
        except InputError as error:
            return str(error)
        return ""

    def refuse(self, problem: str) -> None:
        """Says a problem beside the field; an empty one takes it away."""
        self._problem.value = warning(problem) if problem else ""
        self._problem.layout.display = None if problem else "none"

    def _value(self) -> Any:
        raise NotImplementedError

    def _wrong(self) -> None:
        """Raises an InputError where there is no value; runs nothing of the user's."""
        self._value()

    def _changed(self, _change: Any = None) -> None:
        self.is_touched = True
        self.refuse(self.problem())
        for callback in self._heard:
            callback()

    def _watch(self, *controls: Any) -> None:
        for control in controls:
            control.observe(self._changed, "value")


class ExpressionEditor(Editor):
    """A Python expression, evaluated in the user's namespace when the function is called; a value that has no text is kept."""

    def __init__(self, given: Any, names: Callable[[], dict[str, Any]]) -> None:
        super().__init__(given)
        self._names = names
        text = None if given is NOTHING else expressions.text_of(given)
        self._is_literal = text is not None
        kept = "a Python expression" if given is NOTHING else f"kept as given: {_short(given)}"
        self.text = ipywidgets.Text(
            text or "",
            placeholder=kept,
            layout=layout(flex=_GROWS, max_width="560px"),
            continuous_update=True,
        )
        self.text.tooltip = "A Python expression; your names mean what they mean in the notebook."
        self.box = row(self.text, self._problem)
        self._watch(self.text)

    def value(self) -> Any:
        # A list that the function changes in place would be another one at the next run: literals are made anew.
        return super().value() if not self._is_literal or self.is_touched else self._value()

    def _value(self) -> Any:
        if not self.text.value.strip():
            return self._kept()
        return expressions.evaluated(self.text.value, self._names())

    def _wrong(self) -> None:
        if not self.text.value.strip():
            self._kept()
        elif problem := expressions.problem_of(self.text.value):
            raise InputError(problem)

    def _kept(self) -> Any:
        if self.given is NOTHING or self._is_literal:
            raise InputError("Give a value: a Python expression.")
        return self.given


class TextEditor(Editor):
    """A str."""

    def __init__(self, given: str) -> None:
        super().__init__(given)
        control = ipywidgets.Textarea if "\n" in given else ipywidgets.Text
        self.text = control(given, layout=layout(flex=_GROWS, max_width="560px"), continuous_update=True)
        self.box = row(self.text, self._problem)
        self._watch(self.text)

    def _value(self) -> str:
        return str(self.text.value)


class ChoiceEditor(Editor):
    """One of several values: those of a `Literal`, the members of an `Enum`."""

    def __init__(self, given: Any, choices: Sequence[Any]) -> None:
        super().__init__(given)
        labels = [
            each.name if hasattr(each, "name") and hasattr(each, "value") else repr(each) for each in choices
        ]
        at = next((n for n, each in enumerate(choices) if type(each) is type(given) and each == given), 0)
        self._choices = list(choices)
        self.choice = ipywidgets.Dropdown(
            options=[(label, number) for number, label in enumerate(labels)],
            value=at,
            layout=layout(width="auto"),
        )
        self.box = row(self.choice, self._problem)
        self._watch(self.choice)

    def _value(self) -> Any:
        return self._choices[self.choice.value]


class _ScalarEditor(Editor):
    """A number or a bool, of Python's or as a tensor: `staged` says which, and that decides what is staged."""

    def __init__(self, given: Any, item: Any, dtype: str | None, tensors: Tensors) -> None:
        super().__init__(given)
        self._tensors = tensors
        self.staged = ipywidgets.Checkbox(
            dtype is not None,
            description="staged",
            indent=False,
            layout=layout(width="76px", flex="0 0 auto"),
        )
        self.staged.tooltip = (
            "Staged: the value is a tensor, and what depends on it is in the graph. Otherwise it is Python's."
        )
        kinds = arrays.DTYPES if dtype is None or dtype in arrays.DTYPES else (dtype, *arrays.DTYPES)
        self.dtype = ipywidgets.Dropdown(
            options=kinds, value=dtype or DTYPE_OF[type(item)], layout=layout(width=_NARROW, flex="0 0 auto")
        )
        unseen_label(self.dtype, "dtype")
        self._show_dtype()
        self.staged.observe(self._show_dtype, "value")

    def _show_dtype(self, _change: Any = None) -> None:
        self.dtype.layout.visibility = "visible" if self.staged.value else "hidden"

    def _value(self) -> Any:
        item = self._item()
        return self._tensors(arrays.scalar(item, self.dtype.value)) if self.staged.value else item

    def _wrong(self) -> None:
        item = self._item()
        if self.staged.value:
            arrays.scalar(item, self.dtype.value)

    def _item(self) -> Any:
        raise NotImplementedError


class BoolEditor(_ScalarEditor):
    """True or False."""

    def __init__(self, given: Any, item: bool, dtype: str | None, tensors: Tensors) -> None:
        super().__init__(given, item, dtype, tensors)
        self.check = ipywidgets.Checkbox(item, indent=False, layout=layout(width=_WIDE, flex="0 1 auto"))
        self._name_it()
        self.check.observe(self._name_it, "value")
        self.box = row(self.check, self.staged, self.dtype, self._problem)
        self._watch(self.check, self.staged, self.dtype)

    def _name_it(self, _change: Any = None) -> None:
        self.check.description = str(self.check.value)

    def _item(self) -> bool:
        return bool(self.check.value)


class NumberEditor(_ScalarEditor):
    """An int or a float: a field that takes any, and a slider around it that never changes what the field says by itself."""

    def __init__(self, given: Any, item: Any, dtype: str | None, tensors: Tensors) -> None:
        super().__init__(given, item, dtype, tensors)
        self._kind: type = type(item)
        self.text = ipywidgets.Text(
            numbers.spelled(item), layout=layout(width=_NARROW, flex="0 0 auto"), continuous_update=True
        )
        self._is_moving = False
        self._made_span: tuple[Any, Any] = (0, 0)
        control = ipywidgets.IntSlider if self._kind is int else ipywidgets.FloatSlider
        self.slider = control(
            0, readout=False, layout=layout(width="210px", flex="0 1 210px"), continuous_update=True
        )
        self._follow()
        self.box = row(self.text, self.slider, self.staged, self.dtype, self._problem)
        self.slider.observe(self._slid, "value")
        self.text.observe(self._follow, "value")
        self._watch(self.text, self.staged, self.dtype)

    def _item(self) -> Any:
        return numbers.parsed(self.text.value, self._kind)

    def _slid(self, change: Any) -> None:
        """The slider was moved by hand: the field says where it stands."""
        if self._is_moving:
            return
        value = change["new"]
        if self._kind is float:
            value = numbers.at_step(value, self.slider.min, self.slider.max)
        self._is_moving = True  # the slider stays where the hand is
        try:
            self.text.value = numbers.spelled(value)
        finally:
            self._is_moving = False

    def _follow(self, _change: Any = None) -> None:
        """The field was written: the slider goes there, and spans more where that is outside."""
        if self._is_moving:
            return
        try:
            value = self._item()
        except InputError:
            return
        self.slider.disabled = not numbers.has_slider(value)
        if self.slider.disabled:
            return
        low, high = self._made_span
        self._is_moving = True
        try:
            if not low <= value <= high or low == high:
                wanted = numbers.span_of(value)
                low, high = (min(low, wanted[0]), max(high, wanted[1])) if low < high else wanted
                self._made_span = low, high
                with self.slider.hold_sync(), self.slider.hold_trait_notifications():
                    self.slider.min, self.slider.max, self.slider.value = low, high, value
                    if self._kind is float:
                        self.slider.step = numbers.step_of(low, high)
            self.slider.value = value
        finally:
            self._is_moving = False


class ArrayEditor(Editor):
    """An array: a small one as nested lists, a large one as a summary; either can be made anew, by shape and dtype."""

    def __init__(self, given: Any, array: np.ndarray[Any, Any], tensors: Tensors) -> None:
        super().__init__(given)
        self._tensors = tensors
        self._large: np.ndarray[Any, Any] | None = None
        self.text = ipywidgets.Textarea(layout=layout(flex=_GROWS, max_width="560px"), continuous_update=True)
        self.dtype = ipywidgets.Dropdown(
            options=arrays.DTYPES, value=array.dtype.name, layout=layout(width=_NARROW, flex="0 0 auto")
        )
        self.shape = ipywidgets.Text(
            arrays.shape_text(array.shape), placeholder="shape", layout=layout(width=_NARROW, flex="0 0 auto")
        )
        self.shape.tooltip = "The shape, such as 2, 3"
        self.filling = ipywidgets.Dropdown(
            options=arrays.FILLINGS, layout=layout(width="130px", flex="0 0 auto")
        )
        self.seed = ipywidgets.IntText(0, description="seed", layout=layout(width="110px", flex="0 0 auto"))
        self.seed.style.description_width = "36px"
        for control, text in ((self.dtype, "dtype"), (self.shape, "shape"), (self.filling, "filling")):
            unseen_label(control, text)
        self.make = ipywidgets.Button(description="Make", layout=layout(width="64px", flex="0 0 auto"))
        self.make.tooltip = "Makes an array of this shape and dtype"
        self.summary = ipywidgets.HTML(layout=layout(flex=_GROWS))
        self._show(array)
        self._show_seed()
        self.box = ipywidgets.VBox(
            [
                row(self.text, self.summary),
                row(self.dtype, self.shape, self.filling, self.seed, self.make),
                self._problem,
            ],
            layout=layout(flex="1 1 0%", margin="0"),
        )
        self.filling.observe(self._show_seed, "value")
        self.make.on_click(self._make)
        self._watch(self.text, self.dtype, self.shape)

    def _show_seed(self, _change: Any = None) -> None:
        self.seed.layout.display = None if self.filling.value == "random normal" else "none"

    def _show(self, array: np.ndarray[Any, Any]) -> None:
        is_large = array.size > arrays.MOST_EDITED
        self._large = array if is_large else None
        self.text.value = "" if is_large else arrays.text_of(array)
        self.text.rows = min(max(self.text.value.count("\n") + 1, 1), 8)
        self.text.layout.display = "none" if is_large else None
        self.summary.layout.display = None if is_large else "none"
        self.summary.value = escape(arrays.summary(array)) if is_large else ""

    def _make(self, _button: Any) -> None:
        try:
            made = arrays.filled(
                self.filling.value, arrays.shape_of(self.shape.value), self.dtype.value, self.seed.value
            )
        except InputError as error:
            self.refuse(str(error))
            return
        self._show(made)
        self._changed()

    def _array(self) -> np.ndarray[Any, Any]:
        shape = arrays.shape_of(self.shape.value)
        if self._large is None:
            return arrays.parsed(self.text.value, self.dtype.value, shape)
        if (shape, self.dtype.value) != (self._large.shape, self._large.dtype.name):
            raise InputError("Press Make: the array that is kept has another shape or dtype.")
        return self._large

    def _value(self) -> Any:
        if self._large is not None and self._large is self.given:
            return self.given
        return self._tensors(self._array())

    def _wrong(self) -> None:
        self._array()


class OptionalEditor(Editor):
    """None, or a value of another editor."""

    def __init__(self, given: Any, inner: Editor) -> None:
        super().__init__(given)
        self.inner = inner
        self.none = ipywidgets.Checkbox(
            given is None, description="None", indent=False, layout=layout(width="80px", flex="0 0 auto")
        )
        self._show_inner()
        self.none.observe(self._show_inner, "value")
        self._watch(self.none)
        inner.hears(self._changed)
        self.box = row(self.none, inner.box)

    def _show_inner(self, _change: Any = None) -> None:
        self.inner.box.layout.display = "none" if self.none.value else None

    def refuse(self, problem: str) -> None:
        self.inner.refuse("" if self.none.value else problem)

    def _value(self) -> Any:
        return None if self.none.value else self.inner.value()

    def _wrong(self) -> None:
        if not self.none.value and (problem := self.inner.problem()):
            raise InputError(problem)


def _short(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception as error:  # noqa: BLE001  whatever the user's __repr__ raises
        text = f"{type(value).__name__} (its repr raises {type(error).__name__})"
    return text if len(text) <= 80 else f"{text[:79]}…"
