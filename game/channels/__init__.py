"""Channels: what a true clue goes through before the player sees it."""
