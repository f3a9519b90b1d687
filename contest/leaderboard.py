"""The leaderboard: published records, and entries as measured in official runs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

from contest.records import RunError, write_whole
from contest.scores import PERCENTILES

if TYPE_CHECKING:
    import pandas as pd

START, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"


def leaderboard(results: Path) -> pd.DataFrame:
    """Return the table, best p50 first.

    Parameters
    ----------
    results : Path
        Holds ``published.csv`` and one folder per run below ``official``.

    Returns
    -------
    DataFrame
        Columns ``entry``, the percentiles, ``won`` (share of the games), ``games``
        and ``source``, which says where a line comes from.

    Raises
    ------
    RunError
        When a file is missing or not what it should be.
    """
    import pandas as pd

    try:
        published = pd.read_csv(results / "published.csv")
        tables = [_measured(path) for path in sorted(results.glob("official/*"))]
    except (OSError, ValueError, KeyError) as error:
        raise RunError(f"cannot read {str(results)!r}: {error}") from None
    table = pd.concat([published, *tables], ignore_index=True)
    names = list(PERCENTILES)
    return table.sort_values(names[1:2] + names, kind="stable", ignore_index=True)


def write(results: Path, readme: Path) -> None:
    """Rewrite ``leaderboard.csv`` and the block in the README.

    Raises
    ------
    RunError
        When a file cannot be read or written, or the README has no block.
    """
    table = leaderboard(results)
    text = readme.read_text(encoding="utf-8")
    head, start, rest = text.partition(START)
    _, end, tail = rest.partition(END)
    if not (start and end):
        raise RunError(f"{readme.name!r}: expected a block {START} ... {END}")
    write_whole(results / "leaderboard.csv", table.to_csv(index=False))
    write_whole(readme, f"{head}{START}\n{to_markdown(table)}{END}{tail}")


def to_markdown(table: pd.DataFrame) -> str:
    """Return the table for the README."""
    lines = [
        "| entry | p05 | p50 | p95 | games won | source |",
        "|---|---|---|---|---|---|",
    ]
    for row in table.to_dict("records"):
        figures = " | ".join(_figure(row[name]) for name in PERCENTILES)
        won = "" if math.isnan(row["won"]) else f"{row['won']:.1%}"
        name = row["entry"] if row["source"] == "published" else f"`{row['entry']}`"
        lines.append(f"| {name} | {figures} | {won} | {row['source']} |")
    return "\n".join(lines) + "\n"


def _measured(folder: Path) -> pd.DataFrame:
    import pandas as pd

    facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    table = pd.read_csv(folder / "summary.csv")
    table["won"] = table["won"] / table["games"]
    table["source"] = f"measured, {facts['games']:,} games, {folder.name}"
    return table[["entry", *PERCENTILES, "won", "games", "source"]]


def _figure(score: float) -> str:
    if math.isnan(score):
        return ""
    return f"{score:.4g}" if math.isfinite(score) else "∞"
