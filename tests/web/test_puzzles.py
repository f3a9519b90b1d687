"""Puzzles of one's own, whose word is in a link."""

import pytest

from tests.web.playing import answer, guess, secret


def copy_link(page):
    page.run("$('#puzzle [type=submit]').scrollIntoView({ block: 'center' })")
    page.click("#puzzle [type=submit]")


def open_link(page, link):
    page.open("about:blank")
    page.open(link)


@pytest.mark.parametrize(
    ("kind", "word"),
    [("classic", "lemon"), ("wordpl", "lemon"), ("fibble&lies=1", "aahed")],
)
def test_a_puzzle_of_ones_own_is_played_by_its_link(opened, kind, word):
    page = opened(f"kind={kind}&seed=1")
    page.run(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    page.click("#options")
    page.type("#own-word", "lemno" if word == "lemon" else word)
    page.type("#own-name", "Zoë <b>")
    page.type("#own-hint", "sour & round")
    if word == "lemon":
        copy_link(page)
        reason = "LEMNO is not in the word list: did you mean LEMON?"
        assert page.text("#own-link") == reason
        page.run("$('#own-word').value = ''")
        page.type("#own-word", word)
    copy_link(page)
    page.wait("window.copied")

    link = page.run("return window.copied")
    assert word not in link.lower()
    open_link(page, link)
    assert page.text("#whose") == "A puzzle by Zoë <b>: sour & round"
    assert secret(page) == word
    assert page.text("#dealt").startswith("a puzzle by Zoë <b>")
    guess(page, "crane")
    page.driver.refresh()
    assert page.run("return state.turns.length") == 1
    answer(page, word) if kind == "wordpl" else guess(page, word)
    assert page.run("return state.outcome") == "won"
    assert "a puzzle by Zoë <b>" in page.text("#share")
    assert word not in page.text("#share")
    page.click("#again")
    assert page.run("return [rules.day, rules.secret]") == ["", ""]


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("kind=classic&word=AAAA", "word=AAAA"),
        ("kind=classic&word=!!", "word=!!"),
        ("kind=clasic", "kind=clasic"),
        ("kind=classic&boards=99", "boards=99"),
        ("kind=classic&day=2026-02-30", "day=2026-02-30"),
        ("kind=fibble&lies=7", "lies=7"),
        ("kind=classic&boards=2&hard=off&seed=1&utm=x", ""),
        ("KIND=classic&SEED=zz", "KIND=classic"),
        ("kind=classic&sed=zz", "sed=zz"),
        ("kind=classic&seed=", "seed"),
        ("kind=absurdle&seed=zz", "seed=zz"),
        ("kind=fibble&lies=1&limit=8&seed=1&game=007", ""),
    ],
)
def test_a_bad_link_gets_one_clear_line(opened, link, shown):
    page = opened(link)

    message = page.text("#message")
    start = f"This page does not understand a part of the link, {shown}. The page "
    assert message.startswith(start) if shown else message == ""


@pytest.mark.parametrize(
    "link",
    [
        # Programs write & as an entity, once or twice, or escape the signs of a link.
        "kind=classic&amp;seed=z%26z",
        "kind=classic&AMP;amp;seed=z%26z",
        "kind=classic&#38;seed=z%26z",
        "kind%3Dclassic%26seed%3Dz%2526z",
        "kind%3Dclassic&seed%3Dz%2526z",
    ],
)
def test_a_link_that_a_chat_changed_deals_its_game(opened, link):
    page = opened(link)

    assert page.text("#dealt") == "seed z&z"
    assert page.run("return rules.kind") == "classic"
    assert page.text("#message") == ""


def test_a_word_is_hidden_and_every_changed_link_is_known(engine):
    script = """
      const words = ["crane", "żółty", "straßen"];
      return words.map((word) => {
        const hidden = hideWord(word, Uint8Array.from([1, 2, 3]));
        const other = (letter) => (letter === "A" ? "B" : "A");
        const changed = [...hidden].map((letter, k) =>
          revealWord(hidden.slice(0, k) + other(letter) + hidden.slice(k + 1)));
        const cut = [...hidden].map((_, k) => revealWord(hidden.slice(0, k)));
        return [word, revealWord(hidden), changed, cut];
      });
    """

    for word, shown, changed, cut in engine(script):
        assert shown == word
        assert word not in changed[:-1]  # the last letter has bits that mean nothing
        assert not any(cut)
