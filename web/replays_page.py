"""Page of replays: the games of official runs, and their verification."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from game.clues import Rule
from game.text.wording import MARK_MEANINGS, repeated_letters
from web.template import read, render


def replays_page(runs: Mapping[str, str], pages: Mapping[str, str]) -> str:
    """Return the page.

    `runs` has the titles by name; the page loads ``data/NAME.js``.
    """
    return render(
        "replays",
        pages,
        [{"name": name, "title": title} for name, title in runs.items()],
        loads="'self' file:",
        viewer=read("pages/viewer.html"),
        letterwise=escape(repeated_letters(Rule.LETTERWISE)),
        marks="".join(
            f'<li><b class="tile {name}">{mark}</b> {name}: {meaning}</li>'
            for mark, (name, _, meaning) in MARK_MEANINGS.items()
        ),
    )


def run_script(run: Mapping[str, Any], columns: Sequence[str]) -> str:
    """Return the script with the games of a run, which the page loads.

    The run has ``name``, ``date``, ``games``, ``seed``, ``commit`` and ``boards``;
    ``words``, the answers by digest; ``entries``, each with ``entry``, ``run``,
    ``mode``, ``words``, ``played`` and ``games``, rows of text with these columns.

    Examples
    --------
    >>> run_script({"name": "one"}, ["game"]).strip()
    'loadRun({"name":"one","columns":["game"]});'
    """
    data = {**run, "columns": [*columns]}
    return f"loadRun({json.dumps(data, separators=(',', ':'))});\n"
