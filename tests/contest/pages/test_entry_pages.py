from contest.leaderboard.lines import Line
from contest.leaderboard.standings import Leaderboard
from contest.pages.entry_facts import EntryFacts
from contest.pages.entry_pages import EntryPages
from contest.pages.replays_page import RunReplays
from contest.runs.beacons import Beacon
from game.words import Vocabulary


def test_the_page_of_an_entry_has_its_own_runs_alone():
    facts = EntryFacts(
        entry="mine",
        call="Mine()",
        budgets=[14.0, 30.0],
        chances=[0.05, 0.4],
        errors=[0.01, 0.1],
    )
    figures = {"games": 9.0, "won": 5.0, "side_information": 1.0}
    runs = {"mine-1": "Mine()", "mine-0": "Mine(8.0)"}
    lines = [
        Line(kind="submission", entry="mine", call=call, run=run, statistics=figures)
        for run, call in runs.items()
    ]
    beacon = Beacon(
        round=12,
        randomness="5a" * 32,
        signature="5a" * 96,
        previous_signature="5a" * 96,
        submission=1,
    )
    replays = [RunReplays(run, "", ["mine"], "", beacon) for run in runs]
    standings = Leaderboard(lines, [], [])

    files = EntryPages([facts], standings, Vocabulary.load(), replays, {}).files()

    shown = files["entries/mine.html"]
    assert "replays.html#run=mine-1&amp;entry=0" in shown
    assert "mine-0" not in shown
    assert 'href="https://api.drand.sh/public/12">round 12 of drand</a>' in shown
    curve = files["entries/mine.svg"]
    assert "5% at 14 nats, 50% is not reached" in curve
    assert "95 % interval" in curve
