import shutil

import pytest
from msgspec.structs import replace

from contest.entries.digests import file_digest
from contest.leaderboard.figures import run_figures
from contest.leaderboard.submission import read
from contest.pages.replays_page import replays_of
from contest.runs.facts import SEAL, RunError
from contest.runs.receipts import make_receipt


@pytest.fixture
def path(record, tmp_path):
    return record(tmp_path / "one", entry="k_guesses")


def test_a_receipt_is_read_as_it_was_written(path, words):
    assert read(path, words).receipts == []

    receipt = make_receipt(path, 4, 3)
    file = receipt.write(path)

    assert file.parent == path
    assert read(path, words).receipts == [receipt]
    assert receipt.record == file_digest(path / SEAL)
    assert (receipt.replayed, receipt.repeated) == (4, 3)
    assert {"python", "numpy", "numba"} <= {*receipt.versions}


def test_receipts_of_one_run_are_counted_by_system_and_architecture(path, words):
    receipt = replace(make_receipt(path, 4, 3), system="Linux", architecture="x86_64")
    others = (
        {"date": "2026-01-02"},
        {"architecture": "aarch64", "processor": "another"},
        {"system": "Darwin"},
    )

    for other in ({}, *others):
        replace(receipt, **other).write(path)

    assert len(read(path, words).receipts) == 4
    kinds = ["Darwin x86_64", "Linux aarch64", "Linux x86_64"]
    assert replays_of(path, words).machines == kinds


@pytest.mark.parametrize("reader", [read, run_figures])
@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"record": "0" * 64}, "of record 000000000000: expected 'receipt-"),
        ({"record": "c" * 65}, r"expected what evaluate\.py writes"),
        ({"system": "Li\nnux"}, r"expected what evaluate\.py writes"),
        ({"system": "Plan9"}, "is 'receipt-Plan9-.*: expected 'receipt-"),
        ({"date": "2026-01-02"}, "2026-01-02.json' of record .*: expected 'receipt-"),
    ],
)
def test_a_stale_or_altered_receipt_is_refused(path, words, reader, edit, message):
    receipt = make_receipt(path, 4, 3)
    file = receipt.write(path)
    assert reader(path, words)

    text = file.read_text()
    for name, value in edit.items():
        old = getattr(receipt, name)
        text = text.replace(f'"{old}"', f'"{value}"'.replace("\n", "\\n"))
    file.write_text(text)

    with pytest.raises(RunError, match=message) as refused:
        reader(path, words)
    assert "\n" not in str(refused.value)


def test_a_receipt_of_another_run_is_refused(path, record, words, tmp_path):
    other = record(tmp_path / "other", entry="k_guesses", seed="t")

    shutil.copy(make_receipt(other, 4, 3).write(other), path)

    with pytest.raises(RunError, match=r"as evaluate\.py verify --receipt writes it"):
        read(path, words)
    assert len(read(other, words).receipts) == 1


def test_a_receipt_is_a_file(path, words):
    (path / "receipt-Linux-x86_64-2026-01-02.json").mkdir()

    with pytest.raises(RunError, match=r"not a regular file; expected a receipt"):
        read(path, words)
