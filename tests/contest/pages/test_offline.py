"""The site on a web server: it installs, works offline, and is never stale."""

import json

from tests.web.playing import guess


def test_the_site_works_offline_after_the_first_visit_and_is_never_stale(
    browser, server
):
    browser.open(server.address + "#kind=classic&seed=1")
    guess(browser, "crane")
    browser.wait("navigator.serviceWorker.controller")
    icon = browser.run("return $('[rel=apple-touch-icon]').href")
    picture = "Object.assign(new Image(), { src: arguments[0] })"
    browser.run(f"window.icon = {picture}", icon)
    browser.wait("icon.naturalWidth === 180 && icon.naturalHeight === 180")
    manifest = json.loads((server.folder / "site.webmanifest").read_text())
    assert browser.run("return $('[rel=manifest]').href").endswith("/site.webmanifest")
    found = browser.command("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []
    assert browser.command("Page.getAppManifest")["errors"] == []
    assert manifest["display"] == "standalone"

    page = server.folder / "index.html"
    page.write_text(page.read_text().replace("Deal this game", "Deal that game"))
    browser.open(server.address + "play-4.html")
    browser.open(server.address)
    assert "Deal that game" in browser.run("return $('#settings').textContent")

    server.stop()
    for name in ("", "solve.html", "leaderboard.html", "play-4.html"):
        browser.open(server.address + name)
    browser.open(server.address + "#kind=classic&seed=1")
    assert "Deal that game" in browser.run("return $('#settings').textContent")
    assert browser.run("return state.turns.length") == 1
    guess(browser, "moist")
    browser.errors()


def test_a_puzzle_of_another_length_is_made_on_the_first_page(browser, server):
    browser.open(server.address + "#kind=fibble&lies=2&given=crane&seed=1")
    browser.run("navigator.clipboard.writeText = async () => {}")
    browser.click("#options")

    for typed, said in (("balown", "BALOWN is not"), ("baloons", "BALOONS is not")):
        browser.run("$('#own-word').value = arguments[0]", typed)
        browser.click("#puzzle [type=submit]")
        browser.wait(f"$('#own-link').textContent.startsWith('{said}')")
    browser.run("$('#own-word').value = 'four'")
    browser.click("#puzzle [type=submit]")
    browser.wait("$('#own-link a')")

    link = browser.run("return $('#own-link a').href")
    assert link.startswith(server.address + "play-4.html#kind=fibble&lies=2&word=")
    browser.open(link)
    assert browser.run("return [state.secrets, $('#message').textContent]") == [
        ["four"],
        "",
    ]
    assert browser.run("return $('#lengths [aria-current]').textContent") == "4"
    guess(browser, "four")
    assert browser.run("return state.outcome") == "won"
    assert browser.errors() == []
