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
    """Return a stack of contexts that ends with the test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def start_file(stack):
    """Start the strategy of a file in the sandbox, until the end of the test."""

    def start(path, *without, timeout=60.0, log=False):
        policy = policy_of(path, timeout=timeout, without=without, log=log)
        referee = stack.enter_context(referee_of(policy))
        return referee.player(policy.entry, warm_up=False)

    return start


@pytest.fixture
def start(strategy_file, start_file):
    """Start the strategy of a first move and of others in the sandbox."""

    def start(first, *more, without=(), timeout=60.0, log=False, **options):
        file = strategy_file(first, *more, **options)
        return start_file(file, *without, timeout=timeout, log=log)

    return start


@pytest.fixture
def start_protected(start):
    """Start such a strategy; skip the test if a protection is missing here."""

    def start_or_skip(*moves, **options):
        player = start(*moves, **options)
        if player.process.missing:
            pytest.skip(f"not protected here: {player.process.missing}")
        return player

    return start_or_skip


@pytest.fixture
def begin_game(stack):
    """Begin a game of a player; the game lasts until the end of the test."""
    return lambda player: stack.enter_context(player.new_game())


@pytest.fixture
def play_crane():
    """Play one game of a player; the secret is crane."""

    def play(player):
        draws = Draws("s", 0)
        return player.play(draws, deal(SETTING, draws, "crane"))

    return play
