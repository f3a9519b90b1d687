"""What is known in one sentence, sizes, colours of shared text, motion, the archive."""

import pytest

from game.daily import name_day
from tests.web.playing import BACKSPACE, give_up, guess, secret

TURNS = """
  return given.map((turns) => knownSentence(turns.map(([guess, clue]) =>
    ({ guess, clues: [parseClue(clue)] }))))
"""


def test_what_is_known_is_one_sentence(engine):
    games = {
        "": [],
        "P at 1; S not at 3; no A, T.": [["pasta", "c.i.."]],
        "E at 5; E not at 1, 2; no I, R.": [["eerie", "....c"]],
        "C at 1; A not at 1, 3; R not at 2; no E, N.": [
            *(["crane", "cii.."], ["aeeen", "i...."]),
        ],
    }

    assert engine(TURNS, list(games.values())) == list(games)


def test_the_sentence_is_shown_and_spoken_where_clues_are_true(opened):
    page = opened("kind=classic&seed=1")
    guess(page, "crane")
    page.click("#clues")
    assert page.text("#sentence") == "C at 1; A not at 3; R not at 2; no E, N."
    assert page.run("return $('#spoken').textContent").endswith("no E, N.")
    page.run("location.hash = '#kind=fibble&lies=1&seed=1'")
    page.wait("document.body.dataset.kind === 'fibble'")
    guess(page, "crane")
    assert page.run("return $('#sentence').textContent") == ""


@pytest.mark.parametrize("kind", ["classic", "fibble", "absurdle"])
def test_what_the_clues_say_is_closed_until_asked_for_and_a_hint(opened, kind):
    page = opened("kind=wordpl&seed=1")
    assert page.run("return $('#mind').open")
    page.click(f"[data-kind={kind}]")
    assert not page.run("return $('#mind').open")
    guess(page, "crane")
    page.click("#clues")
    page.wait("hinted.length")
    guess(page, "moist")
    page.click("[data-kind=wordpl]")
    assert page.run("return [$('#mind').open, hinted]") == [True, []]
    page.click(f"[data-kind={kind}]")
    assert page.run("return [$('#mind').open, hinted]") == [True, [1, 2]]

    give_up(page)
    assert "2 hints" in page.text("#share").splitlines()[0]
    page.click("#again")
    assert page.run("return [$('#mind').open, hinted]") == [False, []]


def test_sizes_and_colours_are_kept_and_shared_text_has_its_own(opened):
    page = opened("kind=classic&seed=1")
    sizes = (
        "return ['.tile', '#keyboard button'].map(q => "
        "parseFloat(getComputedStyle($(q)).fontSize))"
    )
    colours = (
        "return ['correct', 'present'].map(c => "
        "getComputedStyle($(`.tile.${c}`)).backgroundColor)"
    )
    before = page.run(sizes)
    usual = page.run(colours)
    page.run("$('#size').value = '1.3'; $('#size').onchange()")
    page.run("$('#contrast').click(); $('#standard').click()")
    page.driver.refresh()

    assert all(new > old for new, old in zip(page.run(sizes), before, strict=True))
    assert page.run("return $('#contrast').checked")
    assert len({*usual, *page.run(colours)}) == 4
    guess(page, secret(page))
    assert "🟩" * 5 in page.text("#share")
    page.run("$('#standard').click()")
    assert "🟧" * 5 in page.text("#share")
    page.run("$('#contrast').click()")
    assert page.run(colours) == usual
    assert "🟩" * 5 in page.text("#share")


def test_the_archive_opens_the_last_puzzle_that_is_not_played(opened):
    page = opened("kind=classic")
    days = page.run("return [0, -1, -2].map((k) => addDays(today(), k))")
    for day in days[:2]:
        page.run("openDay(arguments[0])", day)
        guess(page, secret(page))

    page.click("#archive")
    page.click("#unplayed")

    assert page.text("#dealt") == name_day(days[2])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion_says_what_happens(opened, motion):
    page = opened("kind=wordpl&seed=1")
    page.prefer(reduced_motion=motion)
    page.driver.refresh()
    seen = """
      return [...new Set(document.getAnimations().filter((one) => one.animationName)
        .map((one) => `${one.animationName} ${one.effect.target.className}`))];
    """

    def moves(kind):
        return {name for name in page.run(seen) if name.startswith(kind)}

    # A second refusal shakes the row once more.
    for _ in range(2):
        guess(page, "zzzzz")
        shaken = moves("shake")
        page.wait("!$('.refused') || matchMedia('(prefers-reduced-motion)').matches")
        page.type("body", BACKSPACE * 5)
    guess(page, "crane", 1)
    turned = moves("turn")
    give_up(page)
    struck = moves("strike")
    lies = page.run("return $$('.lie').length")
    page.prefer()

    assert lies > 0
    if motion == "reduce":
        assert shaken == turned == struck == set()
    else:
        assert shaken == {"shake waiting"}
        assert {name.split()[0] for name in turned} == {"turn"}
        assert struck
        assert all(name.endswith(" lie") for name in struck)
