"""Workers that play games: processes on this machine, or a dask cluster."""
