"""The live screen, driven by textual's pilot."""

import asyncio
import os
import re
import sys
import time

import pytest

from commands.live.session import Session
from commands.live.state import GameRequest
from contest.entries.entry import resolve
from contest.sandbox.confinement.referee import list_children
from contest.sandbox.limits import Limits
from game.draws import Draws
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary

pytest.importorskip("textual", reason="textual is not installed")

from commands.live.app import LiveApp

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux"),
]

WORDS = ("crane", "slate", "mount", "brick", "waltz", "jumpy", "nerdy", "acorn")
MINE = """
PRICE = {price}

class Mine:
    def first_move(self):
        self.seen = []
        print("begin [bold]", chr(27))
        return "crane", {price}
    def next_move(self, guess, epsilon, result):
        self.seen.append(result)
        {body}
ENTRIES = [Mine()]
"""
ANSWER = "return ('crane' if result.count('c') > 2 else 'slate'), 0.0"
CLASSIC = f"return {WORDS}[len(self.seen) % 8], float('inf')"
MOST = 12
PATIENCE = 600  # seconds until a condition holds; kernels may have to be compiled


@pytest.fixture
def mine(tmp_path):
    """Write a version of the strategy."""
    path = tmp_path / "mine.py"

    def write(price=9.5, body=ANSWER):
        path.write_text(MINE.format(price=price, body=body))
        return path

    write()
    return write


@pytest.fixture
def shows(tmp_path, monkeypatch):
    """Run steps on the screen, which is a function of the app and its pilot."""
    monkeypatch.setattr("commands.live.session.MEASURED_GAMES", MOST)

    def run(steps, mode=Mode.WORDPL, timeout=5.0):
        before = {*list_children(os.getpid())}
        setting = Setting(Vocabulary(WORDS, WORDS), mode, timeout=timeout)
        entry = str(tmp_path / "mine.py")
        session = Session(
            lambda: resolve(entry, mode),
            setting,
            Limits(30.0),
            GameRequest(Draws("s", 0)),
        )
        app = LiveApp(session)

        async def play():
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda: session.state.shown)
                await steps(app, pilot)

        try:
            asyncio.run(play())
        finally:
            session.close()
        assert session.failure is None
        # No process is left behind, however the screen ended.
        assert {*list_children(os.getpid())} <= before

    return run


