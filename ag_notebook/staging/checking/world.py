"""Notices what a run changes outside of the program, and puts it back: files, `os.environ`, the working directory.

Nobody can say beforehand which of these a function changes. Python tells of a change by an audit event just before it happens:
then what is there is kept. What is only told of (a folder that is made, a socket) is neither compared nor undone; it is named.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ag_notebook.staging.runtime import audits

LARGEST = 16_000_000
"""Bytes of a file that is kept."""

_PATHS = {"open": 1, "os.chmod": 1, "os.remove": 1, "os.rename": 2, "os.truncate": 1}
"""Events of files, and how many paths they begin with."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was at a path: the contents of a file, who may do what with it, and where a symbolic link leads."""

    data: bytes | None = None
    mode: int | None = None
    link: str | None = None

    @classmethod
    def of(cls, path: Path) -> Kept:
        """What is there now."""
        if path.is_symlink():  # where it leads is another place
            return cls(link=str(path.readlink()))
        if not path.is_file():
            return cls()
        return cls(path.read_bytes(), stat.S_IMODE(path.stat().st_mode))

    def put_back(self, path: Path) -> None:
        """Puts it there again."""
        now = Kept.of(path)
        if now == self:
            return
        if now.link is not None or self.data is None:
            path.unlink(missing_ok=True)
        if self.link is not None:
            path.symlink_to(self.link)
        if self.data is not None:
            if now.data != self.data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self.data)
            assert self.mode is not None
            path.chmod(self.mode)


@dataclass(slots=True)
class World:
    """What runs changed so far, as it was before the first of them."""

    files: dict[str, tuple[Path, Kept]] = field(default_factory=dict)
    """By the path as it was written: where it leads, and what was there."""
    variables: dict[str, str | None] = field(default_factory=dict)
    folder: str | None = None
    removed: list[Path] = field(default_factory=list)
    """Folders that were removed, each after the one that it is in."""
    temporary: list[Path] = field(default_factory=list)
    """Files and folders that have another name in each run."""
    others: dict[str, None] = field(default_factory=dict)
    """What was done that is not compared, in words."""

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Notices what this thread changes."""
        thread = threading.get_ident()

        def notice(event: str, arguments: tuple[Any, ...]) -> None:
            if threading.get_ident() == thread:
                self._notice(event, arguments)

        with audits.listening(notice):
            yield

    def contents(self) -> dict[str, Any]:
        """What is there now in the places that a run has changed; a place is left out where nothing is."""
        found: dict[str, Any] = {}
        for name, (path, before) in self.files.items():
            now = Kept.of(path)
            found |= {name: _text(now.data), f"{name} (link)": now.link}
            changed = before.mode is not None and now.mode not in (None, before.mode)
            found |= {f"{name} (mode)": oct(now.mode or 0) if changed else None}
        found |= {f"os.environ[{name!r}]": os.environ.get(name) for name in self.variables}
        found |= {"os.getcwd()": str(Path.cwd())} if self.folder is not None else {}
        return {name: held for name, held in found.items() if held is not None}

    def restore(self) -> None:
        """Puts back what was there."""
        if self.folder is not None:
            os.chdir(self.folder)
        for name, value in self.variables.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        for path in self.removed:
            path.mkdir(parents=True, exist_ok=True)
        for path, held in self.files.values():
            held.put_back(path)

    def _notice(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _PATHS and not _is_in_a_folder(event, arguments):
            for given in arguments[: _PATHS[event]]:
                self._file(event, given)
        elif event in ("os.putenv", "os.unsetenv"):
            name = os.fsdecode(arguments[0])
            self.variables.setdefault(name, os.environ.get(name))
        elif event == "os.chdir":
            self.folder = self.folder or str(Path.cwd())
        elif event in ("os.rmdir", "shutil.rmtree") and isinstance(arguments[0], (str, os.PathLike)):
            self._folder(event, Path(arguments[0]).absolute())
        elif event.startswith("tempfile."):
            self.temporary.append(Path(os.fsdecode(arguments[0])).absolute())
            self.others["temporary files"] = None
        elif not (
            arguments and isinstance(arguments[0], (str, os.PathLike)) and self._is_temporary(arguments[0])
        ):
            self.others[audits.spoken(event)] = None

    def _is_temporary(self, path: Any) -> bool:
        return any(Path(path).absolute().is_relative_to(each) for each in self.temporary)

    def _folder(self, event: str, path: Path) -> None:
        """Keeps what is below a folder that is removed, and the folder."""
        if self._is_temporary(path):
            return
        self.others[audits.spoken(event)] = None  # what is there is put back, and not compared
        self.removed.append(path)
        for folder, folders, files in os.walk(path):
            self.removed += [Path(folder, each) for each in folders]
            for each in files:
                self._file("os.remove", str(Path(folder, each)))

    def _file(self, event: str, given: Any) -> None:
        try:
            name = os.fsdecode(given)
            path = Path(name).absolute()
            if path.is_symlink() and event not in ("os.remove", "os.rename"):
                self._file(event, str(path.resolve()))
            known = any(path == each for each, _ in self.files.values())
            if name == os.devnull or known or self._is_temporary(path):
                return
            if not path.exists() or (path.is_file() and path.stat().st_size <= LARGEST):
                self.files[name] = path, Kept.of(path)
                return
        except (OSError, TypeError, ValueError):
            pass
        self.others[audits.spoken(event)] = (
            None  # a descriptor, a folder, a device, or nothing that can be read
        )


def _is_in_a_folder(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a path does not begin at the working directory, but in a folder that is open (`dir_fd`)."""
    if event == "os.chmod":
        return len(arguments) > 2 and arguments[2] != -1
    return event in ("os.remove", "os.rename") and any(each != -1 for each in arguments[_PATHS[event] :])


def _text(data: bytes | None) -> Any:
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return data
