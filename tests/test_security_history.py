"""The security history names a test of every hole, and each of them exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "security-history.md").read_text(encoding="utf-8")
HOLES = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| hole |")
]


@pytest.mark.parametrize("hole", HOLES, ids=lambda cells: cells[0])
def test_a_hole_has_tests_that_exist(hole):
    _, how, closed, tests = hole

    paths = re.findall(r"`([^`]+)`", tests)
    missing = [
        path
        for path in paths
        if not any(
            (base / path).is_file() for base in (ROOT, ROOT / "contest" / "conformance")
        )
    ]

    assert how.endswith(".")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d(, [0-9a-f]{7})+", closed)
    assert paths
    assert not missing


def test_holes_are_listed():
    assert len(HOLES) == len(re.findall(r"\d{4}-\d\d-\d\d,", PAGE)) > 20


def test_the_challenge_and_the_history_are_linked():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")

    assert "security-history" in index
    assert "SECURITY.md" in index
    assert "\n## Standing challenge\n" in security
    assert "(docs/security-history.md)" in security
