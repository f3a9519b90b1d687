"""Files that bear the names of libraries, beside the script."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rows import rows


@pytest.mark.slow
def test_a_file_beside_the_script_is_not_taken_for_the_library(tmp_path):
    root = Path(__file__).resolve().parents[2]
    for name in ("game", "solver", "strategies", "contest", "commands", "data"):
        (tmp_path / name).symlink_to(root / name)
    shutil.copy(root / "evaluate.py", tmp_path / "script.py")
    for name in ("random", "math", "json", "socket"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken in')")
    arguments = ["bayesian_random", "--games", "4", "--jobs", "1", "--out", "run"]

    done = subprocess.run(
        [sys.executable, "script.py", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    assert "taken in" not in done.stdout + done.stderr
    assert {row["outcome"] for row in rows(tmp_path / "run")} <= {"won", "wrong"}
