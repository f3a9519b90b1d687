import os
import re
from pathlib import Path

import pytest

from tests.processes import python

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "examples" / "story.ipynb"

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")


def shown(notebook):
    """Return what every cell shows, as text."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [[o for o in cell.outputs if o.get("name") != "stderr"] for cell in cells]
    return [
        [o["text"] if "text" in o else o["data"]["text/plain"] for o in own]
        for own in outputs
    ]


@pytest.mark.system
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_notebook_tells_today_what_it_shows(monkeypatch):
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    stored = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.read(NOTEBOOK, as_version=4)
    place = {"metadata": {"path": str(NOTEBOOK.parent)}}

    limits = {"timeout": 600, "startup_timeout": 600}
    nbclient.NotebookClient(again, resources=place, **limits).execute()

    assert len(stored.cells) == 10
    # What has changed for the better is stored by: jupyter execute --inplace FILE
    assert shown(again) == shown(stored)
    assert any(shown(stored))


@pytest.mark.system
def test_the_search_for_parameters_prints_the_best_and_draws_all(tmp_path):
    pytest.importorskip("optuna", reason="optuna is not installed")
    plot = tmp_path / "trials.png"
    command = [ROOT / "examples" / "tune.py", plot, "--trials", 2, "--games", 40]

    done = python(*command, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    found = re.fullmatch(r"p05 ([\d.]+): (k_guesses:\S+ \S+)\n", done.stdout)
    assert found is not None, done.stdout
    prices = [float(text) for text in re.findall(r"\d+\.\d+", found[2])]
    # Every search plays new games: with bad luck too few are won at any price.
    assert float(found[1]) in (pytest.approx(sum(prices), abs=0.02), 100)
    assert plot.stat().st_size > 5000
    assert [path.name for path in tmp_path.iterdir()] == ["trials.png"]
