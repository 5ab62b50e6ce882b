"""Texts that are cut because Discord limits their length."""

_END = " …"


def cut_to(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, cut between two words if it is too long."""
    if len(text) <= most:
        return text
    head = text[: most - len(_END)]
    return (head.rpartition(" ")[0] or head) + _END
