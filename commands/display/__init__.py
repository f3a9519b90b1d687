"""Display of games in the terminal: pictures, true clues, reveals and reviews."""
