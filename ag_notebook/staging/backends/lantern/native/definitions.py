"""The functions of a definition: `plain_f` for runs, and `forward_f` and `backward_f` for gradients; and what Python calls.

```
plain_f(context, arguments..., places for arrays...) -> scalars       keeps nothing
forward_f(context, arguments...) -> activation record, results        arrays stay where they are, in the record
backward_f(context, record, gradients of results..., places for arrays...) -> scalar gradients of the arguments
```

There is one `backward_f` for each choice of the results that have a gradient in a call.
"""

from __future__ import annotations

from collections.abc import Sequence

from ag_notebook.staging.backends.lantern.ir.program import Block, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import RecordType
from ag_notebook.staging.backends.lantern.native.activity import free_variables
from ag_notebook.staging.backends.lantern.native.control import backward_name, call, result_struct
from ag_notebook.staging.backends.lantern.native.emit import Emitter
from ag_notebook.staging.backends.lantern.native.layout import (
    FOLLOWING,
    JUMP_BUFFER,
    STACK_BYTES,
    STACK_LIMIT,
    WORD,
    register_dtype,
)
from ag_notebook.staging.backends.lantern.native.outer import add_products
from ag_notebook.staging.backends.lantern.native.reverse import Backward, Reversed
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, Function, function_name
from ag_notebook.staging.backends.lantern.native.unit import Unit

RUN = "run"
GRADIENTS = "gradients"
KEEPS_CALLS = 'nounwind "disable-tail-calls"="true"'
"""LLVM is not to make a loop of a call that is the last thing a definition does: if it does not end, it would run for ever."""


def registers(variables: Sequence[Variable]) -> list[str]:
    return [LLVM_TYPES[register_dtype(variable.type)] for variable in variables]


def written(program: Program, name: str, reversed_: Reversed | None) -> Unit:
    """The text of everything that `name` calls: its run, or its gradients where it has been reversed."""
    unit = Unit(program, reversed_)
    if reversed_ is None:
        _entry(unit, name)
    else:
        for each, variants in reversed_.backward.items():
            _forward(unit, each)
            for variant in variants.values():
                _backward(unit, each, variant)
        _gradients_entry(unit, name)
    for each in unit.wanted:
        _plain(unit, each)
    return unit


def _begun(
    unit: Unit,
    name: str,
    returned: str,
    parameters: Sequence[tuple[str, str]],
    block: Block,
    checked: bool = True,
) -> Function:
    """A function of the context, which checks how deep the stack is if it calls others."""
    code = Function(unit.module, name, returned, [("ptr", "%context"), *parameters], KEEPS_CALLS)
    unit.module.functions[name] = code
    if checked and any("call" in operation.kind for operation in block.walk()):
        limit = code.emit(f"load volatile ptr, ptr {code.offset('%context', STACK_LIMIT, WORD)}")
        here = code.emit("call ptr @llvm.frameaddress.p0(i32 0)")
        deep, fine = code.fresh("deep"), code.fresh("fine")
        code.branch(code.emit(f"icmp ult ptr {here}, {limit}"), deep, fine, rare=True)
        code.start(deep)
        code.do("call void @stop(ptr %context)")
        code.do("unreachable")
        code.start(fine)
    return code


def _named(prefix: str, variables: Sequence[Variable]) -> list[tuple[str, str]]:
    """Parameters of a function: pairs of type and name."""
    return [(kind, f"%{prefix}{place}") for place, kind in enumerate(registers(variables))]


def _returned(code: Function, kinds: Sequence[str], values: Sequence[str]) -> None:
    """Returns nothing, one value, or several."""
    if not kinds:
        code.do("ret void")
    elif len(kinds) == 1:
        code.do(f"ret {kinds[0]} {values[0]}")
    else:
        struct, value = result_struct(kinds), "poison"
        for place, (kind, each) in enumerate(zip(kinds, values)):
            value = code.emit(f"insertvalue {struct} {value}, {kind} {each}, {place}")
        code.do(f"ret {struct} {value}")


