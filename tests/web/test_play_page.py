"""The page on which a person plays, in a real browser, from a file."""

import gzip
import math
import re
from math import comb

import pytest

from contest.pages.play_page import play_page
from game.channels.lies import Lies
from game.channels.response import RESPONSE
from game.clues import MARKERS, Rule, classic, parse, to_text
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.noise import keep_probability
from game.protocol import Mode, Setting
from game.spelling import DOTLESS, fold
from game.words import Vocabulary
from solver import Belief, clue_matrix, information, ranking
from tests.alphabets import HEBREW, RUSSIAN, SWEDISH, TURKISH
from tests.web.playing import (
    ENTER,
    ESCAPE,
    LEADS,
    RECORDS,
    TAB,
    answer,
    give_up,
    guess,
    posterior,
)

ADDRESS = re.compile(r"\b(?:src|url|import)\b\W*(?:https?:)?//")


def shown(browser, board=0):
    """Return the clues on a board as the page draws them."""
    marks = browser.run(
        f"return [...$$('.board')[{board}].children].map(li => "
        "[...li.querySelectorAll('.tiles:not(.truth) .tile')].map(t => t.className))"
    )
    names = {"absent": ".", "present": "i", "correct": "c"}
    rows = [[names.get(name.split()[1]) for name in row] for row in marks]
    return ["".join(row) for row in rows if None not in row]


@pytest.fixture
def open_page_of(browser, tmp_path):
    """Return a function that opens, on a narrow screen, a page of other words."""

    def open_(words, deal):
        path = tmp_path / "play.html"
        path.write_text(play_page(words), encoding="utf-8")
        browser.resize(320, 700)
        browser.open(f"{path.as_uri()}#{deal}")

    yield open_
    assert browser.errors() == []
    browser.resize(1280, 900)


def test_the_page_needs_no_network(words):
    page = play_page(words, RECORDS)

    assert len(gzip.compress(page.encode())) < 90_000
    assert not ADDRESS.search(page)


def test_a_game_of_wordpl_is_the_one_that_python_deals(opened, words):
    moves = [("crane", 6.5), ("eerie", 12.25), ("sassy", 4.0), ("slump", 0.0)]
    setting = Setting(words)
    game = play(Scripted(moves), deal(setting, Draws("día 1", 7)), setting)

    page = opened("kind=wordpl&seed=d%C3%ADa+1&game=7")
    for word, price in moves[:-1]:
        guess(page, word, price)
    answer(page, "slump")

    assert shown(page) == [turn.result for turn in game.turns]
    assert page.text("#verdict").startswith(f"No, the word was {game.answer.upper()}")
    lies = sum(
        a != b
        for turn in game.turns
        for a, b in zip(
            turn.result,
            to_text(MARKERS[setting.rule](game.answer, turn.guess), 5),
            strict=True,
        )
    )
    assert f"{lies} of 15 marks were false" in page.text("#reveal")
    assert page.text("#share").startswith(
        f"WORDPL X after 22.75, seed día 1, game 7, {lies} lie"
    )
    assert page.run("return $$('.board .tile.lie').length") == lies


