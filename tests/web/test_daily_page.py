import pytest

from game.daily import name_day
from tests.web.playing import give_up, guess, secret, streak

DAY = "2026-11-22"


def test_the_archive_deals_past_days_which_count_for_no_streak(opened):
    page = opened(f"kind=classic&day={DAY}")
    # The page takes this day for today.
    page.run(f"window.today = () => '{DAY}'")
    guess(page, secret(page))

    page.click("#archive")
    assert page.text("#month") == "November 2026"
    assert page.run("return $$('#days button:enabled').length") == 22
    assert page.run("return $('#after').disabled")
    page.click("#before")
    page.click("[aria-label='2026-10-31']")
    assert page.text("#dealt") == "31 October 2026"
    guess(page, secret(page))
    assert page.run("return $('#next').hidden")
    shown = (
        "You finished 1 puzzle of Wordle that you began on its day. "
        "Days won in a row: 1 now, 1 at best."
    )
    assert streak(page) == shown

    page.click("#archive")
    assert page.text("#month") == "October 2026"
    assert page.text("[aria-label='2026-10-31, won, 1']").split() == ["31", "✓"]
    page.click("#after")
    page.click(f"[aria-label='{DAY}, won, 1']")
    assert page.text("#dealt") == name_day(DAY)


@pytest.mark.parametrize("kind", ["wordpl", "classic"])
def test_the_first_game_of_a_kind_has_guidance(opened, kind):
    page = opened(f"kind={kind}&seed=1")

    texts = [page.text("#goal")]
    assert page.run("return $('#mind').open") == (kind == "wordpl")
    for word in ("crane", "moist"):
        guess(page, word)
        texts.append(page.text("#message"))

    assert texts[0].endswith(" Type any word and press Enter.")
    assert all(texts)
    assert "“Clues”" in texts[1]
    give_up(page)
    page.click("#again")
    goal = page.text("#goal")
    assert "Type any word" not in goal
    guess(page, "crane")
    assert [page.text("#goal"), page.text("#message")] == [goal, ""]


def test_records_of_wordpl_are_not_shown_in_classic(opened):
    page = opened("kind=wordpl&seed=1")
    page.click("#help")
    assert "The leads: " in page.text("aside")

    page.click("[data-kind=classic]")

    assert "The leads: " not in page.text("aside")
    assert page.text("#budget") == ""
