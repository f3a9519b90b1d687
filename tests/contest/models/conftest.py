import pytest

from game.protocol import Mode, Setting
from game.words import Vocabulary

FEW = ("crane", "slate", "crate", "trace", "grate", "brine", "stale", "least", "tales")


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    """Reach the loopback address directly."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def fibble():
    """Return a setting of Fibble with few words."""
    words = Vocabulary(FEW, (*FEW, "vivid"))
    return Setting(words, Mode.FIBBLE, max_turns=6, channel="lies:1")
