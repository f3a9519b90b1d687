import copy
import pickle
from dataclasses import replace

import pytest

from game.errors import InputError, missing_extra, nearest
from game.words import WordError

OPTIONS = ("--games", "--guess", "--guesses", "--seed", "--size", "--resume", "--out")
WORDS = ("scran", "crane", "crone", "nacre", "brand", "slate", "least", "stale")


@pytest.mark.parametrize(
    ("choices", "slip", "meant"),
    [
        pytest.param(OPTIONS, "--gmes", "--games", id="missing"),
        pytest.param(OPTIONS, "--game", "--games", id="missing at the end"),
        pytest.param(OPTIONS, "--gueses", "--guesses", id="missing of a pair"),
        pytest.param(OPTIONS, "--gammes", "--games", id="doubled"),
        pytest.param(OPTIONS, "--seeed", "--seed", id="doubled once more"),
        pytest.param(OPTIONS, "--gamse", "--games", id="swapped"),
        pytest.param(OPTIONS, "--gzmes", "--games", id="wrong"),
        pytest.param(WORDS, "slaet", "slate", id="swapped, of three anagrams"),
    ],
)
def test_what_has_one_slip_is_recognised(choices, slip, meant):
    hint = nearest(slip, choices)

    assert hint == f"did you mean {meant!r}?"


def test_nothing_is_offered_where_nothing_is_close():
    assert nearest("zzz", WORDS) == ""
    assert nearest("crane", []) == ""


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("'x'",), "'x'"),
        (("'x'", "a number"), "'x': expected a number"),
        (("'x'", "", "use 10"), "'x'; use 10"),
        (("'x'", "a number", "use 10"), "'x': expected a number; use 10"),
        (("", "a number", "use 10"), "expected a number; use 10"),
    ],
)
def test_an_error_is_one_line_with_a_place_before_it(parts, text):
    error = InputError(*parts)

    with pytest.raises(WordError) as placed, WordError.at("line 3: "):
        raise error

    assert str(error) == text
    assert str(placed.value) == f"line 3: {text}"
    assert (placed.value.expected, placed.value.hint) == (error.expected, error.hint)


def test_a_place_is_for_errors_of_the_user_and_those_that_are_named():
    with pytest.raises(WordError) as placed, WordError.at("line 3: ", OSError):
        raise OSError("no room")
    with pytest.raises(ZeroDivisionError), WordError.at("line 3: ", OSError):
        _ = 1 / 0

    assert (placed.value.what, placed.value.expected) == ("line 3: no room", "")


def test_an_error_of_named_parts_can_be_copied_and_sent_to_other_processes():
    error = replace(WordError("'x'", "a word"), hint="use 'crane'")

    for copied in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(copied) is WordError
        assert vars(copied) == vars(error)


def test_a_missing_extra_names_its_package_and_how_to_install_it():
    missing = ModuleNotFoundError(
        "No module named 'distributed'", name="distributed.client"
    )

    error = missing_extra("--scheduler", "dask", missing)

    assert str(error) == (
        "no --scheduler without the extra 'dask': expected the package distributed "
        '(python -m pip install -e ".[dask]")'
    )
