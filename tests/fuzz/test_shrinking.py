"""Checks that the smallest program is found that still goes wrong."""

from program import Program
from shrinking import shrunk

SOURCE = """
class Box:
    def __init__(self):
        self.n = 0

def program(n, x, flag, xs, ys):
    box = Box()
    a = n + 1
    for v in xs:
        if v > a and flag:
            a = (a - 2) * max(v, 3)
            box.n += 1
        else:
            a += 1
    while False:
        a = 0
    return a, box.n, (x if flag else 0)
"""


def test_what_does_not_matter_goes():
    cases = ((1, 0.5, True, [1], [0.5]), (2, 0.5, True, [1], [0.5]))
    tried = []

    def goes_wrong(program):
        tried.append(program)
        return "max(" in program.source and any(case[0] == 2 for case in program.cases)

    small = shrunk(Program(SOURCE, cases, static=(1,), unknown=True), goes_wrong)
    assert small == Program("def program(n, x, flag, xs, ys):\n    a = max(v, 3)\n", (cases[1],))
    assert len(tried) < 200


def test_a_block_takes_its_statements_place():
    small = shrunk(
        Program(SOURCE, ()), lambda program: "box.n += 1" in program.source and "for" not in program.source
    )
    assert small.source == "def program(n, x, flag, xs, ys):\n    box.n += 1\n"
