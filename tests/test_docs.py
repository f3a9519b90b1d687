"""Names that the documentation shows as those of the library."""

from pathlib import Path

import pytest

import game
import solver


@pytest.mark.parametrize("package", [game, solver])
def test_no_exported_name_is_that_of_a_module(package):
    # The import of a module would put it in the place of what is exported.
    modules = {path.stem for path in Path(package.__file__).parent.iterdir()}

    assert not modules & set(package.__all__)
