"""Finds the functions that a command names: `file.py::collatz`, `file.py::Class.method`, several of one file."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ag_notebook.commands.failures import UsageError, UsersCodeError
from ag_notebook.notebook.words import nearest
from ag_notebook.staging import StagedFunction, StagingError, function
from ag_notebook.staging.probing import check_probes_of, probes_of

_USUAL = {"tf": "tensorflow", "np": "numpy"}
"""Names that a call may use although the file does not import them."""
_MOST_NAMED = 5


@dataclass(slots=True)
class Target:
    """A file, run as a module, with the functions of it that are staged."""

    module: ModuleType
    staged: dict[str, StagedFunction] = field(default_factory=dict)

    def names(self, call: str) -> dict[str, Any]:
        """The names that a call sees: the file's, with the staged functions in their places."""
        usual = {
            short: importlib.import_module(full)
            for short, full in _USUAL.items()
            if short not in vars(self.module) and f"{short}." in call
        }
        return {**usual, **vars(self.module)}


def split(words: Sequence[str]) -> tuple[Path, list[str]]:
    """The file and the dotted names of `file.py::name` words; no names where a word has none.

    Raises:
        UsageError: there is no such file, or there are several.
    """
    files = {word.partition("::")[0]: None for word in words}
    if len(files) > 1:
        raise UsageError(f"Name functions of one file, not of {' and '.join(files)}.")
    path = Path(next(iter(files)))
    if not path.is_file():
        raise UsageError(f"{path}: no such file. Look at its spelling and at the folder that you are in.")
    if path.suffix != ".py":
        raise UsageError(f"{path}: not a Python file; `python -m ag_notebook {path}` runs a notebook.")
    named = [word.partition("::")[2] for word in words]
    return path, [] if "" in named else list(dict.fromkeys(named))


def load(path: Path) -> ModuleType:
    """The file, run as a module of its name; its folder is searched for what it imports.

    Raises:
        UsersCodeError: it failed.
    """
    name = path.stem if path.stem.isidentifier() and path.stem not in sys.modules else f"file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever the user's code raises
        raise UsersCodeError from error
    return module


def stage(module: ModuleType, names: Sequence[str], probes: Sequence[str] = (), **options: Any) -> Target:
    """Stages functions of a module where they stand, so that calls reach the staged ones; all of its own by default.

    A function that the file stages itself keeps its options, those apart that are given here. Each has those of the
    `probes` whose variables it binds.

    Raises:
        UsageError: there is no such function or variable.
    """
    target = Target(module)
    names = names or _functions_of(module)
    if probes:
        _check_probes(probes, {name: _found(module, name)[2] for name in names})
    for name in names:
        owner, attribute, value = _found(module, name)
        staged = staged_with(value, options) or function(_plain(name, value), **options)
        if probes:
            staged = staged.with_options(probes=probes_of(probes, staged.original))
        wrap = type(value) if isinstance(value, (staticmethod, classmethod)) else None
        setattr(owner, attribute, staged if wrap is None else wrap(staged))
        target.staged[name] = staged
    if not target.staged:
        raise UsageError(f"{module.__file__} defines no function.")
    return target


def _check_probes(words: Sequence[str], values: dict[str, Any]) -> None:
    try:
        check_probes_of(
            words,
            {
                name: value.original if isinstance(value, StagedFunction) else _plain(name, value)
                for name, value in values.items()
            },
        )
    except StagingError as error:
        raise UsageError(f"`--probe`: {error.message} {error.fix}") from None


def staged_with(value: Any, options: dict[str, Any]) -> StagedFunction | None:
    """What the file staged itself, with these options in place of its own; None for anything else."""
    if not isinstance(value, StagedFunction):
        return None
    return value.with_options(**options) if options else value


def _functions_of(module: ModuleType) -> list[str]:
    def is_own(value: Any) -> bool:
        if isinstance(value, StagedFunction):
            return True
        return isinstance(value, FunctionType) and value.__code__.co_filename == module.__file__

    return [name for name, value in vars(module).items() if is_own(value)]


def _found(module: ModuleType, dotted: str) -> tuple[Any, str, Any]:
    """What holds the last name, that name, and what it stands for; a class's attribute as it is written."""
    owner: Any = module
    *path, last = dotted.split(".")
    for name in path:
        owner = _member(module, owner, name)
    return owner, last, _member(module, owner, last)


def _member(module: ModuleType, owner: Any, name: str) -> Any:
    held = vars(owner) if isinstance(owner, (ModuleType, type)) else {}
    if name not in held:
        where = module.__file__ if owner is module else f"`{getattr(owner, '__name__', owner)}`"
        raise UsageError(
            f"{where} defines no `{name}`.{nearest(name, held) or (_own_functions(module) if owner is module else '')}"
        )
    return held[name]


def _own_functions(module: ModuleType) -> str:
    """A sentence that names the functions there are; empty where there are none."""
    names = _functions_of(module)
    if not names:
        return ""
    rest = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f" It defines {', '.join(f'`{each}`' for each in names[:_MOST_NAMED])}{rest}."


def _plain(name: str, value: Any) -> Callable[..., Any]:
    inner = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
    if not isinstance(inner, FunctionType):
        raise UsageError(f"`{name}` is {type(value).__name__}, not a function.")
    return inner
