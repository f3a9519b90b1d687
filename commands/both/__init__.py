"""Commands of both scripts, one file each."""
