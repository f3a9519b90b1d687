"""Limits of a process on systems that have stricter ones, or refuse to set some."""

import json
import subprocess
import sys

import pytest

from contest.sandbox.confinement import lockdown, unix

pytestmark = pytest.mark.linux

OURS = {
    "RLIMIT_AS": 4 << 30,
    "RLIMIT_FSIZE": 256 << 20,
    "RLIMIT_NOFILE": 256,
    "RLIMIT_CORE": 1,
    "RLIMIT_MEMLOCK": 1 << 20,
    "RLIMIT_MSGQUEUE": 0,
}
PROGRAM = """
import json, resource, sys
from contest.sandbox.confinement import lockdown
for name, value in json.loads(sys.argv[1]).items():
    resource.setrlimit(getattr(resource, name), (value, value))
lockdown.limit_resources()
names = json.loads(sys.argv[2])
print(json.dumps({n: resource.getrlimit(getattr(resource, n)) for n in names}))
"""


@pytest.mark.parametrize(
    "stricter",
    [
        {},
        {"RLIMIT_CORE": 0},
        {"RLIMIT_MEMLOCK": 64 << 10},
        {"RLIMIT_AS": 3_000_000 << 10},
        {"RLIMIT_NOFILE": 64},
        {"RLIMIT_FSIZE": 10 << 10, "RLIMIT_CORE": 0, "RLIMIT_MEMLOCK": 0},
    ],
)
def test_each_limit_is_the_smaller_of_ours_and_the_systems(stricter):
    texts = json.dumps(stricter), json.dumps([*OURS])

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *texts], capture_output=True, check=True
    )

    expected = {name: [value, value] for name, value in (OURS | stricter).items()}
    assert json.loads(done.stdout) == expected


def test_a_limit_that_is_refused_leaves_the_others(monkeypatch):
    class Refusing:
        RLIM_INFINITY = -1

        def __init__(self):
            self.values = {}

        def __getattr__(self, name):
            return name

        def getrlimit(self, name):
            return 5, -1

        def setrlimit(self, name, values):
            if name == "RLIMIT_FSIZE":
                raise PermissionError(1, "Operation not permitted")
            self.values[name] = values

    refusing = Refusing()
    monkeypatch.setitem(unix.MODULES, "resource", refusing)

    with pytest.raises(lockdown.Missing, match=r"cannot set RLIMIT_FSIZE .*setrlimit"):
        lockdown.limit_resources()

    set_ones = {name: (value, value) for name, value in OURS.items()}
    del set_ones["RLIMIT_FSIZE"]
    assert refusing.values == set_ones
