import gzip
import json
import os
import re
import shutil

import pytest

from contest.entries.entry import resolve
from contest.leaderboard import submission
from contest.leaderboard.submission import (
    SEAL,
    SubmissionError,
    read,
    recorded_name,
    submission_name,
)
from contest.runs import rows as rows_files
from contest.runs.facts import RunError
from contest.runs.folder import RunFolder
from contest.runs.rows import PACKED
from game.errors import InputError


def test_a_record_is_read_as_it_was_written(record, words, tmp_path):
    path = record(tmp_path / "one", games=3)

    found = read(path, words)

    assert [row["game"] for row in found.rows] == ["0", "1", "2"]
    assert found.facts.seed == "s"
    assert {"entropy.py", "_belief.py"} <= set(found.sources)
    assert "class Entropy" in found.sources["entropy.py"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", found.sealed)


@pytest.mark.parametrize(
    ("name", "pattern", "new", "message"),
    [
        (SEAL, r"\n  \"files\".*", "", "cannot be read: expected a file"),
        (
            SEAL,
            r"\"format\": 1",
            '"format": 2',
            "has version 2 of the format: expected 1",
        ),
        (SEAL, r"\"format\": 1,", "", "missing required field `format`"),
        (SEAL, r"\"sealed\": \"2", '"sealed": "x2', "expected a time"),
        ("run.json", r"\}$", "", "run.json' cannot be read"),
        (
            "run.json",
            r"\"seed\": \"s\"",
            '"seed": "t"',
            "digest [0-9a-f]{12}: expected [0-9a-f]{12},",
        ),
        (
            "run.json",
            r"\"rules\": 2",
            '"rules": 7',
            "7 of the rules: expected version 2",
        ),
        ("games.csv", r"\n[^\n]*\n$", "\n", "holds 3 games: expected 4"),
        ("games.csv", r"\nentropy,1,", "\nentropy,2,", "line 3: game '2' of 'entropy'"),
        ("games.csv", r",won,30,", ",won,29,", "line 2: score '29': expected 30"),
        (
            "games.csv",
            r",2,wordpl,",
            ",9,wordpl,",
            "line 2: a game of version 9 of the rules",
        ),
        ("games.csv", r",wordpl,", ",wordplay,", "line 2: a game that cannot be read"),
        ("games.csv", r"(:30.0:)[ic.]{5}", r"\1cccci", "games.csv' has digest"),
        ("games.csv", r"entropy", "entr\0py", "line 2|cannot be read"),
    ],
)
def test_what_was_edited_or_cut_is_one_clear_line(
    record, words, tmp_path, name, pattern, new, message
):
    path = record(tmp_path / "one")

    text = (path / name).read_text()
    changed = re.sub(pattern, new, text, count=1, flags=re.DOTALL)
    assert changed != text
    (path / name).write_text(changed)

    with pytest.raises(InputError, match=message) as refused:
        read(path, words)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"complete": False}, "complete False: expected True"),
        ({"commit": ""}, "official False: expected True"),
        ({"missing": ["seccomp: no"]}, "isolation 'partial': expected 'full'"),
        ({"words": "abc"}, "was played with other words: expected"),
        ({"boards": 2}, "boards 2: expected 1 in wordpl"),
        (
            {"whole_dictionary": True, "games": 9999},
            "expected at most one game for each answer",
        ),
        ({"games": 5}, "holds 4 games: expected 5"),
        ({"entries": ["a"]}, "game '0' of 'entropy': expected game '0' of 'a'"),
        ({"entries": []}, "has 0 entries: expected 1 to 1000"),
        (
            {"entries": ["entropy"] * 2},
            "has 2 entries: expected 1 to 1000 different entries",
        ),
        ({"entries": [f"e{k}" for k in range(1001)]}, "has 1,001 entries"),
        ({"entries": ["=cmd()"]}, r"entry '=cmd\(\)': expected a name of visible"),
    ],
)
def test_a_run_that_does_not_count_is_reported(record, words, tmp_path, facts, message):
    path = record(tmp_path / "one", changed=facts)

    with pytest.raises(InputError, match=message):
        read(path, words)


def test_a_folder_without_a_record_is_reported(words, tmp_path):
    with pytest.raises(
        SubmissionError,
        match=r"no submission in .*record.json.*: expected .*--official",
    ):
        read(tmp_path, words)


