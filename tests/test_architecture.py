"""The house's rules: who may import whom, how long a module may be, and that every module has its test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ag_notebook"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 600
MEDIAN = 150

# Every package of the house, and those of the house that it may import. What is not listed is forbidden.
MAY_IMPORT = {
    "ag_notebook": set(),
    "report": set(),
    "staging": {"report"},
    "views": {"report"},
    "notebook": {"report", "staging", "views"},
    "commands": {"notebook", "report", "staging", "views"},
    "__main__": {"commands"},
}

# Inside the core, as one arrow each way down; `staging` itself (its own modules) ties them together.
CORE_MAY_IMPORT = {
    "source": set(),
    "tree": {"source"},
    "analyses": {"source", "tree"},
    "passes": {"source", "tree", "analyses"},
    "runtime": {"backends.registry", "backends.protocol", "backends.carriers", "backends.python"},
    "backends": {"runtime", "source"},
    "checking": {"backends.registry", "runtime", "function"},
    "stopping": {"runtime.callees"},
}

# Inside the TensorFlow back end: each package may use those below it, and the modules that touch graphs.
TENSORFLOW = "staging/backends/tensorflow"
TENSORFLOW_MAY_IMPORT = {
    "values": set(),
    "texts": {"values"},
    "control": {"values", "texts"},
    "operations": {"values", "texts", "control"},
}
TOUCHES_GRAPHS = {"private", "checks"}

# Asked for inside functions only, when a call or a trace happens: a call converts its callee.
WHEN_CALLED = {"runtime": {"converter"}, "backends": {"converter"}}

# Modules of `staging` itself that hold plain definitions, which every part of the core may use.
PLAIN = {"collecting", "errors", "measuring", "options", "stopping", "tracebacks", "wording"}

# Third-party packages, and the only places that may import them.
AT_HOME = {
    "tensorflow": ("staging/backends/tensorflow/",),
    "keras": ("staging/backends/tensorflow/",),
    "graphviz": ("views/",),
    "graphviz_pure": ("views/",),
    "pygments": ("views/",),
    "IPython": ("notebook/",),
    "traitlets": ("notebook/",),
    "ipywidgets": ("notebook/",),
    "rich": ("commands/",),
    "nbclient": ("notebook/",),
    "nbconvert": ("notebook/",),
    "nbformat": ("notebook/",),
    "gast": (
        "staging/source/",
        "staging/tree/",
        "staging/analyses/",
        "staging/passes/",
        "staging/converter.py",
    ),
}


def path_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def imports(module: Path, *, at_run_time: bool = True, in_functions: bool = True) -> set[str]:
    """Full names of what a module imports, names inside `from … import …` included."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if not in_functions and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        if at_run_time and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(module.read_text(encoding="utf-8")))
    return found


def ours(module: Path, *, in_functions: bool = True) -> set[str]:
    """What a module imports of the house, as dotted paths below `ag_notebook`."""
    found = imports(module, in_functions=in_functions)
    return {name.partition(".")[2] for name in found if name.split(".")[0] == "ag_notebook"}


def is_in(name: str, packages: set[str]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_packages_import_one_way(module):
    parts = module.relative_to(PACKAGE).with_suffix("").parts
    own = parts[0] if len(parts) > 1 or parts[0] == "__main__" else "ag_notebook"
    if own == "ag_notebook":
        allowed = {"notebook"}  # inside functions: the extension is loaded when IPython asks for it
    else:
        allowed = MAY_IMPORT[own] | {own}
    wrong = {name for name in ours(module) if not is_in(name, allowed) and name.split(".")[0] in MAY_IMPORT}
    assert not wrong, f"{path_of(module)} imports {sorted(wrong)}"


@pytest.mark.parametrize("module", sorted((PACKAGE / "staging").rglob("*.py")), ids=path_of)
def test_the_core_imports_one_way(module):
    parts = module.relative_to(PACKAGE / "staging").with_suffix("").parts
    if len(parts) == 1:
        return  # a module of the core itself may use all its parts
    allowed = CORE_MAY_IMPORT[parts[0]] | PLAIN | {parts[0]}
    for in_functions, extra in ((False, set()), (True, WHEN_CALLED.get(parts[0], set()))):
        found = ours(module, in_functions=in_functions)
        used = {name.removeprefix("staging.") for name in found if name.startswith("staging.")}
        wrong = {name for name in used if not is_in(name, allowed | extra)}
        assert not wrong, f"{path_of(module)} imports {sorted(wrong)}"


@pytest.mark.parametrize("package", TENSORFLOW_MAY_IMPORT)
def test_the_tensorflow_back_end_imports_one_way(package):
    below = f"{TENSORFLOW.replace('/', '.')}."
    allowed = TENSORFLOW_MAY_IMPORT[package] | TOUCHES_GRAPHS | {package}
    for module in (PACKAGE / TENSORFLOW / package).glob("*.py"):
        used = {
            name.removeprefix(below) for name in ours(module, in_functions=False) if name.startswith(below)
        }
        wrong = {name for name in used if not is_in(name, allowed)}
        assert not wrong, f"{path_of(module)} imports {sorted(wrong)}"


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_third_party_packages_stay_at_home(module):
    for name in imports(module):
        homes = AT_HOME.get(name.split(".")[0])
        assert homes is None or path_of(module).startswith(homes), f"{path_of(module)} imports {name}"


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_nothing_of_tensorflows_autograph_is_imported(module):
    wrong = {
        name for name in imports(module, at_run_time=False) if "tensorflow" in name and "autograph" in name
    }
    assert not wrong, f"{path_of(module)} imports {sorted(wrong)}"


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_a_module_is_short_and_says_what_it_is_for(module):
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path_of(module)} has no docstring"


def test_half_of_the_modules_are_very_short():
    lengths = sorted(len(module.read_text(encoding="utf-8").splitlines()) for module in MODULES)
    assert lengths[len(lengths) // 2] <= MEDIAN


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_a_modules_name_says_what_is_in_it(module):
    vague = {"base", "common", "core", "helpers", "impl", "lib", "misc", "util", "utils"}
    assert not vague & set(module.relative_to(PACKAGE).with_suffix("").parts)


@pytest.mark.parametrize(
    "module", [module for module in MODULES if module.name != "__init__.py"], ids=path_of
)
def test_every_module_has_its_test(module):
    relative = module.relative_to(PACKAGE)
    name = relative.name.strip("_").replace("main__.py", "main.py").lstrip("_")
    wanted = ROOT / "tests" / relative.parent / f"test_{name}"
    assert wanted.is_file(), f"{wanted.relative_to(ROOT)} is missing"
