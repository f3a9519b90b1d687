"""Suggestions, contradictions and reviews of the page are those of the terminal."""

import math
from dataclasses import replace

import numpy as np
import pytest

from contest.pages.play_page import pack_prior
from game import Mode, Rule, Setting, Vocabulary, classic, parse, to_text
from game.channels.lies import Lies
from game.hard import Hard, objection
from game.text.deals import usual_limit
from solver import clue_matrix, information, partitions, ranking
from solver.advice.contradictions import culprits
from solver.advice.endgame import endgame
from solver.advice.position import Position
from solver.advice.suggestions import prepare_copy, suggest
from strategies.entropy import Entropy
from tests.web.playing import asked, posterior

NOISY = [("crane", 9.0, "ci..c"), ("eerie", 3.25, "..i.."), ("moist", 7.5, "i...c")]
# No word fits these turns: the first in classic Wordle, the others with one lie in each
# row.
CONTRADICTORY = [("crane", "ci..c"), ("curve", "c....")]
LYING = [("crane", "ccccc"), ("curve", ".....")]
RIGHT = [("chore", "c.cic"), ("crane", "iccic"), ("curve", "c.icc")]


@pytest.fixture(scope="module")
def words():
    """Return a vocabulary that is judged fast: a tenth of the words."""
    every = Vocabulary.load()
    played = ["salet", "crony", *(guess for guess, *_ in (*NOISY, *CONTRADICTORY))]
    fit = {"curse", "curve", "chore", "block", "flock"}
    secrets = {"crane", "aback", *fit, *every.answers[::10]}
    return Vocabulary(
        tuple(sorted(secrets)),
        tuple(sorted({*secrets, *played, *every.guesses[::10]})),
    )


def position(words, turns, hard=Hard.OFF, channel=""):
    mode = Mode.FIBBLE if channel else Mode.CLASSIC
    limit = usual_limit(channel) if channel else 6
    found = Position(Setting(words, mode, limit, hard=hard, channel=channel))
    for guess, clue in turns:
        found = found.add(guess, [parse(clue, words.length)])
    return found


def exact(words, turns, **more):
    return asked(words, [(*turn, 0) for turn in turns], **more)


# Clues of six letters take two bytes: the kernels are compiled again.
@pytest.mark.parametrize("length", [5, pytest.param(6, marks=pytest.mark.system)])
@pytest.mark.parametrize("count", [1, 3, 250, 300])
def test_partitions_have_the_same_bits(engine, length, count):
    every = Vocabulary.load(length)
    possible = every.answers[:count]
    some = Vocabulary(possible, tuple(sorted({*possible, *every.guesses[-150:]})))

    script = "return Object.values(partitions(...given)).map((found) => [...found])"
    found = engine(script, [some.answers, some.guesses, "classic"])

    weights = np.ones(len(possible))
    expected = partitions(clue_matrix(some, Rule.CLASSIC), weights)
    assert found[0] == expected.entropy.tolist()
    assert found[1] == expected.expected_size.tolist()
    assert found[2] == expected.worst.tolist()


@pytest.mark.parametrize(
    ("turns", "hard"),
    [
        ([], "off"),
        ([("salet", "..i..")], "off"),
        ([("salet", "..i.."), ("crony", "i.c..")], "off"),
        ([("salet", "..i..")], "nyt"),
        ([("salet", "..i..")], "strict"),
    ],
)
def test_suggestions_are_those_of_solve(engine, words, turns, hard):
    script = """
      const { words, best } = suggest(listed(given));
      return [words.map(({ word }) => word), best];
    """
    left, best = engine(script, exact(words, turns, hard=hard, top=8))

    here = position(words, turns, Hard(hard))
    strategy = prepare_copy(Entropy(), here)
    worths = strategy.rate(here.belief())
    expected = suggest(strategy, here, 8, for_people=True)
    assert left == here.answers()
    assert [(b["word"], b["expected"], b["isPossible"]) for b in best] == [
        (s.guess, s.expected, s.possible) for s in expected
    ]
    assert [b["worth"] for b in best] == [
        worths[words.guess_index[s.guess]] for s in expected
    ]


