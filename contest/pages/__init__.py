"""Web pages of reports, the site and the leaderboard, made from the sources in web/."""
