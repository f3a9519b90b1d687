import pytest

from contest.conformance.times import TimedGame, Times, measure_times
from contest.sandbox.process import StartError, Time
from game.protocol import Outcome
from tests.sandboxed import policy_of


def times_of(path, games):
    played = []
    times = measure_times(policy_of(path), "0", games, lambda: played.append(1))
    assert len(played) == len(times.games) == games
    return times


def test_stages_of_one_start_and_of_every_move_are_timed(strategy_file):
    times = times_of(strategy_file("return 'crane', 9.0", "return 'moist', 0.0"), 3)

    counts = {name: len(stage) for name, stage in times.stages.items()}
    assert counts == {
        "start": 1,
        "import, prepare": 1,
        "unscored game": 1,
        "first move": 3,
        "move 2": 3,
    }
    assert [(game.number, game.moves) for game in times.games] == [
        (0, 2),
        (1, 2),
        (2, 2),
    ]
    for game in times.games:
        assert 0 < game.time.cpu < 60
    assert min(time.wall for time in times.stages["start"]) > 0


def test_a_strategy_that_ends_is_started_again(strategy_file):
    text = "import os; self.x += 1; os._exit(0) if self.x == 3 else 0; "

    times = times_of(strategy_file(f"{text}return 'crane', 0.0"), 2)

    # The second game of a process, after the one without a score.
    assert [game.outcome for game in times.games] == [Outcome.CRASHED] * 2
    assert len(times.stages["start"]) == 2


def test_a_strategy_that_cannot_start_has_no_times(strategy_file):
    with pytest.raises(StartError):
        times_of(strategy_file("pass", head="import no_such_module"), 1)


def test_the_share_of_a_game_is_that_of_the_nearer_limit():
    games = [
        TimedGame(0, 2, Time(wall=1.0, cpu=0.5), Outcome.WON),
        TimedGame(1, 3, Time(wall=12.0, cpu=0.1), Outcome.TIMEOUT),
    ]

    times = Times(2.0, {"start": [Time(wall=0.25, cpu=0.125)]}, games)

    # The wall limit is a multiple of the limit of CPU time.
    assert times.share_of_limit(games[0]) == 0.25
    assert times.share_of_limit(games[1]) > 1
    lines = [line.split() for line in times.text(200).splitlines()]
    assert ["start", "1", "125.00", "125.00", "250.00", "250.00"] in lines
    assert lines[-2][:2] == ["1", "3"]
    assert lines[-1] == ["0", "2", "0.500", "1.000", "25.0%", "won"]
