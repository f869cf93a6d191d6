"""Lowers writes of items and attributes to calls of the runtime.

    x[i] = v              x = ag.setitem(x, i, v)
    self.n += 1     ->    value = self.n
                          value += 1
                          ag.setattr(self, 'n', value)
    del d[k]              ag.delitem(d, k)

A staged value cannot be written in place: the name is bound to the new one (`m[i][j] = v` becomes
`m = ag.setitem_in(m, (i, j), v)`, `m[i][j] += v` ends in `m = ag.setitem_through(m, (i,), owner, j, value)`). Only a variable of this function can be bound anew; for anything else the
object is mutated (`ag.store_item(self.w, i, v)`), and a tensor there is refused. Python's order of evaluation stays:
the value first, then the object, then the index.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.analyses.scopes import Scope, scope_of
from ag_notebook.staging.passes.pass_ import StatementPass, Unit
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place, walk, walk_scope

Block = list[gast.AST]
_ITEMS = (gast.Subscript, gast.Attribute)
_EFFECTS = (gast.Call, gast.NamedExpr, *nodes.SUSPENSIONS, *nodes.COMPREHENSIONS)


class LowerItemWrites(StatementPass):
    name = "item writes"
    summary = "Makes writes of items and attributes calls of the runtime."
    lowers = (gast.Subscript, gast.Attribute)
    makes = (gast.Tuple, gast.Subscript, gast.Call)
    needs = (Activity,)

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self.activity = Activity(self.names.immediate)

    scope: Scope

    def visit_function(self, node: gast.AST) -> Any:
        outer = getattr(self, "scope", None)
        self.scope = scope_of(node, self.activity)
        node.body = self.visit_block(node.body)
        if outer is not None:
            self.scope = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Assign(self, node: gast.Assign) -> Any:
        if not any(has_item(target) for target in node.targets):
            return node
        value, out = node.value, []
        if len(node.targets) > 1 and not isinstance(value, (gast.Name, gast.Constant)):
            name = self.names.fresh("value")
            out.append(nodes.assign(name, value))
            value = nodes.load(name)
        for target in node.targets:
            out += self.stored(target, value if target is node.targets[-1] else copied(value))
        return out

    def stored(self, target: gast.AST, value: gast.AST) -> Block:
        """Statements that store `value` into any target."""
        if isinstance(target, (gast.Tuple, gast.List)) and has_item(target):
            return self.stored_parts(target, value)
        if isinstance(target, gast.Subscript):
            head, value = self.value_first(value, target.value, target.slice)
            owner, indices = root_of(target, self.names.slice)
            if isinstance(owner, gast.Name) and self.is_own(owner.id):
                text = f"{owner.id} is a variable of this function, so it is bound to what has the new item."
            else:
                text = "No variable of this function holds the object, so it is changed itself."
            self.because(target, text)
            if isinstance(owner, gast.Name) and self.is_own(owner.id) and len(indices) == 1:
                written: gast.AST = nodes.assign(owner.id, self.ag("setitem", owner, indices[0], value))
            elif isinstance(owner, gast.Name) and self.is_own(owner.id):
                path = nodes.tuple_of(indices)
                written = nodes.assign(owner.id, self.ag("setitem_in", owner, path, value))
            elif len(indices) == 1:
                written = gast.Expr(self.ag("store_item", owner, indices[0], value))
            else:
                written = gast.Expr(self.ag("store_item_in", owner, nodes.tuple_of(indices), value))
            return place([*head, written], target)  # type: ignore[no-any-return]
        if isinstance(target, gast.Attribute):
            head, value = self.value_first(value, target.value)
            self.because(target, "Whoever holds the object sees the write, so the runtime logs it.")
            written = gast.Expr(self.ag("setattr", target.value, nodes.constant(target.attr), value))
            return place([*head, written], target)  # type: ignore[no-any-return]
        return place([nodes.assign(target, value)], target)  # type: ignore[no-any-return]

    def stored_parts(self, target: gast.AST, value: gast.AST) -> Block:
        """`a, x[i] = v`: the parts are taken first, then stored from left to right."""
        parts: Block = []
        later: Block = []
        for element in target.elts:
            inner = element.value if isinstance(element, gast.Starred) else element
            if isinstance(inner, gast.Name) and not later:
                parts.append(element)
                continue
            name = self.names.fresh("part")
            part: gast.AST = nodes.store(name)
            parts.append(gast.Starred(part, nodes.STORE) if inner is not element else part)
            later += self.stored(inner, nodes.load(name))
        taken = place(nodes.assign(nodes.tuple_of(parts, nodes.STORE), value), target)
        return [taken, *later]

    def is_own(self, name: str) -> bool:
        scope = self.scope
        return name in scope.local or name in scope.nonlocals or name in scope.globals

    def value_first(self, value: gast.AST, *places: gast.AST) -> tuple[Block, gast.AST]:
        """Names the value if evaluating it after `places` could make a difference."""
        if isinstance(value, (gast.Name, gast.Constant)):
            return [], value
        acts = any(isinstance(n, _EFFECTS) for n in walk_scope([value]))
        if all(self.is_unaffected(place_, acts) for place_ in places):
            return [], value
        name = self.names.fresh("value")
        text = f"Python evaluates the value before the place of the write, so it gets a name, `{name}`."
        self.because(value, text)
        return [place(nodes.assign(name, value), value)], nodes.load(name)

    def is_unaffected(self, node: gast.AST, acts: bool) -> bool:
        """Whether it is the same to evaluate `node` before a value, which may act (call something)."""
        for part in walk(node):
            if isinstance(part, gast.Name):
                if acts and (part.id not in self.scope.local or part.id in self.scope.captured):
                    return False
            elif isinstance(part, (gast.Attribute, gast.Subscript, gast.BinOp, gast.UnaryOp)):
                if acts:
                    return False
            elif not isinstance(part, (gast.Constant, gast.Slice, gast.Tuple)):
                return False
        return True

    def index(self, node: gast.AST) -> gast.AST:
        return index_value(node, self.names.slice)

    def visit_AugAssign(self, node: gast.AugAssign) -> Any:
        target = node.target
        if not isinstance(target, _ITEMS):
            return node
        self.because(node, "It reads and writes one place, whose object and index are evaluated once.")
        root, path = root_of(target, self.names.slice)
        if len(path) > 1 and isinstance(root, gast.Name) and self.is_own(root.id):
            return self.augmented_through(node, root, path)
        out: Block = []
        owner = self.once(self.picked(target.value), "owner", out)
        value = self.names.fresh("value")
        if isinstance(target, gast.Attribute):
            read: gast.AST = gast.Attribute(copied(owner), target.attr, nodes.LOAD)
            write: gast.AST = gast.Attribute(owner, target.attr, nodes.STORE)
        else:
            index = self.once(target.slice, "index", out)
            read = gast.Subscript(copied(owner), copied(index), nodes.LOAD)
            write = gast.Subscript(owner, index, nodes.STORE)
        out.append(place(nodes.assign(value, place(read, target)), target))
        out.append(gast.AugAssign(nodes.store(value), node.op, node.value))
        out += self.stored(place(write, target), nodes.load(value))
        return out

    def augmented_through(self, node: gast.AugAssign, root: gast.Name, path: Block) -> Block:
        """`m[i][j] += v` of a variable: the object `m[i]` is changed, or `m` is bound to a tensor that has the new item."""
        out: Block = []
        path = [self.once(index, "index", out) for index in path]
        owner, value = self.names.fresh("owner"), self.names.fresh("value")
        read: gast.AST = copied(root)
        for index in path[:-1]:
            read = place(gast.Subscript(read, copied(index), nodes.LOAD), node.target)
        out.append(place(nodes.assign(owner, self.picked(read)), node.target))
        read = gast.Subscript(nodes.load(owner), copied(path[-1]), nodes.LOAD)
        out.append(place(nodes.assign(value, read), node.target))
        out.append(gast.AugAssign(nodes.store(value), node.op, node.value))
        outer = nodes.tuple_of([copied(index) for index in path[:-1]])
        item = nodes.load(value)
        written = self.ag("setitem_through", copied(root), outer, nodes.load(owner), copied(path[-1]), item)
        return [*out, place(nodes.assign(root.id, written), node.target)]

    def picked(self, node: gast.AST) -> gast.AST:
        """`m[i]` that is going to be changed: the row itself, also where a staged index picks it."""
        if not isinstance(node, gast.Subscript):
            return node
        return place(self.ag("picked", node.value, self.index(node.slice)), node)

    def once(self, node: gast.AST, base: str, out: Block) -> gast.AST:
        """An expression that can be written twice and is evaluated once."""
        if isinstance(node, gast.Constant) or (
            isinstance(node, gast.Name) and node.id in self.scope.local - self.scope.captured
        ):
            return node
        if isinstance(node, gast.Name) and base == "owner":
            return node
        name = self.names.fresh(base)
        out.append(place(nodes.assign(name, self.index(node)), node))
        return place(nodes.load(name), node)

    def visit_Delete(self, node: gast.Delete) -> Any:
        targets = [t for target in node.targets for t in _flat(target)]
        if not any(isinstance(t, _ITEMS) for t in targets):
            node.targets = targets
            return node if targets else gast.Pass()
        out: Block = []
        for target in targets:
            if isinstance(target, _ITEMS):
                self.because(target, "Whoever holds the object sees what is deleted, so the runtime logs it.")
            if isinstance(target, gast.Subscript):
                out.append(gast.Expr(self.ag("delitem", target.value, self.index(target.slice))))
            elif isinstance(target, gast.Attribute):
                out.append(gast.Expr(self.ag("delattr", target.value, nodes.constant(target.attr))))
            else:
                out.append(gast.Delete([target]))
        return out

    def visit_For(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        if has_item(node.target):
            item = self.names.fresh("item")
            node.body = [*self.stored(node.target, nodes.load(item)), *node.body]
            node.target = place(nodes.store(item), node.target)
        return node

    visit_AsyncFor = visit_For

    def visit_With(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        self.name_results(node)
        return node

    visit_AsyncWith = visit_With

    def name_results(self, node: gast.AST) -> None:
        """`with a as o.x, b: …` becomes `with a as value:` and, inside, the write and `with b: …`."""
        for position, item in enumerate(node.items):
            if item.optional_vars is None or not has_item(item.optional_vars):
                continue
            name = self.names.fresh("value")
            stored = self.stored(item.optional_vars, nodes.load(name))
            item.optional_vars = place(nodes.store(name), item.optional_vars)
            rest = node.items[position + 1 :]
            if rest:
                inner = place(type(node)(rest, node.body, None), node)
                self.name_results(inner)
                node.items, node.body = node.items[: position + 1], [inner]
            node.body = [*stored, *node.body]
            return


def root_of(target: gast.AST, slice_name: str) -> tuple[gast.AST, Block]:
    """The object and the indices of `m[i][j]`, outermost first."""
    indices: Block = []
    node = target
    while isinstance(node, gast.Subscript):
        indices.insert(0, index_value(node.slice, slice_name))
        node = node.value
    return node, indices


def has_item(target: gast.AST) -> bool:
    """Whether a target stores an item or attribute anywhere."""
    if isinstance(target, (gast.Tuple, gast.List)):
        return any(has_item(element) for element in target.elts)
    if isinstance(target, gast.Starred):
        return has_item(target.value)
    return isinstance(target, _ITEMS)


def copied(node: gast.AST) -> gast.AST:
    """A second node for a name, a constant or an item by those: a node stands in one place only."""
    if isinstance(node, gast.Subscript):
        return place(gast.Subscript(copied(node.value), copied(node.slice), nodes.LOAD), node)
    return place(
        gast.Name(node.id, nodes.LOAD, None, None)
        if isinstance(node, gast.Name)
        else nodes.constant(node.value),
        node,
    )


def index_value(node: gast.AST, slice_name: str) -> gast.AST:
    """An index as an expression: `a:b` becomes `slice(a, b, None)`."""
    if isinstance(node, gast.Slice):
        parts = [nodes.constant(None) if p is None else p for p in (node.lower, node.upper, node.step)]
        return place(nodes.call(nodes.load(slice_name), *parts), node)
    if isinstance(node, gast.Tuple):
        node.elts = [index_value(element, slice_name) for element in node.elts]
    return node


def _flat(target: gast.AST) -> Block:
    if isinstance(target, (gast.Tuple, gast.List)):
        return [t for element in target.elts for t in _flat(element)]
    return [target]
