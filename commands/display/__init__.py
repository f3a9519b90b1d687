"""Display of games in the terminal: boards, true clues, watched and rated games."""
