"""Sets what TensorFlow reads from the environment, before any test imports it, and lets coverage see its callbacks."""

import os
import sys
import threading

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")


def trace_callbacks() -> None:
    """Hands the tracer on to the threads of TensorFlow's, where a graph calls Python back.

    `threading.settrace`, by which coverage follows a program into its threads, knows only those that Python starts.
    """
    from tensorflow.python.ops.script_ops import FuncRegistry

    call = FuncRegistry.__call__

    def traced(*args):
        if sys.gettrace() is None:
            sys.settrace(threading.gettrace())
        return call(*args)

    FuncRegistry.__call__ = traced


def trace_audits() -> None:
    """Lets the tracer into the hook of audits, where Python follows only hooks that ask for it."""
    from ag_notebook.staging.runtime import audits

    audits._hook.__cantrace__ = True


if threading.gettrace() is not None:
    trace_callbacks()
    trace_audits()
