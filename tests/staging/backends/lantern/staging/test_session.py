"""What a trace builds: frames, captured variables, blocks, and what is known in a branch."""

import pytest

from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, I64
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, session_or_none, staging
from ag_notebook.staging.errors import StagingError


def test_the_current_session():
    assert session_or_none() is None
    with staging(Session()) as made:
        assert session_or_none() is made
    assert session_or_none() is None


def test_captured_variables():
    made = Session()
    outer, inner = Frame(made.program), Frame(made.program)
    with made.framed(outer):
        x = outer.parameter(F32, "x")
        with made.framed(inner):
            y = made.emit("exp", x)
            assert list(inner.captured.values())[0][0] is x
            assert made.resolve(x) is made.resolve(x) is not x
        block = inner.finish([y])
        assert [v.type for v in block.parameters] == [F32]
    with made.framed(Frame(made.program)), pytest.raises(StagingError, match="AG317"):
        made.emit("exp", y)


def test_values_of_a_block_are_known_in_it():
    made = Session()
    with made.framed(Frame(made.program)) as frame:
        x = frame.parameter(F32)
        with made.block() as block:
            y = made.emit("exp", x)
        with pytest.raises(StagingError, match="AG317"):
            made.emit("exp", y)
        frame.splice(block)
        assert made.emit("exp", y).type == F32


def test_operands_that_do_not_fit():
    made = Session()
    with made.framed(Frame(made.program)) as frame, pytest.raises(StagingError, match="AG318"):
        made.emit("exp", frame.parameter(I64))


def test_facts():
    made = Session()
    test, opposite = Variable(BOOL), Variable(BOOL)
    made.negations[id(opposite)] = test, opposite
    assert made.known(test) is None
    with made.knowing(opposite, True):
        assert made.known(test) is False and made.known(opposite) is True
    with made.assuming():
        made.facts[id(test)] = True, test
        assert made.known(opposite) is False
    assert made.known(test) is None


def test_names_of_definitions():
    made = Session()
    assert [made.define(n).name for n in ("f", "f", "<lambda>", "é")] == ["f", "f_2", "lambda", "é"]
