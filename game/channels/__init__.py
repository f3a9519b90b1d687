"""Channels: rules by which true clues become the clues that the player sees."""