def _finish(emitter: Emitter, block: Block) -> None:
    """Writes a function that gives arrays at the places that it is told, and gives its frame back."""
    arrays = [result for result in block.results if emitter.is_array(result.type)]
    places = [f"%place{number}" for number in range(len(arrays))]
    for result, place in zip(arrays, places):
        emitter.aim(block, result, place)
    values = emitter.block(block)
    left, scalars = iter(places), []
    for result, value in zip(block.results, values):
        if emitter.is_array(result.type):
            emitter.copy_to(next(left), result.type, value)
        else:
            scalars.append((LLVM_TYPES[register_dtype(result.type)], value))
    emitter.give_back(emitter.frame)
    _returned(emitter.code, [kind for kind, _ in scalars], [value for _, value in scalars])


def _places(emitter_block: Block) -> tuple[list[tuple[str, str]], str]:
    """The parameters for the addresses of array results, and the type that is returned."""
    dtypes = [
        (variable, kind) for variable, kind in zip(emitter_block.results, registers(emitter_block.results))
    ]
    arrays = [variable for variable, _ in dtypes if _is_array(variable)]
    returned = result_struct([kind for variable, kind in dtypes if not _is_array(variable)])
    return [("ptr", f"%place{number}") for number in range(len(arrays))], returned


def _is_array(variable: Variable) -> bool:
    return register_dtype(variable.type) == "ptr" and not isinstance(variable.type, RecordType)


def _plain(unit: Unit, name: str) -> None:
    block = unit.program.definitions[name].block
    places, returned = _places(block)
    parameters = _named("argument", block.parameters)
    code = _begun(unit, function_name("plain", name), returned, [*parameters, *places], block)
    emitter = Emitter(unit, code, unit.frames.new())
    emitter.take(emitter.frame)
    emitter.find_users(block)
    for variable, (_, value) in zip(block.parameters, parameters):
        emitter.define(variable, value)
    _finish(emitter, block)


def _forward(unit: Unit, name: str) -> None:
    assert unit.reversed is not None
    block = unit.program.definitions[name].block
    saved = frozenset(free_variables(*(each.block for each in unit.reversed.backward[name].values())))
    kinds = ["ptr", *registers(block.results)]
    parameters = _named("argument", block.parameters)
    code = _begun(unit, function_name("forward", name), result_struct(kinds), parameters, block)
    emitter = Emitter(unit, code, unit.frames.new(), saved, recording=True)
    unit.bodies[id(block)] = emitter.frame
    base = emitter.take(emitter.frame)
    emitter.frame.take(WORD)  # never empty: it is what the call returns
    emitter.find_users(block)
    for variable, (_, value) in zip(block.parameters, parameters):
        emitter.define(variable, value)
    values = emitter.block(block)
    _returned(code, kinds, [base, *values])


def _backward(unit: Unit, name: str, backward: Backward) -> None:
    block = backward.block
    forward = unit.program.definitions[name].block
    places, returned = _places(block)
    parameters = _named("gradient", block.parameters)
    code = _begun(
        unit,
        backward_name(name, backward.results),
        returned,
        [("ptr", "%record"), *parameters, *places],
        block,
    )
    emitter = Emitter(unit, code, unit.frames.new())
    emitter.lasting = unit.bodies[id(forward)]
    emitter.bases[emitter.lasting] = "%record"
    emitter.take(emitter.frame)
    emitter.find_users(block)
    for variable, (_, value) in zip(block.parameters, parameters):
        emitter.define(variable, value)
    _finish(emitter, block)


# ------------------------------------------------------------------------ entries


def entered(unit: Unit, name: str, parameters: Sequence[str]) -> Function:
    """A function that Python calls; it returns a code of `Failure`. It is where `fail` jumps to."""
    pairs = [("ptr", f"%{parameter}") for parameter in ("context", *parameters)]
    code = Function(unit.module, name, "i64", pairs, "nounwind", linkage="")
    unit.module.functions[name] = code
    buffer = code.load(code.offset("%context", JUMP_BUFFER, WORD), "ptr")
    failure = code.emit(f"call i32 @_setjmp(ptr {buffer}, ptr null) returns_twice")
    failed, fine = code.fresh("failed"), code.fresh("fine")
    code.branch(code.emit(f"icmp ne i32 {failure}, 0"), failed, fine, rare=True)
    code.start(failed)
    code.do(f"ret i64 {code.emit(f'zext i32 {failure} to i64')}")
    code.start(fine)
    room = code.load(code.offset("%context", STACK_BYTES, WORD), "i64")
    here = code.emit("call ptr @llvm.frameaddress.p0(i32 0)")
    limit = code.emit(f"getelementptr i8, ptr {here}, i64 {code.emit(f'sub i64 0, {room}')}")
    code.do(f"store volatile ptr {limit}, ptr {code.offset('%context', STACK_LIMIT, WORD)}")
    return code