def test_each_mark_shows_how_probable_it_is_to_be_true(opened, words):
    page = opened("kind=wordpl&seed=1")
    guess(page, "crane", 6.5)
    guess(page, "moist", 9)

    first, second = shown(page)
    seen = ("crane", 6.5, parse(first, 5)), ("moist", 9.0, parse(second, 5))
    belief = posterior(words, seen)
    row = clue_matrix(words, Setting(words).rule)[words.guess_index["crane"]]
    true = [
        sum(belief.probabilities[(row // 3 ** (4 - k)) % 3 == ".ic".index(mark)])
        for k, mark in enumerate(first)
    ]

    shares = page.run(
        "return [...$('.board .tiles').children]"
        ".map(tile => +tile.style.getPropertyValue('--true'))"
    )
    assert shares == pytest.approx(true, abs=1e-4)
    assert page.run("return $('.doubts').children.length") == 5
    page.wait("$$('#words li').length === 10")
    found = page.run(
        "return $$('#words li')"
        ".map(li => [li.firstChild.textContent, +li.dataset.chance])"
    )
    top = ranking(belief.probabilities)[:10]
    assert [w for w, _ in found] == [words.answers[k].upper() for k in top]
    assert [p for _, p in found] == belief.probabilities[top].tolist()


@pytest.mark.parametrize("kind", ["wordpl", "fibble"])
def test_a_key_is_as_coloured_as_its_mark_is_probable(opened, words, kind):
    page = opened(f"kind={kind}&seed=1")
    played = [("crane", 6.5), ("moist", 3), ("slump", 12)]
    for word, price in played:
        guess(page, word, price)

    is_priced = kind == "wordpl"
    prices = [price if is_priced else math.inf for _, price in played]
    seen = [parse(clue, 5) for clue in shown(page)]
    turns = zip((word for word, _ in played), prices, seen, strict=True)
    belief = posterior(words, turns, RESPONSE if is_priced else Lies(1))
    for letter, places in {"m": (0, 3), "c": (0,), "s": (0, 3)}.items():
        sums = dict.fromkeys(("absent", "present", "correct"), 0.0)
        for word, chance in zip(words.answers, belief.probabilities, strict=True):
            is_placed = any(word[place] == letter for place in places)
            name = "present" if letter in word else "absent"
            sums["correct" if is_placed else name] += chance
        name = max(sums, key=sums.__getitem__)
        key = f"$('[data-key={letter}]')"
        share = f"+{key}.style.getPropertyValue('--true')"
        assert page.run(f"return {key}.className") == name
        assert page.run(f"return {share}") == pytest.approx(sums[name], abs=1e-4)


def test_in_the_end_the_colours_are_the_truth(opened):
    page = opened("kind=wordpl&seed=1")
    for word in ("crane", "moist"):
        guess(page, word, 1)
    colours = (
        "return $$('.board .tiles:not(.truth) .tile').map(tile =>"
        " [tile.matches('.lie'), getComputedStyle(tile).backgroundColor])"
    )
    doubtful = {colour for _, colour in page.run(colours)}

    give_up(page)

    lies = {colour for is_lie, colour in page.run(colours) if is_lie}
    truths = {colour for is_lie, colour in page.run(colours) if not is_lie}
    assert len(lies) == 1
    assert len(truths) <= 3
    assert not doubtful & (lies | truths)


def test_a_price_is_set_by_number_and_slider_and_says_what_it_buys(opened, words):
    page = opened("kind=wordpl&seed=1")

    page.run("$('#slider').value = 6; $('#slider').oninput()")
    assert page.run("return $('#epsilon').value") == "6"
    keep = keep_probability(6.0)
    assert page.text("#buys") == f"{5 * keep:.1f} of 5 marks are true on average"
    pips = page.run("return $$('.pips i').map(i => parseFloat(i.style.width))")
    assert sum(pips) == pytest.approx(500 * keep, abs=1e-3)
    page.click("#lying summary")
    heights = page.run("return $$('#lies i').map(i => parseFloat(i.style.height))")
    chances = [comb(5, k) * (1 - keep) ** k * keep ** (5 - k) for k in range(6)]
    assert [h / max(heights) for h in heights] == pytest.approx(
        [p / max(chances) for p in chances], abs=1e-4
    )

    page.type("body", "soare")
    uniform = Belief.uniform(2315).probabilities
    row = clue_matrix(words, Setting(words).rule)[[words.guess_index["soare"]]]
    bits = information(row, uniform, 6.0, 5)[0]
    assert page.text("#buys").endswith(f"SOARE gives {bits:.2f} bits")

    page.run("$('#epsilon').value = '7,5'; $('#epsilon').oninput()")
    assert page.run("return [price(), $('#slider').value]") == [7.5, "7.5"]

    # Letters go to the board even from the field of the price.
    page.run("$('#epsilon').value = ''; $('#epsilon').oninput()")
    page.type("#epsilon", "1a2")
    assert page.text("#message") == "The price stays 12: letters go to the word."
    page.type("#epsilon", "b" + ENTER)
    assert page.run("return $('#epsilon').value") == "12"
    page.wait("$$('.doubts').length === 1")
    page.run("$('#epsilon').value = ''; $('#epsilon').oninput()")
    guess(page, "crane")
    assert page.text("#message") == "Price: expected a number above 0"
    assert page.run("return state.turns.length") == 1

    # A price of 0 is no final answer.
    guess(page, "", 0)
    page.click("#guess")
    assert page.text("#message").startswith("Type a price above 0, such as 12.")
    assert not page.run("return $('#confirm').open")


def test_a_final_answer_is_confirmed(opened, words):
    secret = deal(Setting(words), Draws("1", 0)).reveal()
    page = opened("kind=wordpl&seed=1")
    guess(page, "crane", 9)

    page.type("body", secret)
    page.click("#answer")
    seen = ("crane", 9.0, parse(shown(page)[0], 5))
    chance = posterior(words, [seen]).probabilities[words.answer_index[secret]]
    # Chances below half a percent are not rounded to 0.
    share = f"{100 * chance:.0f} %" if chance >= 0.005 else "<1 %"
    odds = f"{secret.upper()} is right with a probability of {share}."
    rest = "If it is right, your score is 9 nats. If it is wrong, you lose."
    assert page.text("#question") == f"{odds} {rest}"
    page.click("#no")
    assert page.run("return $('#ending').hidden")
    page.click("#answer")
    page.run("return document.activeElement").send_keys(ENTER)  # "Not yet"
    assert page.run("return $('#ending').hidden")
    page.click("#answer")
    page.click("#yes")

    verdict = f"Right, the word was {secret.upper()}. You paid 9 nats."
    assert page.text("#verdict") == verdict
    assert page.text("#reveal").endswith(LEADS)
    assert page.run("return document.activeElement.id") == "verdict"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("cra", "Type a word of 5 letters first."),
        ("qiute", "QIUTE is not in the word list: did you mean QUITE?"),
    ],
)
def test_a_bad_word_has_a_reason_and_loses_nothing(opened, typed, message):
    page = opened("kind=wordpl&seed=1")

    guess(page, typed)

    assert page.text("#message") == message
    assert page.run("return typed") == typed


def test_a_practice_game_is_shown_again_until_it_is_over(opened):
    page = opened("kind=wordpl&seed=1")
    guess(page, "crane")
    before = shown(page)

    page.click("[data-kind=classic]")
    assert page.text("#dealt").startswith("No. ")
    page.click("[data-kind=wordpl]")
    assert (page.text("#dealt"), shown(page)) == ("seed 1", before)

    give_up(page)
    page.click("[data-kind=classic]")
    page.click("[data-kind=wordpl]")
    assert page.text("#dealt").startswith("No. ")


def test_the_back_button_returns_to_the_game_before(opened):
    page = opened("kind=wordpl&seed=1")
    page.click("[data-kind=classic]")
    page.click("#practice")

    for kind, dealt in (("classic", "No. "), ("wordpl", "seed 1")):
        page.run("history.back()")
        page.wait(f"$('#dealt').textContent.startsWith('{dealt}')")
        assert page.run("return document.body.dataset.kind") == kind


@pytest.mark.parametrize(
    "query", ["[data-kind=classic]", "#practice", "#daily", "#figures"]
)
def test_enter_plays_the_word_after_a_click_on_a_button(opened, query):
    page = opened("kind=classic&seed=1")

    page.click(query)
    deal_ = page.run("return location.hash")
    page.type("body", "crane")
    page.run("return document.activeElement").send_keys(ENTER)

    assert page.run("return [state.turns.length, location.hash]") == [1, deal_]


def test_after_a_dialog_and_escape_enter_plays_the_word(opened):
    page = opened("kind=classic&seed=1")

    page.run("$('#archive').focus(); $('#archive').click()")
    page.run("return document.activeElement").send_keys(ESCAPE)
    page.run("return document.activeElement").send_keys("crane" + ENTER)

    assert page.run("return [state.turns.length, $('#calendar').open]") == [1, False]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("CRANE", "crane"),
        (" crane, slate\n", "crane"),
        ("cr4n", "crn"),
        ("\uff43\uff52\uff21\uff2e", "cran"),
    ],
)
def test_the_field_takes_what_is_pasted_dictated_or_composed(opened, text, word):
    page = opened("kind=classic&seed=1")

    page.run(
        "const field = $('#letters'); field.focus();"
        "field.value = arguments[0]; field.dispatchEvent(new InputEvent('input'))",
        text,
    )

    row = "return $$('.waiting')[0].textContent.toLowerCase()"
    assert [page.run(row), page.run("return $('#letters').value")] == [word] * 2
    page.run("return document.activeElement").send_keys("\ue003")  # Backspace
    assert page.run("return typed") == word[:-1]


