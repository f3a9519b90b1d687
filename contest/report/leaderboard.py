"""The leaderboard as files: two tables in ``results/`` and the README's block."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from contest.leaderboard.standings import SUBMISSION, Holder, Leaderboard, leaderboard
from contest.report.tables import estimate, figure
from contest.runs.folder import RunError, write_whole
from contest.runs.scores import to_csv
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import target_of
from game.wording import counted
from game.words import Vocabulary

START, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"

_ENDS = ("low", "high", "budget")


def write(results: Path, readme: Path, vocabulary: Vocabulary) -> Leaderboard:
    """Rewrite ``leaderboard.csv``, ``records.csv`` and the block in the README.

    Raises
    ------
    InputError
        As `leaderboard`, or when a file cannot be written or the README has no block;
        nothing is rewritten then.
    """
    import pandas as pd

    text = readme.read_text(encoding="utf-8")
    head, start, rest = text.partition(START)
    _, end, tail = rest.partition(END)
    if not (start and end):
        raise RunError(f"{readme.name!r}: expected a block {START} ... {END}")
    found = leaderboard(results, vocabulary)
    holders = pd.DataFrame([asdict(holder) for holder in found.holders])
    table = pd.DataFrame(found.lines)
    write_whole(results / "leaderboard.csv", to_csv(table))
    write_whole(results / "records.csv", to_csv(holders))
    write_whole(readme, f"{head}{START}\n{to_markdown(found)}{END}{tail}")
    return found


def read_standing(path: Path) -> dict[str, Holder]:
    """Return the record of each column that has one, from ``records.csv``.

    Raises
    ------
    RunError
        When the file cannot be read or is not what `write` writes.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            holders = [
                Holder(
                    *(row["column"], float(row["record"])),
                    *(row["entry"], row["kind"], row["run"], row["date"]),
                    *(float(row["target"] or "nan"), int(row["games"])),
                )
                for row in csv.DictReader(file)
            ]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise RunError(
            f"cannot read {str(path)!r} ({error}): expected what "
            "evaluate.py leaderboard writes"
        ) from None
    return Leaderboard([], holders).standing()


def to_markdown(found: Leaderboard) -> str:
    """Return the README's block."""
    text = [
        "| entry | p05 | p50 | p95 | won | what it is |",
        "|---|---|---|---|---|---|",
    ]
    for line in found.lines:
        cells = [_code(line["entry"]) if "run" in line else line["entry"]]
        cells += [_score(line, name) for name in PERCENTILES]
        cells += [f"{line['won'] / line['games']:.1%}" if "run" in line else ""]
        text.append(f"| {' | '.join([*cells, _source(line, found.standing())])} |")
    text += [
        "",
        "| column | record | whose | the next one certifies |",
        "|---|---|---|---|",
    ]
    for name, holder in found.standing().items():
        submitted = holder.kind == SUBMISSION
        whose = f"{_code(holder.entry)}, {holder.run}" if submitted else holder.kind
        target = figure(target_of(holder.record))
        text.append(f"| {name} | {figure(holder.record)} | {whose} | {target} |")
    return "\n".join([*text, ""])


def _score(line: Mapping[str, Any], name: str) -> str:
    """Return a column's score, its interval, and the exact budget and chance to win."""
    if math.isnan(line[name]):
        return ""
    text = figure(line[name])
    if "run" in line:
        low, high, budget = (figure(line[f"{name}_{x}"]) for x in _ENDS)
        chance = estimate(line[f"{name}_chance"], line[f"{name}_error"])
        text += "" if low == high else f" ({low} to {high})"
        # The chance to win at any price is in a column of its own.
        text += "" if text == budget == "inf" else f"<br>exact {budget}: {chance}"
    return text.replace("inf", "∞")


def _source(line: Mapping[str, Any], standing: Mapping[str, Holder]) -> str:
    if "run" not in line:
        return str(line["kind"])
    text = f"{line['kind']}, {counted(line['games'], 'game')}, {line['date']}"
    held = [c for c, holder in standing.items() if holder.run == line["run"]]
    if math.isnan(line["p50"]):
        text += f"; no score: won {line['luck']:+.1f} standard deviations from what "
        text += "its clues explain"
    if line["kind"] == SUBMISSION and held:
        text += f"; holds {' and '.join(held)}"
    return text


def _code(text: str) -> str:
    """Return text that Markdown leaves alone, in a table too."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`"
