"""Programs that make the files of `data/`."""
