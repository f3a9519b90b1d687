"""The row of the rules that can be played shows what the referee's channel does."""

import math

import numpy as np
import pytest

from game import Draws
from game.channels.response import RESPONSE
from game.clues import from_marks, letterwise, to_marks
from game.noise import keep_probability

TRUTH = letterwise("crane", "trace")
PRICES = (0.5, 3, 7.5, 12, 20, 30)


@pytest.mark.parametrize("price", PRICES)
def test_the_row_and_its_counts_are_those_of_the_referee(engine, price):
    lesson = engine("return drawLesson(given, 'x')", price)

    draws = Draws("x", 0)
    truth = np.array(to_marks(TRUTH, 5), np.uint8)
    clues = [RESPONSE.draw(truth, price, draws.noise(turn, 5)) for turn in range(20)]
    assert (lesson["truth"], lesson["seen"]) == (TRUTH, from_marks(clues[0]))
    assert lesson["found"] == sum((clue == truth).sum() for clue in clues)
    average = 5 * keep_probability(price, 5)
    assert lesson["average"] == pytest.approx(average, rel=1e-9)
    assert lesson["ratio"] == pytest.approx(math.exp(price / 5), rel=1e-9)


def test_a_higher_price_tells_more_in_words(engine):
    script = "return given.map((price) => drawLesson(price, '1').strength)"
    strengths = engine(script, list(PRICES))

    assert "hides the word" in strengths[0]
    assert "gives the word away" in strengths[-1]
    # Six prices have five descriptions: two prices are described alike.
    assert len(dict.fromkeys(strengths)) == 5


def test_the_row_of_the_rules_is_played(opened):
    page = opened("kind=wordpl&seed=1")
    page.click("#help")
    counts = page.text("#lesson-counts")
    assert "4.2 of 5 marks are true on average" in counts
    page.run("$('#lesson-price').value = 0.5; $('#lesson-price').oninput()")
    hidden = page.text("#lesson-counts")
    assert "1.8 of 5" in hidden
    assert "hides the word" in hidden
    # Each click draws new clues; two draws may have equally many true marks.
    texts = {hidden}
    for _ in range(5):
        page.click("#redraw")
        texts.add(page.text("#lesson-counts"))
    assert len(texts) > 1
    assert page.run("return $$('#lesson-row .truth .tile').length") == 5
    # The fold of the formula opens.
    page.click("#rules details summary")
    assert page.run("return $('#prices').offsetHeight > 0")


@pytest.mark.parametrize("size", ["16px", "32px"])
def test_the_rules_with_the_formula_fit_the_smallest_phone(opened, size):
    page = opened("kind=wordpl&seed=1")
    page.resize(320, 700)
    page.run(f"document.documentElement.style.fontSize = '{size}'")
    page.click("#help")
    page.run("$$('#rules details').forEach((fold) => { fold.open = true; })")

    wide = page.run(
        "return $$('#rules, #rules *').filter((part) =>"
        " part.scrollWidth > part.clientWidth + 1"
        " && getComputedStyle(part).display !== 'inline').map((part) => part.id)"
    )

    page.run("document.documentElement.style.fontSize = ''")
    assert wide == []
