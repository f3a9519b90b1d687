import re
import shlex

import pytest

from contest.entries.home import RESULTS
from solver.trees.notation import from_selby

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system

ALL = ("prove", "--all", "--jobs", "1")


def test_the_best_opening_is_found_and_resumed(prover, alike, tmp_path):
    output = prover(*ALL, "--record", "all.csv", "--out", "best.csv")

    best, total = re.match(r"(\w+)[^:]*: (\d+) guesses", output).groups()
    assert f" {len(alike)} games; " in output
    assert f"{best}: {total}" in prover("tree", best)
    games = (tmp_path / "best.csv").read_text().split()
    assert sum(game.count(",") + 1 for game in games) == int(total)
    assert {game.split(",")[0] for game in games} == {best.lower()}
    before = (tmp_path / "all.csv").read_text()
    assert prover(*ALL, "--record", "all.csv") == output
    assert (tmp_path / "all.csv").read_text() == before


def test_the_certificate_of_the_best_opening_is_checked_as_printed(
    prover, alike, tmp_path, here
):
    proof = ("--certificate", "the best.xz", "--out", "best.tree")
    output = prover("prove", "--all", *proof)

    total = from_selby((tmp_path / "best.tree").read_text()).total
    assert f": {total} guesses in {len(alike)} games" in output
    checked = here(*shlex.split(output.splitlines()[-1])[1:])
    assert checked.returncode == 0
    assert "any opening" in checked.stdout
    assert f"{total} guesses in" in checked.stdout


def test_a_corrupt_certificate_is_refused_with_its_line(prover, tmp_path):
    prover("tree", "SOUND", "--certificate", "best.txt")
    lines = (tmp_path / "best.txt").read_text().splitlines()
    lines[-1] = lines[-1].replace(" ", " 1", 1)
    (tmp_path / "best.txt").write_text("\n".join(lines))

    output = prover("prove", "--check", "best.txt", code=2)

    assert f"line {len(lines)}: " in output


def test_the_opening_with_the_shortest_longest_game_is_found(prover):
    worst = ("--objective", "worst")
    output = prover(*ALL, *worst)

    best, total = re.match(r"(\w+)[^:]*: (\S+ guesses)", output).groups()
    longest = int(re.search(r"The longest game takes (\d)", output)[1])
    assert f"{best}: {total}" in prover("tree", best, "--max-guesses", str(longest))
    prover(*ALL, "--max-guesses", str(longest - 1), code=1)
    assert "--record" in prover(*ALL, *worst, "--record", "a.csv", code=2)


def test_every_list_has_a_record_of_its_own_outside_the_checkout(
    prover, alike, tmp_path
):
    before = {*RESULTS.iterdir()}
    first = prover(*ALL)
    (tmp_path / "answers.txt").write_text("\n".join(alike[::2]))

    second = prover(*ALL)

    assert f" {len(alike)} games" in first
    assert f" {len(alike[::2])} games" in second
    assert {*RESULTS.iterdir()} == before
