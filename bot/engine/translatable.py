"""Markers for texts that belong in the message catalogue."""


class Translatable(str):
    """An English text that is translated where it is shown, also as part of another sentence."""

    __slots__ = ()


def N_(sentence: str) -> Translatable:  # noqa: N802 - the name that gettext's extractors look for
    """Mark a text for the catalogue."""
    return Translatable(sentence)


def NC_(context: str, text: str) -> str:  # noqa: ARG001, N802 - as above
    """Return ``text`` unchanged; it is translated, in that context, where it is shown.

    The context tells translators, and the catalogue, apart what English spells alike.
    """
    return text
