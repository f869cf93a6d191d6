"""Optimizers: each `step` runs a function, and changes the parameters that it reads against their gradients.

optimizer = Adam(1e-3)
for tree, label in data:
    loss = optimizer.step(model_loss, tree, label)

What an optimizer does to one item is a definition of Lantern's, `RULE`. One pass does it on all items of all parameters, in
place, and makes the gradients zeros again for the next step.
"""

from __future__ import annotations

import functools
import math
import numbers
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ag_notebook.staging.backends.lantern.differentiation import entry_of
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import dtype_name
from ag_notebook.staging.backends.lantern.native.updates import Application, Following, Update
from ag_notebook.staging.backends.lantern.objects import aligned_zeros
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.wording import kind_of


@dataclass(eq=False)
class _Slot:
    """What is remembered of one parameter.

    Attributes:
        parameter: is kept, so that its id stays its own.
        row: its array, the state, and the gradient, which is zeros between steps.
        count: how many steps it was part of.
    """

    parameter: Parameter
    row: tuple[np.ndarray, ...]
    count: int = 0


class _Setting:
    """A number that an optimizer is made with, and that may be set between steps.

    Args:
        below: what it has to be less than.
    """

    def __init__(self, below: float = math.inf) -> None:
        self.below = below

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, optimizer: Any, kind: type | None = None) -> Any:
        return self if optimizer is None else vars(optimizer)[self.name]

    def __set__(self, optimizer: Any, value: Any) -> None:
        if not isinstance(value, numbers.Real):
            raise TypeError(f"{self.name} is a number, not {kind_of(value)}")
        if not 0 <= float(value) < self.below:  # which NaN is not either
            limit = "finite" if self.below == math.inf else f"less than {self.below:g}"
            raise ValueError(f"{self.name} is at least 0 and {limit}, not {value}")
        vars(optimizer)[self.name] = value


