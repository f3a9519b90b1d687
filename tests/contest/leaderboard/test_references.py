from pathlib import Path

import pytest

from contest.entries.entry import resolve
from contest.entries.loading import load
from contest.leaderboard.records import LEADS, read_standing
from contest.leaderboard.references import (
    Paid,
    Players,
    best_entries,
    good_score,
    references,
)
from game.draws import Draws
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Mode, Setting
from game.words import Vocabulary

RESULTS = Path(__file__).resolve().parents[3] / "results"
HEAD = "entry,run,p05,p50,p95,p05_budget,p50_budget,p95_budget"
NEXT = "entropy,one,24.6,49.2,inf,24.5,49.2,inf"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [
                "entropy,one,24.6,49.2,inf,24.5,49.2,inf",
                "quantile/p05,one,inf,inf,inf,14.45,inf,inf",
                "uniform_random,one,10,98.4,inf,49.2,98.4,140",  # p05 is by luck
                "contest record,,1,1,1,,,",  # nobody can play it
            ],
            ["quantile/p05", "entropy", "uniform_random"],
        ),
        # Entries with parameters, and that are gone, are replaced by the next.
        (["entropy:Entropy(epsilon=9.0),one,1,1,1,1,1,1", NEXT], ["entropy"]),
        (["gone,one,1,1,1,1,1,1", NEXT], ["entropy"]),
    ],
)
def test_the_best_entry_of_each_column_has_the_lowest_budget(tmp_path, lines, expected):
    path = tmp_path / "leaderboard.csv"
    path.write_text("\n".join([HEAD, *lines, ""]))

    assert [entry.text for entry in best_entries(path)] == expected


def test_players_play_the_game_of_the_seed_with_its_noise():
    setting, draws = Setting(Vocabulary.load()), Draws("día 1", 7)
    entry = resolve("quantile/p05", Mode.WORDPL)
    players, strategy = Players([entry], setting), load(entry)
    prepare(strategy, setting)

    for answer in (None, "mummy", "mummy", "trace"):
        (paid,) = players.play(draws, answer)

        game = play(strategy, deal(setting, draws, answer), setting)
        assert paid == Paid("quantile/p05", game.budget, game.outcome == "won")


def test_a_good_score_is_the_record_of_half_of_the_games():
    holders = read_standing(RESULTS / "leads.csv")
    held = {column: holder.budget for column, holder in holders.items()}

    line = good_score(held)

    assert line.startswith(
        f"A good score is {held['p50']:g} or less: the best entry wins"
    )
    assert f", 5 % within {held['p05']:g}, 95 % within {held['p95']:g}." in line


def test_entries_without_time_are_named_beside_the_budgets_of_the_leads():
    paid, good = references(Setting(Vocabulary.load()), Draws("s", 0), "crane", 0.0)

    assert paid == ("The best entries cannot play this game: they need more than 0 s.")
    leads = read_standing(RESULTS / LEADS)
    assert good == good_score({name: lead.budget for name, lead in leads.items()})