def test_an_input_method_keeps_its_text_until_it_ends(opened):
    page = opened("kind=classic&seed=1")
    page.run("$('#letters').focus()")

    page.command(
        "Input.imeSetComposition", text="cr1", selectionStart=3, selectionEnd=3
    )
    assert page.run("return [typed, $('#letters').value]") == ["cr", "cr1"]
    page.command("Input.insertText", text="cra")

    assert page.run("return [typed, $('#letters').value]") == ["cra", "cra"]


def test_enter_presses_the_button_that_was_reached_with_the_keyboard(opened):
    page = opened("kind=wordpl&seed=1")

    page.run("$('#archive').focus()")
    page.type("#archive", TAB)
    page.run("return document.activeElement").send_keys(ENTER)

    assert not page.text("#dealt").startswith("No. ")
    assert page.text("#dealt") != "seed 1"


def test_a_daily_puzzle_is_the_same_for_all_and_shows_the_leads(opened, words):
    page = opened("kind=wordpl&day=2026-11-22")
    guess(page, "crane", 9)

    give_up(page)

    lines = page.run("return $$('#reveal p').map(p => p.textContent)")
    assert " false; the true marks are below" in lines[0]
    assert lines[1].startswith("Given the clues, ")
    assert lines[2:] == [LEADS]
    assert page.run("return $('#mind').open")
    secret = deal(Setting(words), Draws("daily 2026-11-22", 0)).reveal()
    starred = page.run("return $('#words .secret').firstChild.data")
    assert starred == f"{secret.upper()} ★"
    tiles = shown(page)[0].translate(str.maketrans(".ic", "⬜🟨🟩"))
    assert page.text("#share").splitlines()[1:] == [f"{tiles} 9"]
    assert page.text("#leaders") == (
        "The best strategies, on the same word with the same noise: "
        "right with 14.45 and 71 nats, wrong with 36.9 nats."
    )
    marks = page.run("return $$('#budgets li b').map((mark) => mark.textContent)")
    assert marks == ["✓", "✗", "✓"]
    assert page.text("#said").startswith("WORDPL X after 9, No. 1, 22 November, ")


