"""Tables for notebooks, as data frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def frame(columns: Mapping[str, Sequence[Any] | np.ndarray]) -> pd.DataFrame:
    """Return a data frame with these columns."""
    # Pandas is imported here because the import takes half a second. No game and no
    # command needs it.
    import pandas as pd

    return pd.DataFrame(columns)
