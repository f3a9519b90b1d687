"""The engine in JavaScript computes what `game` and `solver` compute."""

import hashlib
import math

import numpy as np
import pytest

from game import Draws, Mode, Scripted, Setting, Vocabulary, keep_probability, play
from game.channels.lies import EXACT, Lies
from game.channels.response import RESPONSE
from game.clues import Rule, to_marks
from game.elementary import exp, log, log2
from game.hard import Hard, objection
from game.hosts import AbsurdleHost, ChallengeHost, deal
from game.text.formats import number
from solver import best_posterior, clue_matrix, information, ranking
from tests.alphabets import in_last_letters
from tests.tables import lost_channel, perturb
from tests.web.playing import posterior

# An empty seed, other scripts, half of a pair of code units, and more bytes than a
# block of the hash has.
SEEDS = ["1", "", "17 & more", "día 🟩", "\udc80", "x" * 300]
CLUES = """
  const list = new WordList(given.answers);
  return given.guesses.map((guess) => Array.from(clueRow(list, guess, given.rule)));
"""
# The channel that docs/findings/fibble.md shows, in JavaScript.
LOST = """
  class Lost extends Channel {
    likelihoods(seen, epsilon, length) {
      return toMarks(seen, length).reduce((table, mark) => table.flatMap((p) =>
        [0, 1, 2].map((m) => p * (m === mark ? 1 : mark ? 0 : 0.2)
          * (m === mark && mark ? 0.8 : 1))), [1]);
    }
  }
  const channelOf = (name) =>
    ({ response: RESPONSE, exact: EXACT, lost: new Lost() })[name] ?? new Lies(name);
"""
PRICES = [0.01, 0.3, 1.0, 4.45, 12.25, 30.0, 200.0, 5000.0, math.inf]


CHANNELS = {"response": RESPONSE, "exact": EXACT, "lost": lost_channel("0.2")}
CHANNELS |= {count: Lies(count) for count in (1, 2, 3, 4, 5)}


@pytest.fixture(scope="module")
def turns(words):
    """Return three turns with clues that contradict each other."""
    return [("crane", 12.25, 191), ("eerie", 13.375, 7), ("sassy", 0.5, 242)]


def given(words, **more):
    return {"answers": words.answers, "guesses": words.guesses, **more}


def floats(values):
    """Return numbers for JSON, which has no infinity."""
    return ["Infinity" if value == math.inf else value for value in values]


def test_digests_are_those_of_the_library(engine):
    # Lengths around the end of a block, which has 128 bytes.
    lengths = [0, 1, 64, 127, 128, 129, 256, 1000]
    messages = [bytes(k * k % 251 for k in range(length)) for length in lengths]
    keys = [b"", b"key" * 20]

    script = """
      const bytes = (list) => Uint8Array.from(list);
      return given.messages.map((message) =>
        given.keys.map((key) => [...blake2b(bytes(message), bytes(key))]));
    """
    data = {"messages": list(map(list, messages)), "keys": list(map(list, keys))}
    found = engine(script, data)

    for message, digests in zip(messages, found):
        expected = [hashlib.blake2b(message, key=key).digest() for key in keys]
        assert list(map(bytes, digests)) == expected


def test_exponentials_and_logarithms_have_the_same_bits(engine):
    numbers = np.random.default_rng(1)
    # Powers beyond both ends of the range, and powers near 0.
    powers = [*numbers.uniform(-760, 720, 2000), *numbers.normal(0, 0.4, 500), 0.0]
    positive = [*np.exp(numbers.uniform(-740, 700, 2000)), 5e-324, 1.0, 0.5, 2.0]

    found = engine(
        "return [given[0].map(exp).map(String), given[1].map(log2), given[1].map(log)]",
        [list(map(float, powers)), list(map(float, positive))],
    )

    assert [float(text) for text in found[0]] == [exp(x) for x in powers]
    assert found[1] == [log2(x) for x in positive]
    assert found[2] == [log(x) for x in positive]


