"""A week of daily puzzles: phone and desk, touch and keys, tabs, offline, a move."""

from selenium.webdriver.support.wait import WebDriverWait

from tests.web.playing import ENTER, guess, secret

DAYS = [f"2026-11-{day}" for day in range(16, 23)]
PHONE, ACROSS, DESK = (390, 664), (844, 340), (1280, 900)


def words_of(page):
    return page.run("return state.turns.map((turn) => turn.guess)")


def tap_guess(page, word):
    for key in (*word, "Enter"):
        page.tap(f"[data-key={key}]")
        assert page.run("return scrollX + scrollY") == 0
    page.wait("!typed")


def test_a_week_loses_nothing_and_asks_nothing_twice(browser, server, tmp_path):
    page, driver = browser, browser.driver
    day = iter(DAYS)

    def come(size, time="12:00", address=server.address):
        page.resize(*size)
        page.set_clock(f"{next(day)}T{time}")
        page.open("about:blank")
        page.open(address + "#kind=classic")
        assert page.run("return $('#daily').ariaPressed") == "true"

    page.command("Emulation.setTouchEmulationEnabled", enabled=True)
    come(PHONE)
    assert "Type any word" in page.text("#goal")
    page.run("$('#contrast').click()")
    tap_guess(page, "crane")
    tap_guess(page, secret(page))
    page.wait("navigator.serviceWorker.controller")

    come(ACROSS)
    assert "Type any word" not in page.text("#goal")  # it is explained once
    tap_guess(page, "moist")
    page.driver.refresh()
    tap_guess(page, secret(page))

    server.stop()
    come(PHONE)
    tap_guess(page, "slump")
    page.tap("[data-kind=wordpl]")
    tap_guess(page, "crane")
    page.tap("[data-kind=classic]")
    tap_guess(page, secret(page))
    server.start()
    page.errors()  # of the pages that were not to be had

    come(DESK)
    guess(page, "crane")
    phone = driver.current_window_handle
    driver.switch_to.new_window("tab")
    page.resize(*DESK)
    come_again = f"{server.address}#kind=classic&day={DAYS[3]}"
    page.open(come_again)
    guess(page, "moist")
    driver.switch_to.window(phone)
    page.wait("state.turns.length === 2")
    guess(page, secret(page))
    driver.switch_to.window(driver.window_handles[-1])
    page.wait("!$('#ending').hidden")
    assert words_of(page)[:2] == ["crane", "moist"]
    driver.close()
    driver.switch_to.window(phone)

    come(DESK, "23:58")
    guess(page, "crane")
    page.run("pass(3)")
    page.wait("!$('#notice').hidden")
    guess(page, secret(page))
    page.click("#today")
    assert page.text("#dealt") == f"daily {DAYS[5]}"
    guess(page, "tardy")
    page.command(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path)
    )
    page.click("#figures")
    page.click("#export")
    file = tmp_path / f"clueproof-{DAYS[5]}.txt"
    WebDriverWait(driver, 60, 0.05).until(lambda _: file.exists())

    # Another host is another browser: its storage is empty.
    come(DESK, address=f"http://localhost:{server.port}/")
    assert words_of(page) == []
    page.click("#figures")
    page.run("$('#file').hidden = false")
    page.type("#file", str(file))
    page.wait("$('#imported').textContent.includes('7 games added')")
    assert words_of(page) == ["tardy"]
    assert page.run("return $('#contrast').checked")
    assert page.run("return $('#mind').open") is False
    guess(page, secret(page))
    page.click("[data-kind=wordpl]")
    page.run(f"location.hash = '#kind=wordpl&day={DAYS[2]}'")
    page.wait("state.turns.length === 1")

    come(DESK, address=f"http://localhost:{server.port}/")
    page.type("body", "crane" + ENTER)
    guess(page, secret(page))
    page.click("#figures")
    assert page.text("#statistics .streak") == (
        "7 puzzles of Wordle, won on 7 days in a row; longest streak: 7 days."
    )
    page.wait("$$('#figures-of tbody td').length === 10")
    found = page.run("return $$('#figures-of tbody td').map((td) => td.textContent)")
    assert found[:4] == ["7", "7", "100 %", "100 %"]
    assert page.errors() == []
    page.command("Emulation.setTouchEmulationEnabled", enabled=False)
    page.set_clock("")