@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
@pytest.mark.parametrize(
    ("guesses", "secret"),
    [
        ("catch match latch", "hatch"),
        ("catch match latch pasta", "hatch"),
        ("catch match latch pasta crane", "hatch"),
        ("soare clint hippo", "gizmo"),
        ("soare clint hippo bimbo", "kiddo"),
        ("firma clint", "gizmo"),
        ("snafu piano", "guano"),
    ],
)
def test_few_guesses_and_other_words_are_judged_as_in_solve(
    engine, guesses, secret, hard
):
    every = Vocabulary.load()
    # FIRMA is played below as a word that the list lacks.
    more = (w for w in every.guesses[::9] if w != "firma")
    families = [w for w in every.guesses if w.endswith(("atch", "zmo", "mbo", "ddo"))]
    played = [guess for guess in guesses.split() if guess in every.guess_index]
    listed = {w for w in families if w in every.answer_index} | {"piano", "hippo"}
    words = Vocabulary(
        tuple(sorted({*listed, *every.answers[::20]})),
        tuple(
            sorted({*listed, *families, *every.answers[::20], *played, *more, "guano"})
        ),
    )
    setting = Setting(words, Mode.CLASSIC, 6, hard=Hard(hard))
    here = Position(setting)
    turns = []
    for guess in guesses.split():
        clue = to_text(classic(secret, guess), 5)
        if not objection(guess, [(g, parse(c, 5)) for g, c in turns], Hard(hard)):
            turns.append((guess, clue))
            here = here.add(guess, [parse(clue, 5)])
    # As many turns, so that as many guesses are left.
    while len(turns) < len(guesses.split()):
        turns.append((turns[-1][0], turns[-1][1]))
        here = replace(here, turns=(*here.turns, here.turns[-1]))

    given = exact(words, turns, hard=hard, top=8)
    found = engine("return suggest(listed(given))", given)
    answers, others, best = (found[name] for name in ("words", "others", "best"))

    candidates = here.candidates()
    assert [one["word"] for one in answers] == candidates.answers
    assert others == candidates.others
    player = prepare_copy(Entropy(), Position(setting))
    expected = suggest(player, here, 8, for_people=True)
    assert [b["word"] for b in best] == [s.guess for s in expected]
    for one, suggestion in zip(best, expected, strict=True):
        assert one["isPossible"] == suggestion.possible
        assert one["chance"] == pytest.approx(suggestion.chance)
        assert one["guesses"] == pytest.approx(suggestion.guesses)


@pytest.mark.parametrize(
    ("length", "count"),
    [
        *((5, count) for count in (None, 1, 2, 4, 20, 100, 300)),
        *((length, 4) for length in (4, 6, 7, 8, 9)),
    ],
)
def test_the_words_considered_have_the_same_weights(engine, length, count):
    words = Vocabulary.load(length)
    if count is not None:
        words = Vocabulary(words.answers[:count], words.guesses)
    clue = "." * (length - 1) + "c"
    guess = "asses"[:length].ljust(length, "s")

    script = """
      const asked = listed(given);
      return [[], asked.turns].map((turns) => candidates(asked, turns))
        .map(({ words, weights, isOutweighed }) => [words, weights, isOutweighed]);
    """
    found = engine(script, exact(words, [(guess, clue)]))

    start = Position(Setting(words, Mode.CLASSIC))
    expected = [
        start.candidates(),
        start.add(guess, [parse(clue, length)]).candidates(),
    ]
    assert found == [
        [list(one.words), one.weights.tolist(), one.outweighed] for one in expected
    ]


def test_four_answers_of_a_person_are_told_apart_at_once(engine):
    guesses = Vocabulary.load().guesses
    words = Vocabulary(("skill", "spill", "swill", "still"), guesses)

    best = engine("return suggest(listed(given)).best", exact(words, [], top=3))

    assert [one["worth"] for one in best] == [2, 2, 2]
    assert best[0]["word"] == "kapow"


@pytest.mark.parametrize(
    ("more", "left"), [((), 3), (("cacao", "coach", "acids", "civic"), 2)]
)
def test_boards_near_the_end_are_judged_alike(engine, more, left):
    every = Vocabulary.load()
    few = ("batch", "catch", "hatch", "latch", "match", "patch", "watch")
    few += ("natch", "ratch") * bool(more)  # 8 words fit each board
    words = Vocabulary(few, tuple(sorted({*few, *more, *every.guesses[::150]})))
    setting = Setting(words, Mode.CLASSIC, left + 1, boards=2)
    here = Position(setting, any_word=False)
    here = here.add("catch", [classic(word, "catch") for word in ("hatch", "batch")])

    script = """
      const asked = listed(given);
      const boards = asked.open.map((board) => candidates(asked, asked.turns, board));
      const every = [...asked.guesses.words.keys()];
      const values = endgame(asked, boards, asked.left, every, asked.top);
      return [values.chance, values.mean];
    """
    given = exact(words, [("catch", ".cccc")], left=left, open=[0, 1], top=6)
    given["boards"] = 2
    given["anyWord"] = False
    given["turns"][0]["clues"] *= 2
    chance, mean = engine(script, given)

    values = endgame(here, np.ones(len(words.guesses), bool), 6)
    assert chance == pytest.approx(values[0])
    is_known = values[0] >= 0
    assert np.array(mean)[is_known] == pytest.approx(values[1][is_known])


