"""Converts functions: find the source, make the tree, run the passes, compile, bind.

A code object is converted once, whoever has it; globals, closure cells and defaults are bound per
function. Text, source map and the code after each pass are made only when somebody asks to see them.
"""

from __future__ import annotations

import functools
import pickle
import threading
import types
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import gast

from ag_notebook.report.report import GeneratedCode, PassSnapshot
from ag_notebook.report.spans import Span
from ag_notebook.staging import source
from ag_notebook.staging.collecting import uncollected
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.options import Options
from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.pipeline import PIPELINE, run_passes
from ag_notebook.staging.passes.probes import AddProbes
from ag_notebook.staging.probing import Probing
from ag_notebook.staging.runtime.probes import active_recorder
from ag_notebook.staging.source import FoundSource
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.loading import bind, compile_function
from ag_notebook.staging.tree.names import Names
from ag_notebook.staging.tree.private_names import mangle
from ag_notebook.staging.tree.visitor import place

_REMEMBERED = 4000


@dataclass(frozen=True, eq=False)
class ConvertedCode:
    """What conversion made of one code object.

    Attributes:
        code: of the converted function; nested functions are constants of it.
        name: the user's name of the function.
        span: the user's function in its file, decorators included.
        source: the user's text of it.
        ag_name: what the runtime is called in the generated code.
        slice_name: what Python's `slice` is called in it.
        found: the user's tree.
        free: names that the user's function captures.
        pipeline: the passes that were run.
    """

    code: types.CodeType
    name: str
    span: Span
    source: str
    ag_name: str
    slice_name: str
    found: FoundSource
    free: tuple[str, ...]
    pipeline: tuple[type[Pass], ...]

    @functools.cached_property
    def generated(self) -> GeneratedCode:
        """The generated code as text, with its source map."""
        from ag_notebook.staging.tree.printer import print_tree

        if "passes" in self.__dict__:
            return self.passes[-1].code
        unit = make_unit(self.found, self.free)
        user_nodes = {id(node): node for node in gast.walk(unit.function)}
        run_passes(unit, self.pipeline)
        return print_tree(unit.function, self.span.file, user_nodes)

    @functools.cached_property
    def passes(self) -> tuple[PassSnapshot, ...]:
        """The code after each pass; the first entry is the function before any."""
        from ag_notebook.staging.tree.printer import print_tree

        unit = make_unit(self.found, self.free)
        user_nodes = {id(node): node for node in gast.walk(unit.function)}
        code = print_tree(unit.function, self.span.file, user_nodes)
        snapshots = [PassSnapshot("source", "The function as it was read.", True, code)]
        printed = _pickled(unit.function)
        unit.facts = []

        def take(kind: type[Pass], unit: Unit, ran: bool) -> None:
            nonlocal printed
            code = snapshots[-1].code
            if ran and (printed is None or _pickled(unit.function) != printed):
                code = print_tree(unit.function, self.span.file, user_nodes)
                printed = _pickled(unit.function)
            changed = code.text != snapshots[-1].code.text
            facts = tuple(dict.fromkeys(sorted(unit.facts or (), key=lambda fact: fact.span)))
            snapshots.append(PassSnapshot(kind.name, kind.summary, changed, code, facts))
            unit.facts = []

        run_passes(unit, self.pipeline, take)
        return tuple(snapshots)


def _pickled(tree: gast.AST) -> bytes | None:
    """Bytes that are equal only for equal trees, made 15 times faster than the text; None of a tree too deep for it."""
    try:
        return pickle.dumps(tree, pickle.HIGHEST_PROTOCOL)
    except RecursionError:
        return None


