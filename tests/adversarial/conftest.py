"""Fixtures of the attacks."""

import tempfile

import pytest

from contest.runs.workers.runner import end_player
from tests.adversarial.corpus import honest_rows


@pytest.fixture(scope="module")
def own_folders(tmp_path_factory):
    """Give a test module its own temporary folder and its own cache."""
    temporary = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        patch.setenv("CLUEPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CLUEPROOF_TEST_SECRET", "zonal")
        yield temporary
        end_player()


@pytest.fixture(scope="module")
def alone(own_folders):
    """Return the rows that an honest entry gets before any attack is played."""
    return honest_rows()
