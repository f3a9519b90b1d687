"""Some days of daily puzzles: phone and desk, touch and keys, a move elsewhere."""

from selenium.webdriver.support.wait import WebDriverWait

from tests.web.playing import ENTER, guess, secret

DAYS = [f"2026-11-{day}" for day in range(16, 20)]
PHONE = (390, 664)
ACROSS = (844, 340)
DESK = (1280, 900)


def words_of(page):
    return page.run("return state.turns.map((turn) => turn.guess)")


def tap_guess(page, word):
    for key in (*word, "Enter"):
        page.tap(f"[data-key={key}]")
        assert page.run("return scrollX + scrollY") == 0
    page.wait("!typed")


def test_days_of_play_lose_nothing_and_ask_nothing_twice(browser, server, tmp_path):
    page = browser

    def come(day, size, address=server.address):
        page.resize(*size)
        page.set_clock(f"{day}T12:00")
        page.open("about:blank")
        page.open(address + "#kind=classic")
        assert page.run("return $('#daily').ariaPressed") == "true"

    page.command("Emulation.setTouchEmulationEnabled", enabled=True)
    come(DAYS[0], PHONE)
    assert "Type any word" in page.text("#goal")
    page.run("$('#contrast').click()")
    tap_guess(page, "crane")
    tap_guess(page, secret(page))
    page.wait("navigator.serviceWorker.controller")

    come(DAYS[1], ACROSS)
    assert "Type any word" not in page.text("#goal")  # it is explained once
    tap_guess(page, "moist")
    page.driver.refresh()
    tap_guess(page, secret(page))

    come(DAYS[2], DESK)
    guess(page, "tardy")
    page.click("[data-kind=wordpl]")
    guess(page, "crane")
    page.click("[data-kind=classic]")
    page.command(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path)
    )
    page.click("#figures")
    page.click("#export")
    file = tmp_path / f"clueproof-{DAYS[2]}.txt"
    WebDriverWait(page.driver, 60, 0.05).until(lambda _: file.exists())

    other = f"http://localhost:{server.port}/"
    # Another host is another browser: its storage is empty.
    come(DAYS[2], DESK, other)
    assert words_of(page) == []
    page.click("#figures")
    page.run("$('#file').hidden = false")
    page.type("#file", str(file))
    page.wait("$('#imported').textContent.includes('4 games added')")
    # The files held the game that was begun today, the colours and the closed panel.
    assert words_of(page) == ["tardy"]
    assert page.run("return $('#contrast').checked")
    assert page.run("return $('#mind').open") is False
    guess(page, secret(page))
    page.click("[data-kind=wordpl]")
    page.run(f"location.hash = '#kind=wordpl&day={DAYS[2]}'")
    # The imported game of WORDPL goes on after its first guess.
    page.wait("state.turns.length === 1")

    come(DAYS[3], DESK, other)
    page.type("body", "crane" + ENTER)
    guess(page, secret(page))
    page.click("#figures")
    shown = (
        "You finished 4 puzzles of Wordle that you began on their days. "
        "Days won in a row: 4 now, 4 at best."
    )
    # One puzzle a day; three of them were begun at the other host.
    assert page.text("#statistics .streak") == shown
    page.wait("$$('#figures-of tbody td').length === 12")
    found = page.run("return $$('#figures-of tbody td').map((td) => td.textContent)")
    assert found[:4] == ["4", "4", "100 %", "100 %"]
    assert page.errors() == []
    page.command("Emulation.setTouchEmulationEnabled", enabled=False)
    page.set_clock("")
