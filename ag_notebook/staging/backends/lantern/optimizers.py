"""Optimizers: each `step` runs a function, and changes the parameters that it reads against their gradients.

optimizer = Adam(1e-3)
for tree, label in data:
    loss = optimizer.step(model_loss, tree, label)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.differentiation import entry_of, parameter_gradients
from ag_notebook.staging.backends.lantern.parameters import Parameter


class Optimizer:
    """What all optimizers do; `update` is their own.

    Args:
        learning_rate: how far a step goes.
    """

    def __init__(self, learning_rate: float) -> None:
        self.learning_rate = learning_rate
        # By id, as parameters compare item by item; the parameter is kept, so that its id stays its own.
        self._state: dict[int, tuple[Parameter, dict[str, Any]]] = {}
        self._entries: dict[Callable[..., Any], Any] = {}

    def step(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Runs `function(*args, **kwargs)`, whose value is one float, and updates the parameters that it reads.

        Returns:
            The value before the update.
        """
        __tracebackhide__ = True
        from ag_notebook.staging.tracebacks import users_frames

        if function not in self._entries:
            self._entries[function] = entry_of(function)
        with users_frames:
            value, found = parameter_gradients(self._entries[function], args, kwargs)
        for parameter, gradient in found:
            _, state = self._state.setdefault(id(parameter), (parameter, {}))
            self.update(parameter.value, gradient, state)
        return value

    def update(self, array: np.ndarray, gradient: Any, state: dict[str, Any]) -> None:
        """Changes an array in place; `state` is what is remembered of it."""
        raise NotImplementedError


class SGD(Optimizer):
    """Steps against the gradient."""

    def update(self, array: np.ndarray, gradient: Any, state: dict[str, Any]) -> None:
        array -= self.learning_rate * gradient


class Momentum(Optimizer):
    """Steps that go on in the direction of those before.

    Args:
        learning_rate: how far a step goes.
        momentum: how much of the step before is kept.
    """

    def __init__(self, learning_rate: float, momentum: float = 0.9) -> None:
        super().__init__(learning_rate)
        self.momentum = momentum

    def update(self, array: np.ndarray, gradient: Any, state: dict[str, Any]) -> None:
        velocity = state.setdefault("velocity", np.zeros_like(array))
        velocity *= self.momentum
        velocity += gradient
        array -= self.learning_rate * velocity


class Adagrad(Optimizer):
    """Steps that get shorter where gradients have been large (Duchi et al. 2011)."""

    def __init__(self, learning_rate: float, epsilon: float = 1e-10) -> None:
        super().__init__(learning_rate)
        self.epsilon = epsilon

    def update(self, array: np.ndarray, gradient: Any, state: dict[str, Any]) -> None:
        squares = state.setdefault("squares", np.zeros_like(array))
        squares += gradient * gradient
        array -= self.learning_rate * gradient / (np.sqrt(squares) + self.epsilon)


class Adam(Optimizer):
    """Steps by the means of gradients and of their squares (Kingma and Ba 2015).

    Args:
        learning_rate: how far a step goes.
        decay: how much is kept of the mean of gradients.
        square_decay: how much is kept of the mean of their squares.
        epsilon: what keeps the divisor from zero.
    """

    def __init__(
        self,
        learning_rate: float = 1e-3,
        decay: float = 0.9,
        square_decay: float = 0.999,
        epsilon: float = 1e-8,
    ) -> None:
        super().__init__(learning_rate)
        self.decay, self.square_decay, self.epsilon = decay, square_decay, epsilon

    def update(self, array: np.ndarray, gradient: Any, state: dict[str, Any]) -> None:
        mean = state.setdefault("mean", np.zeros_like(array))
        squares = state.setdefault("squares", np.zeros_like(array))
        count = state["count"] = state.get("count", 0) + 1
        mean += (1 - self.decay) * (gradient - mean)
        squares += (1 - self.square_decay) * (gradient * gradient - squares)
        fair = mean / (1 - self.decay**count)
        fair_squares = squares / (1 - self.square_decay**count)
        array -= self.learning_rate * fair / (np.sqrt(fair_squares) + self.epsilon)
