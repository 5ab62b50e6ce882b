"""A marker for sentences that belong in the message catalogue."""


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's extractors look for
    """Return ``sentence`` unchanged; it is translated where it is shown."""
    return sentence
