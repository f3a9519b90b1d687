from contest.scores import summarise
from contest.tables import table_text
from game.play import Game
from game.protocol import Mode, Outcome


def test_how_games_ended_is_said_of_one_as_of_several(words):
    ends = [Outcome.WRONG, Outcome.TIMEOUT, *[Outcome.OUT_OF_TURNS] * 2]
    games = [
        Game(Mode.WORDPL, "crane", (), "" if end == "timeout" else "slate", end)
        for end in ends
    ]
    rows = [{"entry": "mine", "seconds": "0.5", **game.to_row()} for game in games]

    text = table_text(summarise(rows, words))

    assert "  1 wrong, 1 timed out, 2 out of turns" in text
