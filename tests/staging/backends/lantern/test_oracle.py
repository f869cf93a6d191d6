"""Random programs: machine code gives the values, the gradients and the errors of the evaluator."""

import os
import random
import sys
from pathlib import Path

import numpy as np
import pytest
from lantern_programs import sample

from ag_notebook.staging.backends.lantern import evaluate
from ag_notebook.staging.backends.lantern.execute import executable
from ag_notebook.staging.backends.lantern.ir.printer import written

sys.path.append(str(Path(__file__).parent / "native"))

from agreement import TOLERANCE, same

OPTIONS = [
    {},
    {"dtypes": ("f64", "i64", "bool")},
    {"dtypes": ("f32", "i32")},
    {"special": True},
]


SINGLES = {"f4": TOLERANCE["f4"], "f8": TOLERANCE["f4"]}
"""Where there are singles, doubles may have been cast from them."""


def outcome(run, *arguments):
    """What a run gives, or its error's type and number."""
    try:
        with np.errstate(all="ignore"):
            return None, run(*arguments)
    except Exception as error:  # noqa: BLE001 - which one is what is compared
        return (type(error), getattr(error, "failure", None)), None


def of_parameters(gradients, **options):
    """The values, and the gradients of the parameters alone."""

    def run(*given):
        values, _, found = gradients(*given, **options)
        return values, found

    return run


def agree_on(seed):
    options = OPTIONS[seed % len(OPTIONS)]
    made = sample(random.Random(seed), **options)
    native = executable(made.program, made.name)
    tolerances = SINGLES if "f32" in written(made.program) else TOLERANCE
    given = made.arguments, made.parameters
    pairs = [(evaluate.run, native.run)]
    if not options.get(
        "special"
    ):  # an infinite derivative times the zero of a branch not taken is NaN in one of them
        pairs.append((evaluate.gradients, native.gradients))
        if seed % 3 == 0:
            pairs.append(
                (of_parameters(evaluate.gradients), of_parameters(native.gradients, of_arguments=False))
            )
    for meant, ours in pairs:
        error, wanted = outcome(meant, made.program, made.name, *given)
        found_error, found = outcome(ours, *given)
        assert found_error == error, f"seed {seed}: {made}"
        if error is None:
            try:
                same(found, wanted, tolerances)
            except AssertionError as problem:
                raise AssertionError(f"seed {seed}: {made}") from problem
    return error


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_random_programs(first):
    errors = [agree_on(seed) for seed in range(first, first + 20)]
    assert None in errors


PROGRAMS = int(os.environ.get("AG_LANTERN_PROGRAMS", "500"))
"""How many are compared among the slow tests; `make fuzz-lantern` compares 5,000, which takes minutes."""


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_many_random_programs():
    for seed in range(100, 100 + PROGRAMS):
        agree_on(seed)
