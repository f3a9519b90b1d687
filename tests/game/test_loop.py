import math

import pytest

from game import Draws, Scripted, SecretHost, Vocabulary, deal, play
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.record import Game, RecordError, Turn, budget

WORDS = Vocabulary(("crane", "slate", "sleep"), ("crane", "slate", "sleep", "dream"))
WORDPL = Setting(WORDS)
CLASSIC = Setting(WORDS, Mode.CLASSIC, max_turns=6)
INF = math.inf


def wordpl(moves, answer="crane", seed="s"):
    return play(Scripted(moves), deal(WORDPL, Draws(seed, 0), answer), WORDPL)


def classic(words, answer="crane"):
    host = SecretHost(answer, Mode.CLASSIC)
    return play(Scripted([(word, INF) for word in words]), host, CLASSIC)


def test_a_game_that_never_ends_is_invalid():
    game = wordpl([("slate", 1.0)] * (MAX_MOVES + 1))

    assert game.outcome is Outcome.INVALID
    assert "1000 moves" in game.reason


@pytest.mark.parametrize(
    ("move", "quoted"),
    [
        (("zzzzz", 3.0), "'zzzzz'"),
        (("slate", -1.0), "-1.0"),
        (("slate", INF), "inf"),
        ((7, 3.0), "7"),
        (("slate",), "('slate',)"),
        (("slate", 1.0, 2.0), "1.0, 2.0"),
        ("slate", "'slate'"),
        (None, "None"),
        (("dream", 0), "final answer 'dream'"),
    ],
)
def test_illegal_moves_lose_the_game_and_are_quoted(move, quoted):
    game = wordpl([("slate", 2.0), move])

    assert game.outcome is Outcome.INVALID
    assert quoted in game.reason
    assert len(game.turns) == 1


# Each outcome, in WORDPL and in classic Wordle.
GAMES = [
    wordpl([("slate", 9.3), ("dream", 1 / 3), ("crane", 0)]),
    wordpl([("slate", 9.3), ("slate", 0)]),
    wordpl([("crane", 0)]),
    wordpl([("slate", 9.3), ("zzzzz", 1)]),
    wordpl([("slate", 9.3)]),
    classic(["slate", "crane"]),
    classic(["slate"] * 7),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.mode} {game.outcome}")
def test_a_game_is_written_and_read_back_to_the_same(game):
    assert Game.from_row(game.to_row()) == game


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("moves", "slate:9.3"),
        ("moves", "slate:x:....."),
        *(("moves", f"slate:{x}:.....") for x in ("nan", "inf", "-1", "0", "9" * 400)),
        ("outcome", "victory"),
        ("mode", "chess"),
        ("score", "1.0"),
    ],
)
def test_a_damaged_row_is_refused(field, value):
    row = GAMES[0].to_row() | {field: value}

    with pytest.raises(RecordError):
        Game.from_row(row)


@pytest.mark.parametrize(
    "field", ["mode", "answer", "moves", "final", "outcome", "reason"]
)
def test_a_row_without_a_field_is_refused_by_its_name(field):
    row = GAMES[0].to_row()
    del row[field]

    with pytest.raises(RecordError, match=f"without the field '{field}'"):
        Game.from_row(row)


def test_a_crash_of_the_strategy_is_not_taken_for_a_loss():
    class Broken(Scripted):
        def next_move(self, guess, epsilon, result):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play(Broken([("slate", 2.0)]), SecretHost("crane", Mode.WORDPL), WORDPL)


def test_a_strategy_receives_its_move_and_the_clue_as_the_contest_writes_it():
    class Listener(Scripted):
        def next_move(self, guess, epsilon, result):
            heard.append((guess, epsilon, result))
            return super().next_move(guess, epsilon, result)

    heard = []
    moves = [("SLATE", 2), ("crane", 0)]

    play(Listener(moves), SecretHost("crane", Mode.WORDPL), WORDPL)

    assert heard == [("slate", 2.0, "..c.c")]


def test_a_turn_is_written_with_its_price_in_full():
    # The sum of 9.3 and 5.3 is not the number 14.6. All its digits are written, so that
    # a replay pays the same price.
    assert str(Turn("slate", 9.3 + 5.3, 191)) == "slate:14.600000000000001:ci..c"


def test_a_score_is_the_sum_of_the_prices_in_full_or_as_older_runs_wrote_it():
    game = wordpl([("slate", 9.3), ("dream", 5.3), ("crane", 0)])

    assert game.score == game.budget == 14.6
    assert game.to_row()["score"] == "14.6"
    for score in ("14.600000000000001", "14.60"):
        assert Game.from_row(game.to_row() | {"score": score}) == game


@pytest.mark.parametrize(
    ("prices", "total"),
    # A sum beyond the largest number, one with a part too small to matter, and one that
    # additions in order would miss.
    [([1e308] * 3, INF), ([5e-324, 1e-300], 1e-300), ([0.1] * 10, 1.0)],
)
def test_prices_of_any_size_are_added(prices, total):
    assert budget([Turn("crane", price, 0) for price in prices]) == total
