"""Fixtures of the attacks."""

import tempfile

import pytest

from contest.runs.workers.runner import end_player
from tests.adversarial.corpus import honest_rows


@pytest.fixture(scope="module")
def own_folders(tmp_path_factory):
    """Give this module a temporary folder and a cache that nobody else uses."""
    temporary = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        patch.setenv("CLUEPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CLUEPROOF_TEST_SECRET", "zonal")
        yield temporary
        end_player()


@pytest.fixture(scope="module")
def alone(own_folders):
    """The rows that an honest entry gets before there is any attack."""
    return honest_rows()