class Converter:
    """Converts functions and remembers what it has made. Safe to use from several threads.

    Args:
        options: of staging; the runtime reads them.
        passes: run in order.
    """

    def __init__(self, options: Options | None = None, passes: Sequence[type[Pass]] = PIPELINE) -> None:
        self.options = Options() if options is None else options
        self.passes = tuple(passes)
        self._lock = threading.RLock()
        self._known: OrderedDict[int, tuple[weakref.ref[types.CodeType], ConvertedCode]] = OrderedDict()

    def convert(self, function: types.FunctionType) -> types.FunctionType:
        """The converted function, bound to the variables of `function`; a converted one is returned as it is."""
        if self.is_converted(function.__code__):
            return function
        return self._bound(self.converted_code(function), function)

    def converted_code(self, function: types.FunctionType) -> ConvertedCode:
        """The conversion of a function's code object, from memory if it was converted before.

        While a staged function with probes is called or traced, its own code is converted with them, for it alone.
        """
        code = function.__code__
        probing = active_recorder()
        if isinstance(probing, Probing) and probing.covers(code):
            with self._lock:
                made: ConvertedCode | None = probing.converted.get(id(code))
                if made is None:
                    made = self._convert_code(function, (AddProbes, *self.passes), probing)
                    probing.converted[id(code)] = made
                return made
        key = id(code)
        entry = self._known.get(key)
        if entry is not None and entry[0]() is code:
            return entry[1]
        with self._lock:
            entry = self._known.get(key)
            if entry is not None and entry[0]() is code:
                return entry[1]
            converted = self._convert_code(function, self.passes)
            self._known[key] = (weakref.ref(code, lambda _: self._known.pop(key, None)), converted)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return converted

    def known_code(self, function: types.FunctionType) -> ConvertedCode | None:
        """The conversion of a function's code object where there was one that is remembered; converts nothing."""
        code = function.__code__
        entry = self._known.get(id(code))
        return entry[1] if entry is not None and entry[0]() is code else None

    def is_converted(self, code: types.CodeType) -> bool:
        """Whether a code object is that of a converted function, or nested in one."""
        found = _generated.get(id(code))
        return found is not None and found() is code

    def prefix(self, function: types.FunctionType, count: int) -> types.FunctionType:
        """The function after the first `count` passes only; not remembered."""
        return self._bound(self._convert_code(function, self.passes[:count]), function)

    def _bound(self, converted: ConvertedCode, function: types.FunctionType) -> types.FunctionType:
        import ag_notebook.staging.runtime as ag

        return bind(converted.code, function, {converted.ag_name: ag, converted.slice_name: slice})

    def _convert_code(
        self, function: types.FunctionType, passes: tuple[type[Pass], ...], probing: Probing | None = None
    ) -> ConvertedCode:
        try:
            return uncollected(lambda: _converted(function, passes, probing))
        except RecursionError:
            raise ConversionError(
                "AG116",
                f"an expression in `{function.__name__}` is nested too deep to convert.",
                span=source.find(function).span,
                fix="Take it apart into several statements.",
            ) from None


def _converted(
    function: types.FunctionType, passes: tuple[type[Pass], ...], probing: Probing | None
) -> ConvertedCode:
    """All phases in order."""
    code = function.__code__
    found = source.find(function)
    unit = make_unit(found, code.co_freevars)
    unit.probed = None if probing is None else probing.number
    if not passes and found.classes:
        mangle(unit.function, found.classes)  # the first pass does, but the tree is to run even without it
    run_passes(unit, passes)
    captured = [unit.names.ag, unit.names.slice, *code.co_freevars]
    made = _compiled(unit, captured, code, found)
    _remember_generated(made, frozenset(unit.names.made))
    return ConvertedCode(
        made,
        code.co_name,
        found.span,
        found.text,
        unit.names.ag,
        unit.names.slice,
        found,
        code.co_freevars,
        passes,
    )


def make_unit(found: FoundSource, free: Sequence[str]) -> Unit:
    """The unit that passes work on, with a fresh tree."""
    tree = gast.ast_to_gast(found.node)
    if isinstance(tree, gast.Lambda):
        body = place([gast.Return(tree.body)], tree.body)
        tree = place(gast.FunctionDef("lambda_", tree.args, body, [], None, None, []), tree)
    tree.decorator_list, tree.returns = (
        [],
        None,
    )  # the original has been decorated already, and has its defaults: `...` stands for them
    tree.args.defaults = place([nodes.constant(...) for _ in tree.args.defaults], tree)
    tree.args.kw_defaults = [d and place(nodes.constant(...), tree) for d in tree.args.kw_defaults]
    names = Names(tree, tuple(free))
    return Unit(gast.Module([tree], []), names, found.span.file, found.classes, frozenset(free))


def _compiled(
    unit: Unit, captured: Sequence[str], original: types.CodeType, found: FoundSource
) -> types.CodeType:
    try:
        return compile_function(unit.function, unit.file, captured, original, unit.names.made)
    except (SyntaxError, ValueError, TypeError) as error:
        raise ConversionError(
            "AG190",
            f"the code generated for `{original.co_name}` is not valid Python ({error}): this is a bug of ours.",
            span=found.span,
            fix="Decorate the function with `do_not_convert`.",
        ) from error


_generated: dict[int, weakref.ref[types.CodeType]] = {}
_made_names: dict[int, frozenset[str]] = {}


def _remember_generated(code: types.CodeType, names: frozenset[str]) -> None:
    key = id(code)

    def forget(_: object) -> None:
        _generated.pop(key, None)
        _made_names.pop(key, None)

    _generated[key], _made_names[key] = weakref.ref(code, forget), names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _remember_generated(constant, names)


def made_names(code: types.CodeType) -> frozenset[str]:
    """The names that passes made in the converted function that a code object is of, or is nested in."""
    found = _generated.get(id(code))
    return _made_names.get(id(code), frozenset()) if found is not None and found() is code else frozenset()


@functools.cache
def default_converter() -> Converter:
    """The converter that `convert`, `function`, … use."""
    return Converter()
