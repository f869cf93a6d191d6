"""Adds what the extension brings to a shell, and takes all of it out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ag_notebook.notebook import cell_texts, completion, formatters, tracebacks
from ag_notebook.notebook.magics import Autograph, cell_runs
from ag_notebook.notebook.rewriting import HOOK, MAGIC, CellRewriter

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def active_magics(shell: InteractiveShell) -> Autograph | None:
    """The magics object of this shell, where the extension is loaded."""
    magics = shell.magics_manager.registry.get(Autograph.__name__)
    return magics if isinstance(magics, Autograph) else None


def load(shell: InteractiveShell) -> None:
    """Adds the magic, the two transformers of its cells, its settings, its completions, its tracebacks and its displays."""
    if Autograph.__name__ in shell.magics_manager.registry:
        unload(shell)
    magics = Autograph(shell)
    shell.register_magics(magics)
    shell.configurables.append(magics)  # type: ignore[arg-type]  # IPython puts all kinds of them there
    shell.input_transformers_cleanup.append(magics.transform_lines)
    shell.ast_transformers.append(magics.rewriter)
    shell.builtin_trap.auto_builtins[HOOK] = magics.hook
    if cell_runs(shell):  # that of `%load_ext`, as a rule
        shell.builtin_trap.add_builtin(HOOK, magics.hook)
    shell.events.register("pre_run_cell", magics.remember_cell)
    shell.events.register("post_run_cell", magics.remember_error)
    cell_texts.install(shell)
    completion.install(shell, magics)
    tracebacks.install(shell, magics)
    formatters.install(shell, magics.show_report)


def unload(shell: InteractiveShell) -> None:
    """Takes out everything that `load` added, by name, so that an older copy of this module goes as well."""
    magics = shell.magics_manager.registry.pop(Autograph.__name__, None)
    if magics is None:
        return
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop(MAGIC, None)
    shell.configurables[:] = [each for each in shell.configurables if each is not magics]
    cleanup = shell.input_transformers_cleanup
    cleanup[:] = [each for each in cleanup if getattr(each, "__self__", None) is not magics]
    rewriters = shell.ast_transformers
    rewriters[:] = [each for each in rewriters if type(each).__name__ != CellRewriter.__name__]
    shell.builtin_trap.auto_builtins.pop(HOOK, None)
    if cell_runs(shell):
        shell.builtin_trap.remove_builtin(HOOK, shell.builtin_trap._orig_builtins.pop(HOOK))
    shell.events.unregister("pre_run_cell", magics.remember_cell)
    shell.events.unregister("post_run_cell", magics.remember_error)
    cell_texts.uninstall(shell)
    completion.uninstall(shell)
    tracebacks.uninstall(shell, magics)
    formatters.uninstall(shell)
    magics.tb = "short"  # and staging hears of it
