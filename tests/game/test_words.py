import gzip
import hashlib
import lzma
import re
import subprocess
import sys
from itertools import islice, product
from string import ascii_lowercase

import pytest

from game.spelling import WordError, fold, strip_quotes, upper, use_capitals_of
from game.word_files import DATA, WordWarning
from game.words import Vocabulary
from tests.alphabets import LATIN_AND_OTHERS, RUSSIAN, in_last_letters


@pytest.mark.parametrize(
    ("words", "are_answers"),
    [
        ("moon friend kitchen children building adventure", True),
        ("rows friends walked kitchens buildings biggest driving", False),
        ("fuck nigger bastard", False),
    ],
)
def test_answers_are_common_decent_words_in_their_base_form(words, are_answers):
    for word in words.split():
        vocabulary = Vocabulary.load(len(word))

        assert word in vocabulary.guess_index
        assert (word in vocabulary.answer_index) == are_answers


def test_sources_state_the_digest_of_every_file_and_the_length_of_every_list():
    sources = (DATA / "SOURCES.md").read_text(encoding="utf-8")

    suffixes = ".txt", ".csv", ".xz"
    files = [file for file in DATA.iterdir() if file.suffix in suffixes]

    assert len(files) > 12
    for file in files:
        content = file.read_bytes()
        words = len(content.splitlines())
        digest = hashlib.sha256(content).hexdigest()
        assert f"`{file.name}`" in sources
        assert f"`{digest}`" in sources
        if file.name.startswith(("answers", "guesses")):
            assert f"| `{file.name}` | {words:,} | `{digest}` |" in sources


@pytest.mark.parametrize(
    ("answers", "guesses", "message"),
    [
        ((), ("crane",), "the list of answers is empty"),
        (("crane",), (), "the list of guesses is empty"),
        (("crane", "plank", "sleepy"), ("crane",), "'sleepy' among the answers has 6"),
        (("crane",), ("crane", "cranes"), "'cranes' among .* has 6 letters.* --size 5"),
        (("cr4ne",), ("cr4ne",), "'cr4ne' among the answers: expected letters"),
        (("Crane",), ("Crane",), "'Crane' among the answers: expected letters"),
        (("\U00010428" * 5,), ("crane",), "expected letters up to U.FFFF, not U.10428"),
        (("a",), ("a",), "'a' among the answers has 1 letter: expected 2 to 11"),
        (("crane", "crane"), ("crane",), "'crane' stands 2 times among the answers"),
        (("crane",), ("crane", "crane"), "'crane' stands 2 times among the guesses"),
        (("crane",), ("slate",), "answer 'crane' is not a valid guess"),
        (("a" * 9999,), ("crane",), "^'a{39} among the answers has 9,999 letters"),
    ],
)
def test_lists_that_cannot_be_used_are_refused(answers, guesses, message):
    with pytest.raises(WordError, match=message):
        Vocabulary(answers, guesses)


@pytest.fixture
def from_text(tmp_path):
    """Return a function that reads answers from a file with a text."""

    def read(text, encoding="utf-8"):
        file = tmp_path / "answers.txt"
        file.write_bytes(text.encode(encoding))
        return Vocabulary.from_files(file)

    return read


@pytest.mark.parametrize("length", range(2, 12))
def test_any_length_from_two_to_eleven_comes_from_files(from_text, length):
    words = from_text(f"{'a' * length}\n\n {'B' * length} \n")

    assert words.length == length
    assert words.answers == words.guesses == ("a" * length, "b" * length)


def test_letters_of_a_file_are_folded_to_one_code_point_each(from_text):
    words = from_text("A\u030aNGER\nSTRAẞ\n")

    assert words.answers == ("ånger", "straß")
    assert words.check_guess("Stra\u1e9e") == words.check_guess("straß") == "straß"


def test_folding_is_the_same_for_every_case_of_a_word():
    for word in ("crane", "ängel", "straße", "слово", "λόγος"):
        assert fold(upper(word)) == fold(word) == fold(fold(word))
        assert len(upper(word)) == len(word)