def test_a_game_of_fibble_ends_with_the_word_and_shows_which_marks_lied(opened, words):
    setting = Setting(words, Mode.FIBBLE, 8, channel="lies:2")
    secret = deal(setting, Draws("3", 0)).reveal()
    moves = [(word, math.inf) for word in ("crane", "moist", secret)]
    game = play(Scripted(moves), deal(setting, Draws("3", 0)), setting)

    page = opened("kind=fibble&lies=2&seed=3")
    for word, _ in moves[:2]:
        guess(page, word)
    left = page.run("return beliefs[0].filter(p => p > 0).length")
    clues = [(turn.guess, math.inf, turn.clue) for turn in game.turns[:2]]
    belief = posterior(words, clues, Lies(2))
    assert left == len(belief.possible)
    page.click("#clues")
    assert page.text("#known") == f"{left} words fit the clues."
    page.click("#help-me")
    page.click("#judge")
    page.wait("$$('#best li').length === 6")
    matrix = clue_matrix(words, Rule.CLASSIC)
    chances = belief.probabilities
    bits = information(matrix, chances, math.inf, 5, channel=Lies(2))
    assert f"{bits.max():.3f}" in page.text("#best li")

    guess(page, secret)
    assert shown(page) == [turn.result for turn in game.turns]
    verdict = f"Well done, the word was {secret.upper()}, in 3 guesses."
    assert page.text("#verdict") == verdict
    lies = page.run(
        "return $$('.board .tiles:not(.truth)').map(row => "
        "[...row.children].map(tile => tile.matches('.lie')))"
    )
    assert lies == [list(row) for row in game.lies]
    page.click("#rate")
    page.wait("$$('#review li').length === 3")
    assert "2,315 → " in page.run("return $('#review li').textContent")
    first = page.text("#share").splitlines()[0]
    assert first == "Fibble 3/8, seed 3, 2 lies in each row, 1 hint"


