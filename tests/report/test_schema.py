"""The schema of reports: that of the file in docs, and what real reports and other data are to it."""

import dataclasses
import json
from pathlib import Path

import jsonschema
import pytest
import sample
import tensorflow as tf

from ag_notebook import report, staging
from ag_notebook.report import StagingReport, from_json, to_json
from ag_notebook.report.schema import schema, schema_text

FILE = Path(__file__).parents[2] / "docs" / "report.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(schema())


def real_report() -> StagingReport:
    """What staging really gives: a loop with a branch in it."""

    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    staged = staging.function(collatz)
    staged(tf.constant(7))
    return staged.report()


def test_the_file_is_what_the_dataclasses_give():
    remedy = "python -c 'from ag_notebook.report.schema import schema_text as t; print(t(), end=\"\")'"
    assert FILE.read_text(encoding="utf-8") == schema_text(), f"make it anew: {remedy} > docs/{FILE.name}"


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema())


def test_it_describes_every_record():
    records = {name for name, kind in vars(report).items() if dataclasses.is_dataclass(kind)}
    definitions = schema()["$defs"]
    assert records == set(definitions)
    for name in records:
        fields = {field.name for field in dataclasses.fields(getattr(report, name))}
        assert set(definitions[name]["properties"]) == fields
        assert definitions[name]["description"]


@pytest.mark.parametrize(
    "made", [real_report, sample.collatz, sample.hostile, lambda: StagingReport("", "python", ())]
)
def test_reports_are_valid(made):
    VALIDATOR.validate(to_json(made()))


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_has_none_for_are_valid(seconds):
    VALIDATOR.validate(to_json(StagingReport("f", "python", (), report.Run("f()", "1", seconds))))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d.update(extra=1), []),
        (lambda d: d.pop("title"), []),
        (lambda d: d.update(title=3), ["title"]),
        (lambda d: d.update(version=2), ["version"]),
        (lambda d: d["notes"][0].update(level="loud"), ["notes", 0, "level"]),
        (lambda d: d["notes"][0]["span"].update(line="1"), ["notes", 0, "span"]),
        (lambda d: d["run"].update(seconds="soon"), ["run"]),
        (
            lambda d: d["functions"][0]["traces"][0]["graph"]["nodes"][2]["attributes"][0].append("third"),
            ["functions", 0, "traces", 0, "graph"],
        ),
    ],
)
def test_what_from_json_refuses_is_not_valid(change, place):
    data = json.loads(json.dumps(to_json(sample.collatz())))
    change(data)
    with pytest.raises(report.ReportFormatError):
        from_json(data)
    errors = list(VALIDATOR.iter_errors(data))
    assert [list(error.absolute_path) for error in errors] == [place]
