import re

import pytest

from tests.widths import too_long

SHORT = ("--games", 20, "--seed", "s", "--jobs", 1)


def test_it_says_how_many_games_a_record_would_need(here, strategy_file):
    strategy_file("return 'crane', 40.0")

    sure, hopeless = (
        here("evaluate.py", "plan", "mine.py", "--column", *asked, *SHORT, width=60)
        for asked in (("p05", "--record", 44), ("p95", "--record", 30))
    )

    assert (sure.returncode, sure.stderr) == (0, "")
    assert "won within 41.8 takes the record 44" in " ".join(sure.stdout.split())
    assert re.search(r"^1,000 +\d+ % +\d+ % +\d+ %$", sure.stdout, re.MULTILINE)
    assert re.search(r"^1,000 +0 % +100 % +0 %$", hopeless.stdout, re.MULTILINE)
    assert "half of the tests are decided within" in hopeless.stdout
    said = "an official run of 20 games like these certifies"
    lead = rf"lead of p05: ([\d.]+), taken by ([\d.]+) or less; {said} ([\d.]+|no b)"
    (found,) = re.findall(lead, " ".join(sure.stdout.split()))
    assert float(found[1]) == pytest.approx(float(found[0]) - 0.05)
    assert too_long(sure.stdout + hopeless.stdout, 60) == []
