"""Decision trees: statistics, file formats and drawing."""
