"""The mathematics: what every guess is worth against a belief."""

import os

from solver.cache import kernel_folder
from solver.compiling import watch

# Before numba is imported anywhere: kernels compiled once serve every process, from
# a read-only checkout as well.
os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_folder()))
watch()
