"""Files that anybody may have written: some are read, the others are refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.files import name_errors, read_bytes, read_text, replace_file, write_whole

ROOT = Path(__file__).resolve().parents[2]


def test_a_regular_file_is_read_whole_and_up_to_a_size(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"a\r\nb\xc3\xbc\r")

    assert read_bytes(file, 7) == b"a\r\nb\xc3\xbc\r"
    assert read_text(file) == "a\nb\u00fc\n"
    with pytest.raises(OSError, match="over 6 bytes"):
        read_bytes(file, 6)


def test_an_error_of_writing_names_the_file(tmp_path):
    with pytest.raises(OSError, match="too large") as raised, name_errors(tmp_path):
        raise OSError(27, "File too large")

    assert raised.value.filename == str(tmp_path)


def test_a_link_is_followed_only_where_that_is_asked_for(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to("file")

    assert read_text(tmp_path / "link", links=True) == "x"
    with pytest.raises(OSError, match="is a link"):
        read_bytes(tmp_path / "link")


@pytest.mark.linux
# An endless device, a file of the kernel, a folder, and no path at all.
@pytest.mark.parametrize("path", ["/dev/zero", "/proc/self/pagemap", "/", "a\0b"])
def test_devices_and_folders_are_refused(path):
    with pytest.raises(OSError, match=r"\w"):
        read_bytes(path)


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(OSError, match="not a regular file"):
        read_bytes(tmp_path / "pipe")


def interrupted(path):
    with replace_file(path) as file:
        file.write(b"ne")
        raise KeyboardInterrupt


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "table.csv"
    write_whole(path, "old")

    with pytest.raises(UnicodeEncodeError):
        # A lone surrogate has no form in UTF-8.
        write_whole(path, "new \ud800")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    path = tmp_path / "missing" / "table.csv"

    with pytest.raises(FileNotFoundError) as failed:
        write_whole(path, "text")

    assert failed.value.filename == str(path)


@pytest.mark.linux
def test_what_a_killed_writer_leaves_is_removed_by_the_next(tmp_path):
    write = f"""
import os, pathlib, signal
from game.files import replace_file
with replace_file(pathlib.Path({str(tmp_path / "a")!r})) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", write], cwd=ROOT, check=False)
    (left,) = os.listdir(tmp_path)
    ours = tmp_path / f".a.{os.getpid()}-0.part"  # its writer is alive
    ours.touch()

    write_whole(tmp_path / "a", "whole")

    assert left.startswith(".a.")
    assert sorted(os.listdir(tmp_path)) == sorted(["a", ours.name])
    assert (tmp_path / "a").read_text() == "whole"
