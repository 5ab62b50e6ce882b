"""A person's open matches, those that wait for them first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from bot.present.screen import Screen, note
from bot.present.words import Words, moment

MAX_LISTED = 25
"""Matches whose addresses are asked for: a message has no room for more."""
ROOM = 3700
"""Characters that their lines may have in all: Discord takes 4,000 for the whole message."""
_NEVER = datetime.max.replace(tzinfo=UTC)


class State(IntEnum):
    """How a match stands for somebody; what needs them most comes first."""

    MY_TURN = 0
    HELD = 1
    """A computer plays for them."""
    OTHERS = 2
    """It waits for somebody else."""
    LOBBY = 3


@dataclass(frozen=True, slots=True)
class Mine:
    """One of a person's matches."""

    game: str
    url: str
    state: State
    until: datetime | None = None
    """When the time is up of whoever it waits for, or when the lobby closes."""
    place: str = ""
    """The server, when that is another one."""

    @property
    def urgency(self) -> tuple[State, datetime]:
        """What a list is sorted by."""
        return self.state, self.until or _NEVER


def games_screen(mine: Sequence[Mine], total: int, say: Words) -> Screen:
    """The most urgent of ``total`` matches, as many as there is room for, in their order."""
    if not mine:
        return note(say("You are in no match. Start one with /play."))
    lines = list(_fitting(_line(match, say) for match in mine))
    if more := total - len(lines):
        lines.append(say.count("- and {n} more", "- and {n} more", more))
    return Screen((f"### {say('Your matches')}", "\n".join(lines)))


def _fitting(lines: Iterable[str]) -> Iterable[str]:
    left = ROOM
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            return
        yield line


def _line(match: Mine, say: Words) -> str:
    facts = [f"[{match.game}]({match.url})", _state(match.state, say)]
    if match.until is not None:
        left = moment(match.until, "R")
        facts.append(
            say("closes {when}", when=left) if match.state is State.LOBBY else f"⏳ {left}"
        )
    if match.place:
        facts.append(match.place)
    return f"- {' · '.join(facts)}"


def _state(state: State, say: Words) -> str:
    match state:
        case State.MY_TURN:
            return say("**your turn**")
        case State.HELD:
            return say("a computer plays for you; take your seat back at the table")
        case State.OTHERS:
            return say("waiting for others")
        case State.LOBBY:
            return say("not started")
