"""Contrast of letters on tiles and keys, and letters of twice the size on a phone."""

import pytest

from contest.pages.play_page import solve_page
from tests.web.playing import give_up, guess

# Letters whose contrast against their tile or key, as WCAG 2 defines it, is below 4.5.
FAINT = """
  const pen = document.createElement('canvas')
    .getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((x) => x / 255)
      .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return $$(':is(.tile, #keyboard button):is(.absent, .present, .correct)')
    .map((node) => {
      const { color, backgroundColor } = getComputedStyle(node);
      const [most, least] = [light(color), light(backgroundColor)]
        .sort((a, b) => b - a);
      return [node.className, (most + 0.05) / (least + 0.05)];
    }).filter(([, ratio]) => ratio < 4.5);
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_of_all_marks_are_readable(opened, theme):
    page = opened("kind=wordpl&seed=1")
    page.prefer(color_scheme=theme)
    for word, price in (("crane", 3), ("moist", 6), ("eerie", 20)):
        guess(page, word, price)

    for _ in range(2):  # in green and yellow, then in orange and blue
        assert page.run(FAINT) == []
        page.run("$('#contrast').click()")
    give_up(page)
    assert page.run("return $$('.truth .present').length") > 0
    assert page.run(FAINT) == []


def test_a_printed_game_has_black_letters_all_rows_and_struck_false_marks(opened):
    page = opened("kind=wordpl&seed=1")
    for word, price in (("crane", 3), ("moist", 6), ("eerie", 20)):
        guess(page, word, price)
    give_up(page)
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.command("Emulation.setEmulatedMedia", media="print", features=dark)

    looks = page.run("""
      const style = (q, part) => getComputedStyle($(q), part);
      const bottom = (q) => $(q).getBoundingClientRect().bottom;
      return [
        style('body').color, style('.tile').color, style('header').display,
        style('.lie', '::after').borderTopStyle,
        bottom('.board') <= bottom('#boards-area'),
        new Set($$('.tile').map((tile) => getComputedStyle(tile).borderTopStyle)).size,
      ];
    """)

    page.command("Emulation.setEmulatedMedia", media="", features=[])
    page.prefer()
    black = "rgb(0, 0, 0)"
    assert looks == [black, black, "none", "solid", True, 3]


def test_letters_of_twice_the_size_fit_a_phone(browser, words, site, tmp_path):
    path = tmp_path / "solve.html"
    path.write_text(solve_page(words, {}), encoding="utf-8")
    browser.resize(400, 800)

    browser.open(f"{path.as_uri()}#kind=classic&turns=salet:..i..")
    browser.run("document.documentElement.style.fontSize = '32px'")
    browser.wait("!$('#ranked').classList.contains('waiting')")

    assert browser.run("return document.documentElement.scrollWidth") <= 400
    browser.open(f"{site}#kind=wordpl&seed=1")
    browser.run("document.documentElement.style.fontSize = '32px'")
    guess(browser, "crane", 12)
    overlaps = """
      const boxes = $$('#boards-area, #message, .tick b, #keyboard button')
        .map((node) => node.getBoundingClientRect()).filter(({ width }) => width);
      const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right
        && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
      return boxes.filter((a, i) => boxes.slice(0, i).some((b) => meet(a, b))).length;
    """
    assert browser.run(overlaps) == 0
    assert browser.run("return document.documentElement.scrollWidth") <= 400
    assert browser.errors() == []
    browser.resize(1280, 900)


@pytest.mark.parametrize("kind", ["wordpl", "classic", "fibble", "absurdle"])
def test_at_the_end_a_phone_shows_the_buttons_and_one_scroller(opened, kind):
    page = opened(f"kind={kind}&seed=1")
    page.resize(390, 844)
    for word in ("crane", "moist"):
        guess(page, word)

    give_up(page)

    top, bottom = page.run(
        "return [$('#boards-area').getBoundingClientRect().bottom,"
        " $('#copy').getBoundingClientRect().bottom]"
    )
    assert top < bottom <= 844
    assert (
        page.run("""
      return $$('main *').filter((node) => node.scrollHeight > node.clientHeight + 1
        && ["auto", "scroll"].includes(getComputedStyle(node).overflowY)).length;
    """)
        == 0
    )
    page.resize(1280, 900)


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1280, 707), (1920, 1000)])
@pytest.mark.parametrize("boards", [2, 4, 6, 8])
def test_boards_stand_in_even_lines(opened, boards, size):
    page = opened(f"kind=classic&boards={boards}&seed=1")
    page.resize(*size)
    guess(page, "crane")

    lines = page.run("""
      const tops = $$('.board').map((node) => node.getBoundingClientRect().top);
      return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
    """)

    assert sum(lines) == boards
    assert len(set(lines)) == 1
    page.resize(1280, 900)


def test_a_key_has_a_part_for_each_board(opened):
    page = opened("kind=classic&seed=1&boards=4")
    guess(page, "crane")

    for letter, place in {"c": 0, "r": 1}.items():
        names = page.run(
            "return $$('.board').map((board) =>"
            f" board.querySelectorAll('.tile')[{place}].classList[1])"
        )
        spoken = [f"board {k} {name}" for k, name in enumerate(names, 1)]
        key = f"$('[data-key={letter}]')"
        assert page.run(f"return {key}.ariaLabel") == ", ".join([letter, *spoken])
        parts = page.run(f"return {key}.style.getPropertyValue('--parts')")
        assert parts.count("linear-gradient") == 4
        assert parts.count("50% 50%") == 4
