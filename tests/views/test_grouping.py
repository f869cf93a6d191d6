"""Checks how members are put into groups."""

from ag_notebook.views.grouping import Group, common, grouped, scope


def shape(members):
    return [(m.name, shape(m.members)) if isinstance(m, Group) else m for m in members]


def by_scope(*names):
    return shape(grouped(names, scope))


def test_members_of_a_scope_are_together_where_the_first_stands():
    names = ("x", "model/dense/MatMul", "y", "model/dense/BiasAdd", "model/Relu")
    assert by_scope(*names) == [
        "x",
        ("model", [("dense", ["model/dense/MatMul", "model/dense/BiasAdd"]), "model/Relu"]),
        "y",
    ]


def test_a_group_of_one_is_its_member_and_one_in_another_has_both_names():
    assert by_scope("a/b/c/Add") == ["a/b/c/Add"]
    assert by_scope("a/b/Add", "a/b/Mul") == [("a/b", ["a/b/Add", "a/b/Mul"])]
    assert by_scope("a/b/Add", "a/c/Mul") == [("a", ["a/b/Add", "a/c/Mul"])]


def test_an_operation_may_be_named_as_a_scope_is():
    assert by_scope("a/b", "a/b/c", "a/b/d") == [("a", ["a/b", ("b", ["a/b/c", "a/b/d"])])]


def test_all_members_of_a_group_in_order():
    (group,) = grouped(("a/b/c", "a/b/d", "a/e"), scope)
    assert group.flat() == ["a/b/c", "a/b/d", "a/e"]


def test_the_beginning_that_paths_have_in_common():
    assert common([["a", "b", "c"], ["a", "b"], ["a", "b", "d"]]) == ["a", "b"]
    assert common([["a"], []]) == []
    assert common([]) == []
    assert scope("a//b/c") == ["a", "b"]