class Optimizer:
    """What all optimizers do.

    Args:
        learning_rate: how far a step goes; at least 0.

    Raises:
        TypeError: it, or another number of the optimizer's, is none.
        ValueError: it is negative, or not finite.
    """

    learning_rate = _Setting()

    RULE: ClassVar[str]
    """From an item, its state, its gradient and the `scalars` to the new item, the new state and the gradient 0; T is the dtype."""
    STATE: ClassVar[int] = 0
    """How many numbers are remembered for each item; the first ones are 0."""

    def __init__(self, learning_rate: float) -> None:
        self.learning_rate = learning_rate
        self._slots: dict[int, _Slot] = {}  # by id, as parameters compare item by item
        self._entries: dict[Callable[..., Any], Any] = {}
        self._updates: dict[str, Update] = {}
        self._lock = threading.Lock()
        self._clean = True
        self._outside: dict[str, Parameter] | None = None
        self._read: list[_Slot] = []
        self._gradients: dict[str, np.ndarray] = {}
        self._groups: list[tuple[_Slot, Application]] = []
        self._following: Following | None = None

    def scalars(self, count: int) -> Sequence[float]:
        """What is the same for all items in a parameter's step of this number."""
        return (self.learning_rate,)

    def step(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Runs `function(*args, **kwargs)`, whose value is one float, and updates the parameters of floats that it reads.

        Returns:
            The value before the update.

        Raises:
            StagingError: AG319, the value is no float, or there is nothing to update.
        """
        __tracebackhide__ = True
        from ag_notebook.staging.tracebacks import users_frames

        with self._lock:
            if function not in self._entries:
                self._entries[function] = entry_of(function)
            if not self._clean:  # the step before was interrupted
                for slot in self._slots.values():
                    slot.row[-1].fill(0)
            self._clean = False
            with users_frames:
                prepared = functools.partial(self._prepared, function)
                value = self._entries[function].gradients(args, kwargs, prepared)[0]
                self._update()
            self._clean = True
        return value

    def _prepared(
        self, function: Callable[..., Any], outside: dict[str, Parameter]
    ) -> tuple[dict[str, np.ndarray], Following | None]:
        """Where the gradients of a trace's parameters go, and what is done then.

        Mostly it is the trace of the last step, with its arrays.
        """
        if outside is not self._outside or any(
            each.row[0] is not each.parameter.value for each in self._read
        ):
            found = {name: self._slot(each) for name, each in outside.items() if _is_float(each)}
            if not found:
                raise _nothing_to_update(function, outside)
            self._outside, self._read = outside, list(found.values())
            self._gradients = {name: slot.row[-1] for name, slot in found.items()}
            self._groups = self._grouped()
            following = [each for _, each in self._groups if not each.may_fail]
            self._following = Following(following) if following else None
        for slot, application in self._groups:
            application.set([float(each) for each in self.scalars(slot.count + 1)])
        return self._gradients, self._following

    def _grouped(self) -> list[tuple[_Slot, Application]]:
        """The updates of what is read, by dtypes and counts of steps, each with one of its slots."""
        groups: dict[tuple[str, int], list[_Slot]] = {}
        for slot in self._read:
            dtype = dtype_name(slot.row[0].dtype)
            assert dtype is not None
            groups.setdefault((dtype, slot.count), []).append(slot)
        found = []
        for (dtype, count), slots in groups.items():
            if dtype not in self._updates:
                self._updates[dtype] = Update(_program(self.RULE, dtype), "step")
            scalars = len(self.scalars(count + 1))
            found.append((slots[0], self._updates[dtype].on([slot.row for slot in slots], scalars)))
        return found

    def _slot(self, parameter: Parameter) -> _Slot:
        """What is remembered of a parameter; an array of another shape begins anew."""
        slot, array = self._slots.get(id(parameter)), parameter.value
        if slot is None or slot.row[0].shape != array.shape:
            state = (aligned_zeros(array.shape, array.dtype) for _ in range(self.STATE + 1))
            slot = self._slots[id(parameter)] = _Slot(parameter, (array, *state))
        elif slot.row[0] is not array:
            slot.row = (array, *slot.row[1:])
        return slot

    def _update(self) -> None:
        """What is left to do after a run."""
        for _, application in self._groups:
            if application.may_fail:
                application.run()
        for slot in self._read:
            slot.count += 1


@functools.cache
def _program(rule: str, dtype: str) -> Any:
    return read(rule.replace("T", dtype))


def _nothing_to_update(function: Callable[..., Any], outside: dict[str, Parameter]) -> StagingError:
    """The error that a step changes nothing."""
    from ag_notebook.staging.backends.lantern.staging.refusals import refusal

    name = getattr(function, "__name__", "the function")
    for each in outside.values():
        return refusal(
            "AG319",
            f"a step changes parameters of floats, and {each.name} is of dtype {each.value.dtype}.",
            "Make it of floats: Parameter(array.astype(np.float64)).",
        )
    return refusal(
        "AG319",
        f"{name} reads no parameter, so a step changes nothing.",
        "Read one in it, as a global or an attribute: w = Parameter(array).",
    )


def _is_float(parameter: Parameter) -> bool:
    return parameter.value.dtype.kind == "f"


class SGD(Optimizer):
    """Steps against the gradient.

    Args:
        learning_rate: how far a step goes.
    """

    RULE = "(def step ((w T) (g T) (rate T)) (values (- w (* rate g)) (T 0.0)))"


class Momentum(Optimizer):
    """Steps that go on in the direction of those before.

    Args:
        learning_rate: how far a step goes.
        momentum: how much of the step before is kept; at least 0.
    """

    momentum = _Setting()

    RULE = """
    (def step ((w T) (velocity T) (g T) (rate T) (momentum T))
      (let* ((v (+ (* momentum velocity) g))) (values (- w (* rate v)) v (T 0.0))))
    """
    STATE = 1

    def __init__(self, learning_rate: float, momentum: float = 0.9) -> None:
        super().__init__(learning_rate)
        self.momentum = momentum

    def scalars(self, count: int) -> Sequence[float]:
        return self.learning_rate, self.momentum


class Adagrad(Optimizer):
    """Steps that get shorter where gradients have been large (Duchi et al. 2011).

    Args:
        learning_rate: how far a step goes.
        epsilon: what keeps the divisor from zero.
    """

    epsilon = _Setting()

    RULE = """
    (def step ((w T) (squares T) (g T) (rate T) (epsilon T))
      (let* ((s (+ squares (* g g)))) (values (- w (/ (* rate g) (+ (sqrt s) epsilon))) s (T 0.0))))
    """
    STATE = 1

    def __init__(self, learning_rate: float, epsilon: float = 1e-10) -> None:
        super().__init__(learning_rate)
        self.epsilon = epsilon

    def scalars(self, count: int) -> Sequence[float]:
        return self.learning_rate, self.epsilon


class Adam(Optimizer):
    """Steps by the means of gradients and of their squares (Kingma and Ba 2015).

    Args:
        learning_rate: how far a step goes.
        decay: how much is kept of the mean of gradients; less than 1.
        square_decay: how much is kept of the mean of their squares; less than 1.
        epsilon: what keeps the divisor from zero.
    """

    decay, square_decay, epsilon = _Setting(below=1), _Setting(below=1), _Setting()

    RULE = """
    (def step ((w T) (mean T) (squares T) (g T) (rate T) (new T) (new-square T) (fair T) (fair-square T) (epsilon T))
      (let* ((m (+ mean (* new (- g mean))))
             (s (+ squares (* new-square (- (* g g) squares)))))
        (values (- w (/ (* rate (/ m fair)) (+ (sqrt (/ s fair-square)) epsilon))) m s (T 0.0))))
    """
    STATE = 2

    def __init__(
        self,
        learning_rate: float = 1e-3,
        decay: float = 0.9,
        square_decay: float = 0.999,
        epsilon: float = 1e-8,
    ) -> None:
        super().__init__(learning_rate)
        self.decay, self.square_decay, self.epsilon = decay, square_decay, epsilon

    def scalars(self, count: int) -> Sequence[float]:
        fair, fair_square = 1 - self.decay**count, 1 - self.square_decay**count
        return self.learning_rate, 1 - self.decay, 1 - self.square_decay, fair, fair_square, self.epsilon
