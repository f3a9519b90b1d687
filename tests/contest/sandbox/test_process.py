import os
import sys

import pytest

from contest.sandbox.process import Process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def test_a_checkout_is_copied_without_what_blocks(tmp_path):
    checkout = tmp_path / "checkout"
    (checkout / ".git").mkdir(parents=True)
    (checkout / "valid.txt").write_text("zonal\n")
    (checkout / "link").symlink_to("nowhere")
    os.mkfifo(checkout / "pipe")
    process = Process()

    try:
        copy = process.take_in(checkout, (".git",))

        assert sorted(path.name for path in copy.iterdir()) == ["link", "valid.txt"]
    finally:
        process.end()
    assert not process.scratch.exists()


@pytest.mark.parametrize("name", ["kernels", "checkout"])
def test_a_checkout_may_have_any_name(tmp_path, name):
    (tmp_path / name).mkdir()
    (tmp_path / name / "valid.txt").write_text("zonal\n")
    process = Process()

    try:
        copy = process.take_in(tmp_path / name, ())

        assert copy.name == name
        assert [path.name for path in copy.iterdir()] == ["valid.txt"]
    finally:
        process.end()
