import math
import random
from functools import cache

import numpy as np
import pytest

from contest.statistics.adjusted.luck import Luck, adjust_values, yields
from contest.statistics.adjusted.values import Value
from contest.statistics.games import Games
from contest.statistics.posteriors import AdjustedCurve, final_chances
from game.channels.named import channel_of
from game.clues import MARKERS
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Mode, Outcome, Setting
from game.record import Game, RecordError, Turn
from research.studies.players import WORDS, Asks
from tests.contest.statistics.adjusted.enumerated import FEW, NOISY, all_games

ASKED = ("trace", "lions")
FEW_WORDS = NOISY.vocabulary
LIES = Setting(FEW_WORDS, Mode.FIBBLE, 3, channel="lies:1")
EXACT = Setting(FEW_WORDS, Mode.CLASSIC, 2)


def priced(turns):
    """Crash, run out of time, misspell, answer, or ask again at a price by the clue."""
    if not turns:
        return [(0.7, ("abcd", 4.0)), (0.3, ("eeee", 1.5))]
    clue = turns[0].clue
    if len(turns) == 1 and clue % 27 == 4:
        return [(1.0, ("bacd", 3.0 if clue > 40 else 6.0))]
    ends = Outcome.CRASHED, Outcome.TIMEOUT, Outcome.INVALID
    if clue % 7 < 3:
        return [(1.0, ends[clue % 7])]
    return [(0.5, (FEW[clue % 4], 0.0)), (0.5, (FEW[len(turns)], 0.0))]


def counted(turns):
    """Guess words by the clues so far; crash after some."""
    if len(turns) == 2 and turns[-1].clue % 5 == 2:
        return [(1.0, Outcome.CRASHED)]
    known = sum(turn.clue for turn in turns)
    words = ("eeee", *FEW) if turns else FEW[:1]
    return [(0.5, (words[known % len(words)], math.inf)), (0.5, ("bcde", math.inf))]


CASES = {
    "noise": (NOISY, priced, (4.0, 7.5, 10.0, math.inf)),
    "lies": (LIES, counted, (1.0, 2.0, 3.0)),
    "exact": (EXACT, counted, (1.0, 2.0)),
}


@cache
def enumerated(case):
    setting, player, _ = CASES[case]
    played = all_games(setting, player)
    return played, Luck.of(played.games, setting)


@pytest.mark.parametrize("case", CASES)
def test_the_mean_is_exact_within_every_limit(case):
    played, luck = enumerated(case)

    assert played.chances.sum() == pytest.approx(1)
    for limit in CASES[case][2]:
        won = [game.score <= min(limit, 99.0) for game in played.games]
        exact = played.mean(np.array(won, float))
        assert played.mean(yields(luck, limit)) == pytest.approx(exact)
        assert played.mean(adjust_values(luck, limit)) == pytest.approx(exact, 1e-6)


@pytest.mark.system  # its reference is plain Python
@pytest.mark.parametrize("case", CASES)
def test_a_value_is_at_most_v_at_the_start_and_what_moves_add(case):
    # By the telescoped sum: V of the first belief, advantages, and X - V at the end.
    setting = CASES[case][0]
    played, luck = enumerated(case)
    for limit in CASES[case][2]:
        sums, ends = telescoped(setting, played.games, limit)
        gained = yields(luck, limit) - ends
        assert (gained <= 1e-9).all()
        assert sums + gained == pytest.approx(adjust_values(luck, limit), abs=1e-6)


