def test_words_are_named(here, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "answers.txt").write_text("crane\nslate\ntrace\n")
    monkeypatch.setenv("CLUEPROOF_WORDS", str(tmp_path))

    done = here("evaluate.py", "tree", "crane", "--words", "mine")

    assert done.stdout.startswith("CRANE: 5 guesses in 3 games"), done.stderr