@pytest.fixture
def turkish_capitals():
    use_capitals_of("abcçdefgğh\u0131ijklmnoöprsştuüvyz")
    yield
    use_capitals_of("")


def test_a_language_with_a_dotless_i_has_its_capitals(turkish_capitals, from_text):
    words = from_text("KILIK\nKİLİT\nkal\u0131p\n")

    assert words.answers == ("k\u0131l\u0131k", "kilit", "kal\u0131p")
    assert [upper(word) for word in words.answers] == ["KILIK", "KİLİT", "KALIP"]
    for word in words.answers:
        assert words.check_guess(upper(word)) == words.check_guess(word) == word


def test_other_languages_keep_a_dotless_i_apart():
    assert [upper("k\u0131l\u0131k"), upper("kilit")] == ["K\u0131L\u0131K", "KILIT"]
    assert [fold("K\u0131L\u0131K"), fold("KILIT"), fold("KİLİT")] == [
        "k\u0131l\u0131k",
        "kilit",
        "kilit",
    ]


def test_final_letters_are_their_letters_and_georgian_has_small_letters():
    assert fold("ךםןףץ") == "כמנפצ"
    assert fold("λόγος") == "λόγοσ"
    assert upper("თბილი") == "თბილი"
    assert fold("ᲗᲑᲘᲚᲘ") == "თბილი"


def test_words_from_the_right_are_isolated_from_numbers():
    assert upper("عربي") == "\u2068عربي\u2069"
    assert strip_quotes(upper("عربي")) == "عربي"
    assert upper("ع") == "ع"


def test_korean_words_are_to_be_written_in_letters():
    # 65 different syllables, one more than an alphabet may have letters.
    words = tuple(chr(0xAC00 + 28 * k) * 2 for k in range(65))

    with pytest.raises(
        WordError, match=r"65 letters: expected at most 64 .*ㄱ to ㅣ.*ㅅㅏㄹㅏㅇ"
    ):
        Vocabulary(words, words)


def test_an_alphabet_has_the_letters_of_the_words_and_all_of_a_to_z_or_none():
    russian = tuple(RUSSIAN.split())

    assert Vocabulary.load().alphabet == ascii_lowercase
    assert Vocabulary(("ängel",), ("ängel", "ögonä")).alphabet == ascii_lowercase + "äö"
    assert Vocabulary(russian, russian).alphabet == "авгдеийклмнопрстцчшья"
    assert in_last_letters(Vocabulary.load()).alphabet == LATIN_AND_OTHERS


def test_larger_alphabets_are_refused():
    # 40 Japanese letters, a to z and three Swedish letters.
    words = (*(chr(0x3041 + 2 * k) * 4 for k in range(40)), "fyra", "åäöx")

    with pytest.raises(WordError, match="alphabet of 69 letters: expected at most 64"):
        Vocabulary(words, words)


def test_files_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.txt").write_text("\n \n")

    for name in ("absent.txt", "binary.txt", "empty.txt"):
        with pytest.raises(WordError, match=name):
            Vocabulary.from_files(tmp_path / name)


def test_a_length_without_lists_names_the_lengths_with_them():
    with pytest.raises(WordError, match=r"length 12: expected one of .*5"):
        Vocabulary.load(12)


def test_words_are_checked_in_any_case_and_the_nearest_is_offered():
    words = Vocabulary.load()

    assert words.check_guess(" AAHED ") == "aahed"
    assert words.check_answer("Crane") == "crane"
    with pytest.raises(WordError, match=r"'slaet' .* did you mean '\w*'"):
        words.check_guess("slaet")
    with pytest.raises(WordError, match=r"'aahed' is not a possible answer.*'ahead'"):
        words.check_answer("aahed")


def test_the_digest_tells_lists_and_their_order_apart():
    one = Vocabulary(("crane", "slate"), ("crane", "slate"))
    other = Vocabulary(("slate", "crane"), ("crane", "slate"))

    assert one.digest != other.digest
    assert one.digest == Vocabulary(one.answers, one.guesses).digest


