"""The staging core: converts plain Python functions and stages them to a back end.

    from ag_notebook import staging as ag

    @ag.function
    def collatz(n): ...

Names follow `tf.autograph` where the same thing is meant.
"""

from ag_notebook.staging.beside import side_by_side
from ag_notebook.staging.converter import Converter
from ag_notebook.staging.errors import AgNotebookError, ConversionError, StagedRuntimeError, StagingError
from ag_notebook.staging.function import StagedFunction, convert, do_not_convert, function, to_code, to_graph
from ag_notebook.staging.graphs import graph_of
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.directives import set_element_type, set_loop_options
from ag_notebook.staging.runtime.lists import stack

__all__ = [
    "AgNotebookError",
    "ConversionError",
    "Converter",
    "Options",
    "StagedFunction",
    "StagedRuntimeError",
    "StagingError",
    "convert",
    "do_not_convert",
    "function",
    "graph_of",
    "set_element_type",
    "set_loop_options",
    "side_by_side",
    "stack",
    "to_code",
    "to_graph",
]