def test_correct_marks_of_a_wrong_word_end_no_game_of_fibble(opened):
    # In this game the false mark of HOUSE makes all of its marks look correct.
    page = opened("kind=fibble&lies=1&seed=1&game=17")

    guess(page, "house")
    assert shown(page) == ["ccccc"]
    assert page.run("return $('#ending').hidden")
    assert page.text("#message").startswith("Some of these marks are lies")
    guess(page, "horse")

    assert page.text("#verdict") == "Well done, the word was HORSE, in 2 guesses."


def test_options_deal_fibble_with_a_drawn_first_word(opened):
    page = opened("kind=fibble&seed=1")
    page.click("#options")

    page.run("$('#channel').value = 'lies:3'; $('#given').value = 'qqqqq'")
    page.click("#settings [type=submit]")
    assert page.text("#message") == "QQQQQ is not in the word list"
    page.run("$('#limit').value = 9; $('#given').value = 'random'")
    page.click("#settings [type=submit]")

    link = "#kind=fibble&lies=3&limit=9&given=random&seed=1"
    assert page.run("return location.hash") == link
    host = deal(
        Setting(Vocabulary.load(), Mode.FIBBLE, channel="lies:3", given="random"),
        Draws("1", 0),
    )
    assert page.run("return state.turns.map(t => t.guess)") == [host.first]
    assert page.run("return $$('.waiting').length") == 8


def test_classic_boards_are_those_that_python_deals(opened, words):
    setting = Setting(words, Mode.CLASSIC, boards=4)
    host = deal(setting, Draws("3", 0))
    secrets = host.reveal().split(",")

    page = opened("kind=classic&seed=3&boards=4")
    for word in ["crane", *secrets]:
        guess(page, word)

    assert page.run("return $$('.board').length") == 4
    for board in range(4):
        assert shown(page, board)[-1] == "ccccc"
    assert page.text("#verdict").endswith("in 5 guesses.")
    assert "5/9" in page.text("#share")


def test_options_deal_a_game_of_choice(opened):
    page = opened("kind=classic&seed=1")
    page.click("#options")

    page.run(
        "$('#seed').value = 'mine'; $('#game').value = '4'; $('#hard').value = 'strict'"
    )
    page.click("#settings [type=submit]")
    guess(page, "crane")
    guess(page, "crane")

    link = "#kind=classic&hard=strict&seed=mine&game=4"
    assert page.run("return location.hash") == link
    assert page.text("#dealt") == "seed mine, game 4, hard mode strict"
    assert page.text("#message").startswith("Hard mode: CRANE cannot be the secret")
    page.run("$('#boards').value = '2'")
    page.click("#settings [type=submit]")
    assert page.text("#message") == "Hard mode is for one board."


def test_absurdle_is_cornered_and_moves_are_undone(opened):
    page = opened("kind=absurdle")
    page.click("#clues")
    guess(page, "raise")
    guess(page, "could")
    page.click("#undo")
    assert len(shown(page)) == 1

    # The words that fit are guessed one after another. Far fewer than 30 are needed.
    for _ in range(30):
        guess(page, page.run("return $('#words li').textContent.slice(0, 5)").lower())
        if not page.run("return $('#ending').hidden"):
            break
    assert page.text("#verdict").startswith("Well done, the last word was ")

    page.click("#again")
    assert shown(page) == []
    page.click("#options")
    page.run("$('#target').value = 'crane'")
    page.click("#settings [type=submit]")
    guess(page, "slump")
    give_up(page)
    assert page.text("#verdict") == "CRANE was still possible."


