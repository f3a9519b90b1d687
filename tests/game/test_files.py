"""Files that anybody may have written: what is read, and what is refused."""

import os
import sys

import pytest

from game.files import read_bytes, read_json, read_text

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def test_a_regular_file_is_read_whole_and_up_to_a_size(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"a\r\nb\xc3\xbc\r")

    assert read_bytes(file, 7) == b"a\r\nb\xc3\xbc\r"
    assert read_text(file) == "a\nb\u00fc\n"
    with pytest.raises(OSError, match="over 6 bytes"):
        read_bytes(file, 6)


def test_a_link_is_followed_only_where_that_is_asked_for(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to("file")

    assert read_text(tmp_path / "link") == "x"
    with pytest.raises(OSError, match="link"):
        read_text(tmp_path / "link", links=False)


@linux
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty", "/", "a\0b"])
def test_devices_and_folders_are_refused(path):
    with pytest.raises(OSError, match=r"\w"):
        read_bytes(path)


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(OSError, match="not a regular file"):
        read_bytes(tmp_path / "pipe")


@linux
def test_a_file_without_an_end_is_refused():
    with pytest.raises(OSError, match="over 1,048,576 bytes"):
        read_bytes("/proc/self/pagemap", 1 << 20)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[NaN]",
        "[-Infinity]",
        "[1e999]",
        f"[{'9' * 5000}]",
        "{",
        "",
    ],
)
def test_json_that_nothing_can_use_is_refused(tmp_path, text):
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=r"\w"):
        read_json(file)
