import random
from math import inf, isnan

import numpy as np
import pytest

from contest.statistics.games import GamesBuilder
from contest.statistics.information import refusal
from contest.statistics.summary import Summary
from game.channels.named import channel_of
from game.clues import classic
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play, prepare
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from strategies import make_strategy
from tests.contest.statistics.test_information import e_values

WORDS = Vocabulary.load()
LISTED = ("abc", "bcd", "bac", "dda", "aab")
FEW = Vocabulary(LISTED[:4], LISTED)


def setting_of(name, words, limit=8):
    """Return the setting of classic Wordle or Fibble, like ``fibble:2``."""
    mode, _, lies = name.partition(":")
    return Setting(words, Mode(mode), limit, channel=f"lies:{lies}" if lies else "")


def weighted_games(setting, strategy, turns, weights):
    """Yield the games that follow some turns; each secret then has a probability."""
    guess = strategy(turns)
    channel = channel_of(setting)
    for secret in weights if guess is None else {guess} & {*weights}:
        right = (Turn(guess, inf, 26),) if guess else ()
        end = Outcome.WON if guess else Outcome.OUT_OF_TURNS
        final = guess or turns[-1].guess
        yield Game(setting.mode, secret, turns + right, final, end), weights[secret]
    for clue in range(27) if guess else ():
        law = channel.likelihoods(clue, inf, 3)
        chances = {s: w * law[classic(s, guess)] for s, w in weights.items()}
        left = {s: w for s, w in chances.items() if w and s != guess}
        if left:
            seen = (*turns, Turn(guess, inf, clue))
            yield from weighted_games(setting, strategy, seen, left)


def plays(turns):
    """Return a guess that depends on the last clue, twice."""
    last = turns[-1].clue if turns else 1
    return LISTED[(last + len(turns)) % 5] if len(turns) < 2 else None


@pytest.mark.parametrize("name", ["classic", "fibble:1", "fibble:2"])
def test_the_mean_e_value_after_all_possible_games_is_as_before(name):
    setting = setting_of(name, FEW, 2)
    secrets = dict.fromkeys(FEW.answers, 1 / 4)
    games, chances = zip(*weighted_games(setting, plays, (), secrets), strict=True)
    before = random.Random(1).sample(games, 3)

    after = [e_values([*before, game], setting=setting)[-1] for game in games]

    assert sum(chances) == pytest.approx(1)
    assert max(after) > 1.05 * min(after)
    mean = sum(value * chance for value, chance in zip(after, chances, strict=True))
    assert mean == pytest.approx(e_values(before, setting=setting)[-1], rel=1e-12)
    assert mean != pytest.approx(1)


def played(name, base, knows, count):
    """Return games of a strategy that asks for the secret at once in some of them."""
    setting = setting_of(name, WORDS)
    games = []
    strategy = make_strategy(base, setting.mode)
    randoms = random.Random(1)
    prepare(strategy, setting)
    for number in range(count):
        host = deal(setting, Draws(name, number))
        asks = Scripted([(host.reveal(), inf)])
        player = asks if randoms.random() < knows else strategy
        games.append(play(player, host, setting))
    return setting, games


@pytest.mark.system
@pytest.mark.parametrize(
    ("name", "base", "knows", "count"),
    [
        ("classic", "posterior_sampling", 1.0, 2),
        ("classic", "posterior_sampling", 0.1, 40),
        ("fibble:2", "posterior_sampling", 0.1, 40),
    ],
)
def test_who_asks_for_the_secret_in_some_games_is_refused(name, base, knows, count):
    setting, games = played(name, base, knows, count)
    builder = GamesBuilder(setting)
    for game in games:
        builder.add(game)

    assert "information test" in Summary(base, builder.build()).objection(1)


@pytest.mark.system
@pytest.mark.parametrize(
    ("name", "base"),
    [("classic", "entropy"), ("classic", "optimal"), ("fibble:1", "fibble")],
)
def test_who_plays_by_the_clues_is_neither_refused_nor_noticed(name, base):
    setting, games = played(name, base, 0.0, 40)

    values = e_values(games, setting=setting)

    assert 0.1 < values[-1] <= values.max() < 20


def test_who_splits_the_answers_better_than_the_clues_allow_is_refused():
    setting = setting_of("classic", WORDS, 1)
    games = []
    matrix = clue_matrix(WORDS, setting.rule)
    words = [word for word in WORDS.guesses[::400] if word not in WORDS.answers]
    rows = [matrix[WORDS.guess_index[word]] for word in words]
    sizes = np.array([np.bincount(row)[row] for row in rows])
    for number in range(60):
        host = deal(setting, Draws("1", number))
        best = sizes[:, WORDS.answer_index[host.reveal()]].argmin()
        games.append(play(Scripted([(words[best], inf)]), host, setting))

    assert refusal(e_values(games, setting=setting)[-1])


@pytest.mark.parametrize("mode", [Mode.CLASSIC, Mode.FIBBLE])
def test_secrets_that_are_not_drawn_are_not_tested(mode):
    setting = Setting(FEW, mode)
    builder = GamesBuilder(setting)
    for word in FEW.answers[:3]:
        builder.add(Game(mode, word, (Turn(word, inf, 26),), word, Outcome.WON))

    summary = Summary("a", builder.build())

    assert isnan(summary["side_information"])
    assert summary.objection(1) + summary.notice(1) == ""
