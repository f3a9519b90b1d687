"""Framework of the commands: options, results and mistakes, exit statuses."""