def test_an_entry_has_one_name_until_it_changes(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("class Mine: pass\nENTRIES = [Mine()]\n")
    name = submission_name(resolve(str(mine)))

    spaced = submission_name(resolve(f"{mine}:Mine( )"))
    elsewhere = tmp_path / "more"
    elsewhere.mkdir()
    shutil.copy(mine, elsewhere)
    moved = submission_name(resolve(str(elsewhere / "mine.py")))
    mine.write_text("class Mine: x = 1\nENTRIES = [Mine()]\n")
    changed = submission_name(resolve(str(mine)))

    assert re.fullmatch(r"mine-[0-9a-f]{8}", name)
    assert name == spaced == moved != changed


@pytest.mark.parametrize(
    "text", ["entropy", "entropy:Entropy(epsilon = 9.0)", "quantile/p50"]
)
def test_a_record_tells_the_name_that_its_entry_has(record, words, tmp_path, text):
    found = read(record(tmp_path / "one", entry=text), words)

    assert recorded_name(found) == submission_name(resolve(text))


def test_what_is_not_text_is_kept_as_its_digest(record, words, tmp_path):
    (tmp_path / "mine.npy").write_bytes(b"\xff\xfe")
    mine = tmp_path / "mine.py"
    mine.write_text("class Mine: pass\nENTRIES = [Mine()]\n")

    found = read(record(tmp_path / "one", entry=str(mine)), words)

    assert found.sources["mine.py"] == mine.read_text()
    assert found.sources["mine.npy"].startswith("SHA-256 ")
    assert json.loads((tmp_path / "one" / SEAL).read_text())["format"] == 1


@pytest.mark.parametrize("name", [SEAL, "run.json", "games.csv"])
@pytest.mark.parametrize("text", ["", "[" * 100_000, "/proc/self/pagemap", "/dev/zero"])
def test_a_file_that_is_missing_or_has_no_end_or_bottom_is_one_line(
    record, words, tmp_path, name, text
):
    path = record(tmp_path / "one")
    (path / name).unlink()
    if text.startswith("/"):
        (path / name).symlink_to(text)
    elif text:
        (path / name).write_text(text)

    with pytest.raises(InputError, match=name) as refused:
        read(path, words)
    assert "\n" not in str(refused.value)


def test_rows_are_read_up_to_a_size_and_lines_to_a_length(
    record, words, tmp_path, monkeypatch
):
    path = record(tmp_path / "one")
    monkeypatch.setattr(submission, "_MOST_BYTES", (2 << 20) - 1)
    # The file is one byte too long at first, and exactly as long as allowed afterwards.
    os.truncate(path / "games.csv", 2 << 20)

    with pytest.raises(SubmissionError, match="expected 1 MiB at most"):
        read(path, words)

    monkeypatch.setattr(submission, "_MOST_BYTES", 2 << 20)
    with pytest.raises(RunError, match="expected lines of at most 1048576 characters"):
        read(path, words)


def test_compressed_rows_are_those_of_the_digest(record, words, tmp_path, monkeypatch):
    path = record(tmp_path / "one")
    before = read(path, words)
    RunFolder(path).pack()
    rows = path / PACKED

    again = read(path, words)

    columns = ["entry", "game", "answer", "moves", "score"]
    for one, other in zip(before.rows, again.rows, strict=True):
        assert [one[k] for k in columns] == [other[k] for k in columns]
    assert sorted(p.name for p in path.iterdir()) == [
        "answers.txt",
        PACKED,
        "guesses.txt",
        SEAL,
        "run.json",
        "verified.json",
    ]
    text = gzip.decompress(rows.read_bytes())
    rows.write_bytes(gzip.compress(re.sub(rb"(:30.0:)[ic.]{5}", rb"\1cccci", text)))
    with pytest.raises(SubmissionError, match=r"games.csv.gz' has digest"):
        read(path, words)
    for damaged in (rows.read_bytes()[:-9], b"no gzip"):
        rows.write_bytes(damaged)
        with pytest.raises(RunError, match=r"games.csv.gz'.*"):
            read(path, words)
    # A small archive can become a large file. Its lines may be long, or empty and many.
    monkeypatch.setattr(rows_files, "_MOST_PACKED", 1 << 20)
    for pad, why in ((b"x", "over 1,048,576 bytes"), (b"\n", "expected no empty line")):
        rows.write_bytes(gzip.compress(text.ljust(1 + (1 << 20), pad)))
        with pytest.raises(InputError, match=why):
            read(path, words)


def test_entries_are_shown_by_their_labels(record, words, tmp_path):
    first = "quantile:Quantile(schedule=(10.0, 4.35), opening='trace')"
    found = read(record(tmp_path / "one", entry=first), words)

    assert found.names == {first: "quantile/p05"}
    found.facts.entries.append("quantile/p05")
    assert found.names["quantile/p05"] == "quantile/p05"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"round": 1', '"round": 2'),
        ('"submission": 1', '"submission": 2'),
        ('"seed": "', '"seed": "0'),
    ],
)
def test_a_seed_that_does_not_follow_from_the_beacon_is_refused(
    record, reseal, words, tmp_path, old, new
):
    path = record(tmp_path / "submissions" / "one")
    assert read(path, words).facts.beacon.round == 1

    reseal(path, "run.json", old, new)

    with pytest.raises(
        SubmissionError, match="which follows from the beacon of the run"
    ):
        read(path, words)


def test_the_randomness_is_the_hash_of_the_signature(record, reseal, words, tmp_path):
    path = record(tmp_path / "submissions" / "one")

    reseal(path, "run.json", '"signature": "', '"signature": "00')

    with pytest.raises(InputError, match=r"\$.beacon.signature|the SHA-256 of its"):
        read(path, words)
