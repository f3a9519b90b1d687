"""Referee: runs untrusted strategies, records their games and ranks them."""
