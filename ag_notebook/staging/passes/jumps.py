"""Moves what follows a jump to where it belongs; what the passes for returns, breaks and continues share.

A statement that may jump is followed by a rest that must not run then. If one branch of an `if` always
leaves, the rest moves into the other branch. Where it cannot be moved, a flag guards it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.passes.hoisting import make_local
from ag_notebook.staging.passes.pass_ import StatementPass, Unit
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place

Block = list[gast.AST]
_LEAVING = (gast.Return, gast.Raise, gast.Break, gast.Continue)


def leaves(block: Block) -> bool:
    """Whether no path through a block falls off its end."""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, gast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, _LEAVING) or is_endless(last)


def is_endless(statement: gast.AST) -> bool:
    """Whether a loop never goes on to what follows it: `while True` without a `break`."""
    return (
        isinstance(statement, gast.While)
        and isinstance(statement.test, gast.Constant)
        and bool(statement.test.value)
        and not jumps(statement.body, (gast.Break,), False)
    )


def jumps(statements: Iterable[gast.AST], kinds: tuple[type, ...], into_loops: bool) -> bool:
    """Whether statements contain a jump of a kind; a loop's `else` belongs to the loop around it."""
    for statement in statements:
        if isinstance(statement, kinds):
            return True
        if isinstance(statement, (*nodes.FUNCTIONS, gast.ClassDef)):
            continue
        is_loop = isinstance(statement, (gast.For, gast.While, gast.AsyncFor))
        for block in blocks_of(statement):
            if is_loop and not into_loops and block is statement.body:
                continue
            if jumps(block, kinds, into_loops):
                return True
    return False


def blocks_of(statement: gast.AST) -> list[Block]:
    """The blocks right inside a statement."""
    found = [getattr(statement, f) for f in ("body", "orelse", "finalbody") if getattr(statement, f, None)]
    found += [part.body for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))]
    return [block for block in found if isinstance(block, list)]


class JumpPass(StatementPass):
    """Visits the loops or functions that jumps leave; those of generators and async functions stay Python."""

    suspending = False
    flag: str | None = None

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self.dropped: Block = []

    def visit_function(self, node: gast.AST) -> Any:
        outer, self.suspending = self.suspending, self.is_suspending(node)
        dropped, self.dropped = self.dropped, []
        self.lower_function(node)
        if self.dropped:
            make_local(node, Activity().of_block(self.dropped).binds)
        self.suspending, self.dropped = outer, dropped
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def lower_function(self, node: gast.AST) -> None:
        node.body = self.visit_block(node.body)

    def take_flag(self) -> str | None:
        """The flag that has been needed so far, which is needed no more."""
        flag, self.flag = self.flag, None
        return flag

    def drop(self, unreachable: Block) -> None:
        """Leaves out statements behind a jump; what they bind stays a variable of the function."""
        self.dropped += unreachable
        if unreachable:
            self.because(unreachable[0], "No path leads here: what stands behind a jump is left out.")

    def says_moved(self, statement: gast.If, rest: Block, leaving: str, into: str) -> None:
        """Says that what follows an `if` moves into one of its branches, because the other one never gets there."""
        if rest:
            text = f"Every path through the {leaving} jumps, so what follows the `if` moves into its {into}."
            self.because(statement, text)

    def refuse_in_finally(self, node: gast.Try, kinds: tuple[type, ...], into_loops: bool, word: str) -> None:
        if jumps(node.finalbody, kinds, into_loops):
            raise self.refuse(
                "AG111",
                node.finalbody[0],
                f"`{word}` in `finally` would swallow the exception that is on its way.",
                f"Move the `{word}` behind the `try` statement.",
            )


class LoopJumpPass(JumpPass):
    """Lowers one kind of jump out of a loop's body."""

    kind: type
    word: str

    def jump(self, node: gast.AST, is_last: bool) -> Block:
        """What takes the place of the jump."""
        raise NotImplementedError

    def new_flag(self) -> str:
        if self.flag is None:
            self.flag = self.names.fresh(f"did_{self.word}")
        return self.flag

    def says_guarded(self, statement: gast.AST) -> None:
        text = f"What stands before it jumps on some paths only, so `{self.new_flag()}` says whether this still runs."
        self.because(statement, text)

    def lower(self, block: Block, is_last: bool) -> Block:
        """Lowers the jumps of a block; `is_last` says that the loop's body ends where the block does."""
        out: Block = []
        for position, statement in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(statement, self.kind):
                self.drop(rest)
                return [*out, *self.jump(statement, is_last)] or [place(gast.Pass(), statement)]
            if not jumps([statement], (self.kind,), False):
                out.append(statement)
                continue
            if isinstance(statement, gast.If):
                if leaves(statement.body):
                    self.says_moved(statement, rest, "body", "`else`")
                    statement.orelse, rest = statement.orelse + rest, []
                elif leaves(statement.orelse):
                    self.says_moved(statement, rest, "`else`", "body")
                    statement.body, rest = statement.body + rest, []
                last = is_last and not rest
                statement.body = self.lower(statement.body, last)
                statement.orelse = self.lower(statement.orelse, last)
            else:
                self.lower_inside(statement)
            out.append(statement)
            if rest:
                guarded = self.lower(rest, is_last)
                self.says_guarded(rest[0])
                out.append(place(nodes.if_(nodes.negated(nodes.load(self.new_flag())), guarded), rest[0]))
            return out
        return out

    def lower_inside(self, statement: gast.AST) -> None:
        """Lowers the jumps in `with`, `try` and in the `else` of an inner loop."""
        if isinstance(statement, (gast.For, gast.While)):
            statement.orelse = self.lower(statement.orelse, False)
            return
        if isinstance(statement, (gast.Try, gast.TryStar)):
            self.refuse_in_finally(statement, (self.kind,), False, self.word)
            if statement.orelse and jumps(statement.body, (self.kind,), False):
                orelse = self.lower(statement.orelse, False)
                guard = nodes.if_(nodes.negated(nodes.load(self.new_flag())), orelse)
                statement.orelse = [place(guard, orelse[0])]
            elif statement.orelse:
                statement.orelse = self.lower(statement.orelse, False)
            for handler in statement.handlers:
                handler.body = self.lower(handler.body, False)
        statement.body = self.lower(statement.body, False)
