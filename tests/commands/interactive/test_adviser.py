import pytest

from commands.interactive._adviser import SolveSession
from game.clues import to_text
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.advice.suggestions import Suggestion, rank_guesses

WORDS = Vocabulary.load()


def first_answer(position):
    """Suggest the first possible answer of the first unsolved board."""
    word = position.answers(position.unsolved[0])[0]
    return [
        Suggestion(word, 1.5, 2.25, 3, True),
        Suggestion("zonal", 1.0, 4.0, 6, False),
    ]


def advised(boards=1, suggest=first_answer, words=WORDS, **options):
    return SolveSession(Setting(words, Mode.CLASSIC, boards=boards), suggest, **options)


def clues(adviser):
    return [
        (turn.guess, [to_text(clue, 5) for clue in turn.clues])
        for turn in adviser.position.turns
    ]


@pytest.mark.parametrize(
    ("line", "guess", "marks"),
    [
        # The first of the answers is suggested.
        *((clue, "aback", "..i.c") for clue in ("..i.c", "0, 0, 1, 0, 2")),
        ("ABACK ..i.c", "aback", "..i.c"),
        ("aback: 0,0,1,0,2", "aback", "..i.c"),
        ("⬜⬜🟨⬜🟩 aback", "aback", "..i.c"),
        ("crane=ci..c", "crane", "ci..c"),
        ("Crane = 🟩🟨⬜⬜🟩", "crane", "ci..c"),
        ("CRANE,2,1,0,0,2", "crane", "ci..c"),
        ("🟩🟨⬜⬜🟩\tCrane", "crane", "ci..c"),
    ],
)
def test_a_clue_is_read_with_a_word_or_alone(line, guess, marks):
    adviser = advised()

    adviser.take(line)

    assert clues(adviser) == [(guess, [marks])]


def test_suggestions_are_shown_with_their_numbers():
    adviser = advised()

    lines = [*adviser.report().splitlines(), *adviser.take("list").splitlines()]

    best = "best: ABACK, 1.50 bits, leaves 2.2 words on average, 3 at most"
    assert lines[:2] == [
        "2,315 likely words remain; also 10,657 rarer words",
        f"{best}; a possible answer",
    ]
    assert lines[-3].split() == [
        *("guess", "bits", "mean", "left", "most", "left", "possible")
    ]
    assert lines[-2].split() == ["1", "ABACK", "1.500", "2.25", "3", "yes"]
    assert lines[-1].split() == ["2", "ZONAL", "1.000", "4.00", "6"]


def test_all_suggestions_are_listed_on_request():
    adviser = advised()

    adviser.take("crane=ci..c")
    adviser.take("curse=c.i.c")
    adviser.take("chore=cc.cc")  # CHERE alone fits
    assert adviser.take("list").endswith("  1 CHERE  0.000       1.00          1  yes")


def test_boards_take_a_clue_each_until_they_are_solved():
    adviser = advised(boards=3)

    assert adviser.prompt() == "clues of ABACK on boards 1, 2, 3: "
    adviser.take("crane=ccccc, ..c.c ,.....")
    assert adviser.prompt().endswith(" on boards 2, 3: ")
    message = adviser.take("slate 0,0,2,0,2 00000")

    assert clues(adviser)[1] == ("slate", ["..c.c", "..c.c", "....."])
    assert "board 1:  SLATE  ..c.c   solved: CRANE" in message
    assert "board 2:" in message


@pytest.mark.parametrize(
    ("boards", "line", "message"),
    [
        (1, "zz", "'zz' is not a clue: expected 5 marks"),
        (1, "crane=", "'' is not a clue"),
        (1, "crane=ci..", "'ci..' is not a clue"),
        (1, "crna=ci..c", "'crna' is not a valid guess.*mean 'crena'"),
        (1, "udno", "'udno' is not a clue.*mean 'undo'"),
        (1, "undo", "nothing to undo"),
        (1, "crane" * 9999, "^'(crane){8}'...: expected a clue$"),
        (2, "ccccc", "'ccccc': expected 2 clues, for boards 1, 2"),
        (2, "ccccc,.....,.....", "expected 2 clues"),
        (2, "ccccc ....", "'....' is not a clue"),
        (2, ",", "'' is not a clue"),
        (2, "x==", "'x=' is not a valid guess, with 2 letters"),
    ],
)
def test_a_slip_changes_nothing(boards, line, message):
    adviser = advised(boards)
    before = adviser.position, adviser.prompt()

    with pytest.raises(InputError, match=message):
        adviser.take(line)

    assert (adviser.position, adviser.prompt()) == before


def test_undo_goes_back_one_line_at_a_time():
    adviser = advised()
    start = adviser.report()
    after_one = adviser.take("crane=ci..c")
    adviser.take("slate=..i.c")
    corrected = adviser.take("crane=.....")  # corrects the first turn
    assert corrected.startswith("CRANE  ....., as a correction\n")

    adviser.take("undo")
    assert clues(adviser) == [("crane", ["ci..c"]), ("slate", ["..i.c"])]
    assert adviser.take("UNDO") == after_one
    assert adviser.take("undo") == start


def test_a_contradiction_names_the_turn_and_can_be_corrected():
    adviser = advised()
    adviser.take("slate=..c.c")
    adviser.take("crane=.cc.c")
    message = adviser.take("grape=.....")

    assert "possible: 0 words" in message
    assert "No word fits the clues." in message
    assert "turn 3, GRAPE=..... contradicts the other turns:" in message
    assert "Type WORD=CLUE to correct a turn, or undo." in message
    assert adviser.prompt() == "WORD=CLUE: "
    with pytest.raises(InputError, match="expected WORD=CLUE"):
        adviser.take("ci..c")

    corrected = adviser.take("grape=.cc.c")

    assert "No word fits" not in corrected
    assert adviser.prompt() != "WORD=CLUE: "
    assert len(adviser.position.turns) == 3


def test_a_word_that_the_list_lacks_counts_with_a_note():
    adviser = advised()

    message = adviser.take("firma=.i...")

    note = "FIRMA is not in the word list, but its clue counts; did you mean 'firms'?"
    assert message.startswith(f"{note}\nFIRMA  .i...   175 likely words remain; ")
    assert adviser.take("crnae").endswith("did you mean 'crane'?")
    assert adviser.prompt() == "clue of CRNAE: "


def test_other_words_are_listed_when_no_answer_fits():
    adviser = advised(suggest=lambda position: rank_guesses(position, ""))

    for line in ("soare=.i...", "clint=..i..", "hippo=.c..c"):
        message = adviser.take(line)

    assert "7 rarer words remain: BIFFO, BIMBO, BIZZO, DIMBO, GIZMO," in message
    assert "best: " in message
    assert "The secret must be GIZMO." in adviser.take("bimbo=.ci.c")
    assert adviser.prompt() == "clue of GIZMO: "
    assert adviser.take("list").endswith("yes")
    adviser.take("ccccc")
    assert adviser.is_over