def telescoped(setting, games, limit):
    """Return V of the first belief with all advantages, and V at the end, by game."""
    value = Value.of(setting)
    words = setting.vocabulary
    channel = channel_of(setting)
    priced = setting.mode.priced
    sums = []
    ends = []
    expected = {}  # V after a guess and the beliefs, by the guess and the turns before

    def v(belief, rest):
        if rest < -1e-9 or not belief.any():
            return 0.0
        # The functions of a belief that V weighs: see `Value`.
        b = belief[belief > 0] / belief.sum()
        entropy = float(-(b * np.log(b)).sum())
        top = float(b.max())
        r = -math.log((b * b).sum())
        least = -math.log(top)
        products = entropy**2, r * r, least**2, entropy * least, top
        more = entropy * r, r * least, top**2, entropy**3, least**3
        exponents = value.weights @ np.array([1, entropy, r, least, *products, *more])
        found = top + (1 - top) / (1 + np.exp(-np.clip(exponents, -700, 700)))
        return float(np.interp(rest, value.rests, np.nan_to_num(found)))

    def ask(belief, turn, rest):
        clues = [MARKERS[setting.rule](word, turn.guess) for word in words.answers]
        law = channel.table(turn.epsilon if priced else 1.0, words.length)[:, clues]
        # The game goes on after a clue, unless a game without prices was won.
        goes_on = np.array([priced or word != turn.guess for word in words.answers])
        after = law * belief * goes_on
        right = 1.0 - goes_on @ belief
        mean = sum(each.sum() * v(each, rest) for each in after)
        return mean + right * (rest > -1e-9), after

    for game in games:
        belief = np.full(len(words.answers), 1 / len(words.answers))
        rest = limit
        total = now = v(belief, rest)
        for number, turn in enumerate(game.turns):
            rest -= turn.epsilon if priced else 1
            move = game.turns[:number], turn.guess, turn.epsilon
            # Many games have this guess after these clues.
            if move not in expected:
                expected[move] = ask(belief, turn, rest)
            mean, after = expected[move]
            total += mean - now
            is_right = not priced and turn.guess == game.answer
            belief = after[turn.clue] / max(after[turn.clue].sum(), 1e-300)
            now = float(rest > -1e-9) if is_right else v(belief, rest)
        sums.append(total)
        ends.append(now)
    return np.array(sums), np.array(ends)


@pytest.mark.parametrize("case", CASES)
def test_runs_of_few_games_have_the_exact_mean(case):
    played, luck = enumerated(case)
    numbers = np.random.default_rng(2)
    limit = CASES[case][2][-1]
    runs = [
        luck.select(numbers.choice(len(luck), 40, p=played.chances)) for _ in range(200)
    ]

    means = np.array([adjust_values(run, limit).mean() for run in runs])

    # The runs are small, so that a bias would show in their mean.
    error = means.std() / math.sqrt(len(runs))
    assert abs(means.mean() - played.mean(yields(luck, limit))) < 3 * error


def games_of(strategy, count=300):
    """Return games of a strategy that is made from each secret."""
    setting = Setting(WORDS)
    hosts = [deal(setting, Draws("adjusted", number)) for number in range(count)]
    return [play(strategy(host.reveal()), host, setting) for host in hosts]


@pytest.mark.system
def test_luck_is_most_of_the_variance():
    luck = Luck.of(games_of(lambda _: Asks(ASKED, (9.0, 13.0))), Setting(WORDS))

    _, error = AdjustedCurve.by(luck).at(22.0)

    # V is fixed, and not fitted to these games.
    counted = luck.values.std() / math.sqrt(300)
    assert 1 - (error / counted) ** 2 == pytest.approx(0.82332, abs=1e-5)


def test_there_is_no_chance_within_a_budget_that_no_game_met():
    def crashes_after_dear_clues(turns):
        if not turns:
            return [(0.5, ("abcd", 8.0)), (0.5, ("eeee", 9.0))]
        ends = ("bcde", 0.0), Outcome.CRASHED
        return [(0.5, end) for end in ends]

    played = all_games(NOISY, crashes_after_dear_clues)
    luck = Luck.of(played.games, NOISY)
    curve = AdjustedCurve.by(luck)

    for budget in (0.0, 1.0, 7.95):
        assert curve.at(budget) == (0.0, 0.0)
    assert curve.at(8.0)[0] > 0
    # Guesses are not chosen as prices are: a game may be won within fewer.
    without_prices = AdjustedCurve.by(luck, is_priced=False)
    assert without_prices.within(7.95) == pytest.approx(adjust_values(luck, 7.95))


def test_the_chance_without_a_limit_is_that_within_the_largest_budget():
    _, luck = enumerated("noise")
    curve = AdjustedCurve.by(luck)
    most = luck.costs[np.isfinite(luck.costs)].max()

    for budget in (most, most + 1, math.inf):
        assert curve.at(budget) == curve.at(most)


def test_a_game_yields_its_exact_posterior():
    numbers = random.Random(6)

    # From almost free to almost exact clues.
    def player(_):
        return Asks(ASKED, (numbers.uniform(1, 20), numbers.uniform(1, 200)))

    games = games_of(player, 100)

    found = Luck.of(games, Setting(WORDS))

    assert found.values == pytest.approx(final_chances(games, WORDS), abs=1e-12)
    assert found.costs.tolist() == [game.budget for game in games]


def test_games_in_parts_have_the_same_luck_as_all_at_once():
    games = games_of(lambda _: Asks(ASKED, (9.0, 13.0)), 70)

    parts = [Luck.of(games[:33], Setting(WORDS)), Luck.of(games[33:], Setting(WORDS))]

    whole = Luck.of(games, Setting(WORDS))
    for name in ("values", "spent", "luck"):
        both = np.concatenate([getattr(part, name) for part in parts])
        assert both.tolist() == getattr(whole, name).tolist()
    assert whole.select(np.arange(33)).luck.tolist() == parts[0].luck.tolist()


