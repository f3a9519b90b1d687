"""The referee: plays strategies it does not trust and keeps the books."""
