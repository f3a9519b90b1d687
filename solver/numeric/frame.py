"""Tables for notebooks, as data frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def frame(columns: Mapping[str, Sequence[Any] | np.ndarray]) -> pd.DataFrame:
    """Return a table with these columns."""
    # Imported here: it takes half a second, which no game or command needs.
    import pandas as pd

    return pd.DataFrame(columns)
