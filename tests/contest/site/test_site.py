import csv
import io
import json
import re

import pytest

from commands.cli import RESULTS
from contest.site.build import PAGES

pytestmark = pytest.mark.system  # the site takes some twenty seconds to build


@pytest.fixture
def opened(opened_site):
    """Return a function that opens a page of the site."""
    return opened_site


def recorded(site, name):
    """Return the data of a run that the page of replays loads."""
    text = (site / "data" / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("loadRun(").removesuffix(");\n"))


def test_the_site_is_small_and_its_links_are_its_pages(site):
    sizes = {path.name: path.stat().st_size for path in site.glob("*.html")}

    assert set(PAGES.values()) == set(sizes)
    assert sizes["index.html"] < 300_000
    text = (site / "index.html").read_text(encoding="utf-8")
    assert '<a href="index.html" aria-current="page">Play</a>' in text
    assert '<a href="docs/index.html">Docs</a>' in text
    assert '"p50":36.9' in text


def test_a_game_of_a_record_is_opened_by_its_address(opened, site):
    name = next((RESULTS / "submissions").iterdir()).name
    rows = recorded(site, name)["entries"][0]["games"]

    page = opened(f"replays.html#run={name}&entry=0&game=17&step=1")
    page.wait("!$('#verify').disabled")

    secret = rows[17][1].upper()
    assert page.text("#about").startswith(f"Game 17, secret {secret}: 1 of ")
    page.type("#stage", "\ue014")  # right
    assert page.run("return location.hash").endswith("&game=17&step=2")
    page.click("#later")
    assert "&game=18&" in page.run("return location.hash")


def test_the_reader_verifies_every_game_of_a_run(opened):
    page = opened("replays.html")
    page.wait("!$('#verify').disabled")
    page.run("run.entries = run.entries.slice(0, 2)")

    page.click("#verify")

    page.wait("$('#verified').textContent.startsWith('Verified in ')")
    assert "2,002 games" in page.text("#verified")
    assert page.run("return $('#misfits').children.length") == 0


@pytest.mark.parametrize(
    ("column", "edit", "reason"),
    [
        ("answer", "aback", "the secret is"),
        ("score", "1", "the score is"),
        ("outcome", "won", "the outcome is wrong, not won"),
        ("moves", "slate:9:ccccc", "clue 1 is not the one that the seed gives"),
    ],
)
def test_a_record_that_was_edited_is_found_out(opened, column, edit, reason):
    page = opened("replays.html")
    page.wait("!$('#verify').disabled")
    page.run(
        "const entry = run.entries[0], all = entry.games.slice(0, 50);"
        "run.entries = [{ ...entry, games: all }];"
        "const place = (name) => run.columns.indexOf(name);"
        "const k = all.findIndex((row) => row[place('outcome')] === 'wrong');"
        "all[k] = all[k].with(place(arguments[0]), arguments[1]);",
        column,
        edit,
    )

    page.click("#verify")

    page.wait("$('#misfits').children.length === 1")
    assert reason in page.text("#misfits")
    assert page.text("#verified") == "1 game of 50 is not what the seed deals:"


ENTRY = "entries/quantile-p05.html"


@pytest.mark.parametrize("page", [*PAGES.values(), ENTRY])
@pytest.mark.parametrize("width", [320, 1600])
def test_a_page_fits_its_window(opened, page, width):
    shown = opened(page)
    shown.resize(width, 700)

    assert shown.run("return document.documentElement.scrollWidth") <= width


def cells(page, table=0):
    return page.run(
        f"const rows = [...$$('table')[{table}].tBodies[0].rows];"
        "return rows.map((row) => [...row.cells].map((cell) => cell.innerText))"
    )


def test_the_leaderboard_is_a_picture_three_rows_and_links(opened, site):
    page = opened("leaderboard.html")

    assert page.run("return $('img').naturalWidth") > 0
    rows = cells(page)
    assert [row[0] for row in rows] == ["5 %", "50 %", "95 %"]
    assert rows[1][1] == "36.9"
    assert all(float(floor) < float(record) for _, record, _, _, floor in rows)
    assert page.run("return $$('table').length") == 1
    links = page.run("return $$('.entries a').map((a) => a.getAttribute('href'))")
    assert len(links) == len({*links}) == len([*site.glob("entries/*.html")])
    assert all((site / link).is_file() for link in links)


def test_the_picture_flags_each_record_with_its_holder_and_the_next(site):
    text = (site / "leaderboard.svg").read_text(encoding="utf-8")

    words = re.findall(r">([^<>]+)</(?:text|tspan)>", text)
    assert "p05: 14.45" in words
    assert "next: 13.7275" in words
    assert {"quantile/p95", "published", "uniform_random"} <= {*words}
    assert "@media (prefers-color-scheme: dark)" in text


def test_an_entry_has_a_page_with_its_curve_ranks_runs_and_fingerprint(opened):
    page = opened(ENTRY)

    assert page.run("return $('img').naturalWidth") > 0
    assert page.text("code") == "Quantile(schedule=(10.0, 4.45), opening='trace')"
    columns, runs, turns, losses, clues = (cells(page, k) for k in range(5))
    assert columns[0][:2] == ["5 %", "14.45"]
    text = (RESULTS / "leaderboard.csv").read_text(encoding="utf-8")
    line = next(
        line
        for line in csv.DictReader(io.StringIO(text))
        if line["entry"] == "quantile/p05" and line["kind"] == "submission"
    )
    ranks = [
        f"{line[f'{column}_rank_low']}-{line[f'{column}_rank_high']}"
        for column in ("p50", "p95")
    ]
    assert [row[4:] for row in columns] == [
        ["1", ""],
        *([rank, "k_guesses"] for rank in ranks),
    ]
    assert [row[-1] for row in runs] == ["none", "p05 at 14.45"]
    assert [(row[0], row[1], float(row[2])) for row in turns] == [
        ("1", "100%", 10.0),
        ("2", "100%", 4.45),
    ]
    assert all(float(row[3]) <= float(row[4]) for row in turns)
    kinds = {(row[0], row[1]) for row in losses}
    assert {
        ("turn 1", "price"),
        ("turn 2", "word"),
        ("final answer", "answer"),
    } <= kinds
    shares = [float(row[-1][:-1]) for row in clues]
    assert shares == sorted(shares, reverse=True)
    assert 50 < sum(shares) <= 100.5


def test_an_entry_leads_to_its_games(opened):
    page = opened("leaderboard.html")

    page.run("[...$$('a')].find((a) => a.textContent === 'minimax').click()")
    page.wait("$('h2')?.textContent === 'minimax'")
    page.run("[...$$('td a')].find((a) => /games/.test(a.textContent)).click()")
    page.wait("window.loadRun && !$('#verify').disabled")

    assert page.run("return $('#entry').selectedOptions[0].textContent").startswith(
        "minimax ("
    )


@pytest.mark.slow
def test_the_reader_verifies_every_record(opened, site):
    for path in sorted((site / "data").iterdir()):
        page = opened(f"replays.html#run={path.stem}")
        page.wait("!$('#verify').disabled")
        page.click("#verify")
        page.wait("$('#verified').textContent.includes(' in ')")
        assert page.run("return $('#misfits').children.length") == 0
