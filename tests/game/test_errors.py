import pytest

from game.errors import missing_extra, nearest

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

    assert hint == f"; did you mean {meant!r}?"


def test_nothing_is_offered_where_nothing_is_close():
    assert nearest("zzz", WORDS) == ""
    assert nearest("crane", []) == ""


def test_a_missing_extra_names_its_package_and_how_to_install_it():
    missing = ModuleNotFoundError(
        "No module named 'distributed'", name="distributed.client"
    )

    error = missing_extra("--scheduler", "dask", missing)

    assert str(error) == (
        "no --scheduler without the extra 'dask': expected the package distributed "
        '(python -m pip install -e ".[dask]")'
    )
