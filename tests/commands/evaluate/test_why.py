import re

import pytest

from game import Hard, Vocabulary
from solver import Search
from tests.rows import rows

FEW = (
    *("crane", "slate", "trace", "crate", "brake", "grape", "grace", "brace", "place"),
    *("plate", "skate", "state", "stale", "scale", "shale", "shade", "shame", "flame"),
    *("blame", "blaze"),
)
WORDS = ("--answers", "pair.txt", "--jobs", 1)


def test_it_says_what_moves_of_an_entry_cost_and_names_games(evaluator, tmp_path):
    run = tmp_path / "run"

    played = ("--games", 5, "--seed", "s", "--out", run)
    done = evaluator("why", "mine.py", *WORDS, *played)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("5 games of mine.py")
    assert re.search(r"^  answer  +\d+\.\d\d", done.stdout, re.MULTILINE)
    assert re.search(rf"^python .* watch --run {run} --game \d$", done.stdout, re.M)
    assert len(rows(run)) == 5


@pytest.mark.system  # compiles the kernels of the search
@pytest.mark.parametrize(
    "hard",
    [
        Hard.OFF,
        *(pytest.param(h, marks=pytest.mark.system) for h in (Hard.NYT, Hard.STRICT)),
    ],
)
def test_classic_costs_are_exact(here, tmp_path, hard):
    words = Vocabulary(FEW, FEW)
    # Without --limit, a run has no limit that would matter.
    search = Search(words, hard, 99)
    (best, _), cost = search.best(search.start()), search.cost(search.start(), "shade")
    (tmp_path / "few.txt").write_text("\n".join(FEW))
    played = ("--answers", "few.txt", "--hard", hard, "--games", 20, "--jobs", 1)
    line = ("minimax", "--guess", "shade", "--mode", "classic", *played)

    done = here("evaluate.py", "why", *line)

    assert done.returncode == 0, done.stderr
    assert f"{best / 20:.3f} by best play" in done.stdout
    assert cost > best
    assert re.search(rf"^  1 +{(cost - best) / 20:.3f}  ", done.stdout, re.MULTILINE)
    # The last guess costs nothing, so no game is an example of it.
    (*_, last) = re.findall(r"^  \d .*$", done.stdout, re.MULTILINE)
    assert last.endswith("0.000")
