"""Tables for the terminal and the HTML report."""
