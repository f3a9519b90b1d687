import csv
import re

from contest.pages.report import report_page
from contest.runs.folder import RunFolder
from contest.runs.results import Run
from contest.statistics import summary
from contest.statistics.summary import Statistic
from contest.terminal.histogram import histograms
from contest.terminal.tables import table_text


def test_a_statistic_that_is_added_is_in_every_table(
    monkeypatch, wordpl_run, classic_run, words
):
    added = Statistic("least", lambda games: float(games.sorted_scores[0]))
    monkeypatch.setattr(summary, "STATISTICS", (*summary.STATISTICS, added))

    runs = [Run.read(wordpl_run), Run.read(classic_run)]
    text = RunFolder(wordpl_run).open(words).summary_csv
    head, *lines = (row.split() for row in table_text(runs[0].summaries).splitlines())
    html = report_page(runs)

    least = ["inf", "inf", "12"]
    assert [line["least"] for line in csv.DictReader(text.splitlines())] == least
    assert (head[-1], [line[-1] for line in lines[:3]]) == ("least", least)
    assert re.search(r"least\n.* 3$", histograms(runs[1].summaries))
    assert html.count('<button type="button">least</button>') == 2
    assert re.search(r'<td data-value="12.0">12</td></tr>', html)