def _words(code: Function, pointer: str, variables: Sequence[Variable]) -> list[tuple[str, str]]:
    """What the words at an address hold: pairs of type and value."""
    dtypes = [register_dtype(variable.type) for variable in variables]
    values = [code.load(code.offset(pointer, place, WORD), dtype) for place, dtype in enumerate(dtypes)]
    return list(zip(registers(variables), values))


def _deliver(
    emitter: Emitter,
    name: str,
    arguments: Sequence[tuple[str, str]],
    results: Sequence[Variable],
    words: Sequence[str],
) -> None:
    """Calls a function whose results go to words at these addresses, or to arrays whose addresses are there."""
    code = emitter.code
    targets = [("ptr", code.load(word, "ptr")) for result, word in zip(results, words) if _is_array(result)]
    scalars = [(result, word) for result, word in zip(results, words) if not _is_array(result)]
    kinds = registers([result for result, _ in scalars])
    values = call(emitter, name, kinds, [*arguments, *targets])
    for (result, word), value in zip(scalars, values):
        code.store(value, word, register_dtype(result.type))


def _addresses(code: Function, pointer: str, places: Sequence[int]) -> list[str]:
    return [code.offset(pointer, place, WORD) for place in places]


def _entry(unit: Unit, name: str) -> None:
    """`run(context, arguments, results)`: words, with arrays by address."""
    block = unit.program.definitions[name].block
    code = entered(unit, RUN, ["arguments", "results"])
    emitter = Emitter(unit, code, unit.frames.new())
    arguments = _words(code, "%arguments", block.parameters)
    words = _addresses(code, "%results", range(len(block.results)))
    _deliver(emitter, unit.plain(name), arguments, block.results, words)
    code.do("ret i64 0")


def _gradients_entry(unit: Unit, name: str) -> None:
    """`gradients(context, arguments, results, seeds, gradients)`: seeds are of all results, gradients of all arguments."""
    assert unit.reversed is not None
    block = unit.program.definitions[name].block
    code = entered(unit, GRADIENTS, ["arguments", "results", "seeds", "gradients"])
    for each in unit.chains:
        code.store("null", unit.products(code, each), "ptr")
    emitter = Emitter(unit, code, unit.frames.new())
    arguments = _words(code, "%arguments", block.parameters)
    words = _addresses(code, "%results", range(len(block.results)))
    backward = unit.reversed.entry
    if backward is None:  # no result depends on anything that has a gradient
        _deliver(emitter, unit.plain(name), arguments, block.results, words)
    else:
        kinds = ["ptr", *registers(block.results)]
        record, *values = call(emitter, function_name("forward", name), kinds, arguments)
        for result, value, word in zip(block.results, values, words):
            if _is_array(result):
                emitter.copy_to(code.load(word, "ptr"), result.type, value)
            else:
                code.store(value, word, register_dtype(result.type))
        seeds = _words(code, "%seeds", block.results)
        given = [("ptr", record), *(seeds[place] for place in backward.results)]
        wanted = [block.parameters[place] for place in backward.arguments]
        found = _addresses(code, "%gradients", backward.arguments)
        _deliver(emitter, backward_name(name, backward.results), given, wanted, found)
        for each in unit.chains:
            add_products(unit, code, each)
    _follow(code)
    code.do("ret i64 0")


def _follow(code: Function) -> None:
    """Calls what is to follow when nothing can fail any more, with the context and two arguments each."""
    first = code.load(code.offset("%context", FOLLOWING, WORD), "ptr")
    before, one, more, done = code.here, code.fresh("one"), code.fresh("more"), code.fresh("done")
    code.branch(code.emit(f"icmp eq ptr {first}, null"), done, one)
    code.start(one)
    code.do(f"%following = phi ptr [ {first}, %{before} ], [ %next, %{more} ]")
    function, *arguments = (code.load(code.offset("%following", place, WORD), "ptr") for place in range(3))
    code.branch(code.emit(f"icmp eq ptr {function}, null"), done, more)
    code.start(more)
    code.do(f"call void {function}(ptr %context, ptr {arguments[0]}, ptr {arguments[1]})")
    code.do("%next = getelementptr i64, ptr %following, i64 3")
    code.jump(one)
    code.start(done)
