"""Site of the contest: its pages, and the files of the leaderboard."""
