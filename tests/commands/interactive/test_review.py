import re

import pytest

from game.words import Vocabulary

WORDS = Vocabulary.load()
SOME = [w for w in WORDS.answers if w[1] in "ho" and w[4] in "hfy"]
GUESSES = sorted({*SOME, *WORDS.guesses[::50], "salet", "crony", "reast"})


@pytest.fixture
def review(interactive, tmp_path):
    """Rate a game of a few words."""
    (tmp_path / "answers.txt").write_text("\n".join(SOME))
    (tmp_path / "guesses.txt").write_text("\n".join(GUESSES))
    words = ["--answers", "answers.txt", "--guesses", "guesses.txt"]

    def run(*arguments):
        return interactive("review", *arguments, *words)

    return run


def numbers(done):
    """Return the cost and the luck of each move."""
    found = re.findall(r" (\d\.\d\d) +([+-]\d\.\d\d)$", done.stdout, re.MULTILINE)
    return [(float(cost), float(luck)) for cost, luck in found]


@pytest.mark.system  # compiles the kernels of the search
def test_a_game_is_rated_move_by_move(review):
    done = review("salet.crony.whiff", "--answer", "WHIFF")

    assert done.returncode == 0, done.stderr
    pictures = [line[3:15] for line in done.stdout.splitlines()[1:4]]
    assert pictures == ["SALET  .....", "CRONY  .....", "WHIFF  ccccc"]
    moves = numbers(done)
    assert len(moves) == 3
    lines = done.stdout.splitlines()
    assert [line.split()[3] for line in lines[1:4]] == ["39", "1", "solved"]
    mean = float(re.search(r"(\d\.\d\d) guesses on average with", done.stdout)[1])
    total = mean + sum(cost - luck for cost, luck in moves)
    # Seven figures are rounded to two digits, each by up to 0.005.
    assert total == pytest.approx(3, abs=0.04)
    assert re.search(r", plus cost \d\.\d\d, minus luck [+-]\d\.\d\d: ", lines[-1])
    assert lines[-1].endswith(": 3 guesses.")


@pytest.mark.system  # compiles the kernels of the search
def test_clues_do_instead_of_the_answer(review):
    typed = review("salet=.....", "crony=.....", "whiff=ccccc")

    secret, blank, *lines = review("salet.crony.whiff").stdout.splitlines()
    assert secret.startswith("The secret: WHIFF, the last guess. --answer WORD names ")
    assert (blank, typed.stdout.splitlines()) == ("", lines)


@pytest.mark.system  # compiles the kernels of the search
def test_a_lost_game_that_was_shared_may_have_its_answer(review):
    shared = ("Wordle 216 X/6\n\n⬜⬜⬜⬜⬜\n⬜⬜⬜⬜⬜", "salet.crony")

    done = review(*shared, "--answer", "whiff")
    other = review(*shared, "--answer", "crane")

    assert done.returncode == 0, done.stderr
    assert numbers(done) == numbers(review("salet.crony", "--answer", "whiff"))
    assert other.returncode == 2
    assert "--answer 'crane': expected a word that fits the clues" in other.stderr


@pytest.mark.system  # compiles the kernels of the search
@pytest.mark.parametrize("options", [(), ("--hard", "strict")])
def test_a_secret_that_the_list_lacks_is_rated(review, tmp_path, options):
    (tmp_path / "few.txt").write_text("crane\nslate\nfirst\n")
    words = ("--answers", str(tmp_path / "few.txt"), *options)

    done = review("first.firma", *words)
    given = review("first", "--answer", "firma", *words)

    assert done.returncode == 0, done.stderr
    assert "FIRMA is not in the word list" in done.stdout
    rows = re.findall(r"^ \d (\w+) +(\S+) +(\w+) ", done.stdout, re.MULTILINE)
    assert rows == [("FIRST", "ccc..", "1"), ("FIRMA", "ccccc", "solved")]
    assert numbers(given)[0] == numbers(done)[0]


@pytest.mark.system  # compiles the kernels of the search
def test_a_clue_that_leaves_no_answer_is_refused(review):
    done = review("mummy=iiiii")

    assert done.returncode == 2
    assert "no answer is left after 'mummy'" in done.stderr


def test_a_game_of_wordpl_is_rated_in_bits(review):
    done = review("salet=10:..i..", "crony=4.5:.....", "whiff", "--answer", "WHIFF")
    unknown = review("salet=10:..i..", "whiff")

    assert done.returncode == unknown.returncode == 0, done.stderr + unknown.stderr
    assert "secret is" not in unknown.stdout
    table, total, _ = done.stdout.split("\n\n")
    head, first, second, answer = table.splitlines()
    assert head.split()[-4:] == ["false", "secret", "is", "no."]
    assert first.startswith("1 SALET  ..i..     10 ")
    assert "1 of " in first
    assert re.search(r"0 of \d\.\d  +6, +\d+\.\d %$", second)
    assert answer.startswith("answer whiff")
    cost, luck = re.search(r" (\d\.\d\d) +([+-]\d\.\d\d) ", first).groups()
    chance, lucky = re.search(r" (\d\.\d) % +([+-]\d\.\d) % ", second).groups()
    shown = re.fullmatch(
        r"bits: the costs sum to (\S+), the luck sums to (\S+); "
        r"chances to win: the costs sum to (\S+) %, the luck sums to (\S+) %",
        total,
    ).groups()
    assert (shown[0], shown[1], shown[3]) == (cost, luck, lucky)
    lost = float(chance) + float(answer.split()[-2])
    assert float(shown[2]) == pytest.approx(lost, abs=0.11)


def test_a_game_of_wordpl_is_read_as_it_was_shared(review):
    shared = (
        "WORDPL 14.5, daily 2026-11-22\n⬜⬜🟨⬜⬜ 10\n⬜⬜⬜⬜⬜ 4.5\nhttps://a.b/#c"
    )

    done = review(shared, "salet.crony.whiff")

    assert done.returncode == 0, done.stderr
    assert done.stdout == review("salet=10:..i..", "crony=4.5:.....", "whiff").stdout


def test_a_game_of_fibble_is_rated_in_bits(review):
    done = review("salet=i....", "whiff=ccccc", "--mode", "fibble")
    unknown = review("salet=i....", "--mode", "fibble")

    assert done.returncode == 0, done.stderr
    head, salet, whiff = done.stdout.split("\n\n")[0].splitlines()
    assert "price" not in head
    assert re.search(r" 1 +\d+-\d+, +\d+\.\d %$", salet)
    assert re.search(r" 0 +1, +100\.0 %$", whiff)
    assert unknown.stdout.splitlines()[1].split()[-1].startswith(("+", "-"))


@pytest.mark.parametrize(
    ("mode", "typed", "message"),
    [
        ("classic", ("Wordle 216 3/6",), "0 words and 0 clues: expected WORD=CLUE for"),
        (
            "classic",
            ("⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩", "salet"),
            "1 word and 2 clues: expected WORD",
        ),
        ("fibble", ("salet=.....", "whiff=ccccc"), "'whiff': expected a secret that"),
        ("fibble", ("salet=i....", "--answer", "booth"), "'booth': expected a secret"),
        (
            "fibble",
            ("salet.whiff",),
            "2 words and 0 clues: expected a clue for each word",
        ),
    ],
)
def test_what_is_no_game_is_refused(review, mode, typed, message):
    done = review(*typed, "--mode", mode)

    assert done.returncode == 2
    assert message in done.stderr
