"""System calls of a confined process, compared with the model of the filter."""

import errno
import json
import platform
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contest.entries.home import ROOT
from contest.sandbox.confinement import system_calls
from contest.sandbox.policy import list_readable
from tests.contest.sandbox.confinement import call_model
from tests.sandboxed import policy_of

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in system_calls.MACHINES,
    reason="needs Linux on a processor with known calls",
)

# Makes calls for who writes their numbers and arguments, and answers with each errno.
CALLER = """
import ctypes, json, os, sys
from contest.sandbox.child import give_up_rights
missing = give_up_rights(json.loads(sys.argv[1]), limited=True)
print(json.dumps([os.getpid(), missing]), flush=True)
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
for line in sys.stdin:
    errors = []
    for call in json.loads(line):
        failed = libc.syscall(*map(ctypes.c_long, call)) == -1
        errors.append(ctypes.get_errno() if failed else 0)
    print(json.dumps(errors), flush=True)
"""

# Not called where they are allowed: they end the process, or wait.
NEVER = ("exit", "exit_group", "rt_sigreturn", "pause", "ppoll", "clone")
# No descriptor, no address, no length: what is allowed fails or does nothing.
HARMLESS = (-1, 0, 0, 0, 0, 0)
HARMLESS_HERE = {
    "close_range": (0xFFFFFFFF, 0xFFFFFFFF, 0, 0, 0, 0),
    **dict.fromkeys(("open", "mmap", "madvise", "futex", "prlimit64"), (0,) * 6),
}


class Caller:
    """A confined process that makes calls."""

    def __init__(self, folder):
        paths = list_readable(policy_of(f"{folder}/mine.py:Mine()"))
        rights = {"readable": paths, "writable": [str(folder)], "executable": []}
        rights["without"] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", CALLER, json.dumps(rights)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.pid, self.missing = json.loads(self._process.stdout.readline())

    def make(self, calls):
        """Return the errno of each call, 0 for one that succeeded."""
        print(json.dumps(calls), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@pytest.fixture(scope="module")
def caller(tmp_path_factory):
    folder = tmp_path_factory.mktemp("caller")
    (folder / "mine.py").write_text("class Mine: pass\n")
    caller = Caller(folder)
    yield caller
    caller.close()


@settings(max_examples=50)
@given(st.data())
def test_a_confined_process_gets_the_errno_of_the_model(caller, data):
    if caller.missing:
        pytest.skip(f"not protected here: {caller.missing}")

    program = data.draw(st.lists(calls(caller.pid), min_size=1, max_size=30))
    errors = caller.make([call for _, call in program])

    for (expected, call), error in zip(program, errors, strict=True):
        if expected == call_model.ALLOWED:
            assert error not in (errno.EPERM, errno.ENOSYS), call
        else:
            assert error == expected, call


def calls(own):
    """Draw a harmless call, and the outcome of the call by the model."""
    machine = platform.machine()
    numbers = system_calls.read_numbers(machine)
    names = {number: name for name, number in numbers.items()}
    last = max(names)
    conditions = call_model.conditions(own, machine)
    words = st.one_of(
        st.sampled_from([0, 1, 2, 3, 4, 9, 10, 129, own, own + 1, 0x1021, 0o1001]),
        st.integers(0, 2**32 - 1),
        st.integers(0, 31).map(lambda bit: 1 << bit),
    )

    @st.composite
    def one(draw):
        known = st.sampled_from(sorted(names))
        checked = st.sampled_from([numbers[n] for n in conditions if n in numbers])
        new = st.integers(0, 2**31 - 1) | st.integers(-9, -1)
        number = draw(st.one_of(known, checked, checked, new))
        name = names.get(number, "gap" if 0 <= number <= last else None)
        arguments = [draw(words) for _ in range(6)]
        if name in conditions:
            tested = conditions[name][1]
            harmless = HARMLESS_HERE.get(name, HARMLESS)
            arguments = [
                draw(words) if k in tested else harmless[k]
                for k in range(len(harmless))
            ]
        expected = call_model.outcome(name, arguments, own, machine)
        if expected == call_model.ALLOWED:
            if name in NEVER or says_no_itself(name, arguments):
                number = numbers["getpid"]
                arguments = [0] * 6
                name = "getpid"
            elif name not in conditions:
                arguments = list(HARMLESS)
        return expected, [number, *arguments]

    return one()


def says_no_itself(name, arguments):
    """Whether the kernel itself answers EPERM or ENOSYS to a call that is allowed."""
    operation = arguments[1]
    return (
        name == "membarrier"  # which has to be registered
        or (name == "futex" and operation & 256 and operation & 127 != 9)
    )
