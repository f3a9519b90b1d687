"""Language models as players: endpoints, their games and answers, and the figures."""
