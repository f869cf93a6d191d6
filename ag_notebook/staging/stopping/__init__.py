"""Ends what runs: by an interrupt, by another thread, or because its time is over.

    stop = Stop()
    stoppable(stop, lambda: f(x))   # ends by KeyboardInterrupt after stop.stop() in any other thread

Code of Python's is ended by an exception that is raised in its thread. While a graph or machine code runs, Python can
raise nothing there, so a back end says by `cancellable` how to end that, and whoever wants an end says so again until
it has come. An interrupt (SIGINT) is for the main thread, as ever. Python's own handler cannot run before the graph has
ended, but Python notes a signal at once (`signal.set_wakeup_fd`), and a thread that waits for it can cancel the run.

The exception of an interrupt can get lost: Python drops one that arrives in a finalizer, and TensorFlow has handlers
for all exceptions. Then it is raised again. In code that puts things in order it would leave them half done: there it waits.
"""

from ag_notebook.staging.stopping.blocks import OutOfTimeError, Stop, stoppable, time_limit
from ag_notebook.staging.stopping.exceptions import close_managers
from ag_notebook.staging.stopping.interrupts import cancellable, interruptible
from ag_notebook.staging.stopping.threads import Run, surely

__all__ = [
    "OutOfTimeError",
    "Run",
    "Stop",
    "cancellable",
    "close_managers",
    "interruptible",
    "stoppable",
    "surely",
    "time_limit",
]
