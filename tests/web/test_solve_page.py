"""The page that solves games played elsewhere, in a real browser, from a file."""

import pytest

from contest.pages.play_page import solve_page
from game import Mode, Setting, Vocabulary
from game.clues import classic, parse, to_marks
from solver.advice.position import Position
from solver.advice.suggestions import prepare_copy, suggest
from strategies.entropy import Entropy

ENTER = "\ue007"
SPACE = " "
BACKSPACE = "\ue003"
ROWS = "$$('#rows li:not(#typed)')"


@pytest.fixture(scope="module")
def address(words, tmp_path_factory):
    path = tmp_path_factory.mktemp("site") / "solve.html"
    path.write_text(solve_page(words, {}), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(browser, address):
    """Return a function that opens a game, from its part of the address."""

    def open_(game=""):
        browser.open("about:blank")
        browser.open(f"{address}#{game}")
        judged(browser)
        return browser

    browser.resize(1280, 900)
    yield open_
    assert browser.errors() == []


def judged(page):
    page.wait("!$('#ranked').classList.contains('waiting')")


def tap(page, clue, row="#typed"):
    """Tap the tiles of a row, which are absent, until they have the marks of a clue."""
    for place, mark in enumerate(to_marks(clue, 5), 1):
        for _ in range(mark):
            page.click(f"{row} .tile:nth-child({place})")


def suggested(page):
    return page.run(
        "return $$('#ranked tbody button').map(b => b.textContent.toLowerCase())"
    )


def test_a_real_game_is_solved_with_the_suggestions(opened, words):
    page = opened()
    secret = "aback"
    assert page.run("return worker === null")  # what never changes was not computed
    here = Position(Setting(words, Mode.CLASSIC, 6))
    strategy = prepare_copy(Entropy(), here)

    while not here.solved:
        word = suggested(page)[0]
        best = suggest(strategy, here, 1)[0].guess
        worths = strategy.rate(here.belief())
        ahead = worths[words.guess_index[best]] - worths[words.guess_index[word]]
        # A known word comes before an unknown one that is worth hardly more.
        assert ahead <= 0.02
        page.click(
            "#message button" if len(here.answers()) in range(2, 2315) else ".word"
        )
        tap(page, classic(secret, word))
        page.type("body", ENTER * (1 if classic(secret, word) else 2))
        judged(page)
        here = here.add(word, [classic(secret, word)])

    assert page.text("#message") == f"Solved in {len(here.turns)} guesses."
    assert page.run(f"return {ROWS}.length") == len(here.turns)
    page.click("#review summary")
    page.wait(f"$$('#review li').length === {len(here.turns)}")
    page.click("#review li:last-child summary")
    assert "1 → solved" in page.text("#review li:last-child")


def test_a_clue_is_typed_and_corrected_with_the_keyboard_alone(opened):
    page = opened()

    page.type("body", "salet" + "00100" + ENTER + "cronk" + BACKSPACE + "y")
    assert page.run("return $$('#typed .tile').map(t => t.ariaLabel)") == [
        f"{letter}, absent" for letter in "crony"
    ]
    page.run("$('#typed .tile').focus()")
    page.type("#typed .tile", SPACE)
    page.run("$$('#typed .tile')[2].focus()")
    page.type("#typed .tile:nth-child(3)", SPACE + SPACE)
    page.run("document.activeElement.blur()")
    page.type("body", ENTER)
    judged(page)

    assert page.text("#message").startswith("2 words remain. Best guess: ")
    assert page.text("#fitting") == "BLOCK FLOCK"
    page.run("$('#rows .tile').focus()")
    page.type("#rows .tile", SPACE)
    judged(page)
    assert page.run("return document.activeElement.ariaLabel") == "s, present"


def test_a_word_without_colours_is_asked_about(opened):
    page = opened()

    page.type("body", "salet" + ENTER)
    assert page.text("#message").startswith("Tap the tiles of SALET that have a colour")
    assert page.run("return turns.length") == 0
    page.type("body", ENTER)

    assert page.run("return turns.map((turn) => turn.clues[0])") == [0]


def test_an_empty_column_is_not_shown_and_known_words_come_first(opened, words):
    page = opened("kind=classic&turns=salet:..i..")

    heads = page.run(
        "return [...$('#ranked').tHead.rows[0].cells]"
        ".filter(cell => cell.checkVisibility()).map(cell => cell.textContent)"
    )
    rows = page.run(
        "return $$('#ranked tbody tr').map(({ cells }) =>"
        " [cells[0].textContent, +cells[1].textContent])"
    )
    assert heads == ["word", "worth", "left", "possible"]
    same = [
        word.lower() in words.answer_index
        for word, worth in rows
        if rows[0][1] - worth < 0.015
    ]
    assert same == sorted(same, reverse=True)


def test_undo_clear_and_removal_restore_the_position(opened):
    link = "kind=classic&turns=salet:..i..,crony:i.c.."
    page = opened(link)
    count = page.text("#count")

    page.click("#rows li .beside button")
    judged(page)
    assert page.run(f"return {ROWS}.length") == 1
    page.click("#undo")
    judged(page)
    assert page.text("#count") == count
    page.click("#clear")
    judged(page)
    assert page.text("#count") == "2,315 likely words remain; also 10,657 rarer words."
    page.click("#undo")
    judged(page)
    assert page.run("return location.hash") == f"#{link}"


def test_contradictory_colours_name_their_rows_and_are_mended(opened):
    page = opened("kind=classic&turns=crane:ci..c,curve:c....")

    assert page.text("#message").startswith("No word fits the clues.")
    labels = page.run("return $$('.suspect button').map(b => b.ariaLabel)")
    assert labels == [
        "Change the clue of crane to c....",
        "Change the clue of curve to c.i.c",
    ]
    page.click("#rows li:nth-child(2) .suspect button")
    judged(page)
    assert page.text("#fitting") == "CHORE CHERE"
    assert page.run("return $$('.suspect').length") == 0


def test_hard_mode_limits_suggestions_and_words(opened):
    page = opened("kind=classic&hard=strict&turns=salet:..i..")

    best = suggested(page)
    assert all("l" in word and word[2] != "l" for word in best)
    page.type("body", "crony" + ENTER)
    assert page.text("#message").startswith("Hard mode: CRONY cannot be the secret")


def test_a_row_of_correct_marks_of_fibble_is_the_last_one_or_false(opened):
    page = opened("kind=fibble&lies=1&turns=house:ccccc")
    assert (
        page.text("#message")
        == "Solved in 1 guess. If the game goes on, type the next word."
    )

    page.type("body", "horde" + "22200" + ENTER)
    judged(page)

    assert page.text("#fitting") == "HORSE"
    assert page.text("#message") == "The secret must be HORSE."
    page.run("$('#channel').value = 'lies:2'; $('#channel').onchange()")
    judged(page)
    link = "#kind=fibble&lies=2&turns=house:ccccc,horde:ccc.."
    assert page.run("return location.hash") == link
    page.click("#undo")
    judged(page)
    page.type("body", "horse" + "22222" + ENTER)
    judged(page)
    page.click("#review summary")
    page.wait("$$('#review li').length === 3")
    page.click("#review li:last-child summary")
    assert "1 → solved" in page.text("#review li:last-child")


def test_a_game_of_wordpl_has_prices_and_probable_words(opened):
    page = opened("kind=wordpl&turns=crane:9:ci..c")
    before = suggested(page)

    page.run("$('#epsilon').value = '3'; $('#epsilon').oninput()")
    judged(page)
    assert suggested(page) != before
    page.type("body", "moist" + "00100" + ENTER)
    judged(page)

    assert page.run("return location.hash").endswith("crane:9:ci..c,moist:3:..i..")
    assert page.text("#count").startswith("The secret is as uncertain as one of ")
    assert page.run("return $$('#words li').length") == 10
    page.click("#review summary")
    page.wait("$$('#review li').length === 2")
    page.click("#review li summary")
    assert "price ε\n9" in page.text("#review li")


@pytest.mark.parametrize("length", [4, 9])
def test_words_of_other_lengths_fit_a_phone(browser, tmp_path, length):
    words = Vocabulary.load(length)
    path = tmp_path / "solve.html"
    path.write_text(solve_page(words, {}), encoding="utf-8")
    guess = words.answers[0]
    browser.resize(320, 700)

    browser.open(f"{path.as_uri()}#kind=wordpl&turns={guess}:12.25:{'.' * length}")
    browser.open(f"{path.as_uri()}#kind=classic&turns={guess}:{'.' * length}")
    browser.driver.refresh()
    judged(browser)

    assert browser.run(f"return {ROWS}[0].querySelectorAll('.tile').length") == length
    assert browser.run("return document.documentElement.scrollWidth") <= 320
    assert browser.errors() == []
    browser.resize(1280, 900)


def test_a_game_in_the_address_is_checked(opened):
    page = opened("kind=classic&turns=zz9zz:.....,crane:ci..c,crane:9,x:1:2:3")

    assert page.run("return location.hash") == "#kind=classic&turns=crane:ci..c"
    assert page.run("return turns[0].clues[0]") == parse("ci..c", 5)


def test_any_valid_guess_may_be_the_answer(opened):
    page = opened("kind=classic&turns=soare:.i...,clint:..i..,hippo:.c..c")

    assert page.text("#message").startswith("7 rarer words remain. Best guess: ")
    assert page.text("#fitting") == "BIFFO BIMBO BIZZO DIMBO GIZMO KIDDO KIMBO"
    page.type("body", "bimbo" + "02102" + ENTER)
    judged(page)
    assert page.text("#message") == "The secret must be GIZMO."
    page.type("body", "gizmo" + "22222" + ENTER)
    judged(page)
    assert page.text("#message") == "Solved in 5 guesses."
    page.click("#review summary")
    page.wait("$$('#review li').length === 5")


def test_a_word_that_the_list_lacks_counts(opened):
    page = opened()

    page.type("body", "firma" + "01000" + ENTER)
    judged(page)

    assert page.text("#message").startswith("175 likely words remain; ")
    note = "FIRMA: not in the word list, but the clue counts."
    assert page.text("#count").endswith(note)


def test_the_last_guess_can_win(opened):
    turns = "catch:.cccc,match:.cccc,latch:.cccc,pasta:.c.i.,crane:i.i.."
    page = opened(f"kind=classic&turns={turns}")

    cells = page.run("""
        const rows = $$('#ranked tbody tr').slice(0, 4);
        return rows.map(({ cells }) => [...cells]
            .filter((cell) => cell.checkVisibility()).map((cell) => cell.textContent));
    """)
    assert [(row[0], row[-1]) for row in cells[:3]] == [
        ("BATCH", "33 %"),
        ("HATCH", "33 %"),
        ("WATCH", "33 %"),
    ]
    assert (cells[3][0], cells[3][-1]) == ("GATCH", "0.34 %")


def test_suggestions_stand_above_the_words_on_a_phone(opened):
    page = opened("kind=classic&turns=salet:..i..")
    page.resize(390, 844)

    suggestions, words = page.run(
        "return ['#ranked', '#fitting'].map((q) => $(q).getBoundingClientRect())"
        ".map(({ top, bottom }) => [top, bottom])"
    )

    assert suggestions[1] <= words[0]


def test_a_phone_on_its_side_has_the_keys_in_view_beside_the_rows(opened):
    page = opened("CRANE:00102")
    page.resize(667, 331)

    boxes = page.run(
        "return ['#rows', '#keyboard', '#add'].map((q) => {"
        "const { left, right, bottom } = $(q).getBoundingClientRect();"
        "return [left, right, bottom]; })"
    )

    rows, keys, add = boxes
    assert rows[1] <= keys[0]
    assert max(keys[2], add[2]) <= 331