def test_lists_that_fill_the_memory_are_refused(from_text):
    # The clue matrix of these words would take 4.9 GB.
    words = map("".join, product("abcdefghijkl", repeat=5))

    with pytest.raises(WordError, match="70,000 answers and 70,000 guesses: "):
        from_text("\n".join(islice(words, 70_000)))


@pytest.mark.parametrize("gap", [" ", ",", "\t", ", "])
def test_answers_with_weights_come_from_files(from_text, gap):
    words = from_text(f"crane{gap}3\n\nslate{gap}12\n")

    assert words.answers == words.guesses == ("crane", "slate")
    assert words.weight == {"crane": 3, "slate": 12}
    assert words.heaviest_first.answers == ("slate", "crane")
    assert words.digest != Vocabulary(words.answers, words.guesses).digest


@pytest.mark.parametrize(
    "line", ["slate", "slate -1", "slate 1e999", "slate 3%", "7", "slate nan"]
)
def test_bad_weights_are_refused(from_text, line):
    for text in (f"crane 3\n{line}", f"{line}\ncrane 3"):
        with pytest.raises(WordError, match=re.escape(repr(line))):
            from_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "CRANE\r\nslate\n\n trace \n",
        "crane slate,trace",
        '["crane", "slate",\n "trace"]',
        "“crane”, 'slate'; `trace`",
        "crane\u200b\n\u00a0slate\u00a0\n\u2060trace\u00ad",
        'export default ["crane", "slate",\n"trace"]',
        'String[] words = {"crane", "slate", "trace"}',
        'const words: string[] = [\n"crane", "slate", "trace"];',
        '{"words": ["crane", "slate", "trace"]}',
        "words: [crane, slate, trace]",
        "words:\n- crane\n- slate\n- trace",
        '[[words]]\nword = "crane"\n[[words]]\nword = "slate"\n[b]\nword = "trace"',
        'WORDS = (\n"crane",\n"slate",\n"trace")',
        'words = """\ncrane, slate\ntrace"""',
        'pub const WORDS: &[&str] = &["crane", "slate", "trace"];',
        'let all = ["crane", "slate", "trace"];\nexport default all;',
        "1. crane\n2. slate\n3. trace",
        "1) crane\n2) slate\n3) trace",
        "     1\tcrane\n     2\tslate\n     3\ttrace",
        "- crane\n- slate\n- trace",
        "crane/SM\nslate/D\ntrace/M",
        '{"2021-06-19": "crane", "2021-06-20": "slate", "2021-06-21": "trace"}',
        "let a=['crane'],b=['slate'],c=['trace'];",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_words_are_read_as_people_have_them(from_text, text, encoding):
    words = from_text(text, encoding)

    assert words.answers == ("crane", "slate", "trace")
    assert not words.weights  # places, flags and dates are no weights


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ('{"id": 7, "solution": "crane", "editor": "Staff"}', "2 parts.*'id'"),
        ('{"word": "crane"}\n{"word": "slate", "by": "staff"}', "1 part .*'by'"),
        ('{"days": [{"Answer": "crane", "top": ["slate"]}]}', "1 part .*'top'"),
        ("# these words are mine\ncrane", "1 part .*'# these words are mine'"),
        ("crane # first\n// other words", "2 parts.*'# first'"),
        ("; other words\ncrane\n-- other words", "2 parts.*'; other words'"),
        ("/* other\nwords */\ncrane\n<!-- words -->", "2 parts.*'/. other"),
        ('title = "Words"\n[words]\nlist = [\n"crane"]', "1 part .*'title"),
        ("- word: crane\n  editor: Staff", "1 part .*'editor: Staff'"),
        ("crane\nslate\ncons.", "1 part .*'cons.'"),
        ("crane\n<span\n-enca\nslate\ntrace", "2 parts.*'<span'"),
        ("https://example.org/words\ncrane\nslate", "1 part .*'https://"),
        ("crane\nstrawberry\ncrab\nslate\ntrace\n", "2 words .*'strawberry'"),
        ("word,occurrence,day\ncrane,3,\nslate,4,12", "of each line: 'day'"),
        ("day;word;editor\n1;crane;Staff", "of each line: 'day', 'editor'"),
        ('"date","solution"\n"2021-06-19","crane"', "of each line: 'date'"),
        ("Answer,Guesses\ncrane,1\nslate,6", "of each line: 'Guesses'"),
        ("answer guesses\ncrane 1\nslate 6", "of each line: 'guesses'"),
        ("crane\nslate\nParis", "1 word with a capital .*'paris'"),
        ('["crane", "slate", "Paris"]', "1 word with a capital .*'paris'"),
        ("crane,3,2021-06-19\nslate,4,2021-06-20", "2 parts.*'2021-06-19'"),
        ("2\ncrane/SM\nslate/d", "1 part .*'2'"),
        ("crane 3\nslate 4\ntrace", "1 part .*'trace'"),
    ],
)
def test_what_is_no_word_is_left_out_and_counted(from_text, text, left_out):
    with pytest.warns(WordWarning, match=left_out):
        words = from_text(text)

    assert {"crane"} <= {*words.answers} <= {"crane", "slate", "trace"}


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("हिन्दी\nपानी\nकमल", "हिन्दी"),
        ("<li>crane</li>\n<li>slate</li>", "<li>crane</li>"),
        ("crane\ncons.", "cons."),
    ],
)
def test_files_of_which_most_is_no_word_are_refused(from_text, text, quoted):
    with pytest.raises(WordError, match=f"'{quoted}' in .* one code point each"):
        from_text(text)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("crane 3\nslate 12", (3, 12)),
        ('[["crane", 3], ["slate", 12]]', (3, 12)),
        ("Word,Count\ncrane,3\nslate,12", (3, 12)),
        ('{"crane": 3, "slate": 12}', (3, 12)),
        ('words = {"crane": 3, "slate": 12}', (3, 12)),
        ("{crane: 3, slate: 12}", (3, 12)),
        ("      3 crane\n     12 slate\n", (3, 12)),
        ("crane\t2\nSLATE\t12\nCrane\t1", (3, 12)),
        # Fractions and large counts become whole numbers below one million.
        ("crane 0.5\nslate 3e-05", (999_999, 60)),
        ("crane 23135851162\nslate 1", (999_999, 1)),
        ("crane 1E2\nslate .5", (999_999, 5_000)),
        ("crane 2,345\nslate 1,002", (2_345, 1_002)),
        ("crane\t2,345\r\nslate\t1,002\r\n", (2_345, 1_002)),
        ('crane,"2,345" \nslate,"987"', (2_345, 987)),
    ],
)
@pytest.mark.filterwarnings("ignore::game.word_files.WordWarning")
def test_frequencies_are_weights(from_text, text, weights):
    words = from_text(text)

    assert words.answers == ("crane", "slate")
    assert words.weights == weights


