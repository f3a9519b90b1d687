import json
import re

import numpy as np
import pytest

from contest.leaderboard.leads import next_lead
from contest.leaderboard.records import read_standing
from contest.pages.plots.curves import entry_curve
from contest.pages.plots.svg import draw_svg
from contest.pages.report import report_page
from contest.runs.results import Run
from contest.statistics.prospects import prospect_of
from game.clues import parse
from game.protocol import Mode
from game.words import Vocabulary
from solver.bounds.floors import floor
from tests.contest.pages.test_accessibility import violations
from tests.web.playing import posterior

RECORDS = """column,budget,entry,kind,run,date,target,games
p05,15.6,published one,published,,,,0
p50,36.9,published two,published,,,,0
p05,14.45,quantile,submission,quantile-96d5a4f1,2026-11-21,14.82,40001
"""
LONG = "q:Quantile(schedule=(12.25, 13.375), opening='a, (b', replies='trace.txt')"


@pytest.fixture(scope="module")
def runs(wordpl_run, classic_run):
    return [Run.read(wordpl_run), Run.read(classic_run)]


@pytest.fixture(scope="module")
def standing(tmp_path_factory):
    path = tmp_path_factory.mktemp("results") / "leads.csv"
    path.write_text(RECORDS)
    return read_standing(path)


@pytest.fixture(scope="module")
def html(runs, standing):
    return report_page(runs, standing)


@pytest.mark.system
def test_each_setting_has_a_table_of_its_own(write_run, tmp_path, standing):
    one = [("crane", 30.0)]
    two = [("crane", 30.0), ("moist", 30.0)]
    scripts = {LONG: [*one, ("?", 0.0)], "two": [*two, ("?", 0.0)]}
    paths = [write_run(tmp_path / "five", scripts)]
    six = Vocabulary.load(6)
    scripts = {"cheap": [(six.answers[0], 6.0), ("?", 0.0)]}
    paths.append(write_run(tmp_path / "six", scripts, vocabulary=six))
    classic = {"knows": [("crane", float("inf"))]}
    for boards in (2, 1):
        name = f"classic{boards}"
        paths.append(write_run(tmp_path / name, classic, Mode.CLASSIC, boards))
    hard = write_run(tmp_path / "hard", classic, Mode.CLASSIC, hard="nyt")

    mixed = report_page([Run.read(path) for path in [*paths, hard]], standing)

    tables = re.findall(
        r"<h3>([^<]*)</h3>\s*<div[^>]*>\s*<table>(.*?)</table>", mixed, re.S
    )
    shown = [(title, re.findall(r"#entry-(\d+)", table)) for title, table in tables]

    assert "…" not in mixed
    assert "opening=a, (b, replies" in mixed.replace("&#39;", "")
    # Best first in each of them.
    assert shown[:5] == [
        ("2,315 answers of 5 letters", ["2", "1"]),
        ("2,536 answers of 6 letters", ["3"]),
        ("2,315 answers of 5 letters, 2 boards", ["4"]),
        ("2,315 answers of 5 letters", ["5"]),
        ("2,315 answers of 5 letters, nyt hard mode", ["6"]),
    ]
    assert [">lead<" in table for _, table in tables[:3]] == [
        True,
        False,
        False,
    ]


def test_the_page_is_one_file_and_asks_for_nothing(html):
    assert len(html) < 1_000_000
    outside = re.findall(r'(?:src|href|url)\s*[=(]\s*"?([^")\s>]+)', html)
    assert {link[0] for link in outside} == {"#"}
    assert "default-src 'none'" in html


def test_a_name_cannot_become_part_of_the_page(html):
    assert "<b>" not in html.replace("<b>Adjusted</b>", "")
    assert html.count("</script>") == 2
    data = json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])
    assert [entry["entry"] for entry in data["entries"]][1] == "a</script><b>"


def test_the_own_name_of_an_entry_stands_below_its_heading(html):
    assert html.count("own name") == 1
    heading = r"<h3><code>bold</code></h3>\s+<p class=.faint.>own name"
    assert re.search(heading, html)
    assert re.search(r"<code>.*Bold.*&lt;i&gt;.*</code>", html)


