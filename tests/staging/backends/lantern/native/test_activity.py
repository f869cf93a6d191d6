"""Only what depends on a float that is asked for is active."""

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.activity import Activity, free_variables, reachable

PROGRAM = read("""
(record Node (value f64) (next (ref Node)))
(param w f64)
(def f ((x f64) (n i64)) (if (== n 0) (values x 1.0) (let* (((a b) (call g x (- n 1)))) (values (* a w) b))))
(def g ((x f64) (n i64)) (call f (sin x) n))
(def constant ((x f64)) (floor x))
(def field ((n (ref Node))) (field n value))
(def lagging ((x f64) (n i64))
  (let* (((a b i) (while ((a 0.0) (b 0.0) (i 0)) (< i n) (values b x (+ i 1))))) (values a (cast i :dtype f64))))
(def alone ((x f64)) x)
""")


def test_results_of_definitions_that_call_each_other():
    activity = Activity(PROGRAM, "f", ["w"])
    assert activity.reached == ["f", "g"]
    assert activity.results == {"f": {0}, "g": {0}}
    assert activity.arguments == {"f": {0}, "g": {0}}


def test_nothing_follows_a_floor():
    assert Activity(PROGRAM, "constant", ["w"]).results == {"constant": set()}


def test_fields_are_active_if_they_are_asked_for():
    assert Activity(PROGRAM, "field", []).results == {"field": {0}}
    assert Activity(PROGRAM, "field", [], fields=False).results == {"field": set()}


def test_state_that_depends_on_an_argument_after_two_iterations():
    assert Activity(PROGRAM, "lagging", []).results == {"lagging": {0}}


def test_parameters_that_are_not_asked_for():
    program = read("(param w f64) (def f ((n i64)) (* w 2.0))")
    assert Activity(program, "f", ["w"]).results == {"f": {0}}
    assert Activity(program, "f", []).results == {"f": set()}


def test_reachable_definitions():
    assert reachable(PROGRAM, "g") == ["g", "f"]
    assert reachable(PROGRAM, "alone") == ["alone"]


def test_what_a_block_reads_from_around_it():
    block = PROGRAM.definitions["f"].block
    branch = next(operation for operation in block.operations if operation.kind == "if")
    found = free_variables(branch.blocks[0])
    assert found[0] is block.parameters[0]
    assert block.parameters[1] not in found
    assert block.parameters[1] in free_variables(*branch.blocks)
    assert free_variables(*branch.blocks, live=[])[0] is block.parameters[0]
