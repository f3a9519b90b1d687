"""Commands of evaluate.py, one file each."""
