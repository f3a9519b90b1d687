import pytest

from tests.playthroughs.write import FOLDER, PLAYTHROUGHS, write_playthrough


@pytest.mark.parametrize("played", PLAYTHROUGHS, ids=lambda played: played.name)
def test_a_game_is_played_as_its_playthrough_says(played):
    """A difference is a change of the rules: read it, then write the texts anew."""
    text = (FOLDER / f"{played.name}.txt").read_text(encoding="utf-8")

    assert write_playthrough(played) == text


def test_every_playthrough_has_its_game():
    names = {path.stem for path in FOLDER.glob("*.txt")}

    assert names == {played.name for played in PLAYTHROUGHS}
