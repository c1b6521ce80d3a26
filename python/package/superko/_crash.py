"""Describes exceptions that a board raised."""

from __future__ import annotations

import os
import traceback

LONGEST = 100
"""The most characters of an exception's text in a report, so that its line has room for the place."""


def describe(error: BaseException) -> tuple[str, str]:
    """Returns a line with the type of an exception, its text and the place that raised it, and the whole traceback."""
    kind = type(error).__name__
    said = " ".join(str(error).split())
    said = said if len(said) <= LONGEST else said[:LONGEST] + " ..."
    line = f"{kind}: {said}" if said else kind
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        last = frames[-1]
        line += f" at {os.path.basename(last.filename)}:{last.lineno} in {last.name}"
    whole = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return line, whole
