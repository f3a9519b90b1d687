"""No word that no newspaper would print is suggested, by Python or by the page."""

import json
import random

import pytest

from game import Mode, Setting, Vocabulary, classic
from game.clues import from_marks, to_marks
from solver.advice.position import Position
from solver.advice.prior import taboo_words
from solver.advice.suggestions import prepare_copy, suggest
from strategies.entropy import Entropy
from tests.web.playing import asked

SEED = 62
TOP = 10
COUNTS = [4, pytest.param(200, marks=pytest.mark.slow)]
BATCH = 20  # positions that are judged in one engine, whose memory is then free again
# Each position is a list of turns. The lists of words are read once for a batch.
SUGGEST = """
  const { positions, ...rules } = listed(given);
  const wordsOf = (turns) => suggest({ ...rules, turns }).best.map(({ word }) => word);
  return positions.map(wordsOf);
"""
HINT = """
  const { positions, most, ...rules } = listed(given);
  return positions.map((turns) => {
    const chances = [posterior(rules.answers, turns, markingOf(rules))];
    const left = (most ?? Infinity) - turns.length;
    const best = hint({ ...rules, turns, open: [0], chances, left });
    return best.map(({ word }) => word);
  });
"""


@pytest.fixture(scope="module")
def words():
    return Vocabulary.load()


def draw(words, count, secrets, lies=0):
    """Return positions of one to five turns, drawn by a seed, as the page takes them.

    As many marks of each clue are false.
    """
    source = random.Random(SEED)
    positions = []
    for _ in range(count):
        secret = source.choice(secrets)
        guesses = source.sample(words.guesses, source.randint(1, 5))
        turns = []
        for guess in guesses:
            marks = list(to_marks(classic(secret, guess), 5))
            for place in source.sample(range(5), lies):
                marks[place] = (marks[place] + source.randint(1, 2)) % 3
            turns.append({"guess": guess, "epsilon": 7.5, "clues": [from_marks(marks)]})
        positions.append(turns)
    return positions


def judge(node, script, given, positions):
    """Return the words that the page suggests in each position."""
    found = []
    for k in range(0, len(positions), BATCH):
        batch = {**given, "positions": positions[k : k + BATCH]}
        found += node(f"((given) => {{ {script} }})({json.dumps(batch)})")
    return found


@pytest.mark.parametrize("count", COUNTS)
def test_python_and_the_page_suggest_the_same_decent_words(node, words, count):
    # The secret of every other position is a word that is not suggested.
    taboo = sorted(taboo_words().intersection(words.guesses))
    half = count // 2
    positions = [*draw(words, half, words.answers), *draw(words, half, taboo)]

    suggested = judge(node, SUGGEST, asked(words, [], top=TOP), positions)

    start = Position(Setting(words, Mode.CLASSIC, max_turns=6))
    player = prepare_copy(Entropy(), start)
    for turns, found in zip(positions, suggested, strict=True):
        here = start
        for turn in turns:
            here = here.add(turn["guess"], turn["clues"])
        told = [one.guess for one in suggest(player, here, TOP, for_people=True)]
        assert told
        assert not taboo_words().intersection(told)
        assert found == told


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(
    ("game", "most", "share"),
    [
        ({"kind": "classic"}, 6, 1.0),
        ({"kind": "fibble", "channel": "lies:1"}, 8, 0.1),
        pytest.param({"kind": "wordpl"}, None, 0.1, marks=pytest.mark.system),
    ],
)
def test_hints_are_decent_words(node, words, game, most, share, count):
    lies = 1 if "channel" in game else 0
    positions = draw(words, max(1, int(count * share)), words.answers, lies)
    more = {"top": 6, "most": most, "epsilon": 7.5, "anyWord": False}

    found = judge(node, HINT, asked(words, [], **game) | more, positions)

    assert len(found) == len(positions)
    for hints in found:
        assert hints
        assert not taboo_words().intersection(hints)
