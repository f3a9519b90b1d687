import os

import pytest

from contest.sandbox.workdir import CAPACITY, fill_folder, find_excess, measure_contents
from game.protocol import Forfeit

pytestmark = pytest.mark.linux


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
    limited = fill_folder(str(scratch), str(kernels), "", (), in_memory=False)

    assert not limited
    assert (scratch / "kernels/solver/entropy.nbi").read_text() == "index"
    (scratch / "kernels/solver/other.nbi").write_text("new")
    assert len(list((kernels / "solver").iterdir())) == 1


def test_a_checkout_is_copied_without_what_blocks(scratch, kernels, tmp_path):
    checkout = tmp_path / "kernels"  # the folder of compiled kernels has this name, too
    (checkout / ".git").mkdir(parents=True)
    (checkout / "valid.txt").write_text("zonal\n")
    (checkout / "link").symlink_to("nowhere")
    os.mkfifo(checkout / "pipe")

    fill_folder(str(scratch), str(kernels), str(checkout), [".git"], in_memory=False)

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


@pytest.fixture
def start_user(start_protected):
    """Start a strategy that uses its folder; skip if no folder can be in memory."""

    def start(*moves, without=(), **options):
        player = start_protected(*moves, head=CODE, without=without, **options)
        if not without and player.process.namespaces != "own":
            pytest.skip(f"namespaces: {player.process.namespaces}")
        return player

    return start


@pytest.mark.parametrize("keep", [True, False])
def test_the_kernel_keeps_the_limit_of_a_scratch_folder_in_memory(
    start_user, begin_game, keep
):
    player = start_user(f"return fill({keep!r}), 1")

    said, _ = begin_game(player).first_move()

    assert said in ("256 No space left on device", "255 No space left on device")
    assert os.listdir(player.process.scratch) == []  # nothing is on the disk


@pytest.mark.parametrize("what", ["reserve", "count"])
def test_neither_space_nor_files_can_be_had_beyond_the_limits(
    start_user, begin_game, what
):
    strategy = begin_game(start_user(f"{what}()"))

    with pytest.raises(Forfeit, match="No space left on device"):
        strategy.first_move()


def test_deleted_files_count_as_long_as_they_are_open_or_mapped(start_user, begin_game):
    player = start_user("hold(); return 'held', 1", "drop()", without=("namespaces",))
    folder = str(player.process.scratch)
    pid = player.process.pid
    strategy = begin_game(player)
    strategy.first_move()
    size, count = measure_contents(folder)

    def find_excess_over(more, most_files=count):
        return find_excess(folder, size + more, most_files, pid)

    assert find_excess_over(4 << 20) == "over 256 MiB of files"
    # The deleted file of 5 MiB counts once, although it is open twice and mapped.
    assert find_excess_over(6 << 20) == ""
    assert find_excess_over(6 << 20, count - 1) == "over 10000 files"
    with pytest.raises(Forfeit, match="dropped"):
        strategy.next_move("crane", 1, "")
    # Only mapped: the size is unknown, and that of the largest file is assumed.
    assert find_excess_over(CAPACITY - 1) == "over 256 MiB of files"
    assert find_excess_over(CAPACITY) == ""


@pytest.mark.system
@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_many_mappings_do_not_delay_the_end_of_a_game(start_user, begin_game, without):
    strategy = begin_game(start_user("split()", without=without, timeout=1.0))

    with pytest.raises(Forfeit) as lost:
        strategy.first_move()

    # Whichever limit comes first: of CPU time, of the clock, or of mappings.
    late = "over 1 s of CPU", "over 3 s of wall-clock time"
    assert str(lost.value.reason).startswith((*late, "process ended: over 10000 map"))
    assert strategy.read_time().wall < 60  # machines stall
