"""Refuses what changes the world outside of the program under a staged test: it would happen while tracing.

Both branches are traced, whichever is taken, and a loop's body once or more, however often it runs. Python tells of
files, processes and sockets by its audit events, so no list of functions is needed. Reading a file stays allowed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.events import user_span

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = frozenset(
    (
        "open",
        *("os.chdir", "os.chflags", "os.chmod", "os.chown", "os.link", "os.lockf", "os.mkdir", "os.putenv"),
        *("os.remove", "os.removexattr", "os.rename", "os.rmdir", "os.setxattr", "os.symlink", "os.truncate"),
        *("os.unsetenv", "os.utime", "shutil.chown", "shutil.copyfile", "shutil.copymode", "shutil.copystat"),
        *("shutil.copytree", "shutil.make_archive", "shutil.move", "shutil.rmtree", "shutil.unpack_archive"),
        *("tempfile.mkdtemp", "tempfile.mkstemp"),
        *("os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.spawn"),
        *("os.startfile", "os.startfile/2", "os.system", "pty.spawn", "subprocess.Popen", "webbrowser.open"),
        *("signal.pthread_kill", "_winapi.CreateProcess", "_winapi.TerminateProcess"),
        *("ftplib.connect", "ftplib.sendcmd", "http.client.connect", "http.client.send", "imaplib.open"),
        *("imaplib.send", "nntplib.connect", "poplib.connect", "smtplib.connect", "smtplib.send"),
        *("socket.bind", "socket.connect", "socket.sendmsg", "socket.sendto", "syslog.syslog"),
        *("telnetlib.Telnet.open", "urllib.Request", "sqlite3.connect", "builtins.input"),
    )
)
"""Audit events of what changes something outside of the program, or asks something of somebody there."""
_SPOKEN = {
    "open": "opening a file for writing",
    "os.putenv": "changing os.environ",
    "os.unsetenv": "changing os.environ",
    "builtins.input": "input()",
    "urllib.Request": "opening a URL",
}
_IMPORTS = "importlib._bootstrap"
_installed = False
_listeners: list[Callable[[str, tuple[Any, ...]], None]] = []


def install() -> None:
    """Installs the hook, once in a process: Python cannot remove one."""
    global _installed
    if not _installed:
        _installed = True
        sys.addaudithook(_hook)


@contextlib.contextmanager
def listening(listener: Callable[[str, tuple[Any, ...]], None]) -> Iterator[None]:
    """Tells `listener` of each event and its arguments just before it happens, on any thread."""
    install()
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def spoken(event: str) -> str:
    """What an event is called in a message."""
    return _SPOKEN.get(event, event)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _EVENTS or event not in _EVENTS:  # there is nothing any more while the interpreter ends
        return
    context = current()
    if not _listeners and (context is None or not context.in_branch):
        return
    if (event == "open" and not _is_for_writing(*arguments)) or _is_imported():
        return
    if context is None or not context.in_branch:
        for listener in tuple(_listeners):
            listener(event, arguments)
        return
    error = StagingError(
        "AG232",
        f"{spoken(event)} would happen while tracing, whether or not this is reached.",
        span=user_span(),
        fix="Do it outside of staged tests and loops.",
    )
    context.refusal = error  # a library may swallow it
    raise error


def _is_for_writing(path: Any, mode: Any, flags: Any) -> bool:
    """Whether an `open` may write; that of `os` has no mode, and one of a descriptor opens nothing."""
    if isinstance(path, int):
        return False
    if isinstance(mode, str):
        return not {"w", "a", "x", "+"}.isdisjoint(mode)
    return isinstance(flags, int) and bool(flags & _WRITES)


def _is_imported() -> bool:
    """Whether a module is being imported, whose compiled code Python keeps in a file."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith(f"<frozen {_IMPORTS}"):
        frame = frame.f_back
    return frame is not None