def test_a_hint_about_the_only_word_that_is_left_has_no_figures(opened):
    page = opened("kind=classic&seed=1")
    secret = page.run("return state.secrets[0]")
    for word in ("crane", "moist", "tardy", "curly"):
        guess(page, word)
    assert page.run("return beliefs[0].filter((p) => p > 0).length") == 1

    page.click("#help-me")
    page.click("#judge")
    page.wait("$$('#best li').length === 1")

    assert page.text("#best").strip() == secret.upper()
    assert page.text("#hint") == "Nothing is left to find out."


@pytest.mark.parametrize(
    ("modifiers", "typed"),
    [
        ({"altKey": True}, "ł"),  # Option
        ({"altKey": True, "ctrlKey": True, "modifierAltGraph": True}, "łd"),
        ({"modifierAltGraph": True}, "łd"),
        ({"ctrlKey": True}, ""),
        ({"metaKey": True}, ""),
    ],
)
def test_letters_typed_with_altgr_or_option_are_letters(
    browser, open_page_of, modifiers, typed
):
    words = Vocabulary(*[("żółty", "łaska", "łatwy")] * 2)
    open_page_of(words, "kind=classic&seed=1")

    browser.run(
        "for (const key of 'łd') document.body.dispatchEvent(new KeyboardEvent("
        "'keydown', { key, bubbles: true, ...arguments[0] }))",
        modifiers,
    )

    assert browser.run("return typed") == typed


@pytest.mark.parametrize("kind", ["wordpl", "classic", "fibble", "absurdle"])
def test_before_the_first_clue_no_word_is_shown(opened, kind):
    page = opened(f"kind={kind}&seed=1")

    assert page.run("return $('#mind').open") == (kind == "wordpl")
    page.run("$('#mind').open = true")
    page.wait("$('#known').textContent")

    assert page.text("#known").startswith(
        "After the first clue, you see here the words that fit"
    )
    assert page.run("return $('#words').children.length") == 0


def test_entropy_is_said_as_a_number_of_words_that_is_true(engine):
    said = engine("return [0, 0.04, 0.5, 1.0, 3.3, 11.2].map(uncertainty)")

    assert said[0] == said[1] == "One word is almost certain."
    assert said[2:] == [
        f"The secret is as uncertain as one of {count} equally likely words."
        for count in ("1.4", "2.0", "9.8", "2,353")
    ]


def test_the_keyboard_is_one_tab_stop(opened):
    page = opened("kind=classic&seed=1")

    assert page.run("return $$('#keyboard [tabindex=\"0\"]').length") == 1
    page.run("$('#keyboard [tabindex=\"0\"]').focus()")
    page.type("[data-key=q]", "\ue014")  # right
    page.type("[data-key=w]", "\ue015")  # down
    assert page.run("return document.activeElement.dataset.key") == "s"
    page.type("[data-key=s]", " ")
    page.click("[data-key=o]")
    page.click("[data-key=Backspace]")
    assert page.run("return typed") == "s"
    assert page.run("return $('#spoken').textContent") == "S"
    assert page.run("return $$('#keyboard [tabindex=\"0\"]').length") == 1


@pytest.mark.parametrize("kind", ["wordpl", "fibble"])
def test_a_phone_shows_the_row_and_the_keyboard(opened, kind):
    page = opened(f"kind={kind}&seed=1")
    page.resize(390, 664)

    for word in ("crane", "moist", "slump", "baker"):
        ends = page.run(
            "return ['.board .waiting', '#keyboard', '#guess'].map(q => "
            "$(q).getBoundingClientRect().bottom)"
        )
        assert ends == sorted(ends)
        assert ends[0] <= page.run("return $('#controls').getBoundingClientRect().top")
        assert ends[-1] <= 664
        guess(page, word[:3])  # is refused: the reason takes a line
        guess(page, word[3:])


