import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from contest.entries.home import RESULTS, ROOT
from contest.leaderboard.leads import next_lead
from contest.leaderboard.records import LEADS, read_standing
from contest.pages.site import PAGES, SIZES
from game.text.deals import page_address

OFFICIAL = min((RESULTS / "official").iterdir()).name
ADDRESSES = [page.address for page in PAGES]

pytestmark = pytest.mark.system  # the site takes some twenty seconds to build


def test_words_of_another_length_are_solved(opened_site):
    page = opened_site("solve.html")
    page.click("#lengths [data-length='4']")

    page.type("body", "tale0000\ue007cups2222\ue007")  # Enter; before the first advice

    page.wait("$('#message').textContent === 'Solved in 2 guesses.'")
    assert page.run("return $('#pages [aria-current]').textContent") == "Solve"


def test_the_site_is_small_and_its_links_are_its_pages(site):
    sizes = {path.name: path.stat().st_size for path in site.glob("*.html")}

    lengths = {page_address("", size) for size in SIZES}
    solving = {f"solve-{size}.html" for size in SIZES if size != 5}
    assert {*ADDRESSES, *lengths, *solving, "404.html"} == set(sizes)
    assert sizes["index.html"] < 300_000
    text = (site / "index.html").read_text(encoding="utf-8")
    assert '<a href="index.html" aria-current="page">Play</a>' in text
    assert '<a href="docs/index.html">Docs</a>' in text
    assert '"p50":36.3' in text


def test_every_page_has_the_icon(site):
    pages = [*site.glob("*.html"), *site.glob("entries/*.html")]

    for page in pages:
        text = page.read_text(encoding="utf-8")
        (data,) = re.findall(r'<link rel="icon" href="data:image/svg\+xml,(.*)">', text)
        assert ElementTree.fromstring(unquote(data)).tag.endswith("svg"), page.name


def test_the_text_for_programs_links_to_the_built_documentation(site):
    text = (site / "llms.txt").read_text(encoding="utf-8")

    assert text.startswith("# Clueproof for programs that read\n\n> ")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        page = ROOT / link.removesuffix(".html")
        assert page.with_suffix(".md").is_file(), link


def test_a_game_of_a_record_is_opened_by_its_address(opened_site, site):
    name = min((RESULTS / "submissions").iterdir()).name
    text = (site / "data" / f"{name}.js").read_text(encoding="utf-8")
    run = json.loads(text.removeprefix("loadRun(").removesuffix(");\n"))
    rows = run["entries"][0]["games"]

    page = opened_site(f"replays.html#run={name}&entry=0&game=17&step=1")
    page.wait("!$('#verify').disabled")

    secret = rows[17][1].upper()
    assert page.text("#about").startswith(f"Game 17, secret {secret}: 1 of ")
    page.type("#stage", "\ue014")  # right
    assert page.run("return location.hash").endswith("&game=17&step=2")
    page.click("#later")
    assert "&game=18&" in page.run("return location.hash")


def test_replays_open_with_the_last_win_of_the_leader(opened_site):
    page = opened_site("replays.html")
    page.wait("!$('#verify').disabled")

    fields = page.run("return Object.fromEntries(new URLSearchParams(location.hash))")
    assert fields["#run"] == read_standing(RESULTS / LEADS)["p50"].run
    rows = page.run("return run.entries[0].games.map((row) => [row[0], row[3]])")
    won = [game for game, outcome in rows if outcome == "won"]
    assert fields["game"] == won[-1]


def test_the_reader_verifies_every_game_of_a_run(opened_site):
    page = opened_site(f"replays.html#run={OFFICIAL}")
    page.wait("!$('#verify').disabled")
    page.run("run.entries = run.entries.slice(0, 2)")

    page.click("#verify")

    page.wait("$('#verified').textContent.startsWith('Verified in ')")
    assert "2,002 games" in page.text("#verified")
    assert page.run("return $('#misfits').children.length") == 0


@pytest.mark.parametrize(
    ("column", "edit", "reason"),
    [
        ("answer", "aback", "the recorded secret is aback, but the seed gives"),
        ("score", "1", "the recorded score is 1, but a replay gives"),
        ("outcome", "won", "the recorded outcome is won, but a replay gives wrong"),
        ("moves", "slate:9:ccccc", "clue 1 is not the clue that the seed gives"),
    ],
)
def test_a_record_that_was_edited_is_found_out(opened_site, column, edit, reason):
    page = opened_site(f"replays.html#run={OFFICIAL}")
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
    assert page.text("#verified") == "1 game of 50 does not follow from the seed:"


def played(page):
    """Return the games of each row of a table that has some."""
    games = [row[5].replace(",", "") for row in cells(page)]
    return [int(count) for count in games if count != "-"]


def test_entries_of_other_columns_are_folded(opened_site):
    page = opened_site("leaderboard.html")

    page.click(".column [aria-expanded]")

    assert page.run("return $('.column button[aria-expanded]').ariaExpanded") == "true"
    rows = cells(page, 0, "tr:not([hidden])")
    assert len(rows) == len(cells(page)) > 10
    budgets = [float(row[3].split()[0]) for row in rows if row[0] != "-"]
    assert all(round(20 * budget, 6).is_integer() for budget in budgets)


