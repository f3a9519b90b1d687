"""Check that the project supports a Python, before anything is installed.

    PYTHON .ci/supported.py NAME

PYTHON is the interpreter to check, and NAME is how messages call it. This program runs
on every Python, also on old versions. The supported versions are in pyproject.toml.
"""

import io
import os
import platform
import re
import sys
import sysconfig

UNSERVED = (
    "Clueproof needs numba. There are numba packages for Linux with glibc, for Macs "
    "with Apple silicon and for Windows, but not for %s: use the container of "
    ".devcontainer/Containerfile"
)
REFUSED = (
    "Clueproof needs CPython 3.%d to 3.%d, and %s is %s %s; "
    "name another Python: make PYTHON=python3.%d"
)


def main():  # noqa: ANN201
    """Exit with a message of one line if the project does not support this Python."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with io.open(os.path.join(folder, "pyproject.toml"), encoding="utf-8") as file:  # noqa: UP020
        bounds = re.search(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', file.read())
    low, high = (int(bound) for bound in bounds.groups())
    kind = platform.python_implementation()
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        kind = "free-threaded " + kind
    if kind != "CPython" or not (3, low) <= sys.version_info < (3, high):
        version = platform.python_version()
        facts = (low, high - 1, sys.argv[1], kind, version, high - 2)
        sys.exit(REFUSED % facts)
    if (sys.platform, platform.machine()) == ("darwin", "x86_64"):
        sys.exit(UNSERVED % "Macs with an Intel processor")
    if "musl" in str(sysconfig.get_config_var("HOST_GNU_TYPE")):
        sys.exit(UNSERVED % "Linux with musl")


main()
