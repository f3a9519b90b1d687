import subprocess
import sys

import pytest

from contest.entries.home import ROOT

pytestmark = pytest.mark.linux

# Prints how much of each range of the interpreter's and C library's code is shared.
PROGRAM = """
import re, sys
sys.path.insert(0, sys.argv[1])
import contest.runs.workers.runner
from contest.sandbox.confinement.referee import copy_code_pages

def shared():
    sizes, name = {}, ""
    for line in open("/proc/self/smaps"):
        if head := re.match(r"[0-9a-f]+-\\S+ r\\S+p( \\S+){3} +(/.*)?", line):
            name = head[2] or ""
        elif not re.match(r"[0-9a-f]+-", line) and "/lib" in name:
            key, value, *_ = line.split()
            short = re.split(r"[-.0-9]", name.rpartition("/")[2])[0]
            if key in ("Rss:", "Anonymous:"):
                sign = 1 if key == "Rss:" else -1
                sizes[short] = sizes.get(short, 0) + sign * int(value)
    return {name: sizes.get(name, 0) for name in ("libc", "_multiarray_umath")}

before = shared()
assert min(before.values()) > 100, before
assert copy_code_pages() > 1 << 20
assert max(shared().values()) == 0, shared()
assert copy_code_pages() > 1 << 20  # once is enough
"""


def test_the_code_of_the_referee_is_on_pages_of_its_own():
    command = [sys.executable, "-c", PROGRAM, str(ROOT)]

    done = subprocess.run(command, capture_output=True, text=True, timeout=600)

    assert (done.returncode, done.stderr) == (0, "")
