import re
import shlex

import pytest

from contest.entries.home import RESULTS
from game.word_files import DATA
from game.words import Vocabulary
from solver.trees.notation import from_selby

WORDS = Vocabulary.load()
ALIKE = [w for w in WORDS.answers if w[1:3] == "at" or w[2:] == "und"]


@pytest.fixture
def tree(here, tmp_path):
    """Run evaluate.py tree on a few words."""
    (tmp_path / "answers.txt").write_text("\n".join(ALIKE))
    guesses = sorted({*ALIKE, *WORDS.guesses[::99]})
    (tmp_path / "guesses.txt").write_text("\n".join(guesses))
    files = ["--answers", "answers.txt", "--guesses", "guesses.txt"]

    def run(*arguments, code=0):
        done = here("evaluate.py", "tree", *arguments, *files)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr if code == 2 else done.stdout

    return run


@pytest.mark.system
def test_a_beam_finds_a_tree_and_bounds_every_opening(tree, tmp_path):
    record = "--record", "openings.csv", "--jobs", "1", "--certificate", "best.txt"
    output = tree("--all", "--beam", "1", "--at-least", "50", *record)

    least = int(re.search(r"no tree has fewer than (\d+)", output)[1])
    assert least >= 50
    lows = (tmp_path / "openings.csv").read_text().splitlines()[2:]
    assert min(int(line.split(",")[1]) for line in lows) == least
    assert f"no tree has fewer than {least}" in tree("--check", "best.txt")


def test_the_best_opening_and_its_certificate(tree, tmp_path):
    output = tree("--all", "--certificate", "the best.xz", "--out", "best.tree")

    printed = shlex.split(output.splitlines()[-1])
    assert printed[1:] == [
        *("evaluate.py", "tree", "--check", "the best.xz"),
        *("--answers", "answers.txt", "--guesses", "guesses.txt"),
    ]
    total = from_selby((tmp_path / "best.tree").read_text()).total
    assert f": {total} guesses in {len(ALIKE)} games" in output
    checked = tree("--check", "the best.xz")
    assert "any opening" in checked
    assert f"{total} guesses in" in checked
    assert "no tree has fewer" in checked


@pytest.mark.system
@pytest.mark.parametrize("objective", ["within-2", "1,3,9,27"])
def test_another_objective_with_weights(tree, tmp_path, objective):
    lines = [f"{word},{1 + place % 5}" for place, word in enumerate(ALIKE)]
    (tmp_path / "answers.txt").write_text("\n".join(lines))

    asked = ("--objective", objective, "--certificate", "best.txt")
    one, best = tree("SOUND", *asked), tree("--all", *asked)
    ranked = tree("--all", *asked[:2], "--record", "all.csv", "--jobs", "1")

    assert "weighted" in one
    result = best.split(": ")[1].split("; no")[0]
    assert result in ranked
    assert result in tree("--check", "best.txt")
    refused = tree("--all", "--record", "all.csv", code=2)
    assert "name another file" in refused
    (tmp_path / "pairs.txt").write_text("sound\nbatch")
    assert "weights in 'answers.txt': expected none" in tree(
        "--pairs", "pairs.txt", code=2
    )
    (tmp_path / "answers.txt").write_text("sound -1\nbatch 2")
    assert "'sound -1'" in tree("SOUND", code=2)


def test_a_corrupt_certificate_is_refused_with_its_line(tree, tmp_path):
    tree("SOUND", "--certificate", "best.txt")
    lines = (tmp_path / "best.txt").read_text().splitlines()
    lines[-1] = lines[-1].replace(" ", " 1", 1)
    (tmp_path / "best.txt").write_text("\n".join(lines))

    output = tree("--check", "best.txt", code=2)

    assert f"line {len(lines)}: " in output


def test_where_no_tree_wins_every_game_it_is_said(tree):
    assert "No tree wins every game in" in tree("SOUND", "--objective", "worst")

    output = tree("SOUND", "--max-guesses", "2", code=1)
    assert output.startswith("SOUND: no tree wins every game in 2 guesses.")


def test_the_best_opening_is_found_and_resumed(tree, tmp_path):
    output = tree("--all", "--jobs", "1", "--record", "all.csv")

    best, total = re.match(r"(\w+)[^:]*: (\S+ guesses)", output).groups()
    assert f" {len(ALIKE)} games; each of the other " in output
    assert f"{best}: {total}" in tree(best)
    before = (tmp_path / "all.csv").read_text()
    assert tree("--all", "--record", "all.csv") == output
    assert (tmp_path / "all.csv").read_text() == before


def test_the_tree_of_the_best_opening_is_written(tree, tmp_path):
    output = tree("--all", "--jobs", "1", "--out", "best.csv")

    best, total = re.match(r"(\w+)[^:]*: (\d+) guesses", output).groups()
    games = (tmp_path / "best.csv").read_text().split()
    assert sum(game.count(",") + 1 for game in games) == int(total)
    assert {game.split(",")[0] for game in games} == {best.lower()}