def cells(page, table=0, query="tr"):
    return page.run(
        f"const rows = $$('table')[{table}].tBodies[0].querySelectorAll('{query}');"
        "return [...rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )


def test_the_leaderboard_says_who_leads_and_what_takes_the_lead(opened_site):
    page = opened_site("leaderboard.html")

    cards = page.run("return $$('.card').map((card) => card.innerText)")
    leads = read_standing(RESULTS / "leads.csv")
    assert len(cards) == len(leads) == 3
    for text, holder in zip(cards, leads.values(), strict=True):
        assert f"{holder.budget:g} nats" in text
        assert f"{next_lead(holder.budget):g} or less" in text
        assert holder.entry in text
    shown = [cells(page, k, "tr:not([hidden])") for k in range(3)]
    assert [[row[1] for row in rows] for rows in shown] == [
        ["quantile/p05", "quantile, earlier", "published"],
        ["quantile/p50", "published"],
        ["two_ahead/p95", "quantile/p95", "published"],
    ]
    for text, (first, second, *_) in zip(cards, shown, strict=True):
        ahead = round(float(second[3]) - float(first[3]), 2)
        assert f"{first[1]}, {ahead:g} ahead of {second[1]}" in text
    top = page.run(
        "return ['img', 'table'].map((q) => $(q).getBoundingClientRect().top)"
    )
    assert top == sorted(top)
    assert page.run("return $('main a').textContent") == "Write a strategy"


def test_each_column_has_a_table_with_an_entry_once(opened_site, site):
    page = opened_site("leaderboard.html")

    links = set()
    for table, (column, lead) in enumerate(
        read_standing(RESULTS / "leads.csv").items()
    ):
        rows = cells(page, table)
        assert rows[0][:2] == ["1", lead.entry], column
        assert float(rows[0][3]) == lead.budget
        names = [row[1] for row in rows]
        assert len(names) == len({*names})
        assert not any("(" in name for name in names)
        links |= {
            *page.run(
                f"return $$('table')[{table}].querySelectorAll('a')"
                ".values().map((a) => a.getAttribute('href')).toArray()"
            )
        }
    assert {site / link for link in links} == {*site.glob("entries/*.html")}


def test_a_table_is_sorted_by_a_click(opened_site):
    page = opened_site("leaderboard.html")
    games = played(page)

    for order, ends in (("ascending", False), ("descending", True)):
        page.run(
            "$$('table')[0].tHead.rows[0].cells[5].querySelector('button').click()"
        )
        found = played(page)
        assert found == sorted(games, reverse=ends)
        heads = "[...$$('table')[0].tHead.rows[0].cells]"
        shown = page.run(f"return {heads}.map((head) => head.ariaSort)")
        assert shown == [None] * 5 + [order, None]


def test_the_picture_names_the_leaders_and_the_published_scores(site):
    text = (site / "leaderboard.svg").read_text(encoding="utf-8")

    words = re.findall(r">([^<>]+)</(?:text|tspan)>", text)
    leads = read_standing(RESULTS / "leads.csv").values()
    assert {f"{lead.budget:g} {lead.entry}" for lead in leads} <= {*words}
    assert {"15.6 published", "36.9 published", "75 published"} <= {*words}
    assert "uniform_random" not in text
    assert "@media (prefers-color-scheme: dark)" in text


def test_an_entry_has_a_page_with_its_columns_and_runs(opened_site):
    page = opened_site("entries/quantile-p05.html")

    assert page.run("return $('img').naturalWidth") > 0
    assert page.text("code") == "Quantile(schedule=(10.0, 4.35), opening='trace')"
    columns, runs = (cells(page, k) for k in range(2))
    assert columns[0][:2] == ["p05: 5 % of the games won", "14.35"]
    assert [row[1] for row in columns[1:]] == ["not reached", "not reached"]
    assert [row[-1] for row in runs] == ["p05 14.35", "none"]


@pytest.mark.parametrize("width", [390, 1280])
def test_no_table_of_an_entry_runs_off_its_card(opened_site, width):
    page = opened_site("entries/quantile-p50.html")
    page.resize(width, 800)

    wide = "[...$$('.scroll')].filter((card) => card.scrollWidth > card.clientWidth)"
    assert page.run(f"return {wide}.map((card) => card.ariaLabel)") == []


def test_an_entry_leads_to_its_games(opened_site):
    page = opened_site("leaderboard.html")

    page.run("[...$$('a')].find((a) => a.textContent === 'minimax').click()")
    page.wait("$('h2')?.textContent === 'minimax'")
    page.run("[...$$('tbody a')].find((a) => /games/.test(a.textContent)).click()")
    page.wait("window.loadRun && !$('#verify').disabled")

    assert page.run("return $('#entry').selectedOptions[0].textContent").startswith(
        "minimax ("
    )
