"""Screens: text, pictures with their alt text, buttons and menus."""

from dataclasses import dataclass, replace
from enum import Enum

from renderers.animation import Frame, animated_gif
from renderers.paint import render
from renderers.scene.bones import Scene


class Tone(Enum):
    """The emphasis of a button, whose label says what it does."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene to be drawn, and its alt text."""

    scene: Scene
    alt: str
    name: str
    """The file's name; everybody can read it, so it must reveal nothing."""

    def paint(self) -> bytes:
        """Draw the PNG. Takes milliseconds: call it off the event loop."""
        return render(self.scene)


@dataclass(frozen=True, slots=True)
class Animation:
    """An animation of several scenes, and its alt text."""

    frames: tuple[Frame, ...]
    alt: str
    name: str

    def paint(self) -> bytes:
        """Draw the GIF. Takes up to a second: call it off the event loop."""
        return animated_gif(self.frames)


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be kept or opened elsewhere."""

    data: bytes
    name: str

    def paint(self) -> bytes:
        """Return the file's content."""
        return self.data


@dataclass(frozen=True, slots=True)
class Section:
    """Text with a small picture beside it."""

    text: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Button:
    """A button to press."""

    id: str
    label: str
    tone: Tone = Tone.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu."""

    value: str
    label: str
    detail: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of up to 25 entries, one of which can be chosen."""

    id: str
    hint: str
    entries: tuple[Entry, ...]
    title: str = ""
    """Text shown above the menu."""


@dataclass(frozen=True, slots=True)
class ChannelMenu(Menu):
    """A menu of the server's text channels, however many there are: Discord lists them itself."""

    entries: tuple[Entry, ...] = ()
    chosen: int | None = None


Row = tuple[Button, ...] | Menu
Part = str | Picture | Section | Animation | Document
"""Text (Discord's markdown), a picture, text beside a picture, or a file."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as a player sees it, from top to bottom."""

    parts: tuple[Part, ...]
    rows: tuple[Row, ...] = ()
    ping: tuple[int, ...] = ()
    """Ids of the people who are notified when it is posted."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures of the message."""
        return tuple(each for each in self.attachments if isinstance(each, Picture))

    @property
    def attachments(self) -> tuple[Picture | Animation | Document, ...]:
        """Everything that is uploaded with the message."""
        uploaded = (each.picture if isinstance(each, Section) else each for each in self.parts)
        return tuple(each for each in uploaded if not isinstance(each, str))


def note(text: str) -> Screen:
    """Return a screen with one sentence and nothing else."""
    return Screen((text,))


def in_words(screen: Screen) -> Screen:
    """Replace a screen's pictures by their alt texts, for places where files can't be attached."""
    return replace(screen, parts=tuple(_in_words(each) for each in screen.parts))


def _in_words(part: Part) -> Part:
    if isinstance(part, Section):
        return part.text
    return f"-# {part.alt}" if isinstance(part, Picture) else part


def in_rows(buttons: tuple[Button, ...], width: int = 5) -> tuple[Row, ...]:
    """Arrange buttons in rows of ``width``."""
    return tuple(buttons[at : at + width] for at in range(0, len(buttons), width))
