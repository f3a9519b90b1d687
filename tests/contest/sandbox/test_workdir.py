import os
import sys
import time

import pytest

from contest.sandbox.workdir import CAPACITY, contents, excess, furnish
from game.protocol import Forfeit

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def kernels(tmp_path):
    """Return a folder of compiled kernels."""
    folder = tmp_path / "compiled" / "solver"
    folder.mkdir(parents=True)
    (folder / "entropy.nbi").write_text("index")
    return tmp_path / "compiled"


@pytest.fixture
def scratch(tmp_path):
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def test_compiled_kernels_are_linked_into_a_folder_that_can_be_written(
    scratch, kernels
):
    limited = furnish(str(scratch), str(kernels), "", (), apart=False)

    assert not limited
    assert (scratch / "kernels/solver/entropy.nbi").read_text() == "index"
    (scratch / "kernels/solver/other.nbi").write_text("new")
    assert len(list((kernels / "solver").iterdir())) == 1


def test_a_checkout_is_copied_without_what_blocks(scratch, kernels, tmp_path):
    checkout = tmp_path / "kernels"  # like the folder of compiled ones
    (checkout / ".git").mkdir(parents=True)
    (checkout / "valid.txt").write_text("zonal\n")
    (checkout / "link").symlink_to("nowhere")
    os.mkfifo(checkout / "pipe")

    furnish(str(scratch), str(kernels), str(checkout), [".git"], apart=False)

    copied = (scratch / "checkout" / "kernels").iterdir()
    assert sorted(path.name for path in copied) == ["link", "valid.txt"]
    assert (scratch / "kernels/solver/entropy.nbi").read_text() == "index"


CODE = """
import mmap, os, time
def fill(keep):
    total = 0
    try:
        for k in range(100):
            file = os.open(f"part{k}", os.O_CREAT | os.O_RDWR)
            if not keep:
                os.unlink(f"part{k}")
            for _ in range(8):
                total += os.write(file, bytes(1 << 19))
            if keep:
                os.close(file)
    except OSError as error:
        return f"{total >> 20} {error.strerror}"
def reserve():
    for k in range(5):
        file = os.open(f"part{k}", os.O_CREAT | os.O_RDWR)
        os.posix_fallocate(file, 0, 200 << 20)
def count():
    for k in range(20_000):
        os.close(os.open(f"part{k}", os.O_CREAT | os.O_WRONLY))
def split():  # neighbours with other rights are not merged into one mapping
    held = [mmap.mmap(-1, 4096, prot=1 + k % 2 * 2) for k in range(60_000)]
    time.sleep(1e6)
def hold():
    global file, copy, page
    file = os.open("part", os.O_CREAT | os.O_RDWR)
    os.unlink("part")
    os.write(file, bytes(5 << 20))
    copy = os.dup(file)
    os.close(copy)
    page = mmap.mmap(file, 4096)  # which keeps a copy of its own
def drop():
    os.close(file)
    os.close(copy)
    raise ValueError("dropped")
"""


def playing(protected, *moves, without=(), **options):
    remote = protected(*moves, head=CODE, without=without, **options)
    if not without and remote.namespaces != "own":
        pytest.skip(f"namespaces: {remote.namespaces}")
    remote.new_game(0)
    return remote


@pytest.mark.parametrize("keep", [True, False])
def test_the_kernel_keeps_the_limit_of_a_scratch_folder_in_memory(protected, keep):
    remote = playing(protected, f"return fill({keep!r}), 1")

    said, _ = remote.first_move()

    assert said in ("256 No space left on device", "255 No space left on device")
    assert os.listdir(remote._process.scratch) == []  # nothing is on the disk


@pytest.mark.parametrize("what", ["reserve", "count"])
def test_neither_space_nor_files_can_be_had_beyond_the_limits(protected, what):
    remote = playing(protected, f"{what}()")

    with pytest.raises(Forfeit, match="No space left on device"):
        remote.first_move()


def test_a_folder_on_a_disk_cannot_reserve_space(protected):
    remote = playing(protected, "reserve()", without=("namespaces",))

    with pytest.raises(Forfeit, match="Operation not permitted"):
        remote.first_move()


def test_deleted_files_count_as_long_as_they_are_open_or_mapped(protected):
    remote = playing(protected, "return hold(), 1", "drop()", without=("namespaces",))
    folder, pid = str(remote._process.scratch), remote._process.pid
    remote.first_move()
    size, count = contents(folder)

    def excess_over(more, most_files=count):
        return excess(folder, size + more, most_files, pid)

    assert excess_over(4 << 20) == "over 256 MiB of files"
    assert excess_over(6 << 20) == ""
    assert excess_over(6 << 20, count - 1) == "over 10000 files"
    with pytest.raises(Forfeit, match="dropped"):
        remote.next_move("crane", 1, "")
    # Only mapped: the size is unknown, and that of the largest file is assumed.
    assert excess_over(CAPACITY - 1) == "over 256 MiB of files"
    assert excess_over(CAPACITY) == ""


@pytest.mark.system
@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_many_mappings_do_not_delay_the_end_of_a_game(protected, without):
    remote = playing(protected, "split()", without=without, timeout=1.0)
    began = time.monotonic()

    with pytest.raises(Forfeit) as lost:
        remote.first_move()

    assert str(lost.value.reason) in ("over 1 s", "process ended: over 10000 mappings")
    assert remote.seconds < 3.05
    assert time.monotonic() - began < 6