@pytest.mark.system
@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("length", [4, 5, 7])
def test_clues_of_a_sample_of_guesses_are_the_referees(engine, rule, length):
    words = Vocabulary.load(length)
    # Words with repeated letters, and every 997th word.
    twice = [k for k, word in enumerate(words.guesses) if len(set(word)) < length - 1]
    rows = [*twice[:: len(twice) // 10], *range(0, len(words.guesses), 997)]

    guesses = [words.guesses[k] for k in rows]
    found = engine(CLUES, given(words, rule=rule) | {"guesses": guesses})

    assert found == clue_matrix(words, rule)[rows].tolist()


@pytest.mark.parametrize("rule", list(Rule))
def test_clues_of_the_largest_alphabet_are_the_referees(engine, words, rule):
    some = Vocabulary(words.answers[::40], words.answers)
    others = in_last_letters(some)

    found = engine(CLUES, given(others, rule=rule))

    assert found == clue_matrix(others, rule).tolist()


def test_a_clue_is_read_and_written(engine):
    script = "return given.map((text) => [parseClue(text), toText(parseClue(text), 5)])"

    assert engine(script, ["ci..c", "....."]) == [[191, "ci..c"], [0, "....."]]


def test_a_seed_deals_the_same_game(engine):
    games = [0, 1, 16, 123456]

    script = """
      return given.seeds.map((seed) => given.games.map((game) => {
        const draws = new Draws(seed, game);
        const noise = [0, 1, 999].map((turn) => draws.noise(turn, 11));
        return [draws.answers(2315, 8), noise];
      }));
    """
    found = engine(script, {"seeds": SEEDS, "games": games})

    for seed, dealt in zip(SEEDS, found):
        for game, (places, noise) in zip(games, dealt):
            draws = Draws(seed, game)
            assert places == draws.answers(2315, 8).argmax(axis=1).tolist()
            assert noise == [draws.noise(turn, 11).tolist() for turn in (0, 1, 999)]


def test_channels_have_the_same_bits(engine):
    clues = [0, 7, 191, 241, 242]
    draws = Draws("1", 0)
    uniforms = [draws.noise(turn, 5).tolist() for turn in range(40)]
    # Draws at both ends of the range, and at round numbers.
    uniforms += [[0.25] * 5, [0.5, 0.0, 0.5, 0.0, 1 - 2.0**-53]]
    cases = [(name, math.inf) for name in CHANNELS]
    cases += [("response", price) for price in PRICES]

    script = """
      return given.cases.map(([name, price]) => {
        const [channel, epsilon] = [channelOf(name), Number(price)];
        return [
          given.clues.map((clue) =>
            given.uniforms.map((noise) => channel.draw(clue, epsilon, noise, 5))),
          given.clues.map((clue) =>
            Array.from(channel.logLikelihoods(clue, epsilon, 5), String)),
        ];
      });
    """
    asked = [(name, str(price).replace("inf", "Infinity")) for name, price in cases]
    sample = {"cases": asked, "clues": clues, "uniforms": uniforms}
    found = engine(LOST + script, sample)

    for (name, price), (seen, tables) in zip(cases, found):
        channel = CHANNELS[name]
        for clue, drawn, table in zip(clues, seen, tables):
            assert drawn == [
                perturb(channel, clue, price, np.array(noise)) for noise in uniforms
            ]
            expected = channel.log_likelihoods(clue, price).tolist()
            assert [float(text) for text in table] == expected


@pytest.mark.parametrize("length", [4, 5, 9])
def test_chances_of_lies_are_binomial(engine, length):
    found = engine("return lieChances(12, given)", length)

    keep = keep_probability(12.0, length)
    expected = [
        math.comb(length, k) * keep ** (length - k) * (1 - keep) ** k
        for k in range(length + 1)
    ]
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("kind", "channel"), [("wordpl", RESPONSE), ("fibble", Lies(3))]
)
def test_the_posterior_has_the_same_bits(engine, words, turns, kind, channel):
    script = """
      const list = new WordList(given.answers);
      const turns = given.turns.map(([guess, epsilon, clue]) =>
        ({ guess, epsilon, clues: [clue] }));
      const chances = posterior(list, turns, markingOf(given));
      const ranks = [...chances.keys()].map((k) => rank(chances, k));
      return [Array.from(chances), entropy(chances), ranking(chances), ranks];
    """
    asked = given(words, turns=turns, kind=kind, channel="lies:3")
    chances, bits, order, ranks = engine(script, asked)

    expected = posterior(words, turns, channel)
    assert chances == expected.probabilities.tolist()
    assert bits == expected.entropy
    assert order == ranking(expected.probabilities).tolist()
    assert ranks == [expected.rank(k) for k in range(len(ranks))]


@pytest.mark.parametrize(
    ("name", "epsilon"),
    [("response", 0.5), ("response", 12.25), *((name, math.inf) for name in CHANNELS)],
)
def test_information_has_the_same_bits(engine, words, turns, name, epsilon):
    channel = CHANNELS[name]
    rule = Rule.LETTERWISE if math.isfinite(epsilon) else Rule.CLASSIC
    rows = list(range(0, len(words.guesses), 199))
    chances = posterior(words, turns[:2]).probabilities

    script = """
      const chances = Float64Array.from(given.chances);
      const list = new WordList(given.answers);
      const rows = given.guesses.map((guess) => clueRow(list, guess, given.rule));
      const channel = channelOf(given.name);
      return [informant, bestPosterior].map((measure) =>
        rows.map(measure(chances, Number(given.epsilon), 5, channel)));
    """
    sample = {
        "guesses": [words.guesses[k] for k in rows],
        "rule": rule,
        "name": name,
        "chances": chances.tolist(),
        "epsilon": floats([epsilon])[0],
    }
    found = engine(LOST + script, given(words) | sample)

    passed = clue_matrix(words, rule)[rows], chances, epsilon, 5
    expected = [
        information(*passed, channel=channel),
        best_posterior(*passed, channel),
    ]
    for values, those in zip(found, expected):
        if name == "lost":  # its entropy is summed in another order
            assert values == pytest.approx(those.tolist(), rel=1e-12)
        else:
            assert values == those.tolist()


LISTS = """
  const [answers, guesses] = [given.answers, given.guesses].map((w) => new WordList(w));
"""
REPLAY = f"""
  {LISTS}
  const usual = {{ hard: "off", target: "", boards: 1, game: 3 }};
  const rules = {{ ...usual, ...given, answers, guesses }};
  const moves = given.moves.map(([guess, price]) =>
    ({{ guess, epsilon: Number(price) }}));
  const {{ turns, outcome, score, secrets }} = replay(rules, moves);
  return [turns.map((turn) => turn.clues), outcome, String(score), secrets.join()];
"""


def assert_the_same_game(engine, kind, setting, seed, moves, host=None, target=""):
    """Assert that the engine plays a game as Python does."""
    game = play(Scripted(moves), host or deal(setting, Draws(seed, 3)), setting)
    rules = {
        "kind": kind,
        "seed": seed,
        "boards": setting.boards,
        "limit": setting.max_turns,
        "channel": setting.channel,
        "given": setting.given,
        "target": target,
        "moves": [floats(move) for move in moves],
    }

    found = engine(REPLAY, given(setting.vocabulary, **rules))

    clues = [list(turn.clues) for turn in game.turns]
    score = "Infinity" if game.score == math.inf else number(game.score)
    assert found == [clues, str(game.outcome), score, game.answer]


@pytest.mark.parametrize("seed", ["1", "daily 2026-11-22"])
@pytest.mark.parametrize("final", ["crane", ""])
def test_a_game_of_wordpl_is_the_referees(engine, words, seed, final):
    setting = Setting(words)
    secret = deal(setting, Draws(seed, 3)).reveal()
    moves = [("eerie", 3.5), ("sassy", 12.25), ("trace", 0.02), (final or secret, 0.0)]

    assert_the_same_game(engine, "wordpl", setting, seed, moves)


@pytest.mark.parametrize("boards", [1, 4, 8])
@pytest.mark.parametrize("wins", [True, False])
def test_a_classic_game_is_the_referees(engine, words, boards, wins):
    setting = Setting(words, Mode.CLASSIC, boards + 5, boards=boards)
    secrets = deal(setting, Draws("7", 3)).reveal().split(",")
    guesses = ["eerie", *secrets] if wins else ["fuzzy"] * (boards + 5)

    moves = [(guess, math.inf) for guess in guesses]
    assert_the_same_game(engine, "classic", setting, "7", moves)


@pytest.mark.parametrize("first", ["", "random"])
@pytest.mark.parametrize("lies", [0, 1, 5])
def test_a_game_of_fibble_is_the_referees(engine, words, lies, first):
    setting = Setting(words, Mode.FIBBLE, 4, channel=f"lies:{lies}", given=first)
    secret = deal(setting, Draws("7", 3)).reveal()
    for guesses in (["eerie", "crane", secret], ["sassy"] * 4):
        moves = [(guess, math.inf) for guess in guesses]
        assert_the_same_game(engine, "fibble", setting, "7", moves)


@pytest.mark.parametrize("target", ["", "crane"])
def test_a_game_of_absurdle_is_the_referees(engine, words, target):
    host = AbsurdleHost(words.answers)
    if target:
        host = ChallengeHost(words.answers, target)
    guesses = ["raise", "could", "nymph"]
    for turn, guess in enumerate(guesses):
        host.reply(guess, math.inf, turn)
    while len(guesses) < 30:
        guesses.append(host.possible[0])
        if host.reply(guesses[-1], math.inf, 0) == 242:
            break
    host.reset()

    setting = Setting(words, Mode.CLASSIC, 1000)
    moves = [(guess, math.inf) for guess in guesses]
    assert_the_same_game(engine, "absurdle", setting, "", moves, host, target)


@pytest.mark.parametrize("hard", ["nyt", "strict"])
def test_hard_mode_allows_what_the_referee_allows(engine, words, hard):
    known = [("slate", 18), ("eerie", 55)]
    guesses = words.guesses[::97]

    script = """
      const rules = { kind: "classic", hard: given.hard, answers, guesses };
      const turns = given.known.map(([guess, clue]) => ({ guess, clues: [clue] }));
      return given.tried.map((guess) => objection(rules, turns, { guess }));
    """
    found = engine(LISTS + script, given(words, hard=hard, known=known, tried=guesses))

    expected = [objection(guess, known, Hard(hard)) for guess in guesses]
    assert [bool(reason) for reason in found] == [bool(reason) for reason in expected]
    # Without a forbidden guess, the comparison would say nothing.
    assert any(found)


def test_a_move_that_the_rules_forbid_has_a_reason(engine, words):
    cases = [
        ("qiute", 9, "QIUTE is not in the word list: did you mean QUITE?"),
        ("zzzzz", 9, "ZZZZZ is not in the word list"),
        ("aahed", 0, "AAHED is not one of the possible answers"),
        ("crane", -1, "Price: expected a number above 0"),
        ("crane", "NaN", "Price: expected a number above 0"),
        ("crane", "Infinity", "Price: expected a number above 0"),
        ("crane", 0.001, "Price 0.001: expected 0.01 or more"),
        (
            "crane",
            0.5,
            "Price 0.5: expected 1 or more after 10 guesses for less than 1",
        ),
        ("crane", 1, ""),
        ("crane", 0, ""),
    ]

    script = """
      const rules = { kind: "wordpl", hard: "off", answers, guesses };
      const turns = new Array(10).fill({ guess: "slate", epsilon: 0.5, clues: [0] });
      return given.cases.map(([guess, price]) =>
        objection(rules, turns, { guess, epsilon: Number(price) }));
    """
    found = engine(LISTS + script, given(words, cases=cases))

    assert found == [reason for _, _, reason in cases]


def test_the_chance_of_each_mark_is_that_of_the_answers_that_share_it(
    engine, words, turns
):
    script = """
      const list = new WordList(given.answers);
      const row = clueRow(list, "crane", "letterwise");
      return Array.from(markChances(Float64Array.from(given.chances), row, 191, 5));
    """
    chances = posterior(words, turns).probabilities
    found = engine(script, given(words, chances=chances.tolist()))

    row = clue_matrix(words, Rule.LETTERWISE)[words.guess_index["crane"]]
    marks = np.array([to_marks(int(clue), 5) for clue in row])
    assert found == pytest.approx(chances @ (marks == to_marks(191, 5)), rel=1e-9)
