import os
import sys
import time

import pytest

from contest.entries.entry import resolve
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import RemoteStrategy
from contest.sandbox.workdir import furnish
from game.protocol import Forfeit, Setting
from game.words import DATA, Vocabulary

LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))

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
    checkout = tmp_path / "checkout"
    (checkout / ".git").mkdir(parents=True)
    (checkout / "valid.txt").write_text("zonal\n")
    (checkout / "link").symlink_to("nowhere")
    os.mkfifo(checkout / "pipe")

    furnish(str(scratch), str(kernels), str(checkout), [".git"], apart=False)

    copied = (scratch / "checkout" / "checkout").iterdir()
    assert sorted(path.name for path in copied) == ["link", "valid.txt"]


def test_a_checkout_may_have_the_name_of_the_folder_of_kernels(
    scratch, kernels, tmp_path
):
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "valid.txt").write_text("zonal\n")

    furnish(str(scratch), str(kernels), str(tmp_path / "kernels"), (), apart=False)

    assert (scratch / "checkout/kernels/valid.txt").read_text() == "zonal\n"


@pytest.fixture
def play(strategy_file):
    """Play a first move in the sandbox."""
    started = []

    def first_move(code, *without, head="import os, mmap", timeout=60.0):
        file = strategy_file(code, head=head)
        setting = Setting(Vocabulary.load(), timeout=timeout)
        policy = SandboxPolicy(
            resolve(str(file)), LISTS, setting, Limits(600.0), without
        )
        remote = RemoteStrategy(policy)
        started.append(remote)
        remote.start()
        if remote.missing or not (without or remote.namespaces == "own"):
            pytest.skip(f"here: {remote.missing}, namespaces {remote.namespaces}")
        remote.new_game(0)
        return remote, remote.first_move

    yield first_move
    for one in started:
        one.close()


FILL = """
import os
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
"""


@pytest.mark.parametrize("keep", [True, False])
def test_the_kernel_keeps_the_limit_of_a_scratch_folder_in_memory(play, keep):
    remote, move = play(f"return fill({keep!r}), 1", head=FILL)

    (said, _) = move()

    assert said in ("256 No space left on device", "255 No space left on device")
    assert os.listdir(remote._process.scratch) == []  # nothing is on the disk


@pytest.mark.parametrize("what", ["reserve", "count"])
def test_neither_space_nor_files_can_be_had_beyond_the_limits(play, what):
    _, move = play(f"{what}()", head=FILL)

    with pytest.raises(Forfeit, match="No space left on device"):
        move()


def test_a_folder_on_a_disk_cannot_reserve_space(play):
    _, move = play("reserve()", "namespaces", head=FILL)

    with pytest.raises(Forfeit, match="Operation not permitted"):
        move()


# Neighbours with other rights are not merged into one mapping.
MAPPINGS = """
import mmap, time
def split():
    held = [mmap.mmap(-1, 4096, prot=1 + k % 2 * 2) for k in range(60_000)]
    time.sleep(1e6)
"""


@pytest.mark.system
@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_many_mappings_do_not_delay_the_end_of_a_game(play, without):
    remote, move = play("split()", *without, head=MAPPINGS, timeout=1.0)
    began = time.monotonic()

    with pytest.raises(Forfeit) as lost:
        move()

    assert str(lost.value.reason) in ("over 1 s", "process ended: over 10000 mappings")
    assert remote.seconds < 3.05
    assert time.monotonic() - began < 6