def test_the_opening_with_the_shortest_longest_game_is_found(tree):
    output = tree("--all", "--jobs", "1", "--objective", "worst")

    best, total = re.match(r"(\w+)[^:]*: (\S+ guesses)", output).groups()
    longest = int(re.search(r"The longest game takes (\d)", output)[1])
    assert f"{best}: {total}" in tree(best, "--max-guesses", str(longest))
    assert tree("--all", "--max-guesses", str(longest - 1), code=1) == (
        f"No opening wins every game in {longest - 1} guesses.\n"
    )
    refused = tree("--all", "--objective", "worst", "--record", "a.csv", code=2)
    assert "--record: expected none with --objective worst" in refused


def test_every_list_has_a_record_of_its_own_outside_the_checkout(tree, tmp_path):
    before = {*RESULTS.iterdir()}
    first = tree("--all", "--jobs", "1")
    (tmp_path / "answers.txt").write_text("\n".join(ALIKE[::2]))

    second = tree("--all", "--jobs", "1")

    assert f" {len(ALIKE)} games" in first
    assert f" {len(ALIKE[::2])} games" in second
    assert {*RESULTS.iterdir()} == before


@pytest.mark.system
def test_weights_count_in_the_histogram_and_in_its_mean(here, tmp_path):
    (tmp_path / "weighted.txt").write_text("crane 3\nslate 1\ncrony 2\n")

    done = here("evaluate.py", "tree", "CRANE", "--answers", "weighted.txt")

    head, one, two, figures, _ = done.stdout.splitlines()
    assert head.startswith("CRANE: 9 weighted guesses in 6 weighted games; no tree")
    assert (one[:5], one[-2:]) == ("  1 █", " 3")
    assert (two[:5], two[-2:]) == ("  2 █", " 3")
    assert figures == "mean 1.5000, standard deviation 0.5000, worst 2"


def test_dot_is_looked_for_before_anything_is_proved(mistake, monkeypatch):
    monkeypatch.setenv("PATH", "")

    output = mistake("tree", "crane", "--out", "best.svg")

    assert "no svg without the program dot: expected Graphviz (apt install" in output


def test_two_openings_are_played_whatever_the_clues(tree, tmp_path):
    output = tree("sound,batch", "--certificate", "best.txt", "--out", "best.csv")

    total = int(re.match(r"SOUND then BATCH: (\d+) guesses", output)[1])
    games = (tmp_path / "best.csv").read_text().split()
    assert sum(game.count(",") + 1 for game in games) == total
    assert {tuple(game.split(",")[:2]) for game in games} == {
        ("sound", "batch"),
        ("sound",),
    }
    assert "SOUND then BATCH, at most 6 guesses" in tree("--check", "best.txt")
    refused = tree("sound,batch", "--hard", "nyt", code=2)
    assert "opening 'sound,batch': expected one word in hard mode nyt" in refused


def test_the_best_pair_of_a_file(tree, tmp_path):
    (tmp_path / "pairs.txt").write_text("sound\nbatch\nCATER\nsound\n")

    output = tree("--pairs", "pairs.txt")

    total = int(re.search(r": (\d+) guesses in", output)[1])
    others = [
        int(re.search(r": (\d+) guesses", tree(pair))[1])
        for pair in ("sound,batch", "sound,cater", "batch,cater")
    ]
    assert total == min(others)
    assert "every other pair of 3 words needs more" in output
    for option in (["--hard", "nyt"], ["--out", "a.tree"], ["--objective", "worst"]):
        refused = tree("--pairs", "pairs.txt", *option, code=2)
        assert f"{option[0]}" in refused
        assert "expected none with --pairs" in refused
    (tmp_path / "one.txt").write_text("sound\n")
    assert "'sound': expected two words or more" in tree("--pairs", "one.txt", code=2)


@pytest.mark.system
def test_the_optimal_tree_plays_in_the_sandbox(here):
    entry = f"tree:{DATA / 'optimal-5.txt'}"

    done = here("evaluate.py", "score", entry, "--mode", "classic")

    assert re.search(r"2,315  90  1239  907  79 +7920", done.stdout), done.stderr


@pytest.mark.parametrize("name", ["mine.tree", "mine.csv"])
def test_a_tree_that_was_written_is_watched(here, tmp_path, name):
    (tmp_path / "words.txt").write_text("crane\nslate\ntrace\n")
    words = ("--answers", "words.txt")
    here("evaluate.py", "tree", "crane", *words, "--out", name)

    game = ("--mode", "classic", "--answer", "slate")
    done = here("interactive.py", "watch", f"tree:{name}", *words, *game)

    assert f"SLATE in 2 guesses by tree:{name}" in done.stdout, done.stderr