def test_suggestions_of_wordpl_tell_most_at_a_price(engine, words):
    turns = [(guess, clue, price) for guess, price, clue in NOISY[:2]]

    given = asked(words, turns, kind="wordpl", epsilon=7.5, top=3)
    found = engine("return suggest(listed(given))", given)
    entropy, likely, best = (found[name] for name in ("entropy", "words", "best"))

    matrix = clue_matrix(words, Rule.LETTERWISE)
    played = [(guess, price, parse(clue, 5)) for guess, price, clue in NOISY[:2]]
    belief = posterior(words, played)
    bits = information(matrix, belief.probabilities, 7.5, 5)
    assert entropy == belief.entropy
    assert likely[0] == {
        "word": words.answers[belief.best],
        "chance": belief.probabilities.max(),
    }
    assert best == [
        {"word": words.guesses[k], "worth": bits[k]} for k in suited(words, bits)[:3]
    ]


def suited(words, bits):
    """Return the guesses by their bits, unknown ones only if 0.2 bits better."""
    known = {words.guess_index[word] for word in words.answers}
    least = max(bits[k] for k in known) + 0.2
    return [k for k in ranking(bits) if k in known or bits[k] > least]


@pytest.mark.parametrize("lies", [2, 3])
def test_suggestions_of_fibble_tell_most_through_its_lies(engine, words, lies):
    turns = [("crane", "i..cc"), ("moist", "ii...")]
    channel = f"lies:{lies}"

    script = "const { words, best } = suggest(listed(given)); return [words, best]"
    given = exact(words, turns, kind="fibble", channel=channel, top=3)
    left, best = engine(script, given)

    here = position(words, turns, channel=channel)
    chances = here.belief().probabilities
    matrix = clue_matrix(words, Rule.CLASSIC)
    bits = information(matrix, chances, math.inf, 5, channel=Lies(lies))
    assert [one["word"] for one in left] == here.answers()
    top = [bits[k] for k in suited(words, bits)[:3]]
    assert [one["worth"] for one in best] == pytest.approx(top, rel=1e-12)
    for one in best:
        assert one["worth"] == bits[words.guess_index[one["word"]]]
        assert one["isPossible"] == (one["word"] in here.candidates().likely)


@pytest.mark.parametrize(
    ("kind", "channel", "turns"),
    [
        ("classic", "", CONTRADICTORY),
        ("fibble", "lies:1", LYING),
        ("fibble", "lies:1", RIGHT),
    ],
)
def test_the_turn_that_contradicts_is_named(engine, words, kind, channel, turns):
    script = """
      return culprits(listed(given), given.turns).map(({ place, fit, clue }) =>
        [place, fit, clue]);
    """
    given = exact(words, turns, kind=kind, channel=channel)
    found = engine(script, given)

    here = position(words, turns, channel=channel)
    assert found == [[*culprit] for culprit in culprits(here)]
    # Of the turns in RIGHT, only one can be wrong.
    assert len(found) == (1 if turns is RIGHT else 2)


SLOW = [pytest.param(f"lies:{k}", marks=pytest.mark.slow) for k in (0, 2, 3, 4, 5)]


@pytest.mark.system
@pytest.mark.parametrize("kind", ["classic", "wordpl", "lies:1", *SLOW])
def test_the_suggestions_for_an_empty_board_are_in_the_page(engine, kind):
    script = """
      const anyWord = given.kind !== "wordpl";
      const rules = { ...given, hard: "off", boards: 1, anyWord };
      const { answers, guesses, others, taboo } = listed(given);
      const lists = { answers, guesses, others, taboo };
      const asked = { epsilon: 12, top: 10 };
      const computed = suggest({ ...rules, ...lists, turns: [], ...asked });
      const found = findOpenings({ ...rules, ...lists }, 12);
      const digits = ({ best, words, others = [] }) => [
        words.map(({ word }) => word), others, best.map((one) =>
          [one.word, one.worth.toFixed(6), one.expected?.toFixed(6), one.isPossible])];
      const short = { ...rules, guesses, answers: guesses };
      return [digits(found), digits(computed), findOpenings(short, 12)];
    """
    words = Vocabulary.load()
    lists = {"answers": words.answers, "guesses": words.guesses, **pack_prior(words)}
    name = "fibble" if ":" in kind else kind

    found, computed, other = engine(script, {"kind": name, "channel": kind, **lists})

    assert found == computed
    assert other is None
