"""What a board raised, in a line and in full."""

from __future__ import annotations

import os
import traceback


def describe(error: BaseException) -> tuple[str, str]:
    """The kind of an exception, its text and the place that raised it; and the whole traceback."""
    kind = type(error).__name__
    said = str(error)
    line = f"{kind}: {said}" if said else kind
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        last = frames[-1]
        line += f" at {os.path.basename(last.filename)}:{last.lineno} in {last.name}"
    whole = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return line, whole