def test_a_sentence_says_how_near_an_entry_is_to_a_lead(html, runs, standing):
    targets = {name: next_lead(holder.budget) for name, holder in standing.items()}

    for summary in runs[0].summaries:
        text = prospect_of(summary.games, targets).text
        assert f"<p>{text[0].upper()}{text[1:]}.</p>" in html


def test_floors_and_records_stand_below_the_columns(html, words):
    foot = re.search(r"<tfoot>(.*?)</tfoot>", html, re.DOTALL)[1]

    found = [float(text) for text in re.findall(r"<td>([\d.]+)<", foot)]

    assert found[:2] == [14.45, 36.9]
    assert '14.45<br><span class="exact">quantile-96d5a4f1</span>' in foot
    expected = [floor(words, p) for p in (0.05, 0.5, 0.95)]
    assert found[2:] == pytest.approx(expected, abs=1e-3)


def test_what_is_lost_is_endless_and_what_is_unknown_is_empty(html):
    assert "adjusted ∞" in html  # nobody wins half of these games
    assert not re.search(r">(nan|inf)\b", html)


def test_pictures_are_read_aloud_and_share_no_names(runs):
    def draw(result):
        games = result.games
        points = games.curve.steps()
        return entry_curve(
            result.entry, points, {"p05": 15.6}, games.setting.vocabulary
        )

    drawn = [draw(result) for result in runs[0].summaries]

    names = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in drawn]

    assert all('role="img" aria-label="' in svg for svg in drawn)
    assert not names[0] & names[1]
    assert "a&lt;/script&gt;&lt;b&gt;" in drawn[1]
    assert draw(runs[0].summaries[1]) == drawn[1]
    name = "fill: #abcdef"  # looks like a colour of the drawing
    svg = draw_svg(lambda axes: axes.set_title(name), "plot", name)
    assert re.findall(f'["><]{name}["><]', svg) == [f'"{name}"', f">{name}<"]


def test_games_without_prices_have_bars_of_their_guesses(html):
    bars = re.findall(r'<table class="bars">.*?</table>', html, re.DOTALL)

    assert len(bars) == 1
    row = r'<th scope="row">3</th><td><i style="width: 70.0%"></i> 40</td>'
    assert re.search(row, bars[0])


def test_pictures_have_the_colours_of_the_page(html):
    drawn = re.findall(r"<svg.*?</svg>", html, re.DOTALL)

    assert len(drawn) == 4
    for picture in drawn:
        assert "var(--ink, currentColor)" in picture
        assert not re.search("#[0-9a-f]{6}", re.sub(r"var\([^)]*\)", "", picture))
        assert "mathdefault" not in picture  # how matplotlib writes powers in TeX


@pytest.fixture
def opened(browser, html, tmp_path):
    """Return a browser that shows the page from disk."""
    path = tmp_path / "report.html"
    path.write_text(html, encoding="utf-8")
    browser.resize(1280, 900)
    browser.open(path.as_uri())
    return browser


def test_a_click_sorts(opened):
    names = "return $$('#outcomes tbody th').map(e => e.textContent.split(' ')[0])"
    won = "return $$('#outcomes td:nth-child(2)').map(e => +e.textContent)"
    before = opened.run(names)

    opened.click("#outcomes thead th:nth-child(2) button")
    rising = opened.run(won)
    opened.click("#outcomes thead th:nth-child(2) button")
    falling = opened.run(won)
    opened.click("#outcomes thead th:nth-child(1) button")
    by_name = opened.run(names)

    assert rising == sorted(rising) != falling
    assert falling == sorted(rising, reverse=True)
    assert by_name == sorted(before) != before
    assert opened.run("return $$('#outcomes [aria-sort]').length") == 1
    assert opened.errors() == []


def test_a_lost_percentile_sorts_behind_every_score(opened):
    values = "return $$('#wordpl tbody td:nth-child(3)').map(e => e.dataset.value)"

    opened.click("#wordpl thead th:nth-child(3) button")
    rising = opened.run(values)

    assert rising == sorted(rising, key=float)
    assert rising[-1] == "inf"
    assert rising[0] != "inf"


