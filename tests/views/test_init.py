"""Checks that views are light to import and that their names are there."""

import json
import subprocess
import sys

import sample

from ag_notebook import views
from ag_notebook.report import from_json


def test_importing_views_loads_neither_tensorflow_nor_ipython():
    code = (
        "import sys; from ag_notebook import views; import ag_notebook.views.fragment, ag_notebook.views.terminal;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'tensorflow', 'IPython', 'gast'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_exist():
    assert all(hasattr(views, name) for name in views.__all__)


def test_json_is_bounded_unless_all_is_wanted():
    report = sample.large(5000)
    assert len(views.json_text(report)) <= 1_000_000 < len(views.json_text(report, limit=None))
    assert from_json(json.loads(views.json_text(report))).omitted
    assert from_json(json.loads(views.json_text(report, limit=None))) == report
