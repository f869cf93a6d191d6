"""A cell that is run again closes its explorers of before."""

from ag_notebook.notebook.explorer.replacing import remember


class Shell:
    def __init__(self, cell: str | None, request: str):
        self.parent = {"header": {"msg_id": request}, "metadata": {"cellId": cell} if cell else {}}

    def get_parent(self):
        return self.parent


class Closed:
    def __init__(self):
        self.closed = 0

    def close(self):
        self.closed += 1


def test_explorers_of_an_earlier_run_of_the_cell_are_closed():
    one, two, other, again = Closed(), Closed(), Closed(), Closed()
    remember(one, Shell("a", "1"))
    remember(two, Shell("a", "1"))
    remember(other, Shell("b", "2"))
    assert (one.closed, two.closed, other.closed) == (0, 0, 0)
    remember(again, Shell("a", "3"))
    assert (one.closed, two.closed, other.closed, again.closed) == (1, 1, 0, 0)


def test_a_front_end_that_says_nothing_of_cells_closes_nothing():
    one = Closed()
    for request in "12":
        remember(one, Shell(None, request))
    remember(one, object())
    assert one.closed == 0
