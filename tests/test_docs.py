import inspect
import re
from pathlib import Path

import pytest

import game
import solver

API = Path(__file__).resolve().parent.parent / "docs" / "api.md"
TEXT = API.read_text(encoding="utf-8")
ENTRIES = {
    found[1]: found[2]
    for found in re.finditer(r"^\| `(\w+)(?:\((.*)\))?` \|", TEXT, re.M)
}


def exported(name):
    return getattr(game if name in game.__all__ else solver, name)


def test_the_page_lists_what_the_packages_export():
    assert sorted(ENTRIES) == sorted([*game.__all__, *solver.__all__])


@pytest.mark.parametrize("package", [game, solver])
def test_no_exported_name_is_that_of_a_module(package):
    # The import of a module would put it in the place of what is exported.
    modules = {path.stem for path in Path(package.__file__).parent.iterdir()}

    assert not modules & set(package.__all__)


@pytest.mark.parametrize("name", [name for name, text in ENTRIES.items() if text])
def test_a_signature_of_the_page_is_that_of_the_code(name):
    expected = [
        (parameter.name, parameter.default is parameter.empty)
        for parameter in inspect.signature(exported(name)).parameters.values()
    ]

    parts = [part.partition("=") for part in ENTRIES[name].split(", ") if part != "*"]

    assert [(word, not equals) for word, equals, _ in parts] == expected
