from contextlib import ExitStack

import pytest

from game.draws import Draws
from game.hosts import deal
from game.protocol import Setting
from game.words import Vocabulary
from tests.sandboxed import policy_of, referee_of

SETTING = Setting(Vocabulary.load())


@pytest.fixture
def stack():
    """Return a stack of contexts; all of them end with the test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def start_file(stack):
    """Return a function that starts the strategy of a file in the sandbox.

    The strategy runs until the end of the test.
    """

    def start(path, *without, timeout=60.0, log=False):
        policy = policy_of(path, timeout=timeout, without=without, log=log)
        referee = stack.enter_context(referee_of(policy))
        return referee.player(policy.entry, warm_up=False)

    return start


@pytest.fixture
def start(strategy_file, start_file):
    """Return a function that starts a strategy in the sandbox.

    Its arguments are the bodies of `first_move` and `next_move`.
    """

    def start(first, *more, without=(), timeout=60.0, log=False, **options):
        file = strategy_file(first, *more, **options)
        return start_file(file, *without, timeout=timeout, log=log)

    return start


@pytest.fixture
def start_protected(start):
    """Return a function like `start`.

    It skips the test if a protection of the sandbox is missing on this machine.
    """

    def start_or_skip(*moves, **options):
        player = start(*moves, **options)
        if player.process.missing:
            pytest.skip(f"not protected here: {player.process.missing}")
        return player

    return start_or_skip


@pytest.fixture
def begin_game(stack):
    """Return a function that begins a game of a player.

    The game lasts until the end of the test.
    """
    return lambda player: stack.enter_context(player.new_game())


@pytest.fixture
def play_crane():
    """Return a function that plays one game of a player; the secret is CRANE."""

    def play(player):
        draws = Draws("s", 0)
        return player.play(draws, deal(SETTING, draws, "crane"))

    return play
