import re

import pytest

from solver.trees.notation import from_selby


@pytest.mark.system  # compiles the kernels of the search and of the checker
@pytest.mark.parametrize("openings", [("sound",), ("sound", "batch")])
def test_openings_have_a_tree_and_a_certificate(prover, tmp_path, openings):
    proof = ("--certificate", "best.txt", "--out", "best.csv")
    output = prover("tree", ",".join(openings), *proof)

    shown = " then ".join(word.upper() for word in openings)
    total = int(re.match(rf"{shown}: (\d+) guesses", output)[1])
    games = [game.split(",") for game in (tmp_path / "best.csv").read_text().split()]
    assert sum(map(len, games)) == total
    assert {tuple(game[: len(openings)]) for game in games} == {openings}
    checked = prover("prove", "--check", "best.txt")
    assert shown in checked
    assert f"{total} guesses in" in checked


@pytest.mark.system
def test_a_position_has_a_tree_and_a_certificate(prover, tmp_path):
    proof = ("--certificate", "best.txt", "--out", "best.tree")
    output = prover("tree", "CATER=icc..", "sound=00000", *proof)

    total, games = re.match(
        r"CATER  icc.., SOUND  ....., \w+: (\d+) guesses in (\d+) games", output
    ).groups()
    tree = from_selby((tmp_path / "best.tree").read_text())
    played = list(tree.games())
    assert (tree.total, len(played)) == (int(total), int(games))
    assert {game[:2] for game in played} == {("cater", "sound")}
    checked = prover("prove", "--check", "best.txt")
    assert f"CATER  icc.., SOUND  ....., any opening, at most 6 guesses: {total}" in (
        checked
    )
    worst = prover("tree", "CATER=icc..", "sound=00000", "--objective", "worst")
    longest = int(re.search(r"No tree wins every game in (\d)", worst)[1]) + 1
    assert f"worst {longest}\n" in worst


@pytest.mark.system
def test_another_objective_with_weights(prover, alike, tmp_path):
    lines = [f"{word},{1 + place % 5}" for place, word in enumerate(alike)]
    (tmp_path / "answers.txt").write_text("\n".join(lines))

    for objective in ("within-2", "1,3,9,27"):
        asked = ("--objective", objective, "--certificate", "best.txt")
        one = prover("tree", "SOUND", *asked)
        best = prover("prove", "--all", *asked)
        record = ("--record", f"{objective}.csv", "--jobs", "1")
        ranked = prover("prove", "--all", *asked[:2], *record)

        assert "weighted" in one
        result = best.split(": ")[1].split("; no")[0]
        assert result in ranked
        assert result in prover("prove", "--check", "best.txt")
        assert f"'{objective}.csv'" in prover("prove", "--all", *record, code=2)


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


@pytest.mark.system
@pytest.mark.parametrize("name", ["mine.tree", "mine.csv"])
def test_a_tree_that_was_written_is_watched(here, tmp_path, name):
    (tmp_path / "words.txt").write_text("crane\nslate\ntrace\n")
    words = ("--answers", "words.txt")
    here("evaluate.py", "tree", "crane", *words, "--out", name)

    game = ("--mode", "classic", "--answer", "slate")
    done = here("interactive.py", "watch", f"tree:{name}", *words, *game)

    assert f"SLATE: solved in 2 guesses by tree:{name}" in done.stdout, done.stderr
