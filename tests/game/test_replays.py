import math
from dataclasses import replace

import pytest

from game import Draws, InputError, Scripted, Turn, Vocabulary, deal, play
from game.protocol import DRAWN, Mode, Outcome, Setting
from game.replays import replay

WORDS = Vocabulary(("crane", "slate", "sleep"), ("crane", "slate", "sleep", "dream"))
WORDPL = Setting(WORDS)
CLASSIC = Setting(WORDS, Mode.CLASSIC, max_turns=6)
FIBBLE = Setting(WORDS, Mode.FIBBLE, max_turns=9)
SETTINGS = [
    WORDPL,
    CLASSIC,
    replace(CLASSIC, boards=2),
    replace(CLASSIC, hard="nyt"),
    FIBBLE,
    replace(FIBBLE, channel="lies:2"),
    replace(FIBBLE, given="dream"),
    replace(FIBBLE, given=DRAWN),
]
# Wins, losses, a word that is not in the list, and games that break off.
SCRIPTS = [
    ["slate", "dream", "crane", "sleep", "crane"],
    ["sleep", "sleep"],
    ["SLATE", "crane", "slate"],
    ["dream", "zzzzz", "crane"],
    [],
]


def played(setting, script, number, *, whole_dictionary=False):
    price = 2.5 if setting.mode.priced else math.inf
    moves = [(word, price + k * setting.mode.priced) for k, word in enumerate(script)]
    # The last word of a longer script is the final answer, with price 0.
    if setting.mode.priced and len(script) > 2:
        moves[-1] = (moves[-1][0], 0.0)
    host = deal(setting, Draws("s", number), whole_dictionary=whole_dictionary)
    return play(Scripted(moves), host, setting)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_games_of_every_kind_are_replayed_to_the_same(setting):
    numbers = [7 * k for k in range(30)]
    scripts = [SCRIPTS[k % len(SCRIPTS)] for k in range(30)]
    games = [played(setting, *pair) for pair in zip(scripts, numbers, strict=True)]

    assert list(replay(games, numbers, "s", setting)) == games


@pytest.mark.parametrize("setting", [WORDPL, CLASSIC], ids=["wordpl", "classic"])
def test_a_run_of_the_whole_dictionary_is_replayed_to_the_same(setting):
    games = [
        played(setting, SCRIPTS[0], number, whole_dictionary=True)
        for number in range(3)
    ]
    assert [game.answer for game in games] == [*WORDS.answers]

    def again(numbers):
        return list(replay(games, numbers, "s", setting, whole_dictionary=True))

    assert again([0, 1, 2]) == games
    with pytest.raises(InputError, match="game 3: expected 0 to 2"):
        again([1, 2, 3])


def test_a_replay_corrects_what_does_not_follow_from_seed_and_moves():
    game = played(WORDPL, ["slate"] * 9 + ["crane"], 0)
    (other,) = replay([game], [0], "other", WORDPL)
    # Replaying replaces a forged clue and a forged outcome by the true ones.
    forged = replace(game, turns=(*game.turns[:-1], Turn("slate", 10.5, 0)))
    illegal = replace(game, turns=(Turn("zzzzz", 1.0, 0), *game.turns))
    claimed = replace(game, outcome=Outcome.WON, answer="crane", final="crane")

    assert other.turns != game.turns
    assert [*replay([forged, claimed], [0, 0], "s", WORDPL)] == [game, game]
    (found,) = replay([illegal], [0], "s", WORDPL)
    assert found.outcome is Outcome.INVALID
    assert not found.turns


def test_a_given_guess_is_replayed_in_place_of_the_recorded_one():
    setting = replace(FIBBLE, given="dream")
    game = played(setting, ["slate", "crane"], 4)
    forged = replace(
        game, turns=(replace(game.turns[0], guess="slate"), *game.turns[1:])
    )

    assert [*replay([forged], [4], "s", setting)] == [game]
