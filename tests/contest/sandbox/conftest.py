import pytest

from contest.entries.entry import resolve
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Setting
from game.word_files import DATA
from game.words import Vocabulary

SETTING = Setting(Vocabulary.load())
LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))


@pytest.fixture
def sandboxed():
    """Make strategies in the sandbox, not yet started; all are closed in the end."""
    remotes = []

    def make(path, *without, timeout=60.0, check=lambda: None, log=False):
        setting = Setting(SETTING.vocabulary, timeout=timeout)  # machines stall
        limits, entry = Limits(600.0), resolve(str(path))
        policy = SandboxPolicy(entry, LISTS, setting, limits, without, log=log)
        remotes.append(RemoteStrategy(policy, check))
        return remotes[-1]

    yield make
    for remote in remotes:
        remote.close()


@pytest.fixture
def started(strategy_file, sandboxed):
    """Start the strategy of a first move and of others in the sandbox."""

    def start(first, *more, without=(), timeout=60.0, log=False, **options):
        file = strategy_file(first, *more, **options)
        remote = sandboxed(file, *without, timeout=timeout, log=log)
        remote.start()
        return remote

    return start


@pytest.fixture
def protected(started):
    """Start such a strategy, or skip the test where a protection is missing."""

    def start(*moves, **options):
        remote = started(*moves, **options)
        if remote.missing:
            pytest.skip(f"not protected here: {remote.missing}")
        return remote

    return start


@pytest.fixture
def one_game():
    """Play one game of a strategy in the sandbox."""

    def run(remote):
        remote.new_game(7)
        game = play(remote, deal(SETTING, Draws("s", 0), "crane"), SETTING)
        remote.end_game()
        return game

    return run
