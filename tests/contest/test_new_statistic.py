import csv
import re

import pytest

from contest.pages.report import report_page
from contest.runs.folder import RunFolder
from contest.runs.results import Run
from contest.statistics import summary
from contest.statistics.summary import Statistic
from contest.terminal.histogram import histograms
from contest.terminal.tables import table_text


@pytest.fixture(autouse=True)
def least(monkeypatch):
    """Add the least score of an entry to the statistics."""
    added = Statistic("least", lambda games: float(games.sorted_scores[0]))
    monkeypatch.setattr(summary, "STATISTICS", (*summary.STATISTICS, added))


def test_it_is_in_summary_csv(wordpl_run, words):
    text = RunFolder(wordpl_run).open(words).summary_csv

    lines = list(csv.DictReader(text.splitlines()))

    assert [line["least"] for line in lines] == ["inf", "inf", "12"]


def test_it_is_in_the_tables_of_the_terminal(wordpl_run, classic_run):
    wordpl = table_text(Run.read(wordpl_run).summaries)
    classic = histograms(Run.read(classic_run).summaries)

    head, *lines = (row.split() for row in wordpl.splitlines()[:4])
    assert (head[-1], [line[-1] for line in lines]) == ("least", ["inf", "inf", "12"])
    assert re.search(r"least\n.* 3$", classic)


@pytest.mark.system
def test_it_is_in_the_report(wordpl_run, classic_run):
    html = report_page([Run.read(wordpl_run), Run.read(classic_run)])

    assert html.count('<button type="button">least</button>') == 2
    assert re.search(r'<td data-value="12.0">12</td></tr>', html)
