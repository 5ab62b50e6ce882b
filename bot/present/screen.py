"""A screen: words, a picture with its alt text, and what can be chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from renderers import Frame, Scene, film, render


class Tone(Enum):
    """How much a button calls for attention; its label says what it does."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene to be drawn, and the same in words."""

    scene: Scene
    alt: str
    name: str
    """The file's name, which everybody can read: it tells nothing."""

    def paint(self) -> bytes:
        """The PNG. Takes milliseconds: call it off the event loop."""
        return render(self.scene)


@dataclass(frozen=True, slots=True)
class Film:
    """Scenes one after another, and the same in words."""

    frames: tuple[Frame, ...]
    alt: str
    name: str

    def paint(self) -> bytes:
        """The GIF. Takes up to a second: call it off the event loop."""
        return film(self.frames)


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be kept or opened elsewhere."""

    data: bytes
    name: str

    def paint(self) -> bytes:
        """What is in it."""
        return self.data


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press."""

    id: str
    label: str
    tone: Tone = Tone.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu."""

    value: str
    label: str
    detail: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """One of up to 25 entries to pick."""

    id: str
    hint: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ChannelMenu(Menu):
    """One of the server's text channels to pick, however many there are: Discord lists them."""

    entries: tuple[Entry, ...] = ()
    chosen: int | None = None


Row = tuple[Button, ...] | Menu
Part = str | Picture | Film | Document
"""Text (Discord's markdown), a picture, or a file."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as a player meets it, from top to bottom."""

    parts: tuple[Part, ...]
    rows: tuple[Row, ...] = ()
    ping: tuple[int, ...] = ()
    """People to be notified when it is posted."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures."""
        return tuple(part for part in self.parts if isinstance(part, Picture))

    @property
    def attachments(self) -> tuple[Picture | Film | Document, ...]:
        """All that is uploaded with it."""
        return tuple(part for part in self.parts if not isinstance(part, str))


def note(text: str) -> Screen:
    """A sentence and nothing else."""
    return Screen((text,))


def in_words(screen: Screen) -> Screen:
    """A screen with its pictures in words, for where no files may be attached."""
    return replace(screen, parts=tuple(map(_in_words, screen.parts)))


def _in_words(part: Part) -> Part:
    return f"-# {part.alt}" if isinstance(part, Picture) else part


def in_rows(buttons: tuple[Button, ...], width: int = 5) -> tuple[Row, ...]:
    """Buttons in rows of ``width``."""
    return tuple(buttons[at : at + width] for at in range(0, len(buttons), width))
