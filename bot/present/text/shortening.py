"""Texts that are cut because Discord limits their length."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.present.screen import MAX_TEXT, Animation, Menu, Part, Picture, Screen, Section
from bot.present.text.unbroken import unbroken

MAX_ALT = 1024
"""The most characters of alt text that Discord accepts."""
MAX_ENTRY = 100
"""The most characters of a menu's entry, and of the text below it."""
_END = " …"


def cut_to(text: str, most: int) -> str:
    """Return at most ``most`` characters of a text, cut between two words; empty if none fits."""
    if len(text) <= most:
        return text
    head = text[: max(0, most - len(_END))]
    return (head.rpartition(" ")[0] or head) + _END if head else ""


def fitting(sentences: Iterable[str]) -> str:
    """Join the sentences of an alt text, those that matter first, and cut it at Discord's limit."""
    return cut_to(" ".join(filter(None, sentences)), MAX_ALT)


def in_words(screen: Screen, drawn: Collection[str] = ()) -> Screen:
    """Replace a screen's pictures, except those with the names in ``drawn``, by their alt texts.

    They are cut if the message would be too long. This is for places where files can't be attached,
    and for pictures that can't be drawn.
    """

    def is_lost(part: Part) -> bool:
        return isinstance(part, Picture | Animation) and part.name not in drawn

    room = (MAX_TEXT - _length(screen)) // max(1, sum(map(is_lost, screen.parts)))

    def told(part: Part) -> Part:
        match part:
            case Section(text=text, picture=beside) if beside.name not in drawn:
                return text
            case Picture() | Animation() if is_lost(part):
                return cut_to(unbroken(f"-# {part.alt}"), room)
            case _:
                return part

    return replace(screen, parts=tuple(filter(None, map(told, screen.parts))))


def _length(screen: Screen) -> int:
    """Return the number of characters that Discord counts: texts, titles of menus and pings."""
    texts = [each.text if isinstance(each, Section) else each for each in screen.parts]
    texts += [each.title for each in (*screen.top_rows, *screen.rows) if isinstance(each, Menu)]
    texts += [f"<@{user}>\n" for user in screen.ping]
    return sum(len(unbroken(each)) for each in texts if isinstance(each, str))
