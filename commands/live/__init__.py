"""Live screen of `interactive.py watch --live`."""
