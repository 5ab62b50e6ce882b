"""Screens: text, pictures with their alt text, buttons and menus."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from bot.model.preferences import ThemeChoice
from bot.present.i18n import Words
from renderers.animation import Frame, animated_gif
from renderers.ink.themes import theme_of
from renderers.paint import render
from renderers.scene.bones import Scene

EntryT = TypeVar("EntryT")

MAX_COMPONENTS = 40
"""The most components of a message that Discord accepts, nested ones included."""
MAX_TEXT = 4000
"""The most characters of a message's text that Discord accepts."""
MAX_IN_ROW = 5
"""The most buttons side by side that Discord accepts."""
MAX_ENTRIES = 25
"""The most entries of a menu that Discord accepts."""


class Tone(Enum):
    """The emphasis of a button, whose label says what it does."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Picture:
    scene: Scene
    alt: str
    name: str
    """The file's name; everybody can read it, so it must reveal nothing."""

    def paint(self, theme: ThemeChoice) -> bytes:
        """Draw the PNG. Takes milliseconds: call it off the event loop."""
        return render(self.scene, theme=theme_of(theme.felt, theme.bones))


@dataclass(frozen=True, slots=True)
class Animation:
    frames: tuple[Frame, ...]
    alt: str
    name: str

    def paint(self, theme: ThemeChoice) -> bytes:
        """Draw the GIF. Takes up to a second: call it off the event loop."""
        return animated_gif(self.frames, theme=theme_of(theme.felt, theme.bones))


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be kept or opened elsewhere."""

    data: bytes
    name: str

    def paint(self, theme: ThemeChoice) -> bytes:  # noqa: ARG002 - as pictures have it
        """Return the file's content, whatever the theme."""
        return self.data


@dataclass(frozen=True, slots=True)
class Section:
    """Text with a small picture beside it."""

    text: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    tone: Tone = Tone.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    value: str
    label: str
    detail: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of up to :data:`MAX_ENTRIES` entries, one of which can be chosen."""

    id: str
    hint: str
    entries: tuple[Entry, ...]
    title: str = ""
    """Text shown above the menu."""

    def __post_init__(self) -> None:
        if len(self.entries) > MAX_ENTRIES:
            raise ValueError(f"the menu {self.id} has more than {MAX_ENTRIES} entries")


@dataclass(frozen=True, slots=True)
class ChannelMenu(Menu):
    """A menu of the server's text channels, however many there are: Discord lists them itself."""

    entries: tuple[Entry, ...] = ()
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class PeopleMenu(Menu):
    """A menu of the server's people, several of whom can be chosen: Discord lists them itself."""

    entries: tuple[Entry, ...] = ()
    most: int = 1
    """The most people who can be chosen."""


Row = tuple[Button, ...] | Menu
Part = str | Picture | Section | Animation | Document
"""Text (Discord's markdown), a picture, text beside a picture, or a file."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as a player sees it, from top to bottom."""

    parts: tuple[Part, ...]
    rows: tuple[Row, ...] = ()
    """The buttons and menus below all parts."""
    ping: tuple[int, ...] = ()
    """Ids of the people who are notified when it is posted."""
    theme: ThemeChoice | None = None
    """The theme of its pictures; ``None``: that of the person or the server it is shown to."""

    top_rows: tuple[Row, ...] = ()
    """Buttons and menus right below the first part, where the others are out of sight."""

    def in_theme(self, theme: ThemeChoice) -> "Screen":
        return replace(self, theme=theme)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(each for each in self.attachments if isinstance(each, Picture))

    @property
    def size(self) -> int:
        """The number of Discord's components that the message takes without its pings.

        They get one of their own if there is room, and are part of the first text otherwise. A
        gallery counts like its picture, though Discord does not say so.
        """
        rows = (*self.top_rows, *self.rows)
        return 1 + sum(map(part_size, self.parts)) + sum(map(row_size, rows))

    @property
    def attachments(self) -> tuple[Picture | Animation | Document, ...]:
        uploaded = (each.picture if isinstance(each, Section) else each for each in self.parts)
        return tuple(each for each in uploaded if not isinstance(each, str))


def note(text: str) -> Screen:
    return Screen((text,))


def below(screen: Screen, more: Screen) -> Screen:
    return replace(screen, parts=screen.parts + more.parts, rows=screen.rows + more.rows)


def below_if_room(screen: Screen, more: Screen | None) -> Screen:
    """Put one screen below another, unless Discord wouldn't take so many components or so much."""
    joined = screen if more is None else below(screen, more)
    text = sum(len(each) for each in joined.parts if isinstance(each, str))
    return joined if joined.size <= MAX_COMPONENTS and text <= MAX_TEXT else screen


def in_lines(*texts: str) -> str:
    """Put texts below one another, without those that are empty."""
    return "\n".join(filter(None, texts))


def part_size(part: Part) -> int:
    """Return the number of Discord's components that a part takes."""
    match part:
        case Section():
            return 3
        case Picture() | Animation():
            return 2
        case _:
            return 1


def row_size(row: Row) -> int:
    """Return the number of Discord's components that a row of buttons or a menu takes."""
    return 2 + bool(row.title) if isinstance(row, Menu) else 1 + len(row)


def in_menus(id_: str, hint: str, entries: Sequence[Entry], say: Words) -> tuple[Menu, ...]:
    """Offer entries in as many menus as they need; the id of each but the first has its number."""
    return tuple(
        Menu(f"{id_}{number or ''}", called, tuple(part))
        for number, (called, part) in enumerate(menu_pages(hint, entries, say))
    )


def menu_pages(
    hint: str, entries: Sequence[EntryT], say: Words
) -> Iterator[tuple[str, Sequence[EntryT]]]:
    """Yield what goes into each menu, called by ``hint`` and, if there are several, its number."""
    parts = [entries[at : at + MAX_ENTRIES] for at in range(0, len(entries), MAX_ENTRIES)]
    for n, part in enumerate(parts, 1):
        several = len(parts) > 1
        yield (
            say("{menu} ({n} of {all})", menu=hint, n=n, all=len(parts)) if several else hint,
            part,
        )


def in_rows(buttons: tuple[Button, ...], width: int = MAX_IN_ROW) -> tuple[Row, ...]:
    return tuple(buttons[at : at + width] for at in range(0, len(buttons), width))
