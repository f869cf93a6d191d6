"""The front end's built files are those of its sources, and its lock file names no host."""

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIMIT = 150_000
"""Bytes, compressed, of what a page loads before a graph is laid out."""


@pytest.fixture
def hook(tmp_path):
    """`hatch_build.py`, over a copy of what it looks at."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.SOURCES, module.BUILT = tmp_path / "labextension", tmp_path / "built"
    ignored = shutil.ignore_patterns("node_modules", "lib")
    shutil.copytree(ROOT / "labextension", module.SOURCES, ignore=ignored)
    shutil.copytree(ROOT / "ag_notebook" / "labextension", module.BUILT)
    module.DIGEST = module.BUILT / "sources.sha256"
    return module


def test_what_is_committed_was_built_of_these_sources(hook):
    assert hook.is_built()
    assert hook.CustomBuildHook.dependencies(None) == []


def test_a_change_of_a_source_is_seen_and_one_of_line_ends_or_tests_is_not(hook):
    source = hook.SOURCES / "src" / "mime.ts"
    source.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    (hook.SOURCES / "src" / "__tests__" / "another.spec.ts").write_text("// a test")
    assert hook.is_built()
    source.write_text(source.read_text() + "// changed\n")
    assert not hook.is_built()
    assert hook.BUILDER in hook.CustomBuildHook.dependencies(None)


def test_the_lock_file_names_no_host():
    found = re.findall(r"https?://|__archiveUrl", (ROOT / "labextension" / "yarn.lock").read_text())
    assert found == []


def test_what_is_built_has_a_renderer_and_a_plugin_with_its_settings():
    import json

    built = ROOT / "ag_notebook" / "labextension"
    entries = json.loads((built / "package.json").read_text())["jupyterlab"]["_build"]
    assert (entries["extension"], entries["mimeExtension"]) == ("./extension", "./mimeExtension")
    schema = ROOT / "labextension" / "schema" / "plugin.json"
    assert (built / "schemas" / "ag-notebook" / "plugin.json").read_text() == schema.read_text()


def test_the_commands_of_menus_and_the_toolbar_are_there():
    import json

    schema = json.loads((ROOT / "labextension" / "schema" / "plugin.json").read_text())
    places = [item for menu in schema["jupyter.lab.menus"]["main"] for item in menu["items"]]
    places += schema["jupyter.lab.toolbars"]["Cell"]
    named = {item["command"] for item in places if "command" in item}
    source = (ROOT / "labextension" / "src" / "plugin" / "commands.ts").read_text()
    made = set(re.findall(r"""\badd\('(\w+)'|addCommand\('ag-notebook:(\w+)'""", source))
    assert named <= {f"ag-notebook:{first or second}" for first, second in made}


def test_a_page_loads_little_before_a_graph_is_laid_out():
    import gzip

    files = (ROOT / "ag_notebook" / "labextension" / "static").glob("*.js")
    sizes = sorted(len(gzip.compress(path.read_bytes())) for path in files)
    assert sum(sizes[:-1]) < LIMIT  # the largest is the layout program, which is loaded when it is needed
