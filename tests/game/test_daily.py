"""Secrets of the puzzles of the day."""

from collections import Counter
from datetime import date, timedelta

import pytest

from game.daily import FIRST_ORDERED, REMOVED, daily_secrets
from game.draws import Draws
from game.protocol import Mode, Setting
from game.text.deals import Deal
from game.words import Vocabulary

ANSWERS = Vocabulary.load().answers
YEAR = 365
VARIANTS = [
    ("", 1),
    ("classic 1", 1),
    ("classic 2", 2),
    ("classic 4", 4),
    ("fibble lies:1", 1),
]


def secrets_from(first, days, variant, boards):
    dates = [str(first + timedelta(days=k)) for k in range(days)]
    return [daily_secrets(ANSWERS, day, variant, boards) for day in dates]


@pytest.mark.parametrize(("variant", "boards"), VARIANTS)
def test_no_word_comes_twice_within_a_year_and_none_was_removed(variant, boards):
    start = FIRST_ORDERED - timedelta(days=YEAR)

    met = {}
    for k, secrets in enumerate(secrets_from(start, 3 * YEAR, variant, boards)):
        assert len(set(secrets)) == boards
        # The secrets of the first year, before `FIRST_ORDERED`, were drawn day by day,
        # so a word may come twice within that year.
        for word in secrets if k >= YEAR else ():
            assert k - met.get(word, -YEAR) >= YEAR
            assert word not in REMOVED
        met |= dict.fromkeys(secrets, k)


@pytest.mark.parametrize(("variant", "boards"), VARIANTS)
def test_every_answer_but_the_removed_ones_has_its_day(variant, boards):
    kept = set(ANSWERS) - REMOVED
    days = len(kept) // boards

    counts = Counter(
        word
        for secrets in secrets_from(FIRST_ORDERED, days, variant, boards)
        for word in secrets
    )

    assert set(counts.values()) == {1}
    assert len(kept - set(counts)) < boards


@pytest.mark.parametrize(("variant", "boards"), VARIANTS)
def test_earlier_days_are_drawn_alone(variant, boards):
    for day in ("2026-10-24", "2026-11-28", "2026-11-30"):
        drawn = Draws(f"daily {day} {variant}".rstrip(), 0)
        places = drawn.answers(len(ANSWERS), boards).argmax(axis=1)

        found = daily_secrets(ANSWERS, day, variant, boards)

        assert found == tuple(ANSWERS[place] for place in places)


def test_lists_of_few_words_have_a_secret_for_each_board():
    # Both words were removed, but the list has no others.
    assert set(daily_secrets(("lynch", "slave"), "2026-12-01", "classic 2", 2)) == {
        "lynch",
        "slave",
    }
    assert daily_secrets(("lynch", "crane"), "2027-12-01", "classic 1") == ("crane",)


def test_the_games_of_one_day_have_secrets_of_their_own():
    words = Vocabulary.load()
    day = str(date(2027, 1, 1))
    settings = [
        Setting(words),
        Setting(words, Mode.CLASSIC, 6),
        Setting(words, Mode.FIBBLE, channel="lies:1"),
        Setting(words, Mode.FIBBLE, channel="lies:2"),
    ]

    found = [Deal(setting, day=day).secrets for setting in settings]

    assert len(set(found)) == len(settings)
    assert Deal(settings[0], seed="1").secrets == ()
