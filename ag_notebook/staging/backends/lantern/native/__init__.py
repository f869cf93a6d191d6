"""Programs as machine code: `compiled(program, name)` gives an `Executable`."""

from ag_notebook.staging.backends.lantern.native.executable import Executable, compiled

__all__ = ["Executable", "compiled"]
