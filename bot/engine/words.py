"""Marks sentences for the message catalogue where they are declared."""

from __future__ import annotations


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's extractors look for
    """``sentence`` itself; it is translated where it is shown."""
    return sentence