@pytest.mark.parametrize(
    "kind", ["wordpl", "classic", "classic&boards=4", "fibble", "absurdle"]
)
def test_a_phone_on_its_side_has_the_board_beside_the_keys_and_never_scrolls(
    opened, kind
):
    page = opened(f"kind={kind}&seed=1")
    sizes = [(915, 360), (844, 340), (667, 331), (568, 320)]

    for size, word in zip(sizes, ("crane", "moist", "slump", "baker"), strict=True):
        page.resize(*size)
        if size == sizes[-1]:  # the keys are tapped where they are smallest
            for key in (*word, "Enter"):
                page.click(f"[data-key={key}]")
        else:
            guess(page, word)
        assert page.run("return scrollY + scrollX") == 0
        row, keys, button = page.run(
            "return ['.board .waiting', '#keyboard', '#guess'].map(q => "
            "$(q).getBoundingClientRect().toJSON())"
        )
        assert row["right"] < keys["left"]
        assert 0 <= row["top"] < row["bottom"] <= size[1]
        assert 0 <= keys["top"] < button["bottom"] <= size[1]
        assert button["right"] <= keys["right"] <= size[0]
    assert page.run("return state.turns.length") == 4
    guess(page, "zzzzz")
    assert page.run("return getComputedStyle($('[data-key=q]')).touchAction") == (
        "manipulation"
    )
    assert page.run("return document.documentElement.scrollHeight") <= size[1]


@pytest.mark.parametrize(
    "game", ["kind=wordpl&seed=1", "kind=classic&seed=1&boards=8", "kind=fibble"]
)
def test_a_phone_shows_it_without_sideways_scrolling(opened, game):
    page = opened(game)
    for width in (320, 375, 1600):
        page.resize(width, 700)
        guess(page, "crane")
        page.run("$$('details').forEach(d => { d.open = true; })")
        assert page.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("length", [4, 9])
def test_words_of_other_lengths_fit_too(browser, open_page_of, length):
    words = Vocabulary.load(length)
    open_page_of(words, "kind=wordpl&seed=1")

    guess(browser, words.guesses[0], 12)

    assert len(shown(browser)[0]) == length
    assert browser.run("return document.documentElement.scrollWidth") <= 320
    assert math.isclose(browser.run("return price()"), 12)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (SWEDISH, ["qwertyuiopäå", "asdfghjklö", "zxcvbnm"]),
        (RUSSIAN, ["авгдеий", "клмнопр", "стцчшья"]),
        (TURKISH, [f"qwertyuiopü{DOTLESS}", "asdfghjklş", "zxcvbnm"]),
        (HEBREW, ["אבדהוז", "חיכלמנ", "ספרשת"]),
    ],
)
def test_words_of_another_alphabet_are_typed_and_on_the_keyboard(
    browser, open_page_of, text, rows
):
    words = Vocabulary(*[tuple(fold(text).split())] * 2)
    open_page_of(words, "kind=classic&seed=1")

    for key in (*text.split()[0].upper(), "Enter"):  # the driver has only Latin keys
        event = f"new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}})"
        browser.run(f"document.body.dispatchEvent({event})")
    for letter in words.answers[1]:
        browser.click(f"[data-key={letter}]")

    secret = deal(Setting(words, Mode.CLASSIC), Draws("1", 0)).reveal()
    assert shown(browser) == [to_text(classic(secret, words.answers[0]), 5)]
    keys = browser.run(
        "return [...$('#keyboard').children].map(row => [...row.children]"
        ".map(key => key.dataset.key).filter(key => key.length === 1).join(''))"
    )
    assert keys == rows
    typed = "return [...$$('.tile.empty')].slice(0, 5).map(t => t.textContent).join('')"
    assert browser.run(typed) == words.answers[1].upper()
    assert browser.run("return document.documentElement.scrollWidth") <= 320
