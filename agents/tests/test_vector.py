import math

import gymnasium
import numpy as np
import pytest
from samples import FEW

import clueproof_agents  # noqa: F401 - registers the environments
from game.errors import InputError

GAMES = [("Wordle", {}), ("Fibble", {"channel": "lies:2"}), ("WORDPL", {})]
PRICES = [0.0, 0.004, 0.01, *[0.5] * 30, 6.0, 100.0]


def make_vec(name, count, **options):
    return gymnasium.make_vec(f"clueproof/{name}-v1", count, vocabulary=FEW, **options)


def actions_of(name, count, random):
    words = random.integers(0, len(FEW.guesses), count)
    if name != "WORDPL":
        return words
    return {"word": words, "price": random.choice(PRICES, count)}


def pick(values, k):
    """Return the observation or `info` of game k alone, from the values of all games.

    Gymnasium's masks, under keys that begin with ``_``, are left out.
    """
    if isinstance(values, dict):
        return {n: pick(v, k) for n, v in values.items() if not n.startswith("_")}
    return values[k]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_games_at_once_are_the_games_one_by_one(name, options):
    count = 20
    random = np.random.default_rng(1)
    envs = make_vec(name, count, **options)
    singles = [
        gymnasium.make(f"clueproof/{name}-v1", vocabulary=FEW, **options).unwrapped
        for _ in range(count)
    ]
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(actions_of(name, count, random))
    seen, info = envs.reset(seed=3)
    over = np.ones(count, bool)
    ends = set()
    for step in range(80):
        rewards = np.zeros(count)
        now = np.zeros(count, bool)
        if step:
            actions = actions_of(name, count, random)
            seen, rewards, now, truncated, info = envs.step(actions)
            assert not truncated.any()
        for k, single in enumerate(singles):
            # The step after the end of a game begins another game in its place.
            if over[k]:
                expected = single.reset(seed=3, options={"game": int(info["game"][k])})
                found = (pick(seen, k), pick(info, k))
                assert (rewards[k], now[k]) == (0, False)
            else:
                expected = single.step(pick(actions, k))
                found = (pick(seen, k), rewards[k], now[k], False, pick(info, k))
            np.testing.assert_equal(found, expected)
        over = now
        ends |= {*zip(info["outcome"], info["reason"])}
    outcomes = {outcome for outcome, _ in ends}
    assert outcomes >= {"", "won", "invalid" if name == "WORDPL" else "out_of_turns"}
    cheap = [reason for _, reason in ends if "after 10 guesses for less" in reason]
    assert bool(cheap) is (name == "WORDPL")


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_group_of_games_shares_secret_and_noise(name, options):
    envs = make_vec(name, 4, **options)
    words = np.full(4, FEW.guesses.index("farms"))
    action = {"word": words, "price": np.full(4, 3.0)} if name == "WORDPL" else words

    envs.reset(seed=3, options={"game": [5, 9, 5, 5]})
    for _ in range(3):
        seen, *_ = envs.step(action)

    boards = seen["board"] if name == "WORDPL" else seen
    assert all((boards[k] == boards[0]).all() for k in (2, 3))
    _, info = envs.reset()
    assert info["game"].tolist() == [10, 11, 12, 13]


def test_games_follow_one_another_unless_a_seed_or_a_number_is_given():
    envs = make_vec("Wordle", 3)
    resets = [{"seed": 3}, {}, {"options": {"game": 9}}, {}, {"seed": 3}]

    infos = [envs.reset(**reset)[1] for reset in resets]

    games = [info["game"].tolist() for info in infos]
    assert games == [[0, 1, 2], [3, 4, 5], [9, 10, 11], [12, 13, 14], [0, 1, 2]]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_info_has_the_same_keys_at_each_step_and_in_each_mode(name, options):
    random = np.random.default_rng(2)
    keys = set()
    kinds = set()
    for mode in ("sync", "vector_entry_point"):
        envs = make_vec(name, 3, vectorization_mode=mode, **options)
        infos = [envs.reset(seed=7)[1]]
        infos += [envs.step(actions_of(name, 3, random))[4] for _ in range(9)]
        keys |= {frozenset(info) for info in infos}
        kinds |= {
            (key, array.dtype, array.shape)
            for info in infos
            for key, array in info.items()
            if isinstance(array, np.ndarray)
        }
    assert len(keys) == 1
    assert len(kinds) == len({key for key, *_ in kinds})


def test_seeds_of_modes_deal_the_games_that_the_documentation_names():
    sync = make_vec("Wordle", 2, vectorization_mode="sync")
    assert sync.reset(seed=7)[1]["game"].tolist() == [0, 0]
    single = gymnasium.make("clueproof/Wordle-v1", vocabulary=FEW)
    single.reset(seed=8)  # the seed of sub-environment 1

    both = sync.step([3, 3])[0]

    np.testing.assert_equal(both[1], single.step(3)[0])


def test_what_cannot_be_is_refused_with_what_is_expected():
    for count in (0, -1, 2.5):
        with pytest.raises(InputError, match=r"num_envs .*: expected a whole number"):
            make_vec("WORDPL", count)
    with pytest.raises(InputError, match="option hard: expected vocabulary or"):
        make_vec("Wordle", 2, hard="nyt")
    with pytest.raises(InputError, match="lies 9: expected 0 to 5"):
        make_vec("Fibble", 2, channel="lies:9")
    envs = make_vec("Wordle", 2)
    for options in ({"answer": "mount"}, {"reset_mask": np.array([True, False])}):
        with pytest.raises(InputError, match="expected 'game'"):
            envs.reset(options=options)
    for game in (-1, [1, -1], [1, 2, 3], 1.5, "1", True):
        with pytest.raises(InputError, match="from 0 on, or 2 such numbers"):
            envs.reset(options={"game": game})
    envs.reset()
    with pytest.raises(InputError, match=r"float64 of shape .*: expected integers"):
        envs.step(np.array([1.0, 2.0]))
    with pytest.raises(InputError, match="expected 0 to 9"):
        envs.step(np.array([1, 10]))
    envs = make_vec("WORDPL", 2)
    envs.reset()
    for price in (100.5, -1.0, math.nan):
        with pytest.raises(InputError, match=r"prices .*: expected 0 to 100"):
            envs.step({"word": np.array([1, 1]), "price": np.array([1.0, price])})
    with pytest.raises(InputError, match="expected a dict with 'word' and 'price'"):
        envs.step(np.array([1, 1]))
