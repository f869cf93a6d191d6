"""Operations are timed while somebody wants it."""

import pytest

from ag_notebook.staging.measuring import is_wanted, measuring, want


def test_it_is_wanted_inside_of_a_block():
    with measuring():
        assert is_wanted()
        with measuring(False):
            assert is_wanted()
        assert is_wanted()
    assert not is_wanted()
    with measuring(False):
        assert not is_wanted()


def test_an_error_ends_it():
    with pytest.raises(KeyError), measuring():
        raise KeyError
    assert not is_wanted()


def test_it_is_begun_and_ended():
    want(True)
    assert is_wanted()
    want(False)
    assert not is_wanted()
