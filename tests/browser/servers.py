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

STARTS_WITHIN = 90.0
"""Seconds that a server may take to answer."""
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

    def trust(self, name: str) -> None:
        """Signs a notebook, as `jupyter trust` does: the server shows its outputs as they are."""
        command = [sys.executable, "-m", "jupyter", "trust", str(self.root / name)]
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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
    }
    environment = {**os.environ, **{name: str(path) for name, path in folders.items()}}
    # Otherwise the front end that was installed into the environment, perhaps from another state, is found first.
    environment["JUPYTER_PREFER_ENV_PATH"] = "0"
    token = secrets.token_hex(16)
    options = [
        *("--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={root}"),
        f"--LabServerApp.app_settings_dir={settings}",
    ]
    if app == "lab":
        options += ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
        options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    module = "jupyterlab" if app == "lab" else "notebook"
    with open(home / "server.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *options],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(process, f"{url}/api/status?token={token}", home / "server.log")
            yield Server(app, url, token, root, environment)
        finally:
            process.terminate()  # it shuts its kernels down
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


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


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')[-3000:]}")