def test_weights_of_a_long_list_fit_the_exact_search(from_text):
    words = ["".join(word) for word in islice(product("abcdefgh", repeat=5), 5_000)]

    # Without scaling the weights would add up to 4.5 billion.
    read = from_text("\n".join(f"{w} {900_000 + n}" for n, w in enumerate(words)))

    assert read.weights[0] < read.weights[-1]
    assert sum(read.weights) == pytest.approx(30_000_000, rel=1e-3)
    again = from_text("\n".join(f"{w} {n}" for w, n in read.weight.items()))
    assert again.weights == read.weights


def test_a_word_of_weight_0_is_a_guess_that_is_never_the_answer(from_text):
    words = from_text("crane 2\nslate 0\ntrace 0.0\n")

    assert words.answers == ("crane",)
    assert words.guesses == ("crane", "slate", "trace")


def test_answers_are_joined_to_the_other_guesses(tmp_path):
    shipped = Vocabulary.load()
    others = tmp_path / "others.txt"
    others.write_text("\n".join(sorted({*shipped.guesses} - {*shipped.answers})))

    with pytest.warns(WordWarning, match=r"others.txt': 2,315 answers of .* added"):
        words = Vocabulary.from_files(DATA / "answers-5.txt", others)

    assert words == shipped


def test_words_of_one_length_are_chosen_from_a_mixed_list(tmp_path):
    file = tmp_path / "words"
    file.write_text("Aaron\nit's\ncrane\ncrane's\nkitten\nCRANE\n")

    with pytest.warns(WordWarning) as notes:
        words = Vocabulary.from_files(file, size=5)

    assert words.answers == ("crane",)
    assert [str(note.message).split(": ")[1] for note in notes] == [
        'left out 2 parts without words, the first "it\'s"',
        "1 word with a capital left out as names, the first 'aaron'",
        "1 repeated word taken once",
        "1 word of other lengths left out, the first 'kitten'",
    ]
    with (
        pytest.warns(WordWarning),
        pytest.raises(WordError, match="has no words of 9 letters"),
    ):
        Vocabulary.from_files(file, size=9)


