from contest.sandbox.untrusted_text import sanitize


def test_untrusted_text_is_made_harmless():
    assert sanitize("a\x1b[2Jb\nc") == "a?[2Jb?c"
    assert sanitize("=cmd()") == "'=cmd()"
    for sign in "+-@\uff1d\uff0b\uff0d\uff20\ufe66\u2212":
        assert sanitize(f"{sign}1") == f"'{sign}1"
        assert sanitize(f" {sign}1") == f"' {sign}1"
    assert sanitize({"a": 1}) == "{'a': 1}"
    assert len(sanitize("x" * 10_000)) == 200
