"""Workers: games of an entry as rows, in processes here or on a dask cluster."""
