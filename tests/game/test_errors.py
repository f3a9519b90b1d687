import pytest

from game.errors import nearest

OPTIONS = ("--games", "--guess", "--guesses", "--seed", "--size", "--resume", "--out")
WORDS = ("scran", "crane", "crone", "nacre", "brand", "slate", "least", "stale")


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        pytest.param("--gmes", "--games", id="missing"),
        pytest.param("--game", "--games", id="missing at the end"),
        pytest.param("--gueses", "--guesses", id="missing of a pair"),
        pytest.param("--gammes", "--games", id="doubled"),
        pytest.param("--seeed", "--seed", id="doubled once more"),
        pytest.param("--gamse", "--games", id="swapped"),
        pytest.param("--gzmes", "--games", id="wrong"),
    ],
)
def test_an_option_with_one_slip_is_recognised(slip, meant):
    hint = nearest(slip, OPTIONS)

    assert hint == f"; did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        pytest.param("cranx", "crane", id="wrong"),
        pytest.param("craen", "crane", id="swapped"),
        pytest.param("slaet", "slate", id="swapped among words of the same letters"),
        pytest.param("brnd", "brand", id="missing"),
        pytest.param("cranne", "crane", id="doubled"),
    ],
)
def test_a_word_with_one_slip_is_recognised(slip, meant):
    hint = nearest(slip, WORDS)

    assert hint == f"; did you mean {meant!r}?"


def test_nothing_is_offered_where_nothing_is_close():
    assert nearest("zzz", WORDS) == ""
    assert nearest("crane", []) == ""
