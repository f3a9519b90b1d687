"""Workers, which play games of an entry: processes here, or a dask cluster."""