@pytest.mark.parametrize(
    ("scheme", "ink", "card"),
    [
        ("light", "rgb(23, 25, 28)", "rgb(255, 255, 255)"),
        ("dark", "rgb(244, 245, 246)", "rgb(28, 29, 31)"),
    ],
)
def test_plots_follow_the_theme(opened, scheme, ink, card):
    opened.prefer(color_scheme=scheme)

    text = opened.run("return getComputedStyle($('figure svg text')).fill")
    back = opened.run("return getComputedStyle($('figure svg')).backgroundColor")
    white = opened.run(
        "return $$('figure svg path').filter(e => e.closest('defs') === null && "
        "getComputedStyle(e).fill === 'rgb(255, 255, 255)').length"
    )
    opened.prefer()

    assert (text, back, white) == (ink, card, 0)


def test_the_viewer_steps(opened, words):
    opened.run("$$('.look')[1].click()")
    assert "secret" in opened.text("#about")
    assert opened.run("return $$('#turns .turn').length") == 1

    # By button, then by the arrow keys, as far as the final answer.
    opened.click("#step")
    assert opened.run("return $$('#turns .turn').length") == 2
    opened.type("#stage", "\ue014")  # right
    opened.type("#stage", "\ue014")
    assert "final answer CRANE after paying 44.5 nats" in opened.text("#about")
    assert not opened.driver.find_element("id", "step").is_enabled()
    opened.type("#stage", "\ue012")  # left
    assert "3 of 3 clues, 44.5 nats paid" in opened.text("#about")

    # Another game, and those of one outcome.
    opened.click("#later")
    assert opened.run("return $('#game').value") == "1"
    opened.run("$('#game').value = 17; $('#game').onchange()")
    assert opened.text("#about").startswith("Game 17,")
    assert opened.errors() == []


def test_what_a_game_printed_is_shown_at_its_end(browser, write_run, tmp_path):
    path = write_run(tmp_path / "run", {"mine": [("crane", 12.0), ("?", 0.0)]}, games=3)
    line = {"entry": "mine", "game": "1", "log": "<b>a thought</b>"}
    (path / "logs.jsonl").write_text(f"{json.dumps(line)}\n")
    (tmp_path / "page.html").write_text(report_page([Run.read(path)]), encoding="utf-8")
    browser.resize(1280, 900)
    browser.open((tmp_path / "page.html").as_uri())

    browser.click("#later")
    before = browser.run("return $('#log').hidden")
    browser.click("#step")
    shown = browser.text("#log")
    browser.click("#later")

    assert (before, shown) == (True, "<b>a thought</b>")
    assert browser.run("return $('#log').hidden")
    assert browser.errors() == []


def test_axe_finds_no_violation_in_the_report_and_it_fits(opened):
    opened.run("$$('.look')[1].click(); show(3)")

    assert violations(opened) == []


def test_the_posterior_is_the_referees(opened, runs, words):
    opened.run("$$('.look')[1].click()")
    opened.run("show(3)")
    number, answer, _, _, moves, _ = [*runs[0].games.values()][1][0]
    turns = (move.split(":") for move in moves.split())
    played = [(guess, float(price), parse(clue, 5)) for guess, price, clue in turns]
    belief = posterior(words, played)

    shown = opened.run("return $$('#words li').map(e => +e.dataset.chance)")

    best = np.sort(belief.probabilities)[::-1][: len(shown)]
    assert shown == pytest.approx(best, rel=1e-9)
    doubt = opened.text("#doubt")
    rank = belief.rank(words.answer_index[answer])
    assert f"uncertain as one of {2**belief.entropy:.1f} equally likely words." in doubt
    own = belief.probabilities[words.answer_index[answer]]
    shared = np.isclose(belief.probabilities, own, rtol=1e-9, atol=0).sum()
    assert f"The rank of the secret is no. {rank}, shared by {shared} words." in doubt
    assert number == "0"


def test_several_boards_step_too(opened):
    opened.run("$$('.look')[3].click()")
    assert "On board 1: " in opened.text("#doubt")

    opened.run("show(2)")

    assert "On board 2: " in opened.text("#doubt")
    assert opened.run("return $$('#turns .board').length") == 4
