from contest.entries.entry import Entry, resolve
from contest.entries.imports import solver_imports
from game.protocol import Mode


def test_imports_are_those_of_a_file_and_of_strategies_and_files_that_it_imports(
    tmp_path,
):
    (tmp_path / "helper.py").write_text("import solver.matrix.letters\n")
    file = tmp_path / "mine.py"
    file.write_text("import helper\nfrom strategies.bayesian_wordle import X\n")

    found = solver_imports([Entry("mine", file, "X()")])

    assert {"solver.matrix.letters", "solver.matrix.partitions.partitions"} <= found
    assert "solver.advice.adversary.Adversary" not in found


def test_entries_together_import_what_each_does():
    entries = [resolve(name, Mode.CLASSIC) for name in ("adversarial", "entropy")]

    both = solver_imports(entries)

    assert both == solver_imports(entries[:1]) | solver_imports(entries[1:])
    assert "solver.advice.adversary.Adversary" in both


def test_what_is_no_python_and_another_checkout_import_nothing(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from solver import (\n")

    assert solver_imports([Entry("mine", file, "X()")]) == set()
    file.write_text("from solver import Belief\n")
    assert solver_imports([Entry("mine", file, "X()")]) == {"solver.Belief"}
    assert solver_imports([Entry("mine", file, "X()", checkout=tmp_path)]) == set()
