"""Checks that views are light to import and that their names are there."""

import subprocess
import sys

from ag_notebook import views


def test_importing_views_loads_neither_tensorflow_nor_ipython():
    code = (
        "import sys; from ag_notebook import views; import ag_notebook.views.fragment, ag_notebook.views.terminal;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'tensorflow', 'IPython', 'gast'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_exist():
    assert all(hasattr(views, name) for name in views.__all__)
