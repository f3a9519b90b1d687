"""The replay of many games at once agrees with that of one game."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest.leaderboard.replay import following
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play, replay
from game.protocol import Mode, Outcome, Setting
from game.record import Turn
from game.words import Vocabulary

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)
words = st.sampled_from(WORDS.guesses[::500] + WORDS.answers[::200])
prices = st.sampled_from([0.01, 0.3, 1.0, 4.45, 12.25, 1e3])
moves = st.lists(st.tuples(words, prices), max_size=5)
ODD_PRICES = (0.0, -1.0, 1e-300, math.inf, math.nan)


def played(script, number, setting=SETTING, **deals):
    host = deal(setting, Draws("s", number), **deals)
    return play(Scripted(script), host, setting)


def again(game, number, setting=SETTING, **deals):
    return replay(game, deal(setting, Draws("s", number), **deals), setting)


@given(st.lists(moves, max_size=6), st.sampled_from(WORDS.answers))
def test_legal_games_follow_from_their_seed_and_no_other(scripts, final):
    scripts = [[*script, (final, 0.0)] for script in scripts]
    games = [played(script, k) for k, script in enumerate(scripts)]
    numbers = list(range(len(games)))

    assert following(games, numbers, "s", SETTING).all()
    other = following(games, numbers, "t", SETTING)

    for game, number, follows in zip(games, numbers, other, strict=True):
        host = deal(SETTING, Draws("t", number))
        assert follows == (replay(game, host, SETTING) == game)


@given(moves, st.data())
def test_a_changed_game_does_not_follow(script, data):
    game = played([*script, ("crane", 0.0)], 5)
    turn = Turn(data.draw(words), data.draw(prices), data.draw(st.integers(0, 242)))
    place = data.draw(st.integers(0, len(script)))
    changed = data.draw(
        st.sampled_from(
            [
                replace(game, answer="slate"),
                replace(game, final="slate"),
                replace(game, outcome=Outcome.WON),
                replace(game, outcome=Outcome.CRASHED, final=""),
                replace(game, mode=Mode.CLASSIC),
                replace(game, reason="none"),
                replace(game, turns=(*game.turns[:place], turn, *game.turns[place:])),
            ]
        )
    )

    (follows,) = following([changed], [5], "s", SETTING)

    assert not follows or again(changed, 5) == changed
    legal = changed.outcome is not Outcome.CRASHED
    assert not legal or follows == (again(changed, 5) == changed)


@pytest.mark.parametrize("price", ODD_PRICES)
def test_a_price_that_no_rule_allows_is_left_to_the_replay(price):
    game = played([("trace", 9.0), ("crane", 0.0)], 0)
    paid = replace(game, turns=(replace(game.turns[0], epsilon=price),))

    assert not following([paid], [0], "s", SETTING).any()


def test_more_cheap_guesses_than_the_rules_allow_are_left_to_the_replay():
    script = [("trace", 0.5)] * 10
    allowed = played([*script, ("crane", 0.0)], 0)
    late = replace(allowed, turns=(*allowed.turns, Turn("trace", 0.5, 0)))

    assert following([allowed, late], [0, 0], "s", SETTING).tolist() == [True, False]


@pytest.mark.parametrize(
    "change",
    [
        {"answer": "xyzzy"},
        {"final": "aahed"},
        {"turns": (Turn("xyzzy", 9.0, 0),)},
        {"turns": (Turn("CRANE", 9.0, 0),)},
        {"turns": (Turn("crane", 9.0, 0, boards=2),)},
    ],
)
def test_words_and_clues_of_no_game_are_left_to_the_replay(change):
    game = played([("crane", 0.0)], 0)

    assert not following([replace(game, **change)], [0], "s", SETTING).any()


def test_a_game_without_a_turn_left_is_left_to_the_replay():
    setting = Setting(WORDS, max_turns=2)
    script = [("trace", 9.0), ("slate", 9.0), ("crane", 0.0)]
    short, long = (played(script[k:], 0, setting) for k in (1, 0))

    assert long.outcome is Outcome.OUT_OF_TURNS
    games = [short, long, replace(long, outcome=Outcome.WRONG)]
    found = following(games, [0] * 3, "s", setting)
    assert found.tolist() == [True, False, False]


def test_the_whole_dictionary_is_dealt_in_order():
    games = [
        played([("trace", 9.0), ("crane", 0.0)], k, whole_dictionary=True)
        for k in range(3)
    ]

    found = following(games, [0, 1, 3], "s", SETTING, whole_dictionary=True)

    assert found.tolist() == [True, True, False]
    assert following([], [], "s", SETTING).tolist() == []
