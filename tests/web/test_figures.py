"""The player's own figures, and their way to another browser."""

import json
import statistics

import pytest
from scipy import stats

from tests.web.playing import answer, give_up, guess, secret


def figures(page):
    page.wait("$$('#figures-of tbody td').length === 12")
    return page.run("return $$('#figures-of tbody td').map(td => td.textContent)")


def test_finished_games_are_counted_and_rated_as_the_review_rates_them(opened):
    page = opened("kind=classic&seed=1")
    for word in ("crane", "moist"):
        guess(page, word)
        guess(page, secret(page))
        page.wait("figures.length === 2")
        page.click("#again")
    guess(page, "crane")
    give_up(page)
    page.wait("figures.length === 1")

    page.click("#figures")
    page.wait("$('#course svg')")

    kept = page.run("return endedGames().map((game) => game.figures)")
    cost = statistics.fmean(sum(one[0] for one in game) for game in kept)
    luck = statistics.fmean(sum(one[1] for one in game) for game in kept)
    signed = [f"{x:.2f}".replace("-", "\u2212") for x in (cost, luck)]
    assert figures(page)[1::2] == ["3", "67 %", "2.00", "0.00", *signed]
    assert "3.42 guesses" in page.text("#references")
    page.click("[data-kind=wordpl]")
    assert page.run("return $('#figures-of').hidden")
    assert "50 % of the games within 36.9 nats" in page.text("#references")


def test_the_review_and_the_figures_agree(opened):
    page = opened("kind=wordpl&seed=1")
    guess(page, "crane", 9)
    guess(page, "slump", 9)
    answer(page, "moist")
    page.wait("figures.length === 2")
    page.click("#rate")
    page.wait("$$('#review li').length === 2")

    facts = dict(
        page.run(
            "return [...$('#review dl').children].map(d => "
            "[...d.children].map(c => c.textContent))"
        )
    )

    shown = [float(facts[name].replace("\u2212", "-")) for name in ("cost", "luck")]
    assert page.run("return figures[0]") == pytest.approx(shown, abs=0.006)
    assert page.run("return figures[1]") == [0, 0]  # chances are no bits
    review = page.run("return $('#review').textContent")
    assert "judged by the chance to win: cost" in review
    rows = page.run(
        "return askEngine('review', rules, "
        "{ turns: state.turns, secret: state.secrets[0], final: state.final })"
    )
    # A loss in bits counts as a power of two, and a loss of chance is subtracted from
    # 1. Luck is brought between 0 and 1 in a similar way.
    skills = [2 ** -rows[0]["cost"], 1 - rows[1]["cost"]]
    lucks = [1 / (1 + 2 ** -rows[0]["luck"]), (1 + rows[1]["luck"]) / 2]
    shown = [round(99 * statistics.fmean(each)) for each in (skills, lucks)]
    line = "Skill {}, luck {}, both from 0 to 99.".format(*shown)
    assert line in page.text("#review")
    sentence = page.text("#review li summary")
    assert sentence.startswith(f"CRANE: {rows[0]['best'].upper()} is worth ")
    assert sentence.endswith(" than on average")
    assert "python" not in page.text("body")


def test_a_mean_has_the_interval_of_student(opened):
    page = opened("kind=classic&seed=1")
    for n in (5, 8, 30):
        values = [(k * k) % 7 + 0.5 for k in range(n)]
        low, high = stats.t.interval(
            0.95, n - 1, statistics.fmean(values), stats.sem(values)
        )
        mean, half = page.run("return interval(arguments[0])", values)
        assert mean == pytest.approx((low + high) / 2)
        assert half == pytest.approx((high - low) / 2, rel=0.005)
    # Fewer than five values have no interval.
    assert page.run("return interval([1, 2, 3, 4])[1]") is None


def test_an_import_without_room_is_said_and_changes_nothing(opened, tmp_path):
    page = opened("kind=classic&seed=1")
    guess(page, "crane")
    kept = page.run("return localStorage.clueproof")
    file = tmp_path / "games.txt"
    file.write_text(json.dumps({"version": 2, "games": [GAME | {"score": 3}]}))
    # Fill the storage to its last byte.
    page.run(
        "for (let size = 2 ** 23; size >= 1; size /= 2)"
        "try { localStorage[`of another page ${size}`] = 'x'.repeat(size); } catch {}"
    )

    page.click("#figures")
    page.run("$('#file').hidden = false")
    page.type("#file", str(file))
    page.wait("$('#imported').textContent.includes('games.txt')")

    assert page.text("#imported") == (
        "Your browser\u2019s storage is full, or not allowed: 1 game of games.txt "
        "could not be added. Your stored games are unchanged."
    )
    assert page.run("return [localStorage.clueproof, exportKept()]") == [kept, kept]
    page.run(
        "Object.keys(localStorage).filter((key) => /^of another page/.test(key))"
        ".forEach((key) => localStorage.removeItem(key));"
    )
    page.type("#file", str(file))
    page.wait("$('#imported').textContent.startsWith('1 game added or updated.')")
    file.write_text("no games")
    page.type("#file", str(file))
    page.wait("$('#imported').textContent.includes('has no games')")


GAME = {
    "name": "5 kind=classic&day=2026-11-22",
    "moves": [],
    "score": None,
    "began": "",
}


@pytest.mark.parametrize(
    ("own", "other", "taken"),
    [
        # A game that began on its day counts before a later one, and a finished game
        # counts before an open one. Otherwise the first result stays.
        ({"score": 4}, {"score": 3, "began": "2026-11-22"}, 3),
        ({"score": 3, "began": "2026-11-22"}, {"score": 2}, 3),
        ({"score": None}, {"score": 5}, 5),
        ({"score": 4}, {"score": 5}, 4),
    ],
)
def test_of_two_records_of_a_day_the_one_that_counts_is_taken(
    opened, own, other, taken
):
    page = opened("kind=classic&seed=1")
    for record in (own, other, own):
        text = json.dumps({"version": 2, "games": [GAME | record]})
        page.run("importKept(arguments[0])", text)

    assert page.run("return findKept('5 kind=classic&day=2026-11-22').score") == taken


@pytest.mark.parametrize(
    ("own", "added", "joined"),
    [
        ("crane", "crane moist", "crane moist"),
        ("crane moist", "crane", "crane moist"),
        ("crane moist", "slump crane", "crane moist slump"),
        ("crane", "moist slump", "moist slump crane"),
        # A sixth move could end the game, so that only five are joined.
        ("crane moist slump tardy", "bahut goner", "crane moist slump tardy bahut"),
    ],
)
def test_a_game_begun_in_two_browsers_has_the_moves_of_both_and_goes_on(
    opened, own, added, joined
):
    page = opened("kind=classic&day=2026-11-22")
    for word in own.split():
        guess(page, word)
    moves = [[word, "Infinity"] for word in added.split()]
    text = json.dumps({"version": 2, "games": [GAME | {"moves": moves}]})
    page.run("importKept(arguments[0]); showKept()", text)

    assert page.run("return moves.map((move) => move.guess)") == joined.split()
    assert page.run("return $('#ending').hidden")
    page.driver.refresh()
    guess(page, secret(page))
    assert page.run("return state.outcome") == "won"
