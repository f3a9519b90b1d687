"""Games as text and HTML."""