def test_answers_are_left_out_and_stay_guesses():
    three = "crane", "slate", "trace"
    words = Vocabulary(three, three, (3, 2, 1))

    rest = words.without(("crane", "kitten"))

    assert rest == Vocabulary(("slate", "trace"), words.guesses, (2, 1))
    with pytest.raises(WordError, match="no answer is among the words to leave out"):
        words.without(["kitten"])
    with pytest.raises(WordError, match="all answers are among the words to leave out"):
        words.without(words.answers)


def test_weights_belong_to_answers():
    with pytest.raises(WordError, match="1 weight for 2 answers"):
        Vocabulary(("crane", "slate"), ("crane", "slate"), (1,))
    for weight in (0, 1_000_000):
        with pytest.raises(WordError, match=f"weight {weight} of 'crane': expected 1"):
            Vocabulary(("crane",), ("crane",), (weight,))


@pytest.mark.parametrize(
    ("title", "weights"),
    [
        *((name, (1, 6)) for name in ("Weight", "frequency", "freq", "COUNT")),
        *((name, (1, 6)) for name in ("occurrences", "probability", "counts")),
        *((name, ()) for name in ("Guesses", "Score", "Tries", "Streak", "Year")),
    ],
)
@pytest.mark.parametrize("sign", [",", ";", "\t", " "])
@pytest.mark.filterwarnings("ignore::game.word_files.WordWarning")
def test_a_column_is_a_weight_if_its_title_says_so(from_text, title, weights, sign):
    rows = [("answer", title), ("crane", "1"), ("slate", "6")]

    words = from_text("\n".join(sign.join(row) for row in rows))

    assert words.answers == ("crane", "slate")
    assert words.weights == weights


@pytest.mark.filterwarnings("ignore::game.word_files.WordWarning")
def test_weights_may_stand_in_any_column(from_text):
    text = "count,length,word\n3,5,crane\n4,5,slate"

    words = from_text(text)

    assert (words.answers, words.weights) == (("crane", "slate"), (3, 4))


@pytest.mark.parametrize("text", ["CRANE\nSLATE", "Crane\nSlate", "crane\nSLATE"])
def test_capitals_are_no_names_where_most_words_have_one(from_text, text):
    assert from_text(f"{text}\nTRACE").answers == ("crane", "slate", "trace")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_lists_are_read(tmp_path, pack):
    path = tmp_path / "words.packed"
    path.write_bytes(pack(b"crane\nslate\n"))
    assert Vocabulary.from_files(path).answers == ("crane", "slate")

    path.write_bytes(pack(b"crane\nslate\n" * 9)[:-9])
    with pytest.raises(WordError, match=r"words.packed.*damaged"):
        Vocabulary.from_files(path)


def test_a_list_may_come_from_a_pipe():
    script = """
from game.words import Vocabulary
print(Vocabulary.from_files("-").answers, Vocabulary.from_files("-").answers)
"""
    given = {"input": "crane\nslate\n", "capture_output": True, "text": True}

    done = subprocess.run([sys.executable, "-c", script], check=True, **given)

    assert done.stdout == "('crane', 'slate') ('crane', 'slate')\n"


def test_few_words_in_capitals_are_names(from_text):
    with pytest.warns(WordWarning, match="1 word with a capital .* 'ikeas'"):
        words = from_text("crane\nslate\nstare\nleast\ntrace\nIKEAS")

    assert "ikeas" not in words.guess_index
