import shutil
import subprocess
from pathlib import Path

import pytest

from contest.sandbox.confinement import system_calls
from research.builders.build_system_calls import table


def test_the_table_is_made_from_the_headers_of_the_kernel():
    if shutil.which("cpp") is None:
        pytest.skip("the preprocessor of C is not installed")
    try:
        made = table().splitlines()
    except subprocess.CalledProcessError:
        pytest.skip("headers of the kernel for x86-64 are not installed")
    stored = Path(system_calls.__file__).with_suffix(".csv").read_text().splitlines()

    if made[0] == stored[0]:
        assert made == stored
    else:
        # The headers are of another version. The newer version has all calls of the
        # older version.
        assert {*stored[1:]} <= {*made[1:]} or {*made[1:]} <= {*stored[1:]}
