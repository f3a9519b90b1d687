import pytest

from commands.human_player import Person
from commands.saved_games import SavingPerson
from game.protocol import Mode, Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()


@pytest.fixture(params=[Mode.WORDPL, Mode.CLASSIC])
def saved(request, monkeypatch, tmp_path):
    """Return a person's game, whose moves were saved already."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person(Setting(WORDS, request.param), input, print, lambda *_: None)
    price = 12.0 if request.param.priced else float("inf")
    first = SavingPerson(person, person.setting, "a")
    person.make([("slate", price), ("crane", price)])
    first.first_move()
    first.next_move("slate", price, ".....")
    return first


def test_a_saved_game_goes_on(saved):
    assert saved.resume()


@pytest.mark.parametrize("price", ["-1", "0.0", "1e-9", '"x"', "[]"])
@pytest.mark.parametrize("words", ["slate", "zzzzz", "slate2"])
def test_moves_that_no_game_has_are_no_saved_game(saved, words, price):
    saved.path.write_text(f'[[["{words}",{price}]],[]]')

    assert not saved.resume()
