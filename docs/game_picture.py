"""Draw a game of WORDPL for the README: ``python docs/game_picture.py``.

The program writes docs/game.svg. The picture shows the board as the web page does.
Below each mark stands the probability that the mark is true. Beside the board stand the
most probable words.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from contest.pages.template import bundle
from game.clues import to_marks
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Setting
from game.record import Turn
from game.text.wording import MARK_MEANINGS
from game.words import Vocabulary
from solver.advice.insights import belief_after, mark_chances
from solver.numeric.ties import ranking

PICTURE = ROOT / "docs" / "game.svg"
DRAWS = Draws("readme", 1)
MOVES = (("trace", 12.25), ("doing", 13.0), ("swirl", 11.0))
RECORD = 36.9

_TILE, _STEP, _ROW, _TOP, _SIDE = 46, 52, 84, 58, 400
_NAMES = [name for name, *_ in (MARK_MEANINGS[mark] for mark in ".ic")]
_STYLE = """
text { font: 14px system-ui, sans-serif; fill: var(--ink); }
.ground { fill: var(--card); stroke: var(--line); }
.tile { stroke: none; }
.absent { fill: var(--absent); } .present { fill: var(--present); }
.correct { fill: var(--correct); stroke: #fff6; stroke-width: 2; }
.letter { font-size: 25px; font-weight: 700; text-anchor: middle; fill: #fff; }
.letter.line { text-decoration: underline; }
.faint { fill: var(--faint); font-size: 12.5px; } .middle { text-anchor: middle; }
.end { text-anchor: end; } .bold { font-weight: 700; }
.track { fill: var(--line); } .bar { fill: var(--main); }
"""


def picture(words: Vocabulary) -> str:
    """Return the picture as SVG; it is dark if the theme of the reader is dark."""
    setting = Setting(words)
    game = play(Scripted([*MOVES, ("crane", 0.0)]), deal(setting, DRAWS), setting)
    chances = belief_after(setting, game.turns).probabilities
    doubts = mark_chances(setting, game.turns)
    parts = [
        _text(24, 34, "WORDPL: every mark may lie, and truer clues cost more", "bold")
    ]
    spent = 0.0
    for place, turn in enumerate(game.turns):
        marks = to_marks(turn.clue, words.length)
        spent += turn.epsilon
        parts += _turn(_TOP + place * _ROW, turn, marks, doubts[place])
    parts += _posterior(words, chances)
    parts += _budget(_TOP + len(game.turns) * _ROW + 14, spent)
    high = _TOP + len(game.turns) * _ROW + 70
    spoken = "A game of WORDPL: " + "; ".join(
        f"{turn.guess} at {turn.epsilon:g} nats shows {turn.result}"
        for turn in game.turns
    )
    theme = re.findall(
        r"(?::root|@media \(prefers-color-scheme: dark\)) \{.*?\n\}",
        bundle("styles/base.css"),
        re.DOTALL,
    )
    style = " ".join(f"{' '.join(theme)} {_STYLE}".split())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {high}" role="img" '
        f'aria-label="{escape(spoken)}">\n<style>{style}</style>\n'
        '<rect class="ground" x=".5" y=".5" width="719" rx="12" '
        f'height="{high - 1}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _turn(top: int, turn: Turn, marks: list[int], true: list[float]) -> list[str]:
    """Return SVG elements for a turn: its tiles, its price, and a chance per tile.

    `top` is the y coordinate of the upper edge of the tiles. `marks` has the mark of
    each letter. `true` has, for each mark, the probability that the mark is true; this
    probability is written below the tile.
    """
    parts = []
    for k, (letter, mark, chance) in enumerate(
        zip(turn.guess, marks, true, strict=True)
    ):
        x, name = 24 + k * _STEP, _NAMES[mark]
        line = " line" * (name == "present")
        middle = x + _TILE / 2
        parts += [
            f'<rect class="tile {name}" x="{x + 1.5}" y="{top}" width="{_TILE - 3}" '
            f'height="{_TILE - 3}" rx="4"/>',
            _text(middle, top + 31, letter.upper(), f"letter{line}"),
            *_bar(x, top + 49, _TILE, 5, chance),
            _text(middle, top + 68, _percent(chance), "faint middle"),
        ]
    parts.append(_text(24 + 5 * _STEP + 8, top + 28, f"{turn.epsilon:g} nats", ""))
    return parts


def _posterior(words: Vocabulary, chances: object) -> list[str]:
    """Return SVG elements for the six most probable words and their probabilities.

    `chances` has the probability of each answer in `words`.
    """
    parts = [_text(_SIDE, _TOP + 14, "most probable words", "faint")]
    for place, k in enumerate(ranking(chances)[:6]):
        y = _TOP + 42 + place * 27
        parts += [
            _text(_SIDE, y, words.answers[k].upper(), "bold"),
            *_bar(_SIDE + 74, y - 11, 160, 12, float(chances[k])),
            _text(696, y, _percent(float(chances[k]), 1), "end"),
        ]
    return parts


def _budget(top: int, spent: float) -> list[str]:
    """Return SVG elements for a bar that is filled up to `spent`, the sum of prices.

    A line across the bar marks the budget `RECORD`. `top` is the y coordinate of the
    upper edge of the bar.
    """
    full, wide = 1.25 * RECORD, 672
    x = 24 + wide * RECORD / full
    return [
        *_bar(24, top, wide, 10, spent / full),
        f'<path d="M{x:.1f} {top - 6}v22" stroke="var(--ink)" stroke-width="2"/>',
        _text(24, top + 32, f"{spent:g} nats spent", "bold"),
        _text(
            x,
            top + 32,
            f"{RECORD:g}: the record that wins half of the games",
            "faint end",
        ),
    ]


def _percent(share: float, digits: int = 0) -> str:
    """Return a share as a percentage with `digits` decimals.

    The text is the same as in ``web/game/wording.js``.
    """
    least = 10**-digits
    if 0 < 100 * share < least / 2:
        return f"<{least:g} %"
    if 0 < 100 * (1 - share) < least / 2:
        return f">{100 - least:g} %"
    return f"{100 * share:.{digits}f} %"


def _bar(x: float, y: float, wide: float, high: float, share: float) -> list[str]:
    place = f'x="{x:g}" y="{y:g}" height="{high:g}" rx="{high / 2:g}"'
    return [
        f'<rect class="track" {place} width="{wide:g}"/>',
        f'<rect class="bar" {place} width="{wide * share:.1f}"/>',
    ]


def _text(x: float, y: float, text: str, name: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{name}">{escape(text)}</text>'


if __name__ == "__main__":
    PICTURE.write_text(picture(Vocabulary.load()), encoding="utf-8")
