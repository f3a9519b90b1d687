"""Days of the page, with a set clock: addresses, midnight, streaks and two tabs."""

import pytest

from game.daily import name_day
from tests.web.playing import answer, give_up, guess, secret, streak

DAY = "2026-11-22"
NEXT = "2026-11-23"


@pytest.fixture
def at(browser, site):
    """Return a function that opens an address at a time; what is kept is cleared."""

    def open_(time, fragment=""):
        browser.set_clock(time)
        browser.open("about:blank")
        browser.open(site + fragment)
        return browser

    browser.resize(1280, 900)
    browser.open(site)
    browser.run("localStorage.clear()")
    yield open_
    assert browser.errors() == []


@pytest.mark.parametrize("fragment", ["", "#kind=wordpl", "#kind=classic"])
def test_an_address_without_a_day_is_that_of_every_day(at, fragment):
    page = at(f"{DAY}T12:00", fragment)
    guess(page, "crane")
    assert page.run("return location.hash") == fragment
    assert page.text("#dealt") == name_day(DAY)

    page.set_clock(f"{NEXT}T12:00")
    page.driver.refresh()

    assert page.run("return location.hash") == fragment
    assert page.text("#dealt") == name_day(NEXT)
    assert page.run("return $('#daily').ariaPressed") == "true"
    assert page.run("return $('#notice').hidden")


def test_a_link_to_another_day_says_so_and_offers_the_puzzle_of_today(at):
    page = at(f"{NEXT}T12:00", f"#kind=classic&day={DAY}")

    assert page.run("return $('#daily').ariaPressed") == "false"
    assert page.text("#whose") == "This is an earlier puzzle."
    page.click("#today")
    assert page.run("return location.hash") == "#kind=classic"
    assert page.text("#dealt") == name_day(NEXT)
    assert page.run("return $('#daily').ariaPressed") == "true"


def test_a_day_that_is_yet_to_come_is_not_played_by_its_link(at):
    # In the first round the puzzle of today is open, in the second round it is over.
    for is_over in (False, True):
        page = at(f"{DAY}T12:00", f"#kind=classic&day={NEXT}")

        assert page.text("#message").startswith(f"The puzzle {name_day(NEXT)}, ")
        assert page.text("#dealt") == name_day(DAY)
        assert page.run("return $('#ending').hidden") != is_over
        if not is_over:
            guess(page, secret(page))


def test_at_midnight_the_next_puzzle_is_there(at):
    page = at(f"{DAY}T23:58", "#kind=classic")
    guess(page, "crane")
    guess(page, secret(page))
    assert page.text("#next").startswith("Next puzzle in 00:0")

    page.run("pass(3)")
    page.wait("!$('#notice').hidden")

    assert page.text("#whose") == "The next puzzle is here."
    assert page.run("return $('#next').hidden")
    assert page.run("return $('#daily').ariaPressed") == "false"
    page.click("#today")
    assert page.text("#dealt") == name_day(NEXT)
    assert page.run("return location.hash") == "#kind=classic"


def test_at_midnight_a_puzzle_that_was_not_begun_gives_way(at):
    page = at(f"{DAY}T23:58")

    page.run("pass(3)")
    page.wait(f"$('#dealt').textContent === '{name_day(NEXT)}'")

    assert page.text("#message") == "The next puzzle is here."
    assert page.run("return $('#notice').hidden")


def test_a_puzzle_that_began_on_its_day_counts_for_the_streak(at):
    # A day is missing, so that the streak begins anew with the third game.
    for day in ("2026-11-18", "2026-11-19", "2026-11-21", DAY):
        page = at(f"{day}T23:58", "#kind=classic")
        guess(page, "crane")
        page.run("pass(3)")
        guess(page, secret(page))

    shown = (
        "You finished 4 puzzles of Wordle that you began on their days. "
        "Days won in a row: 2 now, 2 at best."
    )
    assert streak(page) == shown
    # The missing day is played, but too late to count for the streak.
    page = at(f"{NEXT}T00:02", "#kind=classic&day=2026-11-20")
    guess(page, secret(page))
    assert streak(page) == shown
    page = at("2026-11-24T12:00", "#kind=classic")
    guess(page, "crane")
    give_up(page)
    lost = shown.replace("4 puzzles", "5 puzzles").replace("2 now", "0 now")
    assert streak(page) == lost


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kind=classic", "kind=classic&hard=nyt"),
        ("kind=classic&hard=strict", "kind=classic"),
        ("kind=fibble", "kind=fibble&lies=1&limit=9"),
    ],
)
def test_a_puzzle_of_a_day_is_one_game_in_all_modes(at, first, second):
    page = at(f"{DAY}T12:00", f"#{first}")
    guess(page, secret(page))
    rules = page.run("return [rules.hard, rules.limit]")
    won = streak(page)

    page = at(f"{DAY}T12:00", f"#{second}")

    assert not page.run("return $('#ending').hidden")
    assert page.run("return [rules.hard, rules.limit]") == rules
    assert "play each daily puzzle only once" in page.text("#message")
    assert streak(page) == won


def test_a_right_answer_for_nothing_is_a_win(at):
    page = at(f"{DAY}T12:00")

    answer(page, secret(page))

    shown = (
        "You finished 1 puzzle of WORDPL that you began on its day. "
        "Days won in a row: 1 now, 1 at best."
    )
    assert streak(page) == shown


def test_two_tabs_drop_no_move_and_follow_each_other(at, site):
    page = at("", "#kind=classic&seed=1")
    driver = page.driver
    first = page.driver.current_window_handle
    driver.switch_to.new_window("tab")
    try:
        page.open(f"{site}#kind=classic&seed=1")
        guess(page, "crane")
        second = driver.current_window_handle

        driver.switch_to.window(first)
        page.wait("state.turns.length === 1")
        page.run(  # while it sleeps, it does not follow
            "window.sleeps = true; window.find = findKept;"
            "findKept = (name) => (window.sleeps ? null : window.find(name))"
        )
        driver.switch_to.window(second)
        guess(page, "moist")
        driver.switch_to.window(first)
        page.run("window.sleeps = false")
        assert words_of(page) == ["crane"]
        guess(page, "slump")
        assert words_of(page) == ["crane", "moist", "slump"]
        guess(page, secret(page))

        driver.switch_to.window(second)
        page.wait("!$('#ending').hidden")
        assert words_of(page)[:3] == ["crane", "moist", "slump"]
        page.driver.refresh()
        assert not page.run("return $('#ending').hidden")
    finally:
        driver.close()
        driver.switch_to.window(first)


def words_of(page):
    return page.run("return state.turns.map((turn) => turn.guess)")


def test_copied_belongs_to_the_game_that_was_copied(at):
    page = at(f"{DAY}T12:00", "#kind=classic&seed=1")
    page.run("navigator.clipboard.writeText = async () => {}")
    guess(page, secret(page))
    page.click("#copy")
    page.wait("$('#copy').textContent === 'Copied'")

    page.click("#again")
    guess(page, secret(page))

    assert page.text("#copy") == "Copy to share"
