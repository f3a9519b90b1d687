"""Commands of interactive.py, one file each."""