def test_prices_of_any_size_are_computed_with():
    # A price that buys nothing, and two prices that buy exact clues.
    for epsilon in (1e-300, 700.0, 1e6):
        turns = (Turn("abcd", epsilon, 80),) * 20
        game = Game(Mode.WORDPL, "abcd", turns, "abcd", Outcome.WON)
        luck = Luck.of([game], NOISY)
        assert luck.values == pytest.approx(1 / 4 if epsilon < 1 else 1.0)
        assert np.isfinite(luck.luck).all()


@pytest.mark.parametrize(
    ("turns", "final", "quoted"),
    [
        ([], "zzzz", "zzzz"),
        ([Turn("zzzz", 1.0, 0)], "abcd", "zzzz"),
        ([Turn("abcd", 1e6, 80), Turn("abcd", 1e6, 0)], "abcd", "no answer fits"),
    ],
)
def test_a_game_that_cannot_have_been_is_refused(turns, final, quoted):
    game = Game(Mode.WORDPL, "abcd", tuple(turns), final, Outcome.WRONG)

    with pytest.raises(RecordError, match=quoted):
        Luck.of([game], NOISY)


def test_a_curve_says_where_it_crosses():
    _, luck = enumerated("noise")
    run = AdjustedCurve.by(
        luck.select(np.random.default_rng(7).integers(0, len(luck), 400))
    )

    budgets, means, errors = run.steps()

    for share in (0.02, 0.1, 0.2):
        first = np.flatnonzero(means >= share)
        assert run.crossing(share) == (budgets[first[0]] if len(first) else math.inf)
        low = run.crossing(share, 1)
        high = run.crossing(share, -1)
        assert low <= run.crossing(share) <= high
    assert run.at(budgets[-1]) == (means[-1], errors[-1])


def test_no_games_and_games_without_clues_have_values():
    assert len(adjust_values(Luck.of([], NOISY))) == 0
    forfeit = Game(Mode.WORDPL, "abcd", (), "", Outcome.CRASHED)
    answer = Game(Mode.WORDPL, "abcd", (), "abcd", Outcome.WON)

    assert adjust_values(Luck.of([forfeit, answer], NOISY)).tolist() == [0.0, 0.25]


@pytest.mark.parametrize("case", ["lies", "exact"])
def test_guesses_have_the_exact_mean_with_one_more_than_the_limit_for_a_loss(case):
    played, luck = enumerated(case)
    setting = CASES[case][0]
    won = luck.values > 0
    exact = played.mean(np.where(won, luck.turns, setting.max_turns + 1.0))
    numbers = np.random.default_rng(10)
    means = []
    counted = []

    for _ in range(60):
        index = numbers.choice(len(luck), 60, p=played.chances)
        run = luck.select(index)
        scores = np.where(won, luck.turns, np.inf)[index]
        unknown = [np.zeros(60)] * 4
        no_bets = np.empty((0, 0, 60))
        games = Games(setting, np.zeros(60, int), scores, *unknown, run, no_bets)
        means.append(games.guesses.mean())
        counted.append(np.minimum(scores, setting.max_turns + 1).mean())

    assert games.is_adjusted
    assert abs(np.mean(means) - exact) < 3 * np.std(means) / math.sqrt(60)
    assert np.std(means) < 0.9 * np.std(counted)


def test_a_strategy_that_remembers_its_games_has_the_mean_of_its_counted_ones():
    # The strategy plays in another way after a game that it has lost.
    careless = all_games(LIES, lambda turns: [(1.0, ("eeee", math.inf))])
    played, luck = enumerated("lies")
    both = Luck.join([luck, Luck.of(careless.games, LIES)])
    laws = [each.chances.cumsum() for each in (careless, played)]
    numbers = np.random.default_rng(11)
    gaps = []

    for _ in range(200):
        index = []
        won = True
        for draw in numbers.random(40):
            number = int(np.searchsorted(laws[won], draw * laws[won][-1]))
            index.append(number if won else len(luck) + number)
            won = not won or bool(both.values[index[-1]] > 0)
        run = both.select(np.array(index))
        gaps.append((adjust_values(run, 3.0) - run.values).mean())

    assert abs(np.mean(gaps)) < 3 * np.std(gaps) / math.sqrt(200)
    assert np.std(gaps) > 0.01
