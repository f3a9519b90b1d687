import math
import random
from collections import Counter

import pytest

from game.clues import classic, parse, to_text
from game.hosts import AbsurdleHost, ChallengeHost, absurdle_clue
from game.loop import Scripted, play
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()
INF = math.inf


def seen(host, *guesses):
    return [to_text(host.reply(g, INF, turn), 5) for turn, g in enumerate(guesses)]


def by_hand(possible, guess):
    """Answer as Absurdle does, over the clues as text, in the words of its rule."""
    buckets = {}
    for word in possible:
        buckets.setdefault(to_text(classic(word, guess), 5), []).append(word)
    if len(buckets) > 1:
        buckets.pop("ccccc", None)
    most = max(map(len, buckets.values()))
    texts = [text for text, words in buckets.items() if len(words) == most]
    fewest = min(text.count("c") for text in texts)
    texts = [text for text in texts if text.count("c") == fewest]
    fewest = min(text.count("i") for text in texts)
    texts = [text for text in texts if text.count("i") == fewest]
    text = min(texts, key=lambda text: [".ic".index(mark) for mark in text])
    return text, buckets[text]


def test_the_examples_of_its_author():
    # qntm.org/absurdle and qntm.org/challenge give these sizes.
    assert seen(host := AbsurdleHost(WORDS.answers), "terns") == ["....."]
    assert len(host.possible) == 256

    sizes = Counter(classic(word, "pleat") for word in WORDS.answers)
    assert (sizes[parse(".....", 5)], sizes[parse("..i..", 5)]) == (255, 263)
    assert seen(AbsurdleHost(WORDS.answers), "pleat") == ["..i.."]


@pytest.mark.parametrize("game", range(10))
def test_it_answers_by_its_rule(game):
    draw = random.Random(game)
    host = AbsurdleHost(WORDS.answers)
    possible = WORDS.answers
    for turn in range(8):
        # Of the possible answers mostly, so that games come to their end.
        guess = draw.choice(possible if draw.random() < 0.8 else WORDS.guesses)

        (text,) = seen(host, guess)

        wanted, possible = by_hand(possible, guess)
        assert (turn, text) == (turn, wanted)
        assert list(host.possible) == list(possible)


@pytest.mark.parametrize(
    ("sizes", "wanted"),
    [
        ({"c....": 2, "ii...": 2}, "ii..."),  # the fewest correct marks win
        ({"i...c": 2, ".iic.": 2}, "i...c"),  # then the fewest present marks
        ({"i...c": 2, ".i..c": 2, "..i.c": 2}, "..i.c"),  # then the marks from the left
        ({"ccccc": 1, "cccc.": 1}, "cccc."),
        ({"ccccc": 1}, "ccccc"),
        ({".....": 1, "cccc.": 2}, "cccc."),
    ],
)
def test_ties(sizes, wanted):
    clues = Counter({parse(text, 5): size for text, size in sizes.items()})

    assert to_text(absurdle_clue(clues, 5), 5) == wanted


@pytest.mark.parametrize(
    ("last", "outcome"), [("lake", Outcome.WON), ("cake", Outcome.WRONG)]
)
def test_a_challenge_is_won_at_its_target_only(last, outcome):
    answers = ("bake", "cake", "lake")
    setting = Setting(Vocabulary(answers, answers), Mode.CLASSIC)
    moves = [(word, INF) for word in ("bake", "cake", "lake") if word != last]

    game = play(
        Scripted([*moves, (last, INF)]), ChallengeHost(answers, "lake"), setting
    )

    assert (game.outcome, game.final, game.answer) == (outcome, last, "lake")


def test_a_challenge_knows_when_its_target_is_lost():
    host = ChallengeHost(WORDS.answers, "scrum")
    assert host.is_open

    host.reply("pleat", INF, 0)

    assert not host.is_open
    host.reset()
    assert host.is_open
