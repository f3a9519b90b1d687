import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest.sandbox.confinement.unix import make_owned_name
from contest.sandbox.reasons import fault_of, mask_process, mask_reason

# What a message may name of the process that raises it.
VARYING = st.fixed_dictionaries(
    {
        "address": st.integers(1 << 24, (1 << 48) - 1),
        "pid": st.integers(100, 4_194_304),
        "thread": st.integers(10**9, 1 << 48),
        "token": st.text("0123456789abcdef", min_size=16, max_size=16),
        "name": st.text(
            "abcdefghijklmnopqrstuvwxyz0123456789_", min_size=8, max_size=8
        ),
        "seconds": st.floats(1e9, 2e9),
        "uuid": st.uuids(),
    }
)
PARTS = [
    "<f1.Tree object at 0x{address:x}>",
    "0X{address:X}",
    "Thread 0x{address:016x} (most recent call first):",
    "process id: 0x{pid:x}",
    "thread id {pid}",
    "native id: {pid}",
    "Task-{pid}",
    "<_DummyThread(Dummy-{pid}, started daemon {thread})>",
    "<SpawnProcess name='SpawnProcess-{pid}' parent={pid} initial>",
    "{uuid}",
    "{address}",
    "{pid}",
    "pid={pid}",
    "/proc/{pid}/maps",
    "<Thread(Thread-{pid} (work), started daemon {thread})>",
    "ThreadPoolExecutor-{pid}_{pid}",
    "'/tmp/clueproof-{pid}-{token}/x.txt'",
    "clueproof-{pid}-{token}",
    "/scratch/tmp{name}",
    "at {seconds}",
    "id {thread}",
]
WORDS = st.text("abcxyz '\"():,.-/[]<>", max_size=12) | st.just("game 15 of 99")


# Facts that differ between processes are masked, and the rest of the text is the same.
@given(st.lists(st.sampled_from(PARTS) | WORDS), VARYING, VARYING)
def test_processes_that_do_the_same_give_one_reason(parts, here, there):
    def say(facts):
        text = " ".join(part.format(**facts) if "{" in part else part for part in parts)
        return mask_process(text, [facts["pid"]])

    assert say(here) == say(there)


def test_the_folders_of_the_referee_are_masked():
    assert (
        mask_process(f"open('/tmp/{make_owned_name()}/x.txt')") == "open('.../x.txt')"
    )


@pytest.mark.parametrize(
    "text",
    [
        "index 2315 is out of bounds for axis 0 with size 2315",
        "epsilon 0.30000000000000004: expected 0.01 or more, or 0 to answer",
        "guess 'facade' is not in the word list",
        "'soare'",
        "process ended: killed by SIGKILL",
        "process ended: exited with status 4",
    ],
)
def test_what_the_seed_determines_stays(text):
    assert mask_process(text, [2, 77]) == text


def test_the_file_and_the_line_stay():
    reason = "KeyError: 0x7fb3 (mine_20261128.py, line 5)"

    assert mask_reason(reason) == "KeyError: ... (mine_20261128.py, line 5)"
    assert fault_of(reason) == "KeyError (mine_20261128.py, line 5)"
    assert fault_of("E140737350: x (a.py, line 1)") == fault_of(
        "E94382746 (a.py, line 1)"
    )
    assert fault_of("KeyError") == fault_of("KeyError: (a)") != fault_of("OSError: a")
