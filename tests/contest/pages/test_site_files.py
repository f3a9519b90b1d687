"""A folder holds the files of its last site, and those of nobody else are removed."""

import hashlib

from contest.pages.site import LIST, write_files


def test_files_of_an_earlier_site_are_removed_and_no_others(tmp_path):
    earlier = {"index.html": b"1", "play-9.html": b"2", "data/run.js": b"3"}
    write_files(tmp_path, {**earlier, "solve.html": b"4"})
    (tmp_path / "play-8.html").write_bytes(b"not of the site")
    (tmp_path / "data" / "run.js").write_bytes(b"changed by hand")

    write_files(tmp_path, {"index.html": b"5", "entries/a.html": b"6"})

    found = {
        path.relative_to(tmp_path).as_posix(): path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    data = {"index.html": b"5", "entries/a.html": b"6"}
    lines = [f"{hashlib.sha256(data[name]).hexdigest()}  {name}" for name in data]
    assert found.pop(LIST).decode().splitlines() == lines
    assert found == {
        **data,
        "play-8.html": b"not of the site",
        "data/run.js": b"changed by hand",
    }


def test_a_list_that_names_a_file_outside_the_site_removes_nothing_there(tmp_path):
    outside = tmp_path / "notes.txt"
    outside.write_bytes(b"1")
    digest = hashlib.sha256(b"1").hexdigest()
    site = tmp_path / "site"
    write_files(site, {"index.html": b"2"})
    (site / LIST).write_text(f"{digest}  ../notes.txt\n{digest}  {outside}\n")

    write_files(site, {"index.html": b"3"})

    assert outside.read_bytes() == b"1"
