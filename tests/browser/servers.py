"""Starts JupyterLab or Notebook 7 on loopback for a test, with a home of its own; ends it by its process."""

from __future__ import annotations

import contextlib
import http
import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STARTS_WITHIN = 180.0
"""Seconds that a server may take to answer."""
ENDS_WITHIN = 60.0
"""Seconds that a server may take to end its kernels and itself."""
JUPYTER = os.environ.get("AG_JUPYTER", sys.executable)
"""The Python that has JupyterLab and Notebook: of another environment, to try other versions of them (its kernel `python3` must be one
of this environment)."""
FRONT_END = Path(__file__).parents[2] / "ag_notebook" / "labextension"
_QUIET = {
    "@jupyterlab/apputils-extension:notification": {
        "checkForUpdates": False,
        "fetchNews": "false",
        "doNotDisturbMode": True,
    }
}


@dataclass(frozen=True)
class Server:
    """A running server: `root` is the folder that it shows, `environment` that of its process."""

    app: str
    url: str
    token: str
    root: Path
    environment: dict[str, str]

    def page(self, name: str) -> str:
        """The address of a notebook; JupyterLab opens it in a workspace of its own, without what was open before."""
        workspace = secrets.token_hex(4)
        path = f"lab/workspaces/{workspace}/tree/{name}" if self.app == "lab" else f"notebooks/{name}"
        return f"{self.url}/{path}?token={self.token}"

    def trust(self, *names: str) -> None:
        """Signs notebooks, as `jupyter trust` does: the server shows their outputs as they are."""
        command = [JUPYTER, "-m", "jupyter", "trust", *(str(self.root / name) for name in names)]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)

    def kernels(self) -> list[dict[str, Any]]:
        """What the server says of its kernels: none where it fails, as it does while it starts one (its state is not set yet)."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/kernels?token={self.token}") as answer:
                found: list[dict[str, Any]] = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != http.HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            return []
        return found


@contextlib.contextmanager
def serve(
    app: str, root: Path, home: Path, theme: str = "JupyterLab Light", front_end: bool = False
) -> Iterator[Server]:
    """Runs `app` ("lab" or "notebook") over the folder `root`; `home` gets everything that it writes.

    With `front_end`, reports are drawn by the front end of this checkout, otherwise they are shown as HTML.
    """
    settings = home / "settings"
    settings.mkdir(parents=True)
    themed = {"@jupyterlab/apputils-extension:themes": {"theme": theme}}
    (settings / "overrides.json").write_text(json.dumps(_QUIET | themed))
    _choose(home, front_end)
    folders = {
        "HOME": home,
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "IPYTHONDIR": home / "ipython",
        "JUPYTERLAB_SETTINGS_DIR": home / "user-settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "JUPYTER_PREFER_ENV_PATH": "no",  # or what is installed beside Python would be shown, not this checkout's
    }
    environment = {**os.environ, **{name: str(path) for name, path in folders.items()}}
    token = secrets.token_hex(16)
    options = [
        *("--no-browser", "--allow-root", "--ip=127.0.0.1", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={root}"),
        f"--LabServerApp.app_settings_dir={settings}",
    ]
    if app == "lab":
        options += ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
        options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    module = "jupyterlab" if app == "lab" else "notebook"
    process, url = _start([JUPYTER, "-m", module, *options], environment, token, home / "server.log")
    try:
        yield Server(app, url, token, root, environment)
    finally:
        _end(process)


def _choose(home: Path, front_end: bool) -> None:
    """Puts this checkout's front end where the server finds it first, or turns it off."""
    if front_end:
        target = home / "data" / "labextensions" / "ag-notebook"
        target.parent.mkdir(parents=True)
        target.symlink_to(FRONT_END, target_is_directory=True)
    else:
        settings = home / "config" / "labconfig"
        settings.mkdir(parents=True)
        (settings / "page_config.json").write_text(json.dumps({"disabledExtensions": {"ag-notebook": True}}))


def _start(
    command: list[str], environment: dict[str, str], token: str, log: Path
) -> tuple[subprocess.Popen[bytes], str]:
    """Starts a server, and waits until it answers; gives its process and address."""
    for _ in range(3):  # another program may take the free port before the server does, which then ends
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(log, "wb") as written:
            process = subprocess.Popen(
                [*command, f"--port={port}"],
                env=environment,
                stdout=written,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        url = f"http://127.0.0.1:{port}"
        answers = False
        try:
            answers = _answers(process, f"{url}/api/status?token={token}")
        finally:
            if not answers:
                _end(process)
        if answers:
            return process, url
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')[-3000:]}")


def _answers(process: subprocess.Popen[bytes], url: str) -> bool:
    """Whether the server comes up; not where it ends by itself."""
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return process.poll() is None
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()  # it shuts its kernels down
    try:
        process.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
