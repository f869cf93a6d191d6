"""Lowers `return` to one at the end of the function.

    if x > 0:                 result = ag.NoValue()
        return x              if x > 0:
    y = -x             ->         result = x
    return y                  else:
                                  y = -x
                                  result = y
                              return result

Functional forms have one exit. Outside loops the rest of the block moves into the other branch; in
loops, `with` and `try` a flag says that the function has returned.
"""

from __future__ import annotations

import gast

from ag_notebook.staging.passes.jumps import Block, JumpPass, is_endless, jumps, leaves
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place

_RETURN = (gast.Return,)


class LowerReturns(JumpPass):
    name = "returns"
    summary = "Leaves each function one return, at its end."
    lowers = (gast.Return,)
    makes = (gast.Break, gast.UnaryOp, gast.If)

    result: str
    ends = False
    """Whether the function ends where the loop around does: `while True` ends by a return alone."""

    def lower_function(self, node: gast.AST) -> None:
        node.body = self.visit_block(node.body)
        if self.suspending or not self.needs_lowering(node.body):
            return
        self.result = self.names.fresh("result")
        start = nodes.start_of(node.body)
        head, body = node.body[:start], node.body[start:]
        last = body[-1]
        body = self.lower(body, in_loop=False, is_last=True)
        flag = self.take_flag()
        if self.explains:
            text = f"A function of the graph has one exit: each `return` sets `{self.result}`, returned at the end"
            until = f"; `{flag}` says where it has returned already" if flag is not None else ""
            self.because(node, f"{text}{until}.")
        unset = [place(nodes.assign(flag, nodes.constant(False)), node)] if flag is not None else []
        begin = place(quote.statements("$result = $none", result=self.result, none=self.ag("NoValue")), node)
        end = place(gast.Return(nodes.load(self.result)), last)
        node.body = [*head, *unset, *begin, *body, end]

    def needs_lowering(self, body: Block) -> bool:
        return jumps(body[:-1], _RETURN, True) or (
            not isinstance(body[-1], gast.Return) and jumps(body[-1:], _RETURN, True)
        )

    def new_flag(self) -> str:
        if self.flag is None:
            self.flag = self.names.fresh("did_return")
        return self.flag

    def lower(self, block: Block, in_loop: bool, is_last: bool) -> Block:
        """Lowers the returns of a block; `is_last` says that the function ends where the block does."""
        out: Block = []
        for position, statement in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(statement, gast.Return):
                self.drop(rest)
                return [*out, *self.returned(statement, in_loop, is_last)]
            if not jumps([statement], _RETURN, True):
                out.append(statement)
                continue
            if isinstance(statement, gast.If):
                if not in_loop:
                    if leaves(statement.body):
                        self.says_moved(statement, rest, "body", "`else`")
                        statement.orelse, rest = statement.orelse + rest, []
                    elif leaves(statement.orelse):
                        self.says_moved(statement, rest, "`else`", "body")
                        statement.body, rest = statement.body + rest, []
                last = is_last and not rest
                statement.body = self.lower(statement.body, in_loop, last)
                statement.orelse = self.lower(statement.orelse, in_loop, last)
                out.append(statement)
                if in_loop:
                    continue  # a return has become a break
                if not rest and last:
                    return out
            elif isinstance(statement, (gast.For, gast.While)):
                never_passed = is_endless(statement)
                outer, self.ends = self.ends, never_passed and is_last and not in_loop
                statement.body = self.lower(statement.body, True, False)
                self.ends = outer
                statement.orelse = self.lower(statement.orelse, in_loop, False)
                out.append(statement)
                if in_loop:
                    text = f"A `return` in the inner loop leaves this one too, where `{self.new_flag()}` says so."
                    self.because(statement, text)
                    leave = nodes.if_(nodes.load(self.new_flag()), [gast.Break()])
                    out.append(place(leave, statement))
                    continue
                if never_passed:  # it ends by a return
                    self.drop([*statement.orelse, *rest])
                    statement.orelse = []
                    return out
            else:
                self.lower_inside(statement, in_loop)
                out.append(statement)
                if in_loop:
                    continue
            if rest or is_last:
                guarded = self.lower(rest, in_loop, is_last)
                test = nodes.negated(nodes.load(self.new_flag()))
                out.append(place(nodes.if_(test, guarded), rest[0] if rest else statement))
            return out
        if is_last and not leaves(out):
            nothing = nodes.assign(self.result, nodes.constant(None))
            out.append(place(nothing, out[-1]) if out else nothing)
        return out

    def returned(self, statement: gast.Return, in_loop: bool, is_last: bool) -> Block:
        value = statement.value if statement.value is not None else nodes.constant(None)
        made: Block = [nodes.assign(self.result, value)]
        if not is_last and not self.ends:
            made.append(nodes.assign(self.new_flag(), nodes.constant(True)))
        if in_loop:
            self.because(statement, "It stands in a loop, so it leaves that by a `break` first.")
            made.append(gast.Break())
        return place(made, statement)  # type: ignore[no-any-return]

    def lower_inside(self, statement: gast.AST, in_loop: bool) -> None:
        """Lowers the returns in `with` and `try`."""
        outer, self.ends = self.ends, False
        if isinstance(statement, (gast.Try, gast.TryStar)):
            self.refuse_in_finally(statement, _RETURN, True, "return")
            returns = jumps(statement.body, _RETURN, True)
            if statement.orelse:
                statement.orelse = self.lower(statement.orelse, in_loop, False)
                if returns and not in_loop:
                    guard = nodes.if_(nodes.negated(nodes.load(self.new_flag())), statement.orelse)
                    statement.orelse = [place(guard, statement.orelse[0])]
            for handler in statement.handlers:
                handler.body = self.lower(handler.body, in_loop, False)
        statement.body = self.lower(statement.body, in_loop, False)
        self.ends = outer
