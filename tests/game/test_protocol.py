import math
from fractions import Fraction

import numpy as np
import pytest

from game.protocol import Forfeit, Mode, Outcome, Setting, check_move
from game.words import Vocabulary

WORDS = Vocabulary(("crane", "slate"), ("crane", "slate", "dream"))
WORDPL = Setting(WORDS)
CLASSIC = Setting(WORDS, Mode.CLASSIC)


@pytest.mark.parametrize(
    "move",
    [
        ("slate", 3.0),
        ["slate", 3],
        ("SLATE", np.float64(3)),
        (np.str_("Slate"), np.int64(3)),
        ("slate", np.float32(3)),
        ("slate", Fraction(3)),
    ],
)
def test_any_case_and_any_kind_of_number_is_legal(move):
    guess, epsilon = check_move(move, WORDPL)

    assert (guess, epsilon) == ("slate", 3.0)
    assert type(epsilon) is float


@pytest.mark.parametrize("epsilon", [0, 9.0, 1e308])
def test_classic_wordle_is_played_at_infinity_only(epsilon):
    assert check_move(("dream", math.inf), CLASSIC) == ("dream", math.inf)

    with pytest.raises(Forfeit, match="has no prices") as caught:
        check_move(("slate", epsilon), CLASSIC)

    assert caught.value.outcome is Outcome.INVALID


def test_a_reason_stays_short_however_long_the_move():
    for move in (("z" * 10_000, 3.0), "z" * 10_000, (["z"] * 10_000, 3.0)):
        with pytest.raises(Forfeit) as caught:
            check_move(move, WORDPL)

        assert len(caught.value.reason) < 200


def test_facts_that_a_setting_does_not_have_are_ignored():
    words = Vocabulary.load()
    facts = {"mode": "classic", "boards": 2, "seed": "7"}

    assert Setting.from_dict(facts, words) == Setting(words, Mode.CLASSIC, boards=2)
    with pytest.raises(ValueError, match="'chess' is not a valid Mode"):
        Setting.from_dict({"mode": "chess"}, words)
