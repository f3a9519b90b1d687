import math
import tracemalloc

import pytest

from contest.statistics.games import group_by_entry, parse_rows
from game.protocol import Mode, Outcome, Setting
from game.record import Game, RecordError
from game.words import Vocabulary

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)


def test_arrays_are_the_games_of_the_rows(rows):
    found = group_by_entry(parse_rows(rows), SETTING)

    games = [Game.from_row(row) for row in rows if row["entry"] == "b"]
    assert list(found) == ["a", "b"]
    assert found["b"].scores.tolist() == [g.score for g in games]
    assert found["b"].budgets.tolist() == [14.25] * 120
    assert found["b"].count(Outcome.WON) == sum(math.isfinite(g.score) for g in games)
    chances = found["b"].luck.values
    assert 0 < chances.min() < chances.max() < 1
    assert set(found["b"].seconds) == {0.5}
    words = SETTING.vocabulary.answers
    assert [words[k] for k in found["b"].answers] == [game.answer for game in games]
    assert not found["b"].whole


@pytest.mark.system
def test_a_game_takes_a_few_hundred_bytes(rows):
    def many(count):
        for number in range(count):
            yield rows[number % len(rows)]

    def peak(count):
        tracemalloc.start()
        try:
            games = group_by_entry(parse_rows(many(count)), SETTING)
            assert sum(len(own.scores) for own in games.values()) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    # The first call loads modules, which are not measured.
    peak(10)
    # The arrays, with the luck of each clue for 37 numbers of what is left, as they
    # grow and once more as they are handed over, and no row: blocks of 4,000 games of
    # an entry are replayed.
    assert peak(20_000) - peak(10_000) < 10_000 * 440


def test_every_answer_once_is_noticed():
    few = Vocabulary(("crane", "slate"), ("crane", "slate"))
    won = [Game(Mode.CLASSIC, word, (), word, Outcome.WRONG) for word in few.answers]
    played = [{"entry": "a", **game.to_row()} for game in won]

    def whole(rows):
        return group_by_entry(parse_rows(rows), Setting(few, Mode.CLASSIC))["a"].whole

    assert whole(played)
    assert not whole(played[:1])
    assert not whole([*played, played[0]])


@pytest.mark.parametrize(
    ("setting", "quoted"),
    [
        (Setting(WORDS, Mode.CLASSIC), "a game of wordpl"),
        (Setting(Vocabulary(("slate",), ("crane", "slate", "trace"))), "'"),
    ],
)
def test_a_game_of_another_setting_is_refused(rows, setting, quoted):
    with pytest.raises(RecordError, match=quoted):
        group_by_entry(parse_rows(rows), setting)
