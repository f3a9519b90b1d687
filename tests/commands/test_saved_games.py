import msgspec
import pytest

from commands.human_player import Person
from commands.saved_games import SavingPerson
from game.draws import Draws
from game.hosts import deal
from game.protocol import Mode, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()


def new_game(mode):
    """Return a game of 6 guesses, whose secret is crane, that may have been saved."""
    setting = Setting(WORDS, mode, 1000 if mode.priced else 6)
    person = Person(setting, input, print, lambda *_: None)
    return SavingPerson(person, deal(setting, Draws("a", 0), "crane"), "a")


def play(saving, words):
    """Play words at the price 12, or none, and then take the next word."""
    price = 12.0 if saving.person.setting.mode.priced else float("inf")
    saving.person.make([(word, price) for word in (*words, "trace")])
    saving.first_move()
    for word in words:
        saving.next_move(word, price, ".....")
    return saving


@pytest.fixture(params=[Mode.WORDPL, Mode.CLASSIC])
def saved(request, monkeypatch, tmp_path):
    """Return a person's game, whose move was saved."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return play(new_game(request.param), ["slate"])


def test_a_saved_game_goes_on(saved):
    assert saved.resume()


def test_of_two_terminals_the_first_that_ends_leaves_the_game_of_the_other(saved):
    other = play(new_game(saved.person.setting.mode), ["slate", "crony"])

    saved.forget()

    assert other.resume()

    saved.save()
    saved.forget()
    other.save()  # as Ctrl-C does

    assert new_game(saved.person.setting.mode).resume()


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        (["slate"] * 6, Mode.CLASSIC),
        (["slate"] * 7, Mode.CLASSIC),
        (["crane", "slate"], Mode.CLASSIC),
        (["slate"] * 1001, Mode.WORDPL),
    ],
)
def test_moves_of_a_game_that_is_over_are_no_saved_game(saved, words, mode):
    price = 12.0 if mode.priced else None
    game = new_game(mode)
    game.path.write_bytes(msgspec.json.encode([[(w, price) for w in words], []]))

    assert not game.resume()


@pytest.mark.parametrize("price", ["-1", "0.0", "1e-9", '"x"', "[]"])
@pytest.mark.parametrize("words", ["slate", "zzzzz", "slate2"])
def test_moves_that_no_game_has_are_no_saved_game(saved, words, price):
    saved.path.write_text(f'[[["{words}",{price}]],[]]')

    assert not saved.resume()