async def until(pilot, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert pilot.app.session.failure is None
        assert time.monotonic() < end, pilot.app.session.state
        await pilot.pause(0.05)
    await pilot.pause(0.25)  # the screen looks at the session now and then


def text(app, panel):
    """Return title and text of a panel."""
    widget = app.query_one(f"#{panel}")
    shown = widget.query_one("Static") if widget.children else widget
    return f"{widget.border_title or ''}\n{shown.content}"


def complete(app):
    """Whether the last version is measured."""
    state = app.session.state
    return state.figures and (state.figures.version, state.figures.games) == (
        state.version,
        MOST,
    )


def test_the_screen_shows_a_game_step_by_step(mine, shows):
    async def steps(app, pilot):
        first = text(app, "game")
        assert first.startswith("Game 0: step 1 of 2\n▸1 ")
        assert "begin [bold] ?" in text(app, "output")  # no markup, no control codes
        assert "self.seen = []" in text(app, "variables")
        secret = app.session.state.shown.watched.game.answer.upper()
        assert re.match(rf"Posterior: {secret} is no\. \d", text(app, "posterior"))
        assert len(text(app, "posterior").splitlines()) == 1 + len(WORDS)

        await pilot.press("right")

        clue = app.session.state.shown.watched.game.turns[0].result
        assert text(app, "game").startswith("Game 0: step 2 of 2\n 1 ")
        assert text(app, "output").endswith("It printed nothing.")
        assert f"self.seen = ['{clue}']" in text(app, "variables")
        await pilot.press("right", "left")
        assert text(app, "game") == first
        # Every panel lies on the screen, and none upon another.
        regions = [panel.region for panel in app.query(".panel")]
        assert all(app.screen.region.contains_region(region) for region in regions)
        assert not any(
            a.overlaps(b) for k, a in enumerate(regions) for b in regions[:k]
        )

    shows(steps)


def test_keys_show_other_games_and_the_next_lost_one(mine, shows):
    async def steps(app, pilot):
        async def reached(game):
            await until(
                pilot, lambda: number(app) == game and not app.session.state.busy
            )

        await pilot.press("n", "n")
        await reached(2)
        await pilot.press("p")
        await reached(1)
        await until(pilot, lambda: complete(app))
        await pilot.press("l")
        await until(pilot, lambda: number(app) > 1 and not app.session.state.busy)
        shown = app.session.state.shown
        assert shown.watched.game.outcome is Outcome.WRONG
        measured = app.session._measured  # the games between are won
        assert all(measured.is_won(k) for k in range(2, number(app)))
        assert "lost after 9.5" in text(app, "status")

    shows(steps)


def number(app):
    return app.session.state.shown.request.draws.game


def test_a_save_replays_the_game_and_shows_the_paired_difference(mine, shows):
    async def steps(app, pilot):
        await until(pilot, lambda: complete(app))
        assert text(app, "figures").startswith("Version 1: 12 of 12 games\np05 9.50 ± ")
        await pilot.press("n")
        await until(pilot, lambda: number(app) == 1)
        before = app.session.state.shown.watched.game

        mine(8.25)
        await until(pilot, lambda: app.session.state.version == 2 and complete(app))

        again = app.session.state.shown
        assert (again.version, number(app)) == (2, 1)
        assert again.watched.game.answer == before.answer
        assert again.watched.game.turns[0].epsilon == 8.25
        shown = text(app, "figures")
        assert shown.startswith("Version 2 against 1: 12 of 12 games\n")
        assert "p05 8.25 (was 9.50): -1.25 ± " in shown

    shows(steps)


def test_a_version_that_cannot_play_is_shown_and_compared_with_by_none(mine, shows):
    async def steps(app, pilot):
        await until(pilot, lambda: complete(app))

        mine(8.25, "return (")
        await until(pilot, lambda: app.session.state.error)
        assert "'mine.py', line 11: not valid Python" in text(app, "error")
        assert text(app, "figures").startswith("Version 1: 12 of 12 games")

        mine(8.25, "here = 7; raise KeyError(here)")
        await until(pilot, lambda: app.session.state.version == 2 and complete(app))
        assert not app.session.state.error
        assert text(app, "game").startswith("Game 0: step 2 of 2\n")
        assert "KeyError: 7 (mine.py, line 11)" in text(app, "status")
        assert "Traceback (most recent call last):" in text(app, "output")
        assert "here = 7\n" in text(app, "variables")
        said = "12 games forfeited: KeyError: 7 (mine.py, line 11)"
        assert said in text(app, "figures")
        # The end of the traceback is on the screen, its beginning is not.
        output = app.query_one("#output")
        assert output.max_scroll_y == output.scroll_y > 0

        mine(8.25, "pass\ndef cause(n):\n    1 / n if n < 40 else cause(n)\ncause(0)")
        await until(pilot, lambda: app.session.state.error)
        assert app.session.state.version == 3
        assert "ZeroDivisionError: division by zero" in text(app, "error")
        assert app.query_one("#error").region.height <= 6
        # What is shown is of the version before, and says so.
        assert text(app, "figures").startswith("Version 2 against 1: 12 of 12 games")
        assert text(app, "game").startswith("Game 0: step 2 of 2, version 2\n")

        mine(8.0)
        await until(pilot, lambda: app.session.state.version == 4 and complete(app))
        assert not app.session.state.error
        assert "Version 4 against 1: 12 of 12 games" in text(app, "figures")
        assert "p05 8.00 (was 9.50): -1.50 ± " in text(app, "figures")

    shows(steps)


@pytest.mark.system
def test_a_strategy_that_hangs_is_left_at_a_save(mine, shows):
    async def steps(app, pilot):
        await until(pilot, lambda: complete(app))

        mine(9.5, "while True: pass")
        await until(pilot, lambda: app.session.state.version == 2)
        assert app.session.state.busy == "starting"  # it hangs in the unscored game
        mine(9.25)
        await until(pilot, lambda: app.session.state.version == 3)
        await until(pilot, lambda: app.session.state.shown.version == 3)

        await until(pilot, lambda: complete(app))
        assert "Version 3 against 1" in text(app, "figures")

    shows(steps, timeout=1000.0)


def test_classic_games_have_words_left_and_the_mean_number_of_guesses(mine, shows):
    mine("float('inf')", CLASSIC)

    async def steps(app, pilot):
        assert re.search(r"▸1 .* CRANE|▸1 .*\d left", text(app, "game"))
        assert re.match(r"Posterior: \d answers? left", text(app, "posterior"))
        await until(pilot, lambda: complete(app))
        assert re.search(r"guesses \d\.\d{3} ± 0\.\d{3}\nwon 100", text(app, "figures"))

        mine("float('inf')", CLASSIC.replace("[len", "[::-1][len"))
        await until(pilot, lambda: app.session.state.version == 2 and complete(app))
        line = r"guesses \d\.\d{3} \(was \d\.\d{3}\): [+-]\d\.\d{3} ± \d\.\d{3}"
        assert re.search(line, text(app, "figures"))

    shows(steps, Mode.CLASSIC)


def test_what_changes_in_a_game_stands_above_what_does_not(mine, shows):
    file = mine(9.5, "self.belief = {'of': result}; return 'slate', 0.0")
    words = "self.words, self.belief = tuple('abcdefgh' * 9), {}; self.seen = []"
    file.write_text(file.read_text().replace("self.seen = []", words))

    async def steps(app, pilot):
        names = re.findall(r"^self\.\w+", text(app, "variables"), re.M)
        assert names == ["self.belief", "self.seen", "self.words"]
        await pilot.press("right")
        lines = text(app, "variables").splitlines()
        assert lines[1].startswith("self.belief = {'of'")

    shows(steps)
