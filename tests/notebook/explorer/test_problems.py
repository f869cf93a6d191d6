"""Problems with what is typed."""

from ag_notebook.notebook.explorer.problems import InputError


def test_a_problem_is_a_value_error_that_code_can_catch():
    assert issubclass(InputError, ValueError)
    assert str(InputError("`a` is no int.")) == "`a` is no int."
