"""The registry finds the owner of a value, and loads a back end no earlier than it has to."""

from __future__ import annotations

import subprocess
import sys
import types

import pytest

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.carriers import Maybe, StagedItems
from ag_notebook.staging.backends.python import PYTHON, PythonBackend
from ag_notebook.staging.backends.registry import Registration
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.recursion import endless


class Money:
    pass


class Dollars(Money):
    pass


class MoneyBackend(PythonBackend):
    name = "money"
    staged = True

    def owns_type(self, kind):
        return issubclass(kind, Money)

    def active(self):
        return self.staged


@pytest.fixture
def money(monkeypatch):
    """A back end registered from a module of its own, `money_backend`, which requires the package `money`."""
    module = types.ModuleType("money_backend")
    module.BACKEND = MoneyBackend()
    monkeypatch.setitem(sys.modules, "money_backend", module)
    registry.register(Registration("money", "money_backend:BACKEND", "money"))
    yield module.BACKEND
    registry.unregister("money")


def test_a_back_end_is_loaded_when_it_is_named(money) -> None:
    assert "money" in registry.names()
    assert registry.owner(Money()) is PYTHON
    assert registry.named("money") is money
    assert registry.owner(Money()) is money
    assert registry.owner(Dollars()) is money
    assert registry.owner("plain") is PYTHON


def test_a_back_end_is_loaded_when_its_package_is(money, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "money", types.ModuleType("money"))
    registry.register(Registration("money", "money_backend:BACKEND", "money"))
    assert registry.owner(Money()) is money


def test_values_are_pythons_where_the_back_end_is_not_staging(money) -> None:
    registry.named("money")
    money.staged = False
    assert registry.owner(Money()) is PYTHON
    money.staged = True
    assert registry.owner(Money()) is money


def test_carriers_and_staged_lists_belong_to_the_back_end_they_name(money) -> None:
    assert registry.owner(Maybe(True, 1, None, money)) is money
    assert registry.owner([StagedItems((), None, money)]) is money
    assert registry.owner([1]) is PYTHON


def test_owners_within_containers(money) -> None:
    registry.named("money")
    coin = Money()
    for value in ((1, [coin]), {"k": (coin,)}, slice(None, coin)):
        assert registry.owner(value) is PYTHON
        assert registry.owner_within(value) is money
    assert registry.owner_within({coin: 1}) is PYTHON
    assert registry.owner_of_any((1, coin)) is money
    assert registry.owner_of_any((1, [coin])) is PYTHON


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(StagingError) as caught:
        registry.named("torch")
    assert caught.value.code == "AG501"
    assert caught.value.message == "there is no back end 'torch'."
    assert "python, tensorflow" in caught.value.fix
    with pytest.raises(StagingError, match="AG501.*'torch'"):
        function(len, backend="torch")
    with pytest.raises(StagingError, match="AG501.*'torch'"):
        function(backend="torch")


def test_recognising_values_imports_nothing_heavy() -> None:
    code = (
        "import sys; from ag_notebook.staging.backends import registry; import fractions\n"
        "print(registry.owner(fractions.Fraction(1)).name, registry.names(), 'tensorflow' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    name, rest = found.stdout.strip().split(" ", 1)
    assert name == "python"
    assert "tensorflow" in rest
    assert rest.endswith(" False")


def test_back_ends_whose_package_is_there_are_asked():
    from ag_notebook.staging.backends.registry import built_for

    assert [each.name for each in built_for({"tensorflow", "os"}) if each.requires == "tensorflow"] == [
        "tensorflow"
    ]
    assert built_for(set()) == []


def test_what_is_described_is_its_own(money) -> None:
    registry.named("money")
    assert registry.description(money, (1, Money())) == "a Python Money"
    assert registry.description(money, ([Money()], 2)) == "a Python list"
    assert registry.description(money, ()) == "a Python NoneType"


def test_its_code_is_not_the_users(money) -> None:
    assert registry.is_part_of_one("money_backend") and registry.is_part_of_one("money_backend.parts")
    assert not registry.is_part_of_one("money_backends")
    names = {"__name__": "money_backend"}
    exec("def called(function):\n    return function()", names)
    span = names["called"](user_span)
    assert span is not None and span.file == __file__
    registry.unregister("money")
    assert not registry.is_part_of_one("money_backend")
    assert names["called"](user_span).file == "<string>"


def test_recursion_under_a_test_of_a_back_end_without_it() -> None:
    def count(n):
        return 0 if n is None else count(n)

    context = Context(default_converter(), Options(backend="money"))
    with tracing(context):
        error = endless(count, None)
    assert "count calls itself under a staged test, and what money makes cannot recurse" in str(error)
    assert "a TensorFlow graph cannot recurse" in str(endless(count, None))
