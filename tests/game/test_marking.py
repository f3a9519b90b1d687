import gc
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import Draws, Mode, Setting, Vocabulary
from game.channels.lies import Lies
from game.channels.response import RESPONSE
from game.clues import MARKERS, Rule, from_marks
from game.hosts import NoisyHost, SecretHost, deal
from game.marking import is_among, letters, marks

WORDS = Vocabulary.load()
ANSWERS = letters(WORDS.letters, 5)
WEIGHTS = 3 ** np.arange(4, -1, -1)
SLICES = 8  # number of parts of the slow test, for the workers to share

pairs = st.integers(4, 9).flatmap(
    lambda n: st.tuples(*[st.text("aßя", min_size=n, max_size=n)] * 2)
)


@pytest.mark.parametrize("rule", Rule)
# By default every 200th guess. The slow cases share out all guesses.
@pytest.mark.parametrize(
    "step",
    [200, *(pytest.param(-k, marks=pytest.mark.slow) for k in range(1, SLICES + 1))],
)
def test_marks_are_those_of_the_readable_rule(rule, step):
    some = WORDS.guesses[step + SLICES :: SLICES] if step < 0 else WORDS.guesses[::step]
    for guess in some:
        found = marks(ANSWERS, letters(guess, 5), rule) @ WEIGHTS

        expected = [MARKERS[rule](answer, guess) for answer in WORDS.answers]
        assert found.tolist() == expected, guess


@given(pairs, st.sampled_from(Rule))
def test_marks_of_words_that_repeat_letters(pair, rule):
    secret, guess = pair
    length = len(guess)

    found = marks(letters(secret, length), letters(guess, length), rule)[0]

    assert from_marks(found.tolist()) == MARKERS[rule](secret, guess)


@pytest.mark.parametrize("secrets", ["crane", "slatecrane"])
def test_a_word_is_among_the_secrets_or_not(secrets):
    rows = letters(secrets, 5)

    assert is_among(rows, "crane")
    assert not is_among(rows, "crate")
    assert not is_among(rows, "ecran")


def test_a_secret_changes_no_step_of_the_referee():
    # The guess itself, words that share letters with it, and words with repeated
    # letters.
    secrets = ["crane", "slate", "nacre", "eerie", "mummy", "craze", "fuzzy"]

    for mode in Mode:
        hosts = [SecretHost(secret, mode) for secret in secrets]
        assert len({steps(host.reply, "crane", 9.0, 0) for host in hosts}) == 1
        assert len({steps(host.accepts, "crane") for host in hosts}) == 1
    for channel in (RESPONSE, Lies(2)):
        noisy = [NoisyHost(host, channel, Draws("s", 0)) for host in hosts]
        assert len({steps(host.reply, "crane", 300.0, 0) for host in noisy}) == 1
    readable = {steps(MARKERS[Rule.LETTERWISE], secret, "crane") for secret in secrets}
    assert len(readable) > 1  # steps that depend on the secret are seen


@pytest.mark.parametrize("channel", [RESPONSE, Lies(2)])
def test_noise_changes_no_step_of_the_referee(channel):
    host = SecretHost("crane", Mode.WORDPL)
    noisy = [NoisyHost(host, channel, Draws("s", game)) for game in range(20)]

    assert len({steps(one.reply, "slate", 5.0, 0) for one in noisy}) == 1


@pytest.mark.parametrize("boards", [1, 3])
def test_the_draw_of_a_secret_changes_no_step(boards):
    setting = Setting(WORDS, Mode.CLASSIC, boards=boards)

    found = {steps(deal, setting, Draws("s", game)) for game in range(20)}

    assert len(found) == 1


def steps(function, *arguments):
    """Return every step of Python's that a call takes: where, and which operation."""
    found = []

    def trace(frame, event, argument):
        frame.f_trace_opcodes = True
        found.append((frame.f_code.co_qualname, frame.f_lasti, event))
        return trace

    before = sys.gettrace()
    # Python 3.12 reports operations only if a frame asks for them before the trace.
    sys._getframe().f_trace_opcodes = True
    gc.disable()  # callbacks of the garbage collector are no steps of the function
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
        gc.enable()
    return tuple(found)
