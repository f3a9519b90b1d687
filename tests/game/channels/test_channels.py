import importlib
import itertools
import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import Draws, InputError, Mode, Setting, Vocabulary, keep_probability
from game.channels.lies import EXACT, Lies
from game.channels.named import channel_of, named_channel
from game.channels.response import RESPONSE
from game.clues import to_marks
from tests.tables import ByTable, perturb

CHANNELS = [EXACT, RESPONSE, Lies(1), Lies(3), Lies(4)]
RIGHT = 80  # the clue of a right guess, of four letters

prices = st.floats(0.0, 60.0)


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("epsilon", [0.5, 6.0, math.inf])
def test_chances_of_seen_clues_are_a_column_of_the_table_and_add_up(channel, epsilon):
    table = channel.table(epsilon, 4)

    assert table.sum(axis=0) == pytest.approx(1.0)
    for true, column in enumerate(table.T):
        assert channel.chances(true, epsilon, 4) == pytest.approx(column, abs=1e-15)


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("epsilon", [0.5, 6.0, math.inf])
def test_logarithms_are_those_of_the_likelihoods_of_a_game_that_goes_on(
    channel, epsilon
):
    for seen in range(3**4):
        logs = channel.log_likelihoods(seen, epsilon, 4)
        expected = ByTable(channel).log_likelihoods(seen, epsilon, 4)

        if np.isfinite(expected).any():
            logs = logs - logs.max()
            expected = expected - expected.max()
        assert logs == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize(
    ("truth", "by_table"), [(3, False), (50, False), (50, True), (RIGHT, False)]
)
def test_clues_are_drawn_as_often_as_they_are_probable(channel, truth, by_table):
    epsilon = 5.0
    games = 1500
    drawn = ByTable(channel) if by_table else channel

    seen = Counter(
        perturb(drawn, truth, epsilon, Draws("s", game).noise(0, 4))
        for game in range(games)
    )

    shares = np.array([seen[clue] / games for clue in range(3**4)])
    chances = channel.table(epsilon, 4)[:, truth]
    # The tolerance is about four standard errors of a share of one half.
    assert shares == pytest.approx(chances, abs=0.05)
    assert not shares[chances == 0].any()
    # No draw is smaller than 0.
    assert chances[perturb(drawn, truth, epsilon, np.zeros(4))] > 0


@pytest.mark.parametrize("epsilon", [0.0, 2.0, 9.0])
@pytest.mark.parametrize("mark", [0, 1, 2])
def test_the_law_of_a_mark_is_exact_over_all_draws(mark, epsilon):
    draws = (np.arange(1500) + 0.5) / 1500  # each of five letters has every draw once
    true = np.full(5, mark, np.uint8)

    seen = [RESPONSE.draw(true, epsilon, np.roll(draws, k)[:5]) for k in range(1500)]

    keep = keep_probability(epsilon, 5)
    shares = np.bincount(np.array(seen)[:, 0], minlength=3) / 1500
    expected = np.where(np.arange(3) == mark, keep, (1 - keep) / 2)
    assert shares == pytest.approx(expected, abs=1 / 1500)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_all_ways_to_lie_are_equally_likely_over_all_draws(count):
    # All orders of four draws, and for each draw both values of its last bit. The order
    # decides which marks lie, and the last bit decides how.
    orders = itertools.permutations(range(4))
    bits = list(itertools.product((0, 1), repeat=4))  # the last of each draw
    draws = [
        np.multiply(order, 0.2) // 2.0**-52 * 2.0**-52 + np.multiply(b, 2.0**-53)
        for order in orders
        for b in bits
    ]

    seen = Counter(perturb(Lies(count), 50, math.inf, d) for d in draws)

    assert len(seen) == math.comb(4, count) * 2**count
    assert set(seen.values()) == {len(draws) // len(seen)}


def test_likelihoods_of_randomised_response_are_products_over_the_letters():
    epsilon = 6.0
    length = 5
    seen = 49
    keep = keep_probability(epsilon, length)

    for true, chance in enumerate(RESPONSE.likelihoods(seen, epsilon, length)):
        letters = zip(to_marks(true, length), to_marks(seen, length))
        expected = math.prod(keep if t == s else (1 - keep) / 2 for t, s in letters)
        assert chance == pytest.approx(expected)


@given(st.integers(0, 242), prices)
def test_no_noisy_clue_gives_more_away_than_epsilon(seen, epsilon):
    table = RESPONSE.likelihoods(seen, epsilon)

    assert np.log(table.max() / table.min()) <= epsilon + 1e-9


@given(
    st.integers(0, 242),
    st.lists(st.floats(0, 0.999), min_size=5, max_size=5),
    prices,
    prices,
)
def test_with_the_same_draws_a_higher_price_never_lies_more(true, draws, one, other):
    low, high = sorted((one, other))
    uniforms = np.array(draws)
    truth = to_marks(true, 5)

    cheap = to_marks(perturb(RESPONSE, true, low, uniforms), 5)
    expensive = to_marks(perturb(RESPONSE, true, high, uniforms), 5)

    # A mark that is true at the lower price is true at the higher price.
    assert all(d == t for t, c, d in zip(truth, cheap, expensive) if c == t)


@given(
    st.integers(0, 3**6 - 2),
    st.integers(0, 6),
    st.lists(st.floats(0, 0.999), min_size=6, max_size=6),
)
def test_exactly_so_many_marks_lie_but_none_of_a_right_guess(true, count, draws):
    uniforms = np.array(draws)

    seen = perturb(Lies(count), true, math.inf, uniforms)

    changed = sum(a != b for a, b in zip(to_marks(true, 6), to_marks(seen, 6)))
    assert changed == count
    assert perturb(Lies(count), 3**6 - 1, math.inf, uniforms) == 3**6 - 1


@pytest.mark.parametrize(
    ("mode", "text", "expected"),
    [
        (Mode.WORDPL, "", RESPONSE),
        (Mode.CLASSIC, "", EXACT),
        (Mode.FIBBLE, "lies:2", Lies(2)),
    ],
)
def test_a_setting_names_its_channel(mode, text, expected):
    assert channel_of(Setting(Vocabulary.load(), mode, channel=text)) == expected


@pytest.mark.parametrize("text", ["lies:-1", "lies:x", "lies", "named:1", "nothing:1"])
def test_a_channel_that_does_not_exist_is_quoted(text):
    with pytest.raises(InputError, match=text.partition(":")[2] or text):
        named_channel(text)


def test_a_value_that_is_no_number_is_refused_in_our_words(monkeypatch):
    module = SimpleNamespace(channel=float)
    monkeypatch.setattr(importlib, "import_module", lambda name: module)

    with pytest.raises(InputError) as refused:
        named_channel.__wrapped__("lies:often")

    expected = "expected a value that the channel lies accepts"
    assert str(refused.value) == f"channel 'lies:often': {expected}"


def test_more_lies_than_letters_are_refused():
    setting = Setting(Vocabulary.load(), Mode.FIBBLE, channel="lies:6")

    with pytest.raises(InputError, match="lies 6: expected 0 to 5"):
        channel_of(setting)
