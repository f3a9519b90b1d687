"""Pages of the browser: the engine, the scripts and the styles that they share."""
