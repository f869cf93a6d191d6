"""LLVM's text as machine code in this process, kept by its content."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

MOST_KEPT = 64
_lock = threading.Lock()
_kept: OrderedDict[str, MachineCode] = OrderedDict()


@dataclass(frozen=True)
class MachineCode:
    """Functions that were compiled together; they live as long as this object."""

    engine: Any
    seconds: float = 0.0

    def address(self, name: str) -> int:
        return int(self.engine.get_function_address(name))


@functools.cache
def _machine() -> tuple[str, str, int]:
    """The processor's name, its features, and the bits of its vectors."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    bits = 512 if features.get("avx512f") else 256 if features.get("avx2") else 128
    return llvm.get_host_cpu_name(), features.flatten(), bits


@functools.cache
def vector_registers() -> tuple[int, int]:
    """The bytes of a vector, and how many vectors there are registers for."""
    bits = _machine()[2]
    many = bits == 512 or llvm.get_process_triple().startswith(("aarch64", "arm64"))
    return bits // 8, 32 if many else 16


def machine_code(text: str) -> MachineCode:
    """Compiles a module, or finds what was compiled of the same text."""
    key = hashlib.sha256(text.encode()).hexdigest()
    with _lock:
        if key not in _kept:
            _kept[key] = _compiled(text)
            if len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        _kept.move_to_end(key)
        return _kept[key]


def listings(text: str) -> tuple[str, str]:
    """A module as LLVM's optimiser leaves it, and the assembly that is made of it."""
    module, target = _optimised(text)
    return str(module), target.emit_assembly(module)


def _compiled(text: str) -> MachineCode:
    engine = llvm.create_mcjit_compiler(*_optimised(text))
    engine.finalize_object()
    return MachineCode(engine)


def _optimised(text: str) -> tuple[Any, Any]:
    """The module, and the machine that it is for."""
    cpu, features, bits = _machine()
    attributes = f'attributes #0 = {{ "target-cpu"="{cpu}" "prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}" }}'
    weights = '!0 = !{!"branch_weights", i32 1, i32 2000}'
    triple = llvm.get_process_triple()
    module = llvm.parse_assembly(f'target triple = "{triple}"\n{text}\n{attributes}\n{weights}\n')
    module.verify()
    target = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=3, jit=True, codemodel="jitdefault"
    )
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    tuning.slp_vectorization = False
    tuning.loop_unrolling = True
    builder = llvm.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    return module, target
