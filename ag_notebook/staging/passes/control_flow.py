"""Lowers `if`, `while` and `for` to functional form: nested functions of the state, and one call.

    while n > 1:                 def loop_test(n, steps):
        n = n // 2                   return n > 1
        steps += 1               def loop_body(n, steps):
                         ->          n = n // 2
                                     steps += 1
                                     return n, steps
                                 n, steps = ag.while_stmt(loop_test, loop_body, (n, steps), ('n', 'steps'))

The state is what the statement modifies and what is needed after it, again in the loop, or by whoever
else sees the variable (Moldovan et al. 2019, §7.2). If that may be unbound, it starts as
`ag.Undefined('n')`. Others see a variable if a nested function captures it, if it is declared `global` or
`nonlocal`, or if an exception may take control to a handler that needs it. Then the functions write it
where it lives: their body begins `nonlocal n; n = n_1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gast

from ag_notebook.staging.analyses.activity import Activity, declarations
from ag_notebook.staging.analyses.liveness import Liveness
from ag_notebook.staging.analyses.reaching_definitions import ReachingDefinitions
from ag_notebook.staging.analyses.scopes import Scope, scope_of
from ag_notebook.staging.passes import states
from ag_notebook.staging.passes.continues import is_loop_exit
from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.shared_variables import asked_first, shared_option
from ag_notebook.staging.passes.unbound_reads import ReadWrapper
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place, walk, walk_scope

Block = list[gast.AST]
Names = frozenset[str]
NONE: Names = frozenset()
_AGAIN = "read again in the next iteration"


class LowerControlFlow(Pass):
    name = "control flow"
    summary = "Makes if, while and for calls of functions of their state."
    makes = (gast.UnaryOp, gast.Call, gast.Tuple)
    needs = (Activity, Liveness, ReachingDefinitions)

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self.activity = Activity(self.names.immediate)
        self.liveness = Liveness(self.activity)
        self.function: FunctionLowering | PythonStatements | None = None
        self.deleted = deleted_by_nested(unit.function) if gast.Delete in unit.kinds else NONE
        self.nonlocals = frozenset(
            n for node in walk(unit.function) if isinstance(node, gast.Nonlocal) for n in node.names
        )

    def visit_function(self, node: gast.AST) -> Any:
        outer = self.function
        kind = PythonStatements if self.is_suspending(node) else FunctionLowering
        self.function = kind(self, node, outer)
        self.function.run()
        self.function = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit(self, node: gast.AST) -> Any:
        return node if isinstance(node, gast.expr) else super().visit(node)

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        pass


class PythonStatements:
    """A generator or async function: its statements stay Python, and refuse staged values."""

    unsafe: Names = NONE

    def __init__(
        self, lowering: LowerControlFlow, node: gast.AST, outer: FunctionLowering | PythonStatements | None
    ) -> None:
        self.lowering, self.node, self.outer = lowering, node, outer
        self.scope = scope_of(node, lowering.activity)

    def run(self) -> None:
        lowering = self.lowering
        lowering.because(
            self.node,
            "It suspends (`yield`, `await`): its own statements cannot move into functions, so they stay Python and "
            "refuse staged values.",
        )
        for part in list(walk_scope(self.node.body)):
            if isinstance(part, (gast.If, gast.While)):
                part.test = place(lowering.ag("python_test", part.test), part.test)
            elif isinstance(part, gast.For):
                part.iter = place(lowering.ag("python_iterable", part.iter), part.iter)
            elif isinstance(part, gast.YieldFrom):
                part.value = place(lowering.ag("python_iterable", part.value), part.value)
            elif isinstance(part, (*nodes.FUNCTIONS, gast.ClassDef)):
                lowering.visit(part)


class FunctionLowering:
    """Lowers the statements of one function."""

    def __init__(
        self, lowering: LowerControlFlow, node: gast.AST, outer: FunctionLowering | PythonStatements | None
    ) -> None:
        self.lowering, self.node, self.outer = lowering, node, outer
        free = NONE if outer is None else outer.unsafe
        self.names, self.activity, self.liveness = lowering.names, lowering.activity, lowering.liveness
        self.scope: Scope = scope_of(node, self.activity)
        # Names of outer functions that may hold `ag.Undefined`; those declared `nonlocal` are followed like local ones.
        followed = self.scope.local | (free & self.scope.nonlocals)
        self.definitions = ReachingDefinitions(
            self.activity,
            self.names.ag,
            followed,
            self.scope.parameters,
            lowering.deleted & self.scope.captured,
        ).run(node.body)
        self.definitions.unbound |= lowering.deleted & self.scope.captured
        self.free = free - followed
        self.shared = self.scope.captured | self.scope.globals | self.scope.nonlocals
        self.really_deleted: set[str] = set()  # variables from outside
        if gast.Delete in lowering.unit.kinds:
            for part in walk_scope(node.body):
                is_deleted = isinstance(part, gast.Name) and isinstance(part.ctx, gast.Del)
                if is_deleted and not self.is_variable_of_tree(part.id):
                    self.really_deleted.add(part.id)
        self.undefined: set[str] = (
            self.definitions.names & self.scope.local
        ) | self.bound_by_nested()  # names to start as `ag.Undefined`
        self.unsafe: Names = NONE
        self.checked: set[str] = set()  # names whose reads have been wrapped
        self.blocks: set[int] = set()  # `try` statements that are the block of a function by now
        self.returned: Names = NONE  # the state of the nested function that is being made
        self.hidden: Names = NONE  # names that are new variables in it, and are not bound yet
        self.may_hold_undefined = self.find_undefined()

    def bound_by_nested(self) -> set[str]:
        """Variables that a nested function may be the first to bind: control flow in it reads them before."""
        found: set[str] = set()
        wanted = self.lowering.nonlocals & self.scope.local
        for part in walk_scope(self.node.body) if wanted else ():
            if isinstance(part, (*nodes.FUNCTIONS, gast.ClassDef)):
                use = self.activity.of(part)
                bound = self.definitions.bound_before(part)
                found |= wanted & (use.captures | use.reads) - (self.scope.local if bound is None else bound)
        return found

    def find_undefined(self) -> Names:
        """Names that may hold `ag.Undefined` at some time."""
        found = self.definitions.names | self.definitions.unbound | self.undefined
        for node in walk_scope(self.node.body):
            if isinstance(node, (gast.If, gast.While, gast.For)):
                bound = self.definitions.bound_before(node)
                if bound is not None:
                    found |= (self.activity.of(node).binds & self.scope.local) - bound
        return frozenset(found)

    def run(self) -> None:
        body = self.block(self.node.body, NONE, NONE)
        body = [s for s in body if not self.is_superfluous(s)] or body
        start = nodes.start_of(body)
        body[start:start] = self.initialised(self.undefined - self.scope.parameters, self.node)
        self.node.body = body

    def is_superfluous(self, node: gast.AST) -> bool:
        """Whether a statement only declares a variable that is going to be bound."""
        return isinstance(node, gast.AnnAssign) and node.value is None and node.target.id in self.undefined

    def initialised(self, names: Iterable[str], at: gast.AST) -> Block:
        ag = self.lowering.ag
        return place(  # type: ignore[no-any-return]
            [nodes.assign(name, ag("Undefined", nodes.constant(name))) for name in sorted(names)], at
        )

    # Blocks and simple statements -------------------------------------------------------------

    def block(self, statements: Block, live: Names, always: Names) -> Block:
        """Lowers a block; `live` is needed after it, `always` by handlers that an exception may lead to."""
        live = live | always
        after: list[Names] = []
        for statement in reversed(statements):
            after.append(live)
            live = self.liveness.before(statement, live) | always
        out: Block = []
        hidden = self.hidden
        for statement in statements:
            killed = self.liveness.transfer(statement)[1]
            out += self.statement(statement, after.pop(), always)
            self.hidden -= killed
        self.hidden = hidden
        return out

    def statement(self, node: gast.AST, live: Names, always: Names) -> Block:
        if isinstance(node, gast.If):
            return self.lower_if(node, live, always)
        if isinstance(node, gast.While):
            return self.lower_while(node, live, always)
        if isinstance(node, gast.For):
            return self.lower_for(node, live, always)
        if isinstance(node, (gast.With, gast.AsyncWith)):
            node.items = [self.safe(item, node) for item in node.items]
            node.body = self.block(node.body, live, always | live)
            return [node]
        if isinstance(node, (gast.Try, gast.TryStar)):
            return (self.lower_handlers if node.handlers else self.lower_try)(node, live, always)
        if isinstance(node, gast.Match):
            node.subject = self.safe(node.subject, node)
            for case in node.cases:
                case.body = self.block(case.body, live, always)
            return [node]
        if isinstance(node, gast.Delete):
            return self.lower_delete(node)
        made = self.safe(node, node)
        for part in made if isinstance(made, list) else [made]:
            if isinstance(part, (*nodes.FUNCTIONS, gast.ClassDef)):
                self.lowering.visit(part)
        return made if isinstance(made, list) else [made]

    def safe(self, node: Any, statement: gast.AST) -> Any:
        """`node` with `ag.read` around reads that may be unbound at `statement`."""
        bound = self.definitions.bound_before(statement)
        if bound is None:
            bound = self.scope.local
        unsafe = frozenset(
            n for n in self.may_hold_undefined if n not in bound or n in self.definitions.unbound
        )
        captured = unsafe & self.scope.captured
        self.unsafe = self.free | captured
        if isinstance(node, gast.FunctionDef) and node.name in self.names.immediate:
            self.unsafe |= unsafe & self.activity.of(node).reads
        if not (self.unsafe or self.definitions.unbound_reads):
            return node
        self.checked = set()
        made = ReadWrapper(self.read, self.definitions.unbound_reads, self.free, captured).visit(node)
        if self.checked and self.lowering.explains:
            names = states.listed(sorted(self.checked))
            self.lowering.because(statement, f"{names} may be unbound here, so reading it checks.")
        return made

    def read(self, name: str) -> gast.AST:
        self.checked.add(name)
        return self.lowering.ag("read", nodes.load(name), nodes.constant(name))

    def lower_delete(self, node: gast.Delete) -> Block:
        """`del x` unbinds a variable of ours; one that lives elsewhere is really deleted."""
        out: Block = []
        for target in node.targets:
            if not isinstance(target, gast.Name) or not self.is_variable_of_tree(target.id):
                if isinstance(target, gast.Name):  # staged, it may be unbound at another call
                    made = self.read(target.id)
                    made.keywords.append(gast.keyword("outside", nodes.constant(True)))
                    out.append(gast.Expr(made))
                out.append(gast.Delete([target]))
                continue
            if id(target) in self.definitions.unbound_reads:
                out.append(gast.Expr(self.read(target.id)))
            out += self.initialised([target.id], node)
        return place(out, node)  # type: ignore[no-any-return]

    def is_variable_of_tree(self, name: str) -> bool:
        """Whether a variable belongs to a function that is lowered here, so that its reads are too."""
        owner: FunctionLowering | PythonStatements | None = self
        while owner is not None:
            if name in owner.scope.globals:
                return False
            if name in owner.scope.local:
                return isinstance(owner, FunctionLowering)
            owner = owner.outer
        return False

    # Statements with blocks ---------------------------------------------------------------------

    def lower_if(self, node: gast.If, live: Names, always: Names) -> Block:
        true, false = self.activity.of_block(node.body).binds, self.activity.of_block(node.orelse).binds
        needed = (self.liveness.of_block(node.body)[0] & true) | (
            self.liveness.of_block(node.orelse)[0] & false
        )
        state = self.state(true | false, live | needed, always, node)
        unbound = self.note_unbound(state, node, self.activity.of(node.test).binds)
        if self.lowering.explains:
            read_first = {"read in a branch that may not bind it first": needed}
            self.explain("if", node, true | false, state, live, always, read_first, unbound)
        if_true = self.names.fresh("if_true")
        if_false = self.names.fresh("if_false")
        test = self.safe(node.test, node)
        if self.written_by_others(state):
            test = asked_first(self.lowering, test)
        body = self.nested(if_true, (), state, node.body, live, always, node)
        orelse = self.nested(if_false, (), state, node.orelse, live, always, node)
        return place(  # type: ignore[no-any-return]
            [body, orelse, self.called("if_stmt", [test, nodes.load(if_true), nodes.load(if_false)], state)],
            node,
        )

    def lower_while(self, node: gast.While, live: Names, always: Names) -> Block:
        options, body = self.options(node.body)
        head = live | self.liveness.of_block(body)[0] | self.activity.of(node.test).reads
        binds = self.activity.of_block(body).binds
        state = self.state(binds, head, always, node)
        unbound = self.note_unbound(state, node)
        if self.lowering.explains:
            self.explain("while", node, binds, state, live, always, {_AGAIN: head}, unbound)
        # Before the statements in it are lowered, some of them in place.
        options = [*options, *self.temporaries(state, body, live, always)]
        loop_test, loop_body = self.names.fresh("loop_test"), self.names.fresh("loop_body")
        returned = place(gast.Return(self.safe(node.test, node)), node.test)
        return place(  # type: ignore[no-any-return]
            [
                self.test(loop_test, state, returned, always),
                self.nested(loop_body, (), state, body, head, always, node),
                self.called(
                    "while_stmt",
                    [nodes.load(loop_test), nodes.load(loop_body)],
                    state,
                    [*options, *self.shared_variables(state)],
                ),
            ],
            node,
        )

    def lower_for(self, node: gast.For, live: Names, always: Names) -> Block:
        options, body = self.options(node.body)
        leave = body[-1] if body and is_loop_exit(body[-1]) else None
        if leave is not None:
            body = body[:-1]
        target = self.activity.of(node.target)
        head = live | (self.liveness.of_block(body)[0] - target.binds)
        if leave is not None:
            head |= {leave.test.id}
        binds = self.activity.of_block(body).binds | target.binds
        state = self.state(binds, head, always, node)
        unbound = self.note_unbound(state, node)
        if self.lowering.explains:
            self.explain("for", node, binds, state, live, always, {_AGAIN: head}, unbound)
            if leave is not None:
                text = f"`{leave.test.id}` ends the loop: a `for` has no test, so it becomes an extra one."
                self.lowering.because(leave, text)
        loop_body, item, body = self.names.fresh("loop_body"), None, list(body)
        if isinstance(node.target, gast.Name) and node.target.id not in state:
            item = node.target.id
        else:
            item = self.names.fresh("item")
            self.activity.of(node.target)
            first = place(nodes.assign(node.target, nodes.load(item)), node.target)
            self.definitions.note_before(first, self.definitions.bound_before(node))
            body.insert(0, first)
        # Before the statements in it are lowered, some of them in place.
        options = [*options, *self.temporaries(state, body, live, always), *self.live_items(node.iter, body)]
        made: Block = []
        extra_test: gast.AST = nodes.constant(None)
        iterable = self.safe(node.iter, node)
        function = self.nested(loop_body, (item,), state, body, head, always, node)
        if leave is not None:
            name = self.names.fresh("loop_test")
            returned = place(gast.Return(nodes.negated(leave.test)), leave)
            made.append(self.test(name, state, returned, always))
            extra_test = nodes.load(name)
        made.append(function)
        options += self.shared_variables(state, made)
        made.append(self.called("for_stmt", [iterable, nodes.load(loop_body), extra_test], state, options))
        return place(made, node)  # type: ignore[no-any-return]

    def lower_handlers(self, node: gast.Try, live: Names, always: Names) -> Block:
        """A `try` with handlers becomes a function of its state, which can be run again."""
        if id(node) in self.blocks:
            return self.lower_try(node, live, always)
        self.blocks.add(id(node))
        needed = live | self.liveness.before(node, live)
        binds = self.activity.of(node).binds
        state = self.state(binds, needed, always, node)
        unbound = self.note_unbound(state, node)
        if self.lowering.explains:
            self.explain("try", node, binds, state, live, always, {"read in it": needed}, unbound)
        name = self.names.fresh("try_block")
        block = self.nested(name, (), state, [node], live, always, node)
        return place([block, self.called("try_stmt", [nodes.load(name)], state)], node)  # type: ignore[no-any-return]

    def lower_try(self, node: gast.Try, live: Names, always: Names) -> Block:
        final = self.liveness.of_block(node.finalbody)[0]
        handled = final | always
        for handler in node.handlers:
            handled |= self.liveness.of_block(handler.body)[0] | live
        after = final | live
        orelse = self.liveness.of_block(node.orelse)[0]
        node.body = self.block(node.body, orelse | after, handled)
        node.orelse = self.block(node.orelse, after, always | final)
        for handler in node.handlers:
            if handler.type is not None:
                handler.type = self.safe(handler.type, node)
            name = None if handler.name is None else handler.name.id
            handler.body = self.block(handler.body, after, always | final)
            if name is not None and name in live | always | self.returned | self.scope.captured:
                self.keep_handler_name(handler, name)
        node.finalbody = self.block(node.finalbody, live, always)
        return [node]

    def keep_handler_name(self, handler: gast.ExceptHandler, name: str) -> None:
        """Python deletes `e` after `except … as e`; a variable that is part of a state is unbound instead."""
        other = self.names.fresh(name)
        handler.name = nodes.store(other)
        first = place(nodes.assign(name, nodes.load(other)), handler)
        handler.body = [first, *handler.body, *self.initialised([name], handler)]
        self.undefined.add(name)

    def options(self, body: Block) -> tuple[list[gast.AST], Block]:
        """The keywords of `ag.set_loop_options` at the start of a body, and the rest of it."""
        first = body[0]
        if isinstance(first, gast.Expr) and self.lowering.is_ag(first.value, ("set_loop_options",)):
            return first.value.keywords, body[1:]
        return [], body

    def temporaries(self, state: list[str], body: Block, live: Names, always: Names) -> list[gast.AST]:
        """The flags that each iteration sets anew and only the loop's test reads: they need not be carried."""
        needed = live | always | self.shared | self.liveness.of_block(body)[0]
        found = [name for name in state if name in self.names.made and name not in needed]
        return [gast.keyword("temporaries", nodes.tuple_of(map(nodes.constant, found)))] if found else []

    def live_items(self, iterable: gast.AST, body: Block) -> list[gast.AST]:
        """The iterated variables whose items the body writes: a list's loop sees the new items.

        Those that the body also binds to something else are named besides: from then on they are another list.
        """
        read = self.activity.of(iterable).reads
        written = [
            part.targets[0]
            for part in walk_scope(body)
            if isinstance(part, gast.Assign)
            and isinstance(part.targets[0], gast.Name)
            and part.targets[0].id in read
            and self.lowering.is_ag(part.value, ("setitem", "setitem_in", "setitem_through"))
        ]
        found = sorted({target.id for target in written})
        own = set(map(id, written))
        bound = {
            part.id
            for part in walk_scope(body)
            if isinstance(part, gast.Name) and not isinstance(part.ctx, gast.Load) and id(part) not in own
        }
        options = {"live": found, "rebound": [name for name in found if name in bound]}
        return [
            gast.keyword(option, nodes.tuple_of(map(nodes.constant, names)))
            for option, names in options.items()
            if names
        ]

    def written_by_others(self, state: list[str]) -> list[str]:
        """Those of a state that other functions may write, too: one may run when an item is taken or a test is asked."""
        written = self.scope.globals | self.scope.nonlocals | self.lowering.nonlocals
        return [name for name in state if name in written and name in self.shared]

    def shared_variables(self, state: list[str], made: Block | None = None) -> list[gast.AST]:
        """Tells the runtime of these variables; a `for` may have to write them, by a function that is put into `made`.

        Then they are also those that others only read.
        """
        names = self.written_by_others(state) if made is None else [n for n in state if n in self.shared]
        if not names:
            return []
        if made is not None:
            parameters, head = self.entered(names, NONE)
            made.append(nodes.function(self.names.fresh("write_shared"), parameters, head))
        return [shared_option(names, None if made is None else made[-1].name)]

    # Functional form ----------------------------------------------------------------------------

    def state(self, binds: Iterable[str], needed: Names, always: Names, at: gast.AST) -> list[str]:
        state = sorted(name for name in binds if name in needed or name in always or name in self.shared)
        for name in self.really_deleted.intersection(state):
            raise self.lowering.refuse(
                "AG112",
                at,
                f"`del {name}` deletes a variable from outside the function that control flow assigns.",
                "Assign None instead of deleting it.",
            )
        return state

    def note_unbound(self, state: list[str], node: gast.AST, also: Iterable[str] = ()) -> set[str]:
        """Notes which names of a state may be unbound before a statement, and returns them."""
        bound = self.definitions.bound_before(node)
        found = (set(state) & self.scope.local) - ((bound or set()) - self.hidden) - set(also)
        found = found if bound is not None else set()
        self.undefined |= found
        return found

    def explain(
        self,
        word: str,
        node: gast.AST,
        binds: Iterable[str],
        state: list[str],
        live: Names,
        always: Names,
        more: dict[str, Names],
        unbound: set[str],
    ) -> None:
        """Says why the state of a statement is what it is: what `live`, `always` and the scope say of its names."""
        because = self.lowering.because
        grounds = {
            "live after it": live - always,
            **more,
            "needed where an exception may lead": always,
            "captured by a nested function": self.scope.captured,
            "declared `global`": self.scope.globals,
            "declared `nonlocal`": self.scope.nonlocals,
        }
        because(node, states.state_sentence(word, state, grounds))
        others = sorted({*binds} - {*state} - self.names.made)
        if others:
            because(node, states.no_state_sentence(word, others))
        if unbound:
            because(node, states.unbound_sentence(word, sorted(unbound), self.names.ag))
        shared = [name for name in state if name in self.shared or name in always]
        if shared:
            names = states.listed(shared)
            because(
                node, f"{names}: others see the variable itself, so the functions write it where it lives."
            )

    def nested(
        self,
        name: str,
        first: Sequence[str],
        state: list[str],
        body: Block,
        live: Names,
        always: Names,
        at: gast.AST,
    ) -> gast.FunctionDef:
        """The function of a branch or a loop's body: takes the state and returns it."""
        binds = self.activity.of_block(body).binds
        outer, self.undefined = self.undefined, set()
        outer_state, self.returned = self.returned, frozenset(state)
        hidden, self.hidden = self.hidden, frozenset(binds - set(state) - set(first))
        lowered = self.block(body, live, always)
        self.returned, self.hidden = outer_state, hidden
        own = (self.undefined & binds) - set(state) - set(first)
        outer |= self.undefined - binds
        self.undefined = outer
        parameters, head = self.entered(state, always)
        end = place(gast.Return(nodes.tuple_of(map(nodes.load, state))), body[-1] if body else at)
        return place(
            nodes.function(name, [*first, *parameters], [*head, *self.initialised(own, at), *lowered, end]),
            at,
        )

    def test(self, name: str, state: list[str], returned: gast.AST, always: Names) -> gast.FunctionDef:
        parameters, head = self.entered(state, always)
        return place(nodes.function(name, parameters, [*head, returned]), returned)

    def entered(self, state: list[str], always: Names) -> tuple[list[str], Block]:
        """Parameters for a state, and the statements that write shared variables where they live."""
        shared = [name for name in state if name in self.shared or name in always]
        parameters = {name: self.names.fresh(name) if name in shared else name for name in state}
        head: Block = []
        outside = [name for name in shared if name in self.scope.globals]
        inside = [name for name in shared if name not in self.scope.globals]
        if outside:
            head.append(gast.Global(outside))
        if inside:
            head.append(gast.Nonlocal(inside))
        head += [nodes.assign(name, nodes.load(parameters[name])) for name in shared]
        return list(parameters.values()), head

    def called(
        self, form: str, args: list[gast.AST], state: list[str], options: Sequence[gast.AST] = ()
    ) -> gast.AST:
        call = self.lowering.ag(form, *args, nodes.tuple_of(map(nodes.load, state)))
        call.args.append(nodes.tuple_of(map(nodes.constant, state)))
        call.keywords = list(options)
        if not state:
            return gast.Expr(call)
        return quote.statements(
            "$targets = $call", call=call, targets=nodes.tuple_of(map(nodes.store, state), nodes.STORE)
        )[0]


def deleted_by_nested(function: gast.AST) -> Names:
    """Names that a function deletes which it has declared `nonlocal`."""
    found: set[str] = set()
    for node in walk(function):
        if not isinstance(node, nodes.FUNCTIONS):
            continue
        outside = {n for s in declarations(node.body) if isinstance(s, gast.Nonlocal) for n in s.names}
        if outside:
            for part in walk_scope(node.body):
                if isinstance(part, gast.Name) and isinstance(part.ctx, gast.Del) and part.id in outside:
                    found.add(part.id)
    return frozenset(found)
