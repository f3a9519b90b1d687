"""Web pages: report, site and leaderboard, from the sources in web/."""
